package graph

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// What the rows say of a relationship.
const (
	sampleValues = 1000   // how many values of a column are looked up
	sampleRows   = 20_000 // how many rows are looked at for doubles
	fewValues    = 5      // below this a sample says little

	holds    = .98 // of the values are keys: rows confirm it
	loose    = .9  // some rows point nowhere, as they do in grown databases
	disputed = .5  // less than this is chance

	confirmed = .97 // the confidence of what names suggest and rows confirm
	doubtful  = .6
	refuted   = .2
)

// Evidence is what a sample of the rows says of a relationship.
type Evidence struct {
	Values  int64 // that were looked up
	Found   int64 // that are there on the other side
	FromOne bool  // no value of the column occurs twice
	ToOne   bool  // no value of the key occurs twice
}

// Share is how many of the values were found.
func (e Evidence) Share() float64 {
	if e.Values == 0 {
		return 0
	}
	return float64(e.Found) / float64(e.Values)
}

// Sample looks at the rows of a relationship: a thousand different values, and whether
// either side has doubles among its first rows. The database answers with counts alone.
func Sample(ctx context.Context, db *sql.DB, r schema.Relationship) (Evidence, error) {
	var e Evidence
	var found sql.NullInt64
	if err := db.QueryRowContext(ctx, overlapQuery(r)).Scan(&e.Values, &found); err != nil {
		return e, err
	}
	e.Found = found.Int64
	for _, side := range []struct {
		r   schema.Relationship
		one *bool
	}{{r, &e.FromOne}, {r.Reversed(), &e.ToOne}} {
		var rows, different int64
		if err := db.QueryRowContext(ctx, doublesQuery(side.r)).Scan(&rows, &different); err != nil {
			return e, err
		}
		*side.one = rows > 0 && rows == different
	}
	return e, nil
}

func overlapQuery(r schema.Relationship) string {
	var values, present, equal []string
	for i, p := range r.Columns {
		values = append(values, fmt.Sprintf("a.%s AS v%d", schema.Quote(p.From), i))
		present = append(present, fmt.Sprintf("a.%s IS NOT NULL", schema.Quote(p.From)))
		equal = append(equal, fmt.Sprintf("b.%s = s.v%d", schema.Quote(p.To), i))
	}
	return fmt.Sprintf("SELECT COUNT(*), SUM(EXISTS(SELECT 1 FROM %s b WHERE %s)) FROM (SELECT DISTINCT %s FROM %s a WHERE %s LIMIT %d) s",
		schema.Quote(r.ToTable), strings.Join(equal, " AND "), strings.Join(values, ", "), schema.Quote(r.FromTable), strings.Join(present, " AND "), sampleValues)
}

func doublesQuery(r schema.Relationship) string {
	var values, present, names []string
	for i, p := range r.Columns {
		values = append(values, fmt.Sprintf("a.%s AS v%d", schema.Quote(p.From), i))
		present = append(present, fmt.Sprintf("a.%s IS NOT NULL", schema.Quote(p.From)))
		names = append(names, fmt.Sprintf("s.v%d", i))
	}
	return fmt.Sprintf("SELECT COUNT(*), COUNT(DISTINCT %s) FROM (SELECT %s FROM %s a WHERE %s LIMIT %d) s",
		strings.Join(names, ", "), strings.Join(values, ", "), schema.Quote(r.FromTable), strings.Join(present, " AND "), sampleRows)
}

// Judge gives a relationship the confidence and the cardinality that its rows speak for.
// What the database holds and what people wrote down keep their confidence: rows that do
// not fit are noted.
func Judge(r schema.Relationship, e Evidence) schema.Relationship {
	if e.Values < fewValues {
		r.Note = note(r.Note, "rows", say.T("too few rows to compare"))
		return r
	}
	r.Note = note(r.Note, "rows", say.T("{found} of {values} values are there", "found", int(e.Found), "values", int(e.Values)))
	share := e.Share()
	if r.Kind == schema.Inferred || r.Kind == schema.Association {
		switch {
		case share >= holds:
			r.Confidence = max(r.Confidence, confirmed)
		case share >= loose:
		case share >= disputed:
			r.Confidence = min(r.Confidence, doubtful)
		default:
			r.Confidence = min(r.Confidence, refuted)
		}
	}
	// Doubles disprove a cardinality; a sample without them proves none that keys do not.
	switch {
	case r.Cardinality == schema.OneToOne && !e.FromOne && e.ToOne:
		r.Cardinality = schema.ManyToOne
	case r.Cardinality == schema.ManyToOne && !e.ToOne:
		r.Cardinality = schema.ManyToMany
	case r.Cardinality == "" && e.ToOne && e.FromOne:
		r.Cardinality = schema.OneToOne
	case r.Cardinality == "" && e.ToOne:
		r.Cardinality = schema.ManyToOne
	case r.Cardinality == "" && e.FromOne:
		r.Cardinality = schema.OneToMany
	}
	return r
}

// note adds what rows or a model say to a note, in the place of what they said before.
func note(old, who, text string) string {
	var parts []string
	for part := range strings.SplitSeq(old, " | ") {
		if part != "" && !strings.HasPrefix(part, who+": ") {
			parts = append(parts, part)
		}
	}
	return strings.Join(append(parts, who+": "+text), " | ")
}

// ValidateRows samples all relationships. A table that cannot be read, or a statement that
// fails, is a problem and leaves its relationship as it is. progress is called with how
// many are done.
func ValidateRows(ctx context.Context, db *sql.DB, g *schema.Graph, only schema.Kind, progress func(done, all int)) ([]Change, []Problem, error) {
	var changes []Change
	var problems []Problem
	for i, r := range g.Relationships {
		progress(i, len(g.Relationships))
		if only != "" && r.Kind != only {
			continue
		}
		e, err := Sample(ctx, db, r)
		if ctx.Err() != nil {
			return changes, problems, ctx.Err()
		}
		if err != nil {
			problems = append(problems, Problem{File: r.FromTable, Text: say.T("Couldn't check {relationship}: {why}", "relationship", Describe(r), "why", err.Error())})
			continue
		}
		judged := Judge(r, e)
		if judged.Confidence != r.Confidence || judged.Cardinality != r.Cardinality {
			changes = append(changes, Change{"changed", say.T("{relationship}: was {old}", "relationship", Describe(judged), "old", kindAndConfidence(r))})
		} else if e.Values >= fewValues && e.Share() < loose {
			changes = append(changes, Change{"noted", say.T("{relationship}: only {found} of {values} values are there", "relationship", Describe(r), "found", int(e.Found), "values", int(e.Values))})
		}
		g.Relationships[i] = judged
	}
	progress(len(g.Relationships), len(g.Relationships))
	return changes, problems, nil
}
