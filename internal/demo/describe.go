package demo

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Table is a table of the demo database as tables.txt describes it.
type Table struct {
	Name, Comment string
	Columns       []Column

	// A table has a fixed number of rows, or for each row of a parent between least
	// and most.
	rows        int
	each        string
	least, most int
	byName      map[string]int
}

// Column is a column of a table.
type Column struct {
	Name, Comment string
	// Type is MySQL's, in small letters: "int", "varchar(60)", "enum('a','b')".
	Type     string
	Nullable bool
	// Unique columns have a unique key of their own. The column id is the primary key.
	Unique bool
	// Secret columns hold text that is encrypted with the key of the database.
	Secret bool
	// References is the table whose id the column holds, and Held says whether a foreign
	// key of the database holds that.
	References string
	Held       bool
	// Among are the tables one of whose ids the column holds; entityType says which.
	Among []string

	values string
}

//go:embed tables.txt
var description string

// Tables are all tables, in the order of their description. They are shared: not to be
// changed.
var Tables = sync.OnceValue(func() []*Table {
	tables, err := describe(description)
	if err != nil {
		panic("demo: " + err.Error())
	}
	return tables
})

var tablesByName = sync.OnceValue(func() map[string]*Table {
	index := map[string]*Table{}
	for _, t := range Tables() {
		index[t.Name] = t
	}
	return index
})

// Find returns the table of a name, or nil.
func Find(name string) *Table { return tablesByName()[name] }

// Index is the place of a column in a row, or -1.
func (t *Table) Index(column string) int {
	if i, ok := t.byName[column]; ok {
		return i
	}
	return -1
}

func describe(text string) ([]*Table, error) {
	var tables []*Table
	for number, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		fields, comment, ok := strings.Cut(line, " # ")
		if !ok {
			return nil, fmt.Errorf("line %d has no comment", number+1)
		}
		var err error
		if column, ok := strings.CutPrefix(fields, "\t"); ok && len(tables) > 0 {
			err = tables[len(tables)-1].addColumn(column, comment)
		} else {
			var t *Table
			t, err = newTable(fields, comment)
			tables = append(tables, t)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	for _, t := range tables {
		t.finish()
	}
	return tables, nil
}

var eachPattern = regexp.MustCompile(`^each=(\w+):(\d+)\.\.(\d+)$`)

func newTable(text, comment string) (*Table, error) {
	fields := strings.Fields(text)
	t := &Table{Name: fields[0], Comment: comment}
	t.add(Column{Name: "id", Type: "int", Comment: "Number of the row"})
	for _, option := range fields[1:] {
		var err error
		switch {
		case option == "audited" || option == "company":
			t.byName[option] = 0 // until finish
		case strings.HasPrefix(option, "rows="):
			t.rows, err = strconv.Atoi(option[len("rows="):])
		default:
			m := eachPattern.FindStringSubmatch(option)
			if m == nil {
				return nil, fmt.Errorf("%q is no option of a table", option)
			}
			t.each = m[1]
			t.least, _ = strconv.Atoi(m[2])
			t.most, _ = strconv.Atoi(m[3])
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *Table) add(c Column) {
	if t.byName == nil {
		t.byName = make(map[string]int)
	}
	t.byName[c.Name] = len(t.Columns)
	t.Columns = append(t.Columns, c)
}

// finish adds the columns that many tables have.
func (t *Table) finish() {
	_, company := t.byName["company"]
	_, audited := t.byName["audited"]
	delete(t.byName, "company")
	delete(t.byName, "audited")
	if company {
		t.add(Column{Name: "companyId", Type: "int", References: "company", Held: true, Comment: "Company of the group that the row belongs to"})
	}
	if audited {
		t.add(Column{Name: "createdBy", Type: "int", References: "user", Held: true, Nullable: true, Comment: "User who created the row; empty for programs"})
		t.add(Column{Name: "updatedBy", Type: "int", References: "user", Held: true, Nullable: true, Comment: "User who changed the row last"})
		t.add(Column{Name: "createdAt", Type: "datetime", Comment: "Time at which the row was created"})
		t.add(Column{Name: "updatedAt", Type: "datetime", Comment: "Time of the last change"})
	}
}

func (t *Table) addColumn(text, comment string) error {
	text, values, _ := strings.Cut(text, " = ")
	fields := strings.Fields(text)
	c := Column{Name: fields[0], Comment: comment, values: values}
	fields = fields[1:]
	if len(fields) > 1 && (fields[0] == "->" || fields[0] == "~>") {
		c.Type, c.References, c.Held = "int", fields[1], fields[0] == "->"
		fields = fields[2:]
	} else if len(fields) > 1 && fields[0] == "=>" {
		c.Type, c.Among = "int", strings.Split(fields[1], "|")
		fields = fields[2:]
	} else if len(fields) > 0 {
		c.Type, fields = fields[0], fields[1:]
		if size, ok := strings.CutPrefix(c.Type, "secret"); ok {
			c.Type, c.Secret = "varbinary"+size, true
		}
	}
	for _, option := range fields {
		switch option {
		case "null":
			c.Nullable = true
		case "unique":
			c.Unique = true
		default:
			return fmt.Errorf("%q is no option of a column", option)
		}
	}
	if c.Type == "" {
		return fmt.Errorf("column %s has no type", c.Name)
	}
	if t.Index(c.Name) >= 0 {
		return fmt.Errorf("table %s has two columns %s", t.Name, c.Name)
	}
	t.add(c)
	return nil
}
