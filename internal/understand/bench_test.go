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

// variedHistory has 50 exchanges in which every answer has names, numbers and words
// of its own, and every third one a list: nothing is read for free.
func variedHistory() []Exchange {
	syllables := strings.Fields("ka lo mi ter ven dor sha ru pel gant wick mar sol bri ton fen ola est und har")
	state := uint32(1)
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>8) % n
	}
	made := func() string { return syllables[next(20)] + syllables[next(20)] + syllables[next(20)] }
	name := func() string { s := made(); return strings.ToUpper(s[:1]) + s[1:] }
	history := make([]Exchange, 50)
	for i := range history {
		var b strings.Builder
		for b.Len() < 1500 {
			b.WriteString("The " + made() + " of " + name() + " " + name() + " was planned by the " + made() + " department, which paid $1,200 for " + made() + " and asked whether project 25-01-0" + string(rune('0'+next(10))) + string(rune('0'+next(10))) + " could begin. ")
			if i%3 == 0 {
				b.WriteString("\n- " + name() + " " + name() + ": " + made() + " with " + made() + "\n- " + name() + ": late\n")
			}
		}
		history[i] = Exchange{"What did " + name() + " say about the " + made() + " project?", b.String()}
	}
	return history
}

var benchOptions = Options{Now: noon, Database: true, Documents: true}

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

func BenchmarkJudgeVaried(b *testing.B) {
	history := variedHistory()
	for b.Loop() {
		Judge(history, "When was it planned and what did they pay?", benchOptions)
	}
}

func BenchmarkUnderstandVaried(b *testing.B) {
	history := variedHistory()
	for b.Loop() {
		Understand(history, "When was it planned and what did they pay?", benchOptions)
	}
}

// The first question of a page waits for the lists.
func BenchmarkLists(b *testing.B) {
	for b.Loop() {
		newTable()
	}
}
