// Package claims holds the sentences of an answer against the passages that they cite.
// It finds what can be shown: an amount, a date or a name that no cited passage has. What
// a sentence says of them, such as a condition or a denial, needs a reader: Request asks a
// model, and Verdicts believes it as far as it can show why.
//
// Whatever it is not sure of holds: paraphrases share few words with their source, and a
// mark on a true sentence costs more trust than a false one without a mark.
//
// It leaves to its callers where passages come from and what becomes of a claim that
// does not hold.
package claims

import "burrow/internal/recall"

// Passage is a source as the answer's model was shown it.
type Passage struct {
	// Number is what the answer cites it by.
	Number int
	Text   string
	// Heading stands above the text; the name of its document is a part of it.
	Heading string
}

// Claim is a sentence, list item or table row of an answer that cites sources.
type Claim struct {
	// From and To are its bytes in the answer, without the citation behind it.
	From, To int
	// Sources are the numbers it cites.
	Sources []int
	Holds   bool
	// Strange is the amount or the name of it that its sources do not have, Quote is what
	// they say instead, in their words. Both may be empty of one that does not hold.
	Strange, Quote string
}

// What one answer may cost: how many claims are read of it, and how many bytes of the
// passages that one claim cites.
const (
	maxClaims = 200
	maxBytes  = 64 << 10
)

// Check returns the claims of an answer, in their order. An answer may repeat amounts and
// names of the question. A claim that cites a number that no passage has holds: what it
// says may stand there. Several passages with one number are one source.
func Check(answer string, cited []Passage, question string) []Claim {
	out := cutClaims(answer)
	if len(out) == 0 {
		return nil
	}
	c := checker{sources: map[int]*reading{}, asked: read(question)}
	for i := range out {
		out[i].Strange = c.judge(answer, &out[i], cited)
		out[i].Holds = out[i].Strange == ""
	}
	return out
}

// checker has what the claims of one answer share.
type checker struct {
	// sources are read when the first claim cites them; nil is one that is not there.
	sources map[int]*reading
	asked   reading
}

// judge returns what does not hold of a claim, and "" if it does.
func (c *checker) judge(answer string, claim *Claim, cited []Passage) string {
	j := judgement{claim: read(withoutCitations(answer[claim.From:claim.To]))}
	size := 0
	for _, n := range claim.Sources {
		r := c.source(n, cited)
		if r == nil {
			return "" // it may be there
		}
		if size += r.size; size > maxBytes {
			return ""
		}
		j.sources = append(j.sources, r)
	}
	j.sources = append(j.sources, &c.asked)
	if name := j.strangeName(); name != "" {
		return name
	}
	return j.strangeAmount()
}

// source reads a source once.
func (c *checker) source(number int, cited []Passage) *reading {
	r, known := c.sources[number]
	if !known {
		text := ""
		for i := range cited {
			if cited[i].Number == number {
				text += cited[i].Heading + "\n" + cited[i].Text + "\n"
			}
		}
		if text != "" {
			one := read(text)
			r = &one
		}
		c.sources[number] = r
	}
	return r
}

// judgement compares a claim with its sources, of which the question is the last one.
type judgement struct {
	claim   reading
	sources []*reading
}

// hasWord reports whether a source has a word.
func (j *judgement) hasWord(is func(*token) bool) bool {
	for _, r := range j.sources {
		for i := range r.tokens {
			if is(&r.tokens[i]) {
				return true
			}
		}
	}
	return false
}

// Says reports whether a text has two thirds of the words of a sentence, in whatever form.
func Says(text, sentence string) bool {
	there := map[string]bool{}
	for _, t := range read(text).tokens {
		there[recall.Stem(t.text)] = true
	}
	all, said := 0, 0
	for _, t := range read(withoutCitations(sentence)).tokens {
		if stem := recall.Stem(t.text); stem != "" {
			all++
			if there[stem] {
				said++
			}
		}
	}
	return 3*said >= 2*all
}
