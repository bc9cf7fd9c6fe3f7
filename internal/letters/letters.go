// Package letters tells letters apart as search and recall do, in any script.
package letters

// IsIgnored is true of marks that are typed by some and left out by others:
// accents apart from their letters, Hebrew points, Arabic vowels and the bar that
// stretches a word, soft hyphens, joiners, and the selectors behind an emoji.
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
