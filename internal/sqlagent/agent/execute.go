package agent

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/receipt"
)

// execute runs a query that the guard let through and makes the answer of its rows.
// refused is what the server said of a query that it did not understand.
func (r *run) execute(ctx context.Context, v guard.Verdict) (refused string, err error) {
	if asked, err := r.expensive(ctx, v); asked || err != nil {
		return "", err
	}
	got, err := r.query(ctx, v)
	if said, ok := errors.AsType[*database.Error](err); ok && said.Code == database.Refused {
		hint := said.Hint()
		if hint == "" {
			hint = said.Error()
		}
		return hint, nil
	}
	if err != nil {
		return "", err
	}
	r.fill(v, got)
	return "", r.step("answer", func() (string, error) {
		r.inspect(ctx, v)
		r.sayToday()
		r.out.Text = answer.Text(r.out)
		return "", ctx.Err()
	})
}

// retries are the waits before a query is run again that may work in a moment.
var retries = []time.Duration{time.Second, 2 * time.Second}

// query runs a query.
func (r *run) query(ctx context.Context, v guard.Verdict) (got *database.Result, err error) {
	return got, r.persist(ctx, func() error {
		return r.step("run", func() (string, error) {
			got, err = r.c.DB.Query(ctx, r.q.Person, v, database.Limits{Rows: r.c.Limits.MaxRows, Bytes: mostKept})
			if err != nil {
				return "", err
			}
			return say.Plural(len(got.Rows), "{n} row", "{n} rows"), nil
		})
	})
}

// persist does what asks the database. After a lost connection or a lock it is done again,
// and each wait is a step of its own.
func (r *run) persist(ctx context.Context, do func() error) error {
	for attempt := 0; ; attempt++ {
		err := do()
		said, ok := errors.AsType[*database.Error](err)
		if !ok || !said.Passes() || attempt == len(retries) {
			return err
		}
		if err := r.step("retry", func() (string, error) {
			select {
			case <-time.After(retries[attempt]):
				return said.Error(), nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}); err != nil {
			return err
		}
	}
}

// mostKept is how many bytes of rows an answer has: with its receipt it must fit where
// messages keep what was gathered, which is gather.MostShown.
const mostKept = 192 << 10

// expensive asks the server what a query would read, and the person whether to run it if
// that is very much.
func (r *run) expensive(ctx context.Context, v guard.Verdict) (asked bool, err error) {
	if r.anyway || !r.c.Limits.PreValidation {
		return false, nil
	}
	rows, ok, err := r.c.DB.Explain(ctx, r.q.Person, v)
	if err != nil || !ok || rows <= float64(r.c.Limits.MaxExamined) {
		return false, err
	}
	r.out.Code = answer.Expensive
	r.out.Reading = say.T("This would read about {rows} rows and may take long.", "rows", inWords(rows))
	r.out.Choices = []answer.Choice{{Label: say.T("Run it anyway"), Apply: choice{Run: v.SQL}.apply()}}
	return true, nil
}

// inWords is a large number as one would say it.
func inWords(n float64) string {
	switch {
	case n >= 1e12:
		return say.T("{n} trillion", "n", strconv.FormatFloat(n/1e12, 'f', 0, 64))
	case n >= 1e9:
		return say.T("{n} billion", "n", strconv.FormatFloat(n/1e9, 'f', 0, 64))
	case n >= 1e6:
		return say.T("{n} million", "n", strconv.FormatFloat(n/1e6, 'f', 0, 64))
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

// fill takes the rows into the answer.
func (r *run) fill(v guard.Verdict, got *database.Result) {
	a := &r.out
	a.Answered, a.Code, a.SQL, a.Tables = true, "", v.SQL, v.Tables
	a.Columns, a.Rows, a.Truncated = nil, got.Rows, got.More
	for i, c := range got.Columns {
		if c.Type == "DOUBLE" || c.Type == "FLOAT" {
			writeOut(got.Rows, i)
		}
	}
	a.Warnings, a.Joins, a.Views, a.Scope, a.Choices = nil, nil, nil, "", nil
	for _, c := range got.Columns {
		a.Columns = append(a.Columns, answer.Column{Name: c.Name, Type: c.Type})
	}
	a.Chart = answer.Suggest(a.Columns, a.Rows)
	if got.More {
		a.Chart = nil // a part drawn as the whole
		a.Warn(answer.Truncated, say.Plural(len(got.Rows), "Only the first row is shown.", "Only the first {n} rows are shown."))
	}
	if got.Cut {
		a.Warn(answer.Shortened, say.T("Some values are too long and were cut."))
	}
	for _, w := range v.Warnings {
		a.Warn(answer.Doubt, w.Message)
	}
}

// writeOut has the numbers of a column without exponents.
func writeOut(rows [][]*string, column int) {
	for _, row := range rows {
		if row[column] != nil {
			row[column] = new(answer.Plain(*row[column]))
		}
	}
}

// inspect adds the receipt. A query that cannot be inspected has an answer all the same.
func (r *run) inspect(ctx context.Context, v guard.Verdict) {
	got, err := receipt.Inspect(r.rules.Graph, receipt.Query{SQL: v.SQL, Views: r.rules.Views, Whole: r.q.Person.All(), Question: r.q.Text, MaxRows: r.c.Limits.MaxRows})
	if err != nil {
		return
	}
	a := &r.out
	a.Views = got.Views
	if len(got.Labels) == len(a.Columns) {
		for i, label := range got.Labels {
			a.Columns[i].Label, a.Columns[i].Decimals = label, got.Decimals[i]
		}
	}
	for _, w := range got.Warnings {
		a.Warn(w.Kind, w.Text)
	}
	r.sayScope(len(got.Views) > 0)
	a.Limit = got.Limit
	r.limited(got.Limit)
	deadline := time.Now().Add(countingTime)
	for _, j := range got.Joins {
		if j.Count != "" && !time.Now().After(deadline) && r.cheap(j) {
			r.countLost(ctx, &j, deadline)
		}
		a.Joins = append(a.Joins, j.Join)
	}
}

// sayScope says if rows are missing because of who asks: they read as none otherwise.
func (r *run) sayScope(views bool) {
	p := r.q.Person
	if !views || p.All() {
		return
	}
	r.out.Scope = scope(p)
	r.out.Warn(answer.Rights, say.T("Only rows that you may see are counted: {scope}.", "scope", r.out.Scope))
}

// sayToday says if a time of the question was counted from another day than the clock's.
func (r *run) sayToday() {
	today := r.c.Today()
	if r.c.TodayIs != "" && today.Format(time.DateOnly) != time.Now().Format(time.DateOnly) && planner.CountsFromToday(r.q.Text, r.out.SQL, today) {
		r.out.Warn(answer.Today, r.c.TodayIs)
	}
}

// scope says which rows a person may see.
func scope(p database.Person) string {
	var parts []string
	for _, of := range []struct {
		s    database.Scope
		what string
	}{{p.Customers, say.T("customers")}, {p.WorkOrders, say.T("work orders")}, {p.Locations, say.T("locations")}} {
		switch {
		case of.s.All:
		case len(of.s.IDs) == 0:
			parts = append(parts, say.T("no {things}", "things", of.what))
		default:
			parts = append(parts, say.T("{count} of the {things}", "count", len(of.s.IDs), "things", of.what))
		}
	}
	return strings.Join(parts, ", ")
}

// limited says if the query itself asks for a few rows and the question does not.
func (r *run) limited(limit int) {
	if limit == 0 || len(r.out.Rows) < limit || asksForFew(r.q.Text, limit) {
		return
	}
	r.out.Warn(answer.Limited, say.Plural(limit, "The query asks for {n} row only: there may be more.", "The query asks for {n} rows only: there may be more."))
}

const (
	// countingTime is how long counting the rows that joins left out may take.
	countingTime = 400 * time.Millisecond
	// cheapRows is how large a table may be to be counted without being asked.
	cheapRows = 200_000
)

// cheap reports whether a count of lost rows is worth its time.
func (r *run) cheap(j receipt.Join) bool {
	for _, name := range []string{j.From, j.To} {
		if t, ok := r.rules.Graph.Table(name); ok && t.Rows > cheapRows {
			return false
		}
	}
	return true
}

// countLost counts the rows that an inner join left out, through the guard like any other
// query. What takes too long is not counted.
func (r *run) countLost(ctx context.Context, j *receipt.Join, deadline time.Time) {
	v := r.guard.Check(j.Count)
	if !v.OK {
		return
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	got, err := r.c.DB.Query(ctx, r.q.Person, v, database.Limits{Rows: 1})
	if err != nil || len(got.Rows) != 1 || got.Rows[0][0] == nil {
		return
	}
	lost, err := strconv.ParseInt(*got.Rows[0][0], 10, 64)
	if err != nil {
		return
	}
	j.Lost = &lost
	switch other := answer.Thing(j.To); {
	case lost == 0 || !j.Warns:
	case lost == 1:
		r.out.Warn(answer.RowsLost, say.T("1 {thing} has no {other} and is left out.", "thing", answer.Thing(j.From), "other", other))
	default:
		r.out.Warn(answer.RowsLost, say.T("{count} {things} have no {other} and are left out.", "count", answer.Grouped(strconv.FormatInt(lost, 10)), "things", answer.Things(j.From), "other", other))
	}
}
