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
	"burrow/internal/docsource"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/lookup"
	"burrow/internal/proxy"
	"burrow/internal/recall"
	"burrow/internal/sqlsource"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// answerers know who answers on the command line: the providers of the settings
// and the programs on this machine, both asked directly.
type answerers struct {
	settings chat.Settings
	// said are those of the command line, which count before all others.
	said      chat.Settings
	directory *proxy.Directory
	transport llm.Transport
	// search looks questions up where there is no model.
	search lookup.Model
	// sql answers questions to the database of the settings, nil if there is none.
	sql *sqlDesk
}

// sources are what questions can be answered from beside the history.
func (a *answerers) sources(history *store.Store) gather.Gatherers {
	always := append(gather.Gatherers{&docsource.Source{Store: history}}, faqsource.Gatherers(history)...)
	if a == nil || a.sql == nil {
		return always
	}
	source := &sqlsource.Source{Messages: history, Agent: func() sqlsource.Agent { return proxy.InProcess{SQL: a.sql} },
		Database: func() *wire.Database { return new(a.sql.State()) }}
	source.Learn(context.Background()) // an agent in this program has them at hand
	return append(gather.Gatherers{source}, always...)
}

func newAnswerers(c config.Config) *answerers {
	return &answerers{settings: c.Settings, directory: proxy.NewDirectory(proxy.Options{Config: c, Version: version}), transport: llm.NewHTTP()}
}

// find is who answers in a session.
func (a *answerers) find(ctx context.Context, session chat.Session, w turn.Wish) (out llm.Answerer, err error) {
	if a == nil {
		return out, ladder.ErrNoModel
	}
	var own chat.Settings
	if len(session.Settings) > 0 && json.Unmarshal(session.Settings, &own) != nil {
		own = chat.Settings{}
	}
	settings := a.said.Over(own).Over(a.settings).Over(chat.DefaultSettings())
	if w.Model != "" {
		settings.Model = &w.Model
	}
	rungs := ladder.Rungs{
		Server: func(s chat.Settings, kind chat.Rung, _ bool) (llm.Answerer, error) { return a.server(ctx, s, kind) },
		Search: a.search,
	}
	return rungs.Answerer(settings, w.Model != "")
}

// server is a provider of the settings, or a program on this machine.
func (a *answerers) server(ctx context.Context, s chat.Settings, kind chat.Rung) (out llm.Answerer, err error) {
	model := ""
	if s.Model != nil {
		model = *s.Model
	}
	route, ok := a.directory.Route(ctx, model)
	if !ok || kind != "" && kind != chat.Rung(route.Kind) {
		return out, ladder.ErrNoModel
	}
	s.Model = &route.ID
	out = llm.Answerer{Provider: route.Name, Rung: chat.Rung(route.Kind), Settings: s,
		Model: &llm.Client{Base: route.Base, Token: route.Key.Reveal(), Transport: a.transport}}
	if route.Model != route.ID {
		out.Model = renamed{out.Model, route.Model}
	}
	return out, nil
}

// renamed asks for a model by the name its provider knows it by.
type renamed struct {
	llm.Model
	name string
}

func (r renamed) Stream(ctx context.Context, q llm.Request, o llm.Observer) (llm.Reply, error) {
	q.Model = r.name
	return r.Model.Stream(ctx, q, o)
}

// dayFirst says whether 12/3/24 is usually the 12th of March, by the locale that
// the environment names.
func dayFirst(env func(string) string) bool {
	locale, _, _ := strings.Cut(cmp.Or(env("LC_ALL"), env("LC_TIME"), env("LANG")), ".")
	return understand.DayFirst(locale)
}

// newEngine runs turns on a history. Without answerers it can fork and describe, and
// without an encoder it finds messages by their words.
func newEngine(history *store.Store, a *answerers, with func() gather.Encoder, log io.Writer) *turn.Engine {
	if a != nil {
		a.search = lookup.Model{Search: history.Search, Documents: (&docsource.Source{Store: history}).Quotes, FAQ: faqsource.NearOf(history), Zone: time.Local}
	}
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
		Gatherers:  a.sources(history),
		Related:    recall.Embedded,
		Encoder:    with,
		DayFirst:   dayFirst(os.Getenv),
		Background: a != nil,
		Now:        time.Now,
		Log:        func(err error) { fmt.Fprintln(log, "burrow:", err) },
	})
}
