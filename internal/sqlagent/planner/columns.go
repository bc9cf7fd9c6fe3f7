package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// kind is what a column can be asked for.
type kind uint8

const (
	isText kind = iota
	isNumber
	isDate
	isTruth // holds whether something is so
	isOther // a blob, a document
)

// column is a column with what its name, type and comment say of it.
type column struct {
	*schema.Column
	table *table
	kind  kind
	// key is set for columns that only identify: primary and foreign keys.
	key bool
	// audit is set for columns that most tables have and that tell of the row, not of
	// the thing: who wrote it, and when.
	audit bool
	words []string // stems of its name
	// deeds are, of a date, the stems of its comment: what was done on that day.
	deeds []string
}

func (c *column) place() Place { return Place{c.table.Name, c.Name} }

// kindOf reads a type as databases write it.
func kindOf(c *schema.Column) kind {
	base, _, _ := strings.Cut(strings.ToLower(c.Type), "(")
	base = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(base), " unsigned"))
	truth := isPrefixed(c.Name, "is", "has", "was", "can", "would", "should", "must", "did")
	switch {
	case base == "boolean", base == "bool", strings.HasPrefix(strings.ToLower(c.Type), "tinyint(1)"), strings.HasPrefix(strings.ToLower(c.Type), "bit(1)"):
		return isTruth
	case base == "date" || base == "datetime" || strings.HasPrefix(base, "timestamp"):
		return isDate
	case strings.Contains(base, "int") && base != "point" || base == "decimal" || base == "numeric" || base == "number" || base == "float" || strings.HasPrefix(base, "double") || base == "real" || base == "money" || base == "year":
		if truth && base == "tinyint" {
			return isTruth
		}
		return isNumber
	case strings.Contains(base, "blob"), base == "json", base == "geometry", base == "point":
		return isOther
	}
	return isText
}

// isPrefixed reports whether a name begins with one of some words, and goes on.
func isPrefixed(name string, prefixes ...string) bool {
	w := nameParts(name)
	if len(w) < 2 {
		return false
	}
	for _, p := range prefixes {
		if w[0] == p {
			return true
		}
	}
	return false
}

// nameParts are the words of a name in lower case, with their endings.
func nameParts(name string) []string {
	var out []string
	begin := 0
	low := func(s string) {
		if s != "" {
			out = append(out, strings.ToLower(s))
		}
	}
	for i := 1; i <= len(name); i++ {
		switch {
		case i == len(name):
			low(strings.Trim(name[begin:], "_- ."))
		case name[i] == '_' || name[i] == '-' || name[i] == ' ' || name[i] == '.':
			low(strings.Trim(name[begin:i], "_- ."))
			begin = i + 1
		case isUpper(name[i]) && !isUpper(name[i-1]), isUpper(name[i]) && i+1 < len(name) && isLower(name[i+1]) && name[i+1] != 's',
			isDigit(name[i]) != isDigit(name[i-1]):
			low(strings.Trim(name[begin:i], "_- ."))
			begin = i
		}
	}
	return out
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// table is a table with its columns.
type table struct {
	*schema.Table
	words   []string
	columns []*column
	byName  map[string]*column
	bridge  bool // holds little but keys: rows of two other tables that belong together
}

func (t *table) column(name string) *column { return t.byName[strings.ToLower(name)] }

// key is the only column of the primary key, or nil.
func (t *table) key() *column {
	if len(t.PrimaryKey) != 1 {
		return nil
	}
	return t.column(t.PrimaryKey[0])
}

// partOf reports whether a table is called after another one: the locations of customers.
func (t *table) partOf(of *table) bool {
	return len(t.words) > len(of.words) && slices.Equal(t.words[:len(of.words)], of.words)
}

func newTable(of *schema.Table) *table {
	t := &table{Table: of, words: schema.Words(of.Name), byName: map[string]*column{}}
	for i := range of.Columns {
		c := &column{Column: &of.Columns[i], table: t, kind: kindOf(&of.Columns[i]), words: schema.Words(of.Columns[i].Name)}
		// A key also of a table that is not known here, or may not be read.
		c.key = c.kind == isNumber && len(c.words) > 1 && c.words[len(c.words)-1] == "id"
		if c.kind == isDate {
			c.deeds = deedsOf(c.Comment)
		}
		t.columns = append(t.columns, c)
		t.byName[strings.ToLower(c.Name)] = c
	}
	for _, name := range of.PrimaryKey {
		if c := t.column(name); c != nil && (len(of.PrimaryKey) == 1 || strings.HasSuffix(strings.ToLower(name), "id")) {
			c.key = true
		}
	}
	return t
}

// deedsOf are the stems of a date's comment that may say what was done: "order" of "Day it
// was ordered". What is empty until something happens is said behind a semicolon.
func deedsOf(comment string) []string {
	comment, _, _ = strings.Cut(comment, ";")
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(comment), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if !strings.Contains(" day time first last next date on at of by for from the a an it its is was were be must which when that this who whom until to in and or with valid person contact monday week period absence ", " "+w+" ") {
			out = append(out, schema.Stem(w), verbBase(w))
		}
	}
	return out
}

// tells reports whether a date is called after a verb, or its comment has it.
func (c *column) tells(verbs []verb) bool {
	return slices.ContainsFunc(verbs, func(v verb) bool {
		return slices.Contains(c.words, v.stem) || slices.Contains(c.deeds, v.stem) || len(v.stem) > 3 && slices.Contains(c.deeds, verbBase(v.stem))
	})
}

// generic reports whether a column's name says nothing of whose it is: then it is that of
// the thing that is spoken of.
func (c *column) generic() bool {
	w := nameParts(c.Name)
	end := w[len(w)-1]
	return len(w) == 1 && strings.Contains(" id name title code number status state type kind description details date day time amount total value price cost rate note remark comment count quantity level position result reason role rank year age phone email address unit hours days percent color label ", " "+end+" ") ||
		len(w) == 2 && strings.Contains(" id name code number description details ", " "+end+" ")
}

// longText are names of columns that hold prose, in which no whole value is looked for.
const longText = " description note notes comment remark body text summary message content detail details url path hash password token instructions "

// named reports whether values of the column name things: people, towns, kinds, codes.
func (c *column) named() bool {
	if c.kind != isText || c.key && !c.table.IsUnique(c.Name) {
		return false
	}
	for _, w := range nameParts(c.Name) {
		if strings.Contains(longText, " "+w+" ") {
			return false
		}
	}
	return !strings.HasPrefix(strings.ToLower(c.Type), "enum") && !strings.HasPrefix(strings.ToLower(c.Type), "time")
}

// rowNumbers are names of columns with a number that only one row has.
const rowNumbers = " number sku plate serialnumber "

// people reports whether a table's rows are persons: they have a first and a last name.
func (t *table) people() bool {
	shown := t.shown()
	return len(shown) == 2 && lastWord(shown[0].Name) == "name" && lastWord(shown[1].Name) == "name"
}

// born reports whether a date is that of a birth, by which the oldest of people is found: who was
// hired first is not the oldest.
func (c *column) born() bool {
	joined := strings.Join(nameParts(c.Name), "")
	return strings.Contains(joined, "birth") || strings.HasPrefix(joined, "born") || joined == "dob"
}

// shown are the columns by which a row of the table is recognised: names, else a title or
// a number, else the key.
func (t *table) shown() []*column {
	var first, last, name, number, title []*column
	for _, c := range t.columns {
		if c.kind != isText && !(c.kind == isNumber && !c.key) {
			continue
		}
		w := nameParts(c.Name)
		end := w[len(w)-1]
		switch joined := strings.Join(w, ""); {
		case c.kind == isText && (joined == "firstname" || joined == "fname" || joined == "forename" || joined == "givenname"):
			first = append(first, c)
		case c.kind == isText && (joined == "lastname" || joined == "lname" || joined == "surname" || joined == "familyname"):
			last = append(last, c)
		case c.kind == isText && (end == "name" && t.ownName(w) || joined == strings.Join(nameParts(t.Name), "")):
			name = append(name, c)
		case c.kind == isText && (end == "title" || end == "label" || end == "subject") && title == nil:
			title = append(title, c)
		case c.kind == isText && strings.Contains(rowNumbers+"code username ", " "+joined+" ") && t.IsUnique(c.Name):
			number = append(number, c)
		}
	}
	switch {
	case len(name) > 0:
		return name[:1]
	case len(first) > 0 && len(last) > 0:
		return []*column{first[0], last[0]}
	case len(title) > 0 && len(number) > 0:
		return []*column{number[0], title[0]}
	case len(number) > 0:
		return number[:1]
	case len(title) > 0:
		return title
	case len(last) > 0:
		return last[:1]
	}
	return t.fallback()
}

// listed are the columns by which a row is recognised in a list: where several rows may have the
// same name, also the number that only one has.
func (t *table) listed() []*column {
	shown := t.shown()
	if len(shown) != 1 || t.IsUnique(shown[0].Name) || lastWord(shown[0].Name) != "name" {
		return shown
	}
	for _, c := range t.columns {
		if joined := strings.Join(nameParts(c.Name), ""); c.kind == isText && strings.Contains(rowNumbers, " "+joined+" ") && t.IsUnique(c.Name) {
			return append(shown, c)
		}
	}
	return shown
}

// ownName reports whether a column called so is the name of the table's own rows: name,
// countryName of countries, companyName of leads; not the name of a file.
func (t *table) ownName(w []string) bool {
	if len(w) == 1 {
		return true
	}
	of := schema.Stem(w[len(w)-2])
	for _, word := range t.words {
		if word == of {
			return true
		}
	}
	return false
}

// fallback are the columns of a table without a name: its key, and a status or a date that
// says something of the row.
func (t *table) fallback() []*column {
	var out []*column
	for _, name := range t.PrimaryKey {
		if c := t.column(name); c != nil {
			out = append(out, c)
		}
	}
	for _, c := range t.columns {
		if len(out) >= 4 {
			break
		}
		if !c.key && !c.audit && c.kind != isOther && c.kind != isTruth && !contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
