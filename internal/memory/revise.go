package memory

import "burrow/internal/chat"

// worthKeeping is the least score of a correction: without it, what was said first
// would be believed.
const worthKeeping = 9

// current returns the candidates without those that others correct, which stand in
// their place and have them at hand. The first so many messages are there only to be
// corrected.
func current(all []candidate, messages []Message, from int) (out []candidate) {
	var c Corrections
	first := make([]int, len(messages)) // the first candidate of each message
	at := 0
	for i := range messages {
		c.Add(messages[i].Role, messages[i].Content)
		for at < len(all) && all[at].source < i {
			at++
		}
		first[i] = at
	}
	candidateAt := func(p Place) int {
		if i := first[p.Message] + p.Sentence; i < len(all) && all[i].source == p.Message {
			return i
		}
		return -1
	}
	newer := make(map[int]int)
	for _, f := range c.All() {
		if i, j := candidateAt(f.Older), candidateAt(f.Newer); i >= 0 && j >= 0 {
			newer[i] = j
		}
	}
	for i := range all {
		j, corrected := newer[i]
		for next, more := j, corrected; more; next, more = newer[j] {
			j = next
		}
		if corrected && (all[j].was == nil || all[j].was.score < all[i].score) {
			was, now := all[i], &all[j]
			if now.score = max(now.score, min(was.score+2, maxScore), worthKeeping); was.list != questions {
				now.list = was.list
			}
			was.list, was.at, was.by = now.list, now.at-1, &messages[now.source]
			now.was = &was
		}
	}
	for i, one := range all {
		if _, corrected := newer[i]; !corrected && one.source >= from {
			out = append(out, one)
		}
	}
	return out
}

// earlierThan are messages in front of others with what is known from before them.
// An item stands by itself, so that only what names its matter corrects it.
func earlierThan(earlier []chat.Summary, before []Message) (out []Message) {
	for _, e := range entriesOf(earlier) {
		if len(e.item.Sources) > 0 && len(e.item.SupersededBy) == 0 && !e.item.Edited {
			out = append(out, Message{UID: e.item.Sources[0], Role: chat.User, Content: e.item.Text})
			out = append(out, make([]Message, Near)...)
		}
	}
	return append(out, before...)
}
