package chat

import "errors"

// UID names a row across devices: 48 bits of Unix milliseconds, then 80 random
// bits, so that names sort by the time they were made. The zero value names
// nothing.
type UID [16]byte

// ErrUID is returned for a text that is not a UID.
var ErrUID = errors.New("a name has 32 hexadecimal digits")

// NewUID returns a new name for something made at now, in Unix milliseconds.
func NewUID(now int64) UID {
	return MakeUID(now, random64(), uint16(random64()))
}

// MakeUID returns the name with these random bits: the same ones for the same
// arguments.
func MakeUID(now int64, high uint64, low uint16) UID {
	var u UID
	for i := range 6 {
		u[i] = byte(now >> (40 - 8*i))
	}
	for i := range 8 {
		u[6+i] = byte(high >> (56 - 8*i))
	}
	u[14], u[15] = byte(low>>8), byte(low)
	return u
}

// ParseUID reads what String writes. Capital digits are accepted.
func ParseUID(text string) (UID, error) {
	var u UID
	if len(text) != 2*len(u) {
		return UID{}, ErrUID
	}
	for i := range u {
		high, low := digit(text[2*i]), digit(text[2*i+1])
		if high|low > 15 {
			return UID{}, ErrUID
		}
		u[i] = high<<4 | low
	}
	return u, nil
}

// digit returns the value of a hexadecimal digit, 255 for any other character.
func digit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// IsZero reports whether the name names nothing.
func (u UID) IsZero() bool { return u == UID{} }

// Time is when the name was made, in Unix milliseconds.
func (u UID) Time() int64 {
	var ms int64
	for _, b := range u[:6] {
		ms = ms<<8 | int64(b)
	}
	return ms
}

// String returns 32 hexadecimal digits.
func (u UID) String() string { return string(u.appendDigits(nil)) }

func (u UID) appendDigits(out []byte) []byte {
	const digits = "0123456789abcdef"
	for _, b := range u {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return out
}

// MarshalText writes the digits, or nothing for the zero value.
func (u UID) MarshalText() ([]byte, error) {
	if u.IsZero() {
		return []byte{}, nil
	}
	return u.appendDigits(nil), nil
}

// AppendJSON appends the same between quotes.
func (u UID) AppendJSON(out []byte) []byte {
	out = append(out, '"')
	if !u.IsZero() {
		out = u.appendDigits(out)
	}
	return append(out, '"')
}

// UnmarshalText reads what MarshalText writes.
func (u *UID) UnmarshalText(text []byte) error { return u.ReadText(string(text)) }

// ReadText does the same for package json.
func (u *UID) ReadText(text string) error {
	if text == "" {
		*u = UID{}
		return nil
	}
	parsed, err := ParseUID(text)
	if err != nil {
		return err
	}
	*u = parsed
	return nil
}
