package graph

import (
	"fmt"
	"iter"
	"maps"

	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// Describe writes a relationship in a line.
func Describe(r schema.Relationship) string {
	text := joingraph.Condition(r) + " (" + kindAndConfidence(r)
	if r.Name != "" {
		text += ", " + r.Name
	}
	return text + ")"
}

func kindAndConfidence(r schema.Relationship) string {
	text := string(r.Kind)
	if r.Cardinality != "" {
		text += " " + string(r.Cardinality)
	}
	return text + fmt.Sprintf(" %.2f", r.Confidence)
}

func keys[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }
