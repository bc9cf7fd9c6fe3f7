// Package sample has one of everything that gents translates.
package sample

// Message is one of two.
type Message interface{ message() }

// FromCore is what a client decodes.
type FromCore interface{ fromCore() }

type helloKind struct{}

func (helloKind) MarshalText() ([]byte, error) { return []byte("hello"), nil }

// Hello greets Name, and says Name twice.
//
// This paragraph is for Go.
type Hello struct {
	Kind helloKind `json:"kind"`
	// Name may have
	// two lines.
	Name string `json:"name"`
	// Mood is how. Name has it too.
	Mood Mood  `json:"mood,omitempty"`
	Age  *int  `json:"age,omitempty"`
	Free any   `json:"free"`
	List []Bye `json:"list"`
}

func (Hello) message()  {}
func (Hello) fromCore() {}

// Bye has no members.
type Bye struct{}

func (Bye) message() {}

// Mood is a feeling.
type Mood string

const (
	// Glad is the better one.
	Glad  Mood = "glad"
	Angry Mood = "angry"
)

// Text has no constants: any string fits.
type Text string

type Method[Params, Result any] struct{ Name string }

// Greet says hello.
var Greet = Method[Hello, []Text]{"sample.greet"}
