package config

import "fmt"

const redacted = "[redacted]"

// Secret is text that is not to be seen. It prints as "[redacted]" by fmt,
// encoding/json and whatever else asks a value for its text. The zero Secret is
// empty.
//
// The text is behind a pointer because fmt does not ask unexported fields for
// their text, and prints what it finds in them; of a pointer that is the address.
type Secret struct{ text *string }

// NewSecret returns a Secret of the text.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal returns the text.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Empty reports whether there is no text.
func (s Secret) Empty() bool { return s.text == nil }

// Format prints "[redacted]" for every verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, redacted) }

// String returns "[redacted]".
func (s Secret) String() string { return redacted }

// GoString returns "[redacted]".
func (s Secret) GoString() string { return redacted }

// MarshalText returns "[redacted]".
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
