//go:build !js && !wasip1

package turn_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/recall"
	"burrow/internal/turn"
)

// A long conversation of our own with questions about it, in testdata/recall:
// conversation.txt has 400 messages by number, with the days they are of;
// questions.txt has 60 questions, each with the numbers of the messages that have
// its answer, half of them in the conversation's words and half in others;
// followups.txt has questions that lean on an exchange before them.

// inquiry is a question about the conversation.
type inquiry struct {
	kind   string
	before []string // an exchange that the question follows
	text   string
	gold   []int
}

func recallLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "recall", name))
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func inquiries(t *testing.T) (out []inquiry) {
	t.Helper()
	add := func(kind string, before []string, text, numbers string) {
		p := inquiry{kind: kind, before: before, text: text}
		for field := range strings.FieldsSeq(numbers) {
			n, err := strconv.Atoi(field)
			require.NoError(t, err)
			p.gold = append(p.gold, n)
		}
		require.NotEmpty(t, p.gold, text)
		out = append(out, p)
	}
	for _, line := range recallLines(t, "questions.txt") {
		f := strings.Split(line, " | ")
		require.Len(t, f, 3, line)
		add(f[0], nil, f[1], f[2])
	}
	for _, line := range recallLines(t, "followups.txt") {
		f := strings.Split(line, " | ")
		require.Len(t, f, 4, line)
		add("followup", f[:2], f[2], f[3])
	}
	return out
}

// recollected keeps the conversation, and returns its session and the time after.
func (b *rememberer) recollected(t *testing.T) (chat.Session, time.Time) {
	t.Helper()
	session := b.session(t)
	var now time.Time
	count := 0
	for _, line := range recallLines(t, "conversation.txt") {
		if day, ok := strings.CutPrefix(line, "# "); ok {
			var err error
			now, err = time.Parse("2006-01-02 15:04", day)
			require.NoError(t, err)
			continue
		}
		head, text, _ := strings.Cut(line, ": ")
		number, role, _ := strings.Cut(head, " ")
		require.Equal(t, strconv.Itoa(count), number)
		now = now.Add(time.Minute)
		b.append(t, session, chat.Message{Role: chat.Role(role), Content: text}, now)
		count++
	}
	require.Equal(t, 400, count)
	now = now.AddDate(0, 0, 1)
	b.with(func(o *turn.Options) { o.Now, o.Related = func() time.Time { return now }, recall.Embedded })
	return b.at(t, session), now
}

func (b *rememberer) append(t *testing.T, session chat.UID, m chat.Message, now time.Time) chat.Message {
	t.Helper()
	var err error
	m.Tokens, m.Encoding, err = b.Count(t.Context(), "scripted-1", m.Role, m.Content)
	require.NoError(t, err)
	m, err = b.store.Append(t.Context(), session, m, now.UnixMilli())
	require.NoError(t, err)
	return m
}

// The kinds of questions, as docs/performance.md has them, with the least share of
// their messages that must be found, by budget.
var (
	recallBudgets = [...]int{600, 1200}
	recallFloors  = []struct {
		kind, name string
		least      [len(recallBudgets)]float64
	}{
		{"words", "in the conversation's words", [...]float64{0.93, 0.97}},
		{"para", "in other words", [...]float64{0.36, 0.63}},
		{"followup", "follow-ups", [...]float64{0.9, 0.95}},
	}
)

// TestRecallOfALongConversation goes the whole way of a question to its prompt:
// reading, recalling, laying out.
func TestRecallOfALongConversation(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	require.NoError(t, err)
	b := openRememberer(t, ":memory:", 1200)
	b.countingTokens(t)
	session, now := b.recollected(t)
	all := inquiries(t)
	for _, f := range recallFloors {
		var sums [len(recallBudgets)]float64
		count := 0
		for _, q := range all {
			if q.kind != f.kind {
				continue
			}
			count++
			at := b.followed(t, session, q, now)
			for i, budget := range recallBudgets {
				made, err := b.Assemble(t.Context(), at, q.text, b.who(), budget)
				require.NoError(t, err)
				require.LessOrEqual(t, made.Tokens, budget)
				share := q.found(made)
				sums[i] += share
				if share < 1 {
					t.Logf("within %d: %s", budget, q.text)
				}
			}
		}
		line := fmt.Sprintf("| %s | %d |", f.name, count)
		for i, sum := range sums {
			share := sum / float64(count)
			line += strings.TrimPrefix(fmt.Sprintf(" %.3f", share), " 0") + " |"
			assert.GreaterOrEqual(t, share, f.least[i], "%s within %d tokens", f.name, recallBudgets[i])
		}
		line = strings.ReplaceAll(line, "|.", "| .")
		t.Log(line)
		assert.True(t, strings.Contains(string(text), line), "measured, and not what docs/performance.md says: %s", line)
	}
}

// followed is the session after the exchange that a question follows.
func (b *rememberer) followed(t *testing.T, session chat.Session, q inquiry, now time.Time) chat.Session {
	t.Helper()
	if q.before != nil {
		asked := b.append(t, session.UID, chat.Message{Parent: session.Head, Role: chat.User, Content: q.before[0]}, now)
		session.Head = b.append(t, session.UID, chat.Message{Parent: asked.UID, Role: chat.Assistant, Content: q.before[1]}, now).UID
	}
	return session
}

// found is the share of the question's messages that is in a prompt.
func (q inquiry) found(made turn.Assembly) float64 {
	count := 0
	for _, m := range slices.Concat(made.Taken, made.Recalled) {
		if slices.Contains(q.gold, m.Depth) {
			count++
		}
	}
	return float64(count) / float64(len(q.gold))
}
