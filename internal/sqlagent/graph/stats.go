package graph

import (
	"cmp"
	"slices"
	"strings"

	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// Stats are figures about a graph.
type Stats struct {
	Tables        int                        `json:"tables"`
	Columns       int                        `json:"columns"`
	Relationships int                        `json:"relationships"`
	Kinds         map[schema.Kind]int        `json:"kinds"`
	Cardinalities map[schema.Cardinality]int `json:"cardinalities"`
	// Usable are those that are sure enough for joins.
	Usable int `json:"usable"`
	// Parts are groups of tables that hang together, the largest first.
	Parts int `json:"parts"`
	// Largest is how many tables the largest part has.
	Largest int `json:"largest"`
	// Alone are the tables without a usable relationship.
	Alone []string `json:"alone"`
	// NoKey are the tables without a primary key.
	NoKey []string `json:"no_key"`
	// Busiest are the tables with the most relationships.
	Busiest []Busy `json:"busiest"`
	// Ambiguous is how many pairs of neighbours have more than one relationship.
	Ambiguous int `json:"ambiguous"`
}

// Busy is a table with how many relationships it has.
type Busy struct {
	Table         string `json:"table"`
	Relationships int    `json:"relationships"`
}

// Measure counts.
func Measure(g *schema.Graph) Stats {
	s := Stats{Tables: g.Len(), Relationships: len(g.Relationships), Kinds: map[schema.Kind]int{}, Cardinalities: map[schema.Cardinality]int{}, Alone: []string{}, NoKey: []string{}}
	degree, pairs := map[string]int{}, map[[2]string]map[string]bool{}
	parts := newParts()
	for _, r := range g.Relationships {
		s.Kinds[r.Kind]++
		s.Cardinalities[r.Cardinality]++
		if r.Confidence < joingraph.DefaultConfidence {
			continue
		}
		s.Usable++
		a, b := strings.ToLower(r.FromTable), strings.ToLower(r.ToTable)
		degree[a]++
		if a == b {
			continue
		}
		degree[b]++
		parts.join(a, b)
		pair := [2]string{min(a, b), max(a, b)}
		if pairs[pair] == nil {
			pairs[pair] = map[string]bool{}
		}
		pairs[pair][r.Key()] = true
	}
	for _, joins := range pairs {
		if len(joins) > 1 {
			s.Ambiguous++
		}
	}
	sizes := map[string]int{}
	for _, t := range g.Tables() {
		s.Columns += len(t.Columns)
		name := strings.ToLower(t.Name)
		sizes[parts.of(name)]++
		if degree[name] == 0 {
			s.Alone = append(s.Alone, t.Name)
		} else {
			s.Busiest = append(s.Busiest, Busy{t.Name, degree[name]})
		}
		if len(t.PrimaryKey) == 0 {
			s.NoKey = append(s.NoKey, t.Name)
		}
	}
	for _, n := range sizes {
		s.Parts++
		s.Largest = max(s.Largest, n)
	}
	slices.SortStableFunc(s.Busiest, func(a, b Busy) int { return cmp.Compare(b.Relationships, a.Relationships) })
	s.Busiest = s.Busiest[:min(len(s.Busiest), 10)]
	return s
}

// parts are sets of names that hang together.
type parts struct{ above map[string]string }

func newParts() parts { return parts{map[string]string{}} }

func (p parts) of(name string) string {
	for p.above[name] != "" {
		name = p.above[name]
	}
	return name
}

func (p parts) join(a, b string) {
	if a, b = p.of(a), p.of(b); a != b {
		p.above[max(a, b)] = min(a, b)
	}
}
