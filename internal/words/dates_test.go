package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/words"
)

// tokens cuts a text at its spaces, and at the signs within numbers.
func tokens(text string) []words.Token {
	var out []words.Token
	for field := range strings.FieldsSeq(text) {
		sign := byte(' ')
		if strings.HasSuffix(field, ".") {
			sign = 0
		} else if strings.HasSuffix(field, ",") {
			sign = ','
		}
		field = strings.TrimRight(field, ".,")
		for {
			at := strings.IndexAny(field, "-/.")
			if at < 0 {
				break
			}
			out = append(out, words.Token{Text: field[:at], Sign: field[at]})
			field = field[at+1:]
		}
		lower := strings.ToLower(field)
		out = append(out, words.Token{Text: lower, Capital: lower != field, Sign: sign})
	}
	return out
}

func read(d words.Dates, text string) string {
	all := tokens(text)
	var found []string
	for i := 0; i < len(all); i++ {
		if date, n := d.Read(all, i); n > 0 {
			found = append(found, date.String())
			i += n - 1
		}
	}
	return strings.Join(found, " ")
}

// It is Wednesday, 15 May 2024.
var today = words.On(2024, 5, 15)

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"It rained. Yesterday it snowed.":   "2024-05-14",
		"We met. In 2021 we parted.":        "2021-01-01/2021-12-31",
		"in the year. 2021 was good":        "",
		"last night or last weekend":        "2024-05-14 2024-05-11/2024-05-12",
		"two weeks ago":                     "2024-05-01",
		"two friends ago":                   "",
		"in May, 12 people came":            "2024-05-01/2024-05-31",
		"you may 12":                        "2024-05-12",
		"12 Sept 2023":                      "2023-09-12",
		"the 1st quarter of last year":      "2023-01-01/2023-03-31",
		"31/1/24, 1.2.24, 2024-2-30":        "2024-01-31 2024-02-01",
		"Feb 29, 2023, 29 Feb 2024":         "2024-02-29",
		"3000 years ago, 3999 months ago":   "1691-02-15",
		"this sun shines, next sun it will": "2024-05-19",
	} {
		require.Equal(t, want, read(words.Dates{Today: today}, text), text)
	}
}

func TestDatesOfAQuestionAboutThePast(t *testing.T) {
	for text, want := range map[string]string{
		"in June":                   "2023-06-01/2023-06-30",
		"the 7th of June":           "2023-06-07",
		"two weeks ago":             "2024-04-28/2024-05-04",
		"in Q3":                     "2023-07-01/2023-09-30",
		"next week, tomorrow":       "",
		"what did June say in 2019": "2023-06-01/2023-06-30 2019-01-01/2019-12-31",
	} {
		require.Equal(t, want, read(words.Dates{Today: today, Past: true}, text), text)
	}
}

func TestDatesWithoutAYear(t *testing.T) {
	all := tokens("March 5th or 29 February")
	date, n := words.Dates{Yearless: true}.Read(all, 0)
	require.Equal(t, 2, n)
	require.Equal(t, words.Date{Range: words.Range{From: words.On(2000, 3, 5), To: words.On(2000, 3, 6)}, Yearless: true}, date)
	date, n = words.Dates{Yearless: true}.Read(all, 3)
	require.Equal(t, 2, n)
	require.Equal(t, words.On(2000, 2, 29), date.From)
	_, n = words.Dates{}.Read(all, 0)
	require.Zero(t, n, "without a day to count from")
}

func TestNumbers(t *testing.T) {
	for digits, want := range map[string][2]string{
		"1200": {"", "1200"}, "1,200": {"1.200", "1200"}, "1.5": {"1.5", ""}, "1.200,50": {"1200.50", ""},
		"1,200,300": {"", "1200300"}, "1.2.3": {"", ""}, "": {"", ""}, "1e3": {"", ""}, "1,234.567": {"1234.567", "1234567"},
	} {
		fraction, whole := words.Numbers(digits)
		require.Equal(t, want, [2]string{fraction, whole}, digits)
	}
	require.Equal(t, []string{"1200", "1.200", "1.200", "1200"}, []string{
		words.Number("1,200", false), words.Number("1,200", true), words.Number("1.200", false), words.Number("1.200", true)})
	require.Equal(t, []string{"1200000", "5000", "0", "12.5"}, []string{
		words.Scaled("1.2", 6), words.Scaled("5", 3), words.Plain("00.00"), words.Plain("012.50")})
	for word, want := range map[string][2]int{ // of things, of money
		"k": {3, 3}, "M": {6, 6}, "Mio": {6, 6}, "bn": {9, 9}, "milliards": {9, 9}, "m": {0, 6}, "b": {0, 9}, "B": {0, 9}, "kg": {0, 0}, "": {0, 0},
	} {
		require.Equal(t, want, [2]int{words.Magnitude(word, false), words.Magnitude(word, true)}, word)
	}
	require.Equal(t, []int{3, 12, 30, 0, -1, -1}, []int{words.Count("three"), words.Count("twelve"), words.Count("30"), words.Count("zero"), words.Count("some"), words.Count("")})
}

func TestSentencesEnd(t *testing.T) {
	for _, c := range []struct {
		line, want string
		casual     bool
	}{
		{"One. Two.", "One.", false}, {"Dr. Who came. Then he left.", "Dr. Who came.", false}, {"Really? Yes.", "Really?", false},
		{"v1.2 is out. it works", "v1.2 is out. it works", false}, {"v1.2 is out. it works", "v1.2 is out.", true},
		{"Call me Al; I like tea", "Call me Al; I like tea", false}, {"Call me Al; I like tea", "Call me Al;", true},
		{"会議。部屋", "会議。", false}, {"", "", true}, {"a;b", "a;b", true},
		{"“It rains.” She left.", "“It rains.”", false}, {"He said \"Go!\" Then he left.", "He said \"Go!\"", false}, {"He said \"Go!\" and left.", "He said \"Go!\" and left.", true},
		{"It is so (see there.) And more.", "It is so (see there.)", false}, {"他说：“走吧。”然后走了。", "他说：“走吧。”", false}, {"「はい。」と言った。", "「はい。」", false},
		{"'90s. Rock", "'90s.", false}, {"f(x)!) y", "f(x)!) y", true}, {"wow!!", "wow!!", true},
	} {
		require.Equal(t, c.want, c.line[:words.SentenceEnd(c.line, c.casual)], c.line)
	}
}

func TestTerms(t *testing.T) {
	var cutter words.Cutter
	for text, want := range map[string]string{
		"Röntgen-Straße 7": "0rontgen 0strasse 07", "会議室": "1会議 1議室 3室", "猫": "2猫", "ok 👋🏽": "0ok 4👋", "": "",
	} {
		var got []string
		cutter.Each(text, func(term words.Term) bool {
			got = append(got, string(rune('0'+term.Kind))+string(term.Text))
			return true
		})
		require.Equal(t, want, strings.Join(got, " "), text)
	}
	var first []words.Term
	cutter.Each("one two three", func(term words.Term) bool {
		first = append(first, term)
		return len(first) < 2
	})
	require.Len(t, first, 2)
	require.Equal(t, []int{4, 7}, []int{first[1].Start, first[1].End})
}
