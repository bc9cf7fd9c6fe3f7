package foreign

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// conversation is one chat of a file, in the form that the reader of every format
// produces: nodes that name their parents.
type conversation struct {
	format           Format
	id, title        string
	created          int64
	archived, pinned bool
	tags             []string
	// extra is what else is worth keeping, by name: strings and true.
	extra map[string]any
	// current is the last node of the path that is shown.
	current string
	first   string // the first node, where a format has no other name for the chat
	nodes   map[string]*node
	// doubled counts nodes left out because their id was taken, unreadable those of
	// another shape.
	doubled, unreadable int
	// broken is why nothing of it could be read.
	broken error
	tally  tally
}

type node struct {
	// parent is "" for the first message. children may give the order of the
	// nodes below; otherwise times do, then places.
	parent   string
	children []string
	place    int

	id, role, model, kind string
	at                    int64
	// texts are what it says, with its files; reasoning is what the model thought.
	texts     []string
	reasoning []string
	// inner is a step on the way to an answer, such as a tool's call or its result:
	// what it says goes in front of the answer below it.
	inner bool
}

func newConversation(format Format, id, title string) *conversation {
	return &conversation{format: format, id: id, title: title, nodes: map[string]*node{}, extra: map[string]any{}}
}

// add adds a node unless its name is taken. A node without a name is named by its
// place.
func (c *conversation) add(key string, n *node) string {
	n.place = len(c.nodes) + c.doubled
	if key == "" {
		key = "#" + strconv.Itoa(n.place)
	}
	if _, there := c.nodes[key]; there {
		c.doubled++
	} else {
		c.nodes[key] = n
	}
	return key
}

// keep keeps something that has no place of its own, unless it is nothing.
func (c *conversation) keep(name string, value any) {
	if value != "" && value != false {
		c.extra[name] = value
	}
}

// order returns the nodes with parents before their children, and children in
// the order their parent lists them. orphans counts nodes with a missing parent,
// lost those that cannot be reached from a first message.
func (c *conversation) order() (order []string, orphans, lost int) {
	below := map[string][]string{}
	var roots []string
	for key, n := range c.nodes {
		if n.parent == "" {
			roots = append(roots, key)
			continue
		}
		if _, there := c.nodes[n.parent]; !there {
			roots = append(roots, key)
			orphans++
			continue
		}
		below[n.parent] = append(below[n.parent], key)
	}
	// A map has no order: sort by time, then place, then name.
	byTime := func(a, b string) int {
		m, n := c.nodes[a], c.nodes[b]
		return cmp.Or(cmp.Compare(m.at, n.at), m.place-n.place, strings.Compare(a, b))
	}
	slices.SortFunc(roots, byTime)
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		key := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, key)
		listed := map[string]int{}
		for i, child := range c.nodes[key].children {
			listed[child] = i + 1
		}
		children := below[key]
		slices.SortFunc(children, func(a, b string) int {
			if listed[a] > 0 && listed[b] > 0 {
				return listed[a] - listed[b]
			}
			return byTime(a, b)
		})
		slices.Reverse(children)
		stack = append(stack, children...)
	}
	return order, orphans, len(c.nodes) - len(order)
}
