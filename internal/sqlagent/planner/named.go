package planner

import "slices"

// leavesOut reports whether a word of the question is the name of a table that the query has
// nothing to do with: the total of invoices is none of quotes, which are also called so. A
// table whose rows those of the query belong to need not be read: hours that employees
// worked are those of work times.
func (p *Planner) leavesOut(items []item, tables []string) bool {
	for _, it := range items {
		named, meant := false, false
		for _, m := range it.means {
			if it.class != aTable || m.table == nil || m.column != nil || m.edge != nil || m.quality < byShort {
				continue
			}
			named = true
			meant = meant || slices.ContainsFunc(tables, func(name string) bool {
				t := p.table(name)
				return t == m.table || slices.ContainsFunc(p.edges, func(e *edge) bool { return e.many == t && e.one == m.table })
			})
		}
		if named && !meant {
			return true
		}
	}
	return false
}
