package foreign

import (
	"bytes"
	"cmp"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// libreChatConversation is what LibreChat exports: one chat, whose messages are in a
// list or nested in one another.
type libreChatConversation struct {
	ID       string       `json:"conversationId"`
	Title    string       `json:"title"`
	Endpoint chat.RawJSON `json:"endpoint"`
	Options  struct {
		Model  chat.RawJSON `json:"model"`
		Preset chat.RawJSON `json:"promptPrefix"`
	} `json:"options"`
}

type libreChatMessage struct {
	ID        string       `json:"messageId"`
	Parent    *string      `json:"parentMessageId"`
	CreatedAt chat.RawJSON `json:"createdAt"`
	ByUser    bool         `json:"isCreatedByUser"`
	Model     chat.RawJSON `json:"model"`
	// Content has the parts of newer messages; Text is that of older ones.
	Text    chat.RawJSON   `json:"text"`
	Content []chat.RawJSON `json:"content"`
	Files   []struct {
		Name string       `json:"filename"`
		Type chat.RawJSON `json:"type"`
		Text chat.RawJSON `json:"text"`
	} `json:"files"`
}

type libreChatPart struct {
	Type  string       `json:"type"`
	Text  chat.RawJSON `json:"text"`
	Think chat.RawJSON `json:"think"`
	Error chat.RawJSON `json:"error"`
	Image struct {
		Name   string  `json:"filename"`
		Width  float64 `json:"width"`
		Height float64 `json:"height"`
	} `json:"image_file"`
	Call libreChatCall `json:"tool_call"`
}

// libreChatCall is a tool's call with its result, in one of several forms.
type libreChatCall struct {
	Name     string       `json:"name"`
	Args     chat.RawJSON `json:"args"`
	Output   chat.RawJSON `json:"output"`
	Function struct {
		Name      string       `json:"name"`
		Arguments chat.RawJSON `json:"arguments"`
		Output    chat.RawJSON `json:"output"`
	} `json:"function"`
	Code struct {
		Input chat.RawJSON `json:"input"`
	} `json:"code_interpreter"`
}

// libreChatRoot is the parent of the first messages.
const libreChatRoot = "00000000-0000-0000-0000-000000000000"

func readLibreChat(text []byte) (*conversation, error) {
	var in libreChatConversation
	var messages []byte
	rest := []byte{'{'}
	for _, m := range members(text) {
		if m.name == "messagesTree" || m.name == "messages" && messages == nil {
			messages = m.value
			continue
		}
		rest = append(append(rest, m.text...), ',')
	}
	if err := json.Unmarshal(append(bytes.TrimSuffix(rest, []byte{','}), '}'), &in); err != nil {
		return nil, err
	}
	c := newConversation(LibreChat, in.ID, in.Title)
	c.keep("endpoint", oneLine(stringOf(in.Endpoint)))
	c.keep("instructions", stringOf(in.Options.Preset))
	var names []string
	newest := int64(-1)
	for _, from := range unnest(messages, "children") {
		var m libreChatMessage
		if err := json.Unmarshal(from.text, &m); err != nil {
			return nil, err
		}
		n := &node{role: string(chat.Assistant), at: moment(m.CreatedAt), model: oneLine(cmp.Or(stringOf(m.Model), stringOf(in.Options.Model)))}
		if m.ByUser {
			n.role, n.model = string(chat.User), ""
		}
		switch {
		case m.Parent != nil:
			n.parent = *m.Parent
		case from.parent >= 0:
			n.parent = names[from.parent]
		}
		if n.parent == libreChatRoot {
			n.parent = ""
		}
		c.libreChatParts(n, m)
		key := c.add(m.ID, n)
		names = append(names, key)
		if n.at >= newest {
			newest, c.current = n.at, key
		}
		if c.created == 0 {
			c.created = n.at
		}
	}
	return c, nil
}

func (c *conversation) libreChatParts(n *node, m libreChatMessage) {
	for _, raw := range m.Content {
		var part libreChatPart
		if json.Unmarshal(raw, &part) != nil {
			c.tally.unread++
			continue
		}
		switch part.Type {
		case "text":
			n.tagged(valueOf(part.Text))
		case "think":
			n.think(valueOf(part.Think))
		case "error":
			n.fold(say.T("Error"), "", cmp.Or(valueOf(part.Error), valueOf(part.Text)))
		case "tool_call":
			n.libreChatCall(part.Call)
		case "image_file":
			c.picture(n, sized(part.Image.Name, part.Image.Width, part.Image.Height))
		case "image_url":
			c.picture(n, "")
		case "agent_update", "steer", "summary":
			// They say nothing to a reader.
		default:
			c.tally.unread++
		}
	}
	if len(n.texts) == 0 && len(n.reasoning) == 0 {
		n.tagged(stringOf(m.Text))
	}
	for _, file := range m.Files {
		if strings.HasPrefix(stringOf(file.Type), "image/") {
			c.picture(n, file.Name)
		} else {
			c.attach(n, file.Name, stringOf(file.Text))
		}
	}
}

func (n *node) libreChatCall(call libreChatCall) {
	name, args, output := cmp.Or(call.Name, call.Function.Name), call.Args, call.Output
	if len(args) == 0 {
		args, output = call.Function.Arguments, call.Function.Output
	}
	language := ""
	if len(args) == 0 && len(call.Code.Input) > 0 {
		name, args, language = "code_interpreter", call.Code.Input, "python"
	}
	n.call(name, language, args)
	if text := stringOf(output); text != "" {
		n.result(name, text)
	}
}

// valueOf returns a text, or the value of an object around one.
func valueOf(raw chat.RawJSON) string {
	var in struct {
		Value string `json:"value"`
	}
	if text := stringOf(raw); text != "" || json.Unmarshal(raw, &in) != nil {
		return text
	}
	return in.Value
}

// nested is an object out of a tree of objects.
type nested struct {
	parent int // its place among those before it, -1 for none
	text   []byte
}

// unnest returns the objects of an array, each without the array member that holds
// those below it, which follow it. It reads the text once and without recursion: a
// long chat is a deep tree, and a browser's stack is small. Text that is no JSON
// gives objects that are none either.
func unnest(text []byte, member string) (out []nested) {
	type level struct {
		object int  // of out; -1 outside of all
		depth  int  // of brackets, where it began
		from   int  // of the text that has not been copied
		in     bool // its member, whose elements are objects of the tree
	}
	open := []level{{object: -1, in: true}}
	depth, name := 0, ""
	for i := 0; i < len(text); i++ {
		top := &open[len(open)-1]
		switch b := text[i]; b {
		case '"':
			begin := i + 1
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if i < len(text) && !top.in && depth == top.depth {
				name = string(text[begin:i])
			}
		case '[', '{':
			if depth++; b == '[' && !top.in && depth == top.depth+1 && name == member && isValue(text, i) {
				out[top.object].text = append(append(out[top.object].text, text[top.from:i]...), "[]"...)
				top.in = true
			} else if b == '{' && top.in && depth == top.depth+2 || b == '{' && top.object < 0 && depth == 2 {
				out = append(out, nested{parent: top.object})
				open = append(open, level{object: len(out) - 1, depth: depth, from: i})
			}
		case ']', '}':
			depth--
			if b == ']' && top.in && top.object >= 0 && depth == top.depth {
				top.in, top.from, name = false, i+1, ""
			} else if b == '}' && !top.in && top.object >= 0 && depth == top.depth-1 {
				out[top.object].text = append(out[top.object].text, text[top.from:i+1]...)
				open = open[:len(open)-1]
			}
		}
	}
	return out
}

// isValue reports whether what begins at i follows the name of a member.
func isValue(text []byte, i int) bool {
	for i--; i >= 0 && text[i] <= ' '; i-- {
	}
	return i >= 0 && text[i] == ':'
}
