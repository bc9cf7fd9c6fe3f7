package memory

import "burrow/internal/chat"

// Policy says when a conversation is condensed, and how much of it. All numbers
// but KeepLast are tokens.
type Policy struct {
	// Threshold is the most that summaries, open messages and the question may
	// have together.
	Threshold int
	// KeepLast is how many of the newest messages stay whole.
	KeepLast int
	// Tiered keeps the last 10 messages whole, has summaries for the 40 before
	// them, and one summary for all that is older.
	Tiered bool
	// Reserve is what recalled passages may add to a turn.
	Reserve int
	// LastTurn leaves the last question and its answer as they are, however long: they
	// go along with the next question anyway, so that condensing them saves nothing.
	LastTurn bool
}

const (
	tierWhole    = 10 // messages that a tiered policy leaves whole
	tierDetailed = 50 // messages that it does not consolidate
	minShare     = 60
	minQuestion  = 30
)

// Kept is what a decision needs to know about a summary: the depths it stands for,
// its tokens, and how often it has been consolidated.
type Kept struct{ From, To, Tokens, Level int }

// State is what the next prompt would be made of.
type State struct {
	// Summaries are those that apply, oldest first.
	Summaries []Kept
	// Open are the messages that no summary stands for, oldest first, without
	// the question.
	Open []Message
	// Question is the tokens of the question that waits, 0 if none does.
	Question int
}

// Total is what condensing compares with the threshold.
func (p Policy) Total(s State) int {
	return s.Question + summaryTokens(s.Summaries) + tokensOf(s.Open)
}

func summaryTokens(summaries []Kept) (sum int) {
	for _, k := range summaries {
		sum += k.Tokens
	}
	return sum
}

// Soon reports, after an answer, whether the next turn is likely to cross the
// threshold: with a question like those before it, and Reserve on top. It is the
// time to condense while nobody waits.
func (p Policy) Soon(s State) bool {
	s.Question = max(minQuestion, medianQuestion(s.Open))
	return p.Total(s)+p.Reserve > p.Threshold
}

// medianQuestion is the median length of the user's last nine messages.
func medianQuestion(open []Message) int {
	var recent [9]int
	n := 0
	for i := len(open) - 1; i >= 0 && n < len(recent); i-- {
		if open[i].Role != chat.User {
			continue
		}
		at := n
		for ; at > 0 && recent[at-1] > open[i].Tokens; at-- {
			recent[at] = recent[at-1]
		}
		recent[at] = open[i].Tokens
		n++
	}
	return recent[n/2]
}

// Share is how many tokens a summary of this many may have: a fifteenth, so that
// 1,200 become 80. A quarter of the threshold is the most, however long a single
// message was, because a summary above that would itself have to be condensed.
func (p Policy) Share(before int) int {
	return max(minShare, min(before/15, p.Threshold/4))
}

// MergeShare is how many tokens one summary may have that takes the place of
// summaries with this many: half of them, and at most half of what summaries may
// have together.
func (p Policy) MergeShare(before int) int {
	return max(minShare, min(before/2, p.Threshold/6))
}

// Plan returns the depths of the open messages to condense now, if there is
// anything to gain. The range is contiguous, leaves out the messages to keep,
// pinned ones and those still growing, and ends where a turn ends: a question and
// its answer go together. It has two messages at least.
//
// If there is none, a turn with a message that alone exceeds the threshold is
// condensed even if it is among those to keep: it would exceed it for ever.
//
// Pinned messages divide the conversation; then the part with the most tokens is
// first, and the caller asks again while the sum is due.
func (p Policy) Plan(s State) (from, to int, ok bool) {
	end := settled(&s)
	if p.LastTurn {
		end = min(end, lastTurn(s.Open))
	}
	best, most := run{}, 0
	for _, r := range runs(&s, min(end, len(s.Open)-p.keep())) {
		r.to = trimmed(r, s.Open)
		if tokens := tokensOf(s.Open[r.from:r.to]); tokens > most && r.to-r.from > 1 {
			best, most = r, tokens
		}
	}
	if most == 0 {
		best = p.oversized(&s, end)
	}
	if best.to == 0 {
		return 0, 0, false
	}
	return s.Open[best.from].Depth, s.Open[best.to-1].Depth, true
}

// keep is how many messages stay whole.
func (p Policy) keep() int {
	if p.Tiered {
		return max(p.KeepLast, tierWhole)
	}
	return p.KeepLast
}

// settled is how many open messages there are without a last turn that may yet
// grow: with no question behind it, an answer that was stopped can be resumed.
func settled(s *State) int {
	end := len(s.Open)
	if end == 0 || s.Question > 0 {
		return end
	}
	if last := s.Open[end-1].Status; last != chat.Stopped && last != chat.Failed {
		return end
	}
	for end--; end > 0 && !begins(s.Open, end); end-- {
	}
	return end
}

// lastTurn is where the last turn begins.
func lastTurn(open []Message) int {
	at := len(open)
	for at > 0 {
		if at--; begins(open, at) {
			break
		}
	}
	return at
}

// run is a part of the open messages, by index, without its end.
type run struct{ from, to int }

// runs gives the longest parts of the first end open messages that one summary
// can stand for.
func runs(s *State, end int) (out []run) {
	for from := 0; from < end; from++ {
		if !condensable(&s.Open[from]) {
			continue
		}
		to := from + 1
		for to < end && condensable(&s.Open[to]) && adjacent(s, s.Open[to-1].Depth, s.Open[to].Depth) {
			to++
		}
		out = append(out, run{from, to})
		from = to - 1
	}
	return out
}

func condensable(m *Message) bool { return !m.Pinned && m.Status != chat.Streaming }

// adjacent reports whether no summary stands between two depths.
func adjacent(s *State, a, b int) bool {
	for _, k := range s.Summaries {
		if k.To > a && k.From < b {
			return false
		}
	}
	return true
}

// begins reports whether a turn begins at i, or nothing is there.
func begins(open []Message, i int) bool {
	return i >= len(open) || open[i].Role == chat.User
}

// trimmed is where a run ends if it ends where a turn does, or at least with an
// answer.
func trimmed(r run, open []Message) int {
	for to := r.to; to > r.from; to-- {
		if begins(open, to) {
			return to
		}
	}
	to := r.to
	for to > r.from && open[to-1].Role != chat.Assistant {
		to--
	}
	return to
}

// oversized returns the oldest turn with a message that alone exceeds the
// threshold, as far as it may be condensed, and an empty run if there is none.
func (p Policy) oversized(s *State, end int) run {
	for _, r := range runs(s, end) {
		for i := r.from; i < r.to; i++ {
			if s.Open[i].Tokens <= p.Threshold {
				continue
			}
			turn := run{i, i + 1}
			for turn.from > r.from && !begins(s.Open, turn.from) {
				turn.from--
			}
			for turn.to < r.to && !begins(s.Open, turn.to) {
				turn.to++
			}
			return turn
		}
	}
	return run{}
}

func tokensOf(messages []Message) (sum int) {
	for i := range messages {
		sum += messages[i].Tokens
	}
	return sum
}
