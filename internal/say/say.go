// Package say holds the sentences that reach a user, so that a translation can
// cover all of them. It decides how a sentence is filled and which translation is
// in use; which sentences there are is decided where they are written.
//
// The English sentence is its own id, as with gettext: code stays readable, and
// without a translation nothing is looked up. Every constant of type English is a
// sentence of the catalogue sentences.json, which tools/sentences writes. Since a
// text put together at run time has another type, the compiler refuses it where a
// sentence is wanted.
//
//	say.T("There is no chat {name}.", "name", name)
//	say.Plural(n, "{n} chat was left out.", "{n} chats were left out.")
package say

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// English is a sentence in English, or a name that users see. {words} in braces
// stand for what is known only when it is said.
type English string

var inUse atomic.Pointer[Translation]

// Use makes what is said from now on be said in another language; nil is English.
// It may be called at any time. What has been said already stays as it is.
func Use(t *Translation) { inUse.Store(t) }

// T returns the sentence in the language in use. args alternate a name and its
// value, a string, an int or an int64; other values are a bug, and T panics. A
// placeholder without its argument stays visible, and braces in values mean nothing.
func T(english English, args ...any) string {
	text := string(english)
	if t := inUse.Load(); t != nil {
		text = t.sentence(text)
	}
	if len(args) == 0 {
		return text
	}
	return fill(text, args)
}

// Plural returns the sentence for a count, which {n} stands for. The id of both
// forms is the second one; a translation may have more of them.
func Plural(n int, one, other English, args ...any) string {
	text := string(other)
	if n == 1 {
		text = string(one)
	}
	if t := inUse.Load(); t != nil {
		text = t.plural(n, text, string(other))
	}
	return fill(text, append(args, "n", n))
}

func fill(text string, args []any) string {
	var out strings.Builder
	for {
		before, name, after, ok := placeholder(text)
		if !ok {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(before)
		out.WriteString(value(name, args))
		text = after
	}
}

// placeholder cuts a text around its first placeholder.
func placeholder(text string) (before, name, after string, ok bool) {
	begin := strings.IndexByte(text, '{')
	if begin < 0 {
		return "", "", "", false
	}
	end := strings.IndexByte(text[begin:], '}')
	if end < 0 {
		return "", "", "", false
	}
	end += begin
	return text[:begin], text[begin+1 : end], text[end+1:], true
}

func value(name string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			return v
		case int:
			return strconv.Itoa(v)
		case int64:
			return strconv.FormatInt(v, 10)
		}
		panic("say: {" + name + "} is neither a string nor an integer")
	}
	return "{" + name + "}"
}
