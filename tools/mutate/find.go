package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one change.
type mutant struct {
	// id is its number in the test program, 0 for one that is compiled alone.
	id   int
	file string // from the root
	line int
	// name says what it is, without the line, so that it stays the same when others
	// come or go.
	name  string
	edits []edit
	// broken means that it does not compile.
	broken bool
}

// place is the function that it is in.
func (m *mutant) place() string {
	place, _, _ := strings.Cut(m.name, ": ")
	return place
}

// finder goes through a package and collects changes.
type finder struct {
	*pkg
	file    *file
	in      string            // the function
	results *types.Tuple      // of the function
	names   map[string]int    // how often a name was given
	skip    map[ast.Node]bool // where nothing may be changed
	found   []*mutant
}

func (p *pkg) find() []*mutant {
	f := &finder{pkg: p, names: map[string]int{}, skip: map[ast.Node]bool{}}
	for _, file := range p.files {
		f.file = file
		for _, decl := range file.syntax.Decls {
			f.in, f.results = "", nil
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				f.in = functionName(decl)
				if decl.Body != nil {
					f.results = p.TypesInfo.Defs[decl.Name].Type().(*types.Signature).Results()
					f.walk(decl.Body)
				}
			case *ast.GenDecl:
				f.declaration(decl)
			}
		}
	}
	return f.found
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	of := d.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
			continue
		case *ast.IndexExpr:
			of = t.X
			continue
		case *ast.Ident:
			return t.Name + "." + d.Name.Name
		}
		return d.Name.Name
	}
}

// declaration looks at constants and variables outside of functions. Tables are
// data.
func (f *finder) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, value := range values.Values {
			f.in = values.Names[min(i, len(values.Names)-1)].Name
			if d.Tok == token.CONST {
				f.constant(value)
				continue
			}
			if _, table := value.(*ast.CompositeLit); !table {
				f.walk(value)
			}
		}
	}
}

// walk looks at a node and all below it.
func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || f.skip[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			outer := f.results
			f.results = f.TypesInfo.TypeOf(n).(*types.Signature).Results()
			f.walk(n.Body)
			f.results = outer
			return false
		case *ast.BlockStmt:
			f.statements(n.List)
		case *ast.CaseClause:
			f.statements(n.Body)
		case *ast.CommClause:
			f.statements(n.Body)
		case *ast.IfStmt:
			f.negate(n.Cond)
			f.otherwise(n)
		case *ast.ForStmt:
			if n.Cond != nil {
				f.negate(n.Cond)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				for _, clause := range n.Body.List {
					for _, condition := range clause.(*ast.CaseClause).List {
						f.negate(condition)
					}
				}
			}
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				for _, spec := range n.Specs {
					for _, value := range spec.(*ast.ValueSpec).Values {
						f.constant(value)
					}
				}
				return false
			}
		case *ast.ArrayType, *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.BasicLit, *ast.Ident:
			if lit, ok := n.(*ast.BasicLit); ok {
				f.number(lit)
			}
			return false
		case *ast.CallExpr:
			// The capacity of a slice changes nothing but its speed.
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "make" && len(n.Args) == 3 {
				f.skip[n.Args[2]] = true
			}
		case *ast.KeyValueExpr:
			if f.isConstant(n.Key) {
				f.skip[n.Key] = true
			}
		case *ast.BinaryExpr:
			return f.binary(n)
		case ast.Expr:
			return !f.number(n)
		}
		return true
	})
}

func (f *finder) isConstant(e ast.Expr) bool { return f.TypesInfo.Types[e].Value != nil }

// add notes a change of a node.
func (f *finder) add(at ast.Node, what string, edits ...edit) {
	f.note(at, what, edits)
	m := f.found[len(f.found)-1]
	m.id = len(f.found)
	for i := range m.edits {
		m.edits[i].text = strings.ReplaceAll(m.edits[i].text, "#", fmt.Sprint(m.id))
	}
}

func (f *finder) note(at ast.Node, what string, edits []edit) {
	place := f.Fset.Position(at.Pos())
	path, err := filepath.Rel(f.root, place.Filename)
	if err != nil {
		path = place.Filename
	}
	name := path + " " + f.in + ": " + what
	if f.names[name]++; f.names[name] > 1 {
		name += fmt.Sprintf(" (%d)", f.names[name])
	}
	for i := range edits {
		edits[i].path, edits[i].order = f.file.path, len(f.found)
	}
	f.found = append(f.found, &mutant{file: path, line: place.Line, name: name, edits: edits})
}

func (f *finder) offset(p token.Pos) int { return f.Fset.Position(p).Offset }

// around puts something before and behind a node.
func (f *finder) around(n ast.Node, before, behind string) []edit {
	return []edit{{at: f.offset(n.Pos()), to: -1, text: before}, {at: f.offset(n.End()), to: -1, text: behind, closes: true}}
}

// instead puts something in the place of an operator.
func (f *finder) instead(at token.Pos, was token.Token, text string) edit {
	return edit{at: f.offset(at), to: f.offset(at) + len(was.String()), text: text}
}

// byPlace sorts by file and line.
func byPlace(a, b *mutant) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.name, b.name))
}

// choose takes a sample. Which changes are in it depends on the seed and their names
// alone, so that others that come or go leave it as it is.
func choose(all []*mutant, o options) []*mutant {
	taken := slices.DeleteFunc(slices.Clone(all), func(m *mutant) bool { return o.file != "" && filepath.Base(m.file) != o.file })
	if o.only != "" {
		return slices.DeleteFunc(taken, func(m *mutant) bool { return !strings.Contains(m.name, o.only) })
	}
	weight := func(m *mutant) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s", o.seed, m.name)
		return h.Sum64() * 0x9e3779b97f4a7c15
	}
	slices.SortFunc(taken, func(a, b *mutant) int { return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(a.name, b.name)) })
	if o.sample > 0 && o.sample < len(taken) {
		taken = taken[:o.sample]
	}
	return taken
}
