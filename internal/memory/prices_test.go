package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/memory"
)

func TestPriceOf(t *testing.T) {
	edited := map[string]memory.Price{"gpt-4o": {Input: 1, Output: 2}, "local": {}}
	for _, c := range []struct {
		model  string
		edited map[string]memory.Price
		input  float64
		ok     bool
	}{
		{"gpt-4o", nil, 2.5, true},
		{"gpt-4o-2024-08-06", nil, 2.5, true},
		{"gpt-4o-mini", nil, 0.15, true},
		{"gpt-4o-mini-2024-07-18", nil, 0.15, true},
		{"gpt-4o-audio-preview", nil, 0, false},
		{"gpt-4o1", nil, 0, false},
		{"openai/GPT-4.1-nano", nil, 0.1, true},
		{"o4-mini-2025-04-16", nil, 1.1, true},
		{"models/gemini-2.5-flash", nil, 0.3, true},
		{"gemini-2.5-flash-lite", nil, 0.1, true},
		{"gemini-2.0-flash-001", nil, 0.1, true},
		{"claude-3-5-sonnet-latest", nil, 3, true},
		{"claude-opus-4-20250514", nil, 15, true},
		{"claude-opus-4-5-20251101", nil, 5, true},
		{"claude-opus-4-9", nil, 0, false},
		{"anthropic/claude-sonnet-4.5", nil, 3, true},
		{"gpt-4o", edited, 1, true},
		{"gpt-4o-2024-08-06", edited, 1, true},
		{"gpt-4o-mini", edited, 0.15, true},
		{"local", edited, 0, true},
		{"smollm2", edited, 0, false},
		{"ollama/gpt-4o", nil, 0, false},
		{"lmstudio/openai/gpt-4o", nil, 0, false},
		{"llama.cpp/gpt-4o", nil, 0, false},
		{"ollama/local", edited, 0, true},
		{"", nil, 0, false},
	} {
		p, ok := memory.PriceOf(c.model, c.edited)
		require.Equal(t, c.ok, ok, c.model)
		require.Equal(t, c.input, p.Input, c.model)
	}
}

func TestWindowOf(t *testing.T) {
	for model, want := range map[string]int{
		"gpt-4":                       8192,
		"gpt-4o-mini-2024-07-18":      128000,
		"openai/GPT-4.1-nano":         1047576,
		"anthropic/claude-sonnet-4.5": 200000,
		"models/gemini-2.5-flash":     1048576,
		"gpt-5.5":                     0, // known by its price alone
		"ollama/gpt-4o":               0,
		"SmolLM2-135M-Instruct.Q8_0":  0,
		"":                            0,
	} {
		require.Equal(t, want, memory.WindowOf(model), model)
	}
}

func TestCost(t *testing.T) {
	p := memory.Price{Input: 2, Cached: 0.5, Output: 8}
	require.InDelta(t, 0.0028, memory.Cost(p, 1000, 0, 100), 1e-12)
	require.InDelta(t, 0.0013, memory.Cost(p, 1000, 1000, 100), 1e-12)
	require.InDelta(t, 0.0013, memory.Cost(p, 1000, 5000, 100), 1e-12, "no more is cached than was sent")
	p.Cached = 0
	require.InDelta(t, 0.0028, memory.Cost(p, 1000, 1000, 100), 1e-12, "no price for cached tokens: no discount")
}

func TestPredict(t *testing.T) {
	price := memory.Price{Input: 1, Output: 0}
	in := memory.Forecast{Policy: memory.Seed(), Price: price, Condenser: price, Prefix: 100, Messages: 1000, Question: 100, Answer: 100, Turns: 1}
	out := memory.Predict(in)
	require.Equal(t, memory.Prediction{Plain: 0.0012, Condensed: 0.0012, PlainTokens: 1200, CondensedTokens: 1200}, out, "nothing is due yet")

	in.Turns = 2 // the second is asked with 1,200 tokens of messages, which become 80
	out = memory.Predict(in)
	require.InDelta(t, 0.0012+0.0014, out.Plain, 1e-9)
	require.Equal(t, 1, out.Calls)
	require.InDelta(t, 0.0016, out.Condensing, 1e-9)
	require.InDelta(t, 0.0012+0.00028+0.0016, out.Condensed, 1e-9)
	require.Equal(t, 280, out.CondensedTokens)

	in.Turns = 100
	out = memory.Predict(in)
	require.Less(t, out.Condensed, out.Plain/5, "in the long run condensing is cheaper")
	require.Less(t, out.CondensedTokens, 1500)

	// A cache makes what stays the same cheap, and condensing changes it.
	in.Price.Cached = 0.1
	cached := memory.Predict(in)
	require.Less(t, cached.Plain, out.Plain/5)
	require.Equal(t, out.Condensing, cached.Condensing)
	in.CacheFrom = 1 << 30
	require.Equal(t, out.Plain, memory.Predict(in).Plain, "too short to be kept")
	in.CacheFrom, in.Turns, in.Cached = 500, 1, 1100
	require.InDelta(t, 0.00011+0.0001, memory.Predict(in).Plain, 1e-9, "what the provider still has from the last turn")

	// After condensing only the instructions are what they were.
	in = memory.Forecast{Policy: memory.Seed(), Price: memory.Price{Input: 1, Cached: 0.1}, Prefix: 100, Messages: 1200, Question: 100, Turns: 1, Cached: 1300, CacheFrom: 1}
	require.InDelta(t, 180e-6+10e-6, memory.Predict(in).Condensed, 1e-12)
	in.Summaries = 300 // and the summaries that were there, unless they are merged
	require.InDelta(t, 180e-6+40e-6, memory.Predict(in).Condensed, 1e-12)
	in.Summaries = 400
	require.InDelta(t, 300e-6+10e-6, memory.Predict(in).Condensed, 1e-12)

	// What is kept whole costs more.
	in = memory.Forecast{Policy: memory.Policy{Threshold: 1200, KeepLast: 4}, Price: price, Prefix: 100, Messages: 1200, Question: 100, Answer: 100, Turns: 1}
	require.Equal(t, 100+60+400+100, memory.Predict(in).CondensedTokens)
	in.Policy.Tiered = true
	require.Equal(t, 100+60+1000+100, memory.Predict(in).CondensedTokens)
}
