package turn

import (
	"context"
	"errors"
	"slices"
	"time"

	"burrow/internal/chat"
	"burrow/internal/claims"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
)

// What asking a model about an answer may cost.
const (
	verifyTime   = 30 * time.Second
	verifyTokens = 2_500
)

var errSlowCheck = errors.New("the check took too long")

// checked is what a model was asked of an answer, and what came. It is a pending write, kept
// before each call as well: a turn that is taken up again pays for no second one.
type checked struct {
	// Step counts what was kept: of several writes the last one counts.
	Step int `json:"step"`
	// First and Second are the verdicts on the first text and on the corrected one, nil if
	// none were asked for.
	First  *verdicts `json:"first,omitempty"`
	Second *verdicts `json:"second,omitempty"`
	// Heard is how many sentences a model has read.
	Heard int `json:"heard,omitempty"`
	// Correction is nil if none was asked for.
	Correction *correction `json:"correction,omitempty"`
}

// verdicts are what a model said of a text, empty while it is asked.
type verdicts struct {
	Reply string      `json:"reply,omitempty"`
	Usage *chat.Usage `json:"usage,omitempty"`
}

// correction is what came of asking for one, empty while it is asked for.
type correction struct {
	Text   string           `json:"text,omitempty"`
	Finish string           `json:"finish,omitempty"`
	Usage  *chat.Usage      `json:"usage,omitempty"`
	More   []prompt.Passage `json:"more,omitempty"`
}

func (c *checked) passages() []prompt.Passage {
	if c == nil || c.Correction == nil {
		return nil
	}
	return c.Correction.More
}

// verify asks a model about the claims that hold by their words, unless that was done, and
// takes in what it shows.
func (c *checking) verify(ctx context.Context, which int, h held, passages []claims.Passage) {
	asked := c.unread(which, h)
	system, user := claims.Request(h.text, h.claims, asked, passages)
	if user == "" || !c.reads(user) {
		return
	}
	if c.checked == nil {
		c.checked = &checked{}
	}
	of := &c.checked.First
	if which == correctedText {
		of = &c.checked.Second
	}
	if *of == nil {
		if ctx.Err() != nil {
			return
		}
		*of = &verdicts{}
		c.askVerdicts(ctx, *of, system, user)
	}
	heard := claims.Verdicts((*of).Reply, h.text, h.claims, asked, passages)
	c.checked.Heard = max(c.checked.Heard, heard)
	if name := c.who.HelperName(); heard > 0 {
		c.checkers.Good(name)
	} else {
		c.checkers.Bad(name)
	}
}

// unread are the claims that hold and that a model has not read: of a corrected text, those
// that are new.
func (c *checking) unread(which int, h held) (out []int) {
	for i := range h.claims {
		if h.claims[i].Holds && !(which == correctedText && c.first.hasRead(h.text, &h.claims[i])) {
			out = append(out, i)
		}
	}
	return out
}

// hasRead reports whether a claim of another text stands in this one, and holds.
func (h held) hasRead(text string, one *claims.Claim) bool {
	for i := range h.claims {
		if o := &h.claims[i]; o.Holds && h.text[o.From:o.To] == text[one.From:one.To] && claims.Numbers(o.Sources) == claims.Numbers(one.Sources) {
			return true
		}
	}
	return false
}

// reads reports whether a model is asked about an answer.
func (c *checking) reads(request string) bool {
	if *c.who.Settings.Checking != chat.CheckModel || !c.who.Helps() || c.who.Rung == chat.BrowserRung || !c.checkers.Asks(c.who.HelperName()) {
		return false
	}
	window, known := memory.Window(&c.who.Settings)
	return !known || len(request)/3+verifyTokens < window
}

// askVerdicts keeps the answer, which is paid for, and asks. What fails leaves no verdicts.
func (c *checking) askVerdicts(ctx context.Context, out *verdicts, system, user string) {
	if err := c.keepAsked(context.WithoutCancel(ctx)); err != nil {
		c.Log(err)
		return // without it the call might be paid twice
	}
	c.tell(say.T("reading the cited passages again"))
	short, cancel := context.WithTimeoutCause(llm.WithoutRetries(ctx), verifyTime, errSlowCheck)
	defer cancel()
	got, err := c.who.Help(short, system, user, verifyTokens, &llm.Schema{Name: claims.SchemaName, JSON: chat.RawJSON(claims.Schema)})
	if out.Usage = got.Usage; err == nil {
		out.Reply = got.Content
	}
	c.keepChecked(ctx)
}

// keepAsked keeps the first answer, which is paid for, and that something is asked about it.
func (c *checking) keepAsked(ctx context.Context) error {
	text := c.draft.String()
	c.checked.Step++
	return c.commit(ctx, c.now(), func(ctx context.Context) error {
		if err := c.Store.AddWrite(ctx, c.last.UID, store.Write{Task: replyTask, Sequence: c.state.Round, Channel: replyChannel, Value: encode(c.replies[len(c.replies)-1])}); err != nil {
			return err
		}
		if err := c.Store.AddWrite(ctx, c.last.UID, store.Write{Task: checkTask, Sequence: c.checked.Step, Channel: replyChannel, Value: encode(c.checked)}); err != nil {
			return err
		}
		_, err := c.Store.Update(ctx, c.state.Answer, store.Patch{Content: &text, Metadata: encode(c.meta)}, c.now())
		return err
	})
}

// keepChecked keeps what came. Without it a turn that is taken up again knows that it was
// asked for, and goes on without.
func (c *checking) keepChecked(ctx context.Context) {
	c.checked.Step++
	if err := c.pay(ctx, checkTask, replyChannel, c.checked.Step, c.checked); err != nil {
		c.Log(err)
	}
}

// paidFor are the calls of the answer's own model.
func (r *run) paidFor() []reply {
	if r.checked == nil || r.checked.Correction == nil {
		return r.replies
	}
	return append(slices.Clone(r.replies), reply{Usage: r.checked.Correction.Usage})
}

// verifyUsage is what reading the answer again has used, nil if nothing was read.
func (r *run) verifyUsage() *chat.Usage {
	if r.checked == nil {
		return nil
	}
	var all []reply
	for _, v := range []*verdicts{r.checked.First, r.checked.Second} {
		if v != nil {
			all = append(all, reply{Usage: v.Usage})
		}
	}
	return sumUsage(all)
}

// handsOver reports whether the turn ends because another program goes on with it.
func handsOver(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrHandedOver) }
