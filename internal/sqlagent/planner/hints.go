package planner

import (
	"context"
	"slices"
)

// Hints are what is known of the words of a question that was not read wholly: nothing to
// answer by, but of use to a model that writes the query.
type Hints struct {
	// Tables are those that the question calls by their names.
	Tables []string
	// Values are words that columns hold, as they spell them.
	Values []Match
	// Unread are words that mean nothing here.
	Unread []string
}

// mostHints is how many hints of each kind there are.
const mostHints = 12

// Hints finds what the words of a question may mean, each for itself.
func (p *Planner) Hints(ctx context.Context, question string) (h Hints, err error) {
	b, err := p.newBoard(ctx, shortened.Replace(question), nil)
	if err != nil {
		return h, err
	}
	for _, items := range b.at {
		for _, it := range items {
			for _, m := range it.means {
				h.add(it.class, m)
			}
		}
	}
	h.Unread = b.unknown()
	h.Unread = h.Unread[:min(len(h.Unread), mostHints)]
	return h, nil
}

func (h *Hints) add(c class, m meaning) {
	switch {
	case c == aTable && m.table != nil && m.column == nil && m.edge == nil && m.quality >= byName:
		if len(h.Tables) < mostHints && !slices.Contains(h.Tables, m.table.Name) {
			h.Tables = append(h.Tables, m.table.Name)
		}
	case c == aValue && m.column != nil && m.value != nil && m.column.kind != isTruth:
		found := Match{Place{m.column.table.Name, m.column.Name}, *m.value}
		if len(h.Values) < mostHints && !slices.Contains(h.Values, found) {
			h.Values = append(h.Values, found)
		}
	}
}
