package turn

import (
	"cmp"
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// material is a question with the chat before it, and what it means.
type material struct {
	store.Recollection // its open messages are without the question
	session            chat.UID
	question           chat.Message
	understood         *chat.Understood
	// preferences are the user's in general.
	preferences []string
	// length is how long the answer is to be.
	length chat.Length
	// alone says that the user wants no earlier message to go along, limit how many
	// may.
	alone bool
	limit int
	// recent are the last messages before the question, condensed or not; nil until
	// they are read.
	recent []chat.Message
	// documents are those that the chat asks; isWhole says of those that go along whole
	// that they do, once there is a plan.
	documents []store.AttachedDocument
	isWhole   map[chat.UID]bool
	// came are those that came with the question, collections those that the chat asks.
	came        []chat.UID
	collections []string
}

// pathLimit is the most messages that the store returns at once.
const pathLimit = 1000

// read returns what can go along with a kept question: of messages that nothing
// stands for the last ones, at most limit.
func (e *Engine) read(ctx context.Context, session, question chat.UID, limit int) (m material, err error) {
	m.session, m.limit = session, limit
	if err := e.readDocuments(ctx, &m, question); err != nil {
		return m, err
	}
	m.Recollection, err = e.Store.Recollect(ctx, question, min(limit+1, pathLimit))
	if err != nil {
		return m, err
	}
	if last := len(m.Open) - 1; last >= 0 && m.Open[last].UID == question {
		m.question, m.Open = m.Open[last], m.Open[:last]
		return m, nil
	}
	// A summary stands for the question, which is asked again.
	m.question, err = e.Store.Message(ctx, question)
	return m, err
}

// readFor is read for a question that is not kept, after a message.
func (e *Engine) readFor(ctx context.Context, session, parent chat.UID, text string, limit int) (m material, err error) {
	m.session, m.limit, m.question = session, limit, chat.Message{Role: chat.User, Content: text, Parent: parent}
	if err := e.readDocuments(ctx, &m, chat.UID{}); err != nil || parent.IsZero() {
		return m, err
	}
	m.Recollection, err = e.Store.Recollect(ctx, parent, max(min(limit, pathLimit), 1))
	if limit <= 0 {
		m.Left, m.Open = m.Left+len(m.Open), nil
	}
	m.Total++
	return m, err
}

// means is the question as it stands alone, for a search.
func (m *material) means() string {
	if m.understood == nil {
		return m.question.Content
	}
	return cmp.Or(m.understood.As, m.understood.Search, m.question.Content)
}

// surely is means without words that were only guessed: where a wrong one would be
// shown.
func (m *material) surely() string {
	if trust, _ := m.trusted(); trust <= trustInGuess {
		return m.question.Content
	}
	return m.means()
}

// How far a reading is relied on when messages are recalled. What the user said is
// meant takes the place of the question. Everything else only adds to it: words of a
// model, which were checked; words that rules add, and those of the last exchange if
// they are sure that the question leans on it.
const (
	trustInUser  = 1
	trustInModel = 0.9
	trustInRules = 0.3
	trustInGuess = 0.1
	leansIfSure  = 0.2
)

// trusted is how far means is relied on, and how far the question leans on the last
// exchange beyond that.
func (m *material) trusted() (trust, leans float64) {
	switch u := m.understood; {
	case u == nil:
		return 0, 0
	case u.By == chat.ByUser, u.Choice != "":
		return trustInUser, 0
	case u.By != "":
		return trustInModel, 0
	case u.Followup && u.Score >= understand.SureFollowup:
		return trustInRules, leansIfSure
	default:
		return trustInGuess, 0
	}
}

// plan begins the prompt of the material for somebody. room and fill are those of
// prompt.Limits.
func (e *Engine) plan(ctx context.Context, m *material, who llm.Answerer, room int, fill bool) (*prompt.Plan, *prompt.Counter) {
	s := who.Settings
	in := prompt.Material{
		Instructions: *s.Instructions, Preferences: m.preferences,
		Open: m.Open, Left: m.Left, Total: m.Total, Question: m.question,
		Covered: m.Covered(), Wish: wishFor(m.length),
	}
	if len(m.Summaries) > 0 {
		in.Summaries = memory.Render(m.Texts())
	}
	if m.understood != nil {
		in.Composition = m.understood.Composition
		in.Note, in.Reminder = notesOf(*m.understood)
	}
	limits := prompt.Limits{Room: room, MaxContext: *s.MaxContext, Whole: *s.Condense == chat.CondenseOff, Fill: fill, Small: who.Small}
	counter := e.counts.For(ctx, who.ModelName())
	if counter.Err == nil {
		var with documents
		with, counter.Err = e.documentsFor(ctx, m.documents, &who, counter)
		in.Documents, m.isWhole = with.whole, with.isWhole
	}
	if !fill { // a budget is the end of it
		limits.Window = windowOf(&who)
		limits.Room = min(room, mostSent(&who))
		if counter.Err == nil {
			in.Needed, counter.Err = e.needed(ctx, m)
		}
	}
	plan := prompt.Begin(in, limits, counter)
	if m.alone {
		plan.Recall = 0
	}
	return plan, counter
}

// notesOf are the words that say what a question means. They are sent if the user
// gave them; otherwise only if the chat is not all there.
func notesOf(u chat.Understood) (note, reminder string) {
	means := func(words string) string { return "\n\n(What is meant: " + words + ")" }
	switch {
	case u.Choice != "":
		return means(u.Choice), ""
	case u.By == chat.ByUser:
		return means(u.As), ""
	case u.As != "" && u.Followup:
		return "", means(u.As)
	}
	return "", ""
}

// wishFor asks for the length of an answer. It stands behind the question and not
// with the instructions, so that a prompt begins as the one before did, and a small
// model, whose instructions are a sentence, gets it too.
func wishFor(length chat.Length) string {
	switch length {
	case chat.Shorter:
		return "\n\n(Answer in far fewer words than usual: only what matters most.)"
	case chat.Longer:
		return "\n\n(Answer at greater length than usual, with details and examples.)"
	}
	return ""
}

// question is what gatherers are asked, with the room that a plan leaves; plan may
// be nil.
func (e *Engine) question(m *material, plan *prompt.Plan) gather.Question {
	q := gather.Question{Session: m.session, Asked: m.question, Means: m.means(), Understood: m.understood, Total: m.Total, Now: e.Now(),
		Reading: &understand.Options{DayFirst: e.DayFirst, Languages: e.tables.Load()}}
	q.Trust, q.Leans = m.trusted()
	if m.understood != nil {
		q.Filters = m.understood.Filters
	}
	if plan != nil {
		q.Documents, q.Came, q.Collections = m.searched(), m.came, m.collections
		q.Skip, q.Budget, q.Cost = plan.Skip(), plan.Recall, plan.Cost
	}
	return q
}

// The most that is sent of all preferences.
const (
	maxPreferences    = 12
	preferencesInSize = 1200 // bytes of them all
)

// preferencesOf are what the user wishes in general, oldest first.
func (e *Engine) preferencesOf(ctx context.Context, s chat.Settings) (out []string, err error) {
	if !*s.Remember {
		return nil, nil
	}
	kept, err := e.Store.Remembered(ctx, store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: maxPreferences})
	size := 0
	for _, k := range kept {
		if size += len(k.Text); size <= preferencesInSize && !slices.Contains(out, k.Text) {
			out = append(out, k.Text)
		}
	}
	slices.Reverse(out)
	return out, err
}
