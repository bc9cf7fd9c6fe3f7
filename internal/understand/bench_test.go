package understand

import (
	"strings"
	"testing"
)

// longHistory has 50 exchanges with answers of about 1,500 bytes.
func longHistory() []Exchange {
	answer := strings.Repeat("The bridge over the river Skell was built in 1932 by Harald Moen, who also planned the harbour. ", 16)
	history := make([]Exchange, 50)
	for i := range history {
		history[i] = Exchange{"What is known about the bridge over the river Skell, and who built it?", answer}
	}
	return history
}

func BenchmarkJudge(b *testing.B) {
	history := longHistory()
	for b.Loop() {
		Judge(history, "When was it painted for the first time?", Options{})
	}
}

func BenchmarkUnderstand(b *testing.B) {
	history := longHistory()
	for b.Loop() {
		Understand(history, "When was it painted for the first time?", Options{})
	}
}
