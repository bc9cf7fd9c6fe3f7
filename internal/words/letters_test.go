package words_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"burrow/internal/words"
)

func TestScriptsWithoutSpacesArePacked(t *testing.T) {
	for name, text := range map[string]string{
		"Han": "漢字", "kana": "かなカナ", "Hangul": "한글", "Thai": "ภาษาไทย", "Lao": "ພາສາ",
		"Khmer": "ភាសាខ្មែរ", "Myanmar": "မြန်မာ", "half width": "ｶﾅ", "beyond the first plane": "𠀀",
	} {
		for _, r := range text {
			require.True(t, words.IsPacked(r), "%s: %q", name, r)
		}
	}
	for _, r := range "aéßЖωאبनமཀՀგ1 -😀" {
		require.False(t, words.IsPacked(r), "%q", r)
	}
}

func TestWhatIsIgnoredIsNoLetter(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		// The bar that stretches an Arabic word counts as a letter to Unicode alone.
		if words.IsIgnored(r) && r != 'ـ' {
			require.False(t, unicode.IsLetter(r) || unicode.IsNumber(r), "%q", r)
		}
	}
	for _, text := range []string{"\u0301", "\u05b8", "\u064e", "\u00ad", "\u200b", "\u200d", "\ufe0f", "\ufeff", "ـ"} {
		for _, r := range text {
			require.True(t, words.IsIgnored(r), "%q", r)
		}
	}
	require.False(t, words.IsIgnored('־'), "the Hebrew hyphen parts words")
}
