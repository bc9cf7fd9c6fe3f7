package archtest

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
)

// Everything the page says is in the catalogue web/src/text, so that a
// translation can cover it. Outside of it no element has a text of its own, no
// attribute that is read aloud or shown has one, and no string is a sentence.

// spoken are the attributes that a person sees or hears.
var spoken = []string{"alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext", "label", "placeholder", "title"}

// brands are the same in every language.
var brands = []string{"Burrow"}

// unsaid are sentences that no reader of the page sees: they end in the console.
var unsaid = []string{
	"A script must come from the page's own origin.",
	"The operation was stopped.",
}

var (
	lettered = regexp.MustCompile(`\p{L}`)
	// A sentence has a capital, several words and an end.
	sentence = regexp.MustCompile(`^\p{Lu}[\p{L}’']*( .*)? .*[.!?…]$`)
)

// uncatalogued returns the texts of the page that are not from its catalogue.
func uncatalogued(t *testing.T, root string) []string {
	t.Helper()
	var found []string
	for _, name := range sources(t, root, "web/src", ".ts", ".tsx") {
		if strings.HasPrefix(name, "web/src/text/") || strings.HasSuffix(name, ".gen.ts") || strings.HasSuffix(name, ".d.ts") {
			continue
		}
		loader := api.LoaderTS
		if path.Ext(name) == ".tsx" {
			loader = api.LoaderTSX
		}
		// Elements become calls of h(name, attributes, children…), which are easier to
		// read than TypeScript.
		out := api.Transform(read(t, root, name), api.TransformOptions{Loader: loader, JSX: api.JSXTransform, JSXFactory: "h", JSXFragment: "F", Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone})
		require.Empty(t, out.Errors, name)
		for _, text := range ownTexts(string(out.Code)) {
			found = append(found, fmt.Sprintf("%s: %s", name, text))
		}
	}
	return found
}

// ownTexts returns the texts of elements and spoken attributes that stand in a
// script, and its sentences.
func ownTexts(code string) []string {
	var found []string
	// For each open bracket: whether it belongs to an element, and which argument or
	// attribute is being read.
	type bracket struct {
		kind      byte // 'h' an element, 'a' its attributes, 'c' a child in brackets, else ' '
		argument  int
		attribute string
	}
	open := []bracket{{kind: ' '}}
	tokens := tokensOf(code)
	for i, token := range tokens {
		top := &open[len(open)-1]
		switch token {
		case "(", "[", "{":
			kind := byte(' ')
			switch {
			case token == "(" && i > 0 && tokens[i-1] == "h":
				kind = 'h'
			case token == "{" && top.kind == 'h' && top.argument == 1:
				kind = 'a'
			case token == "(" && top.kind == 'h' && top.argument > 1 && !isName(tokens[i-1]):
				kind = 'c'
			case top.kind == 'c' && token == "(" && !isName(tokens[i-1]):
				kind = 'c'
			}
			open = append(open, bracket{kind: kind})
			continue
		case ")", "]", "}":
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
			continue
		case ",":
			top.argument++
			top.attribute = ""
			continue
		}
		if top.kind == 'a' && top.attribute == "" && i+1 < len(tokens) && tokens[i+1] == ":" {
			top.attribute = strings.Trim(token, `"`)
			continue
		}
		if !strings.ContainsAny(token[:1], "\"'`") {
			continue
		}
		text := strings.TrimSpace(token[1 : len(token)-1])
		shown := top.kind == 'c' || top.kind == 'h' && top.argument > 1 || top.kind == 'a' && slices.Contains(spoken, top.attribute)
		compared := i > 0 && strings.Contains(tokens[i-1], "==") || i+1 < len(tokens) && strings.Contains(tokens[i+1], "==")
		switch {
		case compared || !lettered.MatchString(withoutParameters(text)) || slices.Contains(brands, text) || slices.Contains(unsaid, text):
		case shown, sentence.MatchString(text):
			found = append(found, text)
		}
	}
	return found
}

var parameter = regexp.MustCompile(`\$\{[^}]*\}|\\.`)

// withoutParameters returns what a string says itself, without the parameters of
// a template and escapes such as \n.
func withoutParameters(text string) string {
	return parameter.ReplaceAllString(text, "")
}

var scriptToken = regexp.MustCompile(`^(?:[\p{L}_$][\p{L}\p{N}_$]*|[0-9][\w.]*|[=!]==?|=>|&&|\|\||\?\?|\S)`)

// tokensOf divides what esbuild has printed into names, strings, operators and
// brackets. It drops comments and regular expressions.
func tokensOf(code string) []string {
	var tokens []string
	for i := 0; i < len(code); {
		rest := code[i:]
		switch c := code[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(rest, "//"):
			i += len(strings.SplitN(rest, "\n", 2)[0])
		case strings.HasPrefix(rest, "/*"):
			body, _, _ := strings.Cut(rest, "*/")
			i += len(body) + 2
		case c == '"' || c == '\'' || c == '`':
			n := stringLength(rest)
			tokens = append(tokens, rest[:n])
			i += n
		case c == '/' && (len(tokens) == 0 || beforeExpression(tokens[len(tokens)-1])):
			i += patternLength(rest)
			tokens = append(tokens, "/pattern/")
		default:
			token := scriptToken.FindString(rest)
			tokens = append(tokens, token)
			i += len(token)
		}
	}
	return tokens
}

func isName(token string) bool {
	return regexp.MustCompile(`^[\p{L}_$]|^[)\]]$`).MatchString(token) && token != "return"
}

// beforeExpression reports whether a slash after the token begins a regular
// expression, and does not divide.
func beforeExpression(token string) bool {
	return token == "return" || token != ")" && token != "]" && token != "}" && !regexp.MustCompile("^[\\p{L}\\p{N}_$\"'`]").MatchString(token)
}

// stringLength returns the length of the string that a text begins with,
// templates within templates included.
func stringLength(text string) int {
	quote, depth := text[0], 0
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case depth == 0 && text[i] == quote:
			return i + 1
		case quote == '`' && strings.HasPrefix(text[i:], "${"):
			depth++
			i++
		case depth > 0 && text[i] == '{':
			depth++
		case depth > 0 && text[i] == '}':
			depth--
		case depth > 0 && strings.IndexByte("\"'`", text[i]) >= 0:
			i += stringLength(text[i:]) - 1
		}
	}
	return len(text)
}

// patternLength returns the length of the regular expression that a text begins
// with, without its flags.
func patternLength(text string) int {
	class := false
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '[':
			class = true
		case text[i] == ']':
			class = false
		case text[i] == '/' && !class:
			return i + 1
		}
	}
	return len(text)
}

func TestPageSpeaksFromItsCatalogue(t *testing.T) {
	require.Empty(t, uncatalogued(t, project), "not in web/src/text")
}

func TestCatalogueRuleFires(t *testing.T) {
	for line, want := range map[string]string{
		`const a = <p>Nothing here</p>;`:                                "Nothing here",
		`const a = <p class="note">{words.a} and more</p>;`:             "and more",
		`const a = <button aria-label="Close" onClick={f} />;`:          "Close",
		`const a = <b title={"Close"} />;`:                              "Close",
		"const a = <b title={`Close ${name}`} />;":                      "Close ${name}",
		`const a = <input placeholder="Name" class="input" />;`:         "Name",
		`const a = <img alt="A burrow" />;`:                             "A burrow",
		`const a = <p>{open ? "Hide" : words.show}</p>;`:                "Hide",
		`const a = <p>{busy && "Wait"}</p>;`:                            "Wait",
		`const a = <p>{of === "all" ? <b>All</b> : words.some}</p>;`:    "All",
		`const a = <>Alone</>;`:                                         "Alone",
		`const a = <ul>{list.map((x) => <li key={x}>Entry</li>)}</ul>;`: "Entry",
		`throw new Error("This file could not be read.");`:              "This file could not be read.",
		"notice.value = { words: `The ${name} is gone.` };":             "The ${name} is gone.",
		`const quote = /["'/]/.test(x); const a = <p title="Shut" />;`:  "Shut",
		"const a = `${f(`}`)}`; const b = <p>Below</p>;":                "Below",
	} {
		require.Equal(t, []string{"web/src/view/a.tsx: " + want}, uncatalogued(t, small(t, "-- web/src/view/a.tsx --\n"+line+"\n")), line)
	}
	for _, line := range []string{
		`const a = <p class="note" role="status" dir="auto">{words.nothing}</p>;`,
		`const a = <p>{" · "}{"\n"}</p>;`,
		`const a = <p>Burrow</p>;`,
		"const a = <b title={`${keys} (${name})`} />;",
		`const a = <button type="button" aria-pressed="true" aria-label={words.close}>{kind === "open" ? words.a : words.b}</button>;`,
		`const a = <ul>{list.map((x) => f(x, "name"))}</ul>;`,
		`// This comment is a sentence.`,
		`throw new TypeError("no part of a formula");`,
		`throw new TypeError("A script must come from the page's own origin.");`,
		`const a = [...list, { key: "host", words: said, colour: "amber" }];`,
	} {
		require.Empty(t, uncatalogued(t, small(t, "-- web/src/view/a.tsx --\n"+line+"\n")), line)
	}
	require.Empty(t, uncatalogued(t, small(t, "-- web/src/text/en.ts --\nexport const a = \"This is the place.\";\n")))
}
