package foreign

import (
	"cmp"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// LobeHub exports tables: those of its database as "data", or, in former versions,
// as "state". A chat is a topic, or what a session has without one.
type lobeTables struct {
	Sessions []lobeSession `json:"sessions"`
	Topics   []lobeTopic   `json:"topics"`
	Threads  []lobeThread  `json:"threads"`
	// Messages are read one by one, so that an odd one costs no other.
	Messages []chat.RawJSON `json:"messages"`
	Agents   []struct {
		ID    string       `json:"id"`
		Title chat.RawJSON `json:"title"`
	} `json:"agents"`
	AgentsToSessions []struct {
		Agent   string `json:"agentId"`
		Session string `json:"sessionId"`
	} `json:"agentsToSessions"`
	Plugins []lobePlugin `json:"messagePlugins"`
	Files   []struct {
		ID   string       `json:"id"`
		Name string       `json:"name"`
		Type chat.RawJSON `json:"fileType"`
	} `json:"files"`
	MessagesFiles []struct {
		File    string `json:"fileId"`
		Message string `json:"messageId"`
	} `json:"messagesFiles"`
}

type lobeSession struct {
	ID     string       `json:"id"`
	Title  chat.RawJSON `json:"title"`
	Pinned chat.RawJSON `json:"pinned"`
	// Meta has the title in former versions.
	Meta struct {
		Title chat.RawJSON `json:"title"`
	} `json:"meta"`
}

type lobeTopic struct {
	ID        string       `json:"id"`
	Title     chat.RawJSON `json:"title"`
	Favorite  chat.RawJSON `json:"favorite"`
	Session   chat.RawJSON `json:"sessionId"`
	CreatedAt chat.RawJSON `json:"createdAt"`
}

// lobeThread is a side branch of a topic.
type lobeThread struct {
	ID     string       `json:"id"`
	Source chat.RawJSON `json:"sourceMessageId"`
}

type lobeMessage struct {
	ID        string       `json:"id"`
	Role      string       `json:"role"`
	Content   chat.RawJSON `json:"content"`
	Parent    chat.RawJSON `json:"parentId"`
	Session   chat.RawJSON `json:"sessionId"`
	Topic     chat.RawJSON `json:"topicId"`
	Thread    chat.RawJSON `json:"threadId"`
	CreatedAt chat.RawJSON `json:"createdAt"`
	Model     chat.RawJSON `json:"model"`
	Reasoning struct {
		Content chat.RawJSON `json:"content"`
	} `json:"reasoning"`
	Tools  []lobePlugin `json:"tools"`
	Plugin lobePlugin   `json:"plugin"`
	Search struct {
		Citations []struct {
			Title chat.RawJSON `json:"title"`
			URL   chat.RawJSON `json:"url"`
		} `json:"citations"`
	} `json:"search"`
	Error struct {
		Message chat.RawJSON `json:"message"`
	} `json:"error"`
	// Files and Extra are those of former versions.
	Files []chat.RawJSON `json:"files"`
	Extra struct {
		Model chat.RawJSON `json:"fromModel"`
	} `json:"extra"`
	Images []chat.RawJSON `json:"imageList"`
}

type lobePlugin struct {
	ID         string       `json:"id"`
	Name       string       `json:"apiName"`
	Arguments  chat.RawJSON `json:"arguments"`
	Identifier string       `json:"identifier"`
}

func readLobeHub(text []byte) ([]*conversation, error) {
	var in struct {
		Data  lobeTables `json:"data"`
		State lobeTables `json:"state"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	t := in.Data
	if len(t.Messages) == 0 {
		t = in.State
	}
	if len(t.Messages) == 0 {
		return nil, errNoMessages
	}
	return t.conversations(), nil
}

// readLobeTopic reads the export of a single topic.
func readLobeTopic(text []byte) (*conversation, error) {
	var in struct {
		Title    chat.RawJSON   `json:"title"`
		Messages []chat.RawJSON `json:"messages"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	topics := lobeTables{Messages: in.Messages}.conversations()
	if len(topics) == 0 {
		return nil, errNoMessages
	}
	c := topics[0]
	c.title = stringOf(in.Title)
	// It has no id of its own; that of its first message names it.
	if c.id == lobeInbox {
		c.id = c.first
	}
	return c, nil
}

// conversations sorts messages into their topics.
func (t lobeTables) conversations() (out []*conversation) {
	var messages []lobeMessage
	for _, raw := range t.Messages {
		var m lobeMessage
		if json.Unmarshal(raw, &m) == nil {
			messages = append(messages, m)
		}
	}
	slices.SortStableFunc(messages, func(a, b lobeMessage) int { return cmp.Compare(moment(a.CreatedAt), moment(b.CreatedAt)) })
	topics, sessions, sources, byName := map[string]lobeTopic{}, t.sessionTitles(), map[string]string{}, map[string]*conversation{}
	for _, topic := range t.Topics {
		topics[topic.ID] = topic
	}
	for _, thread := range t.Threads {
		sources[thread.ID] = stringOf(thread.Source)
	}
	plugins, files := t.byMessage()
	last := map[string]string{} // of a topic and thread
	for _, m := range messages {
		topic, session := stringOf(m.Topic), stringOf(m.Session)
		name := cmp.Or(topic, session, lobeInbox)
		c := byName[name]
		if c == nil {
			of := topics[topic]
			session = cmp.Or(session, stringOf(of.Session))
			c = newConversation(LobeHub, name, cmp.Or(stringOf(of.Title), sessions[session]))
			c.created = cmp.Or(moment(of.CreatedAt), moment(m.CreatedAt))
			c.star(of.Favorite)
			c.keep("assistant", oneLine(sessions[session]))
			byName[name] = c
			out = append(out, c)
		}
		thread := stringOf(m.Thread)
		parent := stringOf(m.Parent)
		if _, there := c.nodes[parent]; !there {
			// A question names no parent: it follows what was said before it.
			parent = cmp.Or(last[name+"\x00"+thread], sources[thread])
		}
		key := c.add(m.ID, c.lobeNode(m, parent, plugins[m.ID], files[m.ID]))
		last[name+"\x00"+thread] = key
		if thread == "" {
			c.current = key
		}
		c.first = cmp.Or(c.first, key)
	}
	if len(out) > 0 {
		out[0].unreadable = len(t.Messages) - len(messages)
	}
	return out
}

// sessionTitles are those of sessions, or of their assistants.
func (t lobeTables) sessionTitles() map[string]string {
	agents, out := map[string]string{}, map[string]string{}
	for _, a := range t.Agents {
		agents[a.ID] = stringOf(a.Title)
	}
	for _, s := range t.Sessions {
		out[s.ID] = cmp.Or(stringOf(s.Title), stringOf(s.Meta.Title))
	}
	for _, link := range t.AgentsToSessions {
		out[link.Session] = cmp.Or(out[link.Session], agents[link.Agent])
	}
	return out
}

// byMessage are the tools and files of messages.
func (t lobeTables) byMessage() (plugins map[string]lobePlugin, files map[string][]string) {
	plugins, files = map[string]lobePlugin{}, map[string][]string{}
	for _, p := range t.Plugins {
		plugins[p.ID] = p
	}
	names := map[string]string{}
	for _, f := range t.Files {
		names[f.ID] = f.Name
	}
	for _, link := range t.MessagesFiles {
		files[link.Message] = append(files[link.Message], names[link.File])
	}
	return plugins, files
}

// lobeInbox names what belongs to no session.
const lobeInbox = "lobehub:inbox"

// lobePending is what a message says while its answer has not come.
const lobePending = "..."

func (c *conversation) lobeNode(m lobeMessage, parent string, plugin lobePlugin, files []string) *node {
	n := &node{parent: parent, role: m.Role, at: moment(m.CreatedAt)}
	if n.role == string(chat.Assistant) {
		n.model = oneLine(cmp.Or(stringOf(m.Model), stringOf(m.Extra.Model)))
	}
	text, failed := stringOf(m.Content), stringOf(m.Error.Message)
	if failed != "" && strings.TrimSpace(text) == lobePending {
		text = ""
	}
	n.think(stringOf(m.Reasoning.Content))
	if n.role == string(chat.Tool) {
		n.inner = true
		n.result(cmp.Or(plugin.Name, m.Plugin.Name, plugin.Identifier, m.Plugin.Identifier), text)
		return n
	}
	n.tagged(text)
	for _, tool := range m.Tools {
		n.call(cmp.Or(tool.Name, tool.Identifier), "", tool.Arguments)
	}
	n.inner = len(m.Tools) > 0
	if len(n.texts) == 0 && failed != "" {
		n.fold(say.T("Error"), "", failed)
	}
	var sources []string
	for _, s := range m.Search.Citations {
		sources = append(sources, strings.TrimSpace(oneLine(stringOf(s.Title))+" "+oneLine(stringOf(s.URL))))
	}
	n.fold(say.T("Sources"), "", strings.Join(sources, "\n"))
	for range max(len(m.Files)-len(files), 0) {
		files = append(files, "")
	}
	for _, name := range files {
		c.attach(n, name, "")
	}
	for range m.Images {
		c.picture(n, "")
	}
	return n
}
