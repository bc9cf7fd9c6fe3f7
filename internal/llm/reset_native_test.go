//go:build !js && !wasip1

package llm

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/llm/llmtest"
)

// TestResetAtEveryByte resets the connection at each byte of a stream of 4 KB. What
// came before is in the reply, exactly; nothing is asked twice once it has begun;
// and an answer whose reason to stop has come is whole.
func TestResetAtEveryByte(t *testing.T) {
	var body strings.Builder
	var ends []int // where each event ends
	event := func(text string) {
		body.WriteString(stream(text))
		ends = append(ends, body.Len())
	}
	const words = 60
	for i := range words {
		event(fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":"wörd%02d "}}]}`, i))
	}
	event(stopped)
	event(endMark)
	require.InDelta(t, 4096, body.Len(), 300)

	s, client := connect(t)
	var wait sync.WaitGroup
	const workers = 4
	for worker := range workers {
		// Each takes answers of a model of its own path, so that they do not take
		// each other's.
		wait.Go(func() {
			path := fmt.Sprintf("/%d", worker)
			mine := *client
			mine.Base += path
			for k := worker; k <= body.Len(); k += workers {
				answer := llmtest.Answer{Path: path + "/chat/completions", Raw: body.String(), ResetAfter: new(k)}
				s.Script(answer)
				if k == 0 {
					s.Script(answer, answer)
				}
				reply, err := mine.Stream(t.Context(), question("Hello"), Observer{})
				if problem := resetProblem(k, ends, reply, err); problem != "" {
					t.Errorf("reset at byte %d: %s: %+v, %v", k, problem, reply, err)
					return
				}
			}
		})
	}
	wait.Wait()
	require.Len(t, s.Requests(), body.Len()+1+2, "only the reset at byte 0 is tried again, twice")
}

// resetProblem says what is wrong with the outcome of a reset at byte k.
func resetProblem(k int, ends []int, reply Reply, err error) string {
	whole := 0
	for whole < len(ends) && ends[whole] <= k {
		whole++
	}
	words := len(ends) - 2
	var want strings.Builder
	for i := range min(whole, words) {
		fmt.Fprintf(&want, "wörd%02d ", i)
	}
	switch {
	case reply.Content != want.String():
		return "another text"
	case whole > words && (err != nil || reply.Finish != "stop"):
		return "a whole answer failed"
	case whole > words:
	case k == 0 && fault.From(err).Message != unreachableSentence:
		return "not unreachable"
	case k > 0 && fault.From(err).Message != brokeOffSentence:
		return "not broken off"
	case k > 0 && reply.Attempts != 1 || k == 0 && reply.Attempts != 3:
		return "asked too often, or not often enough"
	}
	return ""
}
