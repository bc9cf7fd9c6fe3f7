package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the Go code says to a user is in the catalogue internal/say/sentences.json,
// so that a translation can cover it. fault.New and fault.Wrap take only sentences;
// the compiler sees to that. Here the members that a user reads are looked at: a
// text of their own would go around the catalogue.

// told are members that users read, wherever they are.
var told = []string{"Fell", "Message", "Problem", "Problems", "RouteReason"}

// tellers are the packages that speak to users.
var tellers = []string{"internal/chat", "internal/condense", "internal/config", "internal/document/pdf", "internal/document/read", "internal/docsource", "internal/faqsource", "internal/gather", "internal/ladder", "internal/llm", "internal/lookup", "internal/memory",
	"internal/prompt", "internal/proxy", "internal/rpc", "internal/store", "internal/transfer", "internal/turn", "internal/understand", "internal/wire"}

// printers are the packages whose errors and lines are printed for users as they are.
var printers = []string{"cmd/burrow", "internal/config", "internal/proxy"}

// printing are the functions that make them. Packages must use say.T or say.Error
// for words; a format has none.
var printing = map[string][]string{
	"errors": {"New"},
	"fmt":    {"Append", "Appendf", "Appendln", "Errorf", "Fprint", "Fprintf", "Fprintln", "Sprint", "Sprintf", "Sprintln"},
}

var (
	verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)
	// A command names itself in front of what it says.
	ownName  = regexp.MustCompile(`^burrow( [a-z]+)?( %[a-z])?:`)
	twoWords = regexp.MustCompile(`\pL{2,},? \pL{2,}`)
)

// untranslatedLines returns the words that are printed around the catalogue. Errors
// in variables of a package are marks to compare with.
func untranslatedLines(t *testing.T, root string) []string {
	t.Helper()
	var found []string
	for _, name := range sources(t, root, ".", ".go") {
		if !slices.Contains(printers, path.Dir(name)) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, read(t, root, name), parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is || f.Body == nil {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				call, is := n.(*ast.CallExpr)
				if !is || !prints(call.Fun) {
					return true
				}
				for _, argument := range call.Args {
					if text := verb.ReplaceAllString(ownName.ReplaceAllString(ownText(argument), ""), ""); twoWords.MatchString(text) {
						found = append(found, fmt.Sprintf("%s:%d: %s", name, files.Position(call.Pos()).Line, text))
					}
				}
				return true
			})
		}
	}
	return found
}

func prints(function ast.Expr) bool {
	f, is := function.(*ast.SelectorExpr)
	if !is {
		return false
	}
	p, is := f.X.(*ast.Ident)
	return is && slices.Contains(printing[p.Name], f.Sel.Name)
}

// untranslated returns the texts that reach a user around the catalogue.
func untranslated(t *testing.T, root string) []string {
	t.Helper()
	var found []string
	for _, name := range sources(t, root, "internal", ".go") {
		if !slices.Contains(tellers, path.Dir(name)) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, read(t, root, name), parser.SkipObjectResolution)
		require.NoError(t, err)
		look := func(member string, value ast.Expr) {
			if text := ownText(value); text != "" && slices.Contains(told, member) {
				found = append(found, fmt.Sprintf("%s:%d: %s: %s", name, files.Position(value.Pos()).Line, member, text))
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					look(key.Name, n.Value)
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if member, ok := left.(*ast.SelectorExpr); ok && len(n.Rhs) == len(n.Lhs) {
						look(member.Sel.Name, n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	return found
}

// ownText returns a text with several words that an expression has, outside of
// calls of package say.
func ownText(expr ast.Expr) (text string) {
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok {
				if p, ok := f.X.(*ast.Ident); ok && p.Name == "say" {
					return false
				}
			}
		case *ast.FuncLit:
			return false
		case *ast.BasicLit:
			value, err := strconv.Unquote(n.Value)
			if n.Kind == token.STRING && err == nil && strings.Contains(strings.TrimSpace(value), " ") {
				text = value
			}
		}
		return true
	})
	return text
}

func TestUsersAreToldSentencesOfTheCatalogue(t *testing.T) {
	require.Empty(t, untranslated(t, project))
}

func TestUsersArePrintedSentencesOfTheCatalogue(t *testing.T) {
	require.Empty(t, untranslatedLines(t, project))
}

func TestTheRuleOfLinesFires(t *testing.T) {
	root := small(t, `
-- cmd/burrow/main.go --
package main
import ("errors"; "fmt"; "os"; "burrow/internal/say")
var errMark = errors.New("a mark to compare with")
func all(n string) error {
	fmt.Fprintf(os.Stderr, "burrow serve: %s, %d\n", n, 5)
	fmt.Fprintln(os.Stderr, say.T("In the catalogue."))
	fmt.Fprintf(os.Stderr, "burrow serve: not in it\n")
	fmt.Fprintln(os.Stderr, "note: "+n, "%s of %s")
	fmt.Fprintln(os.Stderr, "one, two")
	return errors.New("also not in it")
}
-- internal/config/config.go --
package config
import "fmt"
func wrong(err error) error { return fmt.Errorf("read it: %w", err) }
-- internal/json/json.go --
package json
import "errors"
func wrong() error { return errors.New("of no printer") }
`)
	require.Equal(t, []string{
		"cmd/burrow/main.go:7:  not in it\n", "cmd/burrow/main.go:9: one, two", "cmd/burrow/main.go:10: also not in it",
		"internal/config/config.go:3: read it: ",
	}, untranslatedLines(t, root))
}

func TestTheRuleOfSentencesFires(t *testing.T) {
	root := small(t, `
-- internal/turn/turn.go --
package turn
import "burrow/internal/say"
type told struct { Message, Problem, Fell, Other string; Problems []string }
func all(n string) told {
	out := told{Message: "Not in it.", Problem: say.T("In it {n}.", "n", n), Fell: "a word and " + n, Other: "not for a reader"}
	out.Problem = "Assigned to it."
	out.Message, out.Other = n, "two words"
	out.Problems = append(out.Problems, "Added to it.")
	out.Fell = "word"
	return out
}
-- internal/turn/turn_test.go --
package turn
var _ = told{Message: "Of a test."}
-- internal/json/json.go --
package json
var _ = struct{ Message string }{Message: "Of no teller."}
`)
	require.Equal(t, []string{
		"internal/turn/turn.go:5: Message: Not in it.",
		"internal/turn/turn.go:5: Fell: a word and ",
		"internal/turn/turn.go:6: Problem: Assigned to it.",
		"internal/turn/turn.go:8: Problems: Added to it.",
	}, untranslated(t, root))
}
