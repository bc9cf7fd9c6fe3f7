package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/proxy"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// answerers know who answers on the command line: the providers of the settings,
// asked without a server between, and the servers of this machine.
type answerers struct {
	settings  chat.Settings
	directory *proxy.Directory
	transport llm.Transport
}

func newAnswerers(c config.Config) *answerers {
	return &answerers{c.Settings, proxy.NewDirectory(proxy.Options{Config: c, Version: version}), llm.NewHTTP()}
}

var errNoModel = fault.New(fault.NoModel, "No model is set up: put a key into .env, such as OPENAI_API_KEY=…, or start Ollama, LM Studio or llama.cpp on this machine.")

func (a *answerers) find(ctx context.Context, session chat.Session, w turn.Wish) (out turn.Answerer, err error) {
	if a == nil {
		return out, errNoModel
	}
	var own chat.Settings
	if len(session.Settings) > 0 && wire.Unmarshal(session.Settings, &own) != nil {
		own = chat.Settings{}
	}
	out.Settings = own.Over(a.settings).Over(chat.DefaultSettings())
	if w.Model != "" {
		out.Settings.Model = &w.Model
	}
	model := ""
	if out.Settings.Model != nil {
		model = *out.Settings.Model
	}
	route, ok := a.directory.Route(ctx, model)
	if !ok {
		return out, errNoModel
	}
	out.Settings.Model = &route.Model
	out.Provider = route.Name
	out.Model = &llm.Client{Base: route.Base, Token: route.Key.Reveal(), Transport: a.transport}
	return out, nil
}

// newEngine runs turns on a history. Without answerers it can fork and describe.
func newEngine(history *store.Store, a *answerers, log io.Writer) *turn.Engine {
	return turn.New(turn.Options{
		Store:    history,
		Answerer: a.find,
		Count: func(_ context.Context, model string, role chat.Role, content string) (int, string, error) {
			encoding, err := tokens.Embedded(tokens.ForModel(model).Encoding)
			if err != nil {
				return 0, "", err
			}
			return encoding.CountMessage(string(role), content), string(encoding.Name()), nil
		},
		Encoding:   tokens.EncodingFor,
		Background: a != nil,
		Now:        time.Now,
		Log:        func(err error) { fmt.Fprintln(log, "burrow:", err) },
	})
}
