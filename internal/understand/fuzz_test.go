package understand

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// anyText makes text of words that the rules know, marks and broken bytes.
func anyText(r *rand.Rand, most int) string {
	pieces := strings.Fields("the first second last two other one ones of them it its he she they this that these those both all former latter before after mentioned " +
		"project projects 25-01-064 25-01-070 Acme Corp Marie Curie \"Emma\" | --- 1. 2. - * what about How and , ; : ? ! . ( ) # #2 $5 12/3/24 Q3 last year next Friday " +
		"million EUR 1.200,50 in 3 days ago 99-99 A I'm what's ’ 's \xff\xfe 日本 é possible to than Bank of the I am my name is daughter call me remember that always answer no longer anymore not vegetarian ich bin 我 叫")
	var b strings.Builder
	for range r.IntN(most) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		switch r.IntN(8) {
		case 0:
		case 1:
			b.WriteByte('\n')
		case 2:
			b.WriteByte(byte(r.IntN(256)))
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func anyHistory(r *rand.Rand) []Exchange {
	history := make([]Exchange, r.IntN(5))
	for i := range history {
		history[i] = Exchange{anyText(r, 14), anyText(r, 40)}
	}
	return history
}

var noon = time.Date(2024, 5, 15, 12, 0, 0, 0, time.UTC) // a Wednesday

func check(t *testing.T, history []Exchange, question string) {
	t.Helper()
	o := Options{Now: noon, Database: true, Documents: true, Identifiers: []string{"99-99", "A9"}}
	u := Understand(history, question, o)
	require.Equal(t, u, Understand(history, question, o))
	for _, s := range Statements(question, o) {
		require.True(t, s.Text != "" && utf8.ValidString(s.Text) && len(s.Text) <= maxStatementLength && !strings.Contains(s.Text, "\n"), s.Text)
	}
	require.NotNil(t, u.References)
	require.NotNil(t, u.Entities)
	require.NotNil(t, u.Facts)
	require.NotNil(t, u.Filters)
	require.NotEmpty(t, u.Domain)
	require.NotEmpty(t, u.Action)
	require.NotNil(t, u.Interpretations)
	require.NotNil(t, u.Questions)
	require.NotNil(t, u.Reasons)
	require.True(t, 0 <= u.FollowupScore && u.FollowupScore <= 1)
	require.True(t, 0 <= u.AmbiguityScore && u.AmbiguityScore <= 1)
	if !u.IsFollowup {
		require.Equal(t, question, u.RewrittenQuery)
	}
	for _, r := range u.References {
		require.Equal(t, question[r.Start:r.End], r.Text)
		require.NotEmpty(t, r.Entities)
	}
	for _, f := range u.Facts {
		require.Equal(t, question[f.Start:f.End], f.Text)
		require.NotEmpty(t, f.Value)
	}
	exchange := 0
	for _, e := range u.Entities {
		require.NotEmpty(t, e.Text)
		require.GreaterOrEqual(t, e.Exchange, exchange)
		exchange = e.Exchange
	}
}

func TestAnyTextIsUnderstood(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		history, question := anyHistory(r), anyText(r, 12)
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("seed %d: %v\nhistory %q\nquestion %q", seed, p, history, question)
				}
			}()
			check(t, history, question)
		}()
	}
}

// go test -fuzz FuzzUnderstand ./internal/understand
func FuzzUnderstand(f *testing.F) {
	f.Add("Find me 3 projects", "25-01-064, 25-01-070 and 25-01-028", "the last one")
	f.Add("", "| A | B |\n|---|\n| x | y |", "Compare the first and the third of them")
	f.Add("\xff", "1. \n2. ", "what about 12/3/24")
	f.Fuzz(func(t *testing.T, asked, answered, question string) {
		check(t, []Exchange{{asked, answered}, {answered, asked}}, question)
	})
}
