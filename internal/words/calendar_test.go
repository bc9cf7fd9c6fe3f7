package words

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The calendar is that of package time.
func TestCalendar(t *testing.T) {
	for day := 0; day <= maxDay; day += 1 + day%13 {
		y, m, d := time.Unix(int64(day)*24*3600, 0).UTC().Date()
		require.Equal(t, Day(day), On(y, int(m), d))
		year, month, dayOfMonth := Day(day).Date()
		require.Equal(t, []int{y, int(m), d}, []int{year, month, dayOfMonth})
	}
	require.Equal(t, On(2022, 12, 1), On(2023, 0, 1))
	require.Equal(t, On(2024, 1, 1), On(2023, 13, 1))
}

func TestDayOfATime(t *testing.T) {
	require.Equal(t, Day(0), DayOf(0, 0))
	require.Equal(t, Day(-1), DayOf(0, -1))
	require.Equal(t, Day(1), DayOf(dayMs-1, 1))
	require.Equal(t, Day(-1), DayOf(-dayMs, 0))
}
