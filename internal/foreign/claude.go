package foreign

import (
	"cmp"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// claudeConversation is an entry of conversations.json in a Claude export. The
// export itself names neither the model nor the message that is shown; other
// programs that save the same conversations do.
type claudeConversation struct {
	UUID      string          `json:"uuid"`
	Name      string          `json:"name"`
	CreatedAt chat.RawJSON    `json:"created_at"`
	Model     string          `json:"model"`
	Starred   chat.RawJSON    `json:"is_starred"`
	Project   chat.RawJSON    `json:"project"`
	Leaf      string          `json:"current_leaf_message_uuid"`
	Messages  []claudeMessage `json:"chat_messages"`
}

type claudeMessage struct {
	UUID   string `json:"uuid"`
	Sender string `json:"sender"`
	// Content has the text in parts. Text repeats it, is empty, or has a sentence
	// about the device in place of a tool's part.
	Content   chat.RawJSON `json:"content"`
	Text      string       `json:"text"`
	CreatedAt chat.RawJSON `json:"created_at"`
	// Parent is missing in older exports, where each message follows the one
	// before.
	Parent      *string      `json:"parent_message_uuid"`
	Attachments []claudeFile `json:"attachments"`
	Files       []claudeFile `json:"files"`
}

type claudeFile struct {
	Name string `json:"file_name"`
	// Text is set for pasted text and text files. A picture has only a name.
	Text string `json:"extracted_content"`
}

// claudePart is one of the parts of a message, of whatever type.
type claudePart struct {
	Type     string       `json:"type"`
	Text     chat.RawJSON `json:"text"`
	Thinking string       `json:"thinking"`
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Input    chat.RawJSON `json:"input"`
	Content  chat.RawJSON `json:"content"`
}

// claudeArtifact is what the tool of that name is asked.
type claudeArtifact struct {
	Command  string       `json:"command"`
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Title    string       `json:"title"`
	Language string       `json:"language"`
	Content  chat.RawJSON `json:"content"`
	Old      chat.RawJSON `json:"old_str"`
	New      chat.RawJSON `json:"new_str"`
}

// claudeRoot is the parent of the first messages.
const claudeRoot = "00000000-0000-4000-8000-000000000000"

func readClaude(text []byte) (*conversation, error) {
	var in claudeConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := newConversation(Claude, in.UUID, in.Name)
	c.created = moment(in.CreatedAt)
	c.star(in.Starred)
	var project struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(in.Project, &project)
	c.keep("project", oneLine(project.Name))
	titles := map[string]string{} // of artifacts, by their ids
	before, newest := "", int64(0)
	for _, m := range in.Messages {
		n := &node{parent: before, role: m.Sender, at: moment(m.CreatedAt)}
		if m.Parent != nil {
			n.parent = *m.Parent
		}
		if n.parent == claudeRoot {
			n.parent = ""
		}
		switch m.Sender {
		case "human":
			n.role = string(chat.User)
		case "assistant":
			n.model = in.Model
		}
		c.claudeParts(n, m, titles)
		before = c.add(m.UUID, n)
		if n.at >= newest {
			newest, c.current = n.at, before
		}
	}
	if _, there := c.nodes[in.Leaf]; there {
		c.current = in.Leaf
	}
	return c, nil
}

// star keeps that the chat was starred, which pins it here.
func (c *conversation) star(raw chat.RawJSON) {
	starred := string(raw) == "true"
	c.keep("starred", starred)
	c.pinned = c.pinned || starred
}

func (c *conversation) claudeParts(n *node, m claudeMessage, titles map[string]string) {
	for _, raw := range list(m.Content) {
		var part claudePart
		if json.Unmarshal(raw, &part) != nil {
			c.tally.unread++
			continue
		}
		c.claudePart(n, part, titles)
	}
	if len(n.texts) == 0 && len(n.reasoning) == 0 {
		n.tagged(m.Text)
	}
	for _, file := range m.Attachments {
		c.attach(n, file.Name, file.Text)
	}
	for _, file := range m.Files {
		if !slices.ContainsFunc(m.Attachments, func(a claudeFile) bool { return a.Name == file.Name }) {
			c.attach(n, file.Name, file.Text)
		}
	}
}

func (c *conversation) claudePart(n *node, part claudePart, titles map[string]string) {
	switch part.Type {
	case "text", "output_text", "voice_note":
		n.tagged(stringOf(part.Text))
	case "thinking":
		n.think(part.Thinking)
	case "tool_use":
		if part.Name == "artifacts" {
			n.artifact(part.Input, titles)
			return
		}
		n.call(part.Name, "", part.Input)
	case "tool_result":
		if part.Name == "artifacts" {
			return // it says "OK"
		}
		c.claudeResult(n, part)
	case "image":
		c.picture(n, "")
	case "token_budget", "redacted_thinking", "flag":
		// They say nothing to a reader.
	default:
		c.tally.unread++
	}
}

// claudeResult adds what a tool answered: a text, or a list of parts.
func (c *conversation) claudeResult(n *node, of claudePart) {
	var texts []string
	for _, raw := range list(of.Content) {
		var part struct {
			Type  string       `json:"type"`
			Text  chat.RawJSON `json:"text"`
			Title string       `json:"title"`
			URL   string       `json:"url"`
		}
		if text := stringOf(raw); text != "" {
			texts = append(texts, text)
		} else if json.Unmarshal(raw, &part) == nil && part.Type == "image" {
			c.picture(n, "")
		} else {
			head := strings.TrimSpace(oneLine(part.Title) + "\n" + oneLine(part.URL))
			texts = append(texts, strings.TrimSpace(head+"\n"+stringOf(part.Text)))
		}
	}
	n.result(of.Name, strings.Join(texts, "\n\n"))
}

// artifact adds one as it was made or changed. Later commands name it by its id.
func (n *node) artifact(input chat.RawJSON, titles map[string]string) {
	var a claudeArtifact
	if json.Unmarshal(input, &a) != nil {
		n.call("artifacts", "", input)
		return
	}
	if a.Title != "" {
		titles[a.ID] = a.Title
	}
	title := cmp.Or(a.Title, titles[a.ID], a.ID)
	language := cmp.Or(a.Language, artifactLanguage(a.Type))
	if text := stringOf(a.Content); text != "" {
		n.fold(say.T("Artifact: {title}", "title", title), language, text)
		return
	}
	n.fold(say.T("Artifact changed: {title}", "title", title), "diff", difference(stringOf(a.Old), stringOf(a.New)))
}

func artifactLanguage(kind string) string {
	switch kind {
	case "text/html":
		return "html"
	case "text/markdown":
		return "markdown"
	case "image/svg+xml":
		return "svg"
	case "application/vnd.ant.mermaid":
		return "mermaid"
	case "application/vnd.ant.react":
		return "jsx"
	}
	return ""
}

// difference writes a replacement as a diff does.
func difference(old, new string) string {
	var out strings.Builder
	for _, side := range []struct{ sign, text string }{{"-", old}, {"+", new}} {
		if side.text == "" {
			continue
		}
		for line := range strings.Lines(side.text) {
			out.WriteString(side.sign + strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return out.String()
}

// list returns the values of an array, or a value alone.
func list(raw chat.RawJSON) []chat.RawJSON {
	var all []chat.RawJSON
	if json.Unmarshal(raw, &all) != nil && len(raw) > 0 {
		all = []chat.RawJSON{raw}
	}
	return all
}

// stringOf returns a text, "" for any other value.
func stringOf(raw chat.RawJSON) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

func valid(text []byte) string { return strings.ToValidUTF8(string(text), "\ufffd") }
