package turn

import (
	"context"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// What a user does with the memory of a conversation.

var errNothing = fault.New(fault.Invalid, "There is nothing to condense: what stands before the last messages is condensed already.")

// Wanted is what to condense now.
type Wanted struct {
	Instruction string
	KeepLast    *int
	// Key names the request: what it keeps is kept once.
	Key string
}

// Preview makes a summary of what would be condensed now, and keeps nothing.
func (e *Engine) Preview(ctx context.Context, session chat.Session, w Wanted, who Answerer, emit Emit) (wire.Condensed, error) {
	_, m, err := e.prepareNow(ctx, session, w, who, emit)
	return m.Condensed, err
}

func (e *Engine) prepareNow(ctx context.Context, session chat.Session, w Wanted, who Answerer, emit Emit) (*outlook, made, error) {
	if session.Head.IsZero() {
		return nil, made{}, errNothing
	}
	o, err := e.outlook(ctx, session.UID, session.Head, who)
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
	from, to, ok, err := o.next(ctx, e)
	if err != nil {
		return o, made{}, err
	}
	if !ok {
		return o, made{}, errNothing
	}
	tell := func(event wire.CondenseEvent) { event.Session = session.UID; emit(event) }
	tell(wire.CondenseEvent{State: wire.CondenseStarted, Messages: to - from + 1})
	m, err := e.summarize(ctx, o, from, to, strings.TrimSpace(w.Instruction), tell)
	return o, m, err
}

// Condense condenses now.
func (e *Engine) Condense(ctx context.Context, session chat.Session, w Wanted, who Answerer, emit Emit) (store.Summary, error) {
	if kept, found, err := e.keptUnder(ctx, w.Key); found || err != nil {
		return kept, err
	}
	o, m, err := e.prepareNow(ctx, session, w, who, emit)
	if err != nil {
		return store.Summary{}, err
	}
	return e.keepSummary(ctx, o, m, w.Key)
}

// KeepPreview keeps what a preview has shown, as it is or as the user changed it.
func (e *Engine) KeepPreview(ctx context.Context, session chat.Session, shown wire.Condensed, who Answerer, key string) (store.Summary, error) {
	from, to, summary := shown.From, shown.To, shown.Summary
	if kept, found, err := e.keptUnder(ctx, key); found || err != nil {
		return kept, err
	}
	if summary.Len() == 0 {
		return store.Summary{}, fault.New(fault.Invalid, "An empty summary cannot stand for messages.")
	}
	o, err := e.outlook(ctx, session.UID, session.Head, who)
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
	if last, err := e.Store.Ancestor(ctx, session.Head, to); err != nil || last != m.last {
		return store.Summary{}, fault.New(fault.Conflict, "The conversation has changed since the preview. Look at it again.")
	}
	m.TokensAfter = o.count(memory.Render([]chat.Summary{m.Summary}))
	if *o.countErr != nil {
		return store.Summary{}, *o.countErr
	}
	return e.keepSummary(ctx, o, m, key)
}

// maxItem is how long an item may be that a user writes.
const maxItem = 2000

// EditItem changes, adds or removes an item of a summary. was is the text it has.
func (e *Engine) EditItem(ctx context.Context, uid chat.UID, list wire.SummaryList, item int, was, text string, model string) (out store.Summary, err error) {
	if text = strings.TrimSpace(text); len(text) > maxItem {
		return out, fault.New(fault.TooLarge, "An item has at most "+strconv.Itoa(maxItem)+" characters.")
	}
	old, err := e.Store.Summary(ctx, uid)
	if err != nil {
		return out, err
	}
	changed := old.Summary.Clean()
	items := listOf(&changed, list)
	switch {
	case items == nil:
		return out, fault.New(fault.Invalid, "There is no list of this name in a summary.")
	case item < 0 || item > len(*items) || item == len(*items) && (was != "" || text == ""):
		return out, fault.New(fault.Conflict, "This item is not there any more.")
	case item == len(*items):
		*items = append(*items, chat.SummaryItem{Text: text, Edited: true})
	case (*items)[item].Text != was:
		return out, fault.New(fault.Conflict, "This item has been changed meanwhile.")
	case text == "":
		*items = append((*items)[:item], (*items)[item+1:]...)
	default:
		(*items)[item].Text, (*items)[item].Edited = text, true
	}
	if changed.Len() == 0 {
		return out, fault.New(fault.Invalid, "This is the last item. Undo the summary instead.")
	}
	tokens, encoding, err := e.Count(ctx, model, "", memory.Render([]chat.Summary{changed}))
	if err != nil {
		return out, err
	}
	tokens -= frameTokens
	err = e.Store.Together(ctx, func(ctx context.Context) error {
		if now, err := e.Store.Summary(ctx, uid); err != nil || string(encode(now.Summary)) != string(encode(old.Summary)) {
			return fault.New(fault.Conflict, "This summary has been changed meanwhile.")
		}
		out, err = e.Store.EditSummary(ctx, uid, changed, tokens, encoding, e.now())
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

// forecastTurns is how far a forecast looks.
const forecastTurns = 10

// Forecast says what the next turns will cost.
func (e *Engine) Forecast(ctx context.Context, session chat.Session, who Answerer) (out wire.Forecast, err error) {
	s := who.Settings
	if s.Model != nil {
		out.Model = *s.Model
	}
	out.Turns = forecastTurns
	out.Price, out.Known = priceOf(out.Model, s.Prices)
	if session.Head.IsZero() {
		return out, nil
	}
	o, err := e.outlook(ctx, session.UID, session.Head, who)
	if err != nil {
		return out, err
	}
	in := memory.Forecast{Policy: o.policy, Price: out.Price, Turns: forecastTurns}
	in.Condenser, _ = priceOf(helperOf(s), s.Prices)
	if in.Prefix, _, err = e.Count(ctx, out.Model, chat.System, *s.Instructions); err != nil {
		return out, err
	}
	for _, k := range o.state.Summaries {
		in.Summaries += k.Tokens
	}
	questions, answers, asked, answered := 0, 0, 0, 0
	for _, m := range o.state.Open {
		in.Messages += m.Tokens
		if m.Role == chat.User {
			questions, asked = questions+m.Tokens, asked+1
		} else {
			answers, answered = answers+m.Tokens, answered+1
		}
	}
	in.Question, in.Answer = mean(questions, asked, 40), mean(answers, answered, 250)
	predicted := memory.Predict(in)
	out.Without, out.With = predicted.Plain, predicted.Condensed
	out.Spent, err = e.spent(ctx, session)
	return out, err
}

// priceOf is what a model costs, by the user's prices and then by the known ones.
func priceOf(model string, edited []chat.ModelPrice) (chat.Price, bool) {
	known := map[string]chat.Price{}
	for _, p := range edited {
		known[p.Model] = p.Price
	}
	return memory.PriceOf(model, known)
}

func mean(sum, n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return sum / n
}

// spent is what the last answers of the path that is shown have cost.
func (e *Engine) spent(ctx context.Context, session chat.Session) (sum float64, err error) {
	w, err := e.Store.Path(ctx, session.UID, chat.UID{}, -1, pathLimit)
	for _, m := range w.Messages {
		if m.Role == chat.Assistant {
			sum += AnswerOf(m).Cost
		}
	}
	return sum, err
}

// shortName is how long a question's beginning is that says little.
const shortName = 12

// nameTokens is the most that a model may write for a name.
const nameTokens = 40

// name gives a conversation a name from its first exchange, unless somebody has.
func (e *Engine) name(ctx context.Context, session, question, answer chat.UID, who Answerer) error {
	at, err := e.Store.Session(ctx, session)
	if err != nil || at.NamedBy != chat.NamedByText {
		return err
	}
	asked, err := e.Store.Message(ctx, question)
	if err != nil || asked.Depth != 0 {
		return err
	}
	answered, err := e.Store.Message(ctx, answer)
	if err != nil {
		return err
	}
	// A question that says little is named by its answer.
	name, by := "", chat.NamedByText
	if len(at.Name) < shortName {
		name = memory.Title(asked.Content, answered.Content)
	}
	var asking error
	if who.Model != nil && !who.Small && *who.Settings.Condense != chat.CondenseLocal {
		system, user := memory.TitleRequest(asked.Content, answered.Content)
		got, err := help(ctx, who, system, user, nameTokens, nil)
		if said, ok := memory.ReadTitle(got.Content); err == nil && ok {
			name, by = said, chat.NamedByModel
		}
		asking = err
	}
	// A full stop more or less is no other name.
	if name == "" || name == strings.TrimRight(at.Name, ".!?… ") {
		return asking
	}
	err = e.Store.Together(ctx, func(ctx context.Context) error {
		now, err := e.Store.Session(ctx, session)
		if err != nil || now.NamedBy != chat.NamedByText || now.Name != at.Name {
			return err // the user was faster
		}
		_, err = e.Store.Rename(ctx, session, name, by, e.now())
		return err
	})
	if err == nil {
		err = asking
	}
	return err
}
