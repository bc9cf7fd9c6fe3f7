package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/guard"
)

// run is one question on its way.
type run struct {
	*Agent
	*sight
	q     Question
	tell  func(Event)
	began time.Time
	out   answer.Answer

	who   llm.Answerer
	calls int
	// anyway says that the person wants an expensive query to run.
	anyway bool
	// prefer is the chain of joins that the person chose.
	prefer string
	chosen []string        // tables that the query was to be written of
	read   json.RawMessage // the state of a reading, for a follow-up
}

type personKey struct{}

// step runs a part of the work as an event with its time.
func (r *run) step(name string, work func() (detail string, err error)) error {
	r.tell(Event{Step: answer.Step{Step: name}})
	began := time.Now()
	detail, err := work()
	s := answer.Step{Step: name, MS: milliseconds(time.Since(began)), Detail: detail}
	r.out.Steps = append(r.out.Steps, s)
	r.tell(Event{Step: s, Done: true})
	return err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// answer goes from the cheapest source of a query to the dearest.
func (r *run) answer(ctx context.Context) error {
	if r.q.Choice != "" {
		done, err := r.choose(ctx)
		if done || err != nil {
			return err
		}
	}
	if r.q.Choice == "" {
		done, err := r.remember(ctx)
		if done || err != nil {
			return err
		}
	}
	got, done, err := r.byRules(ctx)
	if done || err != nil {
		return err
	}
	switch {
	case r.findModel(ctx):
	case len(got.choices) > 0:
		r.unclear(got.sentence, got.choices)
		return nil
	default:
		r.unread(got.why)
		return nil
	}
	// A model is not kept waiting behind what rules can only offer; what they found is
	// better than a model that is of no help.
	err = r.byModel(ctx)
	if len(got.choices) > 0 && ctx.Err() == nil && (err != nil || r.out.Code == answer.GaveUp) {
		r.unclear(got.sentence, got.choices)
		return nil
	}
	if err != nil {
		return err
	}
	return r.prose(ctx)
}

// remember answers from an answer that was confirmed.
func (r *run) remember(ctx context.Context) (done bool, err error) {
	if r.c.Golden == nil || len(r.q.Before) > 0 && leans(r.q.Text) {
		return false, nil
	}
	var sql, question string
	err = r.step("remember", func() (string, error) {
		e, ok := r.c.Golden.Find(r.q.Text, r.holds)
		if !ok {
			return "", nil
		}
		sql, question = e.SQL, e.Question
		return say.T("a confirmed answer"), nil
	})
	if err != nil || sql == "" {
		return false, err
	}
	v := r.check(sql)
	if !v.OK {
		return false, nil
	}
	r.out.By = answer.ByGolden
	r.out.Reading = say.T("As it was confirmed earlier: {question}", "question", question)
	refused, err := r.execute(ctx, v)
	if refused != "" {
		r.out.By, r.out.Reading = "", ""
		return false, nil
	}
	return true, err
}

// unsure is what rules found where they do not answer: why they do not understand the
// question, or the ways in which it can be read.
type unsure struct {
	why      *NotUnderstood
	sentence string
	choices  []answer.Choice
}

// byRules answers without a model.
func (r *run) byRules(ctx context.Context) (found unsure, done bool, err error) {
	if r.reader == nil {
		return found, false, nil
	}
	var got Reading
	err = r.persist(ctx, func() error {
		return r.step("read", func() (string, error) {
			got, err = r.reader.Read(ctx, r.q.Text, r.readingBefore())
			if missed, ok := errors.AsType[*NotUnderstood](err); ok {
				found.why = missed
				return say.T("not understood without a model"), nil
			}
			return got.Sentence, err
		})
	})
	switch {
	case err != nil || found.why != nil:
		return found, false, err
	case len(got.Choices) > 0:
		found.sentence, found.choices = got.Sentence, got.Choices
		return found, false, nil
	case !got.Sure || got.SQL == "" || r.q.Certain && !got.Named:
		return found, false, nil
	}
	done, err = r.planned(ctx, got)
	return found, done, err
}

// planned runs what rules wrote.
func (r *run) planned(ctx context.Context, got Reading) (done bool, err error) {
	v := r.check(got.SQL)
	if !v.OK {
		return false, nil
	}
	r.out.By, r.out.Reading, r.read = answer.ByPlanner, got.Sentence, got.State
	r.out.Counts, r.out.Done, r.out.Percent = got.Counts, got.Done, got.Percent
	refused, err := r.execute(ctx, v)
	if refused != "" {
		r.out.By, r.out.Reading, r.read = "", "", nil
		r.out.Counts, r.out.Done, r.out.Percent = "", "", ""
		return false, nil
	}
	return true, err
}

// unread says that nobody could read the question.
func (r *run) unread(why *NotUnderstood) {
	r.out.Code = answer.NotUnderstood
	if why != nil {
		r.out.Reading, r.out.Examples = why.Why, why.Examples
		return
	}
	r.out.Reading = say.T("I can't answer this without a model.")
	if r.reader != nil {
		r.out.Examples = r.reader.Examples()
	}
}

func (r *run) unclear(reading string, choices []answer.Choice) {
	r.out.Answered, r.out.Code, r.out.Choices = false, answer.Unclear, choices
	r.out.Reading = reading
	if reading == "" {
		r.out.Reading = say.T("This can be read in several ways. Which one do you mean?")
	}
}

// outside says that a thing is not there for this person. Whether it is hidden or made up
// is the same sentence: saying more would tell them apart.
func (r *run) outside() {
	r.out.Answered, r.out.Code = false, answer.NotReadable
	r.out.Reading = notFound()
}

// elsewhere says that a model finds nothing in this database that the question is about.
func (r *run) elsewhere() {
	r.out.Answered, r.out.Code = false, answer.NotAbout
	r.out.Reading = notFound()
}

func notFound() string {
	return say.T("I couldn't find this in the database. It may not be there, or you may not have access to it.")
}

// findModel looks for somebody to ask.
func (r *run) findModel(ctx context.Context) bool {
	if r.q.NoModel || r.q.Certain || r.c.Model == nil {
		return false
	}
	who, err := r.c.Model(ctx)
	if err != nil || !who.Helps() {
		return false
	}
	r.who = who
	r.out.Model = who.HelperName()
	return true
}

var errNoCalls = errors.New("the model has been asked often enough")

// callTime is how long a call of the model may take.
const callTime = 45 * time.Second

// ask asks the model, and counts what that takes. What it says is read by said.go.
func (r *run) ask(ctx context.Context, system, user string, shape *llm.Schema) (llm.Reply, error) {
	if r.calls++; r.calls > r.c.Limits.MaxIterations {
		return llm.Reply{}, errNoCalls
	}
	silent := fault.New(fault.TimedOut, "The model did not answer within {n} s.", "n", strconv.FormatFloat(r.callTime.Seconds(), 'g', -1, 64))
	ctx, cancel := context.WithTimeoutCause(ctx, r.callTime, silent)
	defer cancel()
	reply, err := r.who.Help(ctx, system, user, r.outputLimit(), shape)
	r.used(reply, system+user)
	if err != nil && errors.Is(context.Cause(ctx), silent) {
		err = silent
	}
	return reply, err
}

// mostOutput is what SQL ever needs.
const mostOutput = 2000

func (r *run) outputLimit() int {
	if most := r.who.Settings.MaxOutput; most != nil && *most > 0 {
		return min(*most, mostOutput)
	}
	return mostOutput
}

// used adds a call to the receipt, by the provider's count or else by our own.
func (r *run) used(reply llm.Reply, sent string) {
	if r.out.Usage == nil {
		r.out.Usage = &answer.Usage{}
	}
	u := r.out.Usage
	prompt, output, cached := r.counting.Count(sent), r.counting.Count(reply.Content), 0
	if reply.Usage != nil && reply.Usage.PromptTokens > 0 {
		prompt, output, cached = reply.Usage.PromptTokens, reply.Usage.CompletionTokens, reply.Usage.CachedTokens
	}
	u.Calls++
	u.PromptTokens += prompt
	u.CompletionTokens += output
	if reply.Model != "" {
		r.out.Model = reply.Model
	}
	if price, ok := memory.PriceFor(r.out.Model, r.who.Settings.Prices); ok {
		u.Cost += memory.Cost(price, prompt, cached, output)
	}
}

func (r *run) check(sql string) (v guard.Verdict) {
	_ = r.step("check", func() (string, error) {
		v = r.guard.Check(sql)
		if !v.OK {
			return string(v.Refusals[0].Code), nil
		}
		return "", nil
	})
	return v
}

// finish writes what an answer has in any case.
func (r *run) finish() {
	a := &r.out
	if !a.Answered {
		a.SQL, a.Columns, a.Rows, a.Truncated, a.Chart = "", nil, nil, false, nil
	} else {
		a.State = r.state()
	}
	if a.Text == "" {
		a.Text = answer.Text(*a)
	}
	a.Milliseconds = milliseconds(time.Since(r.began))
	a.Tidy()
}

// sentenceOf is an error in words that may be shown.
func sentenceOf(err error) string {
	switch {
	case errors.Is(err, errNoCalls):
		return gaveUp()
	case errors.Is(err, context.DeadlineExceeded):
		return say.T("It took too long.")
	}
	if said, ok := errors.AsType[*database.Error](err); ok {
		return said.Error()
	}
	return fault.From(err).Message
}

func gaveUp() string {
	return say.T("The model couldn't write a query that works. Try rephrasing, or ask one thing at a time.")
}
