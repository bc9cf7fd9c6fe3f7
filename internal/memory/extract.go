package memory

import (
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// Cues are the words that classify a sentence, each with a space on both sides. They
// are English; a sentence in another language is kept for its numbers and names.
var (
	decisionCues = [...]string{" we decided ", " i decided ", " decided to ", " decided on ", " let's ", " agreed ", " go with ", " going with ", " settled on ", " we'll use ", " i'll take ", " we will use ", " i choose ", " we chose "}
	todoCues     = [...]string{" need to ", " needs to ", " todo ", " to-do ", " remember to ", " remind me ", " must ", " have to ", " has to ", " don't forget ", " deadline ", " due ", " by tomorrow ", " by monday ", " by tuesday ", " by wednesday ", " by thursday ", " by friday "}
	profileCues  = [...]string{" i am ", " i'm ", " my name ", " i prefer ", " i work ", " i have ", " i live ", " i like ", " i don't like ", " i can't ", " i speak ", " allergic ", " i always ", " i never ", " my "}
	wonderCues   = [...]string{" i wonder ", " not sure whether ", " not sure if ", " open question "}
	factCues     = [...]string{" is ", " are ", " was ", " were ", " has ", " have ", " lives ", " works ", " costs ", " means ", " prefer ", " prefers ", " uses ", " will "}
	// Fillers are what assistants say around an answer.
	fillers = [...]string{" sure ", " great question ", " happy to ", " let me know ", " feel free ", " here is ", " here are ", " hope this ", " you're welcome ", " thank you ", " thanks ", " of course ", " i can help ", " would you like "}
)

// candidate is a sentence that may stand in a summary.
type candidate struct {
	// at is its place among all sentences, source that of its message.
	list, score, at, source int
	text                    string
	// was is what it corrects; by is the message that corrects it. Either may be nil.
	was *candidate
	by  *Message
}

const (
	maxScore = 15
	// maxPicked and maxTried bound the work that does not depend on the length of
	// the conversation.
	maxPicked = 100
	maxTried  = 400
)

// Extract makes a summary without a model: of the sentences that carry facts,
// decisions, open questions and tasks, as they were written. It is never empty if
// any message has text, and has at most share tokens when rendered, by count, if
// a single word does. What was corrected is in it only in front of its correction.
func Extract(messages []Message, share int, count func(string) int) chat.Summary {
	return ExtractAfter(nil, nil, messages, share, count)
}

// ExtractAfter is Extract of messages that may correct what stands before them:
// earlier summaries, and the last messages.
func ExtractAfter(earlier []chat.Summary, before, messages []Message, share int, count func(string) int) chat.Summary {
	var byScore [maxScore + 1][]candidate
	before = earlierThan(earlier, before)
	messages = append(slices.Clip(before), messages...)
	for _, c := range current(candidates(messages), messages, len(before)) {
		byScore[c.score] = append(byScore[c.score], c)
	}
	picked := choose(byScore[:], share, count)
	if len(picked) == 0 {
		return shortest(byScore[:], messages, len(before), share, count)
	}
	return inOrder(picked, messages)
}

// candidates returns the sentences of messages, with their lists and scores.
func candidates(messages []Message) []candidate {
	lastAnswer := -1
	for i := range messages {
		if m := &messages[i]; m.Role == chat.Assistant && strings.TrimSpace(m.Content) != "" {
			lastAnswer = i
		}
	}
	var out []candidate
	for i := range messages {
		m := &messages[i]
		if m.Role == chat.System || m.Pinned {
			continue
		}
		eachSentence(m.Content, func(sentence string) {
			list, score := judge(sentence, m.Role == chat.User, i > lastAnswer)
			out = append(out, candidate{list: list, score: max(0, min(score, maxScore)), at: 2 * len(out), source: i, text: sentence})
		})
	}
	return out
}

// judge says which list a sentence belongs to, and how much it tells.
func judge(sentence string, byUser, unanswered bool) (list, score int) {
	// Cues are looked for between spaces, punctuation aside.
	var folded strings.Builder
	folded.WriteByte(' ')
	numbers, names, count := 0, 0, 0
	eachWord(sentence, func(w word) bool {
		folded.WriteString(w.folded + " ")
		count++
		if w.digit {
			numbers++
		} else if w.upper && !w.first && w.folded != "i" {
			names++
		}
		return true
	})
	text := folded.String()
	asks := strings.HasSuffix(strings.TrimRight(sentence, " \"'”)"), "?") || strings.HasSuffix(sentence, "？")
	list, score = facts, 1+2*min(numbers, 2)+min(names, 2)
	if numbers+names > 0 {
		score += 3
	}
	switch {
	case byUser && (asks && unanswered || hasCue(text, wonderCues[:])):
		list, score = questions, score+4
	case asks:
		return facts, 0 // the answer tells more
	case hasCue(text, decisionCues[:]):
		list, score = decisions, score+1
		if byUser {
			score += 5 // an assistant's "agreed" alone decides nothing
		}
	case hasCue(text, todoCues[:]):
		list, score = todos, score+5
	case byUser && hasCue(text, profileCues[:]):
		list, score = profile, score+5
	case hasCue(text, factCues[:]):
		score += 2
	}
	if byUser {
		score += 3
	}
	if hasCue(text, fillers[:]) {
		score -= 5
	}
	// Long sentences take the place of several, and very short ones say little.
	if score -= count / 6; count < 3 {
		score -= 4
	}
	return list, score
}

func hasCue(text string, cues []string) bool {
	for _, cue := range cues {
		if strings.Contains(text, cue) {
			return true
		}
	}
	return false
}

// choose takes the best sentences that fit: the best of each list first, then by
// score. byScore has the candidates of each score in the order of the
// conversation.
func choose(byScore [][]candidate, share int, count func(string) int) []candidate {
	c := chooser{share: share, count: count}
	for _, list := range [...]int{decisions, todos, profile, facts, questions} {
		c.takeBest(byScore, list)
	}
	for score := len(byScore) - 1; score > 4; score-- {
		// What was said last counts more than what was said first.
		for i := len(byScore[score]) - 1; i >= 0 && c.tried < maxTried; i-- {
			c.take(byScore[score][i])
		}
	}
	return c.trimmed()
}

type chooser struct {
	share, used, tried int
	count              func(string) int
	labelled           [lists]bool
	picked             []candidate
	entries            []*entry
}

// takeBest takes the best candidate of a list that fits, if there is a good one.
func (c *chooser) takeBest(byScore [][]candidate, list int) {
	for score, tried := len(byScore)-1, 0; score > 5; score-- {
		for i := len(byScore[score]) - 1; i >= 0; i-- {
			one := byScore[score][i]
			if one.list != list {
				continue
			}
			if c.take(one) || tried == 20 {
				return
			}
			tried++
		}
	}
}

// take adds a candidate, unless it repeats one that is there or does not fit. What
// it corrects goes along if there is room.
// Lines are counted one by one here, which is near enough to go on.
func (c *chooser) take(one candidate) (taken bool) {
	c.tried++
	if len(c.picked) >= maxPicked {
		return false
	}
	e := newEntry(one.list, &chat.SummaryItem{Text: one.text})
	for _, other := range c.entries {
		if len(other.item.SupersededBy) == 0 && other.says(e) {
			return false
		}
	}
	need := c.count("- " + one.text + "\n")
	if !c.labelled[one.list] {
		need += c.count(labels[one.list] + "\n")
	}
	if c.used+need > c.share {
		return false
	}
	c.used += need
	c.labelled[one.list] = true
	if was := one.was; was != nil {
		if need = c.count("- " + noLonger + was.text + "\n"); c.used+need <= c.share {
			c.used += need
			c.entries, c.picked = append(c.entries, was.entry(nil)), append(c.picked, *was)
		}
	}
	c.entries, c.picked = append(c.entries, e), append(c.picked, one)
	return true
}

// entry makes an entry of a candidate that rests on a message.
func (c *candidate) entry(sources []chat.UID) *entry {
	e := &entry{list: c.list, item: chat.SummaryItem{Text: c.text, Sources: sources}}
	if c.by != nil {
		e.item.SupersededBy = []chat.UID{c.by.UID}
	}
	return e
}

// trimmed returns what was taken, without the last ones if all together have more
// tokens than one by one. What was corrected does not stay alone.
func (c *chooser) trimmed() []candidate {
	n := len(c.picked)
	for n > 0 && (c.picked[n-1].by != nil || !fits(c.entries[:n], c.share, c.count)) {
		n--
	}
	return c.picked[:n]
}

// inOrder makes a summary of candidates, in the order of the conversation.
func inOrder(picked []candidate, messages []Message) chat.Summary {
	entries := make([]*entry, len(picked))
	for i := range picked {
		c := &picked[i]
		before := 0
		for j := range picked {
			if picked[j].at < c.at {
				before++
			}
		}
		entries[before] = c.entry([]chat.UID{messages[c.source].UID})
	}
	return assemble(entries)
}

// shortest is the summary where no good sentence fits: the beginning of the best
// one, or of any text at all.
func shortest(byScore [][]candidate, messages []Message, from, share int, count func(string) int) chat.Summary {
	for score := len(byScore) - 1; score >= 0; score-- {
		if all := byScore[score]; len(all) > 0 {
			c := all[len(all)-1]
			c.text = beginning(c.text, c.list, share, count)
			return inOrder([]candidate{c}, messages)
		}
	}
	for i := len(messages) - 1; i >= from; i-- {
		if text := tidy(shorten(messages[i].Content, words.MaxSentence)); text != "" && !messages[i].Pinned {
			return inOrder([]candidate{{list: facts, source: i, text: beginning(text, facts, share, count)}}, messages)
		}
	}
	return chat.Summary{}.Clean()
}

// beginning returns as much of a text as fits, cut between words if that leaves
// one. The first character stays in any case.
func beginning(text string, list, share int, count func(string) int) string {
	one := []*entry{{list: list, item: chat.SummaryItem{Text: text}}}
	if fits(one, share, count) {
		return text
	}
	runes := []rune(text)
	low, high := 1, len(runes)
	for low < high {
		middle := (low + high + 1) / 2
		one[0].item.Text = string(runes[:middle])
		if fits(one, share, count) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	part := string(runes[:low])
	if space := strings.LastIndexByte(part, ' '); space > 0 {
		part = part[:space]
	}
	return part
}
