package agent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/tables"
)

// sight is the database as it exists for some people: prompts, suggestions, plans and
// readings are made of it, so that nothing else can get into them.
type sight struct {
	rules  guard.Rules
	guard  *guard.Guard
	known  *schema.Graph
	index  *tables.Index
	finder *joingraph.Finder
	reader Reader
}

// sightOf is what exists for a person. Those who may name the same tables share one.
func (a *Agent) sightOf(who database.Person) (*sight, error) {
	rules := a.c.Rights.Rules(a.c.Graph, who)
	rules.MaxRows, rules.MaxListed = a.c.Limits.MaxRows, a.c.Limits.MaxColumnsInValidation
	rules.LeastGroup = a.c.Limits.LeastGroup
	key := "all"
	if rules.Readable != nil {
		key = fmt.Sprintf("%q", slices.Sorted(slices.Values(rules.Readable)))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.sights[key]; s != nil {
		return s, nil
	}
	s, err := a.newSight(rules)
	if err == nil {
		a.sights[key] = s
	}
	return s, err
}

func (a *Agent) newSight(rules guard.Rules) (*sight, error) {
	g, err := guard.New(rules)
	if err != nil {
		return nil, err
	}
	s := &sight{rules: rules, guard: g}
	s.known = s.visible()
	s.index = tables.New(s.known)
	confidence := a.c.Limits.Confidence
	if confidence == 0 {
		confidence = 1e-9 // joingraph takes 0 for its own
	}
	s.finder = joingraph.New(s.known, joingraph.Options{MinConfidence: confidence})
	if a.c.Reader != nil {
		v, err := newValues(a.c.DB, s.known, rules, time.Now)
		if err != nil {
			return nil, err
		}
		s.reader = a.c.Reader(s.known, v)
	}
	return s, nil
}

// visible is the graph without what does not exist for the person. Tables have their own
// names, not those of their views.
func (s *sight) visible() *schema.Graph {
	r := s.rules
	g := schema.New(r.Graph.Name, nil, nil)
	bases := map[string]string{}
	for base, view := range r.Views {
		bases[strings.ToLower(view)] = base
	}
	allowed := func(name string) bool {
		return r.Readable == nil || slices.ContainsFunc(r.Readable, func(other string) bool {
			return strings.EqualFold(other, name) || strings.EqualFold(bases[strings.ToLower(other)], name)
		})
	}
	for _, t := range r.Graph.Tables() {
		if _, isView := bases[strings.ToLower(t.Name)]; isView || !allowed(t.Name) {
			continue
		}
		shown := *t
		shown.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c schema.Column) bool {
			return hides(r.Hidden, t.Name, c.Name) || hides(r.Hidden, r.Views[t.Name], c.Name)
		})
		g.Put(&shown)
	}
	for _, rel := range r.Graph.Relationships {
		if joinsVisible(g, rel) {
			g.Relationships = append(g.Relationships, rel)
		}
	}
	return g
}

// joinsVisible reports whether both ends of a relationship are there.
func joinsVisible(g *schema.Graph, rel schema.Relationship) bool {
	from, okFrom := g.Table(rel.FromTable)
	to, okTo := g.Table(rel.ToTable)
	return okFrom && okTo && !slices.ContainsFunc(rel.Columns, func(p schema.Pair) bool {
		_, a := from.Column(p.From)
		_, b := to.Column(p.To)
		return !a || !b
	})
}

func hides(hidden map[string][]string, table, column string) bool {
	for name, columns := range hidden {
		if strings.EqualFold(name, table) && slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, column) }) {
			return true
		}
	}
	return false
}

// Known is the graph as far as it exists for a person. It is not to be changed.
func (a *Agent) Known(who database.Person) (*schema.Graph, error) {
	s, err := a.sightOf(who)
	if err != nil {
		return nil, err
	}
	return s.known, nil
}

// Examples are questions that can be answered without a model.
func (a *Agent) Examples(who database.Person) []string {
	s, err := a.sightOf(who)
	if err != nil || s.reader == nil {
		return nil
	}
	return s.reader.Examples()
}
