// Package sqlsource is the gatherer of a database. It decides which questions are for
// the database, what of the chat goes along with one, and what of the answer the turn
// sees. Reading the question, making a query of it and running it is left to an agent
// that has the database: the server's, or one in this program.
//
// What the agent does not understand, or finds nothing about, is left to a model that can
// help, unless the user chose the database. No number is made up: where the database or its
// model fails, that is the answer, and no model is asked in its place; and where only a
// model of the browser is there, which would invent rows, the agent says what it needs.
package sqlsource

import (
	"context"
	"strings"
	"sync"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// Name is what its answers are kept under.
const Name = "sql"

// Agent is who has the database, as paths of its server. *llm.Client is one.
type Agent interface {
	GetJSON(ctx context.Context, path string, into any) error
	Events(ctx context.Context, path string, body []byte, each func(event []byte) error) error
}

// Messages reads the chat. *store.Store is one.
type Messages interface {
	Message(ctx context.Context, uid chat.UID) (chat.Message, error)
}

// Source is the gatherer. Its exported fields are set before it is used.
type Source struct {
	// Agent is who is asked now.
	Agent func() Agent
	// Database is how far the database is, nil if there is none.
	Database func() *wire.Database
	Messages Messages

	mu    sync.Mutex
	names understand.Names
	of    string // the database that names are of
}

// limit is how long a question may take: the agent has limits of its own.
const limit = 2 * time.Minute

// About says what it is, as long as the database can be asked. One that was ready and is
// not any more still takes its questions: that it does not answer is the answer then.
func (s *Source) About() gather.About {
	about := gather.About{Name: Name, Label: say.T("Database"), Route: string(understand.SQLRoute), Fits: s.fits, Names: s.known, Limit: limit, Outside: true, Absent: true, Certain: true}
	if d := s.Database(); d != nil && (d.State == wire.DatabaseReady || d.State == wire.DatabaseFailed && s.knows(d.Name)) {
		about.Label, about.Absent, about.Optional = d.Name, false, d.Optional
	}
	return about
}

// knows reports whether the tables of a database have been read.
func (s *Source) knows(database string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names != nil && s.of == database
}

func (s *Source) known() understand.Names {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names
}

// Learn reads what the tables are called, unless that is known. Until then the words
// of a question decide alone whether it is for the database.
func (s *Source) Learn(ctx context.Context) error {
	d := s.Database()
	if d == nil || d.State != wire.DatabaseReady {
		return nil
	}
	if s.knows(d.Name) {
		return nil
	}
	var about struct {
		Tables []struct {
			Name    string `json:"name"`
			Comment string `json:"comment"`
			Columns []struct {
				Name string `json:"name"`
			} `json:"columns"`
		} `json:"tables"`
	}
	if err := s.Agent().GetJSON(ctx, "/api/sql", &about); err != nil {
		return err
	}
	var tables []understand.TableName
	for _, t := range about.Tables {
		one := understand.TableName{Name: t.Name, Comment: t.Comment}
		for _, c := range t.Columns {
			one.Columns = append(one.Columns, c.Name)
		}
		tables = append(tables, one)
	}
	names := understand.NewTables(tables)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names, s.of = names, d.Name
	return nil
}

// outcome is what became of a question, as far as it decides who answers.
type outcome struct {
	Answered bool   `json:"answered"`
	Code     string `json:"code"`
}

func outcomeOf(data chat.RawJSON) (out outcome) {
	if json.Unmarshal(data, &out) != nil {
		return outcome{}
	}
	return out
}

// leaves reports whether an agent's answer is that the question is not for it.
func leaves(data chat.RawJSON) bool {
	out := outcomeOf(data)
	if out.Answered {
		return false
	}
	switch out.Code {
	case "not_understood", "not_readable", "not_about", "gave_up":
		return true
	}
	return false
}

// settles reports whether an agent's answer to a question that may not be for it ends the
// turn: it has rows, or readings to choose from that no model could tell apart.
func settles(data chat.RawJSON, q gather.Question) bool {
	out := outcomeOf(data)
	return out.Answered || q.NoModel && out.Code == "unclear"
}

// followsUp is how sure it is that a question which leans on an answer from the
// database is for the database, too.
const followsUp = 0.8

// fits takes follow-ups: "and by month?" names no table.
func (s *Source) fits(ctx context.Context, q gather.Question) float64 {
	u := q.Understood
	if u == nil || !u.Followup || u.Action == understand.WriteAction || u.Action == understand.TranslateAction {
		return 0
	}
	if last, err := s.Messages.Message(ctx, s.parent(ctx, q)); err != nil || answered(last) == nil {
		return 0
	}
	return followsUp
}

// earlier is a question with its answer, as far as a follow-up needs them.
type earlier struct {
	Question string       `json:"question"`
	SQL      string       `json:"sql,omitempty"`
	State    chat.RawJSON `json:"state,omitempty"`
}

// answered is what a message has from the database, nil if it has nothing.
func answered(m chat.Message) *earlier {
	for _, g := range store.AnswerOf(m).Gathered {
		var one earlier
		if g.From == Name && json.Unmarshal(g.Data, &one) == nil && one.SQL != "" {
			return &one
		}
	}
	return nil
}

// parent is the message before the question. One that is kept may be known by its name
// alone.
func (s *Source) parent(ctx context.Context, q gather.Question) chat.UID {
	if q.Asked.Parent.IsZero() && !q.Asked.UID.IsZero() {
		if kept, err := s.Messages.Message(ctx, q.Asked.UID); err == nil {
			return kept.Parent
		}
	}
	return q.Asked.Parent
}

// mostBefore is how many messages are looked at for earlier questions.
const mostBefore = 8

// before are the earlier questions to the database, oldest first.
func (s *Source) before(ctx context.Context, leaf chat.UID) (out []earlier) {
	for range mostBefore {
		m, err := s.Messages.Message(ctx, leaf)
		if err != nil {
			break
		}
		if one := answered(m); one != nil {
			out = append([]earlier{*one}, out...)
		}
		leaf = m.Parent
	}
	return out
}

// leastTrust is how far a reading must be relied on to take the question's place.
const leastTrust = 0.3

// Gather asks the agent.
func (s *Source) Gather(ctx context.Context, q gather.Question, tell func(step string)) (out gather.Evidence, err error) {
	ask := struct {
		Question string       `json:"question"`
		Before   []earlier    `json:"before,omitempty"`
		Choice   chat.RawJSON `json:"choice,omitempty"`
		Model    string       `json:"model,omitempty"`
		NoModel  bool         `json:"noModel,omitempty"`
		Certain  bool         `json:"certain,omitempty"`
	}{Question: q.Means, Model: q.Model, NoModel: q.NoModel, Certain: q.Unsure}
	if d := s.Database(); d != nil && d.State == wire.DatabaseFailed {
		if q.Unsure {
			return out, nil
		}
		return fails(d.Message), nil
	}
	if json.Valid(q.Choice) {
		ask.Choice = chat.RawJSON(q.Choice)
	}
	if u := q.Understood; u != nil && u.Followup {
		ask.Before = s.before(ctx, s.parent(ctx, q))
	}
	// Words that were only guessed would be looked for in rows; and what a follow-up
	// refers to the agent knows better, which has the query.
	if q.Trust < leastTrust || len(ask.Before) > 0 && q.Trust < 1 {
		ask.Question = q.Asked.Content
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return out, err
	}
	var last struct {
		Event   string       `json:"event"`
		Says    string       `json:"says"`
		Text    string       `json:"text"`
		Rows    string       `json:"rows"`
		Answer  chat.RawJSON `json:"answer"`
		Message string       `json:"message"`
	}
	err = s.Agent().Events(ctx, "/api/sql/ask", body, func(data []byte) error {
		last.Says = ""
		if err := json.Unmarshal(data, &last); err != nil {
			return err
		}
		if last.Says != "" {
			tell(last.Says)
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case q.Unsure && (err != nil || last.Event != "answer" || !settles(last.Answer, q)):
		// A small model would make rows up, so its answer says where it isn't from.
		if u := q.Understood; q.NoModel || u != nil && u.Guess == string(understand.SQLRoute) {
			out.Aside = s.aside()
		}
		return out, nil
	case err != nil:
		last.Message = fault.From(err).Message
	case last.Event == "answer" && !q.Chosen && !q.NoModel && leaves(last.Answer):
		out.Aside = s.aside()
		return out, nil
	case last.Event == "answer":
		out.Answer, out.Data = last.Text, last.Answer
		if strings.TrimSpace(out.Answer) == "" {
			out.Passages = []prompt.Passage{{Kind: chat.RowsPart, Text: last.Rows, Score: 1}}
		}
		return out, nil
	}
	return fails(last.Message), nil
}

func (s *Source) aside() string {
	return say.T("Not from {database}: I couldn't match your question to it.", "database", s.About().Label)
}

// fails is the answer where the database or its agent cannot be asked.
func fails(why string) gather.Evidence {
	if why == "" {
		why = say.T("The database did not answer.")
	}
	return gather.Evidence{Answer: why, Data: chat.RawJSON(`{"answered":false,"code":"failed"}`)}
}
