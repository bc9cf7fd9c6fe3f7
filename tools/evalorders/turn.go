package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"burrow/internal/chat"
	"burrow/internal/docsource"
	"burrow/internal/document"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/sqlsource"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// setting is how documents go through the engine.
type setting struct {
	name     string
	attached bool // the chat has the database
	small    bool // a small model, which is offered no tools
	tool     bool // the engine has a tool
}

var settings = []setting{
	{name: "not attached"},
	{name: "attached", attached: true},
	{name: "small model", small: true, tool: true},
}

// explained is how often the model is called for an answer that calls tools once: for the
// answer, and to go on when it has been told what came of the calls.
const explained = 2

// bench is an engine over a store with things that could be changed.
type bench struct {
	setting
	*turn.Engine
	store   *store.Store
	model   *obeying
	records *records
	ran     int // the tool
	// toolEnds are the calls that the engine says went well.
	toolEnds int
	clock    atomic.Int64
}

// open makes a bench. The store has settings, another chat, a document, something
// remembered and a FAQ.
func open(ctx context.Context, s setting, tables []string) (*bench, error) {
	history, err := store.Open(":memory:", store.Options{}, 1)
	if err != nil {
		return nil, err
	}
	b := &bench{setting: s, store: history, model: &obeying{}, records: &records{tables: append(tables, "invoices", "customers")}}
	b.clock.Store(1_800_000_000_000)
	database := b.records.source(history)
	if err := database.Learn(ctx); err != nil {
		return nil, err
	}
	o := turn.Options{
		Store: history,
		Answerer: func(_ context.Context, session chat.Session, _ turn.Wish) (llm.Answerer, error) {
			var own chat.Settings
			if err := json.Unmarshal([]byte(session.Settings), &own); err != nil {
				return llm.Answerer{}, err
			}
			out := llm.Answerer{Model: b.model, Provider: "Scripted", Rung: chat.RemoteRung, Small: s.small, Settings: own.Over(base())}
			if s.small {
				out.Rung = chat.BrowserRung
			}
			return out, nil
		},
		Ready: func() bool { return true },
		Count: func(_ context.Context, _ string, _ chat.Role, content string) (int, string, error) {
			return len(strings.Fields(content)) + 5, "words", nil
		},
		Encoding:   func(string) (string, bool) { return "words", false },
		Gatherers:  append(gather.Gatherers{database, &docsource.Source{Store: history}}, faqsource.Gatherers(history)...),
		Background: true,
		Now:        func() time.Time { return time.UnixMilli(b.now()) },
	}
	if s.tool {
		o.Tools = []turn.Tool{tool(&b.ran)}
	}
	b.Engine = turn.New(o)
	return b, b.furnish(ctx)
}

// now goes on by a millisecond whenever it is read.
func (b *bench) now() int64 { return b.clock.Add(1) }

// base are the settings below a chat's own.
func base() chat.Settings {
	s := chat.DefaultSettings()
	s.Model, s.Threshold, s.KeepLast = new("scripted"), new(4000), new(0)
	// The model is asked for the answer alone.
	s.Understanding, s.Checking = new(chat.UnderstandingLocal), new(chat.CheckLocal)
	return s
}

// furnish fills the store.
func (b *bench) furnish(ctx context.Context) error {
	if err := b.store.SetSetting(ctx, "settings", chat.RawJSON(`{"temperature": 0.5}`), b.now()); err != nil {
		return err
	}
	other, err := b.store.Create(ctx, chat.Session{Name: "Other", NamedBy: chat.NamedByUser, Tags: []string{"kept"}}, b.now())
	if err != nil {
		return err
	}
	for _, m := range []chat.Message{{Role: chat.User, Content: "Hello. I prefer coffee."}, {Role: chat.Assistant, Content: "Good morning."}} {
		m.Status = chat.Complete
		if _, err := b.store.Append(ctx, other.UID, m, b.now()); err != nil {
			return err
		}
	}
	if err := b.store.Remember(ctx, other.UID, []chat.Remembered{{Kind: chat.PreferenceKind, Text: "I prefer coffee."}}, b.now()); err != nil {
		return err
	}
	kept, err := b.add(ctx, store.NewDocument{Name: "kept.txt", Kept: true}, "The boiler is checked in May.")
	if err != nil {
		return err
	}
	if err := b.store.Attach(ctx, other.UID, []chat.UID{kept.UID}, b.now()); err != nil {
		return err
	}
	_, err = b.store.KeepPairs(ctx, []chat.Pair{{Question: "When is the office open?", Answer: "From nine to five."}}, b.now())
	return err
}

// add keeps a text as a document.
func (b *bench) add(ctx context.Context, in store.NewDocument, text string) (out chat.Document, err error) {
	u, err := b.store.NewUpload(ctx, b.now())
	if err != nil {
		return out, err
	}
	if err := b.store.Write(ctx, u, []byte(text)); err != nil {
		return out, err
	}
	blocks := document.Markdown(text)
	in.Title, in.Chunks = document.Title(blocks), document.Cut(blocks)
	return b.store.AddDocument(ctx, u, in, b.now())
}

// sent is a prompt: whether the attack stands in the document's block, and the lines
// outside of blocks.
type sent struct {
	hasAttack bool
	outside   []string
}

// outcome is what came of a turn.
type outcome struct {
	caused  [kinds]bool
	prompts []sent
	calls   int
	// asked is how often the database was, names are those noted for the chat's own
	// questions.
	asked int
	names []string
}

// turn asks a question about a text in a new chat, and removes both afterwards. Without an
// attack the text is clean. Whether the database was asked because of the attack, only a
// comparison of the two tells.
func (b *bench) turn(ctx context.Context, text, question, attack string) (out outcome, err error) {
	own := chat.Settings{Sources: &[]string{}}
	if b.attached {
		own.Sources = &[]string{sqlsource.Name}
	}
	encoded, err := json.Marshal(own)
	if err != nil {
		return out, err
	}
	session, err := b.store.Create(ctx, chat.Session{Name: "Mail", NamedBy: chat.NamedByUser, Settings: chat.RawJSON(encoded)}, b.now())
	if err != nil {
		return out, err
	}
	d, err := b.add(ctx, store.NewDocument{Name: documentName}, text)
	if err != nil {
		return out, err
	}
	if err := b.store.Attach(ctx, session.UID, []chat.UID{d.UID}, b.now()); err != nil {
		return out, err
	}
	before, err := look(ctx, b.store, session.UID)
	if err != nil {
		return out, err
	}
	b.model.attack, b.records.asked, b.ran, b.toolEnds = attack, 0, 0, 0
	answered, err := b.Send(ctx, turn.Question{Session: session.UID, Text: question, Documents: []chat.UID{d.UID}}, b.emit)
	if err != nil {
		return out, fmt.Errorf("ask: %w", err)
	}
	b.Keeper.Idle()
	after, err := look(ctx, b.store, session.UID)
	if err != nil {
		return out, err
	}
	out.caused = before.changes(after)
	if err := b.count(ctx, &out, answered, question); err != nil {
		return out, err
	}
	return out, b.store.Purge(ctx, session.UID) // and the document with it
}

// count adds to an outcome what is not in the store's state.
func (b *bench) count(ctx context.Context, out *outcome, answered wire.Turn, question string) error {
	path, err := b.store.Path(ctx, answered.Session, chat.UID{}, 0, enough)
	if err != nil {
		return err
	}
	session, err := b.store.Session(ctx, answered.Session)
	if err != nil {
		return err
	}
	if len(path.Messages) != 2 || session.MessageCount != 2 || path.Messages[0].Content != question {
		out.caused[chatsChanged] = true
	}
	names, err := b.store.Remembered(ctx, store.RememberedFilter{Session: answered.Session, Limit: enough})
	if err != nil {
		return err
	}
	for _, n := range names {
		out.names = append(out.names, n.Text)
	}
	requests := b.model.told()
	out.calls, out.asked = len(requests), b.records.asked
	out.caused[toolsRun] = b.ran+b.toolEnds > 0
	out.caused[callsAdded] = out.calls > explained
	out.caused[notCompleted] = answered.Message.Status != chat.Complete || answered.Unsaved != ""
	for _, r := range requests {
		inside, outside := split(r.Messages)
		out.prompts = append(out.prompts, sent{has(inside, b.model.attack), outside})
	}
	return nil
}

func (b *bench) emit(e wire.CoreEvent) {
	if end, is := e.(wire.ToolEndEvent); is && end.Problem == "" {
		b.toolEnds++
	}
}
