package turn

import (
	"context"
	"time"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/llm"
)

// Tool is a function that the model may call.
type Tool struct {
	llm.Tool
	// Limit is how long a call may take, a minute if zero.
	Limit time.Duration
	// Run does the work. The arguments come from a model and are not trusted to
	// be JSON. An error is told to the model as its sentence, and the turn goes
	// on. What it asks of a model is asked once: retries are made here.
	Run func(ctx context.Context, arguments string) (ToolOutput, error)
}

// ToolOutput is what a tool has to say: Text to the model, the rest to the reader.
type ToolOutput struct {
	Text    string
	Sources []chat.Source
	Receipt []chat.ReceiptLine
	Card    *chat.Card
	Data    chat.RawJSON
}

// gathered is what is kept of it for the reader, nil if there is nothing.
func (o ToolOutput) gathered(name string, took int64) *chat.Gathered {
	if !json.Valid(string(o.Data)) {
		o.Data = nil
	}
	if o.Receipt == nil && o.Card == nil && o.Data == nil {
		return nil
	}
	out := &chat.Gathered{From: name, Label: name, Took: took, Receipt: o.Receipt, Card: o.Card, Data: o.Data}
	gather.Show(out, gather.MostShown)
	return out
}
