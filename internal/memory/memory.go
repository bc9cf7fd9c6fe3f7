// Package memory condenses a conversation: it decides when older messages give
// way to a summary, words the request to a model, reads and checks what comes
// back, and makes a summary by itself where no model helps. It also names
// conversations and knows what tokens cost. Calling the model and keeping the
// result is left to package turn; everything here is a function of its arguments.
//
// What a model says is untrusted. A statement enters a summary only if the
// numbers, dates, names and identifiers in it occur in the messages it stands
// for; the rest is dropped, with a sentence that says why.
package memory

import "burrow/internal/chat"

// Message is what condensing needs to know about a message of the path.
type Message struct {
	_       [0]func() // not to be compared
	UID     chat.UID
	Depth   int
	Role    chat.Role
	Content string
	Tokens  int
	// Pinned messages stay whole.
	Pinned bool
	Status chat.Status
	// Time is when it was written, in Unix milliseconds, 0 if unknown.
	Time int64
}

// entry is an item on its way into a summary.
type entry struct {
	list int // of Summary.Lists
	item chat.SummaryItem
	// keys are the sorted stems of its telling words, denials the number of words that
	// negate it. Entries are compared by both.
	keys    []string
	denials int
}

// maxKeys bounds what comparing costs.
const maxKeys = 64

func newEntry(list int, item *chat.SummaryItem) *entry {
	e := &entry{list: list, item: *item}
	eachWord(item.Text, func(w word) bool {
		if w.negates() {
			e.denials++
		}
		if w.telling() {
			e.keys = insert(e.keys, stem(w.folded))
		}
		return len(e.keys) < maxKeys
	})
	return e
}

// insert adds to a sorted list, unless the value is there.
func insert[T string | int](list []T, value T) []T {
	at := len(list)
	for at > 0 && list[at-1] >= value {
		if at--; list[at] == value {
			return list
		}
	}
	list = append(list, value)
	copy(list[at+1:], list[at:])
	list[at] = value
	return list
}

// The lists, by their place in Summary.Lists.
const (
	profile = iota
	facts
	decisions
	questions
	todos
	lists
)

// listNames are the names of the lists in JSON.
var listNames = [lists]string{"user_profile", "key_facts", "decisions", "open_questions", "todos"}

// assemble makes a summary of entries, in their order.
func assemble(entries []*entry) chat.Summary {
	var s chat.Summary
	into := s.Lists()
	for _, e := range entries {
		list := into[e.list]
		*list = append(*list, e.item)
	}
	return s.Clean()
}

// entriesOf is the reverse of assemble.
func entriesOf(summaries []chat.Summary) []*entry {
	var out []*entry
	for i := range summaries {
		for list, items := range summaries[i].Lists() {
			for j := range *items {
				out = append(out, newEntry(list, &(*items)[j]))
			}
		}
	}
	return out
}
