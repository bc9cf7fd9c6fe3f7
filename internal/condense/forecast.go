package condense

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// forecastTurns is how far a forecast looks.
const forecastTurns = 10

// Forecast says what the next turns will cost.
func (k *Keeper) Forecast(ctx context.Context, session chat.Session, who llm.Answerer) (out wire.Forecast, err error) {
	s := who.Settings
	out.Model = who.ModelName()
	out.Turns = forecastTurns
	out.Price, out.Known = memory.PriceFor(out.Model, s.Prices)
	if session.Head.IsZero() {
		return out, nil
	}
	o, err := k.outlook(ctx, session.UID, session.Head, who)
	if err != nil {
		return out, err
	}
	in, err := k.expect(ctx, o)
	if err != nil {
		return out, err
	}
	in.Price = out.Price
	in.Condenser, _ = memory.PriceFor(who.HelperName(), s.Prices)
	predicted := memory.Predict(in)
	out.Without, out.With = predicted.Plain, predicted.Condensed
	out.Spent, err = k.spent(ctx, session)
	return out, err
}

// expect is what the next turns are made of, without prices.
func (k *Keeper) expect(ctx context.Context, o *outlook) (in memory.Forecast, err error) {
	in = memory.Forecast{Policy: o.policy, Turns: forecastTurns}
	counter := k.Counts.For(ctx, o.model)
	now := o.whole(counter)
	in.Prefix, in.Messages = now.Part(chat.InstructionsPart).Tokens, now.Part(chat.MessagesPart).Tokens
	// Summaries come and go, so they are weighed as the policy weighs them.
	for _, k := range o.state.Summaries {
		in.Summaries += k.Tokens
	}
	questions, answers, asked, answered := 0, 0, 0, 0
	for _, m := range now.Taken {
		if m.Role == chat.User {
			questions, asked = questions+counter.Kept(m), asked+1
		} else {
			answers, answered = answers+counter.Kept(m), answered+1
		}
	}
	in.Question, in.Answer = mean(questions, asked, 40), mean(answers, answered, 250)
	return in, counter.Err
}

// saves reports whether a model's summaries cost less than they save in the next
// turns. Where nothing has a price, tokens count.
func (k *Keeper) saves(ctx context.Context, o *outlook) bool {
	if !k.mayAsk(o) {
		return false
	}
	in, err := k.expect(ctx, o)
	if err != nil {
		return true // which is said where it matters
	}
	in.Price, _ = memory.PriceFor(o.model, o.who.Settings.Prices)
	in.Condenser, _ = memory.PriceFor(o.who.HelperName(), o.who.Settings.Prices)
	if in.Price == (chat.Price{}) {
		in.Price = chat.Price{Input: 1, Output: 1}
		in.Condenser = in.Price
	}
	predicted := memory.Predict(in)
	return predicted.Condensed < predicted.Plain
}

// whole is the next prompt without its question and summaries, with all open
// messages.
func (o *outlook) whole(c *prompt.Counter) prompt.Prompt {
	m := prompt.Material{Instructions: *o.who.Settings.Instructions, Open: o.Open, Left: o.Left, Total: o.Total + 1, Question: chat.Message{Role: chat.User}}
	return prompt.Begin(m, prompt.Limits{Whole: true}, c).End(nil)
}

func mean(sum, n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return sum / n
}

// spent is what the last answers of the path that is shown have cost.
func (k *Keeper) spent(ctx context.Context, session chat.Session) (sum float64, err error) {
	w, err := k.Store.Path(ctx, session.UID, chat.UID{}, -1, pathLimit)
	for _, m := range w.Messages {
		if m.Role == chat.Assistant {
			sum += store.AnswerOf(m).Cost
		}
	}
	return sum, err
}
