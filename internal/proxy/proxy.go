// Package proxy is the HTTP border of the native program. It serves the built
// page, decides who answers a model, and passes questions on with the key that
// the provider needs. What goes into a question is decided elsewhere.
//
// Every request passes one gate, which checks the host name, the sender and the
// token; only the page's files and two health checks need no token. Keys are added
// behind the gate and never come back through it: providers' errors are searched
// for them. Tokens, keys and bodies are never logged. The page can add and remove
// keys, but not read them.
package proxy

import (
	"context"
	"io/fs"
	"log"
	"net/http"
	"slices"
	"strings"

	"burrow/internal/config"
	"burrow/internal/say"
)

// Options are what a Proxy is made of.
type Options struct {
	// Page is the built page.
	Page fs.FS
	// Origin is where the server listens.
	Origin Origin
	// Token opens everything that is not public.
	Token *Token
	// Config holds the providers and the settings.
	Config config.Config
	// Settings are those that change while the server runs, in the place of Config.
	// Without them keys cannot be changed.
	Settings *config.Source
	// Version is the program's.
	Version string
	// Machine are the programs to look for on this machine; MachineServers if nil.
	Machine []Server
	// Models is the directory of model files for the browser. It may be empty or
	// missing.
	Models string
	// SQL answers questions from a database. It may be nil.
	SQL SQL
	// Free returns how many bytes of free disk the user has, 0 if that is unknown. It
	// may be nil.
	Free func() int64
	// Copies is the folder of the copies that pages keep of their history; without one
	// there are none.
	Copies string
	// Log takes what goes wrong. It may be nil.
	Log *log.Logger

	// wait is how long lists may take, ordinaryWait if it is zero.
	wait wait
}

// Proxy is the handler of all requests. It is safe for concurrent use.
type Proxy struct {
	gate
	site      *site
	shelf     *shelf
	transport http.RoundTripper
	options   Options
	live      live
	build     string // of the page
}

// New returns the handler. A page that was not built is not an error, and is
// answered with 503 and what to do; a damaged one is.
func New(o Options) (*Proxy, error) {
	if o.Token == nil {
		return nil, say.Error("a server needs a token")
	}
	site, bundle, err := newSite(o.Page)
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		site:      site,
		shelf:     newShelf(o.Models),
		transport: newTransport(),
		options:   o,
		build:     bundle.Build,
		gate: gate{
			origin: o.Origin,
			token:  o.Token,
			policy: policy(bundle),
			log:    quietLog{o.Log, newScrubber(nil)},
		},
	}
	p.now()
	p.gate.routes = p.routes()
	return p, nil
}

// routes are all the addresses there are. A path that ends in "/" stands for
// everything below it that has no route of its own.
func (p *Proxy) routes() []route {
	return append(slices.Concat(p.sqlRoutes(), p.copyRoutes()), []route{
		{method: http.MethodGet, path: "/", public: true, oneName: true, handle: p.site.ServeHTTP},
		{method: http.MethodGet, path: modelsPath, public: true, oneName: true, handle: p.shelf.ServeHTTP},
		{method: http.MethodGet, path: "/healthz", public: true, handle: p.health},
		{method: http.MethodGet, path: "/readyz", public: true, handle: p.ready},
		{method: http.MethodGet, path: "/api/", handle: p.nothing},
		{method: http.MethodGet, path: "/api/status", handle: p.status},
		{method: http.MethodGet, path: "/api/keys", handle: p.onThisMachine(p.listKeys)},
		{method: http.MethodPost, path: "/api/keys/test", handle: p.onThisMachine(p.testKey)},
		{method: http.MethodPost, path: "/api/keys/save", handle: p.onThisMachine(p.saveKey)},
		{method: http.MethodPost, path: "/api/keys/remove", handle: p.onThisMachine(p.removeKey)},
		{method: http.MethodGet, path: "/v1/", handle: p.nothing},
		{method: http.MethodPost, path: "/v1/", handle: p.nothing},
		{method: http.MethodGet, path: "/v1/models", handle: p.models},
		{method: http.MethodGet, path: "/v1/models/", handle: p.oneModel},
		{method: http.MethodPost, path: "/v1/chat/completions", handle: p.forward("/chat/completions", "messages")},
		{method: http.MethodPost, path: "/v1/embeddings", handle: p.forward("/embeddings", "input")},
		{method: http.MethodPost, path: "/v1/responses", handle: p.forward(responsesPath, "input")},
	}...)
}

// Look finds out who answers, at the start. Later the lists are renewed when
// somebody asks for them.
func (p *Proxy) Look(ctx context.Context) { p.now().directory.look(ctx) }

// Default returns who is asked when no model is named, and for which one. ok is
// false if there is nobody, or none of their models is known.
func (p *Proxy) Default() (provider, model string, ok bool) {
	to, ok := p.now().directory.initial()
	if !ok {
		return "", "", false
	}
	return to.up.name, to.model, true
}

// OnThisMachine is how a program that was found is called.
func OnThisMachine(name string) string {
	return say.T("{program} on this machine", "program", name)
}

// Providers returns the names of those who can be asked, best first. What was
// found is said to be on this machine.
func (p *Proxy) Providers() []string {
	var names []string
	for _, up := range p.now().directory.all() {
		if up.service == "" {
			names = append(names, OnThisMachine(up.name))
			continue
		}
		names = append(names, up.name)
	}
	return names
}

// NoDefault says why nobody answers by default, and what to do.
func (p *Proxy) NoDefault() string { return p.now().directory.missing("") }

// ModelIsMissing reports whether a model is set that nobody has.
func (p *Proxy) ModelIsMissing() bool {
	d := p.now().directory
	_, ok := d.initial()
	return d.model != "" && !ok
}

// BrowserModel returns the name of the smallest model for the browser, "" if there
// is none. The page fetches it by itself if nobody else answers.
func (p *Proxy) BrowserModel() string { return p.shelf.smallest() }

// BrowserModelComes reports whether a model for the browser is being fetched.
func (p *Proxy) BrowserModelComes() bool { return p.shelf.coming() }

func (p *Proxy) health(w http.ResponseWriter, _ *http.Request) { answerText(w, http.StatusOK, "ok") }

// ready says whether the page can be used. It does not say who answers: that needs
// a token, and the page works without anybody.
func (p *Proxy) ready(w http.ResponseWriter, _ *http.Request) {
	if !p.site.built {
		answerText(w, http.StatusServiceUnavailable, say.T("The page has not been built."))
		return
	}
	answerText(w, http.StatusOK, "ready")
}

func (p *Proxy) nothing(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, refusal{http.StatusNotFound, "not_found", say.T("There is nothing at this address.")})
}

// isAPI reports whether a path is for programs and not for the page.
func isAPI(path string) bool {
	return strings.HasPrefix(path, "/v1/") || strings.HasPrefix(path, "/api/")
}
