package llmtest

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// The bodies below have the members of OpenAI's, in its order, null ones included.
// Ids and times are constant, so that the same script gives the same bytes.

const (
	completionID = "chatcmpl-scripted"
	created      = 1_700_000_000
)

type object = map[string]any

// stream returns the events of an answer, each with its empty line.
func (a Answer) stream(asked object) []string {
	options, _ := asked["stream_options"].(object)
	withUsage, _ := options["include_usage"].(bool)
	var events []string
	add := func(choices any, usage any) {
		event := chunk{completionID, "chat.completion.chunk", created, a.model(asked), choices, usage}
		events = append(events, "data: "+encode(event)+"\n\n")
	}
	say := func(delta object, finish any) {
		add([]choice{{Delta: a.nulled(delta), FinishReason: finish}}, nil)
	}
	if a.Nulls {
		add(nil, nil)
	}
	say(object{"role": "assistant", "content": "", "refusal": nil}, nil)
	for _, word := range words(a.Reasoning) {
		say(object{a.reasoningMember(): word}, nil)
	}
	for _, word := range words(a.Text) {
		say(object{"content": word}, nil)
	}
	for i, call := range a.ToolCalls {
		say(callDelta(object{"index": i, "id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": ""}}), nil)
		for _, part := range fragments(call.Arguments) {
			say(callDelta(object{"index": i, "function": object{"arguments": part}}), nil)
		}
	}
	if a.Error != "" {
		return append(events, "data: "+encode(errorObject(a.Error))+"\n\n")
	}
	if !a.NoFinish {
		say(object{}, a.finish())
	}
	if withUsage && !a.NoUsage {
		add([]choice{}, a.usage(asked))
	}
	if !a.NoDone {
		events = append(events, "data: [DONE]\n\n")
	}
	return events
}

// afterWord returns where the event of the n-th word of the text ends.
func (a Answer) afterWord(events []string, n int) *int {
	before := 1 + len(words(a.Reasoning)) // the event of the role, and those of reasoning
	if a.Nulls {
		before++
	}
	return new(len(strings.Join(events[:min(before+n, len(events))], "")))
}

func callDelta(call object) object { return object{"tool_calls": []object{call}} }

// nulled adds null for the members that a delta has not, if the answer wants it.
func (a Answer) nulled(delta object) object {
	if !a.Nulls {
		return delta
	}
	for _, member := range []string{"role", "content", "reasoning_content", "reasoning", "tool_calls", "function_call", "refusal"} {
		if _, there := delta[member]; !there {
			delta[member] = nil
		}
	}
	return delta
}

// whole returns the body of an answer that is no stream.
func (a Answer) whole(asked object) string {
	message := object{"role": "assistant", "content": a.Text, "refusal": nil}
	if a.Reasoning != "" {
		message[a.reasoningMember()] = a.Reasoning
	}
	var calls []object
	for _, call := range a.ToolCalls {
		calls = append(calls, object{"id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": call.Arguments}})
	}
	if calls != nil {
		message["tool_calls"] = calls
		if a.Text == "" {
			message["content"] = nil
		}
	}
	completion := object{
		"id": completionID, "object": "chat.completion", "created": created, "model": a.model(asked),
		"choices": []object{{"index": 0, "message": a.nulled(message), "logprobs": nil, "finish_reason": a.finish()}},
	}
	if !a.NoUsage {
		completion["usage"] = a.usage(asked)
	}
	return encode(completion)
}

type chunk struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int    `json:"created"`
	Model   string `json:"model"`
	Choices any    `json:"choices"`
	Usage   any    `json:"usage"`
}

type choice struct {
	Index        int    `json:"index"`
	Delta        object `json:"delta"`
	Logprobs     any    `json:"logprobs"`
	FinishReason any    `json:"finish_reason"`
}

func (a Answer) model(asked object) string {
	if a.Model != "" {
		return a.Model
	}
	model, _ := asked["model"].(string)
	return model
}

func (a Answer) reasoningMember() string {
	if a.ReasoningMember != "" {
		return a.ReasoningMember
	}
	return "reasoning_content"
}

func (a Answer) finish() string {
	switch {
	case a.Finish != "":
		return a.Finish
	case len(a.ToolCalls) > 0:
		return "tool_calls"
	}
	return "stop"
}

// usage counts four characters as a token.
func (a Answer) usage(asked object) any {
	if a.Usage != nil {
		return a.Usage
	}
	sent, _ := json.Marshal(asked["messages"])
	prompt := tokens(string(sent))
	reasoning := tokens(a.Reasoning)
	completion := reasoning + tokens(a.Text)
	for _, call := range a.ToolCalls {
		completion += tokens(call.Name) + tokens(call.Arguments)
	}
	return object{
		"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
		"prompt_tokens_details":     object{"cached_tokens": 0},
		"completion_tokens_details": object{"reasoning_tokens": reasoning},
	}
}

func tokens(text string) int { return (utf8.RuneCountInString(text) + 3) / 4 }

// words divides a text behind its spaces.
func words(text string) []string {
	if text == "" {
		return nil
	}
	all := strings.SplitAfter(text, " ")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// fragments divides arguments into pieces of seven characters, which end in the
// middle of names and escapes as a model's tokens do.
func fragments(text string) []string {
	var all []string
	for runes := []rune(text); len(runes) > 0; {
		n := min(7, len(runes))
		all = append(all, string(runes[:n]))
		runes = runes[n:]
	}
	return all
}

func errorObject(message string) object {
	return object{"error": object{"message": message, "type": "server_error", "param": nil, "code": nil}}
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("llmtest: " + err.Error()) // a script whose usage is no JSON
	}
	return string(text)
}
