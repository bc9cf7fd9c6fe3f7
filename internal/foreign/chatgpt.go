package foreign

import (
	"cmp"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// chatGPTConversation is an entry of conversations.json in a ChatGPT export.
type chatGPTConversation struct {
	ID             string       `json:"id"`
	ConversationID string       `json:"conversation_id"`
	Title          string       `json:"title"`
	CreateTime     chat.RawJSON `json:"create_time"`
	Archived       bool         `json:"is_archived"`
	Starred        chat.RawJSON `json:"is_starred"`
	// GPT is the custom GPT that was asked, or the project that the chat is in.
	GPT         chat.RawJSON           `json:"gizmo_id"`
	Template    chat.RawJSON           `json:"conversation_template_id"`
	Voice       chat.RawJSON           `json:"voice"`
	Model       chat.RawJSON           `json:"default_model_slug"`
	CurrentNode string                 `json:"current_node"`
	Mapping     map[string]chatGPTNode `json:"mapping"`
}

type chatGPTNode struct {
	Parent   string          `json:"parent"`
	Children []string        `json:"children"`
	Message  *chatGPTMessage `json:"message"`
}

type chatGPTMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
		Name string `json:"name"`
	} `json:"author"`
	Content    chatGPTContent  `json:"content"`
	CreateTime chat.RawJSON    `json:"create_time"`
	Recipient  string          `json:"recipient"`
	Metadata   chatGPTMetadata `json:"metadata"`
}

// chatGPTContent has the members of every type of content.
type chatGPTContent struct {
	Type     string         `json:"content_type"`
	Parts    []chat.RawJSON `json:"parts"`
	Text     chat.RawJSON   `json:"text"`
	Language string         `json:"language"`
	Result   chat.RawJSON   `json:"result"`
	Summary  chat.RawJSON   `json:"summary"`
	Title    chat.RawJSON   `json:"title"`
	URL      chat.RawJSON   `json:"url"`
	Name     chat.RawJSON   `json:"name"`
	Output   chat.RawJSON   `json:"output_str"`
	Thoughts []struct {
		Summary chat.RawJSON `json:"summary"`
		Content chat.RawJSON `json:"content"`
	} `json:"thoughts"`
}

type chatGPTMetadata struct {
	Model       string              `json:"model_slug"`
	Hidden      bool                `json:"is_visually_hidden_from_conversation"`
	Attachments []chatGPTAttachment `json:"attachments"`
	References  []chatGPTReference  `json:"content_references"`
	Citations   []chatGPTCitation   `json:"citations"`
}

type chatGPTAttachment struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func readChatGPT(text []byte) (*conversation, error) {
	var in chatGPTConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := newConversation(ChatGPT, cmp.Or(in.ConversationID, in.ID), in.Title)
	c.created, c.archived, c.current = moment(in.CreateTime), in.Archived, in.CurrentNode
	c.star(in.Starred)
	c.keep("gpt", oneLine(cmp.Or(stringOf(in.GPT), stringOf(in.Template))))
	c.keep("voice", oneLine(stringOf(in.Voice)))
	for key, from := range in.Mapping {
		n := &node{parent: from.Parent, children: from.Children}
		if m := from.Message; m != nil {
			n.id, n.role, n.kind, n.at = m.ID, m.Author.Role, m.Content.Type, moment(m.CreateTime)
			if n.role == string(chat.Assistant) {
				n.model = cmp.Or(m.Metadata.Model, oneLine(stringOf(in.Model)))
			}
			c.chatGPTContent(n, m)
		}
		c.nodes[key] = n
	}
	return c, nil
}

// chatGPTContent adds what a message says, by the type of its content and by who is
// spoken to: what the model says to a tool, and what that answers, are steps on the
// way to an answer.
func (c *conversation) chatGPTContent(n *node, m *chatGPTMessage) {
	of := m.Content
	if m.Metadata.Hidden || of.Type == "user_editable_context" || of.Type == "model_editable_context" || of.Type == "app_pairing_content" {
		if len(of.Parts) > 1 || len(of.Parts) == 1 && stringOf(of.Parts[0]) != "" || len(of.Parts) == 0 && of.Type != "" {
			c.tally.hidden++
		}
		return
	}
	switch n.role {
	case string(chat.Assistant):
		if n.inner = m.Recipient != "" && m.Recipient != "all"; n.inner {
			c.chatGPTCall(n, m)
			return
		}
	case string(chat.Tool):
		n.inner = true
		c.chatGPTResult(n, m)
		return
	}
	switch of.Type {
	case "thoughts":
		for _, thought := range of.Thoughts {
			n.think(strings.TrimSpace(stringOf(thought.Summary) + "\n\n" + stringOf(thought.Content)))
		}
	case "reasoning_recap":
		// It says how long the model thought.
	case "code":
		n.fold(say.T("Code"), of.codeLanguage(), stringOf(of.Text))
	case "execution_output", "system_error", "tether_quote", "tether_browsing_display", "sonic_webpage", "citable_code_output":
		c.chatGPTResult(n, m)
	default:
		c.chatGPTParts(n, m)
	}
}

func (of chatGPTContent) codeLanguage() string {
	if of.Language == "unknown" {
		return ""
	}
	return of.Language
}

// text is what a content without parts says, whatever the type calls it.
func (of chatGPTContent) text() string {
	return cmp.Or(stringOf(of.Text), stringOf(of.Result), stringOf(of.Output), stringOf(of.Summary))
}

// chatGPTCall adds what the model says to a tool.
func (c *conversation) chatGPTCall(n *node, m *chatGPTMessage) {
	text := m.Content.text()
	for _, part := range m.Content.Parts {
		text += stringOf(part)
	}
	if doc, command, found := strings.Cut(m.Recipient, "."); found && doc == "canmore" && n.canvas(command, text) {
		return
	}
	language := m.Content.codeLanguage()
	if m.Recipient == "python" {
		language = "python"
	}
	quoted, _ := json.Append(nil, text)
	n.call(m.Recipient, language, quoted)
}

// canvas adds a document of the canvas as it was made or changed. It reports whether
// the command could be read.
func (n *node) canvas(command, text string) bool {
	var in struct {
		Name    string       `json:"name"`
		Type    string       `json:"type"`
		Content chat.RawJSON `json:"content"`
		Updates []struct {
			Pattern     string `json:"pattern"`
			Replacement string `json:"replacement"`
		} `json:"updates"`
		Comments []struct {
			Pattern string `json:"pattern"`
			Comment string `json:"comment"`
		} `json:"comments"`
	}
	if json.Unmarshal([]byte(text), &in) != nil {
		return false
	}
	switch command {
	case "create_textdoc":
		language := "markdown"
		if rest, code := strings.CutPrefix(in.Type, "code/"); code {
			language = rest
		}
		n.fold(say.T("Canvas: {title}", "title", in.Name), language, stringOf(in.Content))
	case "update_textdoc":
		for _, u := range in.Updates {
			if u.Pattern == ".*" {
				n.fold(say.T("Canvas rewritten"), "", u.Replacement)
			} else {
				n.fold(say.T("Canvas changed"), "diff", difference(u.Pattern, u.Replacement))
			}
		}
	case "comment_textdoc":
		for _, comment := range in.Comments {
			n.fold(say.T("Comment on the canvas"), "", comment.Comment)
		}
	default:
		return false
	}
	return true
}

// chatGPTResult adds what a tool answered. Its pictures are what the user sees.
func (c *conversation) chatGPTResult(n *node, m *chatGPTMessage) {
	if strings.HasPrefix(m.Author.Name, "canmore.") {
		return // it says that it did so
	}
	of, shown := m.Content, &node{role: string(chat.Assistant)}
	title := cmp.Or(stringOf(of.Title), m.Author.Name, stringOf(of.Name))
	texts := []string{strings.TrimSpace(oneLine(stringOf(of.URL)) + "\n" + of.text())}
	for _, part := range of.Parts {
		if text := stringOf(part); text != "" {
			texts = append(texts, text)
		} else {
			c.chatGPTPart(shown, part, m)
		}
	}
	n.result(title, strings.TrimSpace(strings.Join(texts, "\n\n")))
	n.texts = append(n.texts, shown.texts...)
}

// chatGPTParts adds what a message says in its parts, with the files of a question.
func (c *conversation) chatGPTParts(n *node, m *chatGPTMessage) {
	if len(m.Content.Parts) == 0 {
		n.text(cited(m.Content.text(), m.Metadata))
	}
	voices := 0
	for _, part := range m.Content.Parts {
		if isTranscript(part) {
			voices++
		}
	}
	for _, part := range m.Content.Parts {
		if text := stringOf(part); text != "" {
			n.text(cited(text, m.Metadata))
		} else if voices == 0 || !isVoice(part) {
			c.chatGPTPart(n, part, m)
		}
	}
	for _, file := range m.Metadata.Attachments {
		if !isPicture(file.Name) || !refersTo(m.Content.Parts, file.ID) {
			c.attach(n, file.Name, "")
		}
	}
}
