package guard

import (
	"slices"
	"strings"
	"unicode"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// joins knows which columns belong together. Declared relationships are not enough: in the
// databases that people ask about, one join in twenty uses columns without a key. So names
// speak too, as they do for a reader:
//
//   - a column that is called as another table's key, or ends so: customerId, homeTeamId;
//   - two columns of the same name that end as keys do: player_id and player_id;
//   - a column that is called as another table with its key, or as the table alone, if the
//     key is one column: setCode for sets.code, airline for airlines.uid.
//
// Columns that point to the same key belong together if they are called alike, or if
// neither table has another such column: createdBy and createdBy, not createdBy and
// changedBy. Two keys that one column points to do not: a note is about an order or about
// a customer, and no order is a customer.
type joins struct {
	direct map[[2]string]bool  // pairs of table.column in their order
	keys   map[string][]string // by column, what it points to
	roles  map[[2]string]int   // how many columns of a table point to a key
	isKey  map[string]bool     // columns that point to a key, and keys
	known  map[string]bool     // tables of which a relationship is known
}

// newJoins reads the relationships and the names of a graph.
func newJoins(g *Guard) joins {
	j := joins{map[[2]string]bool{}, map[string][]string{}, map[[2]string]int{}, map[string]bool{}, map[string]bool{}}
	for _, r := range g.rules.Graph.Relationships {
		from, to := g.baseOf(r.FromTable), g.baseOf(r.ToTable)
		j.known[from], j.known[to] = true, true
		for _, p := range r.Columns {
			a, b := from+"."+fold(p.From), to+"."+fold(p.To)
			if r.Cardinality == schema.OneToMany {
				a, b = b, a
			}
			j.add(a, b)
			if r.Cardinality == schema.OneToOne {
				j.add(b, a)
			}
		}
	}
	keys := g.keyNames()
	for _, t := range g.tables {
		if !g.isBase(t) {
			continue
		}
		for _, col := range t.columns {
			for _, key := range keys.of(t.base, col.name) {
				j.add(t.base+"."+col.lower, key)
			}
		}
	}
	return j
}

// baseOf is the table that relationships are kept by: a view's are those of its base.
func (g *Guard) baseOf(name string) string {
	if t := g.tables[fold(name)]; t != nil {
		return t.base
	}
	return fold(name)
}

// add notes that a column points to a key.
func (j joins) add(column, key string) {
	j.direct[[2]string{min(column, key), max(column, key)}] = true
	j.isKey[column], j.isKey[key] = true, true
	if !slices.Contains(j.keys[column], key) {
		table, _, _ := strings.Cut(column, ".")
		j.keys[column] = append(j.keys[column], key)
		j.roles[[2]string{table, key}]++
	}
}

// keyNames are the names by which columns point to keys.
type keyNames struct {
	named  map[string][]string // how a column may end, with the keys
	tables map[string][]string // what a column may be called that is called as a table
	own    map[string]bool     // keys of one column, as table.column
}

func (g *Guard) keyNames() keyNames {
	k := keyNames{map[string][]string{}, map[string][]string{}, map[string]bool{}}
	things := map[string]string{}
	for _, t := range g.rules.Graph.Tables() {
		for _, thing := range singulars(join(wordsOf(t.Name))) {
			things[thing] = t.Name
		}
	}
	for _, t := range g.rules.Graph.Tables() {
		if g.tables[fold(t.Name)] == nil {
			continue
		}
		for _, col := range t.Columns {
			name, key := join(wordsOf(col.Name)), g.baseOf(t.Name)+"."+fold(col.Name)
			only := len(t.PrimaryKey) == 1 && strings.EqualFold(t.PrimaryKey[0], col.Name)
			k.own[key] = k.own[key] || only
			// A key that is called as another table stands for that one's rows.
			if of := things[name]; only && !generic[name] && (of == "" || of == t.Name) {
				k.named[name] = append(k.named[name], key)
			}
			if !only && !generic[name] {
				continue
			}
			for _, table := range singulars(join(wordsOf(t.Name))) {
				k.named[table+name] = append(k.named[table+name], key)
				if only {
					k.tables[table] = append(k.tables[table], key)
				}
			}
		}
	}
	return k
}

// of are the keys of other tables, or of its own, that a column's name points to. A
// key of its own table points to what is called as it as a whole.
func (k keyNames) of(base, column string) []string {
	var out []string
	words := wordsOf(column)
	own := k.own[base+"."+fold(column)]
	add := func(keys []string, whole bool) {
		for _, key := range keys {
			if within := strings.HasPrefix(key, base+"."); !within || !whole {
				out = append(out, key)
			}
		}
	}
	for i := range words {
		if end := join(words[i:]); !generic[end] && (i == 0 || !own) {
			add(k.named[end], i == 0)
		}
	}
	add(k.tables[join(words)], true)
	return out
}

// generic are names of keys that say nothing about the table: two columns called id are
// those of two things.
var generic = setOf("id uid uuid guid key pk code no nr num number name title rowid index idx")

// wordsOf divides a name where its writer did: at signs and at capitals.
func wordsOf(name string) []string {
	var out []string
	word := ""
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			out, word = append(out, word), ""
			continue
		case i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsUpper(runes[i-1]) && unicode.IsLower(runes[i+1])):
			out, word = append(out, word), ""
		}
		word += string(unicode.ToLower(r))
	}
	return append(out, word)
}

func join(words []string) string { return strings.Join(words, "") }

// singulars are what one thing of a table may be called.
func singulars(table string) []string {
	out := []string{table}
	if t, ok := strings.CutSuffix(table, "ies"); ok {
		out = append(out, t+"y")
	}
	if t, ok := strings.CutSuffix(table, "es"); ok {
		out = append(out, t)
	}
	if t, ok := strings.CutSuffix(table, "s"); ok {
		out = append(out, t)
	}
	return out
}

// related reports whether two columns, as table.column, belong together.
func (j joins) related(a, b string) bool {
	if a == b || j.direct[[2]string{min(a, b), max(a, b)}] {
		return true
	}
	one, ca, _ := strings.Cut(a, ".")
	other, cb, _ := strings.Cut(b, ".")
	if ca == cb && isKey(ca) {
		return true
	}
	alike := strings.HasSuffix(ca, cb) || strings.HasSuffix(cb, ca)
	return slices.ContainsFunc(j.keys[a], func(key string) bool {
		return slices.Contains(j.keys[b], key) && (alike || j.roles[[2]string{one, key}] == 1 && j.roles[[2]string{other, key}] == 1)
	})
}

// isKey reports whether a folded name is that of something's key, and not of a key alone.
func isKey(name string) bool {
	return !generic[name] && slices.ContainsFunc([]string{"id", "code", "key", "number", "num"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// key names a column in joins, or gives false if it is none of a table.
func (f found) key() (string, bool) {
	base := f.column.base()
	if base == nil {
		return "", false
	}
	return base.key, true
}

// belong reports whether two columns may be joined. What is made from columns may be
// anything.
func (c *check) belong(eq equality) bool {
	a, known := eq.a.key()
	b, fine := eq.b.key()
	return !known || !fine || eq.a.source == eq.b.source || c.guard.joins.related(a, b)
}

// doubt refuses a join of columns that do not belong together. Of tables without any
// relationship nothing is known, and the join is only doubted.
func (c *check) doubt(eq equality) {
	j := c.guard.joins
	a, _ := eq.a.key()
	b, _ := eq.b.key()
	suggestion := j.suggest(eq.a.source, eq.b.source, a, b)
	if suggestion == "" && !j.known[eq.a.column.table.base] && !j.known[eq.b.column.table.base] {
		message := say.T("It is not known whether '{a}' and '{b}' belong together.", "a", eq.a.spoken(), "b", eq.b.spoken())
		c.warnings = append(c.warnings, Refusal{Code: Join, Message: message})
		return
	}
	c.refuse(Join, say.T("'{a}' and '{b}' do not belong together: no relationship joins these columns.", "a", eq.a.spoken(), "b", eq.b.spoken()), suggestion)
}

func (f found) spoken() string { return f.source.spoken() + "." + f.column.name }

// suggest is a condition that joins two sources, best one that keeps a column that was
// named.
func (j joins) suggest(a, b *source, named ...string) string {
	best, points := "", -1
	for _, ca := range a.all() {
		for _, cb := range b.all() {
			ka, known := found{a, &ca}.key()
			kb, fine := found{b, &cb}.key()
			if !known || !fine || ka == kb || !j.related(ka, kb) {
				continue
			}
			p := 0
			if slices.Contains(named, ka) || slices.Contains(named, kb) {
				p += 2
			}
			if j.direct[[2]string{min(ka, kb), max(ka, kb)}] {
				p++
			}
			if p > points {
				best, points = a.name.O+"."+ca.name+" = "+b.name.O+"."+cb.name, p
			}
		}
	}
	return best
}
