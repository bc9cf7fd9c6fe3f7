package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// protocol is the package to translate, with what its syntax alone knows.
type protocol struct {
	pkg *packages.Package
	// docs has the doc comment of every declared name and struct field.
	docs map[token.Pos]string
	// kinds has the text that each kind type encodes as.
	kinds map[string]string
}

func load(pattern string) (*protocol, error) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo |
			packages.NeedImports | packages.NeedDeps,
	}, pattern)
	if err != nil {
		return nil, err
	}
	if len(loaded) != 1 {
		return nil, fmt.Errorf("%s is %d packages, not one", pattern, len(loaded))
	}
	for _, e := range loaded[0].Errors {
		return nil, e
	}
	p := &protocol{pkg: loaded[0], docs: map[token.Pos]string{}, kinds: map[string]string{}}
	// Named string types of other packages are translated with their constants,
	// whose comments stand in those packages.
	packages.Visit(loaded, nil, func(dep *packages.Package) {
		for _, file := range dep.Syntax {
			p.collectDocs(file)
		}
	})
	for _, file := range p.pkg.Syntax {
		p.collectKinds(file)
	}
	return p, nil
}

func (p *protocol) collectDocs(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			own := n.Doc
			if n.Lparen.IsValid() {
				own = nil // a comment above a group speaks of the group
			}
			for _, spec := range n.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.addDoc(spec.Name, spec.Doc, own)
				case *ast.ValueSpec:
					p.addDoc(spec.Names[0], spec.Doc, own)
				}
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				for _, name := range field.Names {
					p.addDoc(name, field.Doc)
				}
			}
		}
		return true
	})
}

func (p *protocol) addDoc(name *ast.Ident, docs ...*ast.CommentGroup) {
	for _, doc := range docs {
		if doc != nil {
			p.docs[name.Pos()] = strings.TrimSpace(doc.Text())
			return
		}
	}
}

// collectKinds reads the literal that each MarshalText method returns.
func (p *protocol) collectKinds(file *ast.File) {
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || fn.Name.Name != "MarshalText" {
			continue
		}
		recv, ok := fn.Recv.List[0].Type.(*ast.Ident)
		if !ok {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				p.kinds[recv.Name], _ = strconv.Unquote(lit.Value)
			}
			return true
		})
	}
}

// objects returns the package's exported objects in the order of the source.
func (p *protocol) objects() []types.Object {
	var list []types.Object
	for _, file := range p.pkg.Syntax {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gen.Specs {
				var names []*ast.Ident
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = []*ast.Ident{spec.Name}
				case *ast.ValueSpec:
					names = spec.Names
				}
				for _, name := range names {
					if obj := p.pkg.TypesInfo.Defs[name]; obj != nil && obj.Exported() {
						list = append(list, obj)
					}
				}
			}
		}
	}
	return list
}

// A value is a constant of a named string type.
type value struct {
	text string
	doc  string
}

// values returns the constants of a named string type in the order of the
// source.
func (p *protocol) values(t *types.Named) []value {
	var consts []*types.Const
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			consts = append(consts, c)
		}
	}
	sortByPos(consts)
	var list []value
	for _, c := range consts {
		text := constant.StringVal(c.Val())
		list = append(list, value{text, named(p.docs[c.Pos()], c.Name(), text)})
	}
	return list
}

// methodName returns the name in the literal that a method's variable is set to.
func (p *protocol) methodName(v types.Object) (string, error) {
	for _, init := range p.pkg.TypesInfo.InitOrder {
		if len(init.Lhs) != 1 || init.Lhs[0] != v {
			continue
		}
		if lit, ok := init.Rhs.(*ast.CompositeLit); ok && len(lit.Elts) == 1 {
			if known := p.pkg.TypesInfo.Types[lit.Elts[0]].Value; known != nil {
				return constant.StringVal(known), nil
			}
		}
	}
	return "", fmt.Errorf("%s has no name in its literal", v.Name())
}
