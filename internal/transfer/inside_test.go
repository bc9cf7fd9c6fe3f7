package transfer

// What tests of package transfer_test use of the inside.

// OrderOf is the order in which the nodes of an entry of an export are written.
func OrderOf(text []byte) (order []string, orphans, lost int, err error) {
	c, err := readConversation(text)
	if err != nil {
		return nil, 0, 0, err
	}
	order, orphans, lost = c.order()
	return order, orphans, lost, nil
}

// CopiedColumns are the columns that a restore carries over.
func CopiedColumns() map[string]bool {
	all := map[string]bool{}
	for _, t := range append([]table{sessionsTable, messagesTable}, copiedTables...) {
		for _, c := range t.columns {
			all[t.name+"."+c.name] = true
		}
	}
	return all
}
