package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// catalogue is what the code says.
type catalogue struct {
	Sentences map[string][]string `json:"sentences"`
	Plurals   map[string]*plural  `json:"plurals"`

	problems []error
}

// plural has the English forms of a sentence with a count. Its id is the form for
// many.
type plural struct {
	One string   `json:"one"`
	In  []string `json:"in"`
}

// extract reads the packages that users hear of, for each system that they are
// built for.
func extract(root string) (*catalogue, error) {
	c := &catalogue{Sentences: map[string][]string{}, Plurals: map[string]*plural{}}
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}, {"GOOS=wasip1", "GOARCH=wasm"}} {
		patterns := []string{"./internal/...", "./cmd/..."}
		if env != nil {
			var err error
			if patterns, err = core(root, env); err != nil {
				return nil, err
			}
		}
		loaded, err := load(root, env, packages.NeedName|packages.NeedFiles|packages.NeedSyntax|packages.NeedTypes|packages.NeedTypesInfo|packages.NeedImports|packages.NeedExportFile, patterns)
		if err != nil {
			return nil, err
		}
		for _, p := range loaded {
			for _, file := range p.Syntax {
				c.file(p, file)
			}
		}
	}
	c.problems = slices.CompactFunc(slices.SortedFunc(slices.Values(c.problems), func(a, b error) int { return strings.Compare(a.Error(), b.Error()) }),
		func(a, b error) bool { return a.Error() == b.Error() })
	return c, nil
}

// core returns the packages of the module that the core has.
func core(root string, env []string) ([]string, error) {
	loaded, err := load(root, env, packages.NeedName|packages.NeedImports|packages.NeedDeps, []string{"./wasm"})
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	packages.Visit(loaded, func(p *packages.Package) bool {
		if strings.HasPrefix(p.PkgPath, "burrow/") {
			found[p.PkgPath] = true
		}
		return true
	}, nil)
	return slices.Sorted(maps.Keys(found)), nil
}

func load(root string, env []string, mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	loaded, err := packages.Load(&packages.Config{Dir: root, Mode: mode, Env: append(os.Environ(), append([]string{"GOWORK=off"}, env...)...)}, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, e
		}
	}
	return loaded, nil
}

// file takes the sentences of a file.
func (c *catalogue) file(p *packages.Package, file *ast.File) {
	in := strings.TrimPrefix(p.PkgPath, "burrow/")
	forms := map[ast.Expr]bool{} // of plurals, which are met again as arguments
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, form := range c.call(p, in, call) {
				forms[form] = true
			}
		}
		if literal, ok := n.(*ast.CompositeLit); ok {
			for _, form := range c.literal(p, in, literal) {
				forms[form] = true
			}
		}
		expr, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := english(p, expr)
		if !ok {
			return true
		}
		if text != "" && !forms[expr] {
			c.Sentences[text] = with(c.Sentences[text], in)
		}
		// What a sentence is put together from is no sentence.
		return false
	})
}

// call takes and returns the forms of a plural, and checks what a sentence is
// filled with.
func (c *catalogue) call(p *packages.Package, in string, call *ast.CallExpr) (plurals []ast.Expr) {
	signature, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return nil
	}
	params := signature.Params()
	var texts []string // the constant sentences
	begin := -1        // of what they are filled with
	count := false
	for i := range params.Len() {
		if !isEnglish(params.At(i).Type()) || i >= len(call.Args) {
			continue
		}
		begin = i + 1
		if text, ok := english(p, call.Args[i]); ok {
			texts = append(texts, text)
		}
		count = count || params.At(i).Name() == "other"
	}
	if begin < 0 {
		return nil
	}
	if count && len(texts) == 2 {
		plurals = call.Args[begin-2 : begin]
		c.plural(p, in, call.Pos(), texts[0], texts[1])
	}
	if signature.Variadic() && begin == params.Len()-1 && call.Ellipsis == token.NoPos {
		c.arguments(p, call, texts, call.Args[begin:], count)
	}
	return plurals
}

// literal takes and returns the forms of a plural in a struct with the fields one
// and other.
func (c *catalogue) literal(p *packages.Package, in string, literal *ast.CompositeLit) []ast.Expr {
	fields, ok := p.TypesInfo.TypeOf(literal).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	given := map[string]ast.Expr{}
	for i, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			given[pair.Key.(*ast.Ident).Name] = pair.Value
		} else {
			given[fields.Field(i).Name()] = element
		}
	}
	if given["one"] == nil || given["other"] == nil {
		return nil
	}
	one, isOne := english(p, given["one"])
	other, isOther := english(p, given["other"])
	if !isOne || !isOther {
		return nil
	}
	c.plural(p, in, literal.Pos(), one, other)
	return []ast.Expr{given["one"], given["other"]}
}

func (c *catalogue) plural(p *packages.Package, in string, at token.Pos, one, other string) {
	if c.Plurals[other] == nil {
		c.Plurals[other] = &plural{One: one}
	}
	forms := c.Plurals[other]
	if forms.One != one {
		c.problem(p, at, "%q has two singular forms", other)
	}
	forms.In = with(forms.In, in)
}

// arguments checks that they are names and values, and those of the placeholders.
func (c *catalogue) arguments(p *packages.Package, call *ast.CallExpr, texts []string, args []ast.Expr, count bool) {
	var given []string
	if count {
		given = append(given, "n")
	}
	for i, arg := range args {
		if i%2 == 1 {
			switch t := types.Default(p.TypesInfo.TypeOf(arg)).String(); t {
			case "string", "int", "int64":
			default:
				c.problem(p, arg.Pos(), "a sentence cannot be filled with a %s", t)
			}
			continue
		}
		if value := p.TypesInfo.Types[arg].Value; value != nil && value.Kind() == constant.String {
			given = append(given, constant.StringVal(value))
			continue
		}
		c.problem(p, arg.Pos(), "the name of a parameter is not constant")
	}
	if len(args)%2 == 1 {
		c.problem(p, call.Pos(), "a parameter has no value")
	}
	slices.Sort(given)
	for i, text := range texts {
		wanted := placeholders(text)
		if count && i == 0 && !slices.Contains(wanted, "n") { // "One chat", said without its count
			wanted = append(wanted, "n")
			slices.Sort(wanted)
		}
		if !slices.Equal(given, wanted) {
			c.problem(p, call.Pos(), "%q is filled with %q", text, given)
		}
	}
}

func (c *catalogue) problem(p *packages.Package, at token.Pos, format string, args ...any) {
	c.problems = append(c.problems, fmt.Errorf("%s: %s", p.Fset.Position(at), fmt.Sprintf(format, args...)))
}

var braces = regexp.MustCompile(`\{([^}]*)\}`)

// placeholders returns the names in braces, sorted, each once.
func placeholders(text string) (found []string) {
	for _, match := range braces.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// english returns the text of a constant of type say.English.
func english(p *packages.Package, expr ast.Expr) (string, bool) {
	known, ok := p.TypesInfo.Types[expr]
	if !ok || known.Value == nil || !isEnglish(known.Type) {
		return "", false
	}
	return constant.StringVal(known.Value), true
}

func isEnglish(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "English" && named.Obj().Pkg().Path() == "burrow/internal/say"
}

func with(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	list = append(list, name)
	slices.Sort(list)
	return list
}

// write returns the catalogue, sorted.
func (c *catalogue) write() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(c)
	return out.Bytes(), err
}
