package turn

import (
	"context"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// The text of an answer that still comes is kept after firstSave, so that a tab
// closed at once leaves something, and then every saveEvery.
const (
	firstSave = 200 * time.Millisecond
	saveEvery = time.Second
)

// continueWords ask a model to go on with an answer that broke off. A trailing
// message of the assistant would do for some servers; others begin anew.
const continueWords = "Your last answer was cut off. Continue it exactly where it stopped, without repeating anything and without an introduction."

// answer asks the model, unless that has been done and paid for.
func (r *run) answer(ctx context.Context) (node, error) {
	if len(r.replies) <= r.state.Round {
		if !r.row.opened {
			if err := r.open(ctx); err != nil {
				return done, err
			}
		}
		r.row.opened = false
		r.emit(wire.StartedEvent{Session: r.session.UID, Question: r.state.Question, Message: r.state.Answer, Model: r.state.Model, Text: r.draft.String()})
		r.tellFell()
		if err := r.ask(ctx); r.falls(ctx, err) {
			return gathering, nil
		} else if err != nil {
			return done, err
		}
	}
	last := r.replies[r.state.Round]
	if r.at() != answer {
		r.mark(answer)
	}
	if len(last.Calls) > 0 {
		return tools, nil
	}
	return verifying, nil
}

// ask streams the model's reply into the answer, and keeps how it ended.
func (r *run) ask(ctx context.Context) error {
	// What stands after the last reply is one that broke off, and goes on.
	from := 0
	if len(r.replies) > 0 {
		from = r.replies[len(r.replies)-1].To
	}
	stopSaving := r.saveWhileItComes(ctx)
	got, err := r.stream(ctx, from)
	stopSaving()
	if err == nil && len(got.ToolCalls) == 0 && strings.TrimSpace(r.draft.String()) == "" {
		err = silence(got)
	}
	if err != nil {
		if got.Usage != nil {
			r.meta.Usage = got.Usage
		}
		return err
	}
	timings := *r.meta.Timings
	timings.Total = r.elapsed()
	r.meta.Timings = &timings
	kept := reply{Finish: got.Finish, Model: got.Model, Usage: got.Usage, Attempts: got.Attempts, Calls: got.ToolCalls,
		From: from, To: r.draft.len(), Timings: &timings}
	r.replies = append(r.replies, kept)
	// From here on the call is paid for. An answer that needs no tools is recorded
	// at once, in the commit that would keep this.
	if len(kept.Calls) > 0 {
		return r.keepReply(context.WithoutCancel(ctx), kept)
	}
	return nil
}

// silence is the error of a model that ended without a word to the reader.
func silence(got llm.Reply) error {
	if got.Finish == "length" {
		return fault.New(fault.Upstream, "The model used up its answer before it wrote a word of it. Allow longer answers in the settings, or choose another model.")
	}
	return fault.New(fault.Upstream, "The model returned an empty answer. Try again, or choose another model.")
}

func (r *run) keepReply(ctx context.Context, kept reply) error {
	text := r.draft.String()
	return r.commit(ctx, r.now(), func(ctx context.Context) error {
		if err := r.Store.AddWrite(ctx, r.last.UID, store.Write{Task: replyTask, Sequence: r.state.Round, Channel: replyChannel, Value: encode(kept)}); err != nil {
			return err
		}
		_, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Content: &text, Metadata: encode(r.meta)}, r.now())
		return err
	})
}

// stream has the model write.
func (r *run) stream(ctx context.Context, from int) (llm.Reply, error) {
	got, err := r.who.Model.Stream(ctx, r.request(from), llm.Observer{Delta: r.take, Retry: r.retrying, Progress: func(p llm.Progress) {
		r.emit(wire.ReadingEvent{What: p.What, Done: p.Done, Of: p.Of})
	}})
	if len(got.Sources) > 0 {
		r.meta.Sources, r.prompt.Whole = got.Sources, 0
	}
	if r.who.Rung == chat.NoRung {
		r.meta.Sent, r.state.Sent, r.meta.Length = nil, nil, "" // nothing was sent, nobody asked
	}
	return got, err
}

// falls says whether the next one on the ladder answers: this one cannot be reached, or has
// no model after all, and there is nothing of an answer.
func (r *run) falls(ctx context.Context, err error) bool {
	next := r.who.Otherwise
	if err == nil || ctx.Err() != nil || next == nil || r.draft.len() > 0 || len(r.replies) > 0 {
		return false
	}
	known := fault.From(err)
	if !known.Unreachable && known.Code != fault.NoModel {
		return false
	}
	r.who = *next
	r.who.Fell = strings.TrimSpace(known.Message + " " + next.Fell)
	return true
}

// tellFell says that another one answers than was to.
func (r *run) tellFell() {
	if r.who.Fell == "" {
		return
	}
	r.emit(wire.FellEvent{Message: r.who.Fell, Rung: r.who.Rung, Model: r.who.ModelName()})
}

// request is the prompt with what the turn has added to it: the rounds of tools,
// and an answer that broke off.
func (r *run) request(from int) llm.Request {
	settings := r.who.Settings
	var messages []llm.Message
	for _, m := range r.prompt.Messages {
		messages = append(messages, llm.Message{Role: m.Role, Content: m.Content})
	}
	text := r.draft.String()
	for _, past := range r.replies {
		messages = append(messages, llm.Message{Role: chat.Assistant, Content: text[past.From:past.To], ToolCalls: past.Calls})
		for i, call := range past.Calls {
			messages = append(messages, llm.Message{Role: chat.Tool, Content: past.results[i].Content, ToolCallID: call.ID})
		}
	}
	if partial := text[from:]; partial != "" {
		messages = append(messages, llm.Message{Role: chat.Assistant, Content: partial}, llm.Message{Role: chat.User, Content: continueWords})
	}
	request := llm.Request{Model: r.state.Model, Messages: messages, Temperature: settings.Temperature, MaxOutput: *settings.MaxOutput,
		Asked: llm.Asked{Text: r.material.question.Content, Means: r.material.surely(), Followup: r.material.understood.Followup, Question: r.state.Question, Answer: r.state.Answer, Documents: r.material.attached(), Collections: r.material.collections}}
	if window, known := memory.Window(&settings); known {
		request.MaxOutput = min(request.MaxOutput, max(window-r.prompt.Tokens, 1))
	}
	if r.who.Small {
		// Its window would be full, and a minute gone; tools it does not know.
		request.MaxOutput = min(request.MaxOutput, prompt.SmallOutput)
	}
	for _, t := range r.offeredTools() {
		request.Tools = append(request.Tools, t.Tool)
	}
	return request
}

// take is more text of the model's.
func (r *run) take(d llm.Delta) {
	channel := wire.AnswerText
	if d.Reasoning {
		channel = wire.ReasoningText
	}
	r.draft.add(d)
	if !d.Reasoning && r.meta.Timings.First == 0 {
		r.meta.Timings.First = max(r.elapsed(), 1)
	}
	r.emit(wire.TokenEvent{Channel: channel, Text: d.Text})
}

func (r *run) retrying(attempt int, wait time.Duration, err error) {
	r.emit(wire.RetryingEvent{Attempt: attempt, Wait: wait.Milliseconds(), Message: problemOf(err, answer).Message})
}

// saveWhileItComes keeps the text each second, also while the model is silent,
// until the function it returns is called.
func (r *run) saveWhileItComes(ctx context.Context) (stop func()) {
	ctx = context.WithoutCancel(ctx)
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		timer := time.NewTimer(firstSave)
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
				r.savePartial(ctx)
				timer.Reset(saveEvery)
			case <-ended:
				return
			}
		}
	}()
	return func() { close(ended); <-gone }
}
