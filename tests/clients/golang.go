package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

// goClient is the official client for Go.
type goClient struct {
	ctx         context.Context
	base, token string
}

func setUpGo() (start, error) {
	return func(ctx context.Context, s *server) (client, error) { return &goClient{ctx, s.base, s.token}, nil }, nil
}

func (c *goClient) name() string { return "Go" }
func (c *goClient) close()       {}

func (c *goClient) connect(options ...option.RequestOption) *openai.Client {
	options = append([]option.RequestOption{option.WithBaseURL(c.base), option.WithAPIKey(c.token), option.WithMaxRetries(0)}, options...)
	return new(openai.NewClient(options...))
}

func (c *goClient) do(what string) (r result, err error) {
	switch what {
	case "models":
		err = c.models(c.connect(), &r)
	case "models-by-localhost":
		err = c.models(c.connect(option.WithBaseURL(strings.Replace(c.base, "127.0.0.1", "localhost", 1))), &r)
	case "wrong-token":
		err = c.models(c.connect(option.WithAPIKey("wrong")), &r)
	case "model":
		var m *openai.Model
		if m, err = c.connect().Models.Get(c.ctx, "scripted"); err == nil {
			r.Models = []string{m.ID}
		}
	case "responses":
		var answer *responses.Response
		answer, err = c.connect().Responses.New(c.ctx, responses.ResponseNewParams{Model: "scripted", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("Hello")}})
		if err == nil {
			r.Text = answer.OutputText()
		}
	case "unknown-address":
		err = c.connect().Get(c.ctx, "nothing", nil, nil)
	case "whole":
		err = c.whole(c.connect(), question(), &r)
	case "retried":
		err = c.whole(c.connect(option.WithMaxRetries(2)), question(), &r)
	case "without-model":
		asked := question()
		asked.Model = ""
		err = c.whole(c.connect(option.WithJSONDel("model")), asked, &r)
	case "tools":
		asked := question()
		asked.Tools = tools()
		err = c.whole(c.connect(), asked, &r)
	case "stream", "cut":
		err = c.stream(question(), false, &r)
	case "abort":
		err = c.stream(question(), true, &r)
	case "tools-streamed":
		asked := question()
		asked.Tools = tools()
		err = c.stream(asked, false, &r)
	case "embeddings":
		var e *openai.CreateEmbeddingResponse
		e, err = c.connect().Embeddings.New(c.ctx, openai.EmbeddingNewParams{Model: "scripted", Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("text")}})
		if err == nil {
			r.Numbers = len(e.Data[0].Embedding)
		}
	default:
		return r, fmt.Errorf("there is no case %q", what)
	}
	r.Error = failureOf(err)
	return r, nil
}

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	f := &failure{Class: fmt.Sprintf("%T", err), Message: err.Error()}
	var own *openai.Error
	if errors.As(err, &own) {
		f.Status, f.Message, f.Code, f.Type = own.StatusCode, own.Message, own.Code, own.Type
	}
	return f
}

func question() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: "scripted", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello")}}
}

func tools() []openai.ChatCompletionToolUnionParam {
	return []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: "weather", Parameters: shared.FunctionParameters{"type": "object", "properties": map[string]any{"city": map[string]string{"type": "string"}}},
	})}
}

func (c *goClient) models(to *openai.Client, r *result) error {
	list, err := to.Models.List(c.ctx)
	if err != nil {
		return err
	}
	for _, m := range list.Data {
		r.Models = append(r.Models, m.ID)
	}
	return nil
}

func (c *goClient) whole(to *openai.Client, asked openai.ChatCompletionNewParams, r *result) error {
	var raw *http.Response
	response, err := to.Chat.Completions.New(c.ctx, asked, option.WithResponseInto(&raw))
	if err != nil {
		return err
	}
	take(r, *response)
	r.RequestID = raw.Header.Get("X-Request-Id")
	return nil
}

func (c *goClient) stream(asked openai.ChatCompletionNewParams, abort bool, r *result) error {
	asked.StreamOptions = openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)}
	stream := c.connect().Chat.Completions.NewStreaming(c.ctx, asked)
	defer stream.Close()
	var all openai.ChatCompletionAccumulator
	for stream.Next() {
		r.Pieces++
		all.AddChunk(stream.Current())
		if abort {
			return nil
		}
	}
	if len(all.Choices) > 0 {
		take(r, all.ChatCompletion)
	}
	return stream.Err()
}

func take(r *result, c openai.ChatCompletion) {
	r.Text, r.Finish, r.Tokens = c.Choices[0].Message.Content, c.Choices[0].FinishReason, int(c.Usage.TotalTokens)
	for _, call := range c.Choices[0].Message.ToolCalls {
		r.Calls = append(r.Calls, toolCall{call.Function.Name, call.Function.Arguments})
	}
}
