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
	require.Equal(t, "sql", b.send(t, begun.Session, "How many technicians are there per region?").Answer.Understood.Route)
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
	other := b.send(t, first.Session, "Show the hours of last week by region")
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
	require.Equal(t, "Nothing here answers by this route.", out.Answer.Problem.Message)
	require.Equal(t, "understand", out.Answer.Problem.Step)
}
