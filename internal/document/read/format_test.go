package read

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The last column is what Excel shows, without the point that it leaves behind "5.".
func TestNumbersAreShownAsExcelShowsThem(t *testing.T) {
	for _, c := range []struct {
		format string
		number float64
		want   string
	}{
		{"General", 0.1 + 0.2, "0.3"}, {"General", 1.0 / 3, "0.3333333333"}, {"General", 123456789012, "123456789012"}, {"General", -5, "-5"}, {"General", 1e-9, "1E-09"},
		{"0", 0.5, "1"}, {"0", 1.5, "2"}, {"0", 2.5, "3"}, {"0", -2.5, "-3"}, {"0.00", 1.005, "1.01"}, {"0.00", 99.995, "100.00"}, {"0.0", 0.05, "0.1"}, {"0.00", -0.001, "0.00"},
		{"#,##0", 0, "0"}, {"#,##0", 999, "999"}, {"#,##0", 1234567.5, "1,234,568"}, {"#,##0.00", -1234.567, "-1,234.57"}, {"#,###", 0, ""}, {"#.##", 5, "5"}, {"0.##", 5, "5"}, {"0.0#", 5.25, "5.25"},
		{"0%", 0.125, "13%"}, {"0.0%", -0.5, "-50.0%"}, {"0.00E+00", 12345, "1.23E+04"}, {"0,", 1500, "2"}, {"0.0,,", 1250000, "1.3"}, {"$#,##0.00", 5, "$5.00"}, {`#,##0 "€"`, 1234, "1,234 €"},
		{"[$€-407] #,##0.00", 9.9, "€ 9.90"}, {"[$-409]0", 7, "7"}, {`0;(0)`, -3, "(3)"}, {`0;-0;"none"`, 0, "none"}, {`[Red]0;[Blue]0`, 3, "3"}, {`[<1]"low";[<10]"mid";"high"`, 5, "mid"}, {`[<1]"low";[<10]"mid";"high"`, 50, "high"},
		{"00000", 42, "00042"}, {"000-00-0000", 123456789, "123-45-6789"}, {"(000) 000-0000", 5551234567, "(555) 123-4567"}, {"# ?/?", 2.75, "2 3/4"}, {"# ??/??", 3.14159, "3 14/99"}, {"?/8", 0.375, "3/8"}, {"# ?/?", 2, "2"},
		{"@", 12.5, "12.5"}, {`"a"0"b"`, 5, "a5b"}, {`\x0`, 5, "x5"}, {"0_)", 5, "5 "}, {"* 0", 5, "5"},
		{"yyyy-mm-dd", 45000, "2023-03-15"}, {"d/m/yy", 1, "1/1/00"}, {"d.m.yyyy", 60, "29.2.1900"}, {"d.m.yyyy", 61, "1.3.1900"}, {"dddd, d. mmmm yyyy", 45000, "Wednesday, 15. March 2023"}, {"ddd mmm mmmmm", 45000, "Wed Mar M"},
		{"h:mm", 0.5, "12:00"}, {"hh:mm:ss", 0.999999, "00:00:00"}, {"h:mm AM/PM", 0, "12:00 AM"}, {"h:mm a/p", 0.75, "6:00 P"}, {"[h]:mm", 1.5, "36:00"}, {"[mm]:ss", 0.0625, "90:00"}, {"[ss]", 0.001, "86"}, {"mm:ss.00", 0.00001, "00:00.86"},
		{"m/d/yy h:mm", 45000.75, "3/15/23 18:00"}, {"yyyy-mm-dd", -1, "-1"}, {`yyyy"-W"`, 45000, "2023-W"},
	} {
		require.Equal(t, c.want, parseFormat(c.format).number(c.number, dates{}), "%s of %v", c.format, c.number)
	}
	require.Equal(t, "2027-03-16", parseFormat("yyyy-mm-dd").number(45000, dates{since1904: true}))
	require.Equal(t, "<a>", parseFormat(`0;0;0;"<"@">"`).text("a"))
	require.Equal(t, "a", parseFormat("0.00").text("a"))
	require.Equal(t, "", parseFormat(";;;").text("a"))
}

// TestDaysAreThoseOfTheCalendar compares each day that Excel knows with package time.
func TestDaysAreThoseOfTheCalendar(t *testing.T) {
	day := time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)
	for serial := 61; serial < maxSerial; serial++ {
		m := dates{}.at(float64(serial), 0)
		if m.year != day.Year() || m.month != int(day.Month()) || m.day != day.Day() || m.weekday != int(day.Weekday()) {
			require.Fail(t, "another day", "%d: %+v, %v", serial, m, day)
		}
		day = day.AddDate(0, 0, 1)
	}
}

func TestListsAreCounted(t *testing.T) {
	for format, want := range map[string][]string{
		"decimal": {"1", "9", "27", "1994"}, "lowerLetter": {"a", "i", "aa"}, "upperLetter": {"A", "I", "AA"}, "lowerRoman": {"i", "ix", "xxvii", "mcmxciv"}, "upperRoman": {"I", "IX", "XXVII", "MCMXCIV"}, "decimalZero": {"01", "09", "27"},
	} {
		for i, text := range want {
			require.Equal(t, text, counted([]int{1, 9, 27, 1994}[i], format), format)
		}
	}
}
