// Package unstated has a closed list for which nobody has said what an unknown
// value is taken for.
package unstated

type FromCore interface{ fromCore() }

type helloKind struct{}

func (helloKind) MarshalText() ([]byte, error) { return []byte("hello"), nil }

type Hello struct {
	Kind helloKind `json:"kind"`
	Mood Mood      `json:"mood"`
}

func (Hello) fromCore() {}

type Mood string

const Glad Mood = "glad"
