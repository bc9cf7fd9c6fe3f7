package agent

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

// values looks up for a planner what stands in rows: as the person who asks, through the
// guard. A column with few different values is read once and kept for a while, since most
// questions look into the same ones; others are asked each time.
type values struct {
	db    Database
	known *schema.Graph
	guard *guard.Guard // lets as many rows through as are kept
	now   func() time.Time

	mu   sync.Mutex
	held map[string]*held
}

// held are the values of a column, as one person sees them.
type held struct {
	mu sync.Mutex
	// byFold are the values by their letters without case and accents; nil if there are
	// too many.
	byFold map[string][]string
	until  time.Time
}

// Limits of a lookup.
const (
	mostDistinct   = 20_000 // values of a column that are kept
	mostHeld       = 2000   // columns
	heldFor        = 10 * time.Minute
	matchesOfPlace = 3
	longestValue   = 200
	lookupTime     = 2 * time.Second // for all columns of a question
	readersAtOnce  = 4
)

// newValues makes the values of those who share rules.
func newValues(db Database, known *schema.Graph, rules guard.Rules, now func() time.Time) (*values, error) {
	rules.MaxRows = mostDistinct
	g, err := guard.New(rules)
	return &values{db: db, known: known, guard: g, now: now, held: map[string]*held{}}, err
}

// Lookup finds which columns hold one of the texts as a whole value. Columns that take too
// long hold nothing. A database that cannot be asked is an error, and nothing is kept of it:
// what it holds would read as if it were not there.
func (v *values) Lookup(ctx context.Context, texts []string, in []planner.Place) ([]planner.Match, error) {
	who, _ := ctx.Value(personKey{}).(database.Person)
	limited, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	found, errs := make([][]planner.Match, len(in)), make([]error, len(in))
	next := make(chan int)
	var readers sync.WaitGroup
	for range min(readersAtOnce, len(in)) {
		readers.Go(func() {
			for i := range next {
				found[i], errs[i] = v.at(limited, who, texts, in[i])
			}
		})
	}
	for i := range in {
		next <- i
	}
	close(next)
	readers.Wait()
	var all []planner.Match
	for i, of := range found {
		if errs[i] != nil && ctx.Err() == nil {
			return nil, errs[i]
		}
		all = append(all, of...)
	}
	return all, ctx.Err()
}

// at looks into one column.
func (v *values) at(ctx context.Context, who database.Person, texts []string, p planner.Place) (found []planner.Match, err error) {
	h := v.of(who, p)
	h.mu.Lock()
	if v.now().After(h.until) {
		h.byFold, err = v.read(ctx, who, p)
		if err != nil {
			h.mu.Unlock()
			return nil, err
		}
		if ctx.Err() == nil {
			h.until = v.now().Add(heldFor)
		}
	}
	byFold := h.byFold
	h.mu.Unlock()
	if byFold == nil {
		return v.ask(ctx, who, texts, p)
	}
	for _, text := range texts {
		for _, value := range byFold[folded(text)] {
			found = append(found, planner.Match{Place: p, Value: value})
		}
	}
	return found, nil
}

func (v *values) of(who database.Person, p planner.Place) *held {
	key := strings.ToLower(p.Table) + "." + strings.ToLower(p.Column) + " " + who.String()
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.held[key]
	if h == nil {
		if len(v.held) >= mostHeld {
			clear(v.held)
		}
		h = &held{}
		v.held[key] = h
	}
	return h
}

// read reads all values of a column; nil if there are too many. One that the person may
// not read has none.
func (v *values) read(ctx context.Context, who database.Person, p planner.Place) (map[string][]string, error) {
	if t, ok := v.known.Table(p.Table); ok && t.Rows > cheapRows {
		return nil, nil
	}
	byFold := map[string][]string{}
	got, err := v.run(ctx, who, "SELECT DISTINCT "+schema.Quote(p.Column)+" AS value FROM "+schema.Quote(p.Table), mostDistinct)
	if got == nil || err != nil {
		return byFold, err
	}
	if got.More {
		return nil, nil
	}
	for _, row := range got.Rows {
		if row[0] == nil || len(*row[0]) > longestValue {
			continue
		}
		key := folded(*row[0])
		if len(byFold[key]) < matchesOfPlace {
			byFold[key] = append(byFold[key], *row[0])
		}
	}
	return byFold, nil
}

// ask looks for the texts in a column that has many values.
func (v *values) ask(ctx context.Context, who database.Person, texts []string, p planner.Place) (found []planner.Match, err error) {
	var list []string
	for _, text := range texts {
		if text != "" && len(text) <= longestValue && !strings.Contains(text, `\`) {
			list = append(list, "'"+strings.ReplaceAll(text, "'", "''")+"'")
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	column := schema.Quote(p.Column)
	got, err := v.run(ctx, who, "SELECT DISTINCT "+column+" AS value FROM "+schema.Quote(p.Table)+" WHERE "+column+" IN ("+strings.Join(list, ", ")+")", len(list)*matchesOfPlace)
	if got == nil || err != nil {
		return nil, err
	}
	for _, row := range got.Rows {
		if row[0] != nil {
			found = append(found, planner.Match{Place: p, Value: *row[0]})
		}
	}
	return found, nil
}

// run runs a lookup; nil if it is not for this person, or takes too long.
func (v *values) run(ctx context.Context, who database.Person, query string, rows int) (*database.Result, error) {
	verdict := v.guard.Check(query)
	if !verdict.OK || ctx.Err() != nil {
		return nil, nil
	}
	got, err := v.db.Query(ctx, who, verdict, database.Limits{Rows: rows, Cell: 2 * longestValue})
	if said, ok := errors.AsType[*database.Error](err); ok && (said.Passes() || said.Code == database.Hangs || said.Code == database.Busy) {
		return nil, said
	}
	if err != nil {
		return nil, nil
	}
	return got, nil
}

// folded is a text without case and accents.
func folded(text string) string {
	var out []byte
	for _, r := range text {
		out = words.AppendFolded(out, r)
	}
	return string(out)
}
