package proxy

import (
	"net/http"

	"burrow/internal/wire"
)

// status says who answers, and the server's settings. A model that is not set is
// the one that is asked if nobody names one, so that the page can say so.
func (p *Proxy) status(w http.ResponseWriter, r *http.Request) {
	p.directory.renew(r.Context())
	status := wire.ServerStatus{
		Version:   p.version,
		Page:      p.build,
		Providers: []wire.Provider{},
		Settings:  p.conf.Settings,
		Warnings:  append([]string{}, p.conf.Warnings...),
	}
	for i, up := range p.directory.all() {
		models, problem := up.answering(p.configuredFor(i))
		status.Providers = append(status.Providers, wire.Provider{
			Name: up.name, Kind: up.kind, Host: up.host, Models: append([]string{}, models...), Problem: problem,
		})
	}
	if _, model, ok := p.directory.initial(); ok {
		status.Settings.Model = &model
	}
	answerJSON(w, http.StatusOK, status)
}

// configuredFor returns the configured model for the first provider, which is
// the one who answers it, and "" for the others.
func (p *Proxy) configuredFor(i int) string {
	if i == 0 {
		return p.directory.model
	}
	return ""
}

// model is an entry of the list, as OpenAI has it.
type model struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

// models lists the models of all providers, each once.
func (p *Proxy) models(w http.ResponseWriter, r *http.Request) {
	p.directory.renew(r.Context())
	var list struct {
		Object string  `json:"object"`
		Data   []model `json:"data"`
	}
	list.Object, list.Data = "list", []model{}
	seen := make(map[string]bool)
	for i, up := range p.directory.all() {
		for _, id := range up.all(p.configuredFor(i)) {
			if !seen[id] {
				seen[id] = true
				list.Data = append(list.Data, model{ID: id, Object: "model", OwnedBy: up.name})
			}
		}
	}
	answerJSON(w, http.StatusOK, list)
}
