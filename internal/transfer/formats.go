package transfer

import (
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/store"
)

// readConversation recognises the format by the member that holds the messages,
// never by the file's name: two of the programs call theirs conversations.json.
func readConversation(text []byte) (*conversation, error) {
	var has struct {
		ChatGPT   json.Raw `json:"mapping"`
		Claude    json.Raw `json:"chat_messages"`
		OpenWebUI json.Raw `json:"chat"`
		Unwrapped json.Raw `json:"history"`
	}
	if err := json.Unmarshal(text, &has); err != nil {
		return nil, err
	}
	switch {
	case has.ChatGPT != "":
		return readChatGPT(text)
	case has.Claude != "":
		return readClaude(text)
	case has.OpenWebUI != "":
		return readOpenWebUI(text)
	case has.Unwrapped != "":
		return readOpenWebUI([]byte(`{"chat":` + string(text) + `}`))
	}
	return &conversation{}, nil
}

// add adds a node unless its name is taken. A node without a name is named by its
// place.
func (c *conversation) add(key string, n *node) string {
	n.place = len(c.nodes) + c.doubled
	if key == "" {
		key = "#" + strconv.Itoa(n.place)
	}
	if _, there := c.nodes[key]; there {
		c.doubled++
	} else {
		c.nodes[key] = n
	}
	return key
}

// moment reads a time: seconds or milliseconds since 1970, or a text like
// 2006-01-02T15:04:05Z. Anything else is 0, for none.
func moment(raw chat.RawJSON) int64 {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		at, _ := unstamp(text)
		return at
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

// say adds what a message says: a text, or those of its parts that are text.
func (n *node) say(raw chat.RawJSON) {
	var parts []chat.RawJSON
	if json.Unmarshal(raw, &parts) != nil {
		parts = []chat.RawJSON{raw}
	}
	for _, part := range parts {
		var text string
		var typed struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		switch {
		case len(part) == 0 || json.Unmarshal(part, &text) == nil:
		case json.Unmarshal(part, &typed) == nil && (typed.Type == "text" || typed.Type == "output_text"):
			text = typed.Text
		default:
			n.unread++
		}
		if text != "" {
			n.texts = append(n.texts, text)
		}
	}
}

// attach adds a file as the page shows one below a question: its name, and its text
// in a fence longer than any fence inside.
func (n *node) attach(name, text string) {
	if text == "" {
		n.unread++
		return
	}
	run, longest := 0, 2
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	language, title := "", store.CleanName(name)
	if dot := strings.LastIndexByte(title, '.'); dot >= 0 && strings.IndexFunc(title[dot+1:], notInWord) < 0 {
		language = strings.ToLower(title[dot+1:])
	}
	if title != "" {
		title += ":\n"
	}
	n.texts = append(n.texts, title+fence+language+"\n"+strings.TrimSuffix(text, "\n")+"\n"+fence)
}

func notInWord(r rune) bool {
	return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}
