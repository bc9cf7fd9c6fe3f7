package words

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestInstantsAreThoseOfTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		at := time.Unix(r.Int64N(253402300800+62135596800)-62135596800, r.Int64N(1e9)).In(time.FixedZone("", (r.IntN(2*23*60)-23*60)*60))
		for _, layout := range []string{time.RFC3339, time.RFC3339Nano, "2006-01-02T15:04:05.000Z07:00", "2006-01-02T15:04:05,0Z07:00"} {
			text := at.Format(layout)
			want, err := time.Parse(time.RFC3339, text)
			if err != nil {
				continue // the zone moves it out of four digits for the year
			}
			got, ok := Instant(text)
			require.True(t, ok, text)
			require.Equal(t, want.UnixMilli(), got, text)
		}
		text := at.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")
		got, ok := HeaderDate(text)
		require.True(t, ok, text)
		require.Equal(t, at.Unix()*1000, got, text)
	}
}

func TestWhatIsNoInstantIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "2026", "2026-03-05", "2026-03-05T10:00:00", "2026-03-05T10:00Z", "2026-3-05T10:00:00ZZ", "2026-03-05X10:00:00Z", "2026/03/05T10:00:00Z",
		"2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-00-01T10:00:00Z", "2026-04-31T10:00:00Z", "2026-04-00T10:00:00Z", "1900-02-29T10:00:00Z",
		"2026-03-05T24:00:00Z", "2026-03-05T10:60:00Z", "2026-03-05T10:00:60Z", "2026-03-05T10-00-00Z", "2026-03-05T1a:00:00Z", "-026-03-05T10:00:00Z",
		"2026-03-05T10:00:00.Z", "2026-03-05T10:00:00.5", "2026-03-05T10:00:00+0100", "2026-03-05T10:00:00+1:00", "2026-03-05T10:00:00+24:00",
		"2026-03-05T10:00:00+01:60", "2026-03-05T10:00:00Z ", "2026-03-05T10:00:00ZZ", "٢٠٢٦-03-05T10:00:00Z", "2026-03-05T10:00:00*01:00",
	} {
		_, ok := Instant(text)
		require.False(t, ok, text)
	}
	for _, text := range []string{"2000-02-29T00:00:00Z", "0000-02-29t00:00:00z", "2026-03-05 10:00:00Z", "9999-12-31T23:59:59.999999999Z"} {
		_, ok := Instant(text)
		require.True(t, ok, text)
	}
	for _, text := range []string{
		"", "Thu, 05 Mar 2026 10:00:00", "Thu, 05 Mar 2026 10:00:00 CET", "Thu, 32 Mar 2026 10:00:00 GMT", "Thu, 05 Mai 2026 10:00:00 GMT",
		"Thu, 05 Mar 2026 10:00 GMT", "Thursday, 05-Mar-26 10:00:00 GMT", "Thu, 05 Mar 2026 25:00:00 GMT", "Thu 05 Mar 2026 10:00:00 GMT x",
	} {
		_, ok := HeaderDate(text)
		require.False(t, ok, text)
	}
}

// go test -fuzz FuzzInstant ./internal/words
func FuzzInstant(f *testing.F) {
	f.Add("2026-03-05T10:00:00.25+01:00")
	f.Add("Thu, 05 Mar 2026 10:00:00 GMT")
	f.Fuzz(func(t *testing.T, text string) {
		if ms, ok := Instant(text); ok {
			// RFC 3339 has small letters and spaces, which the standard library refuses.
			if want, err := time.Parse(time.RFC3339, text); err == nil && want.Year() > 0 {
				require.Equal(t, want.UnixMilli(), ms, text)
			}
		}
		HeaderDate(text)
	})
}
