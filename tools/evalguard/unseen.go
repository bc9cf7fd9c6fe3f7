package main

import (
	"math/rand/v2"
	"slices"

	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

// unseen measures the rules of joins on databases that no gold query is about: each
// declared key is left out of its graph, and the join along it must be known by the names
// alone; and a join of two other columns of the same tables must be refused.
func unseen(graphs map[string]*schema.Graph, seen []string, r *rand.Rand) (known, wrong count, err error) {
	for _, name := range sortedNames(graphs) {
		graph := graphs[name]
		if slices.Contains(seen, name) {
			continue
		}
		for i, key := range graph.Relationships {
			if key.FromTable == key.ToTable {
				continue
			}
			others := slices.Delete(slices.Clone(graph.Relationships), i, i+1)
			without, err := guard.New(guard.Rules{Graph: schema.New(graph.Name, graph.Tables(), others)})
			if err != nil {
				return known, wrong, err
			}
			known.all++
			if v := without.Check(joinOf(key.FromTable, key.Columns[0].From, key.ToTable, key.Columns[0].To)); v.OK && len(v.Warnings) == 0 {
				known.hit++
			}
			with, err := guard.New(guard.Rules{Graph: graph})
			if err != nil {
				return known, wrong, err
			}
			from, _ := graph.Table(key.FromTable)
			to, _ := graph.Table(key.ToTable)
			a, _ := pick(r, from.Columns)
			b, _ := pick(r, to.Columns)
			if !declared(graph, from, a.Name, to, b.Name) {
				wrong.all++
				if !with.Check(joinOf(from.Name, a.Name, to.Name, b.Name)).OK {
					wrong.hit++
				}
			}
		}
	}
	return known, wrong, nil
}

func joinOf(a, ca, b, cb string) string {
	return "SELECT 1 FROM `" + a + "` AS x JOIN `" + b + "` AS y ON x.`" + ca + "` = y.`" + cb + "`"
}
