// What a turn that is taken up again finds damaged: states and results that cannot be
// read.

package turn_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
)

// damaged is a store whose checkpoints and results come back otherwise.
type damaged struct {
	*store.Store
	state  func([]store.Checkpoint) []store.Checkpoint
	writes func([]store.Write) []store.Write
}

func (s damaged) Checkpoints(ctx context.Context, session chat.UID, f store.CheckpointFilter) ([]store.Checkpoint, error) {
	list, err := s.Store.Checkpoints(ctx, session, f)
	if s.state != nil {
		list = s.state(list)
	}
	return list, err
}

func (s damaged) Checkpoint(ctx context.Context, uid chat.UID) (store.Checkpoint, error) {
	c, err := s.Store.Checkpoint(ctx, uid)
	if s.state != nil && err == nil {
		c = s.state([]store.Checkpoint{c})[0]
	}
	return c, err
}

func (s damaged) Writes(ctx context.Context, session, turn chat.UID) ([]store.Write, error) {
	list, err := s.Store.Writes(ctx, session, turn)
	if s.writes != nil {
		list = s.writes(list)
	}
	return list, err
}

// stateOf makes every state this one.
func stateOf(text string) func([]store.Checkpoint) []store.Checkpoint {
	return func(list []store.Checkpoint) []store.Checkpoint {
		for i := range list {
			list[i].State = chat.RawJSON(text)
		}
		return list
	}
}

// logs are what was logged, as one text.
func (b *bench) logs() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out strings.Builder
	for _, err := range b.logged {
		out.WriteString(err.Error() + "\n")
	}
	return out.String()
}

func TestAStateThatCannotBeReadIsMadeOfTheMessages(t *testing.T) {
	for name, state := range map[string]func([]store.Checkpoint) []store.Checkpoint{
		"no JSON":     stateOf(`{`),
		"no question": stateOf(`{}`),
		"another":     stateOf(`{"question":5}`),
		"none":        func([]store.Checkpoint) []store.Checkpoint { return nil },
	} {
		for _, by := range []string{"message", "session", "checkpoint"} {
			if by == "checkpoint" && name == "none" {
				continue // there is none to name
			}
			b := open(t, say("Good."), breakOff("The first half", fault.New(fault.Upstream, "It is down.")), say(" and the second."))
			first := b.send(t, chat.UID{}, "How are you?")
			out := b.send(t, first.Session, "Tell me all.")
			require.Equal(t, chat.Failed, out.Message.Status)
			b.Engine = engineOver(b, damaged{Store: b.store, state: state})
			target := turn.Target{Message: out.Message.UID}
			switch by {
			case "session":
				target = turn.Target{Session: out.Session}
			case "checkpoint":
				last, err := b.store.LastCheckpoint(t.Context(), out.Session, out.Answer.Turn)
				require.NoError(t, err)
				target = turn.Target{Checkpoint: last}
			}
			again, err := b.Resume(t.Context(), target, turn.Wish{}, b.emit)
			require.NoError(t, err, name)
			require.Equal(t, out.Message.UID, again.Message.UID, "it goes on in its place")
			require.Equal(t, []string{"user complete: How are you?", "assistant complete: Good.",
				"user complete: Tell me all.", "assistant complete: The first half and the second."}, b.path(t, out.Session), name)
			require.Contains(t, b.logs(), "cannot be read, its state is made from the messages")
		}
	}
}

// Without an answer's row there is the question.
func TestAQuestionWithoutAStateIsAskedAgain(t *testing.T) {
	for _, state := range []string{`{`, `{}`} {
		b := open(t)
		session, err := b.store.Create(t.Context(), chat.Session{}, 1)
		require.NoError(t, err)
		question, err := b.store.Append(t.Context(), session.UID, chat.Message{Role: chat.User, Content: "Anybody?"}, 1)
		require.NoError(t, err)
		_, err = b.store.AddCheckpoint(t.Context(), store.Checkpoint{Session: session.UID, Turn: chat.NewUID(3), Node: "input", State: chat.RawJSON(`{}`)}, 1)
		require.NoError(t, err)
		b.Engine = engineOver(b, damaged{Store: b.store, state: stateOf(state)})
		out, err := b.Resume(t.Context(), turn.Target{Session: session.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err)
		require.Equal(t, question.UID, out.Question)
		require.Equal(t, []string{"user complete: Anybody?", "assistant complete: You said: Anybody?"}, b.path(t, session.UID))
	}
	b := open(t)
	session, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	_, err = b.Resume(t.Context(), turn.Target{Session: session.UID}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, fault.NotFound)
	require.ErrorContains(t, err, "There is nothing to continue in this chat.")
}

// The turn of a question is found by the question, also if another began later.
func TestAQuestionThatWasKeptAloneIsAskedInItsTurn(t *testing.T) {
	b := open(t)
	session, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	var turns, questions []chat.UID
	for _, text := range []string{"One?", "Two?"} {
		q, err := b.store.Append(t.Context(), session.UID, chat.Message{Role: chat.User, Content: text}, 1)
		require.NoError(t, err)
		turns, questions = append(turns, chat.NewUID(3)), append(questions, q.UID)
		_, err = b.store.AddCheckpoint(t.Context(), store.Checkpoint{Session: session.UID, Turn: turns[len(turns)-1], Node: "input",
			State: chat.RawJSON(`{"question":"` + q.UID.String() + `"}`)}, 1)
		require.NoError(t, err)
	}
	out, err := b.Resume(t.Context(), turn.Target{Message: questions[0]}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, turns[0], out.Answer.Turn)
	require.Equal(t, questions[0], out.Question)
}

// It is looked for among the last twenty steps of the chat; one that is further back
// begins anew.
func TestATurnThatBeganLongAgoBeginsAnew(t *testing.T) {
	for later, same := range map[int]bool{19: true, 20: false} {
		b := open(t)
		session, err := b.store.Create(t.Context(), chat.Session{}, 1)
		require.NoError(t, err)
		q, err := b.store.Append(t.Context(), session.UID, chat.Message{Role: chat.User, Content: "One?"}, 1)
		require.NoError(t, err)
		of := chat.NewUID(3)
		for i := range later + 1 {
			c := store.Checkpoint{Session: session.UID, Turn: of, Node: "input", State: chat.RawJSON(`{"question":"` + q.UID.String() + `"}`)}
			if i > 0 {
				c.Turn, c.Node = chat.NewUID(3), "record"
			}
			_, err = b.store.AddCheckpoint(t.Context(), c, int64(i))
			require.NoError(t, err)
		}
		out, err := b.Resume(t.Context(), turn.Target{Message: q.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err)
		require.Equal(t, "You said: One?", out.Message.Content)
		require.Equal(t, same, out.Answer.Turn == of, "%d later steps", later)
	}
}

func TestNothingStartsFromAStepThatCannotBeRead(t *testing.T) {
	b := open(t, say("Heads."))
	first := b.send(t, chat.UID{}, "Toss a coin.")
	list, err := b.store.Checkpoints(t.Context(), first.Session, store.CheckpointFilter{Turn: first.Answer.Turn})
	require.NoError(t, err)
	for _, state := range []string{`{`, `{}`} {
		b.Engine = engineOver(b, damaged{Store: b.store, state: stateOf(state)})
		_, err = b.Fork(t.Context(), list[1].UID)
		require.ErrorIs(t, err, fault.Conflict)
		_, err = b.Resume(t.Context(), turn.Target{Checkpoint: list[1].UID}, turn.Wish{}, b.emit)
		require.ErrorIs(t, err, fault.Conflict)
	}
	require.Equal(t, []string{"user complete: Toss a coin.", "assistant complete: Heads."}, b.path(t, first.Session))
	require.Len(t, b.nodes(t, first.Session, first.Answer.Turn), len(list))
}

// What was paid for and cannot be read any more is fetched again; what can be read is
// not.
func TestResultsThatCannotBeReadAreFetchedAgain(t *testing.T) {
	value := func(task, text string) func([]store.Write) []store.Write {
		return func(list []store.Write) []store.Write {
			for i := range list {
				if list[i].Task == task {
					list[i].Value = chat.RawJSON(text)
				}
			}
			return list
		}
	}
	without := func(task string) func([]store.Write) []store.Write {
		return func(list []store.Write) (out []store.Write) {
			for _, w := range list {
				if w.Task != task {
					out = append(out, w)
				}
			}
			return out
		}
	}
	asked := `"calls":[{"id":"a","name":"umbrellas","arguments":"{}"}],"finish":"tool_calls"`
	for name, tt := range map[string]struct {
		writes func([]store.Write) []store.Write
		tools  int // runs of the tool, with the first
		logs   string
	}{
		"nothing wrong":           {nil, 1, ""},
		"a reply that is no JSON": {value("answer", `{`), 2, "a kept reply of turn"},
		"a reply before the text": {value("answer", `{`+asked+`,"from":-1,"to":0}`), 2, "a kept reply of turn"},
		"a reply turned round":    {value("answer", `{`+asked+`,"from":3,"to":2}`), 2, "a kept reply of turn"},
		"a reply of less than 0":  {value("answer", `{`+asked+`,"from":0,"to":-1}`), 2, "a kept reply of turn"},
		"a reply beyond the text": {value("answer", `{`+asked+`,"from":0,"to":900}`), 2, "a kept reply of turn"},
		"no reply":                {without("answer"), 2, ""},
		"a reply twice": {func(list []store.Write) (out []store.Write) {
			for _, w := range list {
				if out = append(out, w); w.Task == "answer" {
					out = append(out, w)
				}
			}
			return out
		}, 1, ""},
		"a result that is no JSON": {value("tools", `{`), 2, "a kept result of turn"},
		"another call's result":    {value("tools", `{"call":1,"content":"x"}`), 2, "a kept result of turn"},
		"no result":                {without("tools"), 2, ""},
	} {
		calls := 0
		ask := use("", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`})
		b := open(t, ask, breakOff("", fault.New(fault.Upstream, "It is down.")))
		b.Engine = engineOver(b, b.store, umbrellas(&calls))
		out := b.send(t, chat.UID{}, "How many umbrellas are left?")
		require.Equal(t, chat.Failed, out.Message.Status)
		require.Equal(t, 1, calls)

		b.model.script = []call{ask, say("Three.")}
		if strings.Contains(name, "result") || tt.tools == 1 {
			b.model.script = []call{say("Three.")}
		}
		b.Engine = engineOver(b, damaged{Store: b.store, writes: tt.writes}, umbrellas(&calls))
		out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err, name)
		require.Nil(t, out.Answer.Problem, "%s: %+v", name, out.Answer.Problem)
		require.Equal(t, "Three.", out.Message.Content, name)
		require.Equal(t, tt.tools, calls, name)
		require.Equal(t, "Three are left.", b.last()[len(b.last())-1].Content, name)
		if tt.logs != "" {
			require.Contains(t, b.logs(), tt.logs, name)
		} else {
			require.NotContains(t, b.logs(), "a kept", name)
		}
	}
}

// What a model said of the question is asked for again if it cannot be read.
func TestAReadingThatCannotBeReadIsAskedForAgain(t *testing.T) {
	const said = `{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`
	for name, kept := range map[string]string{"whole": "", "no JSON": `{`, "another": `{"as":5}`} {
		b, m := withReader(t, nil, say(said), say(said))
		session := b.send(t, chat.UID{}, sure).Session
		m.script = []call{breakOff("", fault.New(fault.Upstream, "It is down."))}
		out := b.send(t, session, unsure)
		require.Equal(t, chat.Failed, out.Message.Status)
		// The answer's row says what the question means, too.
		out.Answer.Understood = nil
		_, err := b.store.Update(t.Context(), out.Message.UID, store.Patch{Metadata: encoded(t, out.Answer)}, 1)
		require.NoError(t, err)
		o := overReader(b, m, nil).Options
		o.Store = damaged{Store: b.store, writes: func(list []store.Write) []store.Write {
			for i := range list {
				if list[i].Task == "understand" && kept != "" {
					list[i].Value = chat.RawJSON(kept)
				}
			}
			return list
		}}
		b.Engine = turn.New(o)
		again, err := b.Resume(t.Context(), turn.Target{Session: session}, turn.Wish{}, b.emit)
		require.NoError(t, err, name)
		require.Equal(t, chat.Complete, again.Message.Status, name)
		require.NotNil(t, again.Answer.Understood, name)
		require.Equal(t, "Who wrote Middlemarch, and now?", again.Answer.Understood.As, name)
		require.Equal(t, map[bool]int{true: 1, false: 2}[kept == ""], m.asked, name)
	}
}

// A turn whose state is gone goes on in its own answer, whatever was asked later.
func TestAnEarlierTurnWithoutAStateGoesOnInItsPlace(t *testing.T) {
	b := open(t, breakOff("The first half", fault.New(fault.Upstream, "It is down.")), say("Fine."), say(" and the second."))
	first := b.send(t, chat.UID{}, "Tell me all.")
	b.send(t, first.Session, "How are you?")
	b.Engine = engineOver(b, damaged{Store: b.store, state: stateOf(`{`)})
	again, err := b.Resume(t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, first.Message.UID, again.Message.UID)
	require.Equal(t, []string{"user complete: Tell me all.", "assistant complete: The first half and the second.",
		"user complete: How are you?", "assistant complete: Fine."}, b.path(t, first.Session))
}

// Also if a checkpoint names it: the question that was asked last is another turn's.
func TestAnEarlierStepWithoutAStateGoesOnInItsPlace(t *testing.T) {
	b := open(t, breakOff("The first half", fault.New(fault.Upstream, "It is down.")), say("Fine."), say(" and the second."))
	first := b.send(t, chat.UID{}, "Tell me all.")
	b.send(t, first.Session, "How are you?")
	last, err := b.store.LastCheckpoint(t.Context(), first.Session, first.Answer.Turn)
	require.NoError(t, err)
	b.Engine = engineOver(b, damaged{Store: b.store, state: stateOf(`{`)})
	again, err := b.Resume(t.Context(), turn.Target{Checkpoint: last}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, first.Message.UID, again.Message.UID)
	require.Equal(t, []string{"user complete: Tell me all.", "assistant complete: The first half and the second.",
		"user complete: How are you?", "assistant complete: Fine."}, b.path(t, first.Session))
}

// A step without a state and without an answer is of the question that has none: the
// last of the chat, or one that is gone.
func TestAStepWithoutAStateIsOfTheQuestionThatHasNoAnswer(t *testing.T) {
	for _, answered := range []bool{false, true} {
		b := open(t)
		before := b.send(t, chat.UID{}, "Before?")
		if !answered {
			_, err := b.store.Append(t.Context(), before.Session, chat.Message{Role: chat.User, Content: "Anybody?"}, 1)
			require.NoError(t, err)
		}
		kept, err := b.store.AddCheckpoint(t.Context(), store.Checkpoint{Session: before.Session, Turn: chat.NewUID(3), Node: "input", State: chat.RawJSON(`{}`)}, 1)
		require.NoError(t, err)
		_, err = b.Resume(t.Context(), turn.Target{Checkpoint: kept.UID}, turn.Wish{}, b.emit)
		want := []string{"user complete: Before?", "assistant complete: You said: Before?"}
		if answered {
			require.ErrorIs(t, err, fault.NotFound)
			require.ErrorContains(t, err, "The question no longer exists.")
		} else {
			require.NoError(t, err)
			want = append(want, "user complete: Anybody?", "assistant complete: You said: Anybody?")
		}
		require.Equal(t, want, b.path(t, before.Session))
	}
}

func encoded(t *testing.T, v any) chat.RawJSON {
	t.Helper()
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return out
}
