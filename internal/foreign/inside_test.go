package foreign

// What tests of package foreign_test use of the inside.

// OrderOf is the order in which the nodes of an entry of an export are written.
func OrderOf(text []byte) (order []string, orphans, lost int, err error) {
	all, err := readValue(text)
	if err != nil {
		return nil, 0, 0, err
	}
	order, orphans, lost = all[0].order()
	return order, orphans, lost, nil
}
