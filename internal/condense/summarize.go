package condense

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// made is a summary that is not kept yet.
type made struct {
	wire.Condensed
	last chat.UID
}

// helperTokens is the most that a model may write for a summary.
const helperTokens = 1500

// summarize makes a summary of open messages: by a model, which gets a second try
// if what it says is none, else without one.
func (k *Keeper) summarize(ctx context.Context, o *outlook, from, to int, instruction string, tell func(wire.CondenseEvent)) (out made, err error) {
	var sources []memory.Message
	for _, m := range o.state.Open {
		if m.Depth < from || m.Depth > to {
			continue
		}
		out.last = m.UID
		if m.Content == "" || m.Role == chat.Tool {
			continue
		}
		out.TokensBefore += m.Tokens
		if m.Role == chat.Assistant {
			if m.Content, err = k.lasting(ctx, m); err != nil {
				return out, err
			}
		}
		sources = append(sources, m)
	}
	out.From, out.To, out.Messages, out.Notes = from, to, to-from+1, []string{}
	share := o.policy.Share(out.TokensBefore)
	if k.mayAsk(o) {
		system, user := memory.Request(sources, o.Texts(), instruction, share)
		read := func(text, finish string) (chat.Summary, memory.Report, error) {
			return memory.Read(text, finish, sources, share, o.count)
		}
		err := k.askForSummary(ctx, o, system, user, read, &out, tell)
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		if err != nil {
			out.Notes = append(out.Notes, say.T("The model made no summary, so this one was made without it. {why}", "why", fault.From(err).Message))
		}
	}
	if out.Summary.Len() == 0 {
		before, err := k.before(ctx, o, from)
		if err != nil {
			return out, err
		}
		out.MadeBy, out.Summary = "", memory.ExtractAfter(o.Texts(), before, sources, share, o.count)
	}
	out.Summary = out.Summary.Clean()
	out.TokensAfter = o.count(memory.Render([]chat.Summary{out.Summary}))
	if out.Summary.Len() == 0 {
		return out, fault.New(fault.Invalid, "There is nothing in these messages to condense.")
	}
	return out, *o.countErr
}

// lasting is what of an answer may become a fact of a summary: not the sentences that its
// sources don't hold, and without numbers of sources, which mean nothing elsewhere.
func (k *Keeper) lasting(ctx context.Context, m memory.Message) (string, error) {
	kept, err := k.Store.Message(ctx, m.UID)
	if err != nil {
		return "", err
	}
	text := m.Content
	answer := store.AnswerOf(kept)
	for _, s := range answer.Unsupported {
		text = strings.Replace(text, s.Text, "", 1)
	}
	if len(answer.Sources) == 0 {
		return text, nil
	}
	var b strings.Builder
	at := 0
	for _, c := range prompt.Citations(text) {
		b.WriteString(strings.TrimRight(text[at:c.From], " "))
		at = c.To
	}
	return b.String() + text[at:], nil
}

// before are the messages in front of a depth that a correction behind it may be
// about.
func (k *Keeper) before(ctx context.Context, o *outlook, from int) (out []memory.Message, err error) {
	if from == 0 {
		return nil, nil
	}
	messages, err := k.Store.Span(ctx, o.leaf, max(from-memory.Near, 0), from-1)
	for _, m := range messages {
		out = append(out, memory.Message{UID: m.UID, Role: m.Role, Content: m.Content})
	}
	return out, err
}

// mayAsk says whether a model makes summaries.
func (k *Keeper) mayAsk(o *outlook) bool {
	return o.who.Helps() && *o.who.Settings.Condense != chat.CondenseLocal
}

// askForSummary asks the model, twice if need be.
func (k *Keeper) askForSummary(ctx context.Context, o *outlook, system, user string, read func(text, finish string) (chat.Summary, memory.Report, error),
	out *made, tell func(wire.CondenseEvent)) error {
	model, prompt := o.who.HelperName(), user
	if !k.trust.Asks(model) {
		return errDistrusted
	}
	for try := 1; ; try++ {
		got, err := o.who.Help(ctx, system, prompt, helperTokens, &llm.Schema{Name: memory.SchemaName, JSON: memory.Schema()})
		if err != nil {
			return err
		}
		summary, report, err := read(got.Content, got.Finish)
		if err == nil {
			k.trust.Good(model)
			out.Summary, out.Notes, out.MadeBy = summary, append(out.Notes, report.Dropped...), model
			return nil
		}
		if try == 2 {
			k.trust.Bad(model)
			return err
		}
		tell(wire.CondenseEvent{State: wire.CondenseRetried})
		prompt = memory.Retry(user, err)
	}
}

// consolidate makes one summary of several.
func (k *Keeper) consolidate(ctx context.Context, o *outlook, from, to int, instruction string) (store.Summary, error) {
	in := store.Summary{Session: o.session, From: from, Encoding: o.encoding}
	var texts []chat.Summary
	tokens, byModel := 0, false
	for _, s := range o.Summaries {
		if s.From >= from && s.To <= to {
			byModel = byModel || s.MadeBy != ""
			texts = append(texts, s.Summary)
			in.Level, in.Last = max(in.Level, s.Level+1), s.Last
			in.TokensBefore += s.TokensBefore
			tokens += s.TokensAfter
		}
	}
	share := o.policy.MergeShare(tokens)
	var out made
	// What was made without a model is merged without one.
	if k.mayAsk(o) && byModel {
		system, user := memory.RequestMerge(texts, instruction, share)
		read := func(text, finish string) (chat.Summary, memory.Report, error) {
			return memory.ReadMerge(text, finish, texts, share, o.count)
		}
		if err := k.askForSummary(ctx, o, system, user, read, &out, func(wire.CondenseEvent) {}); err != nil && ctx.Err() != nil {
			return in, context.Cause(ctx)
		}
	}
	if out.Summary.Len() == 0 {
		out.MadeBy, out.Summary = "", memory.Merge(texts, share, o.count)
	}
	in.MadeBy, in.Summary = out.MadeBy, out.Summary.Clean()
	in.TokensAfter = o.count(memory.Render([]chat.Summary{in.Summary}))
	if *o.countErr != nil {
		return in, *o.countErr
	}
	return k.keepAs(ctx, in, "")
}

var errDistrusted = fault.New(fault.Upstream, "It has failed several times in a row.")
