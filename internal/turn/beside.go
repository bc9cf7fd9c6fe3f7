package turn

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/llm"
)

// saysMore reports whether a model is asked what the documents add to a source's rows. It
// may still say that they add nothing.
func (r *run) saysMore(answered gather.Found) bool {
	if !r.who.Helps() || r.who.Rung == chat.BrowserRung || r.who.Rung == chat.NoRung {
		return false
	}
	var data struct {
		Reading string   `json:"reading"`
		Counts  string   `json:"counts"`
		SQL     string   `json:"sql"`
		Tables  []string `json:"tables"`
	}
	if json.Unmarshal(answered.Gathered.Data, &data) != nil || data.SQL == "" {
		return false
	}
	used := answered.Evidence.Answer + " " + data.Reading + " " + data.Counts + " " + data.SQL + " " + strings.Join(data.Tables, " ")
	return gather.Beyond(r.material.means(), used, r.found.passages)
}

// answerBeside has a source answer, and the model say what the documents add to that.
func (r *run) answerBeside(one gather.Found) {
	r.who.Model = &beside{first: strings.TrimSpace(one.Evidence.Answer), model: r.who.Model}
	r.who.Otherwise = nil
	kept := r.found.passages[:0:0]
	for _, p := range r.found.passages {
		if p.Source != nil && p.Source.Kind == chat.ChunkSource {
			kept = append(kept, p)
		}
	}
	r.found.passages = kept
}

// beside is a model whose answers begin with one that is there already.
type beside struct {
	first string
	model llm.Model
}

const besideWords = "\n\nRows of a database answer this in part. The reader sees them above your answer; you don't have them. Say only what the documents add, with the numbers of their passages. If they add nothing, answer with a single dash."

// Stream gives the first answer, and then what the model adds to it. That it adds nothing,
// or cannot be reached, takes nothing away.
func (b *beside) Stream(ctx context.Context, request llm.Request, o llm.Observer) (llm.Reply, error) {
	messages := append([]llm.Message(nil), request.Messages...)
	begun := false
	for i := range messages {
		if m := &messages[i]; m.Role == chat.Assistant && i > 0 && strings.HasPrefix(m.Content, b.first) && i == len(messages)-2 {
			m.Content, begun = strings.TrimPrefix(m.Content, b.first), true
		}
	}
	question := len(messages) - 1
	if begun {
		question -= 2
	} else {
		o.Delta(llm.Delta{Text: b.first})
	}
	messages[question].Content += besideWords
	request.Messages, request.Tools = messages, nil
	held := ""
	deliver := o.Delta
	o.Delta = func(d llm.Delta) {
		if d.Reasoning || begun {
			deliver(d)
			return
		}
		if held += d.Text; !isDash(held) {
			begun = true
			deliver(llm.Delta{Text: "\n\n" + strings.TrimLeft(held, " \n")})
		}
	}
	got, err := b.model.Stream(ctx, request, o)
	if err != nil && (ctx.Err() != nil || begun) {
		return got, err
	}
	if got.Content = b.first + "\n\n" + strings.TrimSpace(got.Content); err != nil || !begun {
		got.Content, got.Finish, got.ToolCalls = b.first, "stop", nil
	}
	return got, nil
}

// isDash is true of what may still become an answer that says nothing.
func isDash(text string) bool { return strings.Trim(text, " \n-–—.") == "" }
