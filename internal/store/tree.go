package store

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/wire"
)

// conversation is one of a ChatGPT export: nodes that name their parents.
type conversation struct {
	ID             string          `json:"id"`
	ConversationID string          `json:"conversation_id"`
	Title          string          `json:"title"`
	CreateTime     *float64        `json:"create_time"`
	Archived       bool            `json:"is_archived"`
	CurrentNode    string          `json:"current_node"`
	Mapping        map[string]node `json:"mapping"`
}

type node struct {
	ID       string       `json:"id"`
	Parent   *string      `json:"parent"`
	Children []string     `json:"children"`
	Message  *nodeMessage `json:"message"`
}

type nodeMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
	} `json:"author"`
	Content struct {
		Type  string         `json:"content_type"`
		Parts []chat.RawJSON `json:"parts"`
		Text  string         `json:"text"`
	} `json:"content"`
	CreateTime *float64 `json:"create_time"`
	Metadata   struct {
		Model string `json:"model_slug"`
	} `json:"metadata"`
}

// maxConversation is the most bytes of one conversation.
const maxConversation = 64 << 20

// ImportTree reads conversations as a ChatGPT export has them: an array, or one
// object, of {title, mapping, current_node}. Nodes without text are left out,
// and what follows them follows the node before. A node whose parent is not there
// begins the conversation anew; nodes that are their own ancestors are refused.
// What is here already is not added again.
func (s *Store) ImportTree(ctx context.Context, r io.Reader, now int64, count Counter) (ImportReport, error) {
	if s.readOnly != "" {
		return ImportReport{}, readOnlyError(s.readOnly)
	}
	im := newImporter(s, now, count)
	peeked := bufio.NewReader(r)
	first, err := firstByte(peeked)
	if err == io.EOF {
		return im.done(), nil
	}
	in := &valueReader{in: peeked}
	if first == '[' {
		in.skip('[')
	}
	number := 1
	for ; ; number++ {
		text, err := in.next()
		if err == io.EOF && first != '[' {
			return im.done(), nil
		}
		if err == errEndOfArray {
			return im.done(), nil
		}
		var c conversation
		if err == nil {
			err = wire.Unmarshal(text, &c)
		}
		if err != nil {
			return im.done(), treeMisread(number, err)
		}
		im.sessions = map[string]*importedSession{}
		err = im.transaction(ctx, func() error { return im.conversation(number, &c) })
		if why := refusal(err); why != "" {
			im.report = im.kept
			im.report.Refused++
			im.problem("Conversation " + strconv.Itoa(number) + " was left out: " + why)
			im.kept = im.report
			continue
		}
		if err != nil {
			return im.done(), err
		}
	}
}

// treeMisread says how far a file could be read. An error of the reader itself is
// passed on.
func treeMisread(number int, err error) error {
	wrong := (*wire.MemberError)(nil)
	switch {
	case errors.Is(err, errLongConversation):
		return fault.New(fault.TooLarge, "Conversation "+strconv.Itoa(number)+" has more than "+strconv.Itoa(maxConversation>>20)+" MiB. Those before it were imported.")
	case errors.As(err, &wrong):
		return fault.New(fault.Invalid, "Conversation "+strconv.Itoa(number)+" is not of the expected form: "+strconv.Quote(wrong.Member)+" "+wrong.What+". Those before it were imported.")
	case errors.Is(err, wire.ErrNotJSON), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault.New(fault.Invalid, "The file cannot be read from conversation "+strconv.Itoa(number)+" on. Those before it were imported.")
	}
	return err
}

var (
	errLongConversation = errors.New("a conversation is too long")
	errEndOfArray       = errors.New("the array ends here")
)

// valueReader reads the objects of an array one by one, as they stand in the
// text: what is between their braces is checked by whoever reads them.
type valueReader struct {
	in    *bufio.Reader
	count int
}

// skip reads a byte that is known to follow, and the space before it.
func (r *valueReader) skip(c byte) {
	for {
		if b, err := r.in.ReadByte(); err != nil || b == c {
			return
		}
	}
}

// next returns the text of the next object, errEndOfArray behind the last one of
// an array, or io.EOF.
func (r *valueReader) next() ([]byte, error) {
	b, err := r.afterSpace()
	if err == nil && r.count > 0 && b == ',' {
		b, err = r.afterSpace()
	}
	switch {
	case err != nil:
		return nil, err
	case b == ']':
		return nil, errEndOfArray
	case b != '{':
		return nil, wire.ErrNotJSON
	}
	r.count++
	text := []byte{b}
	for depth, quoted := 1, false; depth > 0; {
		if b, err = r.in.ReadByte(); err == io.EOF {
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

// conversation writes one conversation.
func (im *importer) conversation(number int, c *conversation) error {
	name := c.ConversationID
	if name == "" {
		name = c.ID
	}
	if name == "" || len(name) > maxExternalName {
		name = im.derive(0, "tree", c.Title, strconv.FormatInt(seconds(c.CreateTime), 10), c.CurrentNode).String()
	}
	if len(c.Mapping) == 0 {
		return fault.New(fault.Invalid, "It has no messages.")
	}
	about := &sessionLine{ID: name, Name: c.Title, Archived: c.Archived, CreatedAt: stamp(seconds(c.CreateTime))}
	if c.Title != "" {
		about.NamedBy = string(chat.NamedByModel)
	}
	of, err := im.session(name, about, seconds(c.CreateTime))
	if err != nil {
		return err
	}
	of.about = nil // nothing of it is left to conclude
	return im.nodes(number, c, of)
}

// nodes writes the messages, parents first.
func (im *importer) nodes(number int, c *conversation, of *importedSession) error {
	order, orphans, lost := c.order()
	if orphans > 0 {
		im.problem("Conversation " + strconv.Itoa(number) + ": " + strconv.Itoa(orphans) + " messages answer one that is not there, and begin the conversation anew.")
	}
	if lost > 0 {
		im.report.Refused += lost
		im.problem("Conversation " + strconv.Itoa(number) + ": " + strconv.Itoa(lost) + " messages were left out, since they answer themselves.")
	}
	head, skipped := of.last, 0
	ids := map[string]int64{} // of nodes; those left out have their parent's
	for _, key := range order {
		n := c.Mapping[key]
		parent := int64(0)
		if n.Parent != nil {
			parent = ids[*n.Parent]
		}
		ids[key] = parent
		m, keep := n.message(key)
		if !keep {
			continue
		}
		if !m.Role.Known() || len(m.Content) > MaxContent {
			skipped++
			continue
		}
		if m.CreatedAt == 0 {
			m.CreatedAt = seconds(c.CreateTime)
		}
		if im.count != nil {
			m.Tokens, m.Encoding = im.count(string(m.Role), m.Content)
		}
		if err := im.put(of, parent, m); err != nil {
			return err
		}
		im.note = ""
		ids[key] = of.last
	}
	if skipped > 0 {
		im.report.Refused += skipped
		im.problem("Conversation " + strconv.Itoa(number) + ": " + strconv.Itoa(skipped) + " messages were left out, being too long or of nobody known.")
	}
	if of.last = ids[c.CurrentNode]; of.last == 0 {
		of.last = head
	}
	if of.last == 0 && len(order) > 0 {
		of.last = ids[order[len(order)-1]]
	}
	return nil
}

// order returns the nodes with parents before their children, and children in
// the order their parent lists them. orphans counts nodes whose parent is not
// there, lost those that no beginning leads to.
func (c *conversation) order() (order []string, orphans, lost int) {
	below := map[string][]string{}
	var roots []string
	for key, n := range c.Mapping {
		if n.Parent == nil || *n.Parent == "" {
			roots = append(roots, key)
			continue
		}
		if _, there := c.Mapping[*n.Parent]; !there {
			roots = append(roots, key)
			orphans++
			continue
		}
		below[*n.Parent] = append(below[*n.Parent], key)
	}
	// A map has no order: that of the times, then that of the names.
	byTime := func(a, b string) int {
		if d := c.Mapping[a].time() - c.Mapping[b].time(); d != 0 {
			return int(min(max(d, -1), 1))
		}
		return strings.Compare(a, b)
	}
	slices.SortFunc(roots, byTime)
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		key := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, key)
		listed := map[string]int{}
		for i, child := range c.Mapping[key].Children {
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
	return order, orphans, len(c.Mapping) - len(order)
}

func (n node) time() int64 {
	if n.Message == nil {
		return 0
	}
	return seconds(n.Message.CreateTime)
}

// message is the message of a node that has text.
func (n node) message(key string) (m chat.Message, keep bool) {
	if n.Message == nil {
		return m, false
	}
	var parts []string
	for _, raw := range n.Message.Content.Parts {
		var text string
		if wire.Unmarshal(raw, &text) == nil && text != "" {
			parts = append(parts, text)
		}
	}
	content := strings.Join(parts, "\n\n")
	if content == "" {
		content = n.Message.Content.Text
	}
	if strings.TrimSpace(content) == "" {
		return m, false
	}
	id := n.Message.ID
	if id == "" {
		id = key
	}
	if len(id) > maxExternalName {
		return m, false
	}
	m = chat.Message{Role: chat.Role(n.Message.Author.Role), Content: content, Status: chat.Complete, ExternalID: id, CreatedAt: n.time()}
	about := map[string]string{}
	if n.Message.Metadata.Model != "" {
		about["model"] = n.Message.Metadata.Model
	}
	if kind := n.Message.Content.Type; kind != "" && kind != "text" {
		about["content_type"] = kind
	}
	if len(about) > 0 {
		m.Metadata, _ = wire.Marshal(about)
	}
	return m, true
}

// seconds turns a time of the export into milliseconds, 0 for none.
func seconds(at *float64) int64 {
	if at == nil || math.IsNaN(*at) || *at <= 0 {
		return 0
	}
	return int64(min(*at*1000, maxTime))
}
