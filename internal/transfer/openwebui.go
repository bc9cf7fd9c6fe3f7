package transfer

import (
	"cmp"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// openWebUIConversation is an entry of an Open WebUI export: a row of its database.
// Old exports have the chat without the row around it.
type openWebUIConversation struct {
	ID        string       `json:"id"`
	Title     string       `json:"title"`
	CreatedAt chat.RawJSON `json:"created_at"`
	Archived  bool         `json:"archived"`
	Pinned    bool         `json:"pinned"`
	// Meta has the tags. The rest depends on the version.
	Meta chat.RawJSON  `json:"meta"`
	Chat openWebUIChat `json:"chat"`
}

type openWebUIChat struct {
	ID        string       `json:"id"`
	Title     string       `json:"title"`
	Timestamp chat.RawJSON `json:"timestamp"`
	// History is the tree, Messages the path that is shown. The oldest exports
	// have only the path.
	History struct {
		CurrentID string                      `json:"currentId"`
		Messages  map[string]openWebUIMessage `json:"messages"`
	} `json:"history"`
	Messages []openWebUIMessage `json:"messages"`
}

type openWebUIMessage struct {
	ID       string   `json:"id"`
	Parent   string   `json:"parentId"`
	Children []string `json:"childrenIds"`
	Role     string   `json:"role"`
	// Content is a text or parts. An answer that was changed may have its text in
	// Output.
	Content   chat.RawJSON          `json:"content"`
	Output    []openWebUIOutput     `json:"output"`
	Timestamp chat.RawJSON          `json:"timestamp"`
	Model     string                `json:"model"`
	Files     []openWebUIAttachment `json:"files"`
}

type openWebUIOutput struct {
	Content chat.RawJSON `json:"content"`
}

// openWebUIAttachment has its text, if any, in one of two places. What else File
// has depends on the version.
type openWebUIAttachment struct {
	Name    string       `json:"name"`
	Content chat.RawJSON `json:"content"`
	File    chat.RawJSON `json:"file"`
}

func readOpenWebUI(text []byte) (*conversation, error) {
	var in openWebUIConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := &conversation{id: cmp.Or(in.ID, in.Chat.ID), title: cmp.Or(in.Title, in.Chat.Title), archived: in.Archived, pinned: in.Pinned,
		created: cmp.Or(moment(in.CreatedAt), moment(in.Chat.Timestamp)), current: in.Chat.History.CurrentID, nodes: map[string]*node{}}
	var meta struct {
		Tags []string `json:"tags"`
	}
	if json.Unmarshal(in.Meta, &meta) == nil {
		c.tags = meta.Tags
	}
	for key, m := range in.Chat.History.Messages {
		c.nodes[key] = m.node(m.Parent)
	}
	if len(c.nodes) == 0 {
		c.current = ""
		for _, m := range in.Chat.Messages {
			c.current = c.add(m.ID, m.node(c.current))
		}
	}
	return c, nil
}

func (m openWebUIMessage) node(parent string) *node {
	n := &node{parent: parent, children: m.Children, role: m.Role, model: m.Model, at: moment(m.Timestamp)}
	if n.say(m.Content); len(n.texts) == 0 {
		for _, part := range m.Output {
			n.say(part.Content)
		}
	}
	for _, file := range m.Files {
		var text string
		var kept struct {
			Data struct {
				Content string `json:"content"`
			} `json:"data"`
		}
		_, _ = json.Unmarshal(file.Content, &text), json.Unmarshal(file.File, &kept)
		n.attach(file.Name, cmp.Or(text, kept.Data.Content))
	}
	return n
}
