// What a turn that is taken up again finds damaged: states and results that cannot be
// read.

package turn_test

import (
	"context"
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
		"nothing wrong":            {nil, 1, ""},
		"a reply that is no JSON":  {value("answer", `{`), 2, "a kept reply of turn"},
		"a reply before the text":  {value("answer", `{`+asked+`,"from":-1,"to":0}`), 2, "a kept reply of turn"},
		"a reply turned round":     {value("answer", `{`+asked+`,"from":3,"to":2}`), 2, "a kept reply of turn"},
		"a reply beyond the text":  {value("answer", `{`+asked+`,"from":0,"to":900}`), 2, "a kept reply of turn"},
		"no reply":                 {without("answer"), 2, ""},
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
		if strings.Contains(name, "result") || name == "nothing wrong" {
			b.model.script = []call{say("Three.")}
		}
		b.Engine = engineOver(b, damaged{Store: b.store, writes: tt.writes}, umbrellas(&calls))
		out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err, name)
		require.Nil(t, out.Answer.Problem, "%s: %+v", name, out.Answer.Problem)
		require.Equal(t, "Three.", out.Message.Content, name)
		require.Equal(t, tt.tools, calls, name)
		if tt.logs != "" {
			require.Contains(t, b.logs(), tt.logs, name)
		}
	}
}
