package planner

import (
	"slices"
	"strings"
)

// makeExamples writes questions about the tables that most others belong to, and keeps
// those that are read.
func (p *Planner) makeExamples() []string {
	var out []string
	used := map[*table]bool{}
	tables := slices.Clone(p.tables)
	weight := func(t *table) int {
		n := 0
		for _, s := range p.near[t] {
			if s.hub {
				continue
			}
			if n++; s.up {
				n++
			}
		}
		if t.bridge || len(t.words) > 2 {
			return 0
		}
		return n
	}
	slices.SortStableFunc(tables, func(a, b *table) int { return weight(b) - weight(a) })
	for _, write := range []func(*table) string{p.byStatus, p.mostOf, p.inYear, p.averageOf, p.withoutOf, p.countOf} {
		for _, t := range tables {
			if used[t] {
				continue
			}
			question := write(t)
			if question == "" || !p.reads(question) {
				continue
			}
			used[t] = true
			out = append(out, question)
			break
		}
	}
	return out
}

// reads reports whether a question has one reading, without looking anything up.
func (p *Planner) reads(question string) bool {
	b := &board{p: p, tokens: tokens(question), found: map[string][]meaning{}}
	b.l = languages()[0]
	b.fill()
	best := p.readings(b)
	return len(best) > 0 && !slices.ContainsFunc(best, func(f found) bool { return f.q == nil || f.sql != best[0].sql })
}

func (p *Planner) countOf(t *table) string { return "How many " + plural(t.Name) + " are there?" }

func (p *Planner) byStatus(t *table) string {
	for _, c := range t.columns {
		if len(c.Values) >= 2 && !c.key {
			return "How many " + plural(t.Name) + " are there per " + columnPhrase(c) + "?"
		}
	}
	return ""
}

func (p *Planner) mostOf(t *table) string {
	for _, s := range p.near[t] {
		if s.up && !s.hub && s.named && !s.optional && !s.single && s.many != s.one {
			return "Which " + phrase(s.one.Name) + " has the most " + plural(t.Name) + "?"
		}
	}
	return ""
}

func (p *Planner) inYear(t *table) string {
	for _, c := range t.columns {
		w := nameParts(c.Name)
		if c.kind == isDate && !c.audit && len(w) > 1 && strings.HasSuffix(w[0], "ed") {
			return "How many " + plural(t.Name) + " were " + columnPhrase(c) + " in " + itoa(p.today().Year()-1) + "?"
		}
	}
	return ""
}

func (p *Planner) averageOf(t *table) string {
	for _, c := range measures(t) {
		if !c.generic() {
			return "What is the average " + columnPhrase(c) + " of " + plural(t.Name) + "?"
		}
	}
	return ""
}

func (p *Planner) withoutOf(t *table) string {
	for _, s := range p.near[t] {
		if !s.up && !s.hub && s.named && len(s.many.words) <= 2 && len(t.shown()) > 0 {
			return "List " + plural(t.Name) + " without " + plural(s.many.Name)
		}
	}
	return ""
}
