package foreign

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
	Type    string       `json:"type"`
	Content chat.RawJSON `json:"content"`
	// Of a tool's call and its result.
	Name      string       `json:"name"`
	Arguments chat.RawJSON `json:"arguments"`
	Output    chat.RawJSON `json:"output"`
}

// openWebUIAttachment has its text, if any, in one of two places. What else File
// has depends on the version.
type openWebUIAttachment struct {
	Type    string       `json:"type"`
	Name    string       `json:"name"`
	Content chat.RawJSON `json:"content"`
	File    chat.RawJSON `json:"file"`
}

func readOpenWebUI(text []byte) (*conversation, error) {
	var in openWebUIConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := newConversation(OpenWebUI, cmp.Or(in.ID, in.Chat.ID), cmp.Or(in.Title, in.Chat.Title))
	c.archived, c.pinned, c.current = in.Archived, in.Pinned, in.Chat.History.CurrentID
	c.created = cmp.Or(moment(in.CreatedAt), moment(in.Chat.Timestamp))
	var meta struct {
		Tags []string `json:"tags"`
	}
	if json.Unmarshal(in.Meta, &meta) == nil {
		c.tags = meta.Tags
	}
	for key, m := range in.Chat.History.Messages {
		c.nodes[key] = c.openWebUINode(m, m.Parent)
	}
	if len(c.nodes) == 0 {
		c.current = ""
		for _, m := range in.Chat.Messages {
			c.current = c.add(m.ID, c.openWebUINode(m, c.current))
		}
	}
	return c, nil
}

func (c *conversation) openWebUINode(m openWebUIMessage, parent string) *node {
	n := &node{parent: parent, children: m.Children, role: m.Role, model: m.Model, at: moment(m.Timestamp)}
	c.openWebUIParts(n, m.Content, n.tagged)
	if len(n.texts) == 0 {
		for _, part := range m.Output {
			switch part.Type {
			case "reasoning":
				c.openWebUIParts(n, part.Content, n.think)
			case "function_call":
				n.call(part.Name, "", part.Arguments)
			case "function_call_output":
				c.openWebUIParts(n, part.Output, func(text string) { n.result(part.Name, text) })
			default:
				c.openWebUIParts(n, part.Content, n.tagged)
			}
		}
	}
	for _, file := range m.Files {
		var kept struct {
			Data struct {
				Content string `json:"content"`
			} `json:"data"`
		}
		_ = json.Unmarshal(file.File, &kept)
		if text := cmp.Or(stringOf(file.Content), kept.Data.Content); text != "" || file.Type != "image" {
			c.attach(n, file.Name, text)
		} else {
			c.picture(n, file.Name)
		}
	}
	return n
}

// openWebUIParts reads a text, or parts as OpenAI's interfaces have them.
func (c *conversation) openWebUIParts(n *node, raw chat.RawJSON, take func(text string)) {
	for _, one := range list(raw) {
		var part struct {
			Type string       `json:"type"`
			Text chat.RawJSON `json:"text"`
		}
		text := stringOf(one)
		switch {
		case text != "" || string(one) == `""`:
			take(text)
		case json.Unmarshal(one, &part) == nil && stringOf(part.Text) != "":
			take(stringOf(part.Text))
		case part.Type == "image_url" || part.Type == "input_image":
			c.picture(n, "")
		default:
			c.tally.unread++
		}
	}
}
