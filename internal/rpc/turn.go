package rpc

import (
	"context"
	"errors"
	"reflect"
	"time"

	"burrow/internal/chat"
	"burrow/internal/docsource"
	"burrow/internal/faqsource"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/sqlite"
	"burrow/internal/sqlsource"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// settingsKey is where the user's layer of settings is kept.
const settingsKey = "settings"

// registerPassing adds a method that sees what the requests to the store before it
// have done, and runs beside those after it.
func registerPassing[P, R any](c *core, m wire.Method[P, R], handle func(context.Context, reporter, P) (R, error)) {
	c.add(m.Name, handle)
	c.letPass(m.Name)
}

func (c *core) letPass(name string) {
	added := c.methods[name]
	added.queueOf, added.passing = inStoreQueue, true
	c.methods[name] = added
}

// registerTurn adds a method that runs turns, until the history is closed.
func registerTurn[P any](c *core, m wire.Method[P, wire.Turn], handle func(context.Context, *turn.Engine, P, turn.Emit) (wire.Turn, error)) {
	c.addTurn(m.Name, handle)
}

func (c *core) addTurn(name string, handle any) {
	handler := reflect.ValueOf(handle)
	c.methods[name] = method{params: paramsOf(handler), run: func(ctx context.Context, report reporter, params reflect.Value) (any, error) {
		engine, leave, err := c.history.enterTurn()
		if err != nil {
			return nil, err
		}
		defer leave()
		out, err := call(handler, ctx, reflect.ValueOf(engine), params, reflect.ValueOf(turn.Emit(report)))
		if out.(wire.Turn).Answer.Waiting {
			c.host.forget() // the next question asks first whether somebody is there
		}
		if errors.Is(err, turn.ErrHandedOver) {
			err = fault.Wrap(err, fault.Unavailable, "The history was closed. What has arrived is saved.")
		}
		return out, err
	}}
	c.letPass(name)
}

func (c *core) registerTurns() {
	registerTurn(c, wire.TurnSend, func(ctx context.Context, e *turn.Engine, p wire.TurnSendParams, emit turn.Emit) (out wire.Turn, err error) {
		q := turn.Question{Text: p.Text, Key: p.Key, Wish: turn.Wish{Model: p.Model, MaxMessages: p.MaxMessages, Sources: p.Sources}}
		if q.Session, err = c.named(ctx, p.Session); err != nil {
			return out, err
		}
		if q.Beside, err = optional(p.Edit); err != nil {
			return out, err
		}
		if q.Documents, err = documentsNamed(p.Documents); err != nil {
			return out, err
		}
		return e.Send(ctx, q, emit)
	})
	registerTurn(c, wire.TurnAgain, func(ctx context.Context, e *turn.Engine, p wire.TurnAgainParams, emit turn.Emit) (out wire.Turn, err error) {
		uid, err := message(p.Message)
		if err == nil && !p.Length.Known() {
			err = fault.New(fault.Invalid, "An answer can be made shorter or longer.")
		}
		if err != nil {
			return out, err
		}
		return e.Again(ctx, uid, turn.Wish{Model: p.Model, MaxMessages: p.MaxMessages, As: p.UnderstoodAs, Route: p.Route, Choice: p.Choice, Length: p.Length}, p.Key, emit)
	})
	registerTurn(c, wire.TurnResume, func(ctx context.Context, e *turn.Engine, p wire.TurnResumeParams, emit turn.Emit) (out wire.Turn, err error) {
		var t turn.Target
		if t.Session, err = c.named(ctx, p.Session); err == nil {
			t.Message, err = optional(p.Message)
		}
		if err == nil {
			t.Checkpoint, err = optional(p.Checkpoint)
		}
		if err != nil {
			return out, err
		}
		if t == (turn.Target{}) {
			return out, fault.New(fault.Invalid, "A turn is named by its session, a message or a checkpoint.")
		}
		return e.Resume(ctx, t, turn.Wish{Model: p.Model, MaxMessages: p.MaxMessages}, emit)
	})
	registerPassing(c, wire.TurnStop, func(ctx context.Context, _ reporter, p wire.SessionParams) (out wire.Nothing, err error) {
		engine, leave, err := c.history.enterTurn()
		if err != nil {
			return out, err
		}
		defer leave()
		session, err := c.named(ctx, p.Session)
		if err == nil {
			engine.Stop(session)
		}
		return out, err
	})
	registerStored(c, wire.TurnContext, c.context)
	registerStored(c, wire.CheckpointsList, listCheckpoints)
	registerWritten(c, wire.CheckpointsFork, func(ctx context.Context, _ *store.Store, p wire.CheckpointsForkParams, _ int64) (out chat.Session, err error) {
		uid, err := message(p.Checkpoint)
		if err != nil {
			return out, err
		}
		return c.history.engine.Fork(ctx, uid)
	})
	registerStored(c, wire.ModelsAbout, c.aboutModels)
	registerStored(c, wire.SettingsGet, func(ctx context.Context, s *store.Store, p wire.SettingsGetParams) (out wire.SettingsLayers, err error) {
		session, err := resolveOptional(ctx, s, p.Session)
		if err != nil {
			return out, err
		}
		return c.layers(ctx, s, session)
	})
	registerStored(c, wire.SettingsSet, c.setSettings)
}

// aboutModels says what is known of each model: how much it holds, and what it costs.
func (c *core) aboutModels(ctx context.Context, s *store.Store, p wire.ModelsAboutParams) (out wire.ModelsAbouts, err error) {
	session, err := resolveOptional(ctx, s, p.Session)
	if err != nil {
		return out, err
	}
	layers, err := c.layers(ctx, s, session)
	if err != nil {
		return out, err
	}
	out.Models = []wire.ModelAbout{}
	for _, model := range p.Models {
		about := wire.ModelAbout{Window: memory.WindowOf(model)}
		if price, ok := memory.PriceFor(model, layers.Applied.Prices); ok {
			about.Price = &price
		}
		out.Models = append(out.Models, about)
	}
	return out, nil
}

// named returns the uid of a session that a client names, zero for none.
func (c *core) named(ctx context.Context, name string) (chat.UID, error) {
	if name == "" {
		return chat.UID{}, nil
	}
	s, err := c.history.get()
	if err != nil {
		return chat.UID{}, err
	}
	session, err := s.Resolve(ctx, name)
	return session.UID, err
}

func resolveOptional(ctx context.Context, s *store.Store, name string) (chat.Session, error) {
	if name == "" {
		return chat.Session{}, nil
	}
	return s.Resolve(ctx, name)
}

// optional reads a uid that may be absent.
func optional(text string) (chat.UID, error) {
	if text == "" {
		return chat.UID{}, nil
	}
	return message(text)
}

// newEngine makes what runs the turns of a history of that name.
func (c *core) newEngine(s *store.Store, name string) *turn.Engine {
	c.sql.Store(&sqlsource.Source{Agent: func() sqlsource.Agent { return c.client() }, Database: c.host.database, Messages: s})
	c.learn()
	return turn.New(turn.Options{
		Gatherers: append(gather.Gatherers{c.sql.Load(), &docsource.Source{Store: s}}, faqsource.Gatherers(s)...),
		Store:     s,
		Answerer: func(ctx context.Context, session chat.Session, w turn.Wish) (llm.Answerer, error) {
			return c.answerer(ctx, s, session, w)
		},
		Ready: func() bool { return c.host.last().State == wire.HostReady },
		Count: func(ctx context.Context, model string, role chat.Role, content string) (int, string, error) {
			name := tokens.ForModel(model).Encoding
			encoding, err := c.encoding(ctx, name)
			if err != nil {
				return 0, "", err
			}
			return encoding.CountMessage(string(role), content), string(name), nil
		},
		Encoding:   tokens.EncodingFor,
		Related:    c.options.Related,
		Encoder:    c.options.Encoder,
		Languages:  c.options.Languages,
		DayFirst:   c.options.DayFirst,
		Background: c.options.Background,
		// What is to be kept nowhere does not wait until somebody can be reached.
		Outbox: c.options.Outbox && name != sqlite.Memory,
		Notify: func(event wire.CoreEvent) { c.send(wire.EventFrame{Event: event}) },
		Now:    func() time.Time { return c.options.Now() },
		Log:    c.log,
	})
}

func (c *core) log(err error) {
	if c.options.Log != nil {
		c.options.Log(err)
	}
}

// layers reads the settings that apply to a session, which may be none, completed
// for the model that answers next.
func (c *core) layers(ctx context.Context, s *store.Store, session chat.Session) (out wire.SettingsLayers, err error) {
	if out, err = c.openLayers(ctx, s, session); err != nil {
		return out, err
	}
	own := out.Applied.Model
	if out.Next != nil && out.Next.Model != "" {
		out.Applied.Model = &out.Next.Model
	}
	memory.Settle(&out.Applied)
	out.Applied.Model = own
	return out, nil
}

// openLayers are the layers before anything is settled by a model.
func (c *core) openLayers(ctx context.Context, s *store.Store, session chat.Session) (out wire.SettingsLayers, err error) {
	kept, err := s.Setting(ctx, settingsKey)
	if err != nil {
		return out, err
	}
	// What a newer version or another program wrote and cannot be read here counts
	// as not set.
	if json.Unmarshal(kept, &out.User) != nil {
		out.User = chat.Settings{}
	}
	if json.Unmarshal(session.Settings, &out.Session) != nil {
		out.Session = chat.Settings{}
	}
	if status := c.host.last(); status.Server != nil {
		out.Server = status.Server.Settings
	}
	out.Applied = out.Session.Over(out.User).Over(out.Server).Over(chat.DefaultSettings())
	if status := c.host.last(); status.State != "" {
		settings := out.Applied
		settings.Model = ladder.ModelOf(status, settings.Model, "")
		out.Next = new(c.rungs(s, status).Next(settings))
	}
	return out, nil
}

func (c *core) setSettings(ctx context.Context, s *store.Store, p wire.SettingsSetParams) (out wire.SettingsLayers, err error) {
	if err := p.Settings.Check(); err != nil {
		return out, err
	}
	session, err := resolveOptional(ctx, s, p.Session)
	if err != nil {
		return out, err
	}
	value, err := json.Marshal(p.Settings)
	if err != nil {
		return out, err
	}
	if session.UID.IsZero() {
		err = s.SetSetting(ctx, settingsKey, value, c.now())
	} else {
		session, err = s.SetSettings(ctx, session.UID, value, c.now())
	}
	if err != nil {
		return out, err
	}
	return c.layers(ctx, s, session)
}

func (c *core) context(ctx context.Context, s *store.Store, p wire.TurnContextParams) (out wire.Context, err error) {
	session, err := resolveOptional(ctx, s, p.Session)
	if err != nil {
		return out, err
	}
	parent, err := optional(p.Parent)
	if err != nil {
		return out, err
	}
	layers, err := c.openLayers(ctx, s, session)
	if err != nil {
		return out, err
	}
	documents, err := documentsNamed(p.Documents)
	if err != nil {
		return out, err
	}
	next := turn.Next{Parent: parent, Text: p.Question, Documents: documents}
	return c.history.engine.Context(ctx, session, next, llm.Answerer{Settings: *c.settledFor(&layers, p.Model)})
}

func listCheckpoints(ctx context.Context, s *store.Store, p wire.CheckpointsListParams) (out wire.Checkpoints, err error) {
	filter := store.CheckpointFilter{Limit: p.Limit}
	if filter.Before, err = optional(p.Before); err != nil {
		return out, err
	}
	var session chat.UID
	if p.Message != "" {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		m, err := s.Message(ctx, uid)
		if err != nil {
			return out, err
		}
		session, filter.Turn = m.Session, store.AnswerOf(m).Turn
		if filter.Turn.IsZero() {
			return wire.Checkpoints{Checkpoints: []wire.Checkpoint{}}, nil
		}
	} else {
		found, err := s.Resolve(ctx, p.Session)
		if err != nil {
			return out, err
		}
		session = found.UID
	}
	list, err := s.Checkpoints(ctx, session, filter)
	return wire.Checkpoints{Checkpoints: turn.Describe(list)}, err
}
