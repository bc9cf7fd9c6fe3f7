package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/proxy"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
)

// answerers know who answers on the command line: the providers of the settings
// and the programs on this machine, both asked directly.
type answerers struct {
	settings  chat.Settings
	directory *proxy.Directory
	transport llm.Transport
}

func newAnswerers(c config.Config) *answerers {
	return &answerers{c.Settings, proxy.NewDirectory(proxy.Options{Config: c, Version: version}), llm.NewHTTP()}
}

var errNoModel = fault.New(fault.NoModel, "No model is set up: put a key into .env, such as OPENAI_API_KEY=…, or start Ollama, LM Studio or llama.cpp on this machine.")

func (a *answerers) find(ctx context.Context, session chat.Session, w turn.Wish) (out llm.Answerer, err error) {
	if a == nil {
		return out, errNoModel
	}
	var own chat.Settings
	if len(session.Settings) > 0 && json.Unmarshal(session.Settings, &own) != nil {
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
	out.Settings.Model = &route.ID
	out.Provider, out.Rung = route.Name, chat.Rung(route.Kind)
	out.Model = &llm.Client{Base: route.Base, Token: route.Key.Reveal(), Transport: a.transport}
	if route.Model != route.ID {
		out.Model = renamed{out.Model, route.Model}
	}
	return out, nil
}

// renamed asks for a model by the name its provider knows it by.
type renamed struct {
	turn.Model
	name string
}

func (r renamed) Stream(ctx context.Context, q llm.Request, o llm.Observer) (llm.Reply, error) {
	q.Model = r.name
	return r.Model.Stream(ctx, q, o)
}

// dayFirst says whether 12/3/24 is usually the 12th of March, by the locale that
// the environment names. Americans and programs say otherwise.
func dayFirst(env func(string) string) bool {
	locale := cmp.Or(env("LC_ALL"), env("LC_TIME"), env("LANG"))
	name, _, _ := strings.Cut(locale, ".")
	return name != "" && name != "C" && name != "POSIX" && !strings.HasSuffix(name, "_US") && !strings.HasSuffix(name, "_PH")
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
		DayFirst:   dayFirst(os.Getenv),
		Background: a != nil,
		Now:        time.Now,
		Log:        func(err error) { fmt.Fprintln(log, "burrow:", err) },
	})
}
