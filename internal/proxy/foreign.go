package proxy

import (
	"encoding/json"
	"net/http"
	"strings"

	"burrow/internal/say"
)

// maxSentence is how much of a provider's message is shown.
const maxSentence = 4 << 10

// readError brings a provider's error into OpenAI's shape. There are others:
// Google puts it into a list, Ollama writes the message alone, Anthropic has a
// type beside it, gateways answer with a page of HTML.
//
// Keys are taken out of what is decoded, since JSON can spell a text in many
// ways.
func readError(text, provider string, status int, keys *scrubber) errorBody {
	var list []json.RawMessage
	if json.Unmarshal([]byte(text), &list) == nil && len(list) > 0 {
		text = string(list[0])
	}
	var given struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	var detail errorDetail
	if json.Unmarshal([]byte(text), &given) == nil {
		detail.Message = given.Message
		var message string
		if json.Unmarshal(given.Error, &message) == nil {
			detail.Message = message
		} else {
			readDetail(given.Error, &detail)
		}
	}
	detail.Message, detail.Type = keys.scrub(detail.Message), keys.scrub(detail.Type)
	detail.Param, detail.Code = scrubJSON(detail.Param, keys), scrubJSON(detail.Code, keys)
	if detail.Type == "" || detail.Type == ownType {
		detail.Type = errorType(status)
	}
	if detail.Message == "" {
		detail.Message = say.T("{provider} answered with status {status}.", "provider", provider, "status", status)
	}
	if len(detail.Message) > maxSentence {
		detail.Message = strings.ToValidUTF8(detail.Message[:maxSentence], "") + "…"
	}
	if detail.Code == nil {
		detail.Code = json.RawMessage(`"upstream"`)
	}
	return errorBody{detail}
}

// readDetail takes what is of the right type; a member of another type does not
// cost the rest.
func readDetail(text json.RawMessage, detail *errorDetail) {
	var raw map[string]json.RawMessage
	if json.Unmarshal(text, &raw) != nil {
		return
	}
	json.Unmarshal(raw["message"], &detail.Message)
	json.Unmarshal(raw["type"], &detail.Type)
	for name, into := range map[string]*json.RawMessage{"param": &detail.Param, "code": &detail.Code} {
		if value := raw[name]; len(value) > 0 && len(value) < 256 && value[0] != '{' && value[0] != '[' && string(value) != "null" {
			*into = value
		}
	}
}

// scrubJSON takes keys out of a string; numbers and words have none.
func scrubJSON(value json.RawMessage, keys *scrubber) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return value
	}
	value, err := json.Marshal(keys.scrub(text))
	if err != nil {
		panic(err) // strings can be written
	}
	return value
}

// errorType is the word that OpenAI has for a status. Of 401 the gate makes a sentence
// of its own.
func errorType(status int) string {
	switch {
	case status == http.StatusForbidden:
		return "permission_error"
	case status == http.StatusTooManyRequests:
		return "rate_limit_error"
	case status < 500:
		return "invalid_request_error"
	}
	return "server_error"
}
