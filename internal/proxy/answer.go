package proxy

import (
	"encoding/json"
	"io"
	"net/http"
)

// refusal is an answer that is no success: a status, a code to branch on and a
// sentence for the user. Codes are those of package fault, and key_refused.
type refusal struct {
	status   int
	code     string
	sentence string
}

// ownType is the type of errors that are ours, so that a client can tell them
// from a provider's, which never have it.
const ownType = "burrow_error"

// refuse answers with OpenAI's shape of an error where programs ask, so that its
// clients show the sentence, and with the sentence alone elsewhere.
func refuse(w http.ResponseWriter, r *http.Request, f refusal) {
	if !isAPI(r.URL.Path) {
		answerText(w, f.status, f.sentence)
		return
	}
	answerJSON(w, f.status, errorBody{errorDetail{Message: f.sentence, Type: ownType, Code: json.RawMessage(`"` + f.code + `"`)}})
}

// errorBody is an error in OpenAI's shape. Param and Code are as the provider
// has them: a word, a number or null.
type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Param   json.RawMessage `json:"param,omitempty"`
	Code    json.RawMessage `json:"code,omitempty"`
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // the bodies are ours
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // an error here means that the client has gone
}

// answerText answers with one plain sentence that no cache keeps.
func answerText(w http.ResponseWriter, status int, sentence string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, sentence+"\n")
}
