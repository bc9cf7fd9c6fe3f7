//go:build !js && !wasip1

// A history that fails at any one of its calls, and at all from there on.

package turn_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/turn"
)

// shop is a chat with an answer by a tool, over a store that can fail.
type shop struct {
	*bench
	disk    *fragile
	session chat.UID
	run     int // how often the tool was
}

var beforehand = []string{"user complete: I am Ada. How many umbrellas are left?", "assistant complete: Seven."}

func openShop(t *testing.T, asks bool, script ...call) *shop {
	s := &shop{}
	s.bench = openBench(t, ":memory:", slices.Concat([]call{say("Seven.")}, script)...)
	s.disk, s.asks = &fragile{Store: s.store}, asks
	s.Engine = engineOver(s.bench, s.disk, umbrellas(&s.run))
	s.session = s.send(t, chat.UID{}, "I am Ada. How many umbrellas are left?").Session
	require.Equal(t, beforehand, s.path(t, s.session))
	return s
}

// eachFault does something with each call that it makes failing once, and then with all
// failing from that call on.
func eachFault(t *testing.T, f func(t *testing.T, fail func(*shop), onward bool) *shop) {
	for _, onward := range []bool{false, true} {
		for n := 1; ; n++ {
			require.Less(t, n, 400, "it never ends")
			var s *shop
			ok := t.Run(fmt.Sprintf("%d onward %v", n, onward), func(t *testing.T) {
				s = f(t, func(s *shop) { s.disk.arm(n, onward) }, onward)
			})
			if !ok || s.disk.failed == "" {
				break
			}
		}
	}
}

// told says whether a failure reached somebody: the caller, the answer or the log.
func (s *shop) toldOf(status chat.Status, err error) bool {
	return err != nil || status == chat.Failed || s.logs() != ""
}

// What was asked is there once and answered once when the disk works again, wherever
// it failed, and a disk that goes on failing is never silent.
func TestADiskThatFailsAnywhereLosesNoQuestion(t *testing.T) {
	asked := slices.Concat(beforehand, []string{"user complete: And tomorrow?", "assistant complete: Let me see. None."})
	for _, asks := range []bool{false, true} {
		eachFault(t, func(t *testing.T, fail func(*shop), onward bool) *shop {
			tool := llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}
			first, second := use("Let me see. ", tool), say("None.")
			s := openShop(t, asks, first, second, first, second, first, second)
			q := turn.Question{Session: s.session, Text: "And tomorrow?", Key: "k"}
			fail(s)
			out, err := s.Send(t.Context(), q, s.emit)
			failed := s.disk.failed
			s.disk.mend()
			if onward && failed != "" {
				require.True(t, s.toldOf(out.Message.Status, err), failed)
			}
			if err != nil || out.Message.Status != chat.Complete {
				// As the page does: the same request again, and then "Continue".
				s.model.script = slices.Repeat([]call{first, second}, 4)
				s.Engine = engineOver(s.bench, s.disk, umbrellas(&s.run))
				if out, err = s.Send(t.Context(), q, s.emit); err == nil && out.Message.Status != chat.Complete {
					out, err = s.Resume(t.Context(), turn.Target{Session: s.session}, turn.Wish{}, s.emit)
				}
				require.NoError(t, err, failed)
			}
			path := s.path(t, s.session)
			require.Len(t, path, 4, failed)
			require.Equal(t, asked[:3], path[:3], failed)
			require.Equal(t, chat.Complete, out.Message.Status, "%s: %s", failed, path[3])
			return s
		})
	}
}

func TestADiskThatFailsAnywhereKeepsTheAnswersThereAre(t *testing.T) {
	eachFault(t, func(t *testing.T, fail func(*shop), onward bool) *shop {
		s := openShop(t, false, say("Eight."), say("Eight."), say("Eight."))
		before, err := s.store.Session(t.Context(), s.session)
		require.NoError(t, err)
		fail(s)
		out, err := s.Again(t.Context(), before.Head, turn.Wish{}, "k", s.emit)
		failed := s.disk.failed
		s.disk.mend()
		if onward && failed != "" {
			require.True(t, s.toldOf(out.Message.Status, err), failed)
		}
		kept, err2 := s.store.Message(t.Context(), before.Head)
		require.NoError(t, err2)
		require.Equal(t, "Seven.", kept.Content, failed)
		require.Equal(t, chat.Complete, kept.Status, failed)
		if err != nil || out.Message.Status != chat.Complete {
			s.Engine = engineOver(s.bench, s.disk)
			if out, err = s.Again(t.Context(), before.Head, turn.Wish{}, "k", s.emit); err == nil && out.Message.Status != chat.Complete {
				out, err = s.Resume(t.Context(), turn.Target{Session: s.session}, turn.Wish{}, s.emit)
			}
			require.NoError(t, err, failed)
		}
		require.Equal(t, "Eight.", out.Message.Content, failed)
		siblings, err := s.store.Siblings(t.Context(), before.Head)
		require.NoError(t, err)
		require.Len(t, siblings, 2, failed)
		return s
	})
}

// What would be sent is right, or is not said.
func TestADiskThatFailsAnywhereGivesNoHalfContext(t *testing.T) {
	who := llm.Answerer{Settings: settings()}
	for _, question := range []string{"", "And tomorrow?"} {
		for _, budget := range []int{0, 40} {
			ask := func(t *testing.T, s *shop) (any, any, error) {
				session, err := s.store.Session(t.Context(), s.session)
				require.NoError(t, err)
				about, err := s.Context(t.Context(), session, turn.Next{Text: question}, who)
				if err != nil {
					return nil, nil, err
				}
				assembled, err := s.Assemble(t.Context(), session, question, who, budget)
				return about, assembled.Prompt.Messages, err
			}
			whole := openShop(t, false)
			about, sent, err := ask(t, whole)
			require.NoError(t, err)
			eachFault(t, func(t *testing.T, fail func(*shop), _ bool) *shop {
				s := openShop(t, false)
				fail(s)
				a, b, err := ask(t, s)
				if s.disk.failed == "" {
					require.NoError(t, err)
				}
				if err == nil {
					require.Equal(t, fmt.Sprint(about), fmt.Sprint(a), s.disk.failed)
					require.Equal(t, fmt.Sprint(sent), fmt.Sprint(b), s.disk.failed)
				}
				return s
			})
		}
	}
}

// A key is that of one request: what another one has kept under it is no turn, whether
// it reads like one or not at all.
func TestAKeyOfAnotherRequestIsNoTurn(t *testing.T) {
	b := open(t)
	session := b.send(t, chat.UID{}, "Hello?").Session
	for key, kept := range map[string]string{
		"nothing":   `{}`,
		"broken":    `{"turn":"01a3185c50010ee6f28ff13406830506"`,
		"otherwise": `{"turn":"01a3185c50010ee6f28ff13406830506","question":7}`,
	} {
		_, _, err := b.store.Once(t.Context(), key, 1, func(context.Context) ([]byte, error) { return []byte(kept), nil })
		require.NoError(t, err)
		_, err = b.Send(t.Context(), turn.Question{Session: session, Text: "And?", Key: key}, b.emit)
		require.ErrorContains(t, err, "This key belongs to another request.", key)
		require.Len(t, b.path(t, session), 2, key)
	}
}
