package proxy

import (
	"bytes"
	"net/http"

	"burrow/internal/config"
	"burrow/internal/say"
)

// responsesPath is OpenAI's newer way to ask. A question there goes on as it is: who
// has it keeps what the answer belongs to, and a translation would have to keep that
// in their place. Those who do not have it are told from the others by what they are,
// or by what they say.
const responsesPath = "/responses"

// responds reports whether the provider may have the way. Google and Anthropic have
// OpenAI's chat completions only.
func (up *upstream) responds() bool {
	return up.service != config.Google && up.service != config.Anthropic
}

func (up *upstream) noResponses() refusal {
	return refusal{http.StatusNotFound, "not_found", say.T("{provider} does not have /v1/responses: ask /v1/chat/completions instead.", "provider", up.name)}
}

// saysModel reports whether a refusal is about the model, and not about the way.
func saysModel(text []byte) bool { return bytes.Contains(text, []byte("model")) }
