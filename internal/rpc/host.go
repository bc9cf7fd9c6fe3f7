package rpc

import (
	"context"
	"sync"

	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// host is the server that the page came from: who answers questions.
type host struct {
	_      [0]func() // not to be compared
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
	c.host.status = status
	c.host.mu.Unlock()
	c.learn()
	return status, nil
}

// learn has the names of a database's tables read while nobody waits.
func (c *core) learn() {
	sql := c.sql.Load()
	if sql == nil || !c.options.Background || c.host.database() == nil {
		return
	}
	c.work.Go(func() {
		if err := sql.Learn(c.lifetime); err != nil {
			c.log(err)
		}
	})
}

// database is the server's, nil if it has none.
func (h *host) database() *wire.Database {
	if server := h.last().Server; server != nil {
		return server.Database
	}
	return nil
}

func (c *core) fetchStatus(ctx context.Context) (wire.HostStatus, error) {
	if c.options.Transport == nil {
		return wire.HostStatus{State: wire.HostNoModel, Message: say.T("No model can be reached from here.")}, nil
	}
	var server wire.ServerStatus
	err := c.client().GetJSON(ctx, "/api/status", &server)
	if ctx.Err() != nil {
		return wire.HostStatus{}, ctx.Err()
	}
	if err != nil {
		c.log(err)
	}
	return ladder.StatusOf(server, err, c.localModels(ctx)), ctx.Err()
}

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
