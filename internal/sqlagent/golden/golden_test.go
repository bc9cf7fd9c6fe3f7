package golden

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func anything(Entry) bool { return true }

func open(t *testing.T, path string) *Book {
	t.Helper()
	b, err := Open(path, nil)
	require.NoError(t, err)
	return b
}

func TestAFileIsKeptWholeAndPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "golden.json")
	b := open(t, path)
	kept, err := b.Keep(Entry{Question: " How many customers? ", SQL: "SELECT 1", Rights: "r"})
	require.NoError(t, err)
	require.NotEmpty(t, kept.ID)
	require.Equal(t, "How many customers?", kept.Question)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, files, 1, "nothing is left beside it")

	again := open(t, path)
	list, err := again.List()
	require.NoError(t, err)
	require.Equal(t, []Entry{kept}, list)
	// What one book writes the other sees.
	other, err := again.Keep(Entry{Question: "Which tags?", SQL: "SELECT 2"})
	require.NoError(t, err)
	list, err = b.List()
	require.NoError(t, err)
	require.Equal(t, []Entry{other, kept}, list, "the newest first")
}

func TestAnswersAreEditedAndDeleted(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "g.json"))
	first, err := b.Keep(Entry{Question: "How many customers?", SQL: "SELECT 1", Rights: "r"})
	require.NoError(t, err)
	same, err := b.Keep(Entry{Question: "how many customers are there", SQL: "SELECT 2", Rights: "r"})
	require.NoError(t, err)
	require.Equal(t, first.ID, same.ID, "the same question is kept once")
	_, err = b.Keep(Entry{Question: "How many customers?", SQL: "SELECT 3", Rights: "other"})
	require.NoError(t, err)
	list, err := b.List()
	require.NoError(t, err)
	require.Len(t, list, 2, "but for each person's rights")

	edited, err := b.Keep(Entry{ID: first.ID, Question: "How many clients?", SQL: "SELECT 4", Rights: "r"})
	require.NoError(t, err)
	require.Equal(t, first.ID, edited.ID)
	_, err = b.Keep(Entry{ID: "nobody", Question: "q", SQL: "s"})
	require.ErrorIs(t, err, ErrNotFound)
	require.NoError(t, b.Delete(first.ID))
	require.ErrorIs(t, b.Delete(first.ID), ErrNotFound)
	_, err = b.Keep(Entry{Question: " ", SQL: "s"})
	require.Error(t, err)
}

func TestNearQuestionsAreTheSame(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "g.json"))
	_, err := b.Keep(Entry{Question: "How many open work orders does Müller GmbH have in 2025?", SQL: "SELECT 1"})
	require.NoError(t, err)
	for question, same := range map[string]bool{
		"How many open work orders does Müller GmbH have in 2025?":                  true,
		"Please tell me how many open work orders Müller GmbH have in 2025":         true,
		"how many open work orders did müller gmbh have in 2025":                    true,
		"The number of open work orders of Müller GmbH have in 2025":                true,
		"How many open work orders does Müller GmbH have in 2024?":                  false,
		"How many open work orders does Müllers GmbH have in 2025?":                 false,
		"How many closed work orders does Müller GmbH have in 2025?":                false,
		"How many work orders does Müller GmbH have in 2025?":                       false,
		"How many open work orders does Müller GmbH not have in 2025?":              false,
		"How many open work orders does Müller AG have in 2025?":                    false,
		"How many open work orders does Müller GmbH have before 2025?":              false,
		"Which open work orders does Müller GmbH have in 2025?":                     false,
		"How many open work orders does Müller GmbH have in 2025 and 2026?":         false,
		"How many open work orders does Müller GmbH have in 2025 by month?":         false,
		"How many open work orders with a technician does Müller GmbH have in 2025": false,
		"": false,
	} {
		_, found := b.Find(question, anything)
		require.Equal(t, same, found, question)
	}
	_, found := b.Find("How many open work orders does Müller GmbH have in 2025?", func(Entry) bool { return false })
	require.False(t, found, "what does not hold any more is not used")
}

func TestOtherValuesAreOtherQuestions(t *testing.T) {
	for _, pair := range [][2]string{
		{"customers without orders", "orders without customers"},
		{"invoices over 1.5", "invoices over 15"},
		{"rooms at -5 degrees", "rooms at 5 degrees"},
		{`tickets with status "on hold"`, `tickets with status "hold"`},
		{"jobs at 10%", "jobs at 10"},
		{"orders of all customers", "orders of my customers"},
		{"customers with exactly 3 orders", "customers with 3 orders"},
		{"from Rome to Bern", "from Bern to Rome"},
		{"more than 3 visits", "less than 3 visits"},
		{"order 12-3", "order 123"},
	} {
		require.NotEqual(t, key(pair[0]), key(pair[1]), pair)
	}
	require.Equal(t, key(`status "On Hold"`), key(`the status “on hold”`))
}

func TestWorkedOutDatesHoldForADay(t *testing.T) {
	now := time.Date(2026, 6, 30, 12, 0, 0, 0, time.UTC)
	b, err := Open(filepath.Join(t.TempDir(), "g.json"), func() time.Time { return now })
	require.NoError(t, err)
	for question, sql := range map[string]string{
		"How many orders last month?": "SELECT COUNT(*) FROM o WHERE d >= '2026-05-01'",
		"How many orders this week?":  "SELECT COUNT(*) FROM o WHERE d >= DATE_SUB(CURDATE(), INTERVAL 7 DAY)",
		"How many orders in May?":     "SELECT COUNT(*) FROM o WHERE d >= '2026-05-01'",
	} {
		_, err := b.Keep(Entry{Question: question, SQL: sql})
		require.NoError(t, err)
		_, found := b.Find(question, anything)
		require.True(t, found, question)
	}
	now = now.Add(24 * time.Hour)
	_, found := b.Find("How many orders last month?", anything)
	require.False(t, found, "May is not last month in July")
	for _, question := range []string{"How many orders this week?", "How many orders in May?"} {
		_, found := b.Find(question, anything)
		require.True(t, found, question)
	}
}

func TestSimilarAnswersAreHints(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "g.json"))
	for i, q := range []string{"How many open work orders in Bern?", "List all tags", "How many open work orders in Rome?"} {
		_, err := b.Keep(Entry{Question: q, SQL: "SELECT " + strconv.Itoa(i)})
		require.NoError(t, err)
	}
	found := b.Similar("How many closed work orders in Bern?", 2, anything)
	require.Len(t, found, 2)
	require.Equal(t, "SELECT 0", found[0].SQL)
	require.Empty(t, b.Similar("Something else entirely", 2, anything))
}

func TestWhatIsNoBookIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.json")
	for _, text := range []string{"{", `{"version":2,"answers":[]}`, "[]"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := Open(path, nil)
		require.ErrorContains(t, err, path)
	}
}

func FuzzKey(f *testing.F) {
	f.Add(`How many "x y" of ‘z in 2025? 'a`)
	f.Fuzz(func(t *testing.T, question string) { key(question) })
}
