package proxy

import (
	"sync"

	"burrow/internal/config"
)

// state is what the settings say, and who answers by them. It does not change: when
// the settings do, another one takes its place. Questions under way go on with theirs.
type state struct {
	conf       config.Config
	generation int
	directory  *directory
}

// live is the state that counts.
type live struct {
	mu      sync.Mutex
	state   *state
	problem string // with the settings, as it was last logged
}

// now returns the state that counts. It looks at the settings first, which is cheap.
func (p *Proxy) now() *state {
	conf, generation := p.options.Config, 0
	var problem error
	if p.options.Settings != nil {
		conf, generation, problem = p.options.Settings.Current()
	}
	p.live.mu.Lock()
	defer p.live.mu.Unlock()
	p.noteProblem(problem)
	current := p.live.state
	// Another request may have seen later settings meanwhile.
	if current != nil && current.generation >= generation {
		return current
	}
	p.log.add(conf.Providers)
	o := p.options
	o.Config = conf
	next := newDirectory(o, p.transport)
	if current != nil {
		next.takeOver(current.directory)
	}
	p.live.state = &state{conf, generation, next}
	return p.live.state
}

// noteProblem logs once that the settings cannot be used as they are now.
func (p *Proxy) noteProblem(problem error) {
	text := ""
	if problem != nil {
		text = problem.Error()
	}
	if text != "" && text != p.live.problem {
		p.log.printf("%s", text)
		p.log.printf("until that is put right, the settings from before count")
	}
	p.live.problem = text
}
