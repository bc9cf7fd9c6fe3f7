package foreign

import (
	"cmp"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// shareGPTConversation is a record of a ShareGPT dataset, with "conversations", or a
// page of the site, with "items".
type shareGPTConversation struct {
	ID     chat.RawJSON      `json:"id"`
	Title  chat.RawJSON      `json:"title"`
	Model  chat.RawJSON      `json:"model"`
	System chat.RawJSON      `json:"system"`
	Turns  []shareGPTMessage `json:"conversations"`
	Items  []shareGPTMessage `json:"items"`
}

type shareGPTMessage struct {
	From  string       `json:"from"`
	Value chat.RawJSON `json:"value"`
	// Markdown is what the HTML of Value was made from.
	Markdown chat.RawJSON `json:"markdown"`
	// Some datasets name both as OpenAI does.
	Role    string       `json:"role"`
	Content chat.RawJSON `json:"content"`
}

func readShareGPT(text []byte) (*conversation, error) {
	var in shareGPTConversation
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	c := newConversation(ShareGPT, stringOf(in.ID), stringOf(in.Title))
	var all strings.Builder
	add := func(n *node) {
		n.parent = c.current
		c.current = c.add("", n)
		all.WriteString(n.role + ":" + strings.Join(n.texts, "\n") + "\n")
	}
	if system := stringOf(in.System); system != "" {
		add(&node{role: string(chat.System), texts: []string{system}})
	}
	for _, m := range append(in.Turns, in.Items...) {
		n := &node{role: shareGPTRole(cmp.Or(m.From, m.Role))}
		text := cmp.Or(stringOf(m.Markdown), stringOf(m.Value), stringOf(m.Content))
		switch n.role {
		case "call":
			n.role, n.inner = string(chat.Assistant), true
			n.call("", "", chat.RawJSON(cmp.Or(text, "{}")))
		case string(chat.Tool):
			n.inner = true
			n.result("", text)
		case string(chat.Assistant):
			n.model = strings.TrimPrefix(oneLine(stringOf(in.Model)), "Model: ")
			n.tagged(text)
		default:
			n.text(text)
		}
		add(n)
	}
	if c.id == "" {
		// Nothing else tells one such record from another.
		c.id = derive("sharegpt", c.title, all.String())
	}
	return c, nil
}

func shareGPTRole(from string) string {
	switch from {
	case "human", "user", "prompter":
		return string(chat.User)
	case "gpt", "chatgpt", "assistant", "bing", "bard", "model":
		return string(chat.Assistant)
	case "function_call":
		return "call"
	case "observation", "function_response", "tool", "function":
		return string(chat.Tool)
	}
	return from
}
