package rpc

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

func (c *core) registerMemory() {
	registerStored(c, wire.MemoryGet, func(ctx context.Context, s *store.Store, p wire.MemoryGetParams) (out wire.Memory, err error) {
		session, err := s.Resolve(ctx, p.Session)
		if err != nil {
			return out, err
		}
		leaf, err := optional(p.Leaf)
		if err != nil {
			return out, err
		}
		// Before they are read: a mark that is too old only has them read once more.
		mark, err := s.SummariesMark(ctx, session.UID, leaf)
		if err != nil {
			return out, err
		}
		if mark != "" && mark == p.Known {
			return wire.Memory{Summaries: []wire.SummaryInfo{}, Mark: mark, Same: true, Condensing: c.history.engine.Keeper.Condensing(session.UID)}, nil
		}
		out, err = c.memory(ctx, s, session.UID, leaf)
		out.Mark = mark
		return out, err
	})
	c.registerCondensing()
	registerStored(c, wire.MemoryUndo, func(ctx context.Context, s *store.Store, p wire.MemoryUndoParams) (out wire.Memory, err error) {
		uid, err := summary(p.Summary)
		if err != nil {
			return out, err
		}
		changed, err := s.UndoSummary(ctx, uid, p.Undone, c.now())
		if err != nil {
			return out, err
		}
		return c.memory(ctx, s, changed.Session, chat.UID{})
	})
	registerStored(c, wire.MemoryEdit, func(ctx context.Context, s *store.Store, p wire.MemoryEditParams) (out wire.Memory, err error) {
		uid, err := summary(p.Summary)
		if err != nil {
			return out, err
		}
		old, err := s.Summary(ctx, uid)
		if err != nil {
			return out, err
		}
		_, who, err := c.settled(ctx, s, old.Session.String(), "")
		if err != nil {
			return out, err
		}
		model := ""
		if who.Settings.Model != nil {
			model = *who.Settings.Model
		}
		if _, err := c.history.engine.Keeper.EditItem(ctx, uid, p.List, p.Item, p.Was, p.Text, model); err != nil {
			return out, err
		}
		return c.memory(ctx, s, old.Session, chat.UID{})
	})
	registerStored(c, wire.MemoryForecast, func(ctx context.Context, s *store.Store, p wire.MemoryForecastParams) (out wire.Forecast, err error) {
		session, who, err := c.settled(ctx, s, p.Session, p.Model)
		if err != nil {
			return out, err
		}
		return c.history.engine.Keeper.Forecast(ctx, session, who)
	})
	registerStored(c, wire.MemoryPresets, c.presets)
	registerStored(c, wire.RecallRead, c.readOn)
	registerStored(c, wire.MessagesPin, func(ctx context.Context, s *store.Store, p wire.MessagesPinParams) (out chat.Message, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return s.PinMessage(ctx, uid, p.Pinned, c.now())
	})
}

// registerCondensing adds what makes summaries, and may ask a model.
func (c *core) registerCondensing() {
	registerPassing(c, wire.MemoryPreview, func(ctx context.Context, report reporter, p wire.MemoryPreviewParams) (out wire.Condensed, err error) {
		err = c.withMemory(ctx, p.Session, true, func(e *turn.Engine, _ *store.Store, session chat.Session, who llm.Answerer) error {
			out, err = e.Keeper.Preview(ctx, session, condense.Wanted{Instruction: p.Instruction, KeepLast: p.KeepLast}, who, turn.Emit(report))
			return err
		})
		return out, err
	})
	registerPassing(c, wire.MemoryCondense, func(ctx context.Context, report reporter, p wire.MemoryCondenseParams) (out wire.Memory, err error) {
		err = c.withMemory(ctx, p.Session, p.Summary == nil, func(e *turn.Engine, s *store.Store, session chat.Session, who llm.Answerer) error {
			if p.Summary != nil {
				shown := wire.Condensed{From: p.From, To: p.To, MadeBy: p.MadeBy, Summary: *p.Summary}
				_, err = e.Keeper.KeepPreview(ctx, session, shown, who, p.Key)
			} else {
				_, err = e.Keeper.Condense(ctx, session, condense.Wanted{Instruction: p.Instruction, KeepLast: p.KeepLast, Key: p.Key}, who, turn.Emit(report))
			}
			if err == nil {
				out, err = c.memory(ctx, s, session.UID, chat.UID{})
			}
			return err
		})
		return out, err
	})
	registerPassing(c, wire.MemoryStop, func(ctx context.Context, _ reporter, p wire.SessionParams) (out wire.Nothing, err error) {
		err = c.withMemory(ctx, p.Session, false, func(e *turn.Engine, _ *store.Store, session chat.Session, _ llm.Answerer) error {
			e.Keeper.StopCondensing(session.UID)
			return nil
		})
		return out, err
	})
}

// withMemory runs what may ask a model, with the history kept open.
func (c *core) withMemory(ctx context.Context, name string, asks bool, f func(*turn.Engine, *store.Store, chat.Session, llm.Answerer) error) error {
	engine, leave, err := c.history.enterTurn()
	if err != nil {
		return err
	}
	defer leave()
	s, err := c.history.get()
	if err != nil {
		return err
	}
	session, who, err := c.settled(ctx, s, name, "")
	if err != nil {
		return err
	}
	if asks {
		// Without a model there is a way of our own.
		if found, err := c.answerer(ctx, s, session, turn.Wish{}); err == nil {
			who = found
		}
	}
	return f(engine, s, session, who)
}

// settled returns a session with the settings that apply to it.
func (c *core) settled(ctx context.Context, s *store.Store, name, model string) (session chat.Session, who llm.Answerer, err error) {
	if session, err = s.Resolve(ctx, name); err != nil {
		return session, who, err
	}
	layers, err := c.openLayers(ctx, s, session)
	who.Settings = *c.settledFor(&layers, model)
	return session, who, err
}

// settledFor are settings as they apply with a model, the next one if none is named.
func (c *core) settledFor(layers *wire.SettingsLayers, model string) *chat.Settings {
	settings := &layers.Applied
	settings.Model = ladder.ModelOf(c.host.last(), settings.Model, model)
	memory.Settle(settings)
	return settings
}

// presets are what a chat can be set to, with the numbers for its model.
func (c *core) presets(ctx context.Context, s *store.Store, p wire.MemoryPresetsParams) (out wire.Presets, err error) {
	session, err := resolveOptional(ctx, s, p.Session)
	if err != nil {
		return out, err
	}
	layers, err := c.openLayers(ctx, s, session)
	if err != nil {
		return out, err
	}
	settings := c.settledFor(&layers, p.Model)
	if next := layers.Next; p.Model == "" && next != nil && next.Model != "" {
		settings.Model = &next.Model
	}
	return condense.Presets(settings), nil
}

// readOn has the encoder go on, unless what it made is to be forgotten.
func (c *core) readOn(ctx context.Context, s *store.Store, p wire.RecallReadParams) (out wire.ReadSoFar, err error) {
	if p.Forget {
		return out, s.DropVectors(ctx)
	}
	if c.options.Encoder == nil {
		return out, nil
	}
	with := c.options.Encoder()
	if with == nil {
		return out, nil
	}
	c.history.engine.Keeper.StartReading(chat.UID{})
	out.Read, out.Total, err = s.CountRead(ctx, with.Name())
	return out, err
}

func (c *core) memory(ctx context.Context, s *store.Store, session, leaf chat.UID) (wire.Memory, error) {
	all, err := s.Summaries(ctx, session, leaf)
	if err != nil {
		return wire.Memory{}, err
	}
	out := wire.Memory{Summaries: make([]wire.SummaryInfo, len(all)), Condensing: c.history.engine.Keeper.Condensing(session)}
	for i, sum := range all {
		out.Summaries[i] = condense.Describe(sum)
	}
	return out, nil
}

// summary reads the uid of a summary.
func summary(text string) (chat.UID, error) {
	uid, err := chat.ParseUID(text)
	if err != nil {
		return uid, fault.New(fault.Invalid, "A summary is named by its uid.")
	}
	return uid, nil
}
