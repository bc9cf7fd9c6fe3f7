package planner

import (
	"errors"
	"slices"
	"strings"
)

// node is a thing that a question speaks of: rows of a table.
type node struct {
	means  []meaning // the tables that it may be, or a role
	table  *table    // when it is settled
	parent *node
	conn   string // how it hangs on its parent: with, of, in, by
	via    []*edge
	neg    bool
	cmp    *compare // how many there must be
	link   path     // from the parent, when it is settled
	conds  []*need
	text   string
	last   int // the item that named it
}

// compare is an operator with a number.
type compare struct {
	op     string
	values []string
	avg    bool // with the average of the column
	all    bool // the average is said to be of all rows
}

// need is a condition whose column is not settled yet.
type need struct {
	means  []meaning // values, or columns for a comparison or a time
	node   *node
	neg    bool
	cmp    *compare
	span   *span
	op     string // since, until, before, after of a time
	text   *string
	null   bool
	and    bool   // joined to the value before by "and"
	or     *need  // another one of which either must hold
	said   string // the word that stands for all of them
	pair   *pair  // of two columns
	via    []*edge
	beside bool // stands next to the noun that it describes
	named  bool // its column was named beside it
	exact  bool // behind the noun, as its name
	near   bool // the column is the node's own
	aim    bool // what is planned for a time is in that time
	own    bool // no column was named: the table's own date or amount
	soon   bool // said of what is to come, or may be
	// overdue is said of what was due, which may be done by now.
	overdue bool
}

// figure is something to be counted, added up or averaged.
type figure struct {
	fn    string
	means []meaning // columns; nil counts rows
	node  *node
	below bool // in a table whose rows name those of the node
}

// output is a column to be shown.
type output struct {
	means []meaning
	node  *node
}

// grouping is what figures are given for each of.
type grouping struct {
	node  *node
	means []meaning
	unit  string
}

// state is how far a division has been read.
type state struct {
	p     *Planner
	l     *language
	items []item
	i     int

	intent  string // "", count, list
	target  *node
	focus   *node
	nodes   []*node
	outs    []output
	figures []figure
	groups  []grouping
	shows   []*node // beside the target
	roles   []*node // named before the thing that has them
	sorts   []sorting
	having  *compare // which groups are wanted

	fns        []string // aggregates that wait for their column
	counted    *node    // what "the most" or "number of" counts, beside the target
	grouped    int      // the item that was last grouped by
	counting   bool     // "number of" waits for its table
	super      string   // most, fewest, max, min, newest, oldest: waits for what it is of
	desc       string
	aged       bool // it was said as an age: oldest
	limit      int
	top        bool
	conn       string
	neg        bool
	or         bool
	versus     bool     // two values are set against each other
	neither    bool     // waits for "nor"
	op         *compare // waits for a number, or with it for a column
	subject    []meaning
	subNode    *node
	when       string // since, until, before, after
	times      []meaning
	timeNode   *node
	verb       []*edge
	pre        []*need
	distinct   bool
	needs      []*need
	who        bool
	both       bool // values joined by "and" are meant at once
	everything bool // all columns
	hints      []*item
	now        bool // "at the moment": of those that are in use
	whoRows    bool // who is on call: of rows that name people
	whoNamed   bool // who are our customers
	much       bool
	valued     bool   // what something is worth
	plainTotal bool   // "total" and not "sum of"
	fnAt       int    // where it stands
	fnWord     string // the word of the last figure: highest
	dear       bool   // it was said of a price: most expensive
	mostUnit   bool   // in which month, of the most or the fewest
	implied    bool   // nothing says that a list is wanted: "open complaints"
	tax        string // net or gross, if the question says which sums it means
	share      bool   // in percent of all
	tail       bool   // behind a colon: what is to be shown
	besides    bool   // what is shown is shown beside the names
	asks       string // when or where, if the question begins so
	narrows    bool   // only some of the rows before are meant
	cost       float64

	forced []int // choices made
	asked  []string
	ways   bool // between the same tables
	next   int
}

// sorting is an order that was asked for.
type sorting struct {
	means []meaning
	desc  bool
	count bool
}

var errReading = errors.New("not read")

// errOpen says that somebody has to choose.
var errOpen = errors.New("open choice")

// choose picks among meanings that are equally good: as the person did, or it stops.
func (s *state) choose(labels []string) (int, error) {
	if len(labels) == 1 {
		return 0, nil
	}
	if len(labels) == 0 {
		return 0, errReading
	}
	if s.next < len(s.forced) {
		s.next++
		return min(s.forced[s.next-1], len(labels)-1), nil
	}
	s.asked = labels
	return 0, errOpen
}

func (s *state) peek(n int) *item {
	if s.i+n < 0 || s.i+n >= len(s.items) {
		return nil
	}
	return &s.items[s.i+n]
}

// following is the next item that is no filler, and how far away it is.
func (s *state) following(from int) (*item, int) {
	for n := from; ; n++ {
		it := s.peek(n)
		if it == nil || !it.is("filler") {
			return it, n
		}
	}
}

// read goes through the items.
func (s *state) read() error {
	for s.i = 0; s.i < len(s.items); s.i++ {
		it := &s.items[s.i]
		if before := s.peek(-1); before == nil || !oneName(before, it) {
			s.cost += perItem
		}
		if it.class != aTable && it.class != aColumn && it.class != aValue {
			s.cost += it.cost // of names it is counted when they are settled
		}
		var err error
		switch it.class {
		case aComma:
			s.tail = s.tail || it.text == ":" && s.target != nil
		case aWord:
			err = s.word(it)
		case aTable:
			err = s.table(it)
		case aColumn:
			err = s.column(it)
		case aValue:
			err = s.value(it)
		case aVerb:
			err = s.role(it)
		case aNumber:
			err = s.number(it)
		case aDate:
			err = s.date(it)
		case aHint:
			err = s.hint(it)
		case aText:
			err = s.quoted(it)
		}
		if err != nil {
			return err
		}
	}
	return s.settled()
}

// settled reports an error if something was begun and not ended.
func (s *state) settled() error {
	if s.op != nil && s.attachTo() != nil && s.attachTo().cmp != nil {
		return errReading // more than 20 employees but fewer than 30
	}
	if s.op != nil && s.conn == "with" && s.items[len(s.items)-1].class == aNumber {
		return errReading // employees with more than 20: of what?
	}
	if s.op != nil && len(s.op.values) > 0 && s.target != nil {
		// "invoices over 500": of the only amount that there is.
		s.needs = append(s.needs, &need{node: s.attachTo(), cmp: s.op, own: true, neg: s.neg})
		s.op, s.neg = nil, false
	}
	if s.counting && s.target != nil && s.counted == nil && len(s.figures)+len(s.fns) > 0 {
		s.counting, s.intent = false, "count" // what they are worth, and how many there are
	}
	s.doing()
	s.bareFigures()
	s.dearest()
	s.joined()
	if err := s.answersAsked(); err != nil {
		return err
	}
	switch {
	case s.op != nil, len(s.fns) > 0, len(s.roles) > 0, s.counting, s.neg, s.or, s.neither, len(s.pre) > 0, s.when != "", s.subject != nil, s.verb != nil:
		return errReading
	case s.times != nil && !slices.ContainsFunc(s.groups, func(g grouping) bool { return g.unit != "" }):
		return errReading
	case s.target == nil && len(s.figures) == 0:
		return errReading
	case s.super == "most" || s.super == "fewest":
		return errReading
	case s.conn == "per" && (s.counted != nil || len(s.groups) > 0):
	case s.conn == "per" || s.conn == "by" || s.conn == "order" || s.conn == "without":
		return errReading
	}
	return nil
}

// bareFigures reads "average invoice" and "sum of expenses": of the only amount that the
// table has. A total may also be a number of rows, so that one needs to be called amount.
func (s *state) bareFigures() {
	if len(s.fns) != 1 || s.target == nil || s.does() || len(s.figures) > 0 || len(s.outs) > 0 || s.fns[0] != "sum" && s.fns[0] != "avg" {
		return
	}
	f := figure{fn: s.fns[0], node: s.target}
	for _, m := range s.target.means {
		if m.table == nil || m.edge != nil || m.quality < byComment {
			continue
		}
		for _, c := range m.table.columns {
			if c.kind == isNumber && !c.key && isMoney(c) && lastWord(c.Name) != "limit" && !(s.valued && contains([]string{"price", "cost", "fee", "pay"}, lastWord(c.Name))) && (s.much || !s.plainTotal || s.tax != "" || strings.EqualFold(c.Name, "amount")) {
				f.means = append(f.means, meaning{column: c, quality: byName})
			}
		}
	}
	if len(f.means) > 0 {
		s.figures, s.fns = append(s.figures, f), nil
	}
}

// attachTo is the node that a condition without a table of its own belongs to.
func (s *state) attachTo() *node {
	if s.focus != nil {
		return s.focus
	}
	return s.target
}

// eventNode is the node that a time belongs to: what was spoken of last, but not the thing
// that it merely belongs to, as the customer in "invoices of a customer in 2025" and the
// office in "jobs that the office finished in 2025".
func eventNode(n *node) *node {
	for n != nil && n.parent != nil && n.link.allUp() && n.conn != "count" {
		n = n.parent
	}
	return n
}
