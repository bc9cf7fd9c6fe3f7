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
	"errors"
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
	return fill(string(english), string(english), -1, args)
}

// Plural returns the sentence for a count, which {n} stands for. The id of both
// forms is the second one; a translation may have more of them.
func Plural(n int, one, other English, args ...any) string {
	id := other
	if n == 1 {
		other = one
	}
	return fill(string(other), string(id), n, append(args, "n", n))
}

// Error returns an error that says the sentence, for borders that print errors as
// they are, as the command line does.
func Error(english English, args ...any) error { return errors.New(T(english, args...)) }

// fill translates a text, which has a count if n is not negative, and puts the
// values into it.
func fill(text, id string, n int, args []any) string {
	if t := inUse.Load(); t != nil {
		text = t.find(text, id, n)
	}
	if len(args) == 0 {
		return text
	}
	out := ""
	for {
		begin := strings.IndexByte(text, '{')
		end := begin + strings.IndexByte(text[max(begin, 0):], '}')
		if begin < 0 || end < begin {
			return out + text
		}
		out += text[:begin] + value(text[begin:end+1], args)
		text = text[end+1:]
	}
}

// value returns what a placeholder stands for, or itself.
func value(placeholder string, args []any) string {
	for i := 1; i < len(args); i += 2 {
		if name, _ := args[i-1].(string); name != placeholder[1:len(placeholder)-1] {
			continue
		}
		switch v := args[i].(type) {
		case string:
			return v
		case int:
			return strconv.FormatInt(int64(v), 10)
		case int64:
			return strconv.FormatInt(v, 10)
		}
		panic("say: " + placeholder + " is neither a string nor an integer")
	}
	return placeholder
}
