package turn

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/claims"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// checkName names the step among what was looked up.
const checkName = "check"

// check holds an answer against the documents it cites: by its amounts and names, and by
// asking a model what the rest says. A sentence that they do not hold is searched for
// again, and the model is asked once to correct it; what still does not hold is kept with
// the answer, so that the page can mark it. Where no model helps, it is only marked.
func (r *run) check(ctx context.Context) (node, error) {
	r.meta.Unsupported = nil
	begin, ok := r.checkable()
	if !ok {
		return record, nil
	}
	c := &checking{run: r, began: r.Now(), begin: begin}
	found := c.hold(ctx, firstText, r.draft.String()[begin:])
	if ctx.Err() == nil && found.failed() > 0 && c.canCorrect(found.text) {
		found = c.correct(ctx, found)
	}
	if handsOver(ctx) {
		return done, ErrHandedOver
	}
	r.keepUnsupported(begin, found.claims)
	c.tellEnd(found)
	return record, nil
}

// checkable returns where the last reply begins, if it can be checked: what a source has
// answered by itself, or what was quoted where there is no model, is not.
func (r *run) checkable() (begin int, ok bool) {
	if *r.who.Settings.Checking == chat.CheckOff || len(r.replies) == 0 || r.found.instead != nil || r.who.Rung == chat.NoRung {
		return 0, false
	}
	begin = r.replies[len(r.replies)-1].From
	return begin, begin <= r.draft.len()
}

// checking is the check of one answer.
type checking struct {
	*run
	began time.Time
	// begin is where the text that is checked begins in the answer.
	begin int
	// told says that the reader was told that a check is under way.
	told bool
	// first is what was found of the first text, corrected what came of a correction.
	first     held
	corrected bool
	more      int
}

// The texts that are checked.
const (
	firstText = iota
	correctedText
)

// held is what holds of a text.
type held struct {
	text   string
	claims []claims.Claim
}

// failed is how many claims do not hold.
func (h held) failed() (n int) {
	for i := range h.claims {
		if !h.claims[i].Holds {
			n++
		}
	}
	return n
}

// isBetterThan reports whether more of a corrected text holds, and it still says what held
// of the first. One that says little more than that it was corrected has no claims that
// fail either, and neither has an answer to something else.
func (h held) isBetterThan(first held) bool {
	text := strings.TrimSpace(h.text)
	held := len(first.claims) - first.failed()
	if text == "" || h.failed() >= first.failed() || 2*(len(h.claims)-h.failed()) < held || 4*len(text) < len(first.text) {
		return false
	}
	said := 0
	for i := range first.claims {
		if c := &first.claims[i]; c.Holds && claims.Says(text, first.text[c.From:c.To]) {
			said++
		}
	}
	return 2*said >= held
}

// keepsFailing has the claims fail that failed in the first text and were not changed.
func (h held) keepsFailing(first held) {
	for i := range h.claims {
		one := &h.claims[i]
		for k := range first.claims {
			if o := &first.claims[k]; !o.Holds && first.text[o.From:o.To] == h.text[one.From:one.To] && claims.Numbers(o.Sources) == claims.Numbers(one.Sources) {
				one.Holds, one.Strange, one.Quote = false, o.Strange, o.Quote
			}
		}
	}
}

// hold holds a text against the documents it cites.
func (c *checking) hold(ctx context.Context, which int, text string) held {
	out := held{text: text}
	passages := c.citedPassages(context.WithoutCancel(ctx), text)
	if len(passages) == 0 {
		return out
	}
	out.claims = claims.Check(text, passages, c.material.question.Content+"\n"+c.material.means())
	if which == correctedText {
		out.keepsFailing(c.first)
		if !out.isBetterThan(c.first) {
			return out // it is not taken, and a model need not read it
		}
	}
	c.verify(ctx, which, out, passages)
	if which == firstText {
		c.first = out
	}
	return out
}

// citedPassages are the documents' passages that a text cites, as the model was sent them.
func (c *checking) citedPassages(ctx context.Context, text string) (out []claims.Passage) {
	for _, n := range prompt.Cited(text) {
		if n < 1 || n > len(c.meta.Sources) || c.meta.Sources[n-1].Kind != chat.ChunkSource {
			continue
		}
		source := &c.meta.Sources[n-1]
		if passage, heading := c.passageOf(ctx, source); passage != "" {
			if heading != "" {
				heading = ". " + heading
			}
			out = append(out, claims.Passage{Number: n, Text: passage, Heading: source.Name + heading})
		}
	}
	return out
}

// passageOf is the text of a source: what was found for the question, or the chunk of a
// document that goes along whole. One that is gone has none, and nothing is held against
// it.
func (c *checking) passageOf(ctx context.Context, s *chat.Source) (text, heading string) {
	for _, all := range [][]prompt.Passage{c.found.passages, c.checked.passages()} {
		for _, p := range all {
			if p.Source != nil && p.Source.Kind == s.Kind && p.Source.ID == s.ID {
				return p.Text, ""
			}
		}
	}
	document, sequence, _ := strings.Cut(s.ID, ":")
	uid, err := chat.ParseUID(document)
	n, bad := strconv.Atoi(sequence)
	if err != nil || bad != nil {
		return "", ""
	}
	chunks, err := c.Store.DocumentChunks(ctx, uid, n, n+1)
	if err != nil || len(chunks) == 0 {
		return "", ""
	}
	return chunks[0].Text, chunks[0].Heading
}

// tell says what the check does now.
func (c *checking) tell(step string) {
	if !c.told {
		c.told = true
		c.emit(wire.GatherEvent{From: checkName, Label: say.T("Check against the sources"), State: wire.GatherStarted})
	}
	c.emit(wire.GatherEvent{From: checkName, Label: say.T("Check against the sources"), State: wire.GatherStep, Step: step})
}

// tellEnd keeps what was checked, if a model was asked or something does not hold, and
// says that the check is over.
func (c *checking) tellEnd(now held) {
	if c.checked == nil && now.failed() == 0 {
		return
	}
	lines := []chat.ReceiptLine{{Label: say.T("Sentences with sources"), Text: strconv.Itoa(len(c.first.claims))}}
	if c.checked != nil && c.checked.Heard > 0 {
		lines = append(lines, chat.ReceiptLine{Label: say.T("Read by the model"), Text: strconv.Itoa(c.checked.Heard)})
	}
	lines = append(lines, chat.ReceiptLine{Label: say.T("Not in their sources"), Text: strconv.Itoa(c.first.failed())})
	if c.more > 0 {
		lines = append(lines, chat.ReceiptLine{Label: say.T("Further passages"), Text: strconv.Itoa(c.more)})
	}
	if c.corrected {
		lines = append(lines, chat.ReceiptLine{Label: say.T("Corrected"), Text: strconv.Itoa(c.first.failed() - now.failed())})
	}
	took := c.Now().Sub(c.began).Milliseconds()
	c.meta.Gathered = append(c.meta.Gathered, chat.Gathered{From: checkName, Label: say.T("Check against the sources"), Took: took, Receipt: lines})
	if t := c.meta.Timings; t != nil {
		timings := *t
		timings.Total = c.elapsed()
		c.meta.Timings = &timings
	}
	c.mark(verifying)
	if c.told {
		c.emit(wire.GatherEvent{From: checkName, Label: say.T("Check against the sources"), State: wire.GatherDone, Took: took})
	}
}

// keepUnsupported keeps what does not hold of the text from a byte of the answer on.
func (r *run) keepUnsupported(begin int, list []claims.Claim) {
	answer := r.draft.String()
	at, units := 0, 0
	to := func(byteAt int) int {
		for at < byteAt {
			c, size := utf8.DecodeRuneInString(answer[at:])
			if units++; c > 0xffff {
				units++
			}
			at += size
		}
		return units
	}
	for _, c := range list {
		if c.Holds {
			continue
		}
		from, end := begin+c.From, begin+c.To
		r.meta.Unsupported = append(r.meta.Unsupported, chat.Sentence{From: to(from), To: to(end), Text: answer[from:end],
			Sources: c.Sources, Strange: c.Strange, Quote: c.Quote})
	}
}
