package words

import (
	"unicode"
	"unicode/utf8"
)

// A Class says what a character does in a text.
type Class byte

// The classes.
const (
	Separator Class = iota
	Letter
	Packed  // of a script that is written without spaces
	Picture // an emoji
	Ignored // as if it were not there
)

// Classify returns the class of a character. Digits and marks are letters here.
func Classify(r rune) Class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return Letter
		}
		return Separator
	case IsIgnored(r):
		return Ignored
	case IsPacked(r):
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) || r == 0x30fc {
			return Packed
		}
		return Separator
	case r >= 0x1f3fb && r <= 0x1f3ff: // skin tones
		return Ignored
	case r >= 0x1f000 && r <= 0x1faff:
		return Picture
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		return Letter
	}
	return Separator
}

// IsIgnored is true of marks that some people type and others leave out: accents
// apart from their letters, Hebrew points, Arabic vowels and the bar that stretches
// a word, soft hyphens, joiners, and the selectors after an emoji.
func IsIgnored(r rune) bool {
	return r == 0xad || 0x300 <= r && r <= 0x36f || 0x591 <= r && r <= 0x5c7 && r != 0x5be ||
		0x64b <= r && r <= 0x652 || r == 0x640 || r == 0x670 ||
		0x200b <= r && r <= 0x200d || r == 0x2060 || 0xfe00 <= r && r <= 0xfe0f || r == 0xfeff
}

// IsPacked is true in the blocks of scripts that are written without spaces, and
// of Hangul, whose words carry their particles.
func IsPacked(r rune) bool {
	switch {
	case r < 0xe00:
		return false
	case r <= 0xeff, // Thai, Lao
		0x1000 <= r && r <= 0x109f, 0x1100 <= r && r <= 0x11ff, 0x1780 <= r && r <= 0x17ff, // Myanmar, Jamo, Khmer
		0x2e80 <= r && r <= 0xa4cf, // radicals, kana, Bopomofo, Han, Yi
		0xac00 <= r && r <= 0xd7ff, 0xf900 <= r && r <= 0xfaff, 0xff66 <= r && r <= 0xffdc:
		return true
	}
	return 0x20000 <= r && r <= 0x3ffff
}

// IsDigit is true of ASCII digits.
func IsDigit(c byte) bool { return c-'0' <= 9 }

// AppendFolded appends a letter in lower case and without its accent.
func AppendFolded(out []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(out, byte(r))
	}
	if 0xff01 <= r && r <= 0xff5e { // full-width ASCII
		return AppendFolded(out, r-0xfee0)
	}
	r = unicode.ToLower(r)
	if base, there := folded[r]; there {
		return append(out, base...)
	}
	return utf8.AppendRune(out, r)
}

// folded maps a lower-case letter with an accent to the one without. Letters that
// only look accented to others stay: й is not и, but ñ is n to most who search.
var folded = func() map[rune]string {
	all := map[rune]string{'ß': "ss", 'æ': "ae", 'ǽ': "ae", 'œ': "oe", 'þ': "th", 'ĳ': "ij", 'ŉ': "n"}
	for _, group := range []string{
		"aàáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặ", "bḃḅḇ", "cçćĉċčḉ", "dďđðḋḍḏḑḓ", "eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
		"fḟ", "gĝğġģǧǵḡ", "hĥħȟḣḥḧḩḫẖ", "iìíîïĩīĭįıǐȉȋḭḯỉị", "jĵǰ", "kķǩḱḳḵ", "lĺļľŀłḷḹḻḽ", "mḿṁṃ",
		"nñńņňǹṅṇṉṋ", "oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "pṕṗ", "rŕŗřȑȓṙṛṝṟ", "sśŝşšșſṡṣṥṧṩ",
		"tţťŧțṫṭṯṱẗ", "uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "vṽṿ", "wŵẁẃẅẇẉẘ", "xẋẍ", "yýÿŷȳẏẙỳỵỷỹ", "zźżžẑẓẕ",
		"αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ", "σς", "еёѐ", "иѝ", "اأإآٱ", "يى", "هة",
	} {
		base, size := utf8.DecodeRuneInString(group)
		for _, r := range group[size:] {
			all[r] = string(base)
		}
	}
	return all
}()
