package graph

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// scripts are the files that may have models.
var scripts = []string{".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx"}

// largestSource is where a file is taken for something built, and passed over.
const largestSource = 4 << 20

// Import reads the models of an application: Sequelize's and TypeORM's in scripts,
// Prisma's in its schema. Paths are files or directories, whose packages, tests and build
// output are passed over. The programs are read and never run. It adds nothing to the
// graph; Merge does.
func Import(g *schema.Graph, paths []string) (*schema.Graph, []Problem, error) {
	var all models
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			return all.add(name, name == path, d, err, os.ReadFile)
		})
		if err != nil {
			return nil, nil, err
		}
	}
	found, problems := all.read(g)
	return found, problems, nil
}

// models are the sources of an application that may have some.
type models struct{ scripts, prisma []source }

// add takes a file of a walk if it may have models.
func (m *models) add(name string, isRoot bool, d fs.DirEntry, err error, read func(string) ([]byte, error)) error {
	if err != nil {
		return err
	}
	if d.IsDir() {
		if !isRoot && (d.Name() == "node_modules" || d.Name() == "dist" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		return nil
	}
	ext := filepath.Ext(name)
	if ext != ".prisma" && !slices.Contains(scripts, ext) {
		return nil
	}
	if info, err := d.Info(); err != nil || info.Size() > largestSource {
		return err
	}
	text, err := read(name)
	if ext == ".prisma" {
		m.prisma = append(m.prisma, source{name, string(text)})
	} else {
		m.scripts = append(m.scripts, source{name, string(text)})
	}
	return err
}

func (m *models) read(g *schema.Graph) (*schema.Graph, []Problem) {
	x := newResolver(g)
	x.sequelize(m.scripts)
	x.typeORM(m.scripts)
	x.prisma(m.prisma)
	return schema.New(g.Name, nil, x.found), x.problems
}
