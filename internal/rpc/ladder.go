package rpc

import (
	"context"
	"time"

	"burrow/internal/chat"
	"burrow/internal/docsource"
	"burrow/internal/faqsource"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/lookup"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// localPath is where the worker answers for the model in the browser: see
// web/src/core/worker.ts.
const localPath = "/local/v1"

// localTime bounds the time until a model in the browser writes its first word:
// loading it may take minutes.
const localTime = 20 * time.Minute

// localModels are the models in the browser, none if it has none or says nothing.
func (c *core) localModels(ctx context.Context) []string {
	if !c.options.Local {
		return nil
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := c.local().GetJSON(ctx, "/models", &list); err != nil {
		c.log(err)
		return nil
	}
	var out []string
	for _, m := range list.Data {
		out = append(out, m.ID)
	}
	return out
}

// local asks the model in the browser. It is asked once: what it cannot do now it
// cannot do in a second either.
func (c *core) local() *llm.Client {
	return &llm.Client{Base: c.options.Server + localPath, Transport: c.options.Transport, Attempts: 1, Own: true,
		Limits: llm.Limits{FirstByte: localTime, Idle: 5 * time.Minute, Total: time.Hour}}
}

// rungs are what this core has to answer with.
func (c *core) rungs(s *store.Store, status wire.HostStatus) ladder.Rungs {
	ask := c.client()
	ask.Base += "/v1"
	return ladder.Rungs{
		Server:    ladder.FromStatus(status, ask),
		Local:     ladder.LocalOf(status),
		InBrowser: c.local(),
		Search:    lookup.Model{Search: s.Search, Documents: (&docsource.Source{Store: s}).Quotes, FAQ: faqsource.NearOf(s), Zone: c.options.Now().Location()},
	}
}

// answerer is who answers in a session. If the server has not been asked yet, or
// had nobody, it is asked now.
func (c *core) answerer(ctx context.Context, s *store.Store, session chat.Session, w turn.Wish) (out llm.Answerer, err error) {
	layers, err := c.openLayers(ctx, s, session)
	if err != nil {
		return out, err
	}
	settings := layers.Applied
	status := c.host.last()
	if status.State != wire.HostReady && *settings.Answers != chat.NoRung {
		if status, err = c.askHost(ctx); err != nil {
			return out, err
		}
	}
	settings.Model = ladder.ModelOf(status, settings.Model, w.Model)
	return c.rungs(s, status).Answerer(settings, w.Model != "")
}
