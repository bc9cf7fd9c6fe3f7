package rpc

import (
	"context"
	"slices"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// Who answers, from the top: a provider through the server, a program on its
// machine, a model in the browser, nobody. The best that is there does, unless the
// settings want one kind; whoever steps in for another says so.

// localPath is where the worker answers for the model in the browser: see
// web/src/core/worker.ts.
const localPath = "/local/v1"

// browserName is what the model in the browser is called as a provider.
const browserName = "This browser"

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

// answerer is who answers in a session. If the server has not been asked yet, or
// had nobody, it is asked now.
func (c *core) answerer(ctx context.Context, s *store.Store, session chat.Session, w turn.Wish) (out turn.Answerer, err error) {
	layers, err := c.layers(ctx, s, session)
	if err != nil {
		return out, err
	}
	settings := layers.Applied
	status := c.host.last()
	wanted := *settings.Answers
	if status.State != wire.HostReady && wanted != chat.NoRung {
		if status, err = c.askHost(ctx); err != nil {
			return out, err
		}
	}
	settings.Model = c.host.model(settings.Model, w.Model)
	l := ladder{c, status, settings, w.Model != ""}
	switch wanted {
	case chat.NoRung:
		return l.nobody(""), nil
	case chat.BrowserRung:
		return l.browser("")
	case chat.RemoteRung, chat.MachineRung:
		return l.server(wire.ProviderKind(wanted))
	}
	return l.best()
}

type ladder struct {
	core     *core
	status   wire.HostStatus
	settings chat.Settings
	wished   bool // the model is wished for this one question
}

// best is the highest rung that is there.
func (l ladder) best() (turn.Answerer, error) {
	named := l.settings.Model != nil && slices.Contains(l.inBrowser(), *l.settings.Model)
	if named {
		return l.browser("")
	}
	out, err := l.server("")
	known := fault.From(err)
	switch {
	case err == nil:
		// If it cannot be reached after all, the browser steps in.
		if next, err := l.browser(stepsIn); err == nil {
			out.Otherwise = &next
		}
		return out, nil
	case len(l.inBrowser()) > 0:
		return l.browser(known.Message + " " + stepsIn)
	case known.Code == fault.NoModel && !l.wished:
		return l.nobody(known.Message), nil
	}
	return out, err
}

// stepsIn says that the model in the browser answers.
const stepsIn = "The small model in this browser answers instead."

func (l ladder) inBrowser() []string {
	if l.status.Server == nil {
		return nil
	}
	for _, p := range l.status.Server.Providers {
		if p.Kind == wire.Browser {
			return p.Models
		}
	}
	return nil
}

// server is a provider of the server's, of one kind if it is named.
func (l ladder) server(kind wire.ProviderKind) (out turn.Answerer, err error) {
	switch l.status.State {
	case wire.HostLocked:
		return out, fault.New(fault.Unauthorized, l.status.Message)
	case wire.HostUnreachable:
		unreachable := fault.New(fault.Unavailable, l.status.Message)
		unreachable.Unreachable = true
		return out, unreachable
	case wire.HostNoModel:
		return out, fault.New(fault.NoModel, l.status.Message)
	}
	var first *wire.Provider
	for i := range l.status.Server.Providers {
		p := &l.status.Server.Providers[i]
		if p.Kind == wire.Browser || kind != "" && p.Kind != kind {
			continue
		}
		if first == nil || l.settings.Model != nil && slices.Contains(p.Models, *l.settings.Model) {
			first = p
		}
	}
	switch {
	case first == nil && kind != "":
		return out, fault.New(fault.NoModel, "No such provider is set up: the settings want one that is "+describeKind(kind)+".")
	case first == nil:
		return out, fault.New(fault.NoModel, noModelMessage)
	}
	if kind != "" && !l.wished && (l.settings.Model == nil || !slices.Contains(first.Models, *l.settings.Model)) && len(first.Models) > 0 {
		l.settings.Model = &first.Models[0]
	}
	if l.settings.Model == nil {
		return out, fault.New(fault.NoModel, "No model has been chosen, and the provider names none.")
	}
	client := l.core.client()
	client.Base += "/v1"
	return turn.Answerer{Model: client, Provider: first.Name, Rung: chat.Rung(first.Kind), Settings: l.settings}, nil
}

func describeKind(kind wire.ProviderKind) string {
	if kind == wire.Machine {
		return "on this machine"
	}
	return "a service"
}

// browser is the model in the browser.
func (l ladder) browser(fell string) (out turn.Answerer, err error) {
	models := l.inBrowser()
	if len(models) == 0 {
		return out, fault.New(fault.NoModel, "There is no model in this browser yet: the settings can fetch one.")
	}
	settings := l.settings
	if settings.Model == nil || !slices.Contains(models, *settings.Model) {
		settings.Model = &models[0]
	}
	return turn.Answerer{Model: l.core.local(), Provider: browserName, Rung: chat.BrowserRung, Small: true, Fell: fell, Settings: settings}, nil
}

// nobody answers from the conversations.
func (l ladder) nobody(fell string) turn.Answerer {
	l.settings.Model = nil
	return turn.Answerer{Provider: "No model", Rung: chat.NoRung, Fell: fell, Small: true, Settings: l.settings}
}
