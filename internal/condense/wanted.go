package condense

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// What a user does with the memory of a chat.

var errNothing = fault.New(fault.Invalid, "There is nothing to condense: all but the last messages are condensed already.")

// Wanted is what to condense now.
type Wanted struct {
	Instruction string
	KeepLast    *int
	// Key names the request: what it keeps is kept once.
	Key string
}

// Preview makes a summary of what would be condensed now, and keeps nothing.
func (k *Keeper) Preview(ctx context.Context, session chat.Session, w Wanted, who llm.Answerer, emit Emit) (wire.Condensed, error) {
	_, m, err := k.prepareNow(ctx, session, w, who, emit)
	return m.Condensed, err
}

func (k *Keeper) prepareNow(ctx context.Context, session chat.Session, w Wanted, who llm.Answerer, emit Emit) (*outlook, made, error) {
	if session.Head.IsZero() {
		return nil, made{}, errNothing
	}
	o, err := k.outlook(ctx, session.UID, session.Head, who)
	if err != nil {
		return o, made{}, err
	}
	if w.KeepLast != nil {
		o.policy.KeepLast, o.policy.Tiered = max(*w.KeepLast, 0), false
	}
	// Whoever asks for it may have what was opened again.
	for i := range o.state.Open {
		o.state.Open[i].Pinned = o.Open[i].Pinned
	}
	from, to, ok, err := o.next(ctx, k)
	if err != nil {
		return o, made{}, err
	}
	if !ok {
		return o, made{}, errNothing
	}
	tell := func(event wire.CondenseEvent) { event.Session = session.UID; emit(event) }
	tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
	m, err := k.summarize(ctx, o, from, to, strings.TrimSpace(w.Instruction), tell)
	return o, m, err
}

// Condense condenses now.
func (k *Keeper) Condense(ctx context.Context, session chat.Session, w Wanted, who llm.Answerer, emit Emit) (store.Summary, error) {
	if kept, found, err := k.keptUnder(ctx, w.Key); found || err != nil {
		return kept, err
	}
	o, m, err := k.prepareNow(ctx, session, w, who, emit)
	if err != nil {
		return store.Summary{}, err
	}
	return k.keepSummary(ctx, o, m, w.Key)
}

// KeepPreview keeps what a preview has shown, as it is or as the user changed it.
func (k *Keeper) KeepPreview(ctx context.Context, session chat.Session, shown wire.Condensed, who llm.Answerer, key string) (store.Summary, error) {
	from, to, summary := shown.From, shown.To, shown.Summary
	if kept, found, err := k.keptUnder(ctx, key); found || err != nil {
		return kept, err
	}
	if summary.Len() == 0 {
		return store.Summary{}, fault.New(fault.Invalid, "An empty summary cannot replace messages.")
	}
	o, err := k.outlook(ctx, session.UID, session.Head, who)
	if err != nil {
		return store.Summary{}, err
	}
	m := made{Condensed: wire.Condensed{From: from, To: to, MadeBy: shown.MadeBy, Summary: summary.Clean()}}
	for _, open := range o.state.Open {
		if open.Depth >= from && open.Depth <= to {
			m.TokensBefore += open.Tokens
			m.last = open.UID
		}
	}
	if last, err := k.Store.Ancestor(ctx, session.Head, to); err != nil || last != m.last {
		return store.Summary{}, fault.New(fault.Conflict, "The chat has changed since the preview. Preview it again.")
	}
	m.TokensAfter = o.count(memory.Render([]chat.Summary{m.Summary}))
	if *o.countErr != nil {
		return store.Summary{}, *o.countErr
	}
	return k.keepSummary(ctx, o, m, key)
}

// maxItem is how long an item may be that a user writes.
const maxItem = 2000

// EditItem changes, adds or removes an item of a summary. was is the text it has.
func (k *Keeper) EditItem(ctx context.Context, uid chat.UID, list wire.SummaryList, item int, was, text string, model string) (out store.Summary, err error) {
	if text = strings.TrimSpace(text); len(text) > maxItem {
		return out, fault.New(fault.TooLarge, "An item has at most {most} characters.", "most", maxItem)
	}
	old, err := k.Store.Summary(ctx, uid)
	if err != nil {
		return out, err
	}
	changed := old.Summary.Clean()
	items := listOf(&changed, list)
	switch {
	case items == nil:
		return out, fault.New(fault.Invalid, "There is no list of this name in a summary.")
	case item < 0 || item > len(*items) || item == len(*items) && (was != "" || text == ""):
		return out, fault.New(fault.Conflict, "This item no longer exists.")
	case item == len(*items):
		*items = append(*items, chat.SummaryItem{Text: text, Edited: true})
	case (*items)[item].Text != was:
		return out, fault.New(fault.Conflict, "This item has changed in the meantime.")
	case text == "":
		*items = append((*items)[:item], (*items)[item+1:]...)
	default:
		(*items)[item].Text, (*items)[item].Edited, (*items)[item].SupersededBy = text, true, nil
	}
	if changed.Len() == 0 {
		return out, fault.New(fault.Invalid, "This is the last item. Undo the summary instead.")
	}
	tokens, encoding, err := k.Counts.Count(ctx, model, "", memory.Render([]chat.Summary{changed}))
	if err != nil {
		return out, err
	}
	tokens -= prompt.FrameTokens
	err = k.Store.Together(ctx, func(ctx context.Context) error {
		if now, err := k.Store.Summary(ctx, uid); err != nil || string(encode(now.Summary)) != string(encode(old.Summary)) {
			return fault.New(fault.Conflict, "This summary has changed in the meantime.")
		}
		out, err = k.Store.EditSummary(ctx, uid, changed, tokens, encoding, k.now())
		return err
	})
	return out, err
}

func listOf(s *chat.Summary, name wire.SummaryList) *[]chat.SummaryItem {
	for i, list := range s.Lists() {
		if name == [...]wire.SummaryList{wire.ProfileList, wire.FactsList, wire.DecisionsList, wire.QuestionsList, wire.TodosList}[i] {
			return list
		}
	}
	return nil
}
