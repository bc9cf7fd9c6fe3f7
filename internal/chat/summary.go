package chat

import "iter"

// Summary is what stands for condensed messages, in five lists. It is JSON
// without null: a list that has nothing is empty.
type Summary struct {
	Profile   []SummaryItem `json:"user_profile"`
	Facts     []SummaryItem `json:"key_facts"`
	Decisions []SummaryItem `json:"decisions"`
	Questions []SummaryItem `json:"open_questions"`
	Todos     []SummaryItem `json:"todos"`
}

// SummaryItem is one statement of a summary.
type SummaryItem struct {
	Text string `json:"text"`
	// Sources are the messages that it rests on.
	Sources []UID `json:"sources"`
	// Edited says that these are the user's words: no later call of a model
	// drops or changes them.
	Edited bool `json:"edited,omitempty"`
	// SupersededBy are the messages that corrected it. It stays as what was said
	// before; what holds stands behind it.
	SupersededBy []UID `json:"superseded_by,omitempty"`
}

// Lists returns the lists in the order of their declaration, to read and to
// change.
func (s *Summary) Lists() [5]*[]SummaryItem {
	return [5]*[]SummaryItem{&s.Profile, &s.Facts, &s.Decisions, &s.Questions, &s.Todos}
}

// Len is the number of items in all lists.
func (s Summary) Len() int {
	n := 0
	for _, list := range s.Lists() {
		n += len(*list)
	}
	return n
}

// All gives the items of all lists, in the order of Lists.
func (s Summary) All() iter.Seq[SummaryItem] {
	return func(yield func(SummaryItem) bool) {
		for _, list := range s.Lists() {
			for _, item := range *list {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// Clean returns a copy of s in which no list is nil. It shares only the sources
// of its items with s.
func (s Summary) Clean() Summary {
	for _, list := range s.Lists() {
		*list = append([]SummaryItem{}, *list...)
		for i := range *list {
			if (*list)[i].Sources == nil {
				(*list)[i].Sources = []UID{}
			}
		}
	}
	return s
}

// ForJSON is what package json writes in place of s: s as Clean returns it.
func (s Summary) ForJSON() any {
	type plain Summary
	return plain(s.Clean())
}
