package turn

import (
	"context"
	"errors"
	"slices"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Condensing happens after an answer, when nobody waits: if the turn crossed the
// threshold, or the next one is likely to. A turn never waits for it; what does not
// fit stays behind for that turn, and can be recalled. A summary is kept in one
// transaction with its checkpoint, which checks that nothing else stands for its
// messages by then. The messages stay.

// Idle waits until nothing runs in the background.
func (e *Engine) Idle() { e.jobs.wait.Wait() }

// Condensing reports whether something is being condensed in a session.
func (e *Engine) Condensing(session chat.UID) bool { return e.jobs.condensing(session) }

// StopCondensing ends what runs in the background of a session.
func (e *Engine) StopCondensing(session chat.UID) { e.jobs.stop(session) }

// afterwards does what an answer leaves to do, in the background: the
// conversation's name, its index, and condensing.
func (r *run) afterwards() {
	if !r.Background {
		return
	}
	e, who, session, question, answer := r.Engine, r.who, r.session.UID, r.state.Question, r.state.Answer
	crossed, before := r.crossed, r.material.question.Depth-1
	e.jobs.start(session, func(ctx context.Context) {
		if err := e.name(ctx, session, question, answer, who); err != nil && ctx.Err() == nil {
			e.Log(err)
		}
		at, err := e.Store.Session(ctx, session)
		if err != nil {
			return
		}
		if crossed && before >= 0 {
			if parent, err := e.Store.Ancestor(ctx, question, before); err == nil {
				e.condenseInBackground(ctx, at, parent, who, true)
			}
		}
		e.condenseInBackground(ctx, at, at.Head, who, false)
	})
}

// condenseInBackground condenses what stands before leaf as long as there is
// reason to.
func (e *Engine) condenseInBackground(ctx context.Context, session chat.Session, leaf chat.UID, who Answerer, now bool) {
	if *who.Settings.Condense == chat.CondenseOff || leaf.IsZero() {
		return
	}
	begun := false
	tell := func(event wire.CondenseEvent) {
		event.Session = session.UID
		if event.State == wire.CondenseStarted {
			begun = true
			e.jobs.note(session.UID, true)
		}
		if e.Notify != nil && begun {
			e.Notify(event)
		}
	}
	err := e.condenseWhileDue(ctx, session, leaf, who, now, tell)
	e.jobs.note(session.UID, false)
	switch {
	case err == nil:
	case ctx.Err() != nil || errors.Is(err, fault.Conflict):
		// Stopped, or another program was faster.
		tell(wire.CondenseEvent{State: wire.CondenseStopped})
	default:
		e.Log(err)
		tell(wire.CondenseEvent{State: wire.CondenseFailed, Message: "Condensing failed, nothing was changed: " + fault.From(err).Message})
	}
}

// most is how often one job condenses, so that a mistake does not run for ever.
const mostAtOnce = 1000

func (e *Engine) condenseWhileDue(ctx context.Context, session chat.Session, leaf chat.UID, who Answerer, now bool, tell func(wire.CondenseEvent)) error {
	for range mostAtOnce {
		if err := e.yield(ctx); err != nil {
			return err
		}
		o, err := e.outlook(ctx, session.UID, leaf, who)
		if err != nil {
			return err
		}
		if from, to, ok := o.outgrown(); ok {
			tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
			kept, err := e.consolidate(ctx, o, from, to, "")
			if err != nil {
				return err
			}
			tell(condensed(kept))
			continue
		}
		if !now && !o.policy.Soon(o.state) && o.Left == 0 {
			return nil
		}
		from, to, ok, err := o.next(ctx, e)
		if err != nil || !ok {
			return err
		}
		tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
		made, err := e.summarize(ctx, o, from, to, "", tell)
		if err != nil {
			return err
		}
		kept, err := e.keepSummary(ctx, o, made, "")
		if err != nil {
			return err
		}
		tell(condensed(kept))
		now = false
	}
	return nil
}

func condensed(s store.Summary) wire.CondenseEvent {
	return wire.CondenseEvent{State: wire.CondenseDone, Messages: s.To - s.From + 1, TokensBefore: s.TokensBefore, TokensAfter: s.TokensAfter}
}

// outlook is what there is to condense on a path.
type outlook struct {
	store.Recollection
	session, leaf chat.UID
	who           Answerer
	model         string
	policy        memory.Policy
	state         memory.State
	count         func(text string) int
	countErr      *error
	encoding      string
}

// frameTokens are what a message without a role counts beside its text.
const frameTokens = 4

// PolicyOf is how settings say to condense.
func PolicyOf(s chat.Settings) memory.Policy {
	return memory.Policy{Threshold: *s.Threshold, KeepLast: *s.KeepLast, Tiered: *s.Strategy == chat.Tiered, Reserve: *s.Threshold / reserveShare}
}

func (e *Engine) outlook(ctx context.Context, session, leaf chat.UID, who Answerer) (o *outlook, err error) {
	o = &outlook{session: session, leaf: leaf, who: who, policy: PolicyOf(who.Settings)}
	if who.Settings.Model != nil {
		o.model = *who.Settings.Model
	}
	o.encoding, _ = e.Encoding(o.model)
	if o.Recollection, err = e.Store.Recollect(ctx, leaf, pathLimit); err != nil {
		return o, err
	}
	var countErr error
	o.countErr = &countErr
	o.count = func(text string) int {
		n, _, err := e.Count(ctx, o.model, "", text)
		if err != nil {
			countErr = err
		}
		return max(n-frameTokens, 0)
	}
	for _, s := range o.Summaries {
		o.state.Summaries = append(o.state.Summaries, memory.Kept{From: s.From, To: s.To, Tokens: s.TokensAfter, Level: s.Level})
	}
	o.state.Open, err = e.memorable(ctx, o, o.Open)
	return o, err
}

// memorable turns messages into what condensing sees. Those whose summary was
// undone are as good as pinned: nobody condenses them again but the user.
func (e *Engine) memorable(ctx context.Context, o *outlook, messages []chat.Message) ([]memory.Message, error) {
	var out []memory.Message
	for _, m := range messages {
		tokens, err := e.countOf(ctx, o.model, m)
		if err != nil {
			return nil, err
		}
		reopened := slices.ContainsFunc(o.Reopened, func(r store.Reopened) bool { return r.Level == 0 && r.Has(m.Depth) })
		out = append(out, memory.Message{UID: m.UID, Depth: m.Depth, Role: m.Role, Content: m.Content, Tokens: tokens,
			Pinned: m.Pinned || reopened, Status: m.Status, Time: m.CreatedAt})
	}
	return out, nil
}

// outgrown is which summaries are to become one, unless the user has taken such a
// one apart.
func (o *outlook) outgrown() (from, to int, ok bool) {
	from, to, ok = o.policy.Outgrown(o.state)
	for _, r := range o.Reopened {
		if r.Level > 0 && r.From <= to && r.To >= from {
			return 0, 0, false
		}
	}
	return from, to, ok
}

// batchTokens is the most that one summary is made of. What an import brings may
// be far more: it is condensed from its beginning on, without a model, which would
// have to be paid for. In a browser a batch is also how long a question may have to
// wait that comes meanwhile.
const batchTokens = 4000

// next is what to condense next.
func (o *outlook) next(ctx context.Context, e *Engine) (from, to int, ok bool, err error) {
	if o.Left > 0 {
		// The open messages that were read are the last of many.
		first := 0
		if n := len(o.Summaries); n > 0 {
			first = o.Summaries[n-1].To + 1
		}
		messages, err := e.Store.Span(ctx, o.leaf, first, first+pathLimit/2-1)
		if err != nil {
			return 0, 0, false, err
		}
		if o.state.Open, err = e.memorable(ctx, o, messages); err != nil {
			return 0, 0, false, err
		}
	}
	total := 0
	for i, m := range o.state.Open {
		if total += m.Tokens; total > batchTokens && i > 1 {
			// The rest comes later; a batch ends with an answer.
			for i > 2 && o.state.Open[i-1].Role == chat.User {
				i--
			}
			o.state.Open = o.state.Open[:i]
			o.who.Model = nil
			o.policy.KeepLast, o.policy.Tiered = 0, false
			break
		}
	}
	from, to, ok = o.policy.Plan(o.state)
	return from, to, ok, nil
}

// made is a summary that is not kept yet.
type made struct {
	wire.Condensed
	last chat.UID
}

// helperTokens is the most that a model may write for a summary.
const helperTokens = 1500

// summarize makes a summary of open messages: by a model, which gets a second try
// if what it says is none, else without one.
func (e *Engine) summarize(ctx context.Context, o *outlook, from, to int, instruction string, tell func(wire.CondenseEvent)) (out made, err error) {
	var sources []memory.Message
	for _, m := range o.state.Open {
		if m.Depth < from || m.Depth > to {
			continue
		}
		out.last = m.UID
		if m.Content != "" && m.Role != chat.Tool {
			sources = append(sources, m)
			out.TokensBefore += m.Tokens
		}
	}
	out.From, out.To, out.Messages, out.Notes = from, to, to-from+1, []string{}
	share := o.policy.Share(out.TokensBefore)
	if e.mayAsk(o) {
		system, user := memory.Request(sources, texts(o.Summaries), instruction, share)
		read := func(text, finish string) (chat.Summary, memory.Report, error) {
			return memory.Read(text, finish, sources, share, o.count)
		}
		err := e.askForSummary(ctx, o, system, user, read, &out, tell)
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		if err != nil {
			out.Notes = append(out.Notes, "The model made no summary, so this one was made without it: "+fault.From(err).Message)
		}
	}
	if out.Summary.Len() == 0 {
		out.MadeBy, out.Summary = "", memory.Extract(sources, share, o.count)
	}
	out.Summary = out.Summary.Clean()
	out.TokensAfter = o.count(memory.Render([]chat.Summary{out.Summary}))
	if out.Summary.Len() == 0 {
		return out, fault.New(fault.Invalid, "There is nothing in these messages to condense.")
	}
	return out, *o.countErr
}

// mayAsk says whether a model makes summaries.
func (e *Engine) mayAsk(o *outlook) bool {
	return o.who.Model != nil && !o.who.Small && *o.who.Settings.Condense != chat.CondenseLocal
}

// askForSummary asks the model, twice if need be.
func (e *Engine) askForSummary(ctx context.Context, o *outlook, system, user string, read func(text, finish string) (chat.Summary, memory.Report, error),
	out *made, tell func(wire.CondenseEvent)) error {
	model, prompt := helperOf(o.who.Settings), user
	if !e.trust.asks(model) {
		return errDistrusted
	}
	for try := 1; ; try++ {
		got, err := help(ctx, o.who, system, prompt, helperTokens, &llm.Schema{Name: memory.SchemaName, JSON: memory.Schema()})
		if err != nil {
			return err
		}
		summary, report, err := read(got.Content, got.Finish)
		if err == nil {
			e.trust.good(model)
			out.Summary, out.Notes, out.MadeBy = summary, append(out.Notes, report.Dropped...), model
			return nil
		}
		if try == 2 {
			e.trust.bad(model)
			return err
		}
		tell(wire.CondenseEvent{State: wire.CondenseRetried})
		prompt = memory.Retry(user, err)
	}
}

// helperOf is the model for what is not an answer.
func helperOf(s chat.Settings) string {
	if s.HelperModel != nil && *s.HelperModel != "" {
		return *s.HelperModel
	}
	if s.Model != nil {
		return *s.Model
	}
	return ""
}

// maxHelp is the most text that is taken of a helper's answer.
const maxHelp = 1 << 20

// errTalkative ends a helper's answer that does not end.
var errTalkative = fault.New(fault.Upstream, "The model's answer was far too long.")

// help asks the helper model for something that is no answer to the user.
func help(ctx context.Context, who Answerer, system, user string, limit int, schema *llm.Schema) (llm.Reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	size := 0
	got, err := who.Model.Stream(ctx, llm.Request{
		Model: helperOf(who.Settings), MaxOutput: limit, Temperature: new(0.0), Schema: schema,
		Messages: []llm.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: user}},
	}, llm.Observer{
		Delta: func(d llm.Delta) {
			if size += len(d.Text); size > maxHelp {
				cancel(errTalkative)
			}
		},
		Retry: func(int, time.Duration, error) {},
	})
	if size > maxHelp {
		return got, errTalkative
	}
	return got, err
}

// keepSummary keeps a summary with its checkpoint.
func (e *Engine) keepSummary(ctx context.Context, o *outlook, m made, key string) (store.Summary, error) {
	return e.keepAs(ctx, store.Summary{Session: o.session, From: m.From, Last: m.last, TokensBefore: m.TokensBefore, TokensAfter: m.TokensAfter,
		Encoding: o.encoding, MadeBy: m.MadeBy, Summary: m.Summary}, key)
}

// condense is the checkpoint of a summary.
const condense node = "condense"

func (e *Engine) keepAs(ctx context.Context, in store.Summary, key string) (store.Summary, error) {
	now := e.now()
	// Whoever stops now is too late.
	ctx = context.WithoutCancel(ctx)
	var kept store.Summary
	answer, replayed, err := e.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		var err error
		if kept, err = e.Store.AddSummary(ctx, in, chat.UID{}, now); err != nil {
			return nil, err
		}
		_, err = e.Store.AddCheckpoint(ctx, store.Checkpoint{Session: kept.Session, Turn: kept.UID, Node: string(condense), Source: fromStep,
			State: encode(state{Question: kept.Last})}, now)
		return encode(kept.UID), err
	})
	if err != nil || !replayed {
		return kept, err
	}
	return e.readKept(ctx, answer)
}

var errNew = errors.New("this key was not seen before")

// keptUnder finds the summary that an earlier request with this key has kept.
func (e *Engine) keptUnder(ctx context.Context, key string) (kept store.Summary, found bool, err error) {
	if key == "" {
		return kept, false, nil
	}
	answer, _, err := e.Store.Once(ctx, key, e.now(), func(context.Context) ([]byte, error) { return nil, errNew })
	if errors.Is(err, errNew) {
		return kept, false, nil
	}
	if err == nil {
		kept, err = e.readKept(ctx, answer)
	}
	return kept, err == nil, err
}

func (e *Engine) readKept(ctx context.Context, answer []byte) (store.Summary, error) {
	var uid chat.UID
	if err := json.Unmarshal(answer, &uid); err != nil {
		return store.Summary{}, fault.New(fault.Conflict, "This key belongs to another request.")
	}
	return e.Store.Summary(ctx, uid)
}

// consolidate makes one summary of several.
func (e *Engine) consolidate(ctx context.Context, o *outlook, from, to int, instruction string) (store.Summary, error) {
	in := store.Summary{Session: o.session, From: from, Encoding: o.encoding}
	var parts []store.Summary
	tokens := 0
	for _, s := range o.Summaries {
		if s.From >= from && s.To <= to {
			parts = append(parts, s)
			in.Level, in.Last = max(in.Level, s.Level+1), s.Last
			in.TokensBefore += s.TokensBefore
			tokens += s.TokensAfter
		}
	}
	share := o.policy.MergeShare(tokens)
	var out made
	if e.mayAsk(o) {
		system, user := memory.RequestMerge(texts(parts), instruction, share)
		read := func(text, finish string) (chat.Summary, memory.Report, error) {
			return memory.ReadMerge(text, finish, texts(parts), share, o.count)
		}
		if err := e.askForSummary(ctx, o, system, user, read, &out, func(wire.CondenseEvent) {}); err != nil && ctx.Err() != nil {
			return in, context.Cause(ctx)
		}
	}
	if out.Summary.Len() == 0 {
		out.MadeBy, out.Summary = "", memory.Merge(texts(parts), share, o.count)
	}
	in.MadeBy, in.Summary = out.MadeBy, out.Summary.Clean()
	in.TokensAfter = o.count(memory.Render([]chat.Summary{in.Summary}))
	if *o.countErr != nil {
		return in, *o.countErr
	}
	return e.keepAs(ctx, in, "")
}
