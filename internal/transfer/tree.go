package transfer

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/store"
)

// conversation is one chat of a file, in the form that the reader of every format
// produces: nodes that name their parents.
type conversation struct {
	id, title        string
	created          int64
	archived, pinned bool
	tags             []string
	// current is the last node of the path that is shown.
	current string
	nodes   map[string]*node
	// doubled counts nodes left out because their id was taken.
	doubled int
}

type node struct {
	// parent is "" for the first message. children may give the order of the
	// nodes below; otherwise times do, then places.
	parent   string
	children []string
	place    int

	id, role, model, kind string
	at                    int64
	// texts are what it says, with its files; unread counts parts without text.
	texts  []string
	unread int
}

// maxConversation is the most bytes of one chat.
const maxConversation = 64 << 20

// ImportTree reads exports of ChatGPT, Claude and Open WebUI: arrays or objects, one
// or several. Each entry shows its own format. Nodes without text are left out, and
// the nodes below them follow the one above. A node with a missing parent starts the
// chat; nodes that are their own ancestors are refused. An entry of an unknown
// format is left out as a whole. What already exists is not added again.
func ImportTree(ctx context.Context, s *store.Store, r io.Reader, now int64, count Counter) (ImportReport, error) {
	if err := writable(s); err != nil {
		return ImportReport{}, err
	}
	im := newImporter(s, now, count)
	peeked := bufio.NewReader(r)
	if _, err := firstByte(peeked); err == io.EOF {
		return im.done(), nil
	}
	in := &valueReader{in: peeked}
	for number := 1; ; number++ {
		text, err := in.next()
		if err == io.EOF {
			return im.done(), nil
		}
		if in.ended && errors.Is(err, json.ErrNotJSON) {
			im.report.Refused++
			im.problem(say.T("What follows the last chat was left out: it is not JSON."))
			im.kept = im.report
			return im.done(), nil
		}
		if err != nil {
			return im.done(), treeMisread(number, err)
		}
		c, err := readConversation(text)
		if err != nil {
			err = misread(err)
		} else {
			im.sessions = map[string]*importedSession{}
			err = im.transaction(ctx, func() error { return im.conversation(number, c) })
		}
		if why := refusal(err); why != "" {
			im.report = im.kept
			im.report.Refused++
			im.problem(say.T("Chat {number} was left out: {why}", "number", number, "why", why))
			im.kept = im.report
			continue
		}
		if err != nil {
			return im.done(), err
		}
	}
}

// treeMisread says how far a file could be read. It passes on errors of the reader
// itself.
func treeMisread(number int, err error) error {
	switch {
	case errors.Is(err, errLongConversation):
		return fault.New(fault.TooLarge, "Chat {number} is larger than {most} MiB. The chats before it were imported.", "number", number, "most", maxConversation>>20)
	case errors.Is(err, json.ErrNotJSON), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault.New(fault.Invalid, "The file cannot be read from chat {number} on. The chats before it were imported.", "number", number)
	}
	return err
}

var errLongConversation = errors.New("a conversation is too long")

// valueReader reads objects one by one, alone or in arrays, without looking inside
// their braces: whoever decodes an object checks it.
type valueReader struct {
	in *bufio.Reader
	// inArray is true inside an array, ended after one.
	inArray, ended bool
	count          int // objects of the array at hand, or outside of any
}

// next returns the text of the next object, or io.EOF after the last.
func (r *valueReader) next() ([]byte, error) {
	b, err := r.afterSpace()
	for err == nil && (b == '[' && !r.inArray || b == ']' && r.inArray) {
		r.inArray, r.ended, r.count = b == '[', b == ']', 0
		b, err = r.afterSpace()
	}
	if err == nil && r.count > 0 && b == ',' {
		if b, err = r.afterSpace(); err == nil && b == ']' && r.inArray {
			r.in.UnreadByte()
			return r.next()
		}
	}
	switch {
	case err == io.EOF && r.inArray:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	case b != '{':
		return nil, json.ErrNotJSON
	}
	r.count++
	return r.object()
}

// object returns the text of an object after its opening brace was read.
func (r *valueReader) object() ([]byte, error) {
	text := []byte{'{'}
	for depth, quoted := 1, false; depth > 0; {
		b, err := r.in.ReadByte()
		if err == io.EOF {
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		if text = append(text, b); len(text) > maxConversation {
			return nil, errLongConversation
		}
		switch {
		case quoted && b == '\\':
			if b, err = r.in.ReadByte(); err == nil {
				text = append(text, b)
			}
		case b == '"':
			quoted = !quoted
		case !quoted && b == '{':
			depth++
		case !quoted && b == '}':
			depth--
		}
	}
	return text, nil
}

func (r *valueReader) afterSpace() (byte, error) {
	for {
		if b, err := r.in.ReadByte(); err != nil || b > ' ' {
			return b, err
		}
	}
}

// conversation writes one chat.
func (im *importer) conversation(number int, c *conversation) error {
	name := c.id
	if name == "" || len(name) > maxExternalName {
		name = im.derive(0, "tree", c.title, strconv.FormatInt(c.created, 10), c.current).String()
	}
	if len(c.nodes) == 0 {
		return fault.New(fault.Invalid, "It has no messages.")
	}
	about := &sessionLine{ID: name, Name: c.title, Archived: c.archived, Pinned: c.pinned, CreatedAt: stamp(c.created)}
	if len(c.tags) > 0 {
		// They are cleaned when they are read.
		list, err := json.Append(nil, c.tags)
		if err != nil {
			return err
		}
		about.Metadata = chat.RawJSON(`{"tags":` + string(list) + `}`)
	}
	if c.title != "" {
		about.NamedBy = string(chat.NamedByModel)
	}
	order, orphans, lost := c.order()
	for _, key := range order {
		if n := c.nodes[key]; about.Name == "" && len(n.texts) > 0 {
			about.Name, about.NamedBy = memory.Title(n.texts[0], ""), string(chat.NamedByText)
		}
	}
	of, err := im.session(name, about, c.created)
	if err != nil {
		return err
	}
	of.about = nil // nothing of it is left to conclude
	im.leftOut(number, 0, orphans, "{n} message replies to a missing message and now starts the chat.", "{n} messages reply to a missing message and now start the chat.")
	im.leftOut(number, lost, lost, "{n} message was left out because it replies to itself.", "{n} messages were left out because they reply to themselves.")
	im.leftOut(number, c.doubled, c.doubled, "{n} message was left out because another has the same id.", "{n} messages were left out because others have the same id.")
	return im.nodes(number, c, of, order)
}

// leftOut reports a problem with some messages of a chat, and how many of them were
// refused.
func (im *importer) leftOut(number, refused, messages int, one, other say.English) {
	if messages > 0 {
		im.report.Refused += refused
		im.problem(say.T("Chat {number}: {what}", "number", number, "what", say.Plural(messages, one, other)))
	}
}

// nodes writes the messages, parents first.
func (im *importer) nodes(number int, c *conversation, of *importedSession, order []string) error {
	head, end, skipped := of.last, int64(0), 0
	ids := map[string]int64{} // of nodes; those left out have their parent's
	for _, key := range order {
		n := c.nodes[key]
		parent := ids[n.parent]
		ids[key] = parent
		im.report.unread += n.unread
		m := n.message(key)
		if strings.TrimSpace(m.Content) == "" {
			continue
		}
		if !m.Role.Known() || len(m.Content) > store.MaxContent || len(m.ExternalID) > maxExternalName {
			skipped++
			continue
		}
		if m.CreatedAt == 0 {
			m.CreatedAt = c.created
		}
		if im.count != nil {
			m.Tokens, m.Encoding = im.count(string(m.Role), m.Content)
		}
		if err := im.put(of, parent, m); err != nil {
			return err
		}
		im.note = ""
		end, ids[key] = of.last, of.last
	}
	im.leftOut(number, skipped, skipped, "{n} message was left out: it is too long or has an unknown role.", "{n} messages were left out: they are too long or have an unknown role.")
	of.last = cmp.Or(ids[c.current], head, end)
	return nil
}

// order returns the nodes with parents before their children, and children in
// the order their parent lists them. orphans counts nodes with a missing parent,
// lost those that cannot be reached from a first message.
func (c *conversation) order() (order []string, orphans, lost int) {
	below := map[string][]string{}
	var roots []string
	for key, n := range c.nodes {
		if n.parent == "" {
			roots = append(roots, key)
			continue
		}
		if _, there := c.nodes[n.parent]; !there {
			roots = append(roots, key)
			orphans++
			continue
		}
		below[n.parent] = append(below[n.parent], key)
	}
	// A map has no order: sort by time, then place, then name.
	byTime := func(a, b string) int {
		m, n := c.nodes[a], c.nodes[b]
		return cmp.Or(cmp.Compare(m.at, n.at), m.place-n.place, strings.Compare(a, b))
	}
	slices.SortFunc(roots, byTime)
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		key := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, key)
		listed := map[string]int{}
		for i, child := range c.nodes[key].children {
			listed[child] = i + 1
		}
		children := below[key]
		slices.SortFunc(children, func(a, b string) int {
			if listed[a] > 0 && listed[b] > 0 {
				return listed[a] - listed[b]
			}
			return byTime(a, b)
		})
		slices.Reverse(children)
		stack = append(stack, children...)
	}
	return order, orphans, len(c.nodes) - len(order)
}

// message returns the message of a node.
func (n *node) message(key string) chat.Message {
	m := chat.Message{Role: chat.Role(n.role), Content: strings.Join(n.texts, "\n\n"), Status: chat.Complete, ExternalID: cmp.Or(n.id, key), CreatedAt: n.at}
	about := map[string]string{}
	if n.model != "" {
		about["model"] = n.model
	}
	if n.kind != "" && n.kind != "text" {
		about["content_type"] = n.kind
	}
	if len(about) > 0 {
		m.Metadata, _ = json.Marshal(about)
	}
	return m
}
