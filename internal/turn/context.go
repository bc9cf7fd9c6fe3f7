package turn

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// What would be sent with a question, without sending it.

// dry makes the prompt of a question that is not kept, read by rules alone. Only
// sources inside of this program are asked.
func (e *Engine) dry(ctx context.Context, m *material, who llm.Answerer, room int, fill bool) (out prompt.Prompt, read reading, err error) {
	if read, err = e.readOnly(ctx, m, who.Settings); err != nil {
		return out, read, err
	}
	plan, counter := e.plan(ctx, m, who, room, fill)
	if counter.Err != nil {
		return out, read, counter.Err
	}
	question := e.question(m, plan)
	var passages []prompt.Passage
	attached, _ := e.sources.Attached(who.Settings)
	for _, g := range attached {
		if about := g.About(); about.Outside || about.First || about.Route != "" {
			continue
		}
		found, err := gather.Ask(ctx, g, question, e.Now, func(string) {})
		if err != nil {
			return out, read, err
		}
		passages = append(passages, found.Evidence.Passages...)
	}
	return plan.End(passages), read, counter.Err
}

// Next is a question that may be asked.
type Next struct {
	_ [0]func() // not to be compared
	// Parent is the message before it, the chat's head if zero.
	Parent chat.UID
	Text   string
	// Documents would be attached with it.
	Documents []chat.UID
}

// Context says what would go along with the next question: the sum that, with the
// question, condensing goes by, and with a question all parts.
func (e *Engine) Context(ctx context.Context, session chat.Session, next Next, who llm.Answerer) (out wire.Context, err error) {
	question, parent := next.Text, next.Parent
	s := who.Settings
	out = wire.Context{Threshold: *s.Threshold, MaxContext: *s.MaxContext, Model: who.ModelName()}
	if out.Window, _ = memory.Window(&s); out.MaxContext > 0 {
		out.Window = min(out.Window, out.MaxContext)
	}
	if out.Model != "" {
		_, out.Estimate = e.Encoding(out.Model)
	}
	if parent.IsZero() {
		parent = session.Head
	}
	m, err := e.readFor(ctx, session.UID, parent, question, *s.MaxMessages)
	if err != nil {
		return out, err
	}
	m.collections = s.Collections()
	if err := e.addDocuments(ctx, &m, next.Documents); err != nil {
		return out, err
	}
	if question == "" {
		// What would be recalled depends on the question.
		m.Total = len(m.Open) + 1
	}
	p, read, err := e.dry(ctx, &m, who, *s.Threshold, false)
	if err != nil {
		return out, err
	}
	own, _, err := e.Count(ctx, out.Model, chat.User, question)
	if err != nil {
		return out, err
	}
	out.Instructions, out.Documents = p.Part(chat.InstructionsPart).Tokens, p.Part(chat.AttachedPart).Tokens
	summaries := p.Part(chat.SummariesPart)
	out.Summaries, out.Condensed = summaries.Tokens, summaries.Messages
	out.Sent, out.Tokens = p.Tokens-own, p.Sum-own
	out.Messages, out.Left = p.Open, m.Left
	if question == "" {
		return out, nil
	}
	out.Parts = p.Parts
	if out.Understanding, err = e.sideCall(ctx, read, question, who); err != nil {
		return out, err
	}
	for _, r := range p.Recalled {
		out.Recalled = append(out.Recalled, wire.RecalledMessage{UID: r.UID, Depth: r.Depth, Role: r.Role, CreatedAt: r.CreatedAt, Tokens: r.Tokens,
			Text: beginning(r.Content)})
	}
	return out, nil
}

// sideCall is what asking a model costs what a question means, nil if rules are sure or no
// model is asked.
func (e *Engine) sideCall(ctx context.Context, read reading, question string, who llm.Answerer) (*wire.SideCall, error) {
	if !read.local.NeedsModel || *who.Settings.Understanding != chat.UnderstandingModel {
		return nil, nil
	}
	system, user := understand.Request(read.history, question, read.local, read.options)
	model := who.HelperName()
	first, _, err := e.Count(ctx, model, chat.System, system)
	if err != nil {
		return nil, err
	}
	second, _, err := e.Count(ctx, model, chat.User, user)
	if err != nil {
		return nil, err
	}
	out := &wire.SideCall{Tokens: first + second}
	if price, ok := memory.PriceFor(model, who.Settings.Prices); ok {
		out.Cost = memory.Cost(price, out.Tokens, 0, 0)
	}
	return out, nil
}

// Assembly is a prompt that is not sent.
type Assembly struct {
	prompt.Prompt
	// Threshold is what it was made for.
	Threshold int
}

// Of are the messages in a part, or nil.
func (a Assembly) Of(kind chat.PartKind) []chat.Message {
	switch kind {
	case chat.MessagesPart:
		return a.Taken
	case chat.RecalledPart:
		return a.Recalled
	}
	return nil
}

// Assemble makes the prompt of a question after the session's head and sends
// nothing. A budget replaces the threshold; the instructions are in it.
func (e *Engine) Assemble(ctx context.Context, session chat.Session, question string, who llm.Answerer, budget int) (out Assembly, err error) {
	s := who.Settings
	m, err := e.readFor(ctx, session.UID, session.Head, question, pathLimit)
	if err != nil {
		return out, err
	}
	out.Threshold = *s.Threshold
	if budget > 0 {
		instructions := 0
		if *s.Instructions != "" {
			if instructions, _, err = e.Count(ctx, who.ModelName(), chat.System, *s.Instructions); err != nil {
				return out, err
			}
		}
		out.Threshold = max(budget-instructions, 1)
	}
	out.Prompt, _, err = e.dry(ctx, &m, who, out.Threshold, budget > 0)
	return out, err
}

// shownRunes is how much of a message a list shows.
const shownRunes = 160

func beginning(text string) string {
	runes := []rune(text)
	if len(runes) <= shownRunes {
		return text
	}
	return string(runes[:shownRunes]) + "…"
}
