package foreign

import (
	"cmp"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// Chatbox exports its whole storage as one object: a chat is the value of a key
// "session:…", or, in old versions, an element of "chat-sessions".

const chatboxPrefix = "session:"

func isChatboxChat(name string) bool { return strings.HasPrefix(name, chatboxPrefix) }

type chatboxSession struct {
	ID       string           `json:"id"`
	Name     string           `json:"name"`
	Starred  chat.RawJSON     `json:"starred"`
	Messages []chatboxMessage `json:"messages"`
	// Threads are former conversations of the same chat.
	Thread  chat.RawJSON `json:"threadName"`
	Threads []struct {
		ID        string           `json:"id"`
		Name      string           `json:"name"`
		Messages  []chatboxMessage `json:"messages"`
		CreatedAt chat.RawJSON     `json:"createdAt"`
	} `json:"threads"`
	Forks map[string]chatboxFork `json:"messageForksHash"`
}

// chatboxFork has the branches that follow a message. The one at Position is empty
// here: it is in the chat's list.
type chatboxFork struct {
	Position int `json:"position"`
	Lists    []struct {
		Messages []chatboxMessage `json:"messages"`
	} `json:"lists"`
}

type chatboxMessage struct {
	ID        string         `json:"id"`
	Role      string         `json:"role"`
	Timestamp chat.RawJSON   `json:"timestamp"`
	Model     chat.RawJSON   `json:"model"`
	Parts     []chat.RawJSON `json:"contentParts"`
	// Content is that of old versions.
	Content   chat.RawJSON `json:"content"`
	Reasoning chat.RawJSON `json:"reasoningContent"`
	Error     chat.RawJSON `json:"error"`
	Files     []struct {
		Name string `json:"name"`
	} `json:"files"`
	Links []struct {
		URL   string `json:"url"`
		Title string `json:"title"`
	} `json:"links"`
	Pictures []chat.RawJSON `json:"pictures"`
}

func readChatbox(text []byte) ([]*conversation, error) {
	var in struct {
		Old chat.RawJSON `json:"chat-sessions"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	raws := list(unquoted(in.Old))
	for _, m := range members(text) {
		if isChatboxChat(m.name) {
			raws = append(raws, unquoted(m.value))
		}
	}
	var out []*conversation
	for _, raw := range raws {
		var s chatboxSession
		if err := json.Unmarshal(raw, &s); err != nil {
			out = append(out, &conversation{broken: err})
			continue
		}
		out = append(out, s.conversations()...)
	}
	if len(out) == 0 {
		return nil, errNoMessages
	}
	return out, nil
}

// unquoted returns a value that was written as the text of a string.
func unquoted(raw chat.RawJSON) chat.RawJSON {
	if text := stringOf(raw); text != "" {
		return chat.RawJSON(text)
	}
	return raw
}

// conversations are the chat as it is and its former threads.
func (s chatboxSession) conversations() []*conversation {
	c := newConversation(Chatbox, s.ID, s.Name)
	c.star(s.Starred)
	c.keep("thread", oneLine(stringOf(s.Thread)))
	c.chatboxList(s.Messages, s.Forks)
	out := []*conversation{c}
	for _, t := range s.Threads {
		if len(t.Messages) == 0 {
			continue
		}
		former := newConversation(Chatbox, t.ID, strings.Trim(s.Name+" – "+t.Name, " –"))
		former.created = moment(t.CreatedAt)
		former.chatboxList(t.Messages, s.Forks)
		out = append(out, former)
	}
	return out
}

// chatboxList adds a list of messages and the branches that leave it, without
// recursion: a branch may have branches.
func (c *conversation) chatboxList(messages []chatboxMessage, forks map[string]chatboxFork) {
	type branch struct {
		messages []chatboxMessage
		parent   string
	}
	waiting := []branch{{messages, ""}}
	used := map[string]bool{}
	for len(waiting) > 0 {
		b := waiting[0]
		waiting = waiting[1:]
		before := b.parent
		for i, m := range b.messages {
			n := c.chatboxNode(m, before)
			before = c.add(m.ID, n)
			if c.created == 0 {
				c.created = n.at
			}
			fork, forks := forks[m.ID], !used[m.ID]
			if used[m.ID] = true; !forks || m.ID == "" {
				continue
			}
			for at, l := range fork.Lists {
				first := l.Messages
				if at == fork.Position {
					first = b.messages[i+1:]
				} else if len(l.Messages) > 0 {
					waiting = append(waiting, branch{l.Messages, before})
				}
				if len(first) > 0 {
					n.children = append(n.children, first[0].ID)
				}
			}
		}
		if b.parent == "" {
			c.current = before
		}
	}
}

func (c *conversation) chatboxNode(m chatboxMessage, parent string) *node {
	n := &node{parent: parent, role: m.Role, at: moment(m.Timestamp)}
	if n.role == string(chat.Assistant) {
		n.model = oneLine(stringOf(m.Model))
	}
	n.think(stringOf(m.Reasoning))
	for _, raw := range m.Parts {
		var part struct {
			Type   string       `json:"type"`
			Text   chat.RawJSON `json:"text"`
			OCR    chat.RawJSON `json:"ocrResult"`
			Tool   string       `json:"toolName"`
			Args   chat.RawJSON `json:"args"`
			Result chat.RawJSON `json:"result"`
		}
		if json.Unmarshal(raw, &part) != nil {
			c.tally.unread++
			continue
		}
		switch part.Type {
		case "text":
			n.tagged(stringOf(part.Text))
		case "reasoning":
			n.think(stringOf(part.Text))
		case "image":
			c.picture(n, stringOf(part.OCR))
		case "tool-call":
			n.call(part.Tool, "", part.Args)
			compact, _ := json.Compact(string(part.Result))
			n.result(part.Tool, cmp.Or(stringOf(part.Result), string(compact)))
		case "info":
			n.fold(say.T("Note"), "", stringOf(part.Text))
		default:
			c.tally.unread++
		}
	}
	if len(m.Parts) == 0 {
		n.tagged(stringOf(m.Content))
	}
	for range m.Pictures {
		c.picture(n, "")
	}
	for _, file := range m.Files {
		c.attach(n, file.Name, "")
	}
	for _, link := range m.Links {
		n.text(strings.TrimSpace(oneLine(link.Title) + " " + oneLine(link.URL)))
	}
	if text := stringOf(m.Error); len(n.texts) == 0 && text != "" {
		n.fold(say.T("Error"), "", text)
	}
	return n
}
