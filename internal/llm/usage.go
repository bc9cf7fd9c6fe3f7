package llm

import (
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// maxCounted is the largest figure that is believed: a thousand times the window
// of today's largest models.
const maxCounted = 1_000_000_000

// usageOf reads what a server counted. Figures are for information, so one that
// cannot be is left out and fails nothing; nil means that there are none.
func usageOf(part json.Raw) *chat.Usage {
	var u struct {
		Prompt     json.Raw `json:"prompt_tokens"`
		Completion json.Raw `json:"completion_tokens"`
		PromptOf   json.Raw `json:"prompt_tokens_details"`
		AnswerOf   json.Raw `json:"completion_tokens_details"`
	}
	if part == "" || json.Unmarshal([]byte(part), &u) != nil {
		return nil
	}
	prompt, hasPrompt := figure(u.Prompt)
	completion, hasCompletion := figure(u.Completion)
	if !hasPrompt && !hasCompletion {
		return nil
	}
	return &chat.Usage{
		PromptTokens:     prompt,
		CompletionTokens: completion,
		CachedTokens:     partOf(prompt, u.PromptOf),
		ReasoningTokens:  partOf(completion, u.AnswerOf),
	}
}

// partOf returns the cached tokens of a prompt or the reasoning of a completion,
// which cannot be more than the whole.
func partOf(whole int, details json.Raw) int {
	var d struct {
		Cached    json.Raw `json:"cached_tokens"`
		Reasoning json.Raw `json:"reasoning_tokens"`
	}
	if details == "" || json.Unmarshal([]byte(details), &d) != nil {
		return 0
	}
	n, ok := figure(d.Cached)
	if !ok {
		n, _ = figure(d.Reasoning)
	}
	if n > whole {
		return 0
	}
	return n
}

func figure(part json.Raw) (n int, ok bool) {
	n, err := strconv.Atoi(string(part))
	if err != nil || n < 0 || n > maxCounted {
		return 0, false
	}
	return n, true
}
