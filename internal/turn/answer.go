package turn

import (
	"context"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// reply is how a call of the model ended, as its pending write keeps it. The text
// itself is in the answer's row, from From up to To.
type reply struct {
	Finish   string         `json:"finish,omitempty"`
	Model    string         `json:"model,omitempty"`
	Usage    *chat.Usage    `json:"usage,omitempty"`
	Attempts int            `json:"attempts,omitempty"`
	Calls    []llm.ToolCall `json:"calls,omitempty"`
	From     int            `json:"from"`
	To       int            `json:"to"`
	Timings  *chat.Timings  `json:"timings,omitempty"`
	// results answer the calls, in their order; they are writes of their own.
	results []toolResult
}

// The tasks and channels of pending writes.
const (
	replyTask    = "answer"
	replyChannel = "reply"
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
		if !r.opened {
			if err := r.open(ctx); err != nil {
				return done, err
			}
		}
		r.opened = false
		r.emit(wire.StartedEvent{Session: r.session.UID, Question: r.state.Question, Message: r.state.Answer, Model: r.state.Model, Text: r.text.String()})
		r.tellFell()
		if err := r.ask(ctx); r.falls(ctx, err) {
			return assemble, nil
		} else if err != nil {
			return done, err
		}
	}
	last := r.replies[r.state.Round]
	if node(r.last.Node) != answer {
		r.mark(answer)
	}
	if len(last.Calls) > 0 {
		return tools, nil
	}
	return record, nil
}

// open keeps the answer's row before the request leaves.
func (r *run) open(ctx context.Context) error {
	now := r.now()
	// The question was counted before it was known who answers.
	question := r.material.question
	count, err := r.countOf(ctx, r.state.Model, question)
	if err != nil {
		return err
	}
	if r.meta.Timings == nil || r.state.Round == 0 {
		r.meta.Timings = &chat.Timings{Local: r.elapsed()}
	}
	r.meta.Model, r.meta.Provider, r.meta.Rung, r.meta.Fell, r.meta.Problem = r.state.Model, r.who.Provider, r.who.Rung, r.who.Fell, nil
	err = r.commit(ctx, now, func(ctx context.Context) error {
		if encoding, _ := r.Encoding(r.state.Model); question.Encoding != encoding {
			if _, err := r.Store.Update(ctx, question.UID, store.Patch{Tokens: &count, Encoding: &encoding}, now); err != nil {
				return err
			}
		}
		if r.row {
			_, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Status: new(chat.Streaming), Metadata: encode(r.meta)}, now)
			return err
		}
		_, err := r.Store.Append(ctx, r.session.UID, chat.Message{UID: r.state.Answer, Parent: r.state.Question, Role: chat.Assistant,
			Status: chat.Streaming, Metadata: encode(r.meta)}, now)
		return err
	})
	if err != nil {
		return err
	}
	r.row, r.opened = true, true
	return nil
}

func (r *run) elapsed() int64 { return r.Now().Sub(r.began).Milliseconds() }

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
		From: from, To: r.text.Len(), Timings: &timings}
	r.replies = append(r.replies, kept)
	// From here on the call is paid for. An answer that needs no tools is recorded
	// at once, in the commit that would keep this.
	if len(kept.Calls) > 0 {
		return r.keepReply(context.WithoutCancel(ctx), kept)
	}
	return nil
}

func (r *run) keepReply(ctx context.Context, kept reply) error {
	text := r.text.String()
	return r.commit(ctx, r.now(), func(ctx context.Context) error {
		if err := r.Store.AddWrite(ctx, r.last.UID, store.Write{Task: replyTask, Sequence: r.state.Round, Channel: replyChannel, Value: encode(kept)}); err != nil {
			return err
		}
		_, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Content: &text, Metadata: encode(r.meta)}, r.now())
		return err
	})
}

// stream has the model write, or writes what is found where there is none.
func (r *run) stream(ctx context.Context, from int) (got llm.Reply, err error) {
	if r.who.Model != nil {
		return r.who.Model.Stream(ctx, r.request(from), llm.Observer{Delta: r.take, Retry: r.retrying, Progress: func(p llm.Progress) {
			r.emit(wire.ReadingEvent{What: p.What, Done: p.Done, Of: p.Of})
		}})
	}
	text, sources, err := r.lookUp(ctx)
	if err != nil {
		return got, err
	}
	r.meta.Sources, r.meta.Sent, r.state.Sent, r.meta.Length = sources, nil, nil, "" // nothing was sent
	r.take(llm.Delta{Text: text})
	return llm.Reply{Content: text, Finish: "stop"}, nil
}

// falls says whether the next one on the ladder answers: nobody was reached, and
// there is nothing of an answer.
func (r *run) falls(ctx context.Context, err error) bool {
	next := r.who.Otherwise
	if err == nil || ctx.Err() != nil || next == nil || r.text.Len() > 0 || len(r.replies) > 0 || !fault.From(err).Unreachable {
		return false
	}
	reason := fault.From(err).Message
	r.who = *next
	r.who.Fell = reason + " " + next.Fell
	return true
}

// tellFell says that another one answers than was to.
func (r *run) tellFell() {
	if r.who.Fell == "" {
		return
	}
	model := ""
	if r.who.Settings.Model != nil {
		model = *r.who.Settings.Model
	}
	r.emit(wire.FellEvent{Message: r.who.Fell, Rung: r.who.Rung, Model: model})
}

// request is the prompt with what the turn has added to it: the rounds of tools,
// and an answer that broke off.
func (r *run) request(from int) llm.Request {
	settings := r.who.Settings
	messages := append([]llm.Message(nil), r.prompt...)
	text := r.text.String()
	for _, past := range r.replies {
		messages = append(messages, llm.Message{Role: chat.Assistant, Content: text[past.From:past.To], ToolCalls: past.Calls})
		for i, call := range past.Calls {
			messages = append(messages, llm.Message{Role: chat.Tool, Content: past.results[i].Content, ToolCallID: call.ID})
		}
	}
	if partial := text[from:]; partial != "" {
		messages = append(messages, llm.Message{Role: chat.Assistant, Content: partial}, llm.Message{Role: chat.User, Content: continueWords})
	}
	request := llm.Request{Model: r.state.Model, Messages: messages, Temperature: settings.Temperature, MaxOutput: *settings.MaxOutput}
	if r.who.Small {
		// Its window would be full, and a minute gone.
		request.MaxOutput = min(request.MaxOutput, smallOutput)
	}
	for _, t := range r.Tools {
		request.Tools = append(request.Tools, t.Tool)
	}
	return request
}

// take is more text of the model's.
func (r *run) take(d llm.Delta) {
	channel := wire.AnswerText
	r.mu.Lock()
	if d.Reasoning {
		channel = wire.ReasoningText
		r.think.WriteString(d.Text)
	} else {
		if r.meta.Timings.First == 0 {
			r.meta.Timings.First = max(r.elapsed(), 1)
		}
		r.text.WriteString(d.Text)
	}
	r.mu.Unlock()
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

// savePartial keeps the text so far. A failure is no reason to stop: the next
// save, or the record, may succeed.
func (r *run) savePartial(ctx context.Context) {
	r.mu.Lock()
	text, known := r.text.String(), r.saved
	r.mu.Unlock()
	if len(text) == known || !r.row {
		return
	}
	if _, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Content: &text}, r.now()); err != nil {
		r.Log(err)
		return
	}
	r.mu.Lock()
	r.saved = len(text)
	r.mu.Unlock()
}

// record completes the exchange.
func (r *run) record(ctx context.Context) (node, error) {
	// The answer is whole: a stop that comes now comes too late.
	ctx = context.WithoutCancel(ctx)
	last := r.replies[len(r.replies)-1]
	r.meta.Finish, r.meta.Usage, r.meta.Problem, r.meta.Waiting = last.Finish, sumUsage(r.replies), nil, false
	if price, ok := priceOf(r.state.Model, r.who.Settings.Prices); ok && r.meta.Usage != nil {
		u := r.meta.Usage
		r.meta.Cost = memory.Cost(price, u.PromptTokens, u.CachedTokens, u.CompletionTokens)
	}
	r.meta.Cost += r.consultCost()
	if r.meta.Timings == nil {
		r.meta.Timings = last.Timings
	}
	if last.Attempts > 1 {
		r.meta.Attempts = last.Attempts
	}
	r.mark(record)
	patch, learnt := r.patch(ctx, chat.Complete), r.learnt()
	err := r.commit(ctx, r.now(), func(ctx context.Context) error {
		if _, err := r.Store.Update(ctx, r.state.Answer, patch, r.now()); err != nil {
			return err
		}
		if err := r.dequeue(ctx); err != nil {
			return err
		}
		return r.Store.Remember(ctx, r.session.UID, learnt, r.now())
	})
	if err != nil {
		// The answer is here and its question kept: it is shown, and said to be
		// unsaved. What can be kept of it spares a second call.
		r.Log(err)
		r.marks = nil
		if err := r.keepReply(ctx, last); err != nil {
			r.Log(err)
		}
		problem := problemOf(err, record)
		r.unsaved = problem.Message
		r.emit(wire.ProblemEvent{Problem: *problem})
		return done, nil
	}
	r.emit(wire.CompleteEvent{Stats: r.meta})
	r.indexes.forget(r.session.UID, r.material.question.Depth+1)
	r.afterwards()
	return done, nil
}

// sumUsage adds what the calls of a turn used.
func sumUsage(replies []reply) *chat.Usage {
	var sum *chat.Usage
	for _, p := range replies {
		if p.Usage == nil {
			continue
		}
		if sum == nil {
			sum = &chat.Usage{}
		}
		sum.PromptTokens += p.Usage.PromptTokens
		sum.CompletionTokens += p.Usage.CompletionTokens
		sum.CachedTokens += p.Usage.CachedTokens
		sum.ReasoningTokens += p.Usage.ReasoningTokens
	}
	return sum
}
