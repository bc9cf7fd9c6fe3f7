package demo

import (
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Row is a row of a table, a value for each column: nil, int64 (also for tinyint),
// string (also for enum and time), []byte, time.Time or Decimal. Nobody else has it.
type Row []any

// Decimal is a number with a fixed number of digits behind the point.
type Decimal struct {
	Unscaled int64
	Scale    int
}

func (d Decimal) String() string {
	if d.Scale == 0 {
		return strconv.FormatInt(d.Unscaled, 10)
	}
	sign, digits := "", d.Unscaled
	if digits < 0 {
		sign, digits = "-", -digits
	}
	one := int64(math.Pow10(d.Scale))
	return fmt.Sprintf("%s%d.%0*d", sign, digits/one, d.Scale, digits%one)
}

// Rows are the rows of all tables, table by table, each after those that its foreign
// keys refer to. They are the same every time.
func Rows() iter.Seq2[*Table, Row] {
	return func(yield func(*Table, Row) bool) {
		f := newFiller()
		for _, t := range f.order {
			if !f.fill(t, yield) {
				return
			}
		}
	}
}

// filler makes rows. Ids count from 1 within a table; companies are counted from 0.
type filler struct {
	order   []*Table
	cipher  Cipher
	kept    map[string][]Row             // rows that later tables look at
	company map[string][]uint8           // the company of each row
	members map[string][][]int64         // ids by company
	day     map[string][]int16           // when a row happened, in days from Today
	made    map[string]map[int64][]int64 // ids by "child.column" and the id of the parent

	// The table that is being filled.
	t      *Table
	r      *rand.Rand
	values []func(i, company, day int) any
	dating int // the column that says when a row happened, or -1
	// parentColumn refers to the parent.
	parentColumn int
	// Which of the rows of its parent the row is, from 0, and of how many; and what the
	// ones before have left of a sum.
	nth, siblings int
	left          int64
}

// shares are those of the companies in a hundred rows.
var shares = []int{34, 30, 22, 14}

func newFiller() *filler {
	f := &filler{
		cipher: NewCipher([]byte(Key)), order: ordered(),
		kept: map[string][]Row{}, company: map[string][]uint8{}, members: map[string][][]int64{},
		day: map[string][]int16{}, made: map[string]map[int64][]int64{},
	}
	for _, t := range Tables() {
		if t.each == "" {
			f.found(t)
		}
	}
	return f
}

// found says which company each row of a table with a fixed number of rows belongs to,
// so that tables that come before can refer to it.
func (f *filler) found(t *Table) {
	companies := make([]uint8, t.rows)
	for i := range companies {
		companies[i] = uint8(i % len(shares))
		if t.Name == "region" {
			companies[i] = uint8(i / 3)
		} else if t.rows > few {
			at := (i*37 + 11) % 100 // the same for a user and the employee of that number
			for at >= shares[companies[i]%4] {
				at -= shares[companies[i]%4]
				companies[i]++
			}
			companies[i] %= 4
		}
	}
	f.company[t.Name] = companies
	f.group(t)
}

// few rows are taken from their lists of values in order; more at random.
const few = 130

func (f *filler) group(t *Table) {
	ids := make([][]int64, len(shares))
	for i, c := range f.company[t.Name] {
		ids[c] = append(ids[c], int64(i+1))
	}
	f.members[t.Name] = ids
}

// ordered are the tables, each behind those that it refers to.
func ordered() []*Table {
	var order []*Table
	done := map[string]bool{}
	ready := func(t *Table) bool {
		return !slices.ContainsFunc(t.Columns, func(c Column) bool {
			if slices.ContainsFunc(c.Among, func(to string) bool { return !done[to] }) {
				return true
			}
			to := c.References
			if to == "" || to == t.Name || done[to] {
				return false
			}
			return c.Held && c.Name != "createdBy" && c.Name != "updatedBy" || Find(to).each != ""
		})
	}
	for len(order) < len(Tables()) {
		before := len(order)
		for _, t := range Tables() {
			if !done[t.Name] && (t.each == "" || done[t.each]) && ready(t) {
				order = append(order, t)
				done[t.Name] = true
			}
		}
		if len(order) == before {
			panic("demo: tables refer to each other in a circle")
		}
	}
	return order
}

// fill makes the rows of a table.
func (f *filler) fill(t *Table, yield func(*Table, Row) bool) bool {
	seed := fnv.New64a()
	seed.Write([]byte(t.Name))
	f.t, f.r = t, rand.New(rand.NewPCG(seed.Sum64(), 20260630))
	f.values = f.values[:0]
	f.dating = -1
	for at, c := range t.Columns {
		f.values = append(f.values, f.maker(c))
		if f.dating < 0 && c.Type == "date" && c.values != "" {
			f.dating = at
		}
	}
	if t.each == "" {
		for i := range t.rows {
			if !f.emit(i, -1, yield) {
				return false
			}
		}
	} else {
		f.company[t.Name] = nil
		f.parentColumn = slices.IndexFunc(t.Columns, func(c Column) bool { return c.References == t.each })
		i := 0
		for p := range f.company[t.each] {
			f.siblings = f.children(p)
			for f.nth = range f.siblings {
				if !f.emit(i, p, yield) {
					return false
				}
				i++
			}
		}
	}
	f.group(t)
	return true
}

// lasts are parents whose rows come about at any time after them, not at once.
var lasts = map[string]bool{
	"employee": true, "customer": true, "customerLocation": true, "asset": true, "user": true, "vehicle": true,
	"tool": true, "warehouse": true, "part": true, "supplier": true, "maintenancePlan": true,
}

// children is how many rows the row of the parent has.
func (f *filler) children(parent int) int {
	if count, ok := counts[f.t.Name]; ok {
		return count(f, parent)
	}
	return f.t.least + f.r.IntN(f.t.most-f.t.least+1)
}

// emit makes a row: values column by column, then what only this table knows.
func (f *filler) emit(i, parent int, yield func(*Table, Row) bool) bool {
	t := f.t
	company, day := 0, 0
	if parent >= 0 {
		company = int(f.company[t.each][parent])
		day = int(f.day[t.each][parent])
		if lasts[t.each] {
			day = -f.r.IntN(min(900, 1-min(0, day)))
		} else {
			day = min(day+f.r.IntN(5), max(0, day))
		}
		f.company[t.Name] = append(f.company[t.Name], uint8(company))
	} else {
		company, day = int(f.company[t.Name][i]), -f.r.IntN(900)
	}
	row := make(Row, len(t.Columns))
	if f.dating >= 0 {
		row[f.dating] = f.values[f.dating](i, company, day)
		if date, ok := row[f.dating].(time.Time); ok {
			day = min(0, daysFrom(date))
		}
	}
	for at, value := range f.values {
		if at != f.dating {
			row[at] = value(i, company, day)
		}
	}
	if parent >= 0 {
		row[f.parentColumn] = int64(parent + 1)
		for _, column := range []string{"sortOrder", "lineNumber"} {
			if at := t.Index(column); at >= 0 {
				row[at] = int64(f.nth + 1)
			}
		}
	}
	f.day[t.Name] = append(f.day[t.Name], int16(day))
	if special, ok := specials[t.Name]; ok {
		special(f, i, parent, row)
	}
	f.stamp(i, row)
	if at := t.Index("companyId"); at >= 0 {
		row[at] = int64(f.company[t.Name][i]) + 1
	}
	if keptTables[t.Name] {
		f.kept[t.Name] = append(f.kept[t.Name], row)
	}
	for at, c := range t.Columns {
		if s, ok := row[at].(string); ok && c.Secret {
			row[at] = f.cipher.Encrypt([]byte(s))
		}
	}
	return yield(t, slices.Clone(row))
}

// maker returns what makes values of a column.
func (f *filler) maker(c Column) func(i, company, day int) any {
	value := f.plain(c)
	if !c.Nullable {
		return value
	}
	return func(i, company, day int) any {
		if f.r.IntN(100) < 18 {
			return nil
		}
		return value(i, company, day)
	}
}

func (f *filler) plain(c Column) func(i, company, day int) any {
	switch {
	case c.Name == "id":
		return func(i, _, _ int) any { return int64(i + 1) }
	case c.References != "":
		return func(i, company, _ int) any { return f.pick(c.References, company) }
	case strings.HasPrefix(c.values, "@"):
		return func(i, company, _ int) any { return text(c.values[1:], f.r, company, i) }
	case strings.Contains(c.values, "%"):
		return func(i, _, _ int) any { return fmt.Sprintf(c.values, i+1) }
	case strings.HasPrefix(c.Type, "enum"):
		return f.choice(strings.Split(strings.Trim(c.Type[4:], "()'"), "','"))
	case c.Type == "tinyint(1)":
		return f.truth(c.Name)
	case c.Type == "datetime":
		return func(_, _, day int) any { return at(day, 7*60+5*f.r.IntN(130)) }
	}
	if least, most, ok := strings.Cut(c.values, ".."); ok {
		return f.between(c, number(least), number(most))
	}
	if c.values == "" {
		if c.Type == "date" {
			return func(_, _, day int) any { return at(day, 0) }
		}
		return func(int, int, int) any { return c.zero() }
	}
	choices := strings.Split(c.values, "|")
	if c.isText() {
		return f.choice(choices)
	}
	index := f.choice(choices)
	return func(i, company, day int) any { return c.number(number(index(i, company, day).(string))) }
}

// choice takes one of a list: in order if the table has few rows, those of one company
// behind each other, else the first likeliest.
func (f *filler) choice(choices []string) func(i, company, day int) any {
	t := f.t
	return func(i, _, _ int) any {
		switch {
		case t.each != "" || t.rows > few:
			return choices[skewed(f.r, len(choices))]
		case t.Index("companyId") >= 0 && t.rows != len(choices):
			return choices[i/len(shares)%len(choices)]
		}
		return choices[i%len(choices)]
	}
}

// between takes a number or a day of a range; small numbers are likelier.
func (f *filler) between(c Column, least, most float64) func(i, company, day int) any {
	if c.Type == "date" {
		return func(int, int, int) any { return at(int(least)+f.r.IntN(int(most-least)+1), 0) }
	}
	return func(int, int, int) any {
		u := f.r.Float64()
		if c.Type == "int" || c.Name == "quantity" {
			return c.number(math.Floor(least + (most-least+1)*u))
		}
		return c.number(least + (most-least)*math.Pow(u, 1.6))
	}
}

// truth is how often what a column states is the case.
func (f *filler) truth(column string) func(i, company, day int) any {
	percent := 22
	switch column {
	case "isActive":
		percent = 93
	case "isBillable", "hasPassed", "wouldRecommend", "isPaid", "isField":
		percent = 82
	}
	return func(int, int, int) any {
		if f.r.IntN(100) < percent {
			return int64(1)
		}
		return int64(0)
	}
}

// at is a time on a day counted from Today.
func at(day, minute int) time.Time {
	return Today.AddDate(0, 0, day).Add(time.Duration(minute) * time.Minute)
}

func daysFrom(date time.Time) int { return int(date.Sub(Today).Hours() / 24) }

func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("demo: " + err.Error())
	}
	return v
}

func (c Column) isText() bool {
	return strings.Contains(c.Type, "char") || c.Secret || c.Type == "time"
}

// Scale is the number of digits behind the point of a decimal column.
func (c Column) Scale() int {
	if !strings.HasPrefix(c.Type, "decimal") {
		return 0
	}
	scale, err := strconv.Atoi(strings.TrimSuffix(c.Type[strings.Index(c.Type, ",")+1:], ")"))
	if err != nil {
		panic("demo: " + c.Type + " has no scale")
	}
	return scale
}

// number is a value of a numeric column.
func (c Column) number(v float64) any {
	if !strings.HasPrefix(c.Type, "decimal") {
		return int64(v)
	}
	return Decimal{int64(math.Round(v * math.Pow10(c.Scale()))), c.Scale()}
}

func (c Column) zero() any {
	if c.isText() {
		return ""
	}
	return c.number(0)
}
