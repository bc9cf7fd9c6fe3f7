package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Made up in the shape of the data.
const sampleText = `[{"sample_id": "conv-0", "conversation": {
	"speaker_a": "Nadia", "speaker_b": "Pavel",
	"session_1_date_time": "1:56 pm on 8 May, 2023",
	"session_1": [
		{"speaker": "Nadia", "dia_id": "D1:1", "text": "The tandem is blue."},
		{"speaker": "Pavel", "dia_id": "D1:2", "text": "Look.", "blip_caption": "a bell"}],
	"session_2_date_time": "9:00 am on 9 May, 2023",
	"session_3_date_time": "10:00 am on 10 May, 2023",
	"session_3": [{"speaker": "Pavel", "dia_id": "D3:1", "text": "Its bell is broken."}]},
	"qa": [
		{"question": "What about the tandem?", "evidence": ["D1:1; D3:1"], "category": 1},
		{"question": "No evidence?", "evidence": [], "category": 3},
		{"question": "No answer?", "evidence": ["D1:1"], "category": 5}]}]`

func sampleData(t *testing.T) []conversation {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, dataFile), []byte(sampleText), 0o600))
	all, err := load(dir)
	require.NoError(t, err)
	return all
}

func TestConversationsAreReadAsImported(t *testing.T) {
	begin := time.Date(2023, 5, 8, 13, 56, 0, 0, time.UTC)
	require.Equal(t, []conversation{{"conv-0", []turn{
		{"D1:1", "user", "Nadia: The tandem is blue.", begin.UnixMilli()},
		{"D1:2", "assistant", "Pavel: Look. [image: a bell]", begin.Add(time.Minute).UnixMilli()},
		{"D3:1", "assistant", "Pavel: Its bell is broken.", time.Date(2023, 5, 10, 10, 0, 0, 0, time.UTC).UnixMilli()},
	}, []question{{"What about the tandem?", 1, []int{0, 2}}}}}, sampleData(t))
}

func TestAbsentDataAreSaidToBe(t *testing.T) {
	err := evaluate(source(t.TempDir(), false), "", false)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Contains(t, err.Error(), "the data are absent")
}

func TestShareOfTheEvidence(t *testing.T) {
	all := sampleData(t)
	require.Equal(t, 0.5, all[0].Questions[0].found([]int{1, 2}))
	m, err := newMeter()
	require.NoError(t, err)
	for i, want := range []float64{1, 1, 1, 1} {
		results, err := m.run(all, rankers[i], budgets[0])
		require.NoError(t, err)
		require.Equal(t, want, results[0].found, rankers[i].name)
	}
}

// Who takes more than the budget is not measured but reported.
func TestBudgetIsChecked(t *testing.T) {
	m, err := newMeter()
	require.NoError(t, err)
	greedy := ranker{"greedy", func(conversation) chooser { return func(question, prices) []int { return []int{0, 1, 2} } }}
	_, err = m.run(sampleData(t), greedy, framingTokens+20)
	require.ErrorContains(t, err, "greedy takes")
}

// Prices add up: the whole costs what its lines and dates cost.
func TestLinesAddUp(t *testing.T) {
	m, err := newMeter()
	require.NoError(t, err)
	c := sampleData(t)[0]
	sum := 2 * m.dayTokens()
	for _, turn := range c.Turns {
		sum += m.encoding.Count(turn.line())
	}
	require.Equal(t, "8 May 2023\nuser: Nadia: The tandem is blue.\nassistant: Pavel: Look. [image: a bell]\n"+
		"10 May 2023\nassistant: Pavel: Its bell is broken.\n", render(c, []int{2, 0, 1}))
	require.Equal(t, sum, m.encoding.Count(render(c, []int{0, 1, 2})))
}

func TestTable(t *testing.T) {
	var b strings.Builder
	all := sampleData(t)
	printTable(&b, all, []row{{"half", 1200, []result{{0, 0, 0.5, nil}}}})
	require.Contains(t, b.String(), "| half | 1200 | 0.500 | 0.500 | 0.500 | 0.000 | 0.000 | 0.000 |\n")
}
