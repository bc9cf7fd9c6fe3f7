package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"burrow/internal/say"
)

// Limits of a request. A chat of a million tokens is about 4 MB; the rest is for
// images.
const (
	maxBodyBytes  = 32 << 20
	maxBodyTime   = time.Minute
	maxDepth      = 128
	maxMembers    = 256
	maxModelBytes = 256
)

// question is a request to a provider: the JSON of its body, checked.
type question struct {
	body []byte
	// model is "" if the body has none; it is then added at open, the place behind
	// the first brace. If it has one, that is the value from modelAt to modelEnd.
	model             string
	open              int
	modelAt, modelEnd int
	empty             bool
	stream            bool
}

// readQuestion reads the whole body before anything is sent on: an upstream that
// answers at once would otherwise be read while the body is still being written,
// and net/http then cuts answers short.
func readQuestion(w http.ResponseWriter, r *http.Request, list string) (question, refusal, bool) {
	invalid := func(status int, code string, sentence say.English, args ...any) (question, refusal, bool) {
		return question{}, refusal{status, code, say.T(sentence, args...)}, false
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.Header.Get("Content-Encoding") != "" {
		return invalid(http.StatusUnsupportedMediaType, "invalid", "The body must be plain JSON, sent as application/json.")
	}
	tooLarge := func() (question, refusal, bool) {
		return invalid(http.StatusRequestEntityTooLarge, "too_large", "The request is larger than {most} MiB.", "most", maxBodyBytes>>20)
	}
	if r.ContentLength > maxBodyBytes {
		return tooLarge()
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(maxBodyTime))
	// http.MaxBytesReader would have net/http cut the connection.
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes+1))
	if err != nil {
		return invalid(http.StatusBadRequest, "invalid", "The request was cut off.")
	}
	if len(body) > maxBodyBytes {
		return tooLarge()
	}
	// The server goes on reading, to notice when the client goes; a deadline
	// would look like that.
	control.SetReadDeadline(time.Time{})
	q, err := parseQuestion(body, list)
	if err != nil {
		return invalid(http.StatusBadRequest, "invalid", "The request cannot be used: {why}.", "why", err.Error())
	}
	return q, refusal{}, true
}

// What is read of a body that is refused, before the connection is closed.
const (
	maxDrained   = 64 << 20
	maxDrainTime = 10 * time.Second
)

// refuseUnread refuses a request whose body may not have been read to its end. The
// answer goes out at once, and the rest of the body is read and dropped, within
// limits: a client that sends everything before it reads would otherwise find its
// connection reset, and the answer lost.
func refuseUnread(w http.ResponseWriter, r *http.Request, f refusal) {
	// The server notes the end of a body, and has none where there is no body.
	if r.Body == http.NoBody {
		refuse(w, r, f)
		return
	}
	w.Header().Set("Connection", "close")
	control := http.NewResponseController(w)
	control.EnableFullDuplex()
	refuse(w, r, f)
	control.Flush()
	// A client that asks first, by Expect, sends nothing after a refusal.
	if r.Header.Get("Expect") != "" {
		return
	}
	control.SetReadDeadline(time.Now().Add(maxDrainTime))
	io.Copy(io.Discard, io.LimitReader(r.Body, maxDrained)) // whatever comes of it, the connection ends
}

// parseQuestion checks that the body is an object that every reader understands in
// the same way, and that its member list is an array, or for embeddings a string.
// The rest is for the provider to judge.
func parseQuestion(body []byte, list string) (question, error) {
	q := question{body: body}
	if len(bytes.TrimSpace(body)) == 0 {
		return q, say.Error("the body is missing")
	}
	if !utf8.Valid(body) {
		return q, say.Error("the body is not UTF-8")
	}
	if deep(body) {
		return q, say.Error("the body is nested more than {most} levels deep", "most", maxDepth)
	}
	if !json.Valid(body) {
		return q, say.Error("the body is not JSON")
	}
	q.open = bytes.IndexByte(body, '{') + 1
	if len(bytes.TrimSpace(body[:q.open])) != 1 {
		return q, say.Error("the body is not a JSON object")
	}
	var names []string
	found := false
	err := members(body, q.open, func(name string, from, to int) error {
		if slices.Contains(names, name) {
			return say.Error("the body has a member twice")
		}
		if names = append(names, name); len(names) > maxMembers {
			return say.Error("the body has too many members")
		}
		found = found || name == list
		if name == "model" {
			q.modelAt, q.modelEnd = from, to
		}
		return q.take(name, body[from:to], list)
	})
	q.empty = len(names) == 0
	if err == nil && !found {
		err = say.Error("{member} is missing", "member", strconv.Quote(list))
	}
	return q, err
}

// take checks a member.
func (q *question) take(name string, value []byte, list string) error {
	switch name {
	case "model":
		if json.Unmarshal(value, &q.model) != nil || q.model == "" || len(q.model) > maxModelBytes || strings.ContainsFunc(q.model, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return say.Error(`"model" must be the name of a model`)
		}
	case "stream":
		if json.Unmarshal(value, &q.stream) != nil {
			return say.Error(`"stream" must be true or false`)
		}
	case list:
		if value[0] != '[' && !(list == "input" && value[0] == '"') {
			return say.Error("{member} must be a list", "member", strconv.Quote(list))
		}
	}
	return nil
}

// withModel returns the body with the model in it, in place of the one it has.
func (q *question) withModel(model string) []byte {
	name, err := json.Marshal(model)
	if err != nil {
		panic(err) // strings can be written
	}
	if q.model != "" {
		return slices.Concat(q.body[:q.modelAt], name, q.body[q.modelEnd:])
	}
	separator := ","
	if q.empty {
		separator = ""
	}
	return slices.Concat(q.body[:q.open], []byte(`"model":`), name, []byte(separator), q.body[q.open:])
}

// deep reports whether brackets are nested too deeply. The text need not be valid
// JSON.
func deep(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = endOfString(text, i)
		case '{', '[':
			if depth++; depth > maxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// endOfString returns where the string that begins at i has its closing quote,
// or the end of text.
func endOfString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// members calls visit for each member of the object whose inside begins at i, in
// text that is valid JSON. The value is text[from:to], as it is written.
func members(text []byte, i int, visit func(name string, from, to int) error) error {
	for {
		i += bytes.IndexAny(text[i:], `"}`) // white space and commas stand before
		if text[i] == '}' {
			return nil
		}
		end := endOfString(text, i) + 1
		var name string
		if err := json.Unmarshal(text[i:end], &name); err != nil {
			return err
		}
		i = end + bytes.IndexByte(text[end:], ':') + 1
		for strings.IndexByte(" \t\r\n", text[i]) >= 0 {
			i++
		}
		end = endOfValue(text, i)
		if err := visit(name, i, end); err != nil {
			return err
		}
		i = end
	}
}

// endOfValue returns where the value that begins at i ends.
func endOfValue(text []byte, i int) int {
	depth := 0
	for ; ; i++ {
		switch text[i] {
		case '"':
			i = endOfString(text, i)
		case '{', '[':
			depth++
		case ',', '}', ']':
			if depth == 0 {
				return i // of a bare word or number
			}
			if text[i] != ',' {
				depth--
			}
		default:
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
}
