package planner

import (
	"context"
	"slices"
	"strings"
)

// People name what they speak of first and then ask about it: "Offers that have expired: how many
// are there, and what are they worth?", "Some tools are lost, so could I have their serial
// numbers?". The second clause has a pronoun in the place of the noun, or nothing. With the first
// one put there it is a question like others, and is read as one: nothing is left out of the first
// clause but the words that introduce it.

// introductions are words that introduce a thing, in any order; quantities may stand before it.
const introductions = " i we you it there here are is were was be must may might should seem seems have has had got see saw noticed heard know think that look looking at take taking consider considering " +
	"if only just of among out regarding concerning as for about given suppose focus focusing on thinking some certain several many a few all the those these our still apparently obviously sadly unfortunately evidently "

// feelings are nouns for what somebody makes of a thing.
const feelings = " problem issue worry topic concern pity shame nuisance priority headache "

// topicBreaks are what may stand between a thing and what is asked about it.
var topicBreaks = []string{": ", "; ", ". ", "? ", " - ", " – ", " — ", ", so ", ", but ", ", and ", ", then ", ", "}

// byTopic reads a question whose thing is named in a clause before it.
func (p *Planner) byTopic(ctx context.Context, question string) (Reading, bool, error) {
	tries := 0
	for at := range question {
		for _, sep := range topicBreaks {
			if at == 0 || !strings.HasPrefix(question[at:], sep) {
				continue
			}
			thing := p.topicOf(question[:at])
			if thing == "" {
				continue
			}
			rest := withoutFrame(strings.TrimSpace(question[at+len(sep):]))
			whole, ok := resolved(rest, thing)
			if asks := asksAt(thing); asks && sep != ", so " {
				continue // two questions
			} else if asks {
				_, thing, _ = strings.Cut(thing, " ") // which are experts, so could I have their names
				if whole, ok = resolved(rest, thing); strings.Contains(rest, "how") {
					continue
				}
			}
			if tries++; !ok || tries > 8 {
				continue
			}
			r, err := p.readWhole(ctx, whole, nil)
			switch {
			case err == nil && len(r.Choices) == 0:
				return r, true, nil
			case err != nil && !isNotUnderstood(err):
				return Reading{}, false, err
			}
			break
		}
	}
	return Reading{}, false, nil
}

// topicOf is the thing that a clause introduces, or "".
func (p *Planner) topicOf(clause string) string {
	words := strings.Fields(contractions.Replace(clause))
	for _, w := range words {
		if contains([]string{"how", "who", "whose", "when", "where", "why"}, fold(strings.Trim(w, ",;:"))) {
			return "" // a question of its own
		}
	}
	for len(words) > 0 && strings.Contains(introductions, " "+fold(strings.Trim(words[0], ",;:"))+" ") {
		words = words[1:]
	}
	words = p.withoutFeeling(words)
	if len(words) == 0 || len(words) > 30 || contains(languages()[0].phrases[fold(words[0])], "per") {
		return ""
	}
	return strings.Join(words, " ")
}

// withoutFeeling leaves out what somebody makes of a thing at the end of a clause: "worry me",
// "are a problem".
func (p *Planner) withoutFeeling(words []string) []string {
	n := len(words)
	folded := func(k int) string { return fold(words[n-k]) }
	switch {
	case n > 2 && (folded(1) == "me" || folded(1) == "us") && len(p.meanings(tokens(folded(2))[0].stem, folded(2), 1)) == 0 && len(languages()[0].phrases[folded(2)]) == 0:
		n -= 2
	case n > 3 && strings.Contains(feelings, " "+folded(1)+" ") && (folded(2) == "a" || folded(2) == "an"):
		n -= 2
	default:
		return words
	}
	for n > 0 && strings.Contains(" are is do does really ", " "+fold(words[n-1])+" ") {
		n--
	}
	return words[:n]
}

// pronouns stand for a thing named before, and joins are words behind "how many" where no noun
// of its own follows.
const (
	pronouns = " they them these those "
	joins    = " are is were was have has had there per by in at for each every of worth and on with without "
)

// resolved puts a thing in the place of the pronoun of a question, or where its noun is missing.
func resolved(question, thing string) (string, bool) {
	words := strings.Fields(strings.TrimRight(question, "?.! "))
	bare := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return fold(strings.Trim(words[i], ",;:"))
	}
	put := func(from, to int, text ...string) (string, bool) {
		return strings.Join(slices.Concat(words[:from], text, words[to:]), " "), true
	}
	for i := range words {
		if bare(i) == "how" && bare(i+1) == "many" {
			return resolvedCount(words, i+2, thing)
		}
		switch w := bare(i); {
		case contains([]string{"when", "where", "why", "last", "first", "latest", "most", "fewest", "same", "other", "others"}, w):
			return "", false // which of their rows is asked about
		case w == "their" || w == "its":
			end := i + 1
			for end < len(words) && !(end > i+1 && (contains([]string{"what", "how", "who", "which", "when"}, bare(end)) || strings.HasSuffix(words[end-1], ","))) {
				end++
			}
			for end > i+1 && (bare(end-1) == "and" || bare(end-1) == "") {
				end--
			}
			if end == i+1 {
				return "", false
			}
			last := strings.TrimRight(words[end-1], ",;:")
			return put(i, end, append(append([]string{"the"}, words[i+1:end-1]...), last, "of", thing)...)
		case w == "the" && bare(i+1) == "ones":
			return put(i, i+2, thing)
		case strings.Contains(pronouns, " "+w+" ") && !(w == "these" || w == "those") || (w == "those" || w == "these") && (i+1 == len(words) || strings.Contains(joins, " "+bare(i+1)+" ") || strings.HasSuffix(bare(i+1), "ing")):
			return put(i, i+1, thing)
		}
	}
	return "", false
}

// resolvedCount puts a thing behind "how many".
func resolvedCount(words []string, at int, thing string) (string, bool) {
	bare := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return fold(strings.Trim(words[i], ",;:"))
	}
	if strings.HasSuffix(words[at-1], ",") || at == len(words) {
		return strings.Join(slices.Concat([]string{"how", "many", thing}, words[at:]), " "), true
	}
	to := at
	switch {
	case bare(at) == "of" && contains([]string{"them", "those", "these", "which"}, bare(at+1)):
		to += 2
	case bare(at) == "are" && contains([]string{"there", "they", "these", "those"}, bare(at+1)), bare(at) == "there" && contains([]string{"are", "is", "were"}, bare(at+1)), bare(at) == "is" && contains([]string{"that", "it"}, bare(at+1)):
		to += 2
	case !strings.Contains(joins, " "+bare(at)+" "):
		return "", false // how many of something else
	}
	if to > at && to < len(words) && strings.HasSuffix(words[to-1], ",") {
		thing += ","
	}
	return strings.Join(slices.Concat(words[:at], []string{thing}, words[to:]), " "), true
}
