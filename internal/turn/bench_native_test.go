//go:build !js && !wasip1

package turn_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/turn"
)

// go test -run '^$' -bench Turn -cpuprofile cpu.out ./internal/turn
func BenchmarkTurn(b *testing.B) {
	bench := openBench(b, filepath.Join(b.TempDir(), "burrow.db"))
	out, err := bench.Send(b.Context(), turn.Question{Text: "First."}, bench.emit)
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("A question of some words. ", 5)
	for b.Loop() {
		bench.events = nil
		if _, err := bench.Send(b.Context(), turn.Question{Session: out.Session, Text: text}, bench.emit); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTurnInALongChat asks in a chat of 10,000 messages, each time something else,
// and says how long it took until the model was asked. A few turns in a hundred do the
// search index's work: TMPDIR=/dev/shm leaves the disk out.
func BenchmarkTurnInALongChat(b *testing.B) {
	bench := openBench(b, filepath.Join(b.TempDir(), "burrow.db"))
	out, err := bench.Send(b.Context(), turn.Question{Text: "First."}, bench.emit)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 10_000 {
		role := chat.User
		if i%2 == 1 {
			role = chat.Assistant
		}
		said := chat.Message{Role: role, Status: chat.Complete, Content: fmt.Sprint("Message ", i, ": ", strings.Repeat("a few words more ", i%12)), Tokens: 8 + i%12*4, Encoding: "words"}
		if _, err := bench.store.Append(b.Context(), out.Session, said, int64(i)); err != nil {
			b.Fatal(err)
		}
	}
	asked := 0
	var began time.Time
	var took []time.Duration
	answer := func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		took = append(took, time.Since(began))
		return say("You said: "+r.Messages[len(r.Messages)-1].Content)(ctx, r, o)
	}
	for b.Loop() {
		bench.events, bench.model.requests = nil, nil
		bench.model.script = []call{answer}
		asked++
		began = time.Now()
		question := turn.Question{Session: out.Session, Text: fmt.Sprint("Question ", asked, " of some words about the badger"), Wish: turn.Wish{NoCard: true}}
		if _, err := bench.Send(b.Context(), question, bench.emit); err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(took)
	for _, percent := range []int{50, 95, 99} {
		b.ReportMetric(float64(took[len(took)*percent/100].Microseconds()), fmt.Sprintf("p%d-µs", percent))
	}
}
