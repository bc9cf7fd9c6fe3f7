package transfer

import (
	"slices"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// claudeConversation is an entry of conversations.json in a Claude export. The
// export itself names neither the model nor the message that is shown; other
// programs that save the same conversations do.
type claudeConversation struct {
	UUID      string          `json:"uuid"`
	Name      string          `json:"name"`
	CreatedAt chat.RawJSON    `json:"created_at"`
	Model     string          `json:"model"`
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

// claudeRoot is the parent of the first messages.
const claudeRoot = "00000000-0000-4000-8000-000000000000"

func readClaude(text []byte) (*conversation, error) {
	var in claudeConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := &conversation{id: in.UUID, title: in.Name, created: moment(in.CreatedAt), nodes: map[string]*node{}}
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
		if n.say(m.Content); len(n.texts) == 0 && m.Text != "" {
			n.texts = []string{m.Text}
		}
		for _, file := range m.Attachments {
			n.attach(file.Name, file.Text)
		}
		for _, file := range m.Files {
			if !slices.ContainsFunc(m.Attachments, func(a claudeFile) bool { return a.Name == file.Name }) {
				n.attach(file.Name, file.Text)
			}
		}
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
