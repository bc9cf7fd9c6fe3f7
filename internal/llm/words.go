package llm

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"burrow/internal/json"
)

// maxWords is how many characters of a server's message are shown.
const maxWords = 200

// A report is what a server says about a failure. OpenAI's form is
// {"error":{"message","param","code"}}; others leave the object out, call the
// message detail, or put all of it into a list.
type report struct {
	Message string
	Param   string
	Code    string
	// Own says that it is our own server's, which knows better than its status.
	Own bool
}

// ownType is the type of errors that package proxy makes itself. It takes the word
// from those of providers.
const ownType = "burrow_error"

// readReport reads what it can, and leaves empty what it cannot.
func readReport(body []byte) report {
	if list := []json.Raw{}; json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = []byte(list[0])
	}
	var outer struct {
		Error   json.Raw `json:"error"`
		Message json.Raw `json:"message"`
		Detail  json.Raw `json:"detail"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return report{}
	}
	for _, part := range []json.Raw{outer.Error, outer.Message, outer.Detail} {
		if r := reportOf(part); r.Message != "" {
			return r
		}
	}
	return report{}
}

// reportOf reads a message that stands alone, or an object that has one.
func reportOf(part json.Raw) report {
	if message := textOf(part); message != "" {
		return report{Message: message}
	}
	var object struct {
		Message json.Raw `json:"message"`
		Param   json.Raw `json:"param"`
		Code    json.Raw `json:"code"`
		Type    json.Raw `json:"type"`
	}
	if json.Unmarshal([]byte(part), &object) != nil {
		return report{}
	}
	return report{textOf(object.Message), textOf(object.Param), textOf(object.Code), textOf(object.Type) == ownType}
}

// textOf returns the text of a JSON string, and nothing of anything else.
func textOf(part json.Raw) string {
	text := ""
	if json.Unmarshal([]byte(part), &text) != nil {
		return ""
	}
	return text
}

// shown makes a server's message fit to be shown: one line of at most 200 printable
// characters, in which whatever looks like a key is left out. token is the one that
// the request carried. Quotation marks become plain ones, so that the message
// cannot end the quotation it stands in.
func shown(message, token string) string {
	message = strings.ToValidUTF8(message, "\ufffd")
	if len(token) >= 4 {
		message = strings.ReplaceAll(message, token, "…")
	}
	message = strings.Map(func(r rune) rune {
		switch {
		case r == '“' || r == '”':
			return '"'
		case !strconv.IsPrint(r): // unicode's own tables weigh more
			return ' '
		}
		return r
	}, message)
	words := strings.Fields(message)
	for i, word := range words {
		if i > 0 && scheme(words[i-1]) {
			words[i] = "…"
			continue
		}
		words[i] = withoutKeys(word)
	}
	message = strings.Join(words, " ")
	if utf8.RuneCountInString(message) > maxWords {
		message = string([]rune(message)[:maxWords-1]) + "…"
	}
	return message
}

// scheme reports whether a word announces credentials in the next one.
func scheme(word string) bool {
	word = strings.ToLower(strings.Trim(word, `"'`+"`"+`.,:;()[]{}`))
	return strings.HasSuffix(word, "bearer") || strings.HasSuffix(word, "basic")
}

// keyPrefixes are what the keys of common providers begin with.
var keyPrefixes = []string{"sk-", "sk_", "gsk_", "csk-", "xai-", "aiza", "hf_", "r8_", "nvapi-", "pplx-", "fw_", "tgp_", "eyj", "ya29", "akia"}

// withoutKeys puts an ellipsis in the place of the parts of a word that look like
// keys: they begin like one, or have 24 letters and digits in a row. Names of models
// are as long, but divided by hyphens.
func withoutKeys(word string) string {
	var out strings.Builder
	for word != "" {
		end := strings.IndexFunc(word, func(r rune) bool { return !ofKey(r) })
		if end < 0 {
			end = len(word)
		}
		if part := word[:end]; isKey(part) {
			out.WriteString("…")
		} else {
			out.WriteString(part)
		}
		word = word[end:]
		if word != "" {
			_, size := utf8.DecodeRuneInString(word)
			out.WriteString(word[:size])
			word = word[size:]
		}
	}
	return out.String()
}

func ofKey(r rune) bool { return alphanumeric(r) || r == '-' || r == '_' || r == '*' }

func alphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

func isKey(part string) bool {
	lower := strings.ToLower(part)
	for _, prefix := range keyPrefixes {
		if strings.HasPrefix(lower, prefix) && len(part) >= len(prefix)+4 {
			return true
		}
	}
	for _, run := range strings.FieldsFunc(part, func(r rune) bool { return !alphanumeric(r) }) {
		if len(run) >= 24 && strings.ContainsAny(run, "0123456789") {
			return true
		}
	}
	return false
}
