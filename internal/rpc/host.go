package rpc

import (
	"context"
	"errors"
	"slices"
	"sync"

	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

// host is the server that the page came from: who answers questions.
type host struct {
	mu     sync.Mutex
	token  string
	status wire.HostStatus // without a state until it was asked for
}

func (c *core) registerHost() {
	register(c, wire.HostConnect, func(ctx context.Context, _ reporter, p wire.HostConnectParams) (wire.HostStatus, error) {
		c.host.mu.Lock()
		c.host.token = p.Token
		c.host.mu.Unlock()
		return c.askHost(ctx)
	})
	register(c, wire.HostInform, func(ctx context.Context, _ reporter, _ wire.Nothing) (wire.HostStatus, error) {
		return c.askHost(ctx)
	})
}

// client asks the server with the token the core has now.
func (c *core) client() *llm.Client {
	c.host.mu.Lock()
	defer c.host.mu.Unlock()
	return &llm.Client{Base: c.options.Server, Token: c.host.token, Transport: c.options.Transport}
}

// askHost asks the server who answers, and keeps what it says.
func (c *core) askHost(ctx context.Context) (wire.HostStatus, error) {
	status, err := c.fetchStatus(ctx)
	if err != nil {
		return status, err
	}
	c.host.mu.Lock()
	defer c.host.mu.Unlock()
	c.host.status = status
	return status, nil
}

func (c *core) fetchStatus(ctx context.Context) (wire.HostStatus, error) {
	if c.options.Transport == nil {
		return wire.HostStatus{State: wire.HostNoModel, Message: "This core has no way to a model."}, nil
	}
	var server wire.ServerStatus
	err := c.client().GetJSON(ctx, "/api/status", &server)
	if ctx.Err() != nil {
		return wire.HostStatus{}, ctx.Err()
	}
	status := c.statusOf(server, err)
	// The model in the browser is there whatever the server says.
	if models := c.localModels(ctx); len(models) > 0 {
		if status.Server == nil {
			status.Server = &wire.ServerStatus{Warnings: []string{}}
		}
		status.Server.Providers = append(status.Server.Providers, wire.Provider{Name: browserName, Kind: wire.Browser, Models: models})
		if status.State == wire.HostNoModel {
			status.State, status.Message = wire.HostReady, ""
		}
	}
	return status, ctx.Err()
}

// statusOf is what a server's answer means.
func (c *core) statusOf(server wire.ServerStatus, err error) wire.HostStatus {
	switch {
	case errors.Is(err, fault.Unauthorized):
		return wire.HostStatus{State: wire.HostLocked, Message: "Open the address that burrow serve printed: this page does not have its token."}
	case err != nil:
		c.log(err)
		return wire.HostStatus{State: wire.HostUnreachable, Message: "The server of this page cannot be reached. Is burrow serve running?"}
	}
	status := wire.HostStatus{State: wire.HostReady, Server: &server}
	if !slices.ContainsFunc(server.Providers, func(p wire.Provider) bool { return p.Problem == "" }) {
		status.State = wire.HostNoModel
		status.Message = noModelMessage
		for _, p := range server.Providers {
			status.Message = p.Name + ": " + p.Problem
		}
	}
	return status
}

const noModelMessage = "No model is set up: put a key into .env, or start Ollama, LM Studio or llama.cpp on this machine."

// last is what the server said when it was last asked.
func (h *host) last() wire.HostStatus {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.status
}

// forget has the server asked anew before the next question.
func (h *host) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status.State = ""
}

// model is the model to ask: the one wished for, else the setting's, else the
// first that somebody offers; nil if there is none.
func (h *host) model(set *string, wished string) *string {
	if wished != "" {
		return &wished
	}
	if set != nil && *set != "" {
		return set
	}
	// The browser's comes last in the list.
	if server := h.last().Server; server != nil {
		for _, p := range server.Providers {
			if p.Problem == "" && len(p.Models) > 0 {
				return &p.Models[0]
			}
		}
	}
	return nil
}
