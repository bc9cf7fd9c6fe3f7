package faqsource_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/store"
)

func TestCSVRoundTrip(t *testing.T) {
	for _, pairs := range [][]chat.Pair{
		nil,
		{hours, cards},
		{{Question: `Is "this" it; or, that?`, Also: []string{"a;b", "c\td", `"`}, Answer: "One,\ntwo;\r\n\"three\"\n\n=SUM(A1)"}, {Question: "Why?", Answer: "-1"}},
		{{Question: "a?", Answer: "x;y"}, {Question: "b?", Answer: "x;y"}},
		{{Question: "question", Answer: "answer"}},
	} {
		got := rows(t, faqsource.WriteCSV(pairs))
		require.Equal(t, chat.Pair{}, got[0], "the names of the columns")
		require.Len(t, got, len(pairs)+1)
		for i := range pairs {
			require.Equal(t, pairs[i], got[i+1])
		}
	}
}

// filled are the rows that have text.
func filled(rows []chat.Pair) (out []chat.Pair) {
	for _, p := range rows {
		if p.Question != "" {
			out = append(out, p)
		}
	}
	return out
}

func TestCSVAsSpreadsheetsWriteIt(t *testing.T) {
	want := []chat.Pair{{Question: "Where, and when?", Answer: "Here; now, \"always\"", Also: []string{"Wo?"}}, {Question: "Why?", Answer: "So."}}
	for name, text := range map[string]string{
		"commas":           "\"Where, and when?\",\"Here; now, \"\"always\"\"\",Wo?\nWhy?,So.\n",
		"Windows":          "\ufeffquestion,answer,also\r\n\"Where, and when?\",\"Here; now, \"\"always\"\"\",Wo?\r\nWhy?,So.,\r\n",
		"semicolons":       "Frage;Antwort;;\r\nWhere, and when?;\"Here; now, \"\"always\"\"\";Wo?;\r\nWhy?;So.;;\r\n",
		"tabs":             "Where, and when?\tHere; now, \"always\"\tWo?\nWhy?\tSo.",
		"an old Macintosh": "\"Where, and when?\";\"Here; now, \"\"always\"\"\";Wo?\rWhy?;So.\r\r",
		"empty rows":       ",,\n\"Where, and when?\",\"Here; now, \"\"always\"\"\",Wo?\n\nWhy?,So.\n,\n",
	} {
		got := filled(rows(t, text))
		require.Equal(t, want, got, name)
	}
	require.Equal(t, chat.Pair{Answer: "c"}, rows(t, "\n,,\na,b\n,c\n")[3], "a row has its number")
	require.Equal(t, []chat.Pair{{}, {Question: "What, why?", Answer: "Yes"}, {Question: "How?"}}, rows(t, "Question;Answer\nWhat, why?;Yes\nHow?;"))
}

func TestWhatIsNoCSVSaysSo(t *testing.T) {
	for text, want := range map[string]string{
		"Wof\xfcr?,Daf\xfcr":         "UTF-8",
		"\xff\xfeW\x00?\x00":         "UTF-8",
		"a,b\nc,\"d\ne,f\n":          "Row 2 has a quotation mark that is not closed.",
		"\"":                         "Row 1",
		strings.Repeat("\n", 10_001): "more than 10000 rows",
		"W\x00o\x00?\x00,\x00J":      "UTF-8",
	} {
		_, err := faqsource.ReadCSV(text)
		require.Error(t, err, "%.40q", text)
		require.ErrorContains(t, err, want)
	}
}

// Whatever is read is written so that it is read again as it is.
//
// go test -fuzz FuzzCSV ./internal/faqsource
func FuzzCSV(f *testing.F) {
	f.Add("a,b\n\"c;\"\"d\",\"e\nf\"\n")
	f.Add("\ufeffFrage;Antwort\r\na;b;c;;d\r\n")
	f.Add("a\tb\r\r\"x\"y\tz\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := faqsource.ReadCSV(text)
		if err != nil {
			return
		}
		var pairs []chat.Pair
		for _, p := range got {
			if store.CleanPair(&p) == nil {
				pairs = append(pairs, p)
			}
		}
		again, err := faqsource.ReadCSV(faqsource.WriteCSV(pairs))
		require.NoError(t, err)
		require.Len(t, again, len(pairs)+1)
		for i, p := range again[1:] {
			require.NoError(t, store.CleanPair(&p))
			require.Equal(t, pairs[i], p)
		}
	})
}
