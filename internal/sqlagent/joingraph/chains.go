package joingraph

import (
	"cmp"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// turned is the same join in the other direction.
func (f *Finder) turned(i int32) int32 {
	j := &f.joins[i]
	if i > 0 && f.joins[i-1].key == j.key && f.joins[i-1].from == j.to {
		return i - 1
	}
	return i + 1
}

// compareChains orders chains by the tables on the way, then by their columns.
func (f *Finder) compareChains(a, b []int32) int {
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(f.joins[a[i]].to, f.joins[b[i]].to); c != 0 {
			return c
		}
	}
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(f.joins[a[i]].key, f.joins[b[i]].key); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// hub is a column that points at a table.
type hub struct{ table, column string }

// hubOf is the column with which a relationship points at its key.
func hubOf(r schema.Relationship) hub {
	if r.Cardinality == schema.OneToMany {
		r = r.Reversed()
	}
	if len(r.Columns) != 1 {
		return hub{}
	}
	return hub{strings.ToLower(r.ToTable), strings.ToLower(r.Columns[0].From)}
}

// makers are the columns that say who made or changed a row.
var makers = strings.Fields(`createdby creator creatorid createdbyid createdbyuserid createdbyuser creatoruserid
	updatedby updatedbyid updatedbyuserid changedby changedbyid modifiedby modifiedbyid modifiedbyuserid lastmodifiedby
	lastupdatedby lasteditedby editedby voidedby retiredby deletedby deletedbyid removedby insertedby addedby enteredby`)

// commonColumns are those of no meaning on the way from one table to another: who made or
// changed a row, and what at least half of all tables have, such as the company.
func commonColumns(used []schema.Relationship, tables int) map[hub]bool {
	const fewest = 12 // in a small schema half of the tables is soon had
	count := make(map[hub]int)
	for _, r := range used {
		count[hubOf(r)]++
	}
	common := make(map[hub]bool)
	for h, n := range count {
		plain := strings.ReplaceAll(h.column, "_", "")
		for _, maker := range makers {
			common[h] = common[h] || plain == maker
		}
		if n >= fewest && 2*n >= tables {
			common[h] = true
		}
	}
	delete(common, hub{})
	return common
}

// Common returns a function that reports whether a relationship is one that nearly every
// table has, and so no way from one table to another.
func Common(g *schema.Graph) func(r schema.Relationship) bool {
	f := &Finder{o: Options{MinConfidence: DefaultConfidence}, ids: make(map[string]int32, g.Len())}
	for i, t := range g.Tables() {
		f.ids[strings.ToLower(t.Name)] = int32(i)
	}
	common := commonColumns(f.usable(g), g.Len())
	return func(r schema.Relationship) bool { return common[hubOf(r)] }
}
