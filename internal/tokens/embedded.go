//go:build !js

package tokens

import (
	"embed"
	"fmt"
	"sync"
)

// The packed vocabularies are made by tools/packvocab before the build and not
// kept in the repository, so the folder may be empty.
//
//go:embed all:vocab
var vocab embed.FS

var embedded = struct {
	sync.Mutex
	encodings map[Name]*Encoding
}{encodings: map[Name]*Encoding{}}

// Embedded returns an encoding from the vocabulary inside the program, building
// it when first asked for. The browser build has none inside: see Load.
func Embedded(name Name) (*Encoding, error) {
	embedded.Lock()
	defer embedded.Unlock()
	if e := embedded.encodings[name]; e != nil {
		return e, nil
	}
	packed, err := Packed(name)
	if err != nil {
		return nil, err
	}
	e, err := Load(name, packed)
	if err == nil {
		embedded.encodings[name] = e
	}
	return e, err
}

// Packed returns the packed vocabulary inside the program.
func Packed(name Name) ([]byte, error) {
	if name != Cl100k && name != O200k {
		return nil, unknownEncoding(name)
	}
	packed, err := vocab.ReadFile("vocab/" + string(name) + ".bin")
	if err != nil {
		return nil, fmt.Errorf("this build has no vocabulary for %s: build it with make", name)
	}
	return packed, nil
}
