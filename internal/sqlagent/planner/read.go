package planner

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// Planner reads questions about one graph. It is safe for concurrent use.
type Planner struct {
	o       Options
	tables  []*table
	byName  map[string]*table
	edges   []*edge
	byKey   map[string]*edge
	byEdge  map[string]*edge
	near    map[*table][]step
	lexicon lexicon
	exact   map[string][]string
	verbs   map[string][]*edge
	said    map[string]bool // words of the comments of tables

	mu    sync.Mutex
	cache map[[2]*table][]path

	examples func() []string
}

// New makes a planner. The graph must not change any more.
func New(g *schema.Graph, o Options) *Planner {
	if o.Today == nil {
		o.Today = time.Now
	}
	if o.MaxRows == 0 {
		o.MaxRows = 100
	}
	p := &Planner{o: o, byName: map[string]*table{}, byKey: map[string]*edge{}, byEdge: map[string]*edge{}, near: map[*table][]step{},
		exact: map[string][]string{}, verbs: map[string][]*edge{}, said: map[string]bool{}, cache: map[[2]*table][]path{}}
	for _, t := range g.Tables() {
		if o.Readable == nil || o.Readable(t.Name) {
			n := newTable(t)
			p.tables = append(p.tables, n)
			p.byName[strings.ToLower(t.Name)] = n
		}
	}
	p.readEdges(g)
	p.findAudit()
	p.readLexicon()
	p.examples = sync.OnceValue(p.makeExamples)
	return p
}

func (p *Planner) table(name string) *table { return p.byName[strings.ToLower(name)] }

func (p *Planner) today() time.Time {
	y, m, d := p.o.Today().Date()
	return day(y, int(m), d)
}

// findAudit marks the dates that most tables have: when a row was written.
func (p *Planner) findAudit() {
	count := map[string]int{}
	for _, t := range p.tables {
		for _, c := range t.columns {
			count[strings.ToLower(c.Name)]++
		}
	}
	for _, t := range p.tables {
		keys := 0
		for _, c := range t.columns {
			n := count[strings.ToLower(c.Name)]
			if c.kind == isDate && n >= 8 && n*4 >= len(p.tables) {
				c.audit = true
			}
			if c.key {
				keys++
			}
		}
		ups := 0
		for _, s := range p.near[t] {
			if s.up && !s.hub {
				ups++
			}
		}
		t.bridge = ups >= 2 && len(t.columns)-keys <= 1
	}
}

// found is a reading of one division: a query, or several to choose from.
type found struct {
	q       *query
	sql     string
	cost    float64
	items   []item
	label   string
	options []found
}

// sameCost is how near two readings must be for neither to be the better one.
const sameCost = .09

// Read reads a question. before is the reading of the question before, if there was one:
// "and by month?" goes on from it. A Reading with Choices has no query yet: one of them is
// to be chosen. Every error but that of a lookup is a *NotUnderstood.
func (p *Planner) Read(ctx context.Context, question string, before *Reading) (Reading, error) {
	question = withoutFrame(withoutLead(shortened.Replace(question)))
	r, err := p.readWhole(ctx, question, before)
	if err == nil || !isNotUnderstood(err) {
		return r, err
	}
	for _, form := range []func(context.Context, string) (Reading, bool, error){p.elapsed, p.byTopic} {
		if r, ok, other := form(ctx, question); ok || other != nil {
			return r, other
		}
	}
	return r, err
}

func isNotUnderstood(err error) bool {
	var not *NotUnderstood
	return errors.As(err, &not)
}

// readWhole reads a question as it stands, but for what only says why it is asked.
func (p *Planner) readWhole(ctx context.Context, question string, before *Reading) (Reading, error) {
	question, err := p.withoutPreamble(ctx, question)
	if err != nil {
		return Reading{}, err
	}
	if parts := split(question); len(parts) > 1 {
		return p.readParts(ctx, parts, before)
	}
	b, err := p.newBoard(ctx, question, before)
	if err != nil {
		return Reading{}, err
	}
	if len(b.tokens) == 0 || len(b.tokens) > mostTokens {
		return Reading{}, p.notUnderstood(nil, whyRead())
	}
	goesOn := before != nil && before.query.Root != ""
	if !goesOn && b.depends() {
		return Reading{}, p.notUnderstood(nil, whyAlone())
	}
	if goesOn && b.leans() {
		if r, ok := p.follow(b, before); ok {
			return r, nil
		}
		if b.depends() {
			return Reading{}, p.whyNot(b)
		}
	}
	r, err := p.result(b, p.readings(b))
	if err != nil && goesOn {
		if r, ok := p.follow(b, before); ok {
			return r, nil
		}
	}
	return r, err
}

// result makes an answer of the best readings.
func (p *Planner) result(b *board, best []found) (Reading, error) {
	var out []Choice
	var only *found
	seen := map[string]bool{}
	for i := range best {
		all := best[i].options
		if best[i].q != nil {
			all = best[i : i+1]
		}
		for k := range all {
			if f := &all[k]; !seen[f.sql] {
				seen[f.sql] = true
				only = f
				if f.label == "" {
					f.label = p.sentence(f.q)
				}
				data, _ := json.Marshal(f.q)
				out = append(out, Choice{Label: f.label, Apply: string(data)})
			}
		}
	}
	switch {
	case len(out) == 0:
		return Reading{}, p.whyNot(b)
	case len(out) == 1:
		r := p.finish(*only.q, confidence(only.cost))
		r.Named = allNamed(only.items)
		return r, nil
	case len(out) > mostChoices:
		return Reading{}, p.notUnderstood(nil, say.T("This question could mean too many things. Please be more specific."))
	}
	return Reading{Choices: out, Confidence: .5}, nil
}

// allNamed reports whether each table is called by its name, or the question by none.
func allNamed(items []item) bool {
	return !slices.ContainsFunc(items, func(it item) bool {
		return it.class == aTable && !slices.ContainsFunc(it.means, func(m meaning) bool { return m.quality >= byShort })
	})
}

// confidence falls with what a reading had to assume.
func confidence(cost float64) float64 { return max(MinConfidence, 1-max(0, cost-1.5)/20) }

// readings are the cheapest readings of a question, all that are as good as the best.
func (p *Planner) readings(b *board) []found {
	var all []found
	least := 1e9
	for _, d := range b.divisions() {
		if d.total > least+sameCost {
			break // what it has to assume only adds to that
		}
		items := d.items()
		f, ok := p.try(b.l, items, nil)
		if !ok || f.cost > least+sameCost {
			continue
		}
		if word := pointsBack(items); word != "" {
			b.points = word
			continue
		}
		least = min(least, f.cost)
		all = append(all, f)
	}
	return slices.DeleteFunc(all, func(f found) bool { return f.cost > least+sameCost })
}

// mostChoices is how many meanings are offered.
const mostChoices = 6

// try reads one division with the choices made so far. Where somebody has to choose, each
// way is tried; those that lead nowhere are none.
func (p *Planner) try(l *language, items []item, picks []int) (found, bool) {
	s := &state{p: p, l: l, items: excluded(possessives(items)), forced: picks}
	err := s.read()
	var q *query
	if err == nil {
		q, err = s.build()
	}
	if errors.Is(err, errOpen) {
		return p.spread(l, items, picks, s)
	}
	if err != nil || !p.valid(q, 0) {
		return found{}, false
	}
	text, tables := p.sql(q)
	if p.leavesOut(items, tables) {
		return found{}, false
	}
	return found{q: q, sql: text, cost: s.cost, items: items}, true
}

// spread tries each of the meanings that are equally good. Ways between two tables are all
// good: that one of them cannot be gone on with does not make the other the one that is meant.
func (p *Planner) spread(l *language, items []item, picks []int, s *state) (found, bool) {
	out := found{cost: 1e9, items: items}
	for i, label := range s.asked {
		if len(out.options) > mostChoices || len(picks) > 4 {
			break
		}
		f, ok := p.try(l, items, append(slices.Clone(picks), i))
		if !ok && s.ways {
			return found{}, false
		}
		if !ok {
			continue
		}
		all := f.options
		if f.q != nil {
			all = []found{f}
		}
		for _, o := range all {
			if o.label = strings.TrimSuffix(label+", "+o.label, ", "); !slices.ContainsFunc(out.options, func(x found) bool { return x.sql == o.sql }) {
				out.options = append(out.options, o)
			}
		}
		out.cost = min(out.cost, f.cost)
	}
	if len(out.options) == 1 {
		return out.options[0], true
	}
	return out, len(out.options) > 0
}

// finish writes the query and the sentence of a reading.
func (p *Planner) finish(q query, confidence float64) Reading {
	text, tables := p.sql(&q)
	r := Reading{Confidence: confidence, Tables: tables, query: q, sql: text, sentence: p.sentence(&q), counts: p.counts(&q)}
	if root := p.table(q.Root); r.counts != "" {
		r.done = p.done(root, q.Where)
	} else if len(q.Measures) == 1 && q.Measures[0].Fn == "share" && len(q.Groups) == 0 {
		r.percent = p.percentage(root, &q)
	}
	return r
}

// whyNot says which words stood in the way.
func (p *Planner) whyNot(b *board) error {
	if words := b.unknown(); len(words) > 0 {
		return p.notUnderstood(words, say.T("I can't match {words} to anything in the database.", "words", "“"+strings.Join(words, "”, “")+"”"))
	}
	if b.points != "" && (b.before == nil || b.before.query.Root == "") {
		return p.notUnderstood(nil, whyAlone())
	}
	if b.points != "" {
		return p.notUnderstood(nil, say.T("I can't tell what “{word}” stands for. Please ask the question in full.", "word", b.points))
	}
	return p.notUnderstood(nil, whyRead())
}

func whyAlone() string {
	return say.T("This looks like a follow-up, but I don't have the earlier question. Please ask it in full.")
}

func whyRead() string {
	return say.T("I can't read this question without a model. By myself I can count, list, add up, average, rank, group and filter what is in the database.")
}

func whyState() string {
	return say.T("The earlier answer can't be used any more. Please ask the question in full.")
}

func (p *Planner) notUnderstood(words []string, why string) error {
	e := &NotUnderstood{Words: words, Why: why}
	if p.examples != nil {
		e.Examples = p.Examples()
		e.Examples = e.Examples[:min(len(e.Examples), 3)]
	}
	return e
}

// Examples are three to six questions about this graph that Read understands.
func (p *Planner) Examples() []string { return slices.Clone(p.examples()) }
