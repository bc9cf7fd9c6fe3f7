package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/llm/llmtest"
	"burrow/internal/proxy"
	"burrow/internal/turn"
)

// The history names the program beside its model; the program itself is asked for
// the model under its own name.
func TestProgramOnTheMachineIsAskedByItsOwnName(t *testing.T) {
	model := llmtest.New()
	defer model.Close()
	a := &answerers{
		directory: proxy.NewDirectory(proxy.Options{Machine: []proxy.Server{{Name: "Ollama", Address: model.Addr()}}}),
		transport: llm.NewHTTP(),
	}
	for _, wished := range []string{"", "ollama/scripted"} {
		who, err := a.find(t.Context(), chat.Session{}, turn.Wish{Model: wished})
		require.NoError(t, err)
		require.Equal(t, "Ollama", who.Provider)
		require.Equal(t, "ollama/scripted", *who.Settings.Model)
		_, err = who.Model.Stream(t.Context(), llm.Request{Model: *who.Settings.Model, Messages: []llm.Message{{Role: "user", Content: "Hello"}}}, llm.Observer{})
		require.NoError(t, err)
		sent := model.Requests()
		require.Equal(t, "scripted", sent[len(sent)-1].Body["model"])
	}
	_, err := a.find(t.Context(), chat.Session{}, turn.Wish{Model: "gpt-4o"})
	require.ErrorIs(t, err, ladder.ErrNoModel)
}
