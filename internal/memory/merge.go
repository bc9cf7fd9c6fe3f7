package memory

import (
	"slices"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// Merge makes one summary of several, oldest first, without a model: repeats go,
// and of two statements about the same subject the newer one stays. What exceeds
// the share goes too, the least valuable and then the oldest first. Edited items
// stay as they are.
func Merge(summaries []chat.Summary, share int, count func(string) int) chat.Summary {
	all, _ := distinct(latest(entriesOf(summaries)), true)
	// fit drops the last first.
	slices.Reverse(all)
	all = fit(all, share, count)
	slices.Reverse(all)
	return assemble(all)
}

// latest drops the entries that a later one of the same list corrects.
func latest(entries []*entry) []*entry {
	words := make([][]word, len(entries))
	for i, e := range entries {
		words[i] = wordsOf(e.item.Text)
	}
	var out []*entry
	for i, e := range entries {
		corrected := false
		for j := i + 1; j < len(entries) && !e.item.Edited && !corrected; j++ {
			corrected = entries[j].list == e.list && len(entries[j].item.SupersededBy) == 0 && e.denials == entries[j].denials && corrects(words[j], words[i])
		}
		if !corrected {
			out = append(out, e)
		}
	}
	return out
}

// stating are the verbs behind which one value takes the place of another.
const stating = " is are was lives live works work moved costs named called changed "

// maxValue is the most words of such a value.
const maxValue = 4

// corrects reports whether two sentences say the same of one subject but for a
// value: "The deadline is 12 March" corrects "The deadline is 5 March", and
// "Anna has a dog" does not correct "Anna has a cat".
func corrects(newer, older []word) bool {
	same, stated := 0, false
	for same < len(newer) && same < len(older) && newer[same].folded == older[same].folded {
		stated = stated || words.Among(stating, newer[same].folded)
		same++
	}
	end := 0
	for end < min(len(newer), len(older))-same && newer[len(newer)-1-end].folded == older[len(older)-1-end].folded {
		end++
	}
	return stated && same >= 2 && isValue(newer[same:len(newer)-end]) && isValue(older[same:len(older)-end])
}

// isValue reports whether words are a name, a number or a date.
func isValue(list []word) bool {
	if len(list) == 0 || len(list) > maxValue {
		return false
	}
	for _, w := range list {
		if !w.digit && !w.upper && words.MonthOf(w.folded) == 0 {
			return false
		}
	}
	return true
}
