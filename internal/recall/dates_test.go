package recall

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A Wednesday.
var wednesday = date(2024, 3, 6)

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
		spans, _ := readDates(cutWords(text), wednesday)
		got := ""
		for _, s := range spans {
			if got != "" {
				got += " "
			}
			got += written(s.from) + " " + written(s.to)
		}
		require.Equal(t, want, got, text)
	}
}

func TestWordsThatOnlySayHowLongAgo(t *testing.T) {
	_, relative := readDates(cutWords("did I bake last week or in June"), wednesday)
	require.Equal(t, []bool{false, false, false, true, true, false, false, false}, relative)
}

func written(day int) string { return time.Unix(int64(day)*24*3600, 0).UTC().Format(time.DateOnly) }

// The calendar is that of package time.
func TestCalendar(t *testing.T) {
	for day := 0; day <= maxDay; day += 1 + day%13 {
		y, m, d := time.Unix(int64(day)*24*3600, 0).UTC().Date()
		require.Equal(t, day, date(y, int(m), d))
		year, month, dayOfMonth := dateOf(day)
		require.Equal(t, []int{y, int(m), d}, []int{year, month, dayOfMonth})
	}
	require.Equal(t, date(2022, 12, 1), date(2023, 0, 1))
	require.Equal(t, date(2024, 1, 1), date(2023, 13, 1))
}

func TestDayOfATime(t *testing.T) {
	require.Equal(t, 0, dayOf(0, 0))
	require.Equal(t, -1, dayOf(0, -1))
	require.Equal(t, 1, dayOf(dayMs-1, 1))
	require.Equal(t, -1, dayOf(-dayMs, 0))
}
