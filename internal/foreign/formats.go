package foreign

import (
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
	names := map[string]bool{}
	var chats []string
	json.Members(valid(text)+" ", func(name string, _ json.Raw) {
		if isChatboxChat(name) {
			chats = append(chats, name)
			return
		}
		names[name] = true
	})
	switch {
	case names["mapping"]:
		return one(readChatGPT(text))
	case names["chat_messages"]:
		return one(readClaude(text))
	case len(chats) > 0 || names["chat-sessions"] || names["chat-sessions-list"]:
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
