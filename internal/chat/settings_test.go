package chat_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// full has a value for every setting, each another than full(other) has.
func full(other bool) chat.Settings {
	pick := func(a, b string) string {
		if other {
			return b
		}
		return a
	}
	n := 100
	if other {
		n = 200
	}
	return chat.Settings{
		Model: new(pick("a", "b")), Instructions: new(pick("Be kind.", "Be brief.")), Temperature: new(float64(n) / 200), Preset: new(chat.Preset(pick("standard", "long"))), Threshold: new(10 * n), KeepLast: new(n / 10),
		Strategy: new(chat.Strategy(pick("simple", "tiered"))), Condense: new(chat.Condensing(pick("idle", "local"))), HelperModel: new(pick("c", "d")),
		Answers: new(chat.Rung(pick("auto", "remote"))), Understanding: new(chat.Understanding(pick("model", "local"))), Checking: new(chat.Checking(pick("model", "off"))), Ask: new(chat.Asking(pick("early", "never"))),
		Identifiers: []string{pick("99-99", "A-999"), "999"}, DayFirst: new(other), Remember: new(!other),
		Prices:      []chat.ModelPrice{{Model: pick("a", "b"), Price: chat.Price{Input: float64(n)}}, {Model: "both", Price: chat.Price{Input: float64(n)}}},
		Sources:     &[]string{pick("sql", "knowledge")},
		MaxMessages: new(n), MaxContext: new(100 * n), MaxOutput: new(n),
	}
}

// The lists have what both layers name, the upper one's first; of all else the upper
// layer counts, where it says something.
func TestAHigherLayerCounts(t *testing.T) {
	upper, lower := full(false), full(true)
	for i := range reflect.TypeFor[chat.Settings]().NumField() {
		name := reflect.TypeFor[chat.Settings]().Field(i).Name
		require.False(t, reflect.ValueOf(upper).Field(i).IsNil(), "%s has a value here", name)
		got := reflect.ValueOf(upper.Over(lower)).Field(i).Interface()
		switch name {
		case "Identifiers":
			require.Equal(t, []string{"99-99", "999", "A-999"}, got)
		case "Prices":
			require.Equal(t, []chat.ModelPrice{upper.Prices[0], upper.Prices[1], lower.Prices[0]}, got, "the price of both is the upper one's")
		default:
			require.Equal(t, reflect.ValueOf(upper).Field(i).Interface(), got, name)
		}
		require.Equal(t, reflect.ValueOf(lower).Field(i).Interface(), reflect.ValueOf(chat.Settings{}.Over(lower)).Field(i).Interface(), name)
		require.Equal(t, reflect.ValueOf(upper).Field(i).Interface(), reflect.ValueOf(upper.Over(chat.Settings{})).Field(i).Interface(), name)
	}
	// The layers are left as they were, whatever room their lists have.
	upper.Identifiers = append(make([]string, 0, 9), "99-99")
	_ = upper.Over(lower)
	require.Equal(t, []string{"99-99", ""}, upper.Identifiers[:2])
}

// A chat's preset counts before numbers for all chats, and its own numbers before its
// preset.
func TestAPresetTakesThePlaceOfNumbersBelow(t *testing.T) {
	user := chat.Settings{Threshold: new(500), KeepLast: new(9)}
	got := chat.Settings{Preset: new(chat.Long)}.Over(user)
	require.Equal(t, chat.Settings{Preset: new(chat.Long)}, got)
	got = chat.Settings{Preset: new(chat.Long), Threshold: new(700)}.Over(user)
	require.Equal(t, chat.Settings{Preset: new(chat.Long), Threshold: new(700)}, got)
	got = chat.Settings{Threshold: new(700)}.Over(chat.Settings{Preset: new(chat.Long)}).Over(user)
	require.Equal(t, chat.Settings{Preset: new(chat.Long), Threshold: new(700)}, got)
}

func TestTheDefaultsMakeSense(t *testing.T) {
	s := chat.DefaultSettings()
	require.NoError(t, s.Check())
	require.Nil(t, s.Model)
	require.Nil(t, s.Threshold, "it depends on the model")
	require.Nil(t, s.KeepLast, "it depends on the model")
	// Everything else that a turn reads without asking is there.
	for _, name := range []string{"Instructions", "Temperature", "Strategy", "Condense", "Answers", "Understanding", "Ask", "Remember", "MaxMessages", "MaxContext", "MaxOutput"} {
		require.False(t, reflect.ValueOf(s).FieldByName(name).IsNil(), name)
	}
	require.NoError(t, full(false).Check())
	require.NoError(t, full(true).Check())
	require.NoError(t, chat.Settings{}.Check(), "a layer may say nothing")
}

func TestSettingsThatMakeNoSenseAreRefused(t *testing.T) {
	price := func(model string, p chat.Price) chat.Settings {
		return chat.Settings{Prices: []chat.ModelPrice{{Model: model, Price: p}}}
	}
	patterns := func(n int) (out chat.Settings) {
		for range n {
			out.Identifiers = append(out.Identifiers, "999")
		}
		return out
	}
	prices := func(n int) (out chat.Settings) {
		out.Prices = make([]chat.ModelPrice, n)
		for i := range out.Prices {
			out.Prices[i].Model = "m"
		}
		return out
	}
	for name, test := range map[string]struct {
		good, bad []chat.Settings
		about     string
	}{
		"temperature": {
			[]chat.Settings{{Temperature: new(0.0)}, {Temperature: new(2.0)}},
			[]chat.Settings{{Temperature: new(-0.01)}, {Temperature: new(2.01)}, {Temperature: new(math.NaN())}, {Temperature: new(math.Inf(1))}}, "temperature"},
		"preset":        {[]chat.Settings{{Preset: new(chat.Compact)}, {Preset: new(chat.Standard)}, {Preset: new(chat.Long)}}, []chat.Settings{{Preset: new(chat.Preset("roomy"))}}, "memory"},
		"threshold":     {[]chat.Settings{{Threshold: new(100)}}, []chat.Settings{{Threshold: new(99)}, {Threshold: new(-1)}}, "threshold"},
		"last messages": {[]chat.Settings{{KeepLast: new(0)}, {KeepLast: new(100)}}, []chat.Settings{{KeepLast: new(-1)}, {KeepLast: new(101)}}, "last messages"},
		"strategy":      {[]chat.Settings{{Strategy: new(chat.Simple)}, {Strategy: new(chat.Tiered)}}, []chat.Settings{{Strategy: new(chat.Strategy(""))}, {Strategy: new(chat.Strategy("other"))}}, "strategy"},
		"condensing":    {[]chat.Settings{{Condense: new(chat.CondenseIdle)}, {Condense: new(chat.CondenseLocal)}, {Condense: new(chat.CondenseOff)}}, []chat.Settings{{Condense: new(chat.Condensing("on"))}}, "Condensing"},
		"answers": {
			[]chat.Settings{{Answers: new(chat.AnyRung)}, {Answers: new(chat.RemoteRung)}, {Answers: new(chat.MachineRung)}, {Answers: new(chat.BrowserRung)}, {Answers: new(chat.NoRung)}},
			[]chat.Settings{{Answers: new(chat.Rung("me"))}, {Answers: new(chat.Rung(""))}}, "Who answers"},
		"understanding": {[]chat.Settings{{Understanding: new(chat.UnderstandingModel)}, {Understanding: new(chat.UnderstandingLocal)}}, []chat.Settings{{Understanding: new(chat.Understanding("no"))}}, "understood"},
		"checking":      {[]chat.Settings{{Checking: new(chat.CheckModel)}, {Checking: new(chat.CheckLocal)}, {Checking: new(chat.CheckOff)}}, []chat.Settings{{Checking: new(chat.Checking("on"))}}, "checked"},
		"asking": {
			[]chat.Settings{{Ask: new(chat.AskNever)}, {Ask: new(chat.AskRarely)}, {Ask: new(chat.AskNormally)}, {Ask: new(chat.AskEarly)}},
			[]chat.Settings{{Ask: new(chat.Asking("often"))}, {Ask: new(chat.Asking(""))}}, "Asking back"},
		"identifiers": {
			[]chat.Settings{{Identifiers: []string{"999", "A-9 9", strings.Repeat("9", 40)}}, patterns(20)},
			[]chat.Settings{{Identifiers: []string{"99"}}, {Identifiers: []string{"999", "AAA"}}, {Identifiers: []string{" 999"}}, {Identifiers: []string{"9\n99"}}, {Identifiers: []string{"9\t99"}},
				{Identifiers: []string{strings.Repeat("9", 41)}}, patterns(21)}, "pattern"},
		"prices": {
			[]chat.Settings{price("m", chat.Price{}), price("m", chat.Price{Input: 1e6, Cached: 1e6, Output: 1e6}), price(strings.Repeat("m", 200), chat.Price{}), prices(200)},
			[]chat.Settings{price("m", chat.Price{Input: -1}), price("m", chat.Price{Cached: math.NaN()}), price("m", chat.Price{Output: 1e6 + 1}), price("", chat.Price{}),
				price(strings.Repeat("m", 201), chat.Price{}), prices(201)}, "price"},
		"messages": {[]chat.Settings{{MaxMessages: new(0)}, {MaxMessages: new(900)}}, []chat.Settings{{MaxMessages: new(-1)}, {MaxMessages: new(901)}}, "earlier messages"},
		"context":  {[]chat.Settings{{MaxContext: new(100)}}, []chat.Settings{{MaxContext: new(99)}}, "prompt"},
		"output":   {[]chat.Settings{{MaxOutput: new(1)}}, []chat.Settings{{MaxOutput: new(0)}}, "answer"},
	} {
		for _, s := range test.good {
			require.NoError(t, s.Check(), name)
		}
		for _, s := range test.bad {
			err := s.Check()
			require.ErrorIs(t, err, fault.Invalid, name)
			require.Contains(t, fault.From(err).Message, test.about)
		}
	}
}

// Who wants to be asked sooner is asked at a lower ambiguity.
func TestAskingSoonerIsALowerBorder(t *testing.T) {
	require.Greater(t, chat.AskNever.Above(), 1.0)
	require.Less(t, chat.AskRarely.Above(), 1.0)
	require.Greater(t, chat.AskRarely.Above(), chat.AskNormally.Above())
	require.Greater(t, chat.AskNormally.Above(), chat.AskEarly.Above())
	require.Positive(t, chat.AskEarly.Above())
}

func TestRawJSONIsCarriedAsItIs(t *testing.T) {
	type carrier struct {
		Value chat.RawJSON `json:"value"`
	}
	for _, text := range []string{`{"value":{"a":[1,"x"]}}`, `{"value":null}`, `{"value":"text"}`} {
		var c carrier
		require.NoError(t, json.Unmarshal([]byte(text), &c))
		out, err := json.Marshal(c)
		require.NoError(t, err)
		require.JSONEq(t, text, string(out))
	}
	out, err := json.Marshal(carrier{})
	require.NoError(t, err)
	require.Equal(t, `{"value":null}`, string(out), "nil is null")
	// It keeps a copy: what is read next must not change it.
	read := []byte(`7`)
	var raw chat.RawJSON
	require.NoError(t, raw.UnmarshalJSON(read))
	read[0] = '8'
	require.Equal(t, "7", string(raw))
}

func TestLengths(t *testing.T) {
	for length, known := range map[chat.Length]bool{"": true, chat.Shorter: true, chat.Longer: true, "short": false} {
		require.Equal(t, known, length.Known(), length)
	}
}
