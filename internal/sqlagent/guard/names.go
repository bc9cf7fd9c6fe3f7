package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/say"
)

// check is the work on one query. Its memory, the parser's among it, is used again for the
// next one.
type check struct {
	guard    *Guard
	parser   *parser.Parser
	refusals []Refusal
	warnings []Refusal
	tables   []string // as they are named, some more than once
	columns  []string
	views    bool
	depth    int
	blocks   int
	unnamed  int // derived tables

	// summing is the SELECT in which a sensitive column may be named, or nil.
	summing *scope

	scopes  []scope
	sources []source
}

// done gives a check back, with nothing left in it of the query.
func (c *check) done() {
	clear(c.scopes)
	clear(c.sources)
	*c = check{guard: c.guard, parser: c.parser, tables: c.tables[:0], columns: c.columns[:0], scopes: c.scopes[:0], sources: c.sources[:0]}
	c.guard.idle.Put(c)
}

// made adds a value to a list and gives its place, which does not move: a full list is
// left to those who point into it, and another begins.
func made[T any](list *[]T, value T) *T {
	if len(*list) == cap(*list) {
		*list = make([]T, 0, 16)
	}
	*list = append(*list, value)
	return &(*list)[len(*list)-1]
}

// column is a column of a table, a derived table or a select list.
type column struct {
	name, lower string
	// table is the base table that it comes from unchanged, or nil; its name there is of.
	table *table
	of    string // folded; empty if it is lower
	// spoken and key are table.column, as verdicts have it and as joins do. Only columns
	// of tables themselves have them.
	spoken, key string
	sensitive   bool
}

func (c *column) baseName() string {
	if c.of != "" {
		return c.of
	}
	return c.lower
}

// base is the column of a table that this one is unchanged, or nil.
func (c *column) base() *column {
	if c.table == nil {
		return nil
	}
	return &c.table.columns[c.table.byName[c.baseName()]]
}

// source is one entry of a FROM.
type source struct {
	name    ast.CIStr
	table   *table // nil for derived tables
	columns []column
	// unknown means that the table does not exist: what is named of it is not looked for.
	unknown bool
	// single means that it has one row, so that it can stand beside any other.
	single bool
	// absorbed are columns that USING has made one with those of a source before it.
	absorbed []string
	home     *scope
	index    int
}

func (s *source) column(lower string) *column {
	if s.table != nil {
		if i, ok := s.table.byName[lower]; ok {
			return &s.table.columns[i]
		}
		return nil
	}
	for i := range s.columns {
		if s.columns[i].lower == lower {
			return &s.columns[i]
		}
	}
	return nil
}

// hides reports whether the server may know a name here that the person does not. MySQL
// compares names without accents, so a letter outside ASCII may stand for any.
func (s *source) hides(name string) bool {
	return s.table != nil && slices.ContainsFunc(s.table.hidden, func(h string) bool { return mayEqual(h, name) })
}

func mayEqual(a, b string) bool {
	if a == b || isASCII(a) && isASCII(b) {
		return a == b
	}
	ra, rb := letters(a), letters(b)
	return slices.EqualFunc(ra, rb, func(x, y rune) bool { return x == y || x >= utf8.RuneSelf || y >= utf8.RuneSelf })
}

func isASCII(name string) bool {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// letters are those of a name without marks on them: İ in small letters is an i and a dot.
func letters(name string) []rune {
	return slices.DeleteFunc([]rune(name), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
}

// When a clause looks at what the select list calls its columns.
type labelsSeen int

const (
	never labelsSeen = iota
	after            // GROUP BY: after the columns of the tables
	first            // HAVING and ORDER BY: before them
)

// scope is what names mean in one SELECT.
type scope struct {
	outer   *scope
	tables  *named // table expressions of WITH
	sources []*source
	labels  []column
	seen    labelsSeen
	merged  []string // columns of USING, in their order

	touched uint64 // sources that were named since it was set to 0, by index
	groups  groups // which sources conditions connect
	equals  []equality
	crowds  []crowd
}

// named is a table expression of WITH, and those before it.
type named struct {
	name      ast.CIStr
	columns   []column
	single    bool
	recursive bool // is being defined, or names itself
	before    *named
}

func (n *named) find(lower string) *named {
	for ; n != nil; n = n.before {
		if n.name.L == lower {
			return n
		}
	}
	return nil
}

func (s *scope) source(lower string) *source {
	for _, src := range s.sources {
		if src.name.L == lower {
			return src
		}
	}
	return nil
}

// found is a column with the source that has it; both are nil for a label or where the
// table is unknown.
type found struct {
	source *source
	column *column
}

// resolve finds what a name means and spells its table as the output does.
func (c *check) resolve(name *ast.ColumnName, s *scope) found {
	if name.Schema.L != "" && !c.isOurs(name.Schema.L) {
		return found{}
	}
	if name.Table.L != "" {
		return c.resolveQualified(name, s)
	}
	for level := s; level != nil; level = level.outer {
		if slices.ContainsFunc(level.sources, func(src *source) bool { return src.hides(name.Name.L) }) {
			break
		}
		if level.seen == first {
			if l := level.label(name.Name.L); l != nil {
				return c.use(found{column: l})
			}
		}
		f, many, unknown := level.unqualified(name.Name.L)
		switch {
		case many:
			c.refuse(Ambiguous, say.T("Column '{column}' is in several tables of the query: write the table before it.", "column", name.Name.O), c.qualified(name, level))
			return found{}
		case f.column != nil:
			return c.use(f)
		case level.seen == after && level.label(name.Name.L) != nil:
			return c.use(found{column: level.label(name.Name.L)})
		case unknown:
			return found{}
		}
	}
	c.unknownColumn(name, s, nil)
	return found{}
}

func (c *check) resolveQualified(name *ast.ColumnName, s *scope) found {
	for level := s; level != nil; level = level.outer {
		src := level.source(name.Table.L)
		if src == nil {
			continue
		}
		name.Table = src.name
		if src.unknown || name.Schema.L != "" && !c.isStored(src) {
			return found{}
		}
		name.Schema = ast.CIStr{}
		if col := src.column(name.Name.L); col != nil {
			return c.use(found{src, col})
		}
		c.unknownColumn(name, s, src)
		return found{}
	}
	c.unknownQualifier(name, s)
	return found{}
}

// unqualified finds a column among the sources of one SELECT.
func (s *scope) unqualified(lower string) (f found, many, unknown bool) {
	for _, src := range s.sources {
		unknown = unknown || src.unknown
		if slices.Contains(src.absorbed, lower) {
			continue
		}
		if col := src.column(lower); col != nil {
			many = many || f.column != nil
			f = found{src, col}
		}
	}
	return f, many, unknown
}

func (s *scope) label(lower string) *column {
	for i := range s.labels {
		if s.labels[i].lower == lower {
			return &s.labels[i]
		}
	}
	return nil
}

// use notes that a column is named.
func (c *check) use(f found) found {
	if !c.maySum(f) {
		return found{}
	}
	if f.source != nil {
		f.source.home.touched |= 1 << f.source.index
	}
	if base := f.column.base(); base != nil {
		c.columns = append(c.columns, base.spoken)
	}
	return f
}

// isOurs refuses names of other databases, those of the server itself among them.
func (c *check) isOurs(lower string) bool {
	if lower == c.guard.database {
		return true
	}
	c.notStored()
	return false
}

// isStored refuses the database's name before what the query itself has made: servers find
// shop.c.id where c is a table, and not where it is a subquery or a table expression.
func (c *check) isStored(src *source) bool {
	if src.table == nil {
		c.notStored()
	}
	return src.table != nil
}

func (c *check) notStored() {
	c.refuse(Schema, say.T("Only tables of this database can be read: leave the database's name out."), "")
}

// How long names may be, in characters: MySQL's limits.
const (
	longestName  = 64
	longestLabel = 256
)

// newName checks a name that the query gives to something.
func (c *check) newName(name string, most int) {
	if utf8.RuneCountInString(name) > most || strings.TrimSpace(name) != name {
		c.refuse(Name, say.T("A name in the query is too long, or begins or ends with a space."), "")
	}
}
