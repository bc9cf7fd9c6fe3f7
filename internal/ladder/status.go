package ladder

import (
	"errors"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// StatusOf is what a server's answer, or its silence, means. local are the models
// in the browser, which are there whatever the server says.
func StatusOf(server wire.ServerStatus, err error, local []string) wire.HostStatus {
	status := statusOf(server, err)
	if len(local) == 0 {
		return status
	}
	if status.Server == nil {
		status.Server = &wire.ServerStatus{Warnings: []string{}}
	}
	status.Server.Providers = append(status.Server.Providers, wire.Provider{Name: say.T(BrowserName), Kind: wire.Browser, Models: local})
	if status.State == wire.HostNoModel {
		status.State, status.Message = wire.HostReady, ""
	}
	return status
}

func statusOf(server wire.ServerStatus, err error) wire.HostStatus {
	switch {
	case errors.Is(err, fault.Unauthorized):
		return wire.HostStatus{State: wire.HostLocked, Message: say.T("This page does not have its token. Open the address that burrow serve printed.")}
	case err != nil:
		return wire.HostStatus{State: wire.HostUnreachable, Message: say.T("The server cannot be reached. Is burrow serve running?")}
	}
	status := wire.HostStatus{State: wire.HostReady, Server: &server}
	if !slices.ContainsFunc(server.Providers, func(p wire.Provider) bool { return p.Problem == "" }) {
		status.State, status.Message = wire.HostNoModel, say.T(noModel)
		for _, p := range server.Providers {
			status.Message = say.T("{provider}: {problem}", "provider", p.Name, "problem", p.Problem)
		}
	}
	return status
}

// LocalOf are the models in the browser that a status names.
func LocalOf(status wire.HostStatus) []string {
	for _, p := range providers(status) {
		if p.Kind == wire.Browser {
			return p.Models
		}
	}
	return nil
}

func providers(status wire.HostStatus) []wire.Provider {
	if status.Server == nil {
		return nil
	}
	return status.Server.Providers
}

// ModelOf is the model to ask: the one wished for, else the setting's, else the
// first that somebody offers; nil if there is none. A program on this machine does
// not step in unasked for a provider that names no model.
func ModelOf(status wire.HostStatus, set *string, wished string) *string {
	if wished != "" {
		return &wished
	}
	if set != nil && *set != "" {
		return set
	}
	// The browser's comes last in the list.
	isNameless := false
	for _, p := range providers(status) {
		switch {
		case p.Problem != "":
		case len(p.Models) == 0:
			isNameless = true
		case !isNameless || p.Kind != wire.Machine:
			return &p.Models[0]
		}
	}
	return nil
}

// FromStatus is the Server of Rungs for a host that asks its server: ask is the
// client of its providers.
func FromStatus(status wire.HostStatus, ask llm.Model) func(chat.Settings, chat.Rung, bool) (llm.Answerer, error) {
	return func(s chat.Settings, kind chat.Rung, wished bool) (out llm.Answerer, err error) {
		switch status.State {
		case wire.HostLocked:
			return out, &fault.Error{Code: fault.Unauthorized, Message: status.Message}
		case wire.HostUnreachable:
			return out, &fault.Error{Code: fault.Unavailable, Message: status.Message, Unreachable: true}
		case wire.HostNoModel:
			return out, &fault.Error{Code: fault.NoModel, Message: status.Message}
		}
		var first *wire.Provider
		for i, p := range providers(status) {
			if p.Kind == wire.Browser || kind != "" && p.Kind != wire.ProviderKind(kind) {
				continue
			}
			if first == nil || s.Model != nil && slices.Contains(p.Models, *s.Model) {
				first = &status.Server.Providers[i]
			}
		}
		switch {
		case first == nil && kind != "":
			return out, noneOf(kind)
		case first == nil:
			return out, ErrNoModel
		}
		if kind != "" && !wished && (s.Model == nil || !slices.Contains(first.Models, *s.Model)) && len(first.Models) > 0 {
			s.Model = &first.Models[0]
		}
		if s.Model == nil {
			return out, fault.New(fault.NoModel, "No model is selected, and the provider does not offer one.")
		}
		return llm.Answerer{Model: ask, Provider: first.Name, Rung: chat.Rung(first.Kind), Settings: s}, nil
	}
}

// noneOf is the error of settings that want a kind of provider that is not there.
func noneOf(kind chat.Rung) error {
	if kind == chat.MachineRung {
		return fault.New(fault.NoModel, "The settings ask for a model on this machine, but none is set up.")
	}
	return fault.New(fault.NoModel, "The settings ask for a service, but none is set up.")
}
