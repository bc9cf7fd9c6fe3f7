package proxy

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/wire"
)

// status says who answers, and the server's settings. If no model is set, it names
// the one that is asked by default, so that the page can say so.
func (p *Proxy) status(w http.ResponseWriter, r *http.Request) {
	now := p.now()
	now.directory.renew(r.Context())
	status := wire.ServerStatus{
		Version:   p.options.Version,
		Page:      p.build,
		Providers: []wire.Provider{},
		Settings:  now.conf.Settings,
		Warnings:  append([]string{}, now.conf.Warnings...),
	}
	for _, o := range now.directory.offers() {
		status.Providers = append(status.Providers, wire.Provider{
			Name: o.up.name, Kind: o.up.kind, Host: o.up.host, Models: o.answering, Bare: now.directory.bare(o), Problem: o.problem,
		})
	}
	if to, ok := now.directory.initial(); ok {
		status.Settings.Model = new(to.id())
	}
	if p.options.Free != nil {
		status.Free = p.options.Free()
	}
	if p.options.SQL != nil {
		if d := p.options.SQL.State(); d.State != "" {
			status.Database = &d
		}
	}
	answerJSON(w, http.StatusOK, status)
}

// bare are the names of a found program's models that lead to it as they are.
func (d *directory) bare(o offer) (names []string) {
	if o.up.service != "" {
		return nil
	}
	for _, id := range o.answering {
		name := strings.TrimPrefix(id, o.up.slug+"/")
		if to, _ := d.route(name); to.up == o.up {
			names = append(names, name)
		}
	}
	return names
}

// offer is what a provider has: the ids of the models that converse, and of all.
type offer struct {
	up             *upstream
	answering, all []string
	problem        string
}

// offers lists those who can be asked with their models, each id once: that of a
// configured provider goes before the same id of a program on this machine.
func (d *directory) offers() []offer {
	to, _ := d.initial()
	ups := d.all()
	offers := make([]offer, len(ups))
	owner := make(map[string]*upstream)
	for _, found := range []bool{false, true} {
		for i, up := range ups {
			if (up.service == "") == found {
				offers[i] = up.offer(d.configuredFor(to, up), owner)
			}
		}
	}
	return offers
}

// configuredFor returns the configured model if it is the provider's, as the
// provider calls it.
func (d *directory) configuredFor(to target, up *upstream) string {
	if d.model == "" || to.up != up {
		return ""
	}
	return to.model
}

// offer lists the models whose ids have no owner yet, and takes the ids.
func (up *upstream) offer(configured string, owner map[string]*upstream) offer {
	o := offer{up: up, answering: []string{}}
	models, problem := up.answering(configured)
	o.problem = problem
	for i, name := range up.all(models) {
		id := up.id(name)
		if owner[id] != nil {
			continue
		}
		owner[id] = up
		o.all = append(o.all, id)
		if i < len(models) {
			o.answering = append(o.answering, id)
		}
	}
	return o
}

// model is an entry of the list, as OpenAI has it.
type model struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

// models lists the models of all providers, each id once.
func (p *Proxy) models(w http.ResponseWriter, r *http.Request) {
	var list struct {
		Object string  `json:"object"`
		Data   []model `json:"data"`
	}
	list.Object, list.Data = "list", p.everyModel(r.Context())
	answerJSON(w, http.StatusOK, list)
}

func (p *Proxy) everyModel(ctx context.Context) []model {
	d := p.now().directory
	d.renew(ctx)
	all := []model{}
	for _, o := range d.offers() {
		for _, id := range o.all {
			all = append(all, model{ID: id, Object: "model", OwnedBy: o.up.name})
		}
	}
	return all
}

// oneModel answers with the entry of a model. Ids may have slashes in them, as they
// are or as %2F.
func (p *Proxy) oneModel(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/v1/models/")
	all := p.everyModel(r.Context())
	if i := slices.IndexFunc(all, func(m model) bool { return m.ID == id }); i >= 0 {
		answerJSON(w, http.StatusOK, all[i])
		return
	}
	// A name that is none is not repeated.
	sentence := say.T("There is no such model here: /v1/models lists those there are.")
	if validModel(id) {
		sentence = say.T("There is no model {model} here: /v1/models lists those there are.", "model", id)
	}
	refuse(w, r, refusal{http.StatusNotFound, "not_found", sentence})
}
