package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
)

// state is what a follow-up needs: the reading of rules, if they wrote the query.
type state struct {
	Reading json.RawMessage `json:"reading,omitempty"`
}

func (r *run) state() json.RawMessage {
	if len(r.read) == 0 {
		return nil
	}
	text, err := json.Marshal(state{r.read})
	if err != nil {
		return nil
	}
	return text
}

// readingBefore is the reading of the question before, or nil.
func (r *run) readingBefore() json.RawMessage {
	if len(r.q.Before) == 0 {
		return nil
	}
	var s state
	if json.Unmarshal(r.q.Before[len(r.q.Before)-1].State, &s) != nil {
		return nil
	}
	return s.Reading
}

// choice is what comes back of a choice that this package made. Those of a Reader come
// back as they were.
type choice struct {
	Run  string `json:"run,omitempty"`  // a query that is expensive
	Join string `json:"join,omitempty"` // a chain of joins
}

func (c choice) apply() string {
	text, _ := json.Marshal(c)
	return string(text)
}

// choose goes on with what the person chose. done says that there is an answer.
func (r *run) choose(ctx context.Context) (done bool, err error) {
	var c choice
	_ = json.Unmarshal([]byte(r.q.Choice), &c)
	switch {
	case c.Run != "":
		v := r.check(c.Run)
		if !v.OK {
			r.outside()
			return true, nil
		}
		r.anyway = true
		r.out.Reading = say.T("As you chose.")
		refused, err := r.execute(ctx, v)
		if refused != "" {
			r.out.Code, r.out.Reading = answer.GaveUp, gaveUp()
		}
		return true, err
	case c.Join != "":
		r.prefer = c.Join
		return false, nil
	}
	if r.reader == nil {
		return false, nil
	}
	got, err := r.reader.Restore([]byte(r.q.Choice))
	if err != nil || got.SQL == "" {
		return false, nil // the question is read again, as if nothing had been chosen
	}
	return r.planned(ctx, got)
}

// holds reports whether a confirmed answer is this person's, and its tables are as they
// were.
func (r *run) holds(e golden.Entry) bool {
	return e.Rights == r.sight.rightsOf(r.q.Person) && e.Schema == r.schemaOf(e.Tables)
}

// Confirm keeps the SQL of an answer as the one for its question.
func (a *Agent) Confirm(who database.Person, id, question, sql string) (golden.Entry, error) {
	if a.c.Golden == nil {
		return golden.Entry{}, say.Error("confirmed answers are not kept here")
	}
	sees, err := a.sightOf(who)
	if err != nil {
		return golden.Entry{}, err
	}
	v := sees.guard.Check(sql)
	if !v.OK {
		return golden.Entry{}, say.Error("this query may not run: {problem}", "problem", v.Refusals[0].Message)
	}
	return a.c.Golden.Keep(golden.Entry{ID: id, Question: question, SQL: sql, Tables: v.Tables, Schema: sees.schemaOf(v.Tables), Rights: sees.rightsOf(who)})
}

// Problem says why a confirmed answer is not used for a person, "" if it is.
func (a *Agent) Problem(who database.Person, e golden.Entry) string {
	sees, err := a.sightOf(who)
	switch {
	case err != nil:
		return err.Error()
	case e.Rights != sees.rightsOf(who):
		return say.T("It was confirmed by someone with different access.")
	case e.Schema != sees.schemaOf(e.Tables):
		return say.T("Its tables have changed since.")
	case !sees.guard.Check(e.SQL).OK:
		return say.T("Its query may not run any more.")
	}
	return ""
}

// rightsOf is a digest of what a person may see.
func (s *sight) rightsOf(who database.Person) string {
	h := sha256.New()
	fmt.Fprintf(h, "%+v\n", who)
	for _, t := range s.known.Tables() {
		fmt.Fprintf(h, "%q", strings.ToLower(t.Name))
	}
	for _, name := range slices.Sorted(maps.Keys(s.rules.Hidden)) {
		fmt.Fprintf(h, "%q %q\n", strings.ToLower(name), s.rules.Hidden[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// schemaOf is a digest of tables: names, columns, types and what joins them.
func (s *sight) schemaOf(names []string) string {
	h := sha256.New()
	for _, name := range names {
		t, ok := s.rules.Graph.Table(name)
		if !ok {
			fmt.Fprintf(h, "%q is gone\n", name)
			continue
		}
		fmt.Fprintf(h, "%q %q\n", strings.ToLower(t.Name), s.rules.Views[t.Name])
		for _, c := range t.Columns {
			fmt.Fprintf(h, "%q %q\n", strings.ToLower(c.Name), strings.ToLower(c.Type))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// leans reports whether a question needs the one before: a confirmed answer to the same
// words would answer another question.
func leans(question string) bool {
	words := strings.Fields(strings.ToLower(question))
	if len(words) == 0 {
		return false
	}
	if slices.Contains([]string{"and", "only", "but", "also", "same", "instead", "what", "why", "now", "then"}, strings.Trim(words[0], ",?.!")) && len(words) <= 6 {
		return true
	}
	for _, w := range words {
		if slices.Contains([]string{"it", "its", "that", "those", "these", "them", "they", "their", "he", "she", "him", "his", "her", "this", "one", "ones", "too", "also"}, strings.Trim(w, ",?.!'s")) {
			return true
		}
	}
	return false
}
