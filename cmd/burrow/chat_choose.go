package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlsource"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// dataOf is the answer from the database among what was looked up, nil if there is none.
func dataOf(gathered []chat.Gathered) *answer.Answer {
	for _, g := range gathered {
		var a answer.Answer
		if g.From == sqlsource.Name && json.Unmarshal(g.Data, &a) == nil {
			return &a
		}
	}
	return nil
}

// offered are the ways to go on that the database's answer has.
func offered(of chat.Answer) []answer.Choice {
	if a := dataOf(of.Gathered); a != nil && !a.Answered {
		return a.Choices
	}
	return nil
}

// clarified asks the user to choose as long as a turn waits for that: what the question
// means, or how the database is to be asked.
func (a *asker) clarified(ctx context.Context, t wire.Turn, lines <-chan line) (wire.Turn, error) {
	for a.asks && (t.Answer.Clarify != nil || len(offered(t.Answer)) > 0) {
		prompt := say.T("Type a number or your own words, or press Enter to have it answered as it is:")
		if t.Answer.Clarify == nil {
			prompt = say.T("Type a number, or ask something else:")
		}
		fmt.Fprint(a.std.err, prompt, " ")
		said, err := a.next(ctx, lines, false)
		if !isTerminal(a.std.in) {
			fmt.Fprintln(a.std.err) // a terminal shows the line's end itself
		}
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(a.std.err, say.T("Run `burrow chat --session {chat} --choose CHOICE` to choose later.", "chat", short(t.Session)))
			return t, nil
		}
		if err != nil {
			return t, err
		}
		if strings.TrimSpace(said) == "" && t.Answer.Clarify == nil {
			return t, nil
		}
		if t, err = a.chosen(ctx, t.Session, t.Message.UID, t.Answer, said); err != nil {
			return t, err
		}
	}
	return t, nil
}

// choose answers what a conversation waits with.
func (a *asker) choose(ctx context.Context, session chat.UID, said string) (wire.Turn, error) {
	found, err := a.history.Session(ctx, session)
	if err != nil {
		return wire.Turn{}, err
	}
	if found.Head.IsZero() {
		return wire.Turn{}, say.Error("this chat is not waiting for a choice")
	}
	head, err := a.history.Message(ctx, found.Head)
	if err != nil {
		return wire.Turn{}, err
	}
	of := store.AnswerOf(head)
	if of.Clarify == nil && len(offered(of)) == 0 {
		return wire.Turn{}, say.Error("this chat is not waiting for a choice")
	}
	return a.chosen(ctx, session, head.UID, of, said)
}

// chosen has a question answered as it was chosen: by the number of a choice, or by other
// words, which are a question of their own where the database asked.
func (a *asker) chosen(ctx context.Context, session, message chat.UID, of chat.Answer, said string) (wire.Turn, error) {
	said = strings.TrimSpace(said)
	n, err := strconv.Atoi(said)
	if of.Clarify != nil {
		if err == nil && n >= 1 && n <= len(of.Clarify.Choices) {
			said = of.Clarify.Choices[n-1].Text
		}
		return a.show(ctx, func(ctx context.Context, emit turn.Emit) (wire.Turn, error) {
			return a.engine.Clarify(ctx, message, said, turn.Wish{Model: a.model}, emit)
		})
	}
	choices := offered(of)
	if err != nil || n < 1 || n > len(choices) {
		return a.ask(ctx, turn.Question{Session: session, Text: said})
	}
	apply, err := json.Marshal(choices[n-1].Apply)
	if err != nil {
		return wire.Turn{}, err
	}
	wish := turn.Wish{Model: a.model, Choice: string(apply), Route: string(understand.SQLRoute)}
	return a.show(ctx, func(ctx context.Context, emit turn.Emit) (wire.Turn, error) {
		return a.engine.Again(ctx, message, wish, "", emit)
	})
}

// data shows what an answer from the database has beside its words: rows, what a reader
// should know of them, or the ways to go on.
func (p *printer) data(a answer.Answer) {
	if a.Answered && (len(a.Rows) > 1 || len(a.Rows) == 1 && len(a.Columns) > 1) {
		fmt.Fprintln(p.std.out)
		printTable(p.std.out, a)
	}
	if len(a.Warnings) > 0 {
		fmt.Fprintln(p.std.out)
		showWarningsOf(a, p.std.out)
	}
	for i, c := range a.Choices {
		fmt.Fprintf(p.std.out, "  %d  %s\n", i+1, harmless(c.Label))
	}
	for _, e := range a.Examples {
		fmt.Fprintln(p.std.out, "  "+harmless(e))
	}
}
