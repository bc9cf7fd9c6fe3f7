package chat

import (
	"slices"
	"strings"

	"burrow/internal/fault"
)

// Settings decide how a conversation is answered. There are three layers: the
// server's, the user's and the session's. What a layer leaves nil comes from the one
// below.
type Settings struct {
	// Model is the name that the provider knows it by.
	Model *string `json:"model,omitempty"`
	// Instructions go before every conversation, as the system's message.
	Instructions *string  `json:"instructions,omitempty"`
	Temperature  *float64 `json:"temperature,omitempty"`
	// Preset says how much of a conversation goes along: what a layer leaves open of
	// Threshold and KeepLast is that of its preset. Without one it depends on the
	// model, see package memory.
	Preset *Preset `json:"preset,omitempty"`
	// Threshold is how many tokens a conversation may have before its older
	// part is condensed.
	Threshold *int `json:"threshold,omitempty"`
	// KeepLast is how many of the last messages are never condensed.
	KeepLast *int `json:"keepLast,omitempty"`
	// Strategy is how a long conversation is kept within its threshold.
	Strategy *Strategy `json:"strategy,omitempty"`
	// Condense says who condenses, and whether.
	Condense *Condensing `json:"condense,omitempty"`
	// HelperModel makes summaries and names; without one, Model does.
	HelperModel *string `json:"helperModel,omitempty"`
	// Answers says who answers: the best one available, or one kind.
	Answers *Rung `json:"answers,omitempty"`
	// Understanding says who reads a question before it is answered.
	Understanding *Understanding `json:"understanding,omitempty"`
	// Checking says how answers are checked against the documents they cite.
	Checking *Checking `json:"checking,omitempty"`
	// Ask is how soon the user is asked what a question means.
	Ask *Asking `json:"ask,omitempty"`
	// Identifiers are patterns of names that are numbers: 9 stands for a digit, A
	// for a letter, everything else for itself.
	Identifiers []string `json:"identifiers,omitempty"`
	// DayFirst reads 12/3/24 as the 12th of March. Without it the browser or the
	// system says what is usual.
	DayFirst *bool `json:"dayFirst,omitempty"`
	// Remember lets conversations use what others have said: preferences, and what
	// was named.
	Remember *bool `json:"remember,omitempty"`
	// Prices override the list prices.
	Prices []ModelPrice `json:"prices,omitempty"`
	// Sources are the names of what is asked beside the chat itself: databases, documents.
	// Nil means all that are not optional.
	Sources *[]string `json:"sources,omitempty"`
	// MaxMessages is how many earlier messages go with a question.
	MaxMessages *int `json:"maxMessages,omitempty"`
	// MaxContext is how many tokens a prompt may have. A longer one is not sent.
	MaxContext *int `json:"maxContext,omitempty"`
	// MaxOutput is how many tokens an answer may have.
	MaxOutput *int `json:"maxOutput,omitempty"`
}

// MostKept is the most messages that can be kept from condensing.
const MostKept = 100

// DefaultMaxContext is the limit of a prompt where nobody has set one.
const DefaultMaxContext = 120_000

// DefaultSettings are the lowest layer. They name no model, and leave open what
// depends on it: Threshold and KeepLast.
func DefaultSettings() Settings {
	return Settings{
		Instructions: new("You are a helpful assistant. Answer in the language of the question, and say so when you do not know."),
		Temperature:  new(0.1), Strategy: new(Simple), Condense: new(CondenseIdle),
		Answers: new(AnyRung), Understanding: new(UnderstandingModel), Checking: new(CheckModel), Ask: new(AskNormally), Remember: new(true), MaxMessages: new(100), MaxContext: new(DefaultMaxContext), MaxOutput: new(4000),
	}
}

// Over returns s, with what it leaves open taken from lower.
func (s Settings) Over(lower Settings) Settings {
	if s.Preset != nil {
		lower.Threshold, lower.KeepLast = nil, nil // numbers of a lower layer do not change a preset
	}
	return Settings{
		Preset:        first(s.Preset, lower.Preset),
		Answers:       first(s.Answers, lower.Answers),
		Understanding: first(s.Understanding, lower.Understanding),
		Checking:      first(s.Checking, lower.Checking),
		Ask:           first(s.Ask, lower.Ask),
		Identifiers:   both(s.Identifiers, lower.Identifiers),
		DayFirst:      first(s.DayFirst, lower.DayFirst),
		Remember:      first(s.Remember, lower.Remember),
		Model:         first(s.Model, lower.Model),
		Instructions:  first(s.Instructions, lower.Instructions),
		Temperature:   first(s.Temperature, lower.Temperature),
		Threshold:     first(s.Threshold, lower.Threshold),
		KeepLast:      first(s.KeepLast, lower.KeepLast),
		Strategy:      first(s.Strategy, lower.Strategy),
		Condense:      first(s.Condense, lower.Condense),
		HelperModel:   first(s.HelperModel, lower.HelperModel),
		Prices:        prices(s.Prices, lower.Prices),
		Sources:       first(s.Sources, lower.Sources),
		MaxMessages:   first(s.MaxMessages, lower.MaxMessages),
		MaxContext:    first(s.MaxContext, lower.MaxContext),
		MaxOutput:     first(s.MaxOutput, lower.MaxOutput),
	}
}

// prices has those of both, the upper ones first.
func prices(upper, lower []ModelPrice) []ModelPrice {
	out := upper
	for _, p := range lower {
		if !slices.ContainsFunc(upper, func(u ModelPrice) bool { return u.Model == p.Model }) {
			out = append(out[:len(out):len(out)], p)
		}
	}
	return out
}

// both has what either names, once.
func both(upper, lower []string) []string {
	out := upper
	for _, p := range lower {
		if !slices.Contains(upper, p) {
			out = append(out[:len(out):len(out)], p)
		}
	}
	return out
}

func first[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

// Check refuses settings that make no sense.
func (s Settings) Check() error {
	switch {
	case s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= 2):
		return fault.New(fault.Invalid, "The temperature must be between 0 and 2.")
	case s.Preset != nil && *s.Preset != Compact && *s.Preset != Standard && *s.Preset != Long:
		return fault.New(fault.Invalid, "The memory must be compact, standard or long.")
	case s.Threshold != nil && *s.Threshold < 100:
		return fault.New(fault.Invalid, "The threshold must be at least 100 tokens.")
	case s.KeepLast != nil && (*s.KeepLast < 0 || *s.KeepLast > MostKept):
		return fault.New(fault.Invalid, "The last messages to keep must be between 0 and 100.")
	case s.Strategy != nil && *s.Strategy != Simple && *s.Strategy != Tiered:
		return fault.New(fault.Invalid, "The strategy must be simple or tiered.")
	case s.Condense != nil && *s.Condense != CondenseIdle && *s.Condense != CondenseLocal && *s.Condense != CondenseOff:
		return fault.New(fault.Invalid, "Condensing must be idle, local or off.")
	case s.Answers != nil && !slices.Contains([]Rung{AnyRung, RemoteRung, MachineRung, BrowserRung, NoRung}, *s.Answers):
		return fault.New(fault.Invalid, "Who answers must be auto, remote, machine, browser or none.")
	case s.Understanding != nil && *s.Understanding != UnderstandingModel && *s.Understanding != UnderstandingLocal:
		return fault.New(fault.Invalid, "Questions must be understood with a model's help or locally.")
	case s.Checking != nil && *s.Checking != CheckModel && *s.Checking != CheckLocal && *s.Checking != CheckOff:
		return fault.New(fault.Invalid, "Answers must be checked with a model's help, locally or not at all.")
	case s.Ask != nil && s.Ask.Above() == 0:
		return fault.New(fault.Invalid, "Asking back must be never, rarely, normal or early.")
	case len(s.Identifiers) > maxIdentifiers || slices.ContainsFunc(s.Identifiers, func(p string) bool { return !patternOK(p) }):
		return fault.New(fault.Invalid, "A pattern of identifiers must have 3 to {most} characters, with a 9 for each digit and an A for each letter, such as 99-99-999. There can be at most {patterns}.", "most", maxPattern, "patterns", maxIdentifiers)
	case len(s.Prices) > maxPrices || !sound(s.Prices):
		return fault.New(fault.Invalid, "A price must be 0 or more dollars per million tokens, for at most {most} models.", "most", maxPrices)
	case s.Sources != nil && (len(*s.Sources) > maxSources || slices.ContainsFunc(*s.Sources, func(name string) bool { return name == "" || len(name) > maxSourceName })):
		return fault.New(fault.Invalid, "A chat can have at most {most} sources, each with a name.", "most", maxSources)
	case s.MaxMessages != nil && (*s.MaxMessages < 0 || *s.MaxMessages > 900):
		return fault.New(fault.Invalid, "The earlier messages to send must be between 0 and 900.")
	case s.MaxContext != nil && *s.MaxContext < 100:
		return fault.New(fault.Invalid, "The maximum prompt length must be at least 100 tokens.")
	case s.MaxOutput != nil && *s.MaxOutput < 1:
		return fault.New(fault.Invalid, "The maximum answer length must be at least one token.")
	}
	return nil
}

// Understanding is who reads a question first.
type Understanding string

// The ways.
const (
	// UnderstandingModel asks a model where rules are not sure.
	UnderstandingModel Understanding = "model"
	// UnderstandingLocal never does.
	UnderstandingLocal Understanding = "local"
)

// Checking is how an answer is held against the documents it cites.
type Checking string

// The ways.
const (
	// CheckModel has a model read them again, beside what CheckLocal does.
	CheckModel Checking = "model"
	// CheckLocal compares amounts, dates and names.
	CheckLocal Checking = "local"
	CheckOff   Checking = "off"
)

// Asking is how soon the user is asked what a question means.
type Asking string

// The steps, from never to soon.
const (
	AskNever    Asking = "never"
	AskRarely   Asking = "rarely"
	AskNormally Asking = "normal"
	AskEarly    Asking = "early"
)

// Above is the ambiguity from which the user may be asked, between 0 and 1, above
// 1 for never; 0 if there is no such step.
func (a Asking) Above() float64 {
	switch a {
	case AskNever:
		return 2
	case AskRarely:
		return 0.85
	case AskNormally:
		return 0.7
	case AskEarly:
		return 0.5
	}
	return 0
}

const (
	maxIdentifiers = 20
	maxPattern     = 40
	maxSources     = 20
	maxSourceName  = 200
)

// patternOK is true of a pattern that stands for something that can be told from
// words.
func patternOK(p string) bool {
	return len(p) >= 3 && len(p) <= maxPattern && strings.Contains(p, "9") && strings.TrimSpace(p) == p && !strings.ContainsAny(p, "\n\t")
}

// Preset is how much of a conversation goes along with a question.
type Preset string

// The presets. Package memory knows their numbers.
const (
	Compact  Preset = "compact"
	Standard Preset = "standard"
	Long     Preset = "long"
)

// Strategy is how a long conversation is kept within its threshold.
type Strategy string

// The strategies.
const (
	// Simple condenses all but the last messages when the threshold is crossed.
	Simple Strategy = "simple"
	// Tiered keeps the last ten messages whole, summaries of the forty before,
	// and one summary of all that is older.
	Tiered Strategy = "tiered"
)

// Condensing is who condenses.
type Condensing string

// The ways.
const (
	// CondenseIdle lets a model condense after an answer, when nobody waits.
	CondenseIdle Condensing = "idle"
	// CondenseLocal condenses without a model.
	CondenseLocal Condensing = "local"
	// CondenseOff never condenses by itself.
	CondenseOff Condensing = "off"
)

// Price is what a model costs, in US dollars for a million tokens.
type Price struct {
	Input float64 `json:"input"`
	// Cached is the price of what the provider has read before.
	Cached float64 `json:"cached"`
	Output float64 `json:"output"`
}

// ModelPrice is the price of a model.
type ModelPrice struct {
	Model string `json:"model"`
	Price Price  `json:"price"`
}

const maxPrices = 200

func sound(prices []ModelPrice) bool {
	for _, p := range prices {
		for _, dollars := range []float64{p.Price.Input, p.Price.Cached, p.Price.Output} {
			// Written so that NaN fails it.
			if !(dollars >= 0 && dollars <= 1e6) || p.Model == "" || len(p.Model) > 200 {
				return false
			}
		}
	}
	return true
}
