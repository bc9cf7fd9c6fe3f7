//go:build !js && !wasip1

package turn_test

import (
	"path/filepath"
	"strings"
	"testing"

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
