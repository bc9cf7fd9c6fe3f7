package demo

// What tables look up in each other while they are filled.

// keptTables are those that others look at.
var keptTables = map[string]bool{
	"user": true, "employee": true, "customer": true, "customerLocation": true, "customerContact": true,
	"serviceAgreement": true, "assetModel": true, "asset": true, "workOrder": true, "invoice": true,
	"paymentTerm": true, "inspections": true, "part": true, "quote": true,
}

// set gives a column of the table that is being filled a value.
func (f *filler) set(row Row, column string, value any) {
	at := f.t.Index(column)
	if at < 0 {
		panic("demo: " + f.t.Name + " has no column " + column)
	}
	row[at] = value
}

func (f *filler) has(row Row, column string) any { return row[f.t.Index(column)] }

// of is a value of a row that was kept; nil of the row of no id.
func (f *filler) of(table string, id any, column string) any {
	n, ok := id.(int64)
	if !ok {
		return nil
	}
	return f.kept[table][n-1][Find(table).Index(column)]
}

// pick is the id of a row of a table, of the same company if that has one; people and
// customers that come first are likelier.
func (f *filler) pick(table string, company int) any {
	if f.members[table] == nil {
		return nil // the table itself, being filled
	}
	ids := f.members[table][company]
	if len(ids) == 0 || Find(table).Index("companyId") < 0 && Find(table).each == "" {
		count := len(f.company[table])
		if count == 0 {
			return nil
		}
		return int64(f.r.IntN(count) + 1)
	}
	return ids[f.r.IntN(len(ids))]
}

// under are the ids of the rows of a kept table that refer to a row by a column.
func (f *filler) under(table, column string, id any) []int64 {
	key := table + "." + column
	if f.made[key] == nil {
		index := map[int64][]int64{}
		at := Find(table).Index(column)
		for i, row := range f.kept[table] {
			if parent, ok := row[at].(int64); ok {
				index[parent] = append(index[parent], int64(i+1))
			}
		}
		f.made[key] = index
	}
	n, _ := id.(int64)
	return f.made[key][n]
}

// oneUnder is one of those, or nil.
func (f *filler) oneUnder(table, column string, id any) any {
	ids := f.under(table, column, id)
	if len(ids) == 0 {
		return nil
	}
	return ids[f.r.IntN(len(ids))]
}

// chance is true so many times in a hundred.
func (f *filler) chance(percent int) bool { return f.r.IntN(100) < percent }

// weighted is one of some words by their weights.
func (f *filler) weighted(words []string, weights ...int) string {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	at := f.r.IntN(sum)
	for i, w := range weights {
		if at < w {
			return words[i]
		}
		at -= w
	}
	panic("demo: fewer words than weights")
}

// technician is an employee of a company who works at customers' locations: the first
// two thirds of a company's people.
func (f *filler) technician(company int) int64 {
	ids := f.members["employee"][company]
	return ids[skewed(f.r, len(ids)*2/3)]
}

// follow makes the row one of another company and day: those of what it belongs to.
func (f *filler) follow(i int, table string, id any) {
	if n, ok := id.(int64); ok {
		f.company[f.t.Name][i] = f.company[table][n-1]
		f.day[f.t.Name][i] = f.day[table][n-1]
	}
}

// dayOf is the day of the row that is being filled.
func (f *filler) dayOf(i int) int { return int(f.day[f.t.Name][i]) }

// cents is a sum of money.
func cents(n int64) Decimal { return Decimal{n, 2} }
