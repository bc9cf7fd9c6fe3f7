package turn_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/turn"
	"burrow/internal/understand"
)

// shelf is a source of one route that knows what it has.
type shelf struct {
	route    string
	names    understand.Names
	optional bool
	asked    int
}

func (s *shelf) About() gather.About {
	return gather.About{Name: s.route, Label: s.route, Route: s.route, Outside: true, Optional: s.optional, Names: func() understand.Names { return s.names }}
}

func (s *shelf) Gather(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
	s.asked++
	return gather.Evidence{Passages: []prompt.Passage{{Kind: chat.DocumentsPart, Text: "From " + s.route + "."}}}, nil
}

// shelves are a database and documents of field service.
func shelves() (tables, documents *shelf) {
	return &shelf{route: "sql", names: understand.NewTables([]understand.TableName{{Name: "technician", Columns: []string{"region", "active"}}, {Name: "workTime", Columns: []string{"hours"}}})},
		&shelf{route: "knowledge", names: understand.NewDocuments([]understand.DocumentTitle{{Title: "Employee Handbook", Headings: []string{"Overtime", "Sick leave"}}})}
}

func TestAQuestionGoesToWhatNamesItsWords(t *testing.T) {
	b := open(t)
	tables, documents := shelves()
	b.Engine = gathering(b, b.store, tables, documents)
	out := b.send(t, chat.UID{}, "How many technicians are active?")
	require.Equal(t, "sql", out.Answer.Understood.Route)
	require.Equal(t, "asks for records, as in the table technician", out.Answer.Understood.RouteReason)
	require.Equal(t, []string{"sql", "knowledge", "general"}, out.Answer.Understood.Routes)
	out = b.send(t, out.Session, "What are overtime rules?")
	require.Equal(t, "knowledge", out.Answer.Understood.Route)
	out = b.send(t, out.Session, "Explain quantum computing")
	require.Equal(t, "general", out.Answer.Understood.Route)
	require.Equal(t, []int{1, 1}, []int{tables.asked, documents.asked})
}

// attaching is an engine whose chats ask what their settings name.
func attaching(b *bench, sources ...gather.Gatherer) *turn.Engine {
	o := gathering(b, b.store, sources...).Options
	o.Answerer = func(_ context.Context, session chat.Session, _ turn.Wish) (llm.Answerer, error) {
		var own chat.Settings
		if len(session.Settings) > 0 {
			if err := json.Unmarshal(session.Settings, &own); err != nil {
				return llm.Answerer{}, err
			}
		}
		return llm.Answerer{Model: b.model, Provider: "Far", Rung: chat.RemoteRung, Settings: own.Over(settings())}, nil
	}
	return turn.New(o)
}

func TestADetachedSourceIsNeverAsked(t *testing.T) {
	b := open(t)
	tables, documents := shelves()
	tables.optional = true
	b.Engine = attaching(b, tables, documents)
	const question = "How many technicians are active?"
	out := b.send(t, chat.UID{}, question)
	require.Equal(t, gather.General, out.Answer.Understood.Route)
	require.Equal(t, "sql", out.Answer.Understood.Offer, "it is offered where it is surely meant")
	require.Equal(t, []string{"knowledge", "general"}, out.Answer.Understood.Routes)
	require.Empty(t, b.send(t, out.Session, "Write a poem about rain").Answer.Understood.Offer)
	require.Zero(t, tables.asked)

	// Who asks it for this one question gets it.
	again, err := b.Again(t.Context(), out.Message.UID, turn.Wish{Route: "sql"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, "sql", again.Answer.Understood.Route)
	require.Empty(t, again.Answer.Understood.Offer)
	require.Equal(t, 1, tables.asked)

	// A chat that begins with it has it from then on, and no other.
	begun, err := b.Send(t.Context(), turn.Question{Text: question, Wish: turn.Wish{Sources: &[]string{"sql"}}}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "sql", begun.Answer.Understood.Route)
	require.Equal(t, "sql", b.send(t, begun.Session, "How many technicians does each region have?").Answer.Understood.Route)
	require.Equal(t, gather.General, b.send(t, begun.Session, "What are overtime rules?").Answer.Understood.Route, "the documents are not attached")
	require.Equal(t, []int{3, 0}, []int{tables.asked, documents.asked})

	// Without any, nothing is asked, not even what needs no attaching.
	begun, err = b.Send(t.Context(), turn.Question{Text: "What are overtime rules?", Wish: turn.Wish{Sources: &[]string{}}}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "knowledge", begun.Answer.Understood.Offer)
	require.Zero(t, documents.asked)
	_, err = b.Send(t.Context(), turn.Question{Text: question, Wish: turn.Wish{Sources: &[]string{""}}}, b.emit)
	require.ErrorIs(t, err, fault.Invalid)
}

func TestTheRouteThatAUserChoosesIsLearntForTheChat(t *testing.T) {
	b := open(t)
	tables, documents := shelves()
	b.Engine = gathering(b, b.store, tables, documents)
	first := b.send(t, chat.UID{}, "How many technicians are active?")
	again, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Route: "knowledge"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, "knowledge", again.Answer.Understood.Route)
	require.Equal(t, "you chose it", again.Answer.Understood.RouteReason)
	require.Equal(t, []int{1, 1}, []int{tables.asked, documents.asked})

	alike := b.send(t, first.Session, "How many active technicians are there?")
	require.Equal(t, "knowledge", alike.Answer.Understood.Route)
	require.Equal(t, "you chose this for a similar question", alike.Answer.Understood.RouteReason)
	other := b.send(t, first.Session, "Show all technicians by region")
	require.Equal(t, "sql", other.Answer.Understood.Route, "another question goes its own way")
	elsewhere := b.send(t, chat.UID{}, "How many technicians are active?")
	require.Equal(t, "sql", elsewhere.Answer.Understood.Route, "and another chat, too")

	back, err := b.Again(t.Context(), alike.Message.UID, turn.Wish{Route: gather.General}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, gather.General, back.Answer.Understood.Route)
	require.Equal(t, gather.General, b.send(t, first.Session, "How many active technicians are there?").Answer.Understood.Route, "the last choice counts")
}

func TestARouteThatDoesNotExistIsRefused(t *testing.T) {
	b := open(t)
	first := b.send(t, chat.UID{}, "Who wrote Middlemarch?")
	require.Empty(t, first.Answer.Understood.Routes, "there is nothing to choose")
	out, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Route: "sql"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, fault.Invalid, out.Answer.Problem.Code)
	require.Equal(t, "That source isn't available.", out.Answer.Problem.Message)
	require.Equal(t, "understand", out.Answer.Problem.Step)
}

// certain is a shelf that knows whether it has the whole answer.
type certain struct {
	*shelf
	says  gather.Evidence
	saw   []gather.Question
	fails error
}

func (c *certain) About() gather.About {
	about := c.shelf.About()
	about.Certain = true
	return about
}

func (c *certain) Gather(_ context.Context, q gather.Question, _ func(string)) (gather.Evidence, error) {
	c.saw = append(c.saw, q)
	return c.says, c.fails
}

// Where neither rules nor a model can tell whose question it is, a source that is certain may
// still answer, and one that isn't is not heard of.
func TestACertainSourceMayAnswerAnUnsureQuestion(t *testing.T) {
	const question = "Which manager has the most sick days?"
	tables, _ := shelves()
	b := open(t, say("No idea."))
	c := &certain{shelf: tables, says: gather.Evidence{Answer: "Rosa, with 9."}}
	b.Engine = gathering(b, b.store, c)
	out := b.send(t, chat.UID{}, question)
	require.Equal(t, "Rosa, with 9.", out.Message.Content)
	require.Equal(t, "sql", out.Answer.Understood.Route)
	require.Len(t, out.Answer.Gathered, 1)
	require.True(t, c.saw[0].Unsure)
	require.Zero(t, b.model.asked())

	for _, c.fails = range []error{nil, fault.New(fault.Unavailable, "It is gone.")} {
		c.says = gather.Evidence{}
		b.model.script = append(b.model.script, say("No idea."))
		out = b.send(t, chat.UID{}, question)
		require.Equal(t, "No idea.", out.Message.Content)
		require.Equal(t, gather.General, out.Answer.Understood.Route)
		require.Empty(t, out.Answer.Gathered)
		require.Empty(t, b.gatherEvents())
	}
}

// A source that is asked for every question is no trial: it keeps its steps and its receipt.
func TestASourceForEveryQuestionIsNeverUnsure(t *testing.T) {
	tables, _ := shelves()
	b, far := open(t), &distant{}
	b.Engine = gathering(b, b.store, far, &certain{shelf: tables})
	out := b.send(t, chat.UID{}, "Which manager has the most sick days?")
	require.True(t, out.Answer.Understood.Unsure)
	require.False(t, far.questions[0].Unsure)
	require.Len(t, out.Answer.Gathered, 1)
	require.Equal(t, far.About().Name, out.Answer.Gathered[0].From)
	require.NotEmpty(t, b.gatherEvents())
}

// A message that brings along what it is about is for no source, whatever its words are.
func TestAPastedProgramAsksNoSource(t *testing.T) {
	tables, documents := shelves()
	b := open(t)
	b.Engine = gathering(b, b.store, &certain{shelf: tables}, documents)
	for _, question := range []string{
		"for t in technicians:\n    print(t.region, t.active)\n\nWhy does this show every technician?",
		"SELECT region, COUNT(*)\nFROM technician\nGROUP BY region\n\nShow me how to count active technicians too",
		"Translate: The technician who was to come on Thursday is ill, and nobody of his region is free.",
		"Write an email to all technicians of the region",
	} {
		b.model.script = append(b.model.script, say("Done."))
		out := b.send(t, chat.UID{}, question)
		require.Equal(t, gather.General, out.Answer.Understood.Route, question)
		require.False(t, out.Answer.Understood.Unsure, question)
	}
	require.Equal(t, []int{0, 0}, []int{tables.asked, documents.asked})
}
