//go:build !js && !wasip1

package turn_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"burrow/internal/chat"
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

// BenchmarkTurnInALongChat asks in a chat of 10,000 messages, each time something else.
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
		said := chat.Message{Role: role, Status: chat.Complete, Content: fmt.Sprint("Message ", i, ": ", strings.Repeat("a few words more ", i%12))}
		if _, err := bench.store.Append(b.Context(), out.Session, said, int64(i)); err != nil {
			b.Fatal(err)
		}
	}
	asked := 0
	for b.Loop() {
		bench.events = nil
		asked++
		if _, err := bench.Send(b.Context(), turn.Question{Session: out.Session, Text: fmt.Sprint("Question ", asked, " of some words about the badger")}, bench.emit); err != nil {
			b.Fatal(err)
		}
	}
}
