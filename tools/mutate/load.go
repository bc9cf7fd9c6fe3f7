package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// pkg is a package that is to be changed.
type pkg struct {
	*packages.Package
	// dir is where it is, from the root of the module; root is that root.
	dir, root string
	files     []*file
}

// file is one of its files.
type file struct {
	syntax *ast.File
	path   string
	source []byte
}

func load(pattern, tags string) (*pkg, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	found, err := packages.Load(&packages.Config{
		Mode:       packages.LoadSyntax,
		BuildFlags: []string{"-tags=" + tags},
		Dir:        root,
	}, pattern)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s names %d packages, not one", pattern, len(found))
	}
	p := &pkg{Package: found[0], root: root}
	for _, problem := range p.Errors {
		err = errors.Join(err, problem)
	}
	if err != nil {
		return nil, err
	}
	for i, syntax := range p.Syntax {
		if ast.IsGenerated(syntax) {
			continue
		}
		path := p.CompiledGoFiles[i]
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, &file{syntax, path, source})
	}
	if len(p.files) == 0 {
		return nil, fmt.Errorf("%s has no files that are written by hand", pattern)
	}
	if p.dir, err = filepath.Rel(root, filepath.Dir(p.files[0].path)); err != nil {
		return nil, err
	}
	return p, nil
}

// text is the source of a node, in one line.
func (f *file) text(fset *token.FileSet, n ast.Node) string {
	from, to := fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset
	return strings.Join(strings.Fields(string(f.source[from:to])), " ")
}
