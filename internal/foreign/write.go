package foreign

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

const (
	// maxName is the most bytes of a name that an import takes.
	maxName = 512
	// maxContent is the most bytes of a message that the store takes.
	maxContent = 16 << 20
)

// line is a line for package transfer. Parents and heads are named by the ids that
// the messages have in their own program.
type line struct {
	Session   string       `json:"session"`
	Role      string       `json:"role"`
	Content   string       `json:"content"`
	Timestamp string       `json:"timestamp,omitempty"`
	ID        string       `json:"id"`
	Metadata  chat.RawJSON `json:"metadata,omitempty"`
	Parent    string       `json:"parent"`
	// Place is how a problem with the line names it.
	Place string `json:"place"`
	About *about `json:"session_info,omitempty"`
}

// about describes a chat, on its first line.
type about struct {
	ID   string `json:"id"`
	Name string `json:"session_name"`
	// NamedAfter is the first question of a chat without a name.
	NamedAfter string       `json:"named_after,omitempty"`
	NamedBy    string       `json:"named_by,omitempty"`
	Archived   bool         `json:"is_archived"`
	Pinned     bool         `json:"pinned,omitempty"`
	CreatedAt  string       `json:"created_at,omitempty"`
	HeadID     string       `json:"head_id,omitempty"`
	Metadata   chat.RawJSON `json:"metadata,omitempty"`
}

// writer writes the messages of one chat.
type writer struct {
	c       *conversation
	name    string
	place   string
	out     []line
	ids     map[string]string // of nodes to their messages; those left out have their parent's
	carried map[string]*steps // by the node that had them last
	parents map[string]bool   // nodes with others below them
	copied  int               // bytes of steps that more than one branch has
	taken   map[string]bool   // ids of messages
	skipped int
	doubled int
}

// steps are what inner nodes say, on their way to an answer: a list from the last
// to the first, which branches share.
type steps struct {
	*node
	key    string
	before *steps
	parent string // the message above the first
	used   bool
}

// maxCopied bounds what branches may repeat of steps that they share, in bytes of a
// chat: a small file must not become a large history.
const maxCopied = 4 << 20

// write appends the lines of a chat.
func (f *File) write(out []byte, c *conversation) ([]byte, error) {
	if c.broken != nil {
		f.leaveOut(say.T("Chat {number} was left out. {why}", "number", f.number, "why", misread(c.broken)))
		return out, nil
	}
	order, orphans, lost := c.order()
	w := &writer{c: c, name: c.name(), place: say.T("Chat {number}", "number", f.number),
		ids: map[string]string{}, carried: map[string]*steps{}, parents: map[string]bool{}, taken: map[string]bool{}}
	for _, n := range c.nodes {
		w.parents[n.parent] = true
	}
	w.nodes(order)
	if len(w.out) == 0 && w.skipped+c.unreadable == 0 {
		f.leaveOut(say.T("Chat {number} was left out. {why}", "number", f.number, "why", misread(errNoMessages)))
		return out, nil
	}
	f.tally.add(c.tally)
	f.leftOut(0, orphans, "{n} message replies to a missing message and now starts the chat.", "{n} messages reply to a missing message and now start the chat.")
	f.leftOut(lost, lost, "{n} message was left out because it replies to itself.", "{n} messages were left out because they reply to themselves.")
	f.leftOut(c.unreadable, c.unreadable, "{n} message was left out: Burrow can’t read it.", "{n} messages were left out: Burrow can’t read them.")
	doubled := c.doubled + w.doubled
	f.leftOut(doubled, doubled, "{n} message was left out because another has the same id.", "{n} messages were left out because others have the same id.")
	f.leftOut(w.skipped, w.skipped, "{n} message was left out: it is too long or has an unknown role.", "{n} messages were left out: they are too long or have an unknown role.")
	if len(w.out) == 0 {
		return out, nil
	}
	f.found(c.format, 1, len(w.out))
	w.out[0].About = w.about()
	for _, l := range w.out {
		var err error
		if out, err = json.Append(out, l); err != nil {
			return out, err
		}
		out = append(out, '\n')
	}
	return out, nil
}

// leftOut reports a problem with some messages of a chat, and how many of them were
// refused.
func (f *File) leftOut(refused, messages int, one, other say.English) {
	if messages > 0 {
		f.report.Refused += refused
		f.problem(say.T("Chat {number}: {what}", "number", f.number, "what", say.Plural(messages, one, other)))
	}
}

// name is what the chat is known by when it is imported again.
func (c *conversation) name() string {
	if c.id != "" && len(c.id) <= maxName {
		return c.id
	}
	return derive("tree", c.title, strconv.FormatInt(c.created, 10), c.current)
}

// derive makes a uid from what is known, so that a second import finds the chat. It
// is what earlier versions made for a history without owners.
func derive(parts ...string) string {
	h := fnv.New128a()
	for _, part := range append([]string{"", ""}, parts...) {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	sum := h.Sum(nil)
	return chat.MakeUID(0, binary.BigEndian.Uint64(sum), binary.BigEndian.Uint16(sum[8:])).String()
}

func (w *writer) about() *about {
	c := w.c
	a := &about{ID: w.name, Name: c.title, Archived: c.archived, Pinned: c.pinned, CreatedAt: stamp(c.created), HeadID: w.ids[c.current]}
	if c.title != "" {
		a.NamedBy = string(chat.NamedByModel)
	} else {
		first := max(0, slices.IndexFunc(w.out, func(l line) bool { return l.Role == string(chat.User) }))
		a.NamedAfter = strings.ToValidUTF8(w.out[first].Content[:min(len(w.out[first].Content), 4000)], "")
	}
	c.extra["from"] = string(c.format)
	a.Metadata = w.metadata()
	return a
}

// metadata has the chat's tags, which are cleaned when they are read, and what else
// was kept of it.
func (w *writer) metadata() chat.RawJSON {
	out := "{"
	if len(w.c.tags) > 0 {
		tags, _ := json.Append(nil, w.c.tags)
		out += `"tags":` + string(tags) + ","
	}
	kept, _ := json.Append(nil, w.c.extra)
	return chat.RawJSON(out + `"imported":` + string(kept) + "}")
}

// nodes writes the messages, parents first.
func (w *writer) nodes(order []string) {
	for _, key := range order {
		n := w.c.nodes[key]
		w.ids[key] = w.ids[n.parent]
		before := w.carried[n.parent]
		said := strings.TrimSpace(strings.Join(n.texts, "")) != ""
		switch {
		case !said && len(n.reasoning) == 0:
			w.carried[key] = before
		case n.inner || !said:
			s := &steps{node: n, key: key, before: before, parent: w.ids[n.parent]}
			if before != nil {
				s.parent = before.parent
			}
			if w.carried[key] = s; !w.parents[key] {
				w.ids[key] = w.flush(s)
			}
		default:
			parent := w.ids[n.parent]
			if before != nil && n.role != string(chat.Assistant) {
				parent, before = w.flush(before), nil
			}
			w.ids[key] = w.message(key, parent, n, before)
		}
	}
}

// flush writes steps that no answer follows as a message of their own, once.
func (w *writer) flush(s *steps) string {
	if id := messageID(s.key, s.node); w.taken[id] {
		return id
	}
	n := *s.node
	n.role = string(chat.Assistant)
	return w.message(s.key, s.parent, &n, s.before)
}

func (w *writer) repeat(s *steps, text string) {
	if s.used {
		w.copied += len(text)
	}
}

// with puts steps in front of what a node says.
func (w *writer) with(s *steps, n *node) (texts, reasoning []string) {
	texts, reasoning = slices.Clone(n.texts), slices.Clone(n.reasoning)
	slices.Reverse(texts)
	slices.Reverse(reasoning)
	for ; s != nil; s = s.before {
		if s.used && w.copied > maxCopied {
			break
		}
		for _, text := range slices.Backward(s.texts) {
			texts = append(texts, text)
			w.repeat(s, text)
		}
		for _, text := range slices.Backward(s.reasoning) {
			reasoning = append(reasoning, text)
			w.repeat(s, text)
		}
		s.used = true
	}
	slices.Reverse(texts)
	slices.Reverse(reasoning)
	return texts, reasoning
}

func messageID(key string, n *node) string { return cmp.Or(n.id, key) }

// message writes one, and returns the id that its replies name: its own, or its
// parent's if it was left out.
func (w *writer) message(key, parent string, n *node, before *steps) string {
	texts, reasoning := w.with(before, n)
	l := line{Session: w.name, Role: n.role, Content: strings.Join(texts, "\n\n"), ID: messageID(key, n), Parent: parent, Place: w.place,
		Timestamp: stamp(cmp.Or(n.at, w.c.created))}
	if strings.TrimSpace(l.Content) == "" || !chat.Role(l.Role).Known() || len(l.Content) > maxContent || len(l.ID) > maxName {
		w.skipped++
		return parent
	}
	if w.taken[l.ID] {
		w.doubled++
		return l.ID
	}
	w.taken[l.ID] = true
	about := map[string]string{}
	for name, value := range map[string]string{"model": n.model, "reasoning": strings.Join(reasoning, "\n\n")} {
		if value != "" {
			about[name] = value
		}
	}
	if n.kind != "" && n.kind != "text" {
		about["content_type"] = n.kind
	}
	if len(about) > 0 {
		l.Metadata, _ = json.Marshal(about)
	}
	w.out = append(w.out, l)
	return l.ID
}

// maxTime is the last millisecond of the year 9999, where RFC 3339 ends.
const maxTime = 253402300799999

// stamp writes a time, "" for none.
func stamp(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(min(max(ms, 0), maxTime)).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// moment reads a time: seconds or milliseconds since 1970, or a text like
// 2006-01-02T15:04:05Z. Anything else is 0, for none.
func moment(raw chat.RawJSON) int64 {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return 0
		}
		return min(max(t.UnixMilli(), 0), maxTime)
	}
	var number float64
	if json.Unmarshal(raw, &number) != nil || !(number > 0) {
		return 0
	}
	const milliseconds = 1e11 // in seconds this is the year 5138
	if number < milliseconds {
		number *= 1000
	}
	return int64(min(number, maxTime))
}
