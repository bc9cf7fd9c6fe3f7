package proxy

import (
	"fmt"
	"log"
	"strings"

	"burrow/internal/config"
)

// minScrubbed is the length from which keys are searched for. Servers of one's own
// take any word as a key, and "none" or "ollama" are not secrets.
const minScrubbed = 8

// scrubber takes keys out of text. The zero value takes out nothing.
type scrubber struct{ replacer *strings.Replacer }

func newScrubber(providers []config.Provider) scrubber {
	var pairs []string
	for _, p := range providers {
		if key := p.Key.Reveal(); len(key) >= minScrubbed {
			pairs = append(pairs, key, "[redacted]")
		}
	}
	if pairs == nil {
		return scrubber{}
	}
	return scrubber{strings.NewReplacer(pairs...)}
}

func (s scrubber) scrub(text string) string {
	if s.replacer == nil {
		return text
	}
	return s.replacer.Replace(text)
}

// quietLog writes what goes wrong, without keys.
type quietLog struct {
	out *log.Logger
	scrubber
}

func (l quietLog) printf(format string, args ...any) {
	if l.out != nil {
		l.out.Print(l.scrub(fmt.Sprintf(format, args...)))
	}
}
