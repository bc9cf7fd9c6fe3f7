package llm

import (
	"context"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// Model answers. *Client is one; another searches the chats where there is none.
type Model interface {
	Stream(ctx context.Context, r Request, o Observer) (Reply, error)
}

// Answerer is who answers a question, and how: a rung of the ladder.
type Answerer struct {
	Model Model
	// Provider is its name for the reader, Rung its kind.
	Provider string
	Rung     chat.Rung
	// Small says that the model is slow to read: its prompt has few tokens, it gets
	// no tools, and it is asked for nothing but answers.
	Small bool
	// Fell is why a better one does not answer, as a sentence.
	Fell string
	// Otherwise answers if this one cannot be reached. It may be nil.
	Otherwise *Answerer
	// Settings are complete but for the model, which a server may choose.
	Settings chat.Settings
}

// ModelName is the model that is asked, "" if the server chooses.
func (a Answerer) ModelName() string {
	if a.Settings.Model == nil {
		return ""
	}
	return *a.Settings.Model
}

// HelperName is the model for what is not an answer.
func (a Answerer) HelperName() string {
	if helper := a.Settings.HelperModel; helper != nil && *helper != "" {
		return *helper
	}
	return a.ModelName()
}

// Helps reports whether the model is also asked for other things than answers.
func (a Answerer) Helps() bool { return a.Model != nil && !a.Small }

// maxHelp is the most text that is taken of a helper's answer.
const maxHelp = 1 << 20

// errTalkative ends a helper's answer that does not end.
var errTalkative = fault.New(fault.Upstream, "The model's answer was far too long.")

// Help asks for something that is no answer to the user, with at most limit tokens.
// schema may be nil.
func (a Answerer) Help(ctx context.Context, system, user string, limit int, schema *Schema) (Reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	size := 0
	got, err := a.Model.Stream(ctx, Request{
		Model: a.HelperName(), MaxOutput: limit, Temperature: new(0.0), Schema: schema,
		Messages: []Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: user}},
	}, Observer{
		Delta: func(d Delta) {
			if size += len(d.Text); size > maxHelp {
				cancel(errTalkative)
			}
		},
		Retry: func(int, time.Duration, error) {},
	})
	if size > maxHelp {
		return got, errTalkative
	}
	return got, err
}
