// Package agent makes an answer of a question to a database. It decides who writes the
// query (somebody who confirmed one before, rules without a model, or a model), what a
// model is shown, how often it may correct itself, and what a reader must be told about
// the numbers. What may run is decided by package guard alone, whoever wrote it; what a
// query does to rows is read by package receipt.
//
// A model is a stranger: whatever it says at any step is checked, asked again within
// limits, or passed over. The worst that it can do is to be of no help.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"burrow/internal/config"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/tokens"
)

// Database runs what the guard let through. *database.DB is one.
type Database interface {
	Query(ctx context.Context, who database.Person, v guard.Verdict, l database.Limits) (*database.Result, error)
	Explain(ctx context.Context, who database.Person, v guard.Verdict) (rows float64, ok bool, err error)
}

// Reader reads questions without a model. Planner makes one of package planner.
type Reader interface {
	// Read reads a question; before is the State of the Reading before, or nil. An error
	// that is a *NotUnderstood says why it could not.
	Read(ctx context.Context, question string, before json.RawMessage) (Reading, error)
	// Restore reads the State of a Reading or the Apply of a choice, as if a stranger had
	// written it.
	Restore(data []byte) (Reading, error)
	// Hints finds what single words of a question mean that was not read.
	Hints(ctx context.Context, question string) (planner.Hints, error)
	// Examples are questions that Read understands.
	Examples() []string
}

// Reading is a question as a Reader understood it.
type Reading struct {
	SQL, Sentence string
	// Counts is what a query counts that gives one number, with its conditions; or "".
	Counts string
	// Done and Percent are those of answer.Answer.
	Done, Percent string
	// Sure says that it may be answered without asking back, Named that the tables are
	// called by their names.
	Sure, Named bool
	Choices     []answer.Choice
	State       json.RawMessage
}

// NotUnderstood says why a question was not read, and what would be.
type NotUnderstood struct {
	Why      string
	Examples []string
}

func (e *NotUnderstood) Error() string { return e.Why }

// Config is what an agent is made of.
type Config struct {
	Graph *schema.Graph
	// Rights say what of the database each person may name.
	Rights database.Rights
	DB     Database
	// Reader makes who reads questions without a model, of the graph as it exists for a
	// person and of a way to look values up; Planner is one. It may be nil.
	Reader func(known *schema.Graph, values planner.Values) Reader
	// Model says who answers; nil means nobody. It is asked for each question.
	Model func(ctx context.Context) (llm.Answerer, error)
	// Golden may be nil.
	Golden *golden.Book
	Limits config.Limits
	// Today is the clock; nil is the system's.
	Today func() time.Time
	// TodayIs is the sentence that says why Today is another day than the clock's, for answers to
	// questions with a time that counts from it; "" if there is nothing to say.
	TodayIs string
}

// Agent answers questions to one database. It is safe for concurrent use.
type Agent struct {
	c        Config
	counting *tokens.Encoding
	callTime time.Duration

	mu     sync.Mutex
	sights map[string]*sight // by what is readable
}

// Question is what is asked.
type Question struct {
	Text string
	// Before are earlier questions to the database, the oldest first. They come from a
	// client and are read as if a stranger had written them.
	Before []Turn
	Person database.Person
	// Choice is the Apply of a choice of the last answer.
	Choice string
	// NoModel has it answered without a model, or not at all. Certain has it answered only
	// if nothing but this database can be meant: by a confirmed answer, or by rules that
	// find the tables by their names.
	NoModel, Certain bool
	// Prose has a model write the answer's text, if it wrote the query, too.
	Prose bool
}

// Turn is a question that was answered.
type Turn struct {
	Question string          `json:"question"`
	SQL      string          `json:"sql,omitempty"`
	State    json.RawMessage `json:"state,omitempty"`
}

// Event is told while a question is being answered: that a step begins, that it is done,
// or a piece of the answer's text.
type Event struct {
	answer.Step
	Done bool
	Text string
}

const mostQuestion = 16 << 10

// New makes an agent.
func New(c Config) (*Agent, error) {
	if c.Today == nil {
		c.Today = time.Now
	}
	counting, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return nil, err
	}
	a := &Agent{c: c, counting: counting, callTime: callTime, sights: map[string]*sight{}}
	_, err = a.sightOf(database.Everything())
	return a, err
}

var errNoQuestion = say.Error("there is no question")

// Ask answers a question. That there is no answer is not an error: the answer says why.
// Errors are those of ctx, which ends a query in the database, too.
func (a *Agent) Ask(ctx context.Context, q Question, tell func(Event)) (answer.Answer, error) {
	q.Text = strings.TrimSpace(q.Text)
	if q.Text == "" {
		return answer.Answer{}, errNoQuestion
	}
	if len(q.Text) > mostQuestion {
		q.Text = strings.ToValidUTF8(q.Text[:mostQuestion], "")
	}
	if tell == nil {
		tell = func(Event) {}
	}
	sees, err := a.sightOf(q.Person)
	if err != nil {
		return answer.Answer{}, err
	}
	r := &run{Agent: a, sight: sees, q: q, tell: tell, began: time.Now()}
	r.out.Question = q.Text
	err = r.answer(context.WithValue(ctx, personKey{}, q.Person))
	if ctx.Err() != nil {
		return answer.Answer{}, ctx.Err()
	}
	if err != nil {
		r.fail(err)
	}
	r.finish()
	return r.out, nil
}

// fail says what went wrong in a sentence that may be shown.
func (r *run) fail(err error) {
	r.out.Answered = false
	r.out.Code = answer.Failed
	r.out.Reading = sentenceOf(err)
	if said, ok := errors.AsType[*database.Error](err); ok && said.Code == database.Denied {
		r.outside()
	}
}
