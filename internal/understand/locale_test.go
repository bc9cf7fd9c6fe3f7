package understand_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/understand"
)

func TestDayFirstByLocale(t *testing.T) {
	for locale, first := range map[string]bool{
		"it-IT": true, "de": true, "en-GB": true, "en_AU": true, "fr_CA": true, "sv-FI": true, "vi-VN": true,
		"": false, "C": false, "POSIX": false, "en": false, "en-US": false, "en_PH": false, "es-US": false,
		"zh-CN": false, "ja": false, "hu_HU": false, "sv-SE": false,
	} {
		require.Equal(t, first, understand.DayFirst(locale), locale)
	}
}
