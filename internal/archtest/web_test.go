package archtest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bannedInPage are patterns that must not occur in the page's code, with the
// reason. Comments are removed before they are sought.
var bannedInPage = []struct {
	pattern *regexp.Regexp
	reason  string
}{
	{regexp.MustCompile(`\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bsetHTML(Unsafe)?\b|\bcreateContextualFragment\b|\bDOMParser\b|\bsrcdoc\b`), "text becomes markup"},
	{regexp.MustCompile(`\bdangerouslySetInnerHTML\b`), "text becomes markup"},
	{regexp.MustCompile(`\bdocument\s*\.\s*write(ln)?\b`), "text becomes markup"},
	{regexp.MustCompile(`\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(`), "text becomes code"},
	{regexp.MustCompile(`\b(setTimeout|setInterval)\s*\(\s*["'` + "`" + `]`), "text becomes code"},
	{regexp.MustCompile(`[:<>,|&(=]\s*any\b\s*([;,)>=|&\[\]{}]|$)|\bas\s+any\b`), "any switches the type checker off: use unknown"},
}

// silencer matches the comments that make the type checker overlook a line.
var silencer = regexp.MustCompile(`@ts-(ignore|nocheck|expect-error)`)

func pageViolations(t *testing.T, root string) []string {
	var found []string
	for _, name := range sources(t, root, "web/src", ".ts", ".tsx") {
		text := read(t, root, name)
		code := withoutComments(text)
		for i, line := range strings.Split(code, "\n") {
			for _, b := range bannedInPage {
				if m := b.pattern.FindString(line); m != "" {
					found = append(found, fmt.Sprintf("%s:%d: %s: %s", name, i+1, strings.TrimSpace(m), b.reason))
				}
			}
		}
		if m := silencer.FindString(text); m != "" {
			found = append(found, fmt.Sprintf("%s: %s: the type checker is not silenced", name, m))
		}
	}
	return found
}

// withoutComments blanks the comments of a TypeScript text and keeps its lines.
// It knows strings, so that "https://…" is none; a quote in the text of an
// element or in a regular expression ends with its line at the latest.
func withoutComments(text string) string {
	var out strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			out.WriteByte(c)
			if c == '\\' && i+1 < len(text) {
				i++
				out.WriteByte(text[i])
			} else if c == quote || c == '\n' && quote != '`' {
				quote = 0
			}
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return out.String()
			}
			i += end - 1
		case strings.HasPrefix(text[i:], "/*"):
			body, _, _ := strings.Cut(text[i+2:], "*/")
			out.WriteString(strings.Repeat("\n", strings.Count(body, "\n")))
			i += len(body) + 3
		default:
			if c == '"' || c == '\'' || c == '`' {
				quote = c
			}
			out.WriteByte(c)
		}
	}
	return out.String()
}

func TestPageTurnsNoTextIntoMarkupOrCode(t *testing.T) {
	require.NotEmpty(t, sources(t, project, "web/src", ".ts", ".tsx"))
	require.Empty(t, pageViolations(t, project))
}

func TestPageRuleFires(t *testing.T) {
	for _, line := range []string{
		`node.innerHTML = text;`,
		`node["innerHTML"] = text;`,
		`node.outerHTML += text;`,
		`node.insertAdjacentHTML("beforeend", text);`,
		`<p dangerouslySetInnerHTML={{ __html: text }} />`,
		`document.write(text);`,
		`new DOMParser().parseFromString(text, "text/html");`,
		`eval(text);`,
		`globalThis.eval (text);`,
		`new Function("return 1")();`,
		`setTimeout("run()", 1);`,
		`let x: any;`,
		`let x: any = 1;`,
		`function f(x: any, y: string) {}`,
		`const x = y as any;`,
		`const x: any[] = [];`,
		`const x: Array<any> = [];`,
		`const x: Record<string, any> = {};`,
		`const x: string | any = 1;`,
		`type T = any;`,
		`type F = () => any;`,
		`// @ts-ignore`,
		`/* @ts-expect-error */ f(1);`,
		`const url = "https://example.org"; node.innerHTML = url;`,
		"const t = `a\n// b`; eval(t);",
		`/* note */ eval(x);`,
	} {
		require.Len(t, pageViolations(t, small(t, "-- web/src/a.tsx --\n"+line+"\n")), 1, line)
	}
	for _, line := range []string{
		`// innerHTML is banned: any text goes through textContent.`,
		`/* eval( */ f();`,
		"/*\n * eval(x): any\n */",
		`node.textContent = "any text, any time";`,
		`const company = many; let x: unknown; let y: Company;`,
		`setTimeout(() => {}, 1);`,
		`const f: () => void = medieval(1);`,
		`const anything: string = "x";`,
		`<p>any <b>any</b> time</p>`,
		`<p>Don't count on it: anyone can</p>`,
	} {
		require.Empty(t, pageViolations(t, small(t, "-- web/src/a.tsx --\n"+line+"\n")), line)
	}
}

// compiledScripts returns the scripts below web/src that a compiler has left there:
// the bundler would take one in place of its source.
func compiledScripts(t *testing.T, root string) []string {
	return sources(t, root, "web/src", ".js", ".mjs")
}

func TestPageHasNoCompiledScripts(t *testing.T) {
	require.Empty(t, compiledScripts(t, project))
}

func TestCompiledScriptRuleFires(t *testing.T) {
	require.Equal(t, []string{"web/src/text/core.js"}, compiledScripts(t, small(t, "-- web/src/text/core.ts --\n-- web/src/text/core.js --\n")))
}
