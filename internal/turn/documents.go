package turn

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
)

// What goes along whole of the documents of a chat. A pinned document does as long as the
// window has room; others do if they are small, in the order in which they came. Of the
// rest, passages are looked for.
const (
	// smallDocument is how many tokens a document has at most that goes along whole
	// without being pinned, allWhole how many all of these have.
	smallDocument = 12_000
	allWhole      = 24_000
	// wholeForSmall is the same for a model that reads slowly.
	wholeForSmall = 1_000
	// documentBytes is more than the bytes that a token stands for in any text that is
	// worth counting.
	documentBytes = 12
)

// documents are those of a chat, as they go along with a question.
type documents struct {
	_     [0]func() // not to be compared
	whole prompt.Documents
	// isWhole says of each document of the chat whether it goes along whole.
	isWhole map[chat.UID]bool
}

// laidDocuments keeps what was laid out last: it changes only with the documents, the
// model and its window.
type laidDocuments struct {
	mu  sync.Mutex
	key string
	of  documents
}

// documentsFor lays out the documents of a chat for an answerer.
func (e *Engine) documentsFor(ctx context.Context, all []store.AttachedDocument, who *llm.Answerer, c *prompt.Counter) (documents, error) {
	if len(all) == 0 {
		return documents{}, nil
	}
	encoding, _ := e.Encoding(who.ModelName())
	window := windowOf(who)
	key := encoding + strconv.Itoa(window) + strconv.FormatBool(who.Small)
	for _, d := range all {
		key += d.UID.String() + strconv.FormatInt(d.UpdatedAt, 10) + strconv.FormatBool(d.Pinned)
	}
	if of, there := e.laid.get(key); there {
		return of, nil
	}
	out, err := e.layDocuments(ctx, all, window, who.Small, c)
	if err == nil {
		e.laid.set(key, out)
	}
	return out, err
}

func (l *laidDocuments) get(key string) (documents, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of, l.key == key
}

func (l *laidDocuments) set(key string, of documents) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.key, l.of = key, of
}

func (e *Engine) layDocuments(ctx context.Context, all []store.AttachedDocument, window int, small bool, c *prompt.Counter) (out documents, err error) {
	out.isWhole = map[chat.UID]bool{}
	room, limit, forPinned := min(window/2, allWhole), smallDocument, window*3/4
	if small {
		room, limit, forPinned = wholeForSmall, wholeForSmall, wholeForSmall
	}
	texts := map[chat.UID][]prompt.Passage{}
	take := func(d store.AttachedDocument, most int) error {
		if err != nil || d.Text > int64(most)*documentBytes {
			return err
		}
		var passages []prompt.Passage
		if passages, err = e.wholeOf(ctx, d.Document); err != nil || len(passages) == 0 {
			return err
		}
		tokens := prompt.LayDocuments(passages, c).Tokens
		if c.Err == nil && tokens <= most {
			out.isWhole[d.UID], texts[d.UID] = true, passages
			room, forPinned = room-tokens, forPinned-tokens
		}
		return c.Err
	}
	for _, d := range all {
		if d.Pinned {
			err = take(d, forPinned)
		}
	}
	for _, d := range all {
		if !d.Pinned {
			err = take(d, min(limit, room))
		}
	}
	if err != nil {
		return documents{}, err
	}
	var passages []prompt.Passage
	for _, d := range all {
		passages = append(passages, texts[d.UID]...)
	}
	out.whole = prompt.LayDocuments(passages, c)
	return out, c.Err
}

// wholeOf are all places of a document that its reader sees.
func (e *Engine) wholeOf(ctx context.Context, d chat.Document) (out []prompt.Passage, err error) {
	chunks, err := e.Store.DocumentChunks(ctx, d.UID, 0, 0)
	for _, c := range chunks {
		if c.Veil == "" {
			out = append(out, prompt.Passage{Kind: chat.DocumentsPart, Text: c.Text,
				Source: new(c.Source(d.UID, d.Name))})
		}
	}
	return out, err
}

// sentDocuments says how much of each document of the chat goes along.
func sentDocuments(m *material, p prompt.Prompt) (out []chat.SentDocument) {
	for _, d := range m.documents {
		out = append(out, chat.SentDocument{UID: d.UID, Name: d.Name, Whole: m.isWhole[d.UID]})
	}
	for _, s := range p.Sources[p.Whole:] {
		uid, _, is := strings.Cut(s.ID, ":")
		if s.Kind != chat.ChunkSource || !is {
			continue
		}
		i := slices.IndexFunc(out, func(d chat.SentDocument) bool { return d.UID.String() == uid })
		if i < 0 { // of a collection
			of, err := chat.ParseUID(uid)
			if err != nil {
				continue
			}
			i, out = len(out), append(out, chat.SentDocument{UID: of, Name: s.Name})
		}
		out[i].Passages++
	}
	return out
}

// keepCited leaves out the places of whole documents that the answer does not cite: all of
// them were sent, and the reader wants to know which say what it says. So it is with pairs
// of the FAQ, which only come near to the question. The others keep their numbers.
func (r *run) keepCited(answer string) {
	isFAQ := func(s chat.Source) bool { return s.Kind == chat.FAQSource }
	if r.prompt.Whole == 0 && !slices.ContainsFunc(r.prompt.Sources, isFAQ) {
		return
	}
	cited := prompt.Cited(answer)
	var out []chat.Source
	for i, s := range r.meta.Sources {
		mayGo := i < r.prompt.Whole || isFAQ(s) && slices.Contains(r.prompt.Sources, s)
		if !mayGo || slices.Contains(cited, i+1) {
			s.Number = i + 1
			out = append(out, s)
		}
	}
	r.meta.Sources, r.prompt.Sources, r.prompt.Whole = out, nil, 0
}

// attached are the documents of the chat.
func (m *material) attached() (out []chat.UID) {
	for _, d := range m.documents {
		out = append(out, d.UID)
	}
	return out
}

// searched are the documents of the chat that do not go along whole.
func (m *material) searched() (out []chat.UID) {
	for _, d := range m.documents {
		if !m.isWhole[d.UID] {
			out = append(out, d.UID)
		}
	}
	return out
}

// readDocuments reads which documents the chat has now, and which of them came with a
// question, if that is kept.
func (e *Engine) readDocuments(ctx context.Context, m *material, question chat.UID) error {
	if m.session.IsZero() {
		return nil
	}
	all, err := e.Store.Attached(ctx, m.session)
	for _, d := range all {
		if d.Active {
			m.documents = append(m.documents, d)
		}
	}
	if err != nil || len(m.documents) == 0 || question.IsZero() {
		return err
	}
	asked, err := e.Store.Message(ctx, question)
	for _, d := range store.QuestionOf(asked).Documents {
		m.came = append(m.came, d.UID)
	}
	return err
}

// addDocuments adds documents that would be attached to the chat.
func (e *Engine) addDocuments(ctx context.Context, m *material, uids []chat.UID) error {
	for _, uid := range uids {
		if slices.Contains(m.attached(), uid) {
			continue
		}
		d, err := e.Store.Document(ctx, uid)
		if err != nil {
			return err
		}
		m.documents = append(m.documents, store.AttachedDocument{Document: d, Active: true})
	}
	m.came = uids
	return nil
}

// attachedTo are the documents that come with a question, as its message names them.
func (e *Engine) attachedTo(ctx context.Context, q Question) (out chat.Question, err error) {
	for _, uid := range q.Documents {
		d, err := e.Store.Document(ctx, uid)
		if err != nil {
			return out, err
		}
		out.Documents = append(out.Documents, chat.Attached{UID: d.UID, Name: d.Name, Type: d.Type, Bytes: d.Bytes})
	}
	return out, nil
}

// spoken gives a question without words the words that it stands for, and names its chat
// by its document.
func (e *Engine) spoken(ctx context.Context, q *Question) error {
	if strings.TrimSpace(q.Text) != "" {
		return nil
	}
	if len(q.Documents) == 0 {
		return errEmpty
	}
	d, err := e.Store.Document(ctx, q.Documents[0])
	if err != nil {
		return err
	}
	q.name = d.Name
	if q.Text = say.T("What is in this document?"); len(q.Documents) > 1 {
		q.Text = say.T("What is in these documents?")
	}
	return nil
}
