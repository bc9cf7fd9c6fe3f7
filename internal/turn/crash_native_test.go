//go:build !js && !wasip1

package turn_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/turn"
)

var errKilled = errors.New("killed")

// mortal is a store whose program dies after a number of commits: nothing it does
// afterwards reaches the file.
type mortal struct {
	*store.Store
	commits int // until death, if not negative
	done    int
}

func (m *mortal) dead() bool { return m.commits == 0 }

func (m *mortal) commit(f func() error) error {
	if m.dead() {
		return errKilled
	}
	err := f()
	if err == nil {
		m.commits--
		m.done++
	}
	return err
}

// Inside a transaction calls are part of it; only the outer ones are commits.
type inside struct{}

func (m *mortal) each(ctx context.Context, f func() error) error {
	if ctx.Value(inside{}) != nil {
		return f()
	}
	return m.commit(f)
}

func (m *mortal) Together(ctx context.Context, f func(context.Context) error) error {
	return m.each(ctx, func() error {
		return m.Store.Together(ctx, func(ctx context.Context) error { return f(context.WithValue(ctx, inside{}, true)) })
	})
}

func (m *mortal) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) (out []byte, replayed bool, err error) {
	err = m.each(ctx, func() error {
		out, replayed, err = m.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) { return f(context.WithValue(ctx, inside{}, true)) })
		return err
	})
	return out, replayed, err
}

func (m *mortal) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (out chat.Message, err error) {
	err = m.each(ctx, func() error { out, err = m.Store.Update(ctx, uid, p, now); return err })
	return out, err
}

func (m *mortal) AddWrite(ctx context.Context, checkpoint chat.UID, w store.Write) error {
	return m.each(ctx, func() error { return m.Store.AddWrite(ctx, checkpoint, w) })
}

func (m *mortal) Message(ctx context.Context, uid chat.UID) (chat.Message, error) {
	if m.dead() && ctx.Value(inside{}) == nil {
		return chat.Message{}, errKilled
	}
	return m.Store.Message(ctx, uid)
}

// scene is a turn with two rounds of tools, and what it should end as.
func scene(b *bench, calls map[string]int) []turn.Tool {
	paid := func(name string, c call) call {
		return func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			calls[name]++
			return c(ctx, r, o)
		}
	}
	// The model answers by what it is shown, as a real one would.
	b.model.script = nil
	answer := func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		results := 0
		for _, m := range r.Messages {
			if m.Role == chat.Tool {
				results++
			}
		}
		switch results {
		case 0:
			return paid("first", use("Looking. ", llm.ToolCall{ID: "a", Name: "t", Arguments: `1`}, llm.ToolCall{ID: "b", Name: "t", Arguments: `2`}))(ctx, r, o)
		case 2:
			return paid("second", use("", llm.ToolCall{ID: "c", Name: "t", Arguments: `3`}))(ctx, r, o)
		default:
			return paid("third", say("All found."))(ctx, r, o)
		}
	}
	for range 10 {
		b.model.script = append(b.model.script, answer)
	}
	return []turn.Tool{{Tool: llm.Tool{Name: "t"}, Run: text(func(_ context.Context, arguments string) (string, error) {
		calls["tool "+arguments]++
		return "result " + arguments, nil
	})}}
}

func (b *bench) dump(t *testing.T, session chat.UID) string {
	t.Helper()
	w, err := b.store.Path(t.Context(), session, chat.UID{}, 0, 1000)
	require.NoError(t, err)
	var out strings.Builder
	for _, m := range w.Messages {
		fmt.Fprintf(&out, "%s %s %d/%d %q %d\n", m.Role, m.Status, m.Sibling, m.Siblings, m.Content, m.Tokens)
	}
	fmt.Fprintln(&out, b.nodes(t, session, chat.UID{}))
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 1000})
	require.NoError(t, err)
	for i := range list[:len(list)-1] {
		require.Equal(t, list[i+1].UID, list[i].Parent)
		fmt.Fprintln(&out, list[i].Step, list[i].Source, list[i].Writes)
	}
	return out.String()
}

func TestATurnKilledAfterAnyCommitEndsAsIfItHadNot(t *testing.T) {
	t.Run("known", func(t *testing.T) { killAfterAnyCommit(t, false) })
	t.Run("asked", func(t *testing.T) { killAfterAnyCommit(t, true) })
}

func killAfterAnyCommit(t *testing.T, asks bool) {
	file := func() string { return filepath.Join(t.TempDir(), "burrow.db") }
	question := turn.Question{Text: "Find it.", Key: "k"}

	whole := openAt(t, file())
	whole.asks = asks
	calls := map[string]int{}
	counted := &mortal{Store: whole.store, commits: -1}
	whole.Engine = engineOver(whole, counted, scene(whole, calls)...)
	out, err := whole.Send(t.Context(), question, whole.emit)
	require.NoError(t, err)
	require.Equal(t, "Looking. All found.", out.Message.Content)
	want := whole.dump(t, out.Session)
	require.Greater(t, counted.done, 7)

	for n := 1; n < counted.done; n++ {
		for _, by := range []string{"resume", "key"} {
			t.Run(fmt.Sprintf("%d/%s", n, by), func(t *testing.T) {
				name := file()
				b := openAt(t, name)
				b.asks = asks
				calls := map[string]int{}
				b.Engine = engineOver(b, &mortal{Store: b.store, commits: n}, scene(b, calls)...)
				b.Send(t.Context(), question, b.emit)
				require.NoError(t, b.store.Close())

				next := openAt(t, name)
				list, _, err := next.store.List(t.Context(), store.ListOptions{})
				require.NoError(t, err)
				require.Len(t, list, 1, "the question is there from the first commit on")
				next.Engine = engineOver(next, next.store, scene(next, calls)...)
				if by == "resume" {
					_, err = next.Resume(t.Context(), turn.Target{Session: list[0].UID}, turn.Wish{}, next.emit)
				} else {
					_, err = next.Send(t.Context(), question, next.emit)
				}
				require.NoError(t, err)
				require.Equal(t, want, next.dump(t, list[0].UID))
				total := 0
				for _, times := range calls {
					total += times
				}
				require.LessOrEqual(t, total, 6+1, "at most the one call that was not kept is made twice: %v", calls)
			})
		}
	}
}

func TestAnUnreadableCheckpointIsLoggedAndMadeAnew(t *testing.T) {
	for name, damage := range map[string]string{
		"no JSON":      `UPDATE checkpoints SET state = '{"question":'`,
		"other JSON":   `UPDATE checkpoints SET state = '{"question":7}'`,
		"no question":  `UPDATE checkpoints SET state = '{}'`,
		"gone":         `DELETE FROM checkpoints`,
		"writes too":   `UPDATE checkpoint_writes SET value = '['`,
		"writes wrong": `UPDATE checkpoint_writes SET value = '{"from":0,"to":99999}'`,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "burrow.db")
			b := openAt(t, file)
			// Killed when the model's answer is kept as a pending write: its record has
			// failed, and so has everything after.
			b.Engine = engineOver(b, unsaving{b.store})
			b.model.script = []call{say("The answer.")}
			b.send(t, chat.UID{}, "Well?")
			require.NoError(t, b.store.Close())

			db, err := sqlite.Open(file, sqlite.Options{})
			require.NoError(t, err)
			require.NoError(t, db.Exec(damage))
			require.NoError(t, db.Close())

			next := openAt(t, file, say(""))
			list, _, err := next.store.List(t.Context(), store.ListOptions{})
			require.NoError(t, err)
			out, err := next.Resume(t.Context(), turn.Target{Session: list[0].UID}, turn.Wish{}, next.emit)
			require.NoError(t, err)
			require.Equal(t, chat.Complete, out.Message.Status)
			require.Equal(t, []string{"user complete: Well?", "assistant complete: The answer."}, next.path(t, list[0].UID))
			require.NotEmpty(t, next.logged)
		})
	}
}

// A turn of which it is known who answers takes two commits: before the request, and
// with the answer. Otherwise the question is kept before it is asked who.
func TestATurnTakesAsFewCommitsAsItCan(t *testing.T) {
	for _, asks := range []bool{false, true} {
		b := open(t)
		b.asks = asks
		session := b.send(t, chat.UID{}, "One?").Session
		counted := &mortal{Store: b.store, commits: -1}
		b.Engine = engineOver(b, counted)
		before := 0
		b.model.script = []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			before = counted.done
			return say("Two.")(ctx, r, o)
		}}
		b.send(t, session, "Two?")
		want := 1
		if asks {
			want = 2
		}
		require.Equal(t, []int{want, want + 1}, []int{before, counted.done}, "who answers is to be asked for: %t", asks)
	}
}
