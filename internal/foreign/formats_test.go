package foreign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/foreign"
	"burrow/internal/store"
)

const claude = `[{"uuid":"c0ffee00-0000-4000-8000-000000000001","name":"Wells","summary":"","created_at":"2025-03-01T08:00:00.123456Z","updated_at":"2025-03-01T09:00:00Z","account":{"uuid":"a"},"chat_messages":[
 {"uuid":"q1","text":"How deep is a well?","sender":"human","created_at":"2025-03-01T08:00:01Z","parent_message_uuid":"00000000-0000-4000-8000-000000000000",
  "content":[{"type":"text","text":"How deep is a well?","citations":[]}],
  "attachments":[{"file_name":"Depths.CSV","file_size":9,"file_type":"txt","extracted_content":"a,b\n` + "```" + `\n"},{"file_name":"","file_size":3,"extracted_content":"pasted"}],
  "files":[{"file_name":"photo.png"},{"file_name":"Depths.CSV"}]},
 {"uuid":"a1","text":"","sender":"assistant","created_at":"2025-03-01T08:00:02Z","parent_message_uuid":"q1","attachments":[],"files":[],
  "content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"Let me look."},{"type":"tool_use","name":"search","input":{}},{"type":"tool_result","content":[]},{"type":"text","text":"Ten metres."}]},
 {"uuid":"a2","text":"Twenty metres.","sender":"assistant","created_at":"2025-03-01T08:00:09Z","parent_message_uuid":"q1","content":[]},
 {"uuid":"q2","text":"Why?","sender":"human","created_at":"2025-03-01T08:01:00+00:00","parent_message_uuid":"a1","content":[{"type":"text","text":"Why?"}]}
]},
{"uuid":"c2","name":"","created_at":"2024-01-01T00:00:00Z","model":"claude-x","chat_messages":[
 {"uuid":"m1","sender":"human","text":"hello, where do moles live?","created_at":"soon"},
 {"uuid":"m2","sender":"assistant","text":"Below."},
 {"uuid":"m2","sender":"assistant","text":"Twice."},
 {"sender":"human","text":"And foxes?"},
 {"uuid":"m4","sender":"robot","text":"Beep."}
]},
{"uuid":"c3","name":"Odd","chat_messages":[{"uuid":7,"sender":"human","text":"x"}]},
{"uuid":"c4","name":"Nothing","chat_messages":[]},
{"uuid":"c5","name":"After","chat_messages":[{"uuid":"z","sender":"human","text":"last"}]}]`

const openWebUI = `[{"id":"w1","user_id":"u","title":"Dens","created_at":1740000000,"updated_at":1740000100,"archived":true,"pinned":true,"share_id":null,"folder_id":null,"meta":{"tags":["x"]},
 "chat":{"id":"","title":"Dens","models":["llama3"],"params":{},"tags":[],"timestamp":1740000000000,"messages":[{"id":"u1","role":"user","content":"Who digs dens?"}],
  "history":{"currentId":"u2","messages":{
   "u1":{"id":"u1","parentId":null,"childrenIds":["r2","r1"],"role":"user","content":"Who digs dens?","timestamp":1740000001,"models":["llama3"],
    "files":[{"type":"file","name":"dens.txt","file":{"filename":"dens.txt","data":{"content":"a fox"}}},{"type":"file","name":"note.md","content":"a hare","file":""},{"type":"image","url":"data:image/png;base64,AA"}]},
   "r1":{"id":"r1","parentId":"u1","childrenIds":["u2"],"role":"assistant","content":"Foxes.","model":"llama3","modelName":"Llama","done":true,"timestamp":1740000003,"sources":[{"document":["y"]}]},
   "r2":{"id":"r2","parentId":"u1","childrenIds":[],"role":"assistant","content":"","output":[{"type":"reasoning","content":[{"type":"reasoning_text","text":"Hm."}]},{"type":"message","content":[{"type":"output_text","text":"Hares?"}]}],"model":"qwen","timestamp":1740000004},
   "u2":{"id":"u2","parentId":"r1","childrenIds":[],"role":"user","content":[{"type":"text","text":"Thanks"},{"type":"image_url","image_url":{"url":"x"}}],"timestamp":1740000005}}}}},
{"title":"Before rows","timestamp":1730000000000,"history":{"messages":{},"currentId":"y"},"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"One"},{"role":"assistant","content":"Two","model":"old"}]},
{"id":"w3","title":"Gone","chat":null},
{"id":"w4","title":"Loop","created_at":1e308,"pinned":null,"chat":{"history":{"currentId":"nowhere","messages":{
 "a":{"parentId":"b","role":"user","content":"loop"},"b":{"parentId":"a","role":"user","content":"loop"},"c":{"parentId":"c","role":"user","content":"self"},
 "d":{"parentId":"lost","role":"user","content":"orphan","timestamp":-5}}}}}]`

func TestClaudeExportIsImported(t *testing.T) {
	s := open(t)
	report, err := bring(t, s, claude, clock)
	require.NoError(t, err)
	require.Equal(t, 3, report.Sessions)
	require.Equal(t, 8, report.Messages)
	require.Equal(t, 4, report.Refused)
	require.Equal(t, []string{
		"1 image can’t be imported. A note marks where it was.",
		"Chat 2: 1 message was left out because another has the same id.",
		"Chat 2: 1 message was left out: it is too long or has an unknown role.",
		`Chat 3 was left out. Its member "chat_messages[0].uuid" must be a string.`,
		"Chat 4 was left out. It has no messages.",
	}, report.Problems)

	wells, path := pathOf(t, s, "c0ffee00-0000-4000-8000-000000000001")
	require.Equal(t, "Wells", wells.Name)
	require.Equal(t, chat.NamedByModel, wells.NamedBy)
	require.Equal(t, int64(1740816000123), wells.CreatedAt)
	require.Equal(t, []string{"How deep is a well?\n\nDepths.CSV:\n````csv\na,b\n```\n````\n\n```\npasted\n```\n\n[Image not imported: photo.png]",
		"Let me look.\n\n<details>\n<summary>Used search</summary>\n</details>\n\nTen metres.", "Why?"}, contents(path))
	require.Equal(t, []chat.Role{chat.User, chat.Assistant, chat.User}, []chat.Role{path[0].Role, path[1].Role, path[2].Role})
	require.JSONEq(t, `{"reasoning":"Hm."}`, string(path[1].Metadata))
	require.Equal(t, 1, path[1].Sibling)
	require.Equal(t, 2, path[1].Siblings)
	require.Equal(t, "a1", path[1].ExternalID)
	require.Equal(t, int64(1740816060000), path[2].CreatedAt)
	require.Equal(t, 3, path[0].Tokens)

	moles, path := pathOf(t, s, "c2")
	require.Equal(t, "Where do moles live", moles.Name)
	require.Equal(t, []string{"hello, where do moles live?", "Below.", "And foxes?"}, contents(path))
	require.Equal(t, moles.CreatedAt, path[0].CreatedAt)
	require.JSONEq(t, `{"model":"claude-x"}`, string(path[1].Metadata))
	_, path = pathOf(t, s, "c5")
	require.Equal(t, []string{"last"}, contents(path))
	requireImportedOnce(t, s, claude)
}

func TestClaudeExportShowsTheLeafThatItNames(t *testing.T) {
	s := open(t)
	_, err := bring(t, s, strings.Replace(claude, `"name":"Wells"`, `"name":"Wells","current_leaf_message_uuid":"a2"`, 1), clock)
	require.NoError(t, err)
	_, path := pathOf(t, s, "c0ffee00-0000-4000-8000-000000000001")
	require.Equal(t, "Twenty metres.", path[len(path)-1].Content)
}

func TestOpenWebUIExportIsImported(t *testing.T) {
	s := open(t)
	report, err := bring(t, s, openWebUI, clock)
	require.NoError(t, err)
	require.Equal(t, 3, report.Sessions)
	require.Equal(t, 8, report.Messages)
	require.Equal(t, 4, report.Refused)
	require.Equal(t, []string{
		"2 images can’t be imported. Notes mark where they were.",
		"Chat 3 was left out. It has no messages.",
		"Chat 4: 1 message replies to a missing message and now starts the chat.",
		"Chat 4: 3 messages were left out because they reply to themselves.",
	}, report.Problems)

	dens, path := pathOf(t, s, "w1")
	require.Equal(t, "Dens", dens.Name)
	require.True(t, dens.Archived)
	require.True(t, dens.Pinned)
	require.Equal(t, []string{"x"}, dens.Tags)
	require.Equal(t, int64(1740000000000), dens.CreatedAt)
	require.Equal(t, []string{"Who digs dens?\n\ndens.txt:\n```txt\na fox\n```\n\nnote.md:\n```md\na hare\n```\n\n[Image not imported]", "Foxes.", "Thanks\n\n[Image not imported]"}, contents(path))
	require.Equal(t, 2, path[1].Sibling, "children come in the order in which they are listed")
	require.JSONEq(t, `{"model":"llama3"}`, string(path[1].Metadata))
	require.Equal(t, int64(1740000003000), path[1].CreatedAt)
	beside, err := s.Siblings(ctx, path[1].UID)
	require.NoError(t, err)
	other, err := s.Message(ctx, beside[0])
	require.NoError(t, err)
	require.Equal(t, "Hares?", other.Content)

	list, _, err := s.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list, 2, "one is archived")
	for _, session := range list {
		if session.Name == "Before rows" {
			w, err := s.Path(ctx, session.UID, chat.UID{}, 0, 10)
			require.NoError(t, err)
			require.Equal(t, []string{"Be brief.", "One", "Two"}, contents(w.Messages))
			require.Equal(t, int64(1730000000000), session.CreatedAt)
		}
	}
	_, path = pathOf(t, s, "w4")
	require.Equal(t, []string{"orphan"}, contents(path))
	requireImportedOnce(t, s, openWebUI)
}

// unknown is what the sentence about a file that nobody can read says.
const unknown = "It can import exports of ChatGPT, Claude, Open WebUI, LibreChat, LobeHub, Chatbox and ShareGPT, as JSON or ZIP"

func TestAnUnknownFileSaysWhatIsUnderstood(t *testing.T) {
	for _, file := range []string{
		`[{"uuid":"p","name":"A project","docs":[]},{"email":"x"}]`, `{"name":"package","version":"1.0.0"}`, `[]`[:1] + `{"a":1}]`,
		"Dear hare,\nhow are you?", "\xff\xfe\x00\x01", "\x89PNG\r\n\x1a\n\x00\x00", `"text"`, "7", "null", " \n ", "role,content\nuser,hi\n",
	} {
		s := open(t)
		report, err := bring(t, s, file, clock)
		require.ErrorIs(t, err, fault.Invalid, file)
		require.ErrorContains(t, err, unknown, file)
		require.Zero(t, report.Sessions)
	}
	_, err := bring(t, open(t), "", clock)
	require.ErrorContains(t, err, "This file is empty.")
	for _, cut := range []string{"{", `[{"mapping":{"a":{"message":`, `[{"uuid":"p","chat_messages":[{"text":"Hi`} {
		_, err = bring(t, open(t), cut, clock)
		require.ErrorContains(t, err, "This file is damaged or cut off, and no chat in it can be read.", cut)
	}
	_, err = bring(t, open(t), "SQLite format 3\x00...", clock)
	require.ErrorContains(t, err, "This is a backup. Use Restore instead.")
	report, err := bring(t, open(t), "[]", clock)
	require.NoError(t, err)
	require.Zero(t, report.Refused)
}

// hostile makes conversations of a format out of few names, so that they are taken
// twice, lead in circles and to nowhere, and of values of every type.
type hostile struct {
	*rand.Rand
	seed uint64
	// texts are those of all messages, in a form that nothing else has.
	texts int
}

func (h *hostile) name() string { return fmt.Sprint("n", h.IntN(12)) }

// maybe is mostly the value, and sometimes one that nobody would expect.
func (h *hostile) maybe(value any) any {
	if h.IntN(60) > 0 {
		return value
	}
	odd := []any{nil, true, 7, -1, json.RawMessage("1e400"), json.RawMessage("123456789012345678901234567890"), "", "\x00\x1b[2J\u202e", "9999-99-99T99:99:99Z", "-0001-01-01T00:00:00Z",
		[]any{}, []any{nil, 1, "x"}, map[string]any{}, map[string]any{"type": "text", "text": 5}, strings.Repeat("x", 600), strings.Repeat("`", 40)}
	return odd[h.IntN(len(odd))]
}

func (h *hostile) text() string {
	h.texts++
	return fmt.Sprintf("text %d \x00\u2028 <b>", h.texts)
}

func (h *hostile) time() any {
	return []any{1740000000 + h.IntN(1000), 1740000000123.5, "2025-03-01T08:00:00Z", 1e308, -1e308, "never", nil}[h.IntN(7)]
}

func (h *hostile) names() (out []any) {
	for range h.IntN(4) {
		out = append(out, h.maybe(h.name()))
	}
	return out
}

func (h *hostile) conversation() map[string]any {
	id, size := h.maybe(fmt.Sprint("s", h.seed, "c", h.IntN(5))), h.IntN(14)
	role := func() any { return h.maybe([]string{"user", "assistant", "system", "human", "nobody"}[h.IntN(5)]) }
	switch h.IntN(7) {
	case 3:
		return h.libreChat(id, size)
	case 4:
		return h.lobeHub(size)
	case 5:
		return h.chatbox(size)
	case 6:
		return h.shareGPT(id, size)
	case 0:
		nodes := map[string]any{}
		for range size {
			nodes[h.name()] = h.maybe(map[string]any{"parent": h.maybe(h.name()), "children": h.maybe(h.names()), "message": h.maybe(map[string]any{
				"id": h.maybe(h.name()), "author": map[string]any{"role": role()}, "content": h.maybe(h.chatGPTContent()), "create_time": h.time(),
				"recipient": h.maybe([]any{"all", "python", "canmore.create_textdoc"}[h.IntN(3)]), "metadata": h.maybe(map[string]any{"attachments": h.maybe([]any{map[string]any{"id": h.name(), "name": h.maybe("a.png")}}), "content_references": h.maybe([]any{map[string]any{"matched_text": h.maybe("text"), "alt": h.maybe("x")}})})})})
		}
		return map[string]any{"id": id, "title": h.maybe("t"), "current_node": h.name(), "create_time": h.time(), "mapping": h.maybe(nodes)}
	case 1:
		var list []any
		for range size {
			m := map[string]any{"uuid": h.maybe(h.name()), "sender": role(), "created_at": h.time(), "text": h.maybe(h.text()),
				"content": h.maybe([]any{map[string]any{"type": "text", "text": h.text()}, h.maybe(map[string]any{"type": "tool_use"})}),
				"files":   h.maybe([]any{}), "attachments": h.maybe([]any{map[string]any{"file_name": h.maybe("a.b"), "extracted_content": h.maybe(h.text())}})}
			if h.IntN(3) > 0 {
				m["parent_message_uuid"] = h.maybe(h.name())
			}
			list = append(list, h.maybe(m))
		}
		return map[string]any{"uuid": id, "name": h.maybe("t"), "created_at": h.time(), "chat_messages": h.maybe(list)}
	default:
		messages, list := map[string]any{}, []any{}
		for range size {
			m := h.maybe(map[string]any{"id": h.name(), "parentId": h.maybe(h.name()), "childrenIds": h.maybe(h.names()), "role": role(), "content": h.maybe(h.text()),
				"timestamp": h.time(), "model": h.maybe("m"), "files": h.maybe([]any{map[string]any{"name": h.maybe("a"), "file": h.maybe(map[string]any{"data": h.maybe(map[string]any{"content": h.text()})})}})})
			messages[h.name()] = m
			list = append(list, m)
		}
		chat := map[string]any{"title": h.maybe("t"), "messages": h.maybe(list), "history": h.maybe(map[string]any{"currentId": h.maybe(h.name()), "messages": h.maybe(messages)})}
		if h.IntN(4) == 0 {
			return chat
		}
		return map[string]any{"id": id, "title": h.maybe("t"), "created_at": h.time(), "archived": h.maybe(true), "pinned": h.maybe(false), "chat": h.maybe(chat), "meta": h.maybe(map[string]any{"tags": h.maybe([]any{h.name(), h.maybe("t")})})}
	}
}

func (h *hostile) chatGPTContent() map[string]any {
	kinds := []string{"text", "multimodal_text", "code", "execution_output", "thoughts", "tether_quote", "user_editable_context", "nothing"}
	return map[string]any{"content_type": h.maybe(kinds[h.IntN(len(kinds))]), "text": h.maybe(h.text()), "language": h.maybe("python"), "parts": h.maybe([]any{h.text(),
		h.maybe(map[string]any{"content_type": h.maybe([]any{"image_asset_pointer", "audio_transcription", "audio_asset_pointer"}[h.IntN(3)]), "text": h.maybe(h.text()), "asset_pointer": h.maybe("file://" + h.name()), "width": h.maybe(5)})}),
		"thoughts": h.maybe([]any{h.maybe(map[string]any{"summary": h.maybe("s"), "content": h.maybe(h.text())})})}
}

func (h *hostile) libreChat(id any, size int) map[string]any {
	var nest func(left int) []any
	nest = func(left int) (out []any) {
		for left > 0 {
			below := h.IntN(left)
			m := map[string]any{"messageId": h.maybe(h.name()), "createdAt": h.time(), "isCreatedByUser": h.maybe(h.IntN(2) == 0), "text": h.maybe(h.text()), "children": h.maybe(nest(below)),
				"content": h.maybe([]any{h.maybe(map[string]any{"type": h.maybe("think"), "think": h.maybe(h.text())}), h.maybe(map[string]any{"type": "tool_call", "tool_call": h.maybe(map[string]any{"name": h.maybe("n"), "args": h.maybe("{}"), "output": h.maybe("o")})})})}
			if h.IntN(2) == 0 {
				m["parentMessageId"] = h.maybe(h.name())
			}
			out = append(out, h.maybe(m))
			left -= below + 1
		}
		return out
	}
	return map[string]any{"conversationId": id, "title": h.maybe("t"), "options": h.maybe(map[string]any{}), []string{"messages", "messagesTree"}[h.IntN(2)]: h.maybe(nest(size))}
}

func (h *hostile) lobeHub(size int) map[string]any {
	var list []any
	for range size {
		list = append(list, h.maybe(map[string]any{"id": h.maybe(h.name()), "role": h.maybe([]string{"user", "assistant", "tool"}[h.IntN(3)]), "content": h.maybe(h.text()), "parentId": h.maybe(h.name()), "topicId": h.maybe(fmt.Sprint("s", h.seed, "t", h.IntN(3))),
			"threadId": h.maybe(nil), "createdAt": h.time(), "tools": h.maybe([]any{}), "reasoning": h.maybe(nil), "error": h.maybe(nil)}))
	}
	return map[string]any{"exportType": h.maybe("all"), "state": h.maybe(map[string]any{"messages": h.maybe(list), "topics": h.maybe([]any{map[string]any{"id": h.maybe(h.name()), "title": h.maybe("t")}}), "threads": h.maybe([]any{})})}
}

func (h *hostile) chatbox(size int) map[string]any {
	list := func(size int) (out []any) {
		for range size {
			out = append(out, h.maybe(map[string]any{"id": h.maybe(h.name()), "role": h.maybe("user"), "timestamp": h.time(), "contentParts": h.maybe([]any{h.maybe(map[string]any{"type": h.maybe("text"), "text": h.maybe(h.text())})})}))
		}
		return out
	}
	id := fmt.Sprint("s", h.seed, "b", h.IntN(3))
	forks := map[string]any{h.name(): h.maybe(map[string]any{"position": h.maybe(h.IntN(3)), "lists": h.maybe([]any{h.maybe(map[string]any{"messages": h.maybe(list(2))}), map[string]any{"messages": list(2)}})})}
	return map[string]any{"session:" + id: h.maybe(map[string]any{"id": h.maybe(id), "name": h.maybe("n"), "messages": h.maybe(list(size)), "messageForksHash": h.maybe(forks),
		"threads": h.maybe([]any{h.maybe(map[string]any{"id": h.maybe(id + "t"), "messages": h.maybe(list(2))})})}), "settings": h.maybe(map[string]any{})}
}

func (h *hostile) shareGPT(id any, size int) map[string]any {
	var list []any
	for range size {
		list = append(list, h.maybe(map[string]any{"from": h.maybe([]string{"human", "gpt", "function_call", "observation", "nobody"}[h.IntN(5)]), "value": h.maybe(h.text())}))
	}
	return map[string]any{"id": h.maybe(id), "conversations": h.maybe(list), "system": h.maybe(nil)}
}

// TestHostileExportsHurtNothing: whatever a file says, what comes of it is whole, is
// not added twice, and every conversation is either there or named in the report.
func TestHostileExportsHurtNothing(t *testing.T) {
	kept, refused := 0, 0
	s := open(t)
	for seed := range uint64(sample(300)) {
		h := &hostile{Rand: rand.New(rand.NewPCG(seed, 77)), seed: seed}
		list := make([]any, 1+h.IntN(6))
		for i := range list {
			list[i] = h.conversation()
		}
		list = append(list, map[string]any{"uuid": fmt.Sprint("good", seed), "chat_messages": []any{map[string]any{"uuid": "g", "sender": "human", "text": "unharmed"}}})
		file, err := json.Marshal(list)
		require.NoError(t, err)
		first, err := bring(t, s, string(file), clock)
		require.NoError(t, err, "seed %d: %s", seed, file)
		for _, problem := range first.Problems {
			require.True(t, strings.HasSuffix(problem, "."), problem)
		}
		_, path := pathOf(t, s, fmt.Sprint("good", seed))
		require.Equal(t, []string{"unharmed"}, contents(path), "seed %d", seed)
		again, err := bring(t, s, string(file), clock+1)
		require.NoError(t, err)
		require.Zero(t, again.Sessions+again.Messages, "seed %d: %+v, then %+v: %s", seed, first, again, file)
		require.Equal(t, first.Refused, again.Refused, "seed %d", seed)
		require.Equal(t, first.Messages+first.Known, again.Known, "seed %d", seed)
		kept, refused = kept+first.Messages, refused+first.Refused
	}
	requireWhole(t, s)
	require.NotZero(t, kept)
	require.NotZero(t, refused)
	t.Logf("%d kept, %d refused", kept, refused)
}

// TestChainsOfAnyLengthAreRead: parents are followed without a stack, and stand in
// any order.
func TestChainsOfAnyLengthAreRead(t *testing.T) {
	length := 100_000
	if testing.Short() {
		length = 10_000
	}
	for _, form := range []struct{ begin, message, between, end string }{
		{`{"mapping":{`, `"n%[1]d":{"parent":"n%[2]d"}`, `,`, `}}`},
		{`{"chat_messages":[`, `{"uuid":"n%[1]d","parent_message_uuid":"n%[2]d","text":"x"}`, `,`, `]}`},
		{`{"chat":{"history":{"messages":{`, `"n%[1]d":{"parentId":"n%[2]d","content":"x"}`, `,`, `}}}}`},
	} {
		var b strings.Builder
		b.WriteString(form.begin)
		for i := length; i > 0; i-- {
			fmt.Fprintf(&b, form.message+form.between, i, i-1)
		}
		fmt.Fprintf(&b, form.message+form.end, 0, -1)
		order, orphans, lost, err := foreign.OrderOf([]byte(b.String()))
		require.NoError(t, err)
		require.Equal(t, []int{1, 0}, []int{orphans, lost})
		require.Len(t, order, length+1)
		for i, key := range order {
			if key != fmt.Sprint("n", i) {
				t.Fatalf("%s stands at %d", key, i)
			}
		}
	}
}
