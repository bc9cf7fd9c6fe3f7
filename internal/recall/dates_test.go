package recall

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/words"
)

// A Wednesday.
var wednesday = words.On(2024, 3, 6)

func TestDatesOfAQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"what happened on 7 May":            "2023-05-07 2023-05-08",
		"on May 7th, 2022, or so":           "2022-05-07 2022-05-08",
		"on 3 March":                        "2024-03-03 2024-03-04",
		"in June 2023":                      "2023-06-01 2023-07-01",
		"in June":                           "2023-06-01 2023-07-01",
		"in December":                       "2023-12-01 2024-01-01",
		"since May":                         "2023-05-01 2023-06-01",
		"what did Jan say":                  "",
		"may I ask":                         "",
		"in 2019":                           "2019-01-01 2020-01-01",
		"on 2023-05-07":                     "2023-05-07 2023-05-08",
		"route 66, 5000 people":             "",
		"yesterday":                         "2024-03-05 2024-03-06",
		"today":                             "2024-03-06 2024-03-07",
		"last night":                        "2024-03-05 2024-03-06",
		"last week":                         "2024-02-26 2024-03-04",
		"this week":                         "2024-03-04 2024-03-11",
		"last weekend":                      "2024-03-02 2024-03-04",
		"last month":                        "2024-02-01 2024-03-01",
		"last year":                         "2023-01-01 2024-01-01",
		"last Monday":                       "2024-03-04 2024-03-05",
		"last Wednesday":                    "2024-02-28 2024-02-29",
		"3 days ago":                        "2024-03-03 2024-03-04",
		"2 weeks ago":                       "2024-02-18 2024-02-25",
		"a year, 1 year ago":                "2022-09-06 2023-09-06",
		"the last two weeks":                "",
		"between 1 Jan 2024 and 2 Feb 2024": "2024-01-01 2024-01-02 2024-02-02 2024-02-03",
		"":                                  "",
	} {
		spans, _ := readDates(new(Index).tokens(text), wednesday)
		got := ""
		for _, s := range spans {
			if got != "" {
				got += " "
			}
			got += written(s.From) + " " + written(s.To)
		}
		require.Equal(t, want, got, text)
	}
}

func TestWordsThatOnlySayHowLongAgo(t *testing.T) {
	_, relative := readDates(new(Index).tokens("did I bake last week or in June"), wednesday)
	require.Equal(t, []bool{false, false, false, true, true, false, false, false}, relative)
}

func written(day words.Day) string {
	return time.Unix(int64(day)*24*3600, 0).UTC().Format(time.DateOnly)
}
