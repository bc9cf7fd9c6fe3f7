package proxy

import (
	"cmp"
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

// Server is a program that may run on this machine.
type Server struct {
	Name string
	// Address is a host and port.
	Address string
}

// MachineServers are the programs that are looked for, at their default addresses.
func MachineServers() []Server {
	return []Server{
		{"Ollama", "127.0.0.1:11434"},
		{"LM Studio", "127.0.0.1:1234"},
		{"llama.cpp", "127.0.0.1:8080"},
	}
}

// wait is how long lists may take.
type wait struct{ machine, list time.Duration }

var ordinaryWait = wait{machine: 300 * time.Millisecond, list: 2 * time.Second}

// How long lists count.
const (
	probeFresh  = 10 * time.Second
	listFresh   = 10 * time.Minute
	listFailing = time.Minute // until a list that failed is asked for again
)

// directory knows who answers: the configured providers, and the programs found
// on this machine.
type directory struct {
	transport http.RoundTripper
	version   string
	wait      wait
	// configured are the providers of the settings, candidates the programs that
	// are looked for.
	configured []*upstream
	candidates []*upstream
	// programs are the names of all programs there may be, servers the configured
	// servers with a name, by their slugs.
	programs map[string]string
	servers  map[string]*upstream
	// model is the one of the settings, "" if there is none.
	model string

	// probing and listing are held by whoever asks; others wait for the result.
	probing, listing sync.Mutex

	mu     sync.Mutex
	found  []*upstream // the candidates that answered
	probed time.Time
}

func newDirectory(o Options, transport http.RoundTripper) *directory {
	d := &directory{transport: transport, version: o.Version, wait: cmp.Or(o.wait, ordinaryWait), programs: make(map[string]string), servers: make(map[string]*upstream)}
	if o.Config.Settings.Model != nil {
		d.model = *o.Config.Settings.Model
	}
	servers := o.Machine
	if servers == nil {
		servers = MachineServers()
		if wanted := o.Config.LocalServers; wanted != nil {
			servers = slices.DeleteFunc(servers, func(s Server) bool { return !slices.Contains(wanted, slugOf(s.Name)) })
		}
	}
	for _, s := range slices.Concat(MachineServers(), servers) {
		d.programs[slugOf(s.Name)] = s.Name
	}
	taken := make(map[string]bool)
	for _, p := range o.Config.Providers {
		up := newUpstream(p)
		taken[up.host] = true
		for _, s := range servers {
			if up.kind == wire.Machine && sameMachinePort(up.host, s.Address) {
				up.slug = slugOf(s.Name)
				taken[s.Address] = true
				if up.service == config.Compatible {
					up.name = s.Name
				}
			}
		}
		if up.service == config.Server {
			if up.slug == "" || d.servers[up.slug] != nil {
				up.slug = d.freeSlug(up.name)
			}
			d.servers[up.slug] = up
		}
		d.configured = append(d.configured, up)
	}
	for _, s := range servers {
		// A server that looks for others must not find itself.
		if taken[s.Address] || o.Origin.has(s.Address) {
			continue
		}
		d.candidates = append(d.candidates, &upstream{
			name: s.Name, slug: slugOf(s.Name), host: s.Address, kind: wire.Machine, base: "http://" + s.Address + "/v1",
		})
	}
	return d
}

// takeOver takes over what a directory of other settings knows of those who are the
// same.
func (d *directory) takeOver(before *directory) {
	for _, lists := range [][2][]*upstream{{d.configured, before.configured}, {d.candidates, before.candidates}} {
		for i, up := range lists[0] {
			j := slices.IndexFunc(lists[1], up.same)
			if j < 0 {
				continue
			}
			lists[0][i] = lists[1][j]
			if d.servers[up.slug] == up {
				d.servers[up.slug] = lists[1][j]
			}
		}
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	d.probed = before.probed
	d.found = slices.DeleteFunc(slices.Clone(before.found), func(up *upstream) bool { return !slices.Contains(d.candidates, up) })
}

// same reports whether two are asked alike.
func (up *upstream) same(other *upstream) bool {
	return up.name == other.name && up.slug == other.slug && up.service == other.service && up.base == other.base &&
		up.setting == other.setting && up.key.Reveal() == other.key.Reveal()
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

// here returns the programs that were found on this machine.
func (d *directory) here() []*upstream {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.found)
}

// all returns those who can be asked, the one who answers the configured model
// first.
func (d *directory) all() []*upstream {
	list := slices.Concat(d.configured, d.here())
	if d.model == "" {
		return list
	}
	if to, _ := d.route(d.model); to.up != nil {
		if i := slices.Index(list, to.up); i > 0 {
			list = slices.Insert(slices.Delete(list, i, i+1), 0, to.up)
		}
	}
	return list
}

// initial returns who is asked when no model is named. A program that was found
// is only if nothing is configured: not when a provider's list cannot be had, nor
// when its key is refused.
func (d *directory) initial() (to target, ok bool) {
	if d.model != "" {
		to, _ = d.route(d.model)
		return to, to.up != nil
	}
	list := d.configured
	if len(list) == 0 {
		list = d.here()
	}
	for _, up := range list {
		models, problem := up.answering("")
		if len(models) == 0 {
			continue
		}
		if problem == "" {
			return target{up, models[0]}, true
		}
		if !ok {
			to, ok = target{up, models[0]}, true // unless a later one has no problem
		}
	}
	return to, ok
}

// choose returns who answers a model, or who is asked if none is named. It looks
// at the lists again, unless that was just now, if they could change the answer.
func (d *directory) choose(ctx context.Context, model string) (to target, ok bool) {
	if model == "" {
		if to, ok = d.initial(); !ok {
			d.renew(ctx)
			to, ok = d.initial()
		}
		return to, ok
	}
	to, sure := d.route(model)
	if !sure {
		d.renew(ctx)
		to, _ = d.route(model)
	}
	return to, to.up != nil
}

// renewMachine looks for programs on this machine, unless it just did.
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

// look is for the start: it looks for programs on this machine and, if no model is
// set, asks a server of one's own what it has. Services are asked when somebody
// wants to know.
func (d *directory) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, d.wait.list)
	defer cancel()
	var wait sync.WaitGroup
	wait.Go(func() { d.probe(ctx) })
	for _, up := range d.configured {
		if (up.service == config.Compatible || up.service == config.Server) && d.model == "" {
			wait.Go(func() { up.renew(ctx, d.transport, d.version) })
		}
	}
	wait.Wait()
}

// probe asks all candidates at once.
func (d *directory) probe(ctx context.Context) {
	// Others use what is found, too, so it must not end with this request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.wait.machine)
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
	lists, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.wait.list)
	defer cancel()
	for _, up := range d.configured {
		if up.stale(time.Now()) {
			wait.Go(func() { up.renew(lists, d.transport, d.version) })
		}
	}
	wait.Wait()
}
