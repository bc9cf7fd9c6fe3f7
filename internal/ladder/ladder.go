// Package ladder decides who answers a question. From the top: a service, a program
// on the same machine, a model in the browser, a search of the chats. The best that
// is there answers, unless the settings want one kind; whoever steps in for another
// says why. Browser, terminal and server share it: each says what it has, and the
// order is decided here.
package ladder

import (
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// BrowserName is what the model in the browser is called as a provider.
const BrowserName say.English = "This browser"

// noModel says what to do where nobody answers.
const noModel say.English = "No model is set up yet. Add a key in Settings or in .env, or start Ollama, LM Studio or llama.cpp on this machine."

// ErrNoModel is the error of a ladder without a model.
var ErrNoModel = fault.New(fault.NoModel, noModel)

// stepsIn says that the model in the browser answers.
const stepsIn say.English = "The small model in this browser answers instead."

// Rungs are what a host has to answer with.
type Rungs struct {
	// Server finds who answers a question of these settings, of one kind unless it is
	// empty: a service, or a program on the server's machine. wished says that the
	// model is for this question alone. An error with the code NoModel means that
	// there is nobody.
	Server func(s chat.Settings, kind chat.Rung, wished bool) (llm.Answerer, error)
	// Local are the models in the browser, InBrowser asks them. One that is still on its
	// way there is among them, "" if its name is not known yet: it answers when it is
	// there, and says NoModel if it does not come.
	Local     []string
	InBrowser llm.Model
	// Search answers where there is no model.
	Search llm.Model
}

// Answerer is who answers a question of these settings. What they leave open is
// settled by the model that answers.
func (r Rungs) Answerer(s chat.Settings, wished bool) (llm.Answerer, error) {
	who, err := r.find(s, wished)
	if err != nil {
		return who, err
	}
	memory.Settle(&who.Settings)
	for next := who.Otherwise; next != nil; next = next.Otherwise {
		memory.Settle(&next.Settings)
	}
	return who, nil
}

func (r Rungs) find(s chat.Settings, wished bool) (llm.Answerer, error) {
	switch kind := *s.Answers; kind {
	case chat.NoRung:
		return r.search(s, ""), nil
	case chat.BrowserRung:
		return r.browser(s, "")
	case chat.RemoteRung, chat.MachineRung:
		return r.Server(s, kind, wished)
	}
	return r.best(s, wished)
}

// best is the highest rung that is there.
func (r Rungs) best(s chat.Settings, wished bool) (llm.Answerer, error) {
	if s.Model != nil && slices.Contains(r.Local, *s.Model) {
		return r.browserOrSearch(s, "")
	}
	out, err := r.Server(s, "", wished)
	known := fault.From(err)
	switch {
	case err == nil:
		// If it cannot be reached after all, the browser steps in.
		if next, err := r.browserOrSearch(s, say.T(stepsIn)); err == nil {
			out.Otherwise = &next
		}
		return out, nil
	case len(r.Local) > 0:
		return r.browserOrSearch(s, known.Message+" "+say.T(stepsIn))
	case known.Code == fault.NoModel && !wished:
		return r.search(s, known.Message), nil
	}
	return out, err
}

// browserOrSearch is the model in the browser, and a search if that is not there after
// all: its file was removed, or did not come.
func (r Rungs) browserOrSearch(s chat.Settings, fell string) (llm.Answerer, error) {
	out, err := r.browser(s, fell)
	if err == nil {
		next := r.search(s, "")
		out.Otherwise = &next
	}
	return out, err
}

// browser is the model in the browser.
func (r Rungs) browser(s chat.Settings, fell string) (out llm.Answerer, err error) {
	if len(r.Local) == 0 {
		return out, fault.New(fault.NoModel, "There is no model in this browser yet. You can download one in the settings.")
	}
	if s.Model == nil || !slices.Contains(r.Local, *s.Model) {
		s.Model = &r.Local[0]
	}
	return llm.Answerer{Model: r.InBrowser, Provider: say.T(BrowserName), Rung: chat.BrowserRung, Small: true, Fell: fell, Settings: s}, nil
}

// search answers from the chats.
func (r Rungs) search(s chat.Settings, fell string) llm.Answerer {
	s.Model = nil
	return llm.Answerer{Model: r.Search, Provider: say.T("No model"), Rung: chat.NoRung, Fell: fell, Small: true, Settings: s}
}

// Next says who will answer the next question of these settings, for the reader.
func (r Rungs) Next(s chat.Settings) wire.Next {
	who, err := r.Answerer(s, false)
	if err != nil {
		return wire.Next{Rung: *s.Answers, Problem: fault.From(err).Message}
	}
	return wire.Next{Rung: who.Rung, Provider: who.Provider, Model: who.ModelName()}
}
