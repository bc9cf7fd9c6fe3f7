package turn

import (
	"context"
	"errors"
	"time"

	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

const (
	// maxRounds bounds how often the model may ask for tools in a turn, maxCalls
	// how many at a time.
	maxRounds = 8
	maxCalls  = 16
	// maxResult is the most bytes of a tool's result that a model gets.
	maxResult = 256 << 10
	// toolLimit is how long a tool may take if it says nothing.
	toolLimit = time.Minute
)

// toolWaits are the pauses before a tool is tried again.
var toolWaits = []time.Duration{time.Second, 2 * time.Second}

// offeredTools are the ones that the model is told of, and the only ones it can have run.
func (r *run) offeredTools() []Tool {
	if r.who.Small {
		return nil
	}
	return r.Tools
}

// tools runs what the model asked for. Results that are kept already are not
// fetched again.
func (r *run) tools(ctx context.Context) (node, error) {
	last := &r.replies[r.state.Round]
	rounds := maxRounds
	if len(r.offeredTools()) == 0 {
		rounds = 1 // to be told that there are none
	}
	if len(last.Calls) > maxCalls || r.state.Round >= rounds {
		return done, fault.New(fault.Upstream, "The model kept asking for tools, so the answer was stopped.")
	}
	// The step before has an effect to follow: its checkpoint is kept now.
	if len(r.marks) > 0 {
		if err := r.commit(ctx, r.now(), func(context.Context) error { return nil }); err != nil {
			return done, err
		}
	}
	for i := len(last.results); i < len(last.Calls); i++ {
		result, err := r.call(ctx, last.Calls[i])
		if err != nil {
			return done, err
		}
		result.Call = i
		last.results = append(last.results, result)
		if err := r.pay(ctx, toolTask, toolChannel, i, result); err != nil {
			return done, err
		}
	}
	r.cite()
	r.state.Round++
	r.mark(tools)
	return answer, nil
}

// call runs one call. Only the end of the turn itself is an error.
func (r *run) call(ctx context.Context, c llm.ToolCall) (toolResult, error) {
	r.emit(wire.ToolStartEvent{Call: c.ID, Name: c.Name})
	began := r.Now()
	output, err := r.tryTool(ctx, c)
	if ctx.Err() != nil {
		return toolResult{}, ctx.Err()
	}
	took := r.Now().Sub(began).Milliseconds()
	result := toolResult{Content: output.Text, Sources: output.Sources[:min(len(output.Sources), maxNoted)], Gathered: output.gathered(c.Name, took)}
	if err != nil {
		result.Problem = fault.From(err).Message
		result.Content = string(encode(map[string]string{"error": result.Problem}))
		r.Log(err)
	}
	if len(result.Content) > maxResult {
		result.Content = gather.Clip(result.Content, maxResult)
	}
	r.emit(wire.ToolEndEvent{Call: c.ID, Name: c.Name, Problem: result.Problem, Took: took})
	return result, nil
}

func (r *run) tryTool(ctx context.Context, c llm.ToolCall) (none ToolOutput, err error) {
	var tool *Tool
	for _, t := range r.offeredTools() {
		if t.Name == c.Name {
			tool = &t
		}
	}
	if tool == nil {
		return none, fault.New(fault.NotFound, "There is no tool of this name.")
	}
	if !json.Valid(c.Arguments) {
		return none, fault.New(fault.Invalid, "The arguments are not JSON.")
	}
	for attempt := 0; ; attempt++ {
		output, err := runTool(ctx, tool, c.Arguments)
		again := errors.Is(err, fault.TimedOut) || errors.Is(err, fault.RateLimited)
		if !again || attempt == len(toolWaits) {
			return output, err
		}
		select {
		case <-time.After(toolWaits[attempt]):
		case <-ctx.Done():
			return none, ctx.Err()
		}
	}
}

func runTool(ctx context.Context, tool *Tool, arguments string) (ToolOutput, error) {
	limit := tool.Limit
	if limit == 0 {
		limit = toolLimit
	}
	limited, cancel := context.WithTimeout(llm.WithoutRetries(ctx), limit)
	defer cancel()
	output, err := tool.Run(limited, arguments)
	if err != nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return ToolOutput{}, fault.Wrap(err, fault.TimedOut, "The tool did not answer in time.")
	}
	return output, err
}
