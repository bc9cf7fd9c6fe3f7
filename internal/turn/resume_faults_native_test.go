//go:build !js && !wasip1

package turn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// An answer that broke off after its tools is taken up again, and any call of the
// history fails once: that is told, nothing is paid for twice, and it goes on in its
// place when it is tried again.
func TestAFailureOfTheHistoryWhileAnAnswerGoesOn(t *testing.T) {
	for n := 1; ; n++ {
		calls := 0
		b := open(t, use("Looking. ", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}), breakOff("Three", fault.New(fault.Upstream, "It is down.")))
		b.Engine = engineOver(b, b.store, umbrellas(&calls))
		out := b.send(t, chat.UID{}, "How many umbrellas are left?")
		require.Equal(t, chat.Failed, out.Message.Status)

		f := &fragile{Store: b.store, at: n}
		b.Engine = engineOver(b, f, umbrellas(&calls))
		goOn := func() (wire.Turn, error) {
			b.model.script = []call{say(" are left.")}
			return b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
		}
		again, err := goOn()
		if f.failed == "" {
			require.NoError(t, err)
			require.Greater(t, n, 5)
			break
		}
		told := errors.Is(err, errDisk) || errors.Is(errors.Join(b.logged...), errDisk) ||
			again.Answer.Problem != nil && strings.Contains(again.Answer.Problem.Message, errDisk.Message)
		require.True(t, told, "nobody was told that call %d failed: %s", n, f.failed)
		if err != nil || again.Message.Status != chat.Complete || again.Unsaved != "" {
			f.mend()
			again, err = goOn()
			require.NoError(t, err)
		}
		require.Equal(t, out.Message.UID, again.Message.UID)
		require.Equal(t, []string{"user complete: How many umbrellas are left?", "assistant complete: Looking. Three are left."}, b.path(t, out.Session), "call %d: %s", n, f.failed)
		require.Equal(t, 1, calls, "call %d: %s", n, f.failed)
		require.Len(t, again.Answer.Gathered, 1)
	}
}
