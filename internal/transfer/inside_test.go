package transfer

// What tests of package transfer_test use of the inside.

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
