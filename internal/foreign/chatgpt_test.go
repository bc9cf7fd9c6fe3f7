package foreign_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

const tree = `[{"title":"Trip","create_time":1700000000.5,"update_time":1700000100,"conversation_id":"conv-1","current_node":"n4","mapping":{
 "root":{"id":"root","parent":null,"children":["sys"],"message":null},
 "sys":{"id":"sys","parent":"root","children":["n1"],"message":{"id":"sys","author":{"role":"system"},"content":{"content_type":"text","parts":[""]},"create_time":null,"metadata":{"is_visually_hidden_from_conversation":true}}},
 "n1":{"id":"n1","parent":"sys","children":["n2","n3"],"message":{"id":"n1","author":{"role":"user"},"content":{"content_type":"text","parts":["Where to?"]},"create_time":1700000001.25}},
 "n3":{"id":"n3","parent":"n1","children":["n4"],"message":{"id":"n3","author":{"role":"assistant"},"content":{"content_type":"multimodal_text","parts":["Rome",{"asset_pointer":"x"},"or Oslo"]},"create_time":1700000003,"metadata":{"model_slug":"gpt-4"}}},
 "n2":{"id":"n2","parent":"n1","children":[],"message":{"id":"n2","author":{"role":"assistant"},"content":{"content_type":"code","text":"print(1)"},"create_time":1700000002}},
 "n4":{"id":"n4","parent":"n3","children":[],"message":{"id":"n4","author":{"role":"user"},"content":{"content_type":"text","parts":["Thanks"]},"create_time":1700000004}}
}},
{"title":"Broken","id":"conv-2","mapping":{
 "a":{"id":"a","parent":"gone","children":[],"message":{"id":"a","author":{"role":"user"},"content":{"parts":["orphan"]}}},
 "b":{"id":"b","parent":"c","children":["c"],"message":{"id":"b","author":{"role":"user"},"content":{"parts":["loop"]}}},
 "c":{"id":"c","parent":"b","children":["b"],"message":{"id":"c","author":{"role":"user"},"content":{"parts":["loop"]}}},
 "d":{"id":"d","parent":"a","children":[],"message":{"id":"d","author":{"role":"critic"},"content":{"parts":["odd"]}}},
 "e":{"id":"e","parent":"d","children":[],"message":{"id":"e","author":{"role":"assistant"},"content":{"parts":["answer"]}}}
}},
{"title":"Empty","id":"conv-3","mapping":{}}]`

func TestTreeOfConversationsIsImported(t *testing.T) {
	s := open(t)
	report, err := bring(t, s, " "+tree, clock)
	require.NoError(t, err)
	require.Equal(t, 2, report.Sessions)
	require.Equal(t, 6, report.Messages)
	require.Equal(t, 4, report.Refused)
	require.Equal(t, []string{
		"1 image can’t be imported. A note marks where it was.",
		"Chat 2: 1 message replies to a missing message and now starts the chat.",
		"Chat 2: 2 messages were left out because they reply to themselves.",
		"Chat 2: 1 message was left out: it is too long or has an unknown role.",
		"Chat 3 was left out. It has no messages.",
	}, report.Problems)

	trip, err := s.Resolve(ctx, "conv-1")
	require.NoError(t, err)
	require.Equal(t, "Trip", trip.Name)
	require.Equal(t, int64(1700000000500), trip.CreatedAt)
	w, err := s.Path(ctx, trip.UID, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"Where to?", "Rome\n\n[Image not imported]\n\nor Oslo", "Thanks"}, contents(w.Messages))
	require.Equal(t, 2, w.Messages[1].Sibling)
	require.Equal(t, 2, w.Messages[1].Siblings)
	require.Equal(t, "n3", w.Messages[1].ExternalID)
	require.JSONEq(t, `{"model":"gpt-4","content_type":"multimodal_text"}`, string(w.Messages[1].Metadata))
	require.Equal(t, int64(1700000001250), w.Messages[0].CreatedAt)
	broken, err := s.Resolve(ctx, "conv-2")
	require.NoError(t, err)
	w, err = s.Path(ctx, broken.UID, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"orphan", "answer"}, contents(w.Messages))
	requireWhole(t, s)

	before := export(t, s)
	again, err := bring(t, s, tree, clock+5)
	require.NoError(t, err)
	require.Zero(t, again.Messages)
	require.Equal(t, before, export(t, s))
}

func TestTreeThatEndsEarlyKeepsWhatCameBefore(t *testing.T) {
	s := open(t)
	end := strings.Index(tree, `{"title":"Broken"`)
	for _, file := range []string{tree[:end+30], tree[:end], tree[:end-2], tree[:end] + `7]`} {
		report, err := bring(t, s, file, clock)
		require.NoError(t, err)
		require.Equal(t, 1, report.Refused)
		require.Contains(t, report.Problems, "From chat 2 on, the file was left out: it is damaged or cut off.", file[end-2:])
	}
	list, _, err := s.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list, 1)
}

func TestDeepTreeIsImported(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"id":"deep","title":"deep","current_node":"n4999","mapping":{"n0":{"parent":null,"children":["n1"]}`)
	for i := 1; i < 5000; i++ {
		fmt.Fprintf(&b, `,"n%d":{"parent":"n%d","children":["n%d"],"message":{"author":{"role":"user"},"content":{"parts":["%d"]}}}`, i, i-1, i+1, i)
	}
	b.WriteString(`}}`)
	s := open(t)
	report, err := bring(t, s, b.String(), clock)
	require.NoError(t, err)
	require.Equal(t, 4999, report.Messages)
	deep, err := s.Resolve(ctx, "deep")
	require.NoError(t, err)
	w, err := s.Path(ctx, deep.UID, chat.UID{}, 4000, 2)
	require.NoError(t, err)
	require.Equal(t, []string{"4001", "4002"}, contents(w.Messages))
}
