package recall

import (
	"math"
	"strings"
)

// LeastHeld is the Query.Least of a turn. docs/rationale.md says what it keeps out and
// what more of it would cost.
const LeastHeld = 0.9

// What a question holds is counted in words that a single message has. Any such word of
// a question may be somewhere in a long conversation by chance; two of them side by side
// are not. It takes less of a question for what was or is the user's ("did we", "my"),
// and more of an order ("Write a poem ..."), of which few lead back.
const (
	sharedHeld  = 0.4
	sharedMeant = 0.8
	orderHeld   = 2
	orderMeant  = 1.3
	// enough is the share of its words that is enough of a question with less to hold,
	// as "And the tandem?"; of what asks nothing, as "Thanks!", it must be leastEnough,
	// and of a single word half of it, a related one.
	enough      = 0.6
	leastEnough = 0.5
	// Where it is known what messages mean, that counts, and words beside it.
	meantHolds     = 2.4 // times the closest
	heldBesideThat = 0.15
)

// isAbout reports whether the conversation holds enough of a question to be what it is
// about. That it names somebody who speaks, or a day on which something was said, or
// goes on from the exchange before is enough.
func (s *search) isAbout(a *question, q *Query) bool {
	if q.Least <= 0 || q.Leans > 0 || len(a.named) > 0 || s.hasDays(a, q.ZoneMinutes) {
		return true
	}
	byWords, byMeaning := float32(1), float32(1)
	if a.shared {
		byWords, byMeaning = sharedHeld, sharedMeant
	}
	if a.orders {
		byWords, byMeaning = byWords*orderHeld, byMeaning*orderMeant
	}
	held, unread, closest := s.held(a, q.Meant)
	share := enough * s.whole(a)
	switch {
	case a.orders:
		share = max(share, leastEnough)
	case len(a.terms)+len(a.unknown) == 1:
		share /= 2
	}
	if unread >= min(q.Least*byWords, share) {
		return true
	}
	return closest > 0 && heldBesideThat*held/byWords+meantHolds*closest/byMeaning >= q.Least
}

// hasDays is true of a question for a day on which something was said, or soon after.
func (s *search) hasDays(a *question, zoneMinutes int) bool {
	if len(a.spans) == 0 {
		return false
	}
	for i := range s.n {
		if s.spanScore(a, i, zoneMinutes) > 0 {
			return true
		}
	}
	return false
}

// held is the most of a question's words that one message has with those around it, the
// most that one has of which nobody knows what it means, and how close the closest is in
// that. A word brings what the best of its variants does, however often it is said.
func (s *search) held(a *question, meant []float32) (held, unread, closest float32) {
	sum, near := s.x.scratch.slice(forSingle, s.n), s.x.scratch.slice(forTimes, s.n)
	for i := range a.concepts {
		c := &a.concepts[i]
		for _, v := range c.variants {
			// To the power of 3/4: the ranking wants the word itself first, while here a
			// related one says nearly as much.
			root := math.Sqrt(float64(min(v.weight, 1)))
			share := c.alone * float32(root*math.Sqrt(root))
			for _, p := range s.postings(v.id) {
				at := p.message()
				begin, end := s.around(at)
				for j := begin; j < end; j++ {
					near[j] = max(near[j], share*nearby[max(at-j, j-at)])
				}
			}
		}
		for j, v := range near {
			sum[j] += v
		}
		clear(near)
	}
	for i, v := range sum {
		held = max(held, v)
		if i < len(meant) && meant[i] != 0 {
			closest = max(closest, meant[i])
		} else {
			unread = max(unread, v)
		}
	}
	once := s.rarityOf(1)
	return held / once, unread / once, closest
}

// whole is what a message with all words of a question would hold.
func (s *search) whole(a *question) float32 {
	sum := float32(len(a.unknown)) * s.rarityOf(0)
	for _, text := range a.terms {
		sum += s.rarityOf(float64(len(s.postings(s.x.stems[text]))))
	}
	return sum / s.rarityOf(1)
}

// isOrder is true of a text that asks nothing and begins with a word of its own. What
// begins with a stop word may be a question without its mark.
func isOrder(written []token, text string) bool {
	return len(written) > 0 && written[0].stem != "" && !written[0].packed && !strings.ContainsAny(text, "?？")
}
