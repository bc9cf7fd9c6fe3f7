package tokens

// Class is what the split patterns ask of a character. The order is that of the
// generated runs.
type class uint8

const (
	other     class = iota // neither space, letter, number nor mark
	space                  // white space but CR and LF
	newline                // CR, LF
	number                 // \p{N}
	upper                  // \p{Lu} \p{Lt}
	lower                  // \p{Ll}
	bothCases              // \p{Lm} \p{Lo}: ends an upper-case run and begins a lower-case one
	mark                   // \p{M}: a letter for o200k_base, like other for cl100k_base
	invalid                // a byte that is not UTF-8: like other, but the piece must be repaired
)

func (c class) letter() bool   { return c-upper <= bothCases-upper }
func (c class) caseless() bool { return c-bothCases <= mark-bothCases }
func (c class) blank() bool    { return c-space <= newline-space }
func (c class) symbol() bool   { return c == other || c >= mark }

// The classes of all code points in two stages, blocks of 256. Han, Hangul and
// the unassigned planes share blocks, which keeps what a text touches in the
// first-level cache.
var (
	classBlock [0x110000 >> 8]uint8
	classOf    = expandClasses()
	asciiClass = [128]class(classOf[int(classBlock[0])<<8:])
)

func expandClasses() []class {
	blocks := make([]class, 256) // the first is all other
	seen := map[[256]class]uint8{{}: 0}
	var block [256]class
	current := 0 // the block being filled
	finish := func() {
		index, ok := seen[block]
		if !ok {
			index = uint8(len(seen))
			seen[block] = index
			blocks = append(blocks, block[:]...)
		}
		classBlock[current] = index
		block = [256]class{}
	}
	at := 0
	for i := 0; i < len(classRuns); {
		var gap, length int
		gap, i = runVarint(i)
		length, i = runVarint(i)
		at += gap >> 3
		for end := at + length; at < end; {
			if at>>8 != current {
				finish()
				current = at >> 8
			}
			from, to := at&0xff, min(end-at&^0xff, 256)
			for j := from; j < to; j++ {
				block[j] = class(gap & 7)
			}
			at += to - from
		}
	}
	finish()
	return blocks
}

func runVarint(i int) (value, next int) {
	for shift := 0; ; shift += 7 {
		value |= int(classRuns[i]&0x7f) << shift
		i++
		if classRuns[i-1] < 0x80 {
			return value, i
		}
	}
}

// classAt returns the class of the character at p and its length in bytes.
// It accepts exactly what package unicode/utf8 accepts.
func classAt(s string, p int) (class, int) {
	b0 := s[p]
	if b0 < 0x80 {
		return asciiClass[b0], 1
	}
	rest := len(s) - p
	switch {
	case b0 < 0xc2:
	case b0 < 0xe0:
		if rest >= 2 && s[p+1]&0xc0 == 0x80 {
			return runeClass(uint32(b0&0x1f)<<6 | uint32(s[p+1]&0x3f)), 2
		}
	case b0 < 0xf0:
		if rest >= 3 && s[p+1]&0xc0 == 0x80 && s[p+2]&0xc0 == 0x80 {
			r := uint32(b0&0x0f)<<12 | uint32(s[p+1]&0x3f)<<6 | uint32(s[p+2]&0x3f)
			if r >= 0x800 && r&^0x7ff != 0xd800 {
				return runeClass(r), 3
			}
		}
	case b0 < 0xf5:
		if rest >= 4 && s[p+1]&0xc0 == 0x80 && s[p+2]&0xc0 == 0x80 && s[p+3]&0xc0 == 0x80 {
			r := uint32(b0&0x07)<<18 | uint32(s[p+1]&0x3f)<<12 | uint32(s[p+2]&0x3f)<<6 | uint32(s[p+3]&0x3f)
			if r >= 0x10000 && r < 0x110000 {
				return runeClass(r), 4
			}
		}
	}
	return invalid, 1
}

func runeClass(r uint32) class {
	return classOf[int(classBlock[r>>8])<<8|int(r&0xff)]
}
