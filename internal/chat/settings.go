package chat

import "burrow/internal/fault"

// Settings decide how a conversation is answered. There are three layers, the
// server's, the user's and the session's; what a layer leaves nil is the lower
// one's to say.
type Settings struct {
	// Model is the name that the provider knows it by.
	Model *string `json:"model,omitempty"`
	// Instructions go before every conversation, as the system's message.
	Instructions *string  `json:"instructions,omitempty"`
	Temperature  *float64 `json:"temperature,omitempty"`
	// Threshold is how many tokens a conversation may have before its older
	// part is condensed.
	Threshold *int `json:"threshold,omitempty"`
	// MaxMessages is how many earlier messages go with a question.
	MaxMessages *int `json:"maxMessages,omitempty"`
	// MaxContext is how many tokens a prompt may have. A longer one is not sent.
	MaxContext *int `json:"maxContext,omitempty"`
	// MaxOutput is how many tokens an answer may have.
	MaxOutput *int `json:"maxOutput,omitempty"`
}

// DefaultSettings are the lowest layer. They name no model.
func DefaultSettings() Settings {
	return Settings{
		Instructions: new("You are a helpful assistant. Answer in the language of the question, and say so when you do not know."),
		Temperature:  new(0.1), Threshold: new(1200), MaxMessages: new(100), MaxContext: new(120_000), MaxOutput: new(4000),
	}
}

// Over returns s, with what it leaves open taken from lower.
func (s Settings) Over(lower Settings) Settings {
	return Settings{
		Model:        first(s.Model, lower.Model),
		Instructions: first(s.Instructions, lower.Instructions),
		Temperature:  first(s.Temperature, lower.Temperature),
		Threshold:    first(s.Threshold, lower.Threshold),
		MaxMessages:  first(s.MaxMessages, lower.MaxMessages),
		MaxContext:   first(s.MaxContext, lower.MaxContext),
		MaxOutput:    first(s.MaxOutput, lower.MaxOutput),
	}
}

func first[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

// Check refuses what no setting can be.
func (s Settings) Check() error {
	switch {
	case s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= 2):
		return fault.New(fault.Invalid, "The temperature is between 0 and 2.")
	case s.Threshold != nil && *s.Threshold < 100:
		return fault.New(fault.Invalid, "The threshold is at least 100 tokens.")
	case s.MaxMessages != nil && (*s.MaxMessages < 0 || *s.MaxMessages > 900):
		return fault.New(fault.Invalid, "Between 0 and 900 earlier messages go along.")
	case s.MaxContext != nil && *s.MaxContext < 100:
		return fault.New(fault.Invalid, "A prompt may have at least 100 tokens.")
	case s.MaxOutput != nil && *s.MaxOutput < 1:
		return fault.New(fault.Invalid, "An answer may have at least one token.")
	}
	return nil
}
