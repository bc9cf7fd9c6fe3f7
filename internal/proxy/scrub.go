package proxy

import (
	"bytes"
	"fmt"
	"log"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"burrow/internal/config"
)

// minScrubbed is the length from which keys are searched for. Servers of one's own
// take any word as a key, and "none" or "ollama" are not secrets.
const minScrubbed = 8

// maxScrubbed is how many keys are searched for, the newest ones.
const maxScrubbed = 100

// scrubber takes keys out of text. It also knows those that were replaced: what was
// asked with them may still be answered. The zero value takes out nothing. It is safe
// for concurrent use.
type scrubber struct {
	replacer atomic.Pointer[strings.Replacer]
	mu       sync.Mutex
	keys     []string
}

func newScrubber(providers []config.Provider) *scrubber {
	s := new(scrubber)
	s.add(providers)
	return s
}

// add lets the keys of providers be searched for, too.
func (s *scrubber) add(providers []config.Provider) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range providers {
		if key := p.Key.Reveal(); len(key) >= minScrubbed {
			s.keys = append(slices.DeleteFunc(s.keys, func(k string) bool { return k == key }), key)
		}
	}
	s.keys = s.keys[max(0, len(s.keys)-maxScrubbed):]
	// Of two keys, one of which begins the other, the longer one is found first.
	var pairs []string
	for _, key := range slices.SortedFunc(slices.Values(s.keys), func(a, b string) int { return len(b) - len(a) }) {
		pairs = append(pairs, key, "[redacted]")
	}
	if pairs != nil {
		s.replacer.Store(strings.NewReplacer(pairs...))
	}
}

func (s *scrubber) scrub(text string) string {
	replacer := s.replacer.Load()
	if replacer == nil {
		return text
	}
	return replacer.Replace(text)
}

// masker takes keys out of an answer as it passes. A key is covered by as many stars, so
// that the answer keeps its length; what may be the beginning of one waits for the rest.
type masker struct {
	keys []string
	kept []byte
}

func (s *scrubber) masker() *masker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &masker{keys: slices.Clone(s.keys)}
}

// next returns what can be sent on of all that came so far; last says that no more comes.
func (m *masker) next(piece []byte, last bool) []byte {
	if len(m.keys) == 0 {
		return piece
	}
	m.kept = append(m.kept, piece...)
	for _, key := range m.keys {
		for at := 0; ; {
			found := bytes.Index(m.kept[at:], []byte(key))
			if found < 0 {
				break
			}
			at += found
			for i := range len(key) {
				m.kept[at+i] = '*'
			}
		}
	}
	waits := 0
	if !last {
		for _, key := range m.keys {
			for n := min(len(key)-1, len(m.kept)); n > waits; n-- {
				if bytes.HasSuffix(m.kept, []byte(key[:n])) {
					waits = n
				}
			}
		}
	}
	out := slices.Clone(m.kept[:len(m.kept)-waits])
	m.kept = append(m.kept[:0], m.kept[len(m.kept)-waits:]...)
	return out
}

// quietLog writes what goes wrong, without keys.
type quietLog struct {
	out *log.Logger
	*scrubber
}

func (l quietLog) printf(format string, args ...any) {
	if l.out != nil {
		l.out.Print(l.scrub(fmt.Sprintf(format, args...)))
	}
}
