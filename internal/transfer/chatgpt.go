package transfer

import (
	"cmp"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// chatGPTConversation is an entry of conversations.json in a ChatGPT export.
type chatGPTConversation struct {
	ID             string                 `json:"id"`
	ConversationID string                 `json:"conversation_id"`
	Title          string                 `json:"title"`
	CreateTime     chat.RawJSON           `json:"create_time"`
	Archived       bool                   `json:"is_archived"`
	CurrentNode    string                 `json:"current_node"`
	Mapping        map[string]chatGPTNode `json:"mapping"`
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
	} `json:"author"`
	Content struct {
		Type  string       `json:"content_type"`
		Parts chat.RawJSON `json:"parts"`
		Text  string       `json:"text"`
	} `json:"content"`
	CreateTime chat.RawJSON `json:"create_time"`
	Metadata   struct {
		Model string `json:"model_slug"`
	} `json:"metadata"`
}

func readChatGPT(text []byte) (*conversation, error) {
	var in chatGPTConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := &conversation{id: cmp.Or(in.ConversationID, in.ID), title: in.Title, created: moment(in.CreateTime), archived: in.Archived,
		current: in.CurrentNode, nodes: map[string]*node{}}
	for key, from := range in.Mapping {
		n := &node{parent: from.Parent, children: from.Children}
		if m := from.Message; m != nil {
			n.id, n.role, n.model, n.kind, n.at = m.ID, m.Author.Role, m.Metadata.Model, m.Content.Type, moment(m.CreateTime)
			if n.say(m.Content.Parts); len(n.texts) == 0 && m.Content.Text != "" {
				n.texts = []string{m.Content.Text}
			}
		}
		c.nodes[key] = n
	}
	return c, nil
}
