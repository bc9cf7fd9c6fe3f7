package condense

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
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
	in := memory.Forecast{Policy: o.policy, Price: out.Price, Turns: forecastTurns}
	in.Condenser, _ = memory.PriceFor(who.HelperName(), s.Prices)
	if in.Prefix, _, err = k.Counts.Count(ctx, out.Model, chat.System, *s.Instructions); err != nil {
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
	out.Spent, err = k.spent(ctx, session)
	return out, err
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
