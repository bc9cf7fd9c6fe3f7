package foreign

import (
	"bytes"
	"errors"

	"burrow/internal/json"
)

var (
	errNoFormat   = errors.New("no format that we know")
	errNoMessages = errors.New("no messages")
)

// readValue recognises the format of an object by the member that holds the
// messages, never by the file's name: several programs call theirs
// conversations.json. Most objects are one chat; some are a whole history.
func readValue(text []byte) ([]*conversation, error) {
	names, isChatbox := map[string]bool{}, false
	for _, m := range members(text) {
		names[m.name] = true
		isChatbox = isChatbox || isChatboxChat(m.name)
	}
	switch {
	case names["mapping"]:
		return one(readChatGPT(text))
	case names["chat_messages"]:
		return one(readClaude(text))
	case isChatbox || names["chat-sessions"] || names["chat-sessions-list"]:
		return readChatbox(text)
	case names["exportType"] && names["state"] || names["schemaHash"] && names["data"]:
		return readLobeHub(text)
	case names["conversationId"] && (names["messages"] || names["messagesTree"]):
		return one(readLibreChat(text))
	case names["conversations"] || names["items"]:
		return one(readShareGPT(text))
	case names["exportedAt"] && names["messages"]:
		return one(readLobeTopic(text))
	case names["chat"]:
		return one(readOpenWebUI(text))
	case names["history"]:
		return one(readOpenWebUI([]byte(`{"chat":` + string(text) + `}`)))
	}
	if !json.Valid(valid(text)) {
		return nil, json.ErrNotJSON
	}
	return nil, errNoFormat
}

func one(c *conversation, err error) ([]*conversation, error) {
	if err != nil {
		return nil, err
	}
	return []*conversation{c}, nil
}

// member is a member of an object, as it is written.
type member struct {
	name        string
	text, value []byte // with the name, and without
}

// members returns the members of an object without looking inside their values,
// which may be nested more deeply than package json reads. Of text that is no JSON
// it returns what looks like members.
func members(text []byte) (out []member) {
	depth, begin, named, name := 0, -1, 0, ""
	end := func(i int) {
		if begin >= 0 && name != "" {
			_, value, _ := bytes.Cut(text[named:i], []byte{':'})
			out = append(out, member{name, text[begin:i], bytes.TrimSpace(value)})
		}
		begin, name = -1, ""
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			from := i
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if depth == 1 && begin < 0 && i < len(text) {
				begin, named, name = from, i+1, stringOf(text[from:i+1])
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				end(i)
				return out
			}
		case ',':
			if depth == 1 {
				end(i)
			}
		}
	}
	return out
}
