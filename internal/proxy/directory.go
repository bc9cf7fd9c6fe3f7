package proxy

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"burrow/internal/config"
	"burrow/internal/wire"
)

// Server is a program on this machine that may answer.
type Server struct {
	Name string
	// Address is a host and port.
	Address string
}

// MachineServers are those that are looked for, where each listens unless told
// otherwise.
func MachineServers() []Server {
	return []Server{
		{"Ollama", "127.0.0.1:11434"},
		{"LM Studio", "127.0.0.1:1234"},
		{"llama.cpp", "127.0.0.1:8080"},
	}
}

// Times of lists.
const (
	probeTime   = 300 * time.Millisecond
	probeFresh  = 10 * time.Second
	listTime    = 2 * time.Second
	listFresh   = 10 * time.Minute
	listFailing = time.Minute // until a list that could not be had is asked for again
)

// directory knows who answers.
type directory struct {
	transport http.RoundTripper
	version   string
	// configured are the providers of the settings, machine what is looked for.
	configured []*upstream
	candidates []*upstream
	// model is the one of the settings, "" if there is none.
	model string

	// probing and listing are held by the one who asks; others wait for what it
	// finds.
	probing, listing sync.Mutex

	mu     sync.Mutex
	found  []*upstream // the candidates that answered
	probed time.Time
}

func newDirectory(o Options, transport http.RoundTripper) *directory {
	d := &directory{transport: transport, version: o.Version}
	if o.Config.Settings.Model != nil {
		d.model = *o.Config.Settings.Model
	}
	servers := o.Machine
	if servers == nil {
		servers = MachineServers()
	}
	taken := make(map[string]bool)
	for _, p := range o.Config.Providers {
		up := newUpstream(p)
		taken[up.host] = true
		for _, s := range servers {
			if up.kind == wire.Machine && sameMachinePort(up.host, s.Address) {
				up.name = s.Name
				taken[s.Address] = true
			}
		}
		d.configured = append(d.configured, up)
	}
	for _, s := range servers {
		// A server that looks for others must not find itself.
		if taken[s.Address] || o.Origin.has(s.Address) {
			continue
		}
		d.candidates = append(d.candidates, &upstream{name: s.Name, host: s.Address, kind: wire.Machine, base: "http://" + s.Address + "/v1"})
	}
	return d
}

// sameMachinePort reports whether two addresses of this machine have the same
// port.
func sameMachinePort(a, b string) bool {
	return a[strings.LastIndexByte(a, ':')+1:] == b[strings.LastIndexByte(b, ':')+1:]
}

func newUpstream(p config.Provider) *upstream {
	u, err := url.Parse(p.Base)
	if err != nil {
		panic("the base address is checked when it is set")
	}
	up := &upstream{name: p.Name, host: u.Host, kind: wire.Remote, service: p.Kind, base: p.Base, key: p.Key, setting: p.Setting}
	switch u.Hostname() {
	case "127.0.0.1", "::1", "localhost":
		up.kind = wire.Machine
	}
	return up
}

// all returns those who can be asked, the one who answers the configured model
// first.
func (d *directory) all() []*upstream {
	d.mu.Lock()
	list := slices.Concat(d.configured, d.found)
	d.mu.Unlock()
	if d.model == "" {
		return list
	}
	if up, ok := d.ofModel(list, d.model); ok {
		i := slices.Index(list, up)
		list = slices.Insert(slices.Delete(list, i, i+1), 0, up)
	}
	return list
}

// initial returns who is asked when no model is named.
func (d *directory) initial() (up *upstream, model string, ok bool) {
	list := d.all()
	if d.model != "" && len(list) > 0 {
		return list[0], d.model, true
	}
	for _, up := range list {
		if models, problem := up.answering(""); problem == "" && len(models) > 0 {
			return up, models[0], true
		}
	}
	return nil, "", false
}

// choose returns who answers a model, and the model to ask for if none is named.
// If nobody has it, who may have it is asked, unless that was just now.
func (d *directory) choose(ctx context.Context, model string) (*upstream, string, bool) {
	if model == "" {
		if up, model, ok := d.initial(); ok {
			return up, model, true
		}
		d.renew(ctx)
		return d.initial()
	}
	if up, ok := d.ofModel(d.all(), model); ok && (model == d.model || up.has(model)) {
		return up, model, true
	}
	d.renewMachine(ctx)
	up, ok := d.ofModel(d.all(), model)
	return up, model, ok
}

// prefixes tell whose models bear which names.
var prefixes = []struct {
	prefix  string
	service config.Kind
}{
	{"gemini", config.Google},
	{"claude", config.Anthropic},
}

// ofModel finds who answers a model: the service that names its models so, a
// server of this machine that has it, a service that lists it, else the first.
// OpenAI, or the server in its place, is first among the configured ones.
func (d *directory) ofModel(list []*upstream, model string) (*upstream, bool) {
	name := strings.TrimPrefix(model, "models/") // Google's spelling
	for _, p := range prefixes {
		for _, up := range list {
			if up.service == p.service && strings.HasPrefix(name, p.prefix) {
				return up, true
			}
		}
	}
	for _, kind := range []wire.ProviderKind{wire.Machine, wire.Remote} {
		for _, up := range list {
			if up.kind == kind && up.lists(model) {
				return up, true
			}
		}
	}
	for _, up := range list {
		if up.service == config.OpenAI || up.service == config.Compatible {
			return up, true
		}
	}
	if len(list) == 0 {
		return nil, false
	}
	return list[0], true
}

// renewMachine searches this machine if the last search is old.
func (d *directory) renewMachine(ctx context.Context) {
	d.probing.Lock()
	defer d.probing.Unlock()
	d.mu.Lock()
	fresh := time.Since(d.probed) < probeFresh
	d.mu.Unlock()
	if !fresh {
		d.probe(ctx)
	}
}

// look is for the start: it searches this machine, and asks servers of one's own
// what they have, if no model is set. Services are not asked before somebody
// wants to know.
func (d *directory) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	var wait sync.WaitGroup
	wait.Go(func() { d.probe(ctx) })
	for _, up := range d.configured {
		if up.service == config.Compatible && d.model == "" {
			wait.Go(func() { up.renew(ctx, d.transport, d.version) })
		}
	}
	wait.Wait()
}

// probe asks all candidates at once.
func (d *directory) probe(ctx context.Context) {
	// What is found is for others, too, so it does not end with this request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTime)
	defer cancel()
	here := make([]bool, len(d.candidates))
	var wait sync.WaitGroup
	for i, up := range d.candidates {
		wait.Go(func() { here[i] = up.renew(ctx, d.transport, d.version) == nil })
	}
	wait.Wait()
	var found []*upstream
	for i, up := range d.candidates {
		if here[i] {
			found = append(found, up)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found, d.probed = found, time.Now()
}

// renew brings all lists up to date.
func (d *directory) renew(ctx context.Context) {
	var wait sync.WaitGroup
	wait.Go(func() { d.renewMachine(ctx) })
	wait.Go(func() { d.renewLists(ctx) })
	wait.Wait()
}

func (d *directory) renewLists(ctx context.Context) {
	d.listing.Lock()
	defer d.listing.Unlock()
	var wait sync.WaitGroup
	lists, cancel := context.WithTimeout(context.WithoutCancel(ctx), listTime)
	defer cancel()
	for _, up := range d.configured {
		if up.stale(time.Now()) {
			wait.Go(func() { up.renew(lists, d.transport, d.version) })
		}
	}
	wait.Wait()
}
