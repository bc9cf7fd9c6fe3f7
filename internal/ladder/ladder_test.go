package ladder_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

// named is a model that is only told apart.
type named string

func (named) Stream(context.Context, llm.Request, llm.Observer) (llm.Reply, error) {
	return llm.Reply{}, errors.New("nobody is asked here")
}

func provider(kind wire.ProviderKind, name string, models ...string) wire.Provider {
	return wire.Provider{Name: name, Kind: kind, Models: models}
}

func withBare(p wire.Provider, names ...string) wire.Provider {
	p.Bare = names
	return p
}

// rungs are those of a host whose server says this.
func rungs(server wire.ServerStatus, err error, local ...string) (ladder.Rungs, wire.HostStatus) {
	status := ladder.StatusOf(server, err, local)
	return ladder.Rungs{Server: ladder.FromStatus(status, named("server")), Local: ladder.LocalOf(status), InBrowser: named("browser"), Search: named("search")}, status
}

func TestTheBestRungThatIsThereAnswers(t *testing.T) {
	openai, ollama := provider(wire.Remote, "OpenAI", "gpt-4o", "gpt-4o-mini"), provider(wire.Machine, "Ollama", "ollama/llama3")
	silent := wire.Provider{Name: "OpenAI", Kind: wire.Remote, Models: []string{"gpt-4o"}, Problem: "OpenAI refused the key."}
	unreachable := &fault.Error{Code: fault.Unavailable, Unreachable: true, Message: "Gone."}
	locked := fault.New(fault.Unauthorized, "No.")
	for _, tt := range []struct {
		name      string
		providers []wire.Provider
		err       error
		local     []string
		answers   chat.Rung
		model     string // of the settings
		wished    string
		want      string // rung provider model, or the code of the error
		otherwise chat.Rung
	}{
		{name: "a service", providers: []wire.Provider{openai, ollama}, want: "remote OpenAI gpt-4o"},
		{name: "the provider that has the model", providers: []wire.Provider{openai, ollama}, model: "ollama/llama3", want: "machine Ollama ollama/llama3"},
		{name: "a bare name that only a program has", providers: []wire.Provider{openai, withBare(ollama, "llama3")}, model: "llama3", want: "machine Ollama ollama/llama3"},
		{name: "a bare name that a service can have", providers: []wire.Provider{openai, provider(wire.Machine, "Ollama", "ollama/gpt-5")}, model: "gpt-5", want: "remote OpenAI gpt-5"},
		{name: "a program is no stand-in for a service that is silent", providers: []wire.Provider{silent, withBare(ollama, "llama3")}, want: "none No model "},
		{name: "unless it is chosen", providers: []wire.Provider{silent, withBare(ollama, "llama3")}, model: "ollama/llama3", want: "machine Ollama ollama/llama3"},
		{name: "a program on the machine", providers: []wire.Provider{ollama}, want: "machine Ollama ollama/llama3"},
		{name: "the browser steps in if it must", providers: []wire.Provider{openai}, local: []string{"smol"}, want: "remote OpenAI gpt-4o", otherwise: chat.BrowserRung},
		{name: "the browser's model by name", providers: []wire.Provider{openai}, local: []string{"smol"}, model: "smol", want: "browser This browser smol", otherwise: chat.NoRung},
		{name: "only the browser", local: []string{"smol"}, want: "browser This browser smol", otherwise: chat.NoRung},
		{name: "only a model that is on its way", local: []string{""}, want: "browser This browser ", otherwise: chat.NoRung},
		{name: "the server is away, the browser is here", err: unreachable, local: []string{"smol"}, want: "browser This browser smol", otherwise: chat.NoRung},
		{name: "the server is away", err: unreachable, want: "unavailable"},
		{name: "no token", err: locked, want: "unauthorized"},
		{name: "nobody", want: "none No model "},
		{name: "nobody for a model that was wished for", wished: "gpt-4o", want: "no_model"},
		{name: "settings want the machine", providers: []wire.Provider{openai, ollama}, answers: chat.MachineRung, model: "gpt-4o", want: "machine Ollama ollama/llama3"},
		{name: "settings want what is not there", providers: []wire.Provider{openai}, answers: chat.MachineRung, want: "no_model"},
		{name: "settings want the browser", providers: []wire.Provider{openai}, local: []string{"smol"}, answers: chat.BrowserRung, want: "browser This browser smol"},
		{name: "settings want the browser, which has none", providers: []wire.Provider{openai}, answers: chat.BrowserRung, want: "no_model"},
		{name: "settings want no model", providers: []wire.Provider{openai}, local: []string{"smol"}, answers: chat.NoRung, want: "none No model "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, status := rungs(wire.ServerStatus{Providers: tt.providers}, tt.err, tt.local...)
			s := chat.DefaultSettings()
			if tt.answers != "" {
				s.Answers = &tt.answers
			}
			if tt.model != "" {
				s.Model = &tt.model
			}
			s.Model = ladder.ModelOf(status, s.Model, tt.wished)
			who, err := r.Answerer(s, tt.wished != "")
			next := r.Next(s)
			if err != nil {
				require.Equal(t, tt.want, string(fault.From(err).Code))
				if tt.wished == "" {
					require.NotEmpty(t, next.Problem)
					require.Empty(t, next.Provider)
				}
				return
			}
			require.Equal(t, tt.want, string(who.Rung)+" "+who.Provider+" "+who.ModelName())
			require.Equal(t, wire.Next{Rung: who.Rung, Provider: who.Provider, Model: who.ModelName()}, next, "the reader is told the same")
			require.Equal(t, who.Rung == chat.BrowserRung || who.Rung == chat.NoRung, who.Small)
			require.Equal(t, map[chat.Rung]llm.Model{chat.RemoteRung: named("server"), chat.MachineRung: named("server"), chat.BrowserRung: named("browser"), chat.NoRung: named("search")}[who.Rung], who.Model)
			if tt.otherwise == "" {
				require.Nil(t, who.Otherwise)
				return
			}
			require.Equal(t, tt.otherwise, who.Otherwise.Rung)
			if who.Otherwise.Rung == chat.BrowserRung {
				require.NotEmpty(t, who.Otherwise.Fell)
				who = *who.Otherwise
			}
			require.Equal(t, chat.NoRung, who.Otherwise.Rung, "the search is always there")
		})
	}
}

func TestWhoeverStepsInSaysWhy(t *testing.T) {
	r, _ := rungs(wire.ServerStatus{}, errors.New("no route"), "smol")
	s := chat.DefaultSettings()
	s.Model = new("gpt-4o")
	who, err := r.Answerer(s, false)
	require.NoError(t, err)
	require.Contains(t, who.Fell, "cannot be reached")
	require.Contains(t, who.Fell, "answers instead")

	r, _ = rungs(wire.ServerStatus{Providers: []wire.Provider{{Name: "OpenAI", Kind: wire.Remote, Problem: "It refused the key."}, provider(wire.Machine, "Ollama", "ollama/m")}}, nil)
	who, err = r.Answerer(chat.DefaultSettings(), false)
	require.NoError(t, err)
	require.Equal(t, "OpenAI: It refused the key.", who.Fell)

	r, _ = rungs(wire.ServerStatus{}, nil)
	who, err = r.Answerer(s, false)
	require.NoError(t, err)
	require.Contains(t, who.Fell, "No model is set up yet")
}
