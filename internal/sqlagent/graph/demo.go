package graph

import (
	"io/fs"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/schema"
)

// Demo makes the graph of the demo database from what its program carries: definitions,
// an application's models and overrides.
func Demo() (*schema.Graph, error) {
	files := demo.Files()
	definitions, err := files.Open("schema.sql")
	if err != nil {
		return nil, err
	}
	defer definitions.Close()
	g := schema.New(demo.Name, nil, nil)
	if _, err := ReadDDL(g, "schema.sql", definitions); err != nil {
		return nil, err
	}
	var all models
	err = fs.WalkDir(files, "models", func(name string, d fs.DirEntry, err error) error {
		return all.add(name, name == "models", d, err, func(name string) ([]byte, error) { return fs.ReadFile(files, name) })
	})
	if err != nil {
		return nil, err
	}
	declared, _ := all.read(g)
	Merge(g, declared)
	text, err := files.Open("overrides.json")
	if err != nil {
		return nil, err
	}
	defer text.Close()
	overrides, err := ReadOverrides(text)
	if err != nil {
		return nil, err
	}
	overrides.Apply(g)
	return g, nil
}
