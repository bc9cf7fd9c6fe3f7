package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

// farthest is how unlike a suggestion may be.
const farthest = .75

// unknownColumn refuses a column that is in none of the tables where it may be. of is the
// table that was named, or nil.
func (c *check) unknownColumn(name *ast.ColumnName, s *scope, of *source) {
	var sources []*source
	for level := s; level != nil; level = level.outer {
		sources = append(sources, level.sources...)
	}
	var message string
	elsewhere := c.elsewhere(name.Name.L)
	if of == nil && len(sources) == 1 {
		of = sources[0]
	}
	if of != nil {
		message = say.T("Column '{table}.{column}' does not exist in '{table}'.", "table", of.spoken(), "column", name.Name.O)
	} else {
		message = say.T("Column '{column}' does not exist in the tables of the query.", "column", name.Name.O)
	}
	if len(elsewhere) > 0 {
		message += " " + say.T("Found in: {tables}.", "tables", c.guard.list(elsewhere))
	}
	if of != nil {
		message += " " + say.T("Available: {columns}.", "columns", c.guard.list(columnNames(of)))
	} else {
		for _, src := range sources {
			message += " " + say.T("Available in {table}: {columns}.", "table", src.spoken(), "columns", c.guard.list(columnNames(src)))
		}
	}
	c.refuse(Column, message, c.nearest(name, sources, of, elsewhere))
}

// spoken is what a source is called in sentences: its table, else the name in the query.
func (s *source) spoken() string {
	if s.table != nil {
		return s.table.name.O
	}
	return s.name.O
}

func columnNames(s *source) []string {
	var names []string
	for _, col := range s.all() {
		names = append(names, col.name)
	}
	return names
}

func (g *Guard) list(names []string) string {
	if most := g.rules.MaxListed; len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}

// elsewhere are the tables that have a column of this name.
func (c *check) elsewhere(lower string) []string {
	var names []string
	for _, name := range c.guard.names {
		t := c.guard.tables[fold(name)]
		if _, ok := t.byName[lower]; ok && c.guard.isBase(t) {
			names = append(names, t.name.O)
		}
	}
	return names
}

// isBase reports whether a table is not the view of another, which would be named beside
// it.
func (g *Guard) isBase(t *table) bool { return t.base == t.name.L }

// nearest is the column that was most likely meant: one of that name in another table of
// the query, else the most similar name in the table that was named, else in the others,
// else one of that name anywhere.
func (c *check) nearest(name *ast.ColumnName, sources []*source, of *source, elsewhere []string) string {
	for _, src := range sources {
		if src.column(name.Name.L) != nil {
			return src.spoken() + "." + src.column(name.Name.L).name
		}
	}
	best, distance := "", farthest
	try := func(src *source, handicap float64) {
		for _, col := range src.all() {
			if d := src.unlike(name.Name.L, col.lower) + handicap; d < distance {
				best, distance = src.spoken()+"."+col.name, d
			}
		}
	}
	for _, src := range sources {
		if src == of || of == nil {
			try(src, 0)
		} else {
			try(src, .15)
		}
	}
	if len(elsewhere) > 0 && distance > .3 {
		t := c.guard.tables[fold(elsewhere[0])]
		return t.columns[t.byName[name.Name.L]].spoken
	}
	return best
}

// qualified are the tables that an ambiguous column may be of.
func (c *check) qualified(name *ast.ColumnName, s *scope) string {
	var names []string
	for _, src := range s.sources {
		if src.column(name.Name.L) != nil {
			names = append(names, src.name.O+"."+name.Name.O)
		}
	}
	return c.guard.list(names)
}

// unknownQualifier refuses a column of a table that is not in the query.
func (c *check) unknownQualifier(name *ast.ColumnName, s *scope) {
	var names, having []string
	for level := s; level != nil; level = level.outer {
		for _, src := range level.sources {
			names = append(names, src.name.O)
			if src.column(name.Name.L) != nil {
				having = append(having, src.name.O)
			}
			if src.unknown && unlike(src.name.L, name.Table.L) < .5 {
				return // what is wrong with it has been said
			}
		}
	}
	best := nearestOf(name.Table.L, having)
	if best == "" {
		best = nearestOf(name.Table.L, names)
	}
	message := say.T("The query has no table '{table}' in its FROM.", "table", name.Table.O)
	if len(names) > 0 {
		message += " " + say.T("It has: {tables}.", "tables", c.guard.list(names))
	}
	if best != "" {
		best += "." + name.Name.O
	}
	c.refuse(Column, message, best)
}

// unknownTable refuses a table that does not exist, or that the person may not read.
func (c *check) unknownTable(name string, s *scope) {
	var tables []string
	for n := s.tables; n != nil; n = n.before {
		tables = append(tables, n.name.O)
	}
	for _, n := range c.guard.names {
		if c.guard.isBase(c.guard.tables[fold(n)]) {
			tables = append(tables, n)
		}
	}
	message := say.T("Table '{table}' does not exist.", "table", name) + " " + say.T("Available: {tables}.", "tables", c.guard.list(tables))
	c.refuse(Table, message, nearestTable(name, tables))
}

// nearestTable is the table that was most likely meant: the one with the most words of the
// name and none beside them, else the most similar one.
func nearestTable(name string, tables []string) string {
	if len(tables) == 0 {
		return ""
	}
	bare := bareName(name)
	asked := schema.Words(bare)
	distance := func(table string) float64 {
		if joined(table) == joined(bare) {
			return 0
		}
		own := schema.Words(table)
		if len(own) > 0 && !slices.ContainsFunc(own, func(w string) bool { return !slices.Contains(asked, w) }) {
			return .3 * float64(len(asked)-len(own)+1) / float64(len(asked)+1)
		}
		return min(unlike(fold(name), fold(table)), unlike(fold(bare), fold(table)))
	}
	return slices.MinFunc(tables, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
}

// bareName is a table's name without what people put before and after one.
func bareName(name string) string {
	lower := fold(name)
	if len(lower) != len(name) {
		return name
	}
	from, to := 0, len(name)
	for _, prefix := range []string{"secure_", "tbl_", "vw_", "v_"} {
		if strings.HasPrefix(lower[from:to], prefix) {
			from += len(prefix)
		}
	}
	for _, suffix := range []string{"_view", "_table", "_tbl"} {
		if strings.HasSuffix(lower[from:to], suffix) {
			to -= len(suffix)
		}
	}
	return name[from:to]
}

// joined is a name without the marks between its words.
func joined(name string) string { return strings.ReplaceAll(fold(name), "_", "") }

func nearestOf(lower string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return slices.MinFunc(names, func(a, b string) int { return cmp.Compare(unlike(lower, fold(a)), unlike(lower, fold(b))) })
}

// unlike compares a name with that of a column, also without the table's name before it:
// singer_name is the name of a singer.
func (s *source) unlike(lower, column string) float64 {
	d := unlike(lower, column)
	if s.table == nil {
		return d
	}
	for _, table := range singulars(s.table.name.L) {
		if rest, ok := strings.CutPrefix(lower, table); ok {
			d = min(d, unlike(strings.TrimLeft(rest, "_"), column)+.05)
		}
	}
	return d
}

// unlike says how different two folded names are, from 0 for the same to 1: the edits
// from one to the other by the longer one's length, less if one has the words of the
// other in it.
func unlike(a, b string) float64 {
	d := float64(words.Edits(a, b)) / float64(max(len(a), len(b), 1))
	if short := min(len(a), len(b)); short >= 3 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		d = min(d, .4)
	}
	return d
}
