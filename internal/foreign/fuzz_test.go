package foreign_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// requirePlain wants an error that a user may see.
func requirePlain(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	known := (*fault.Error)(nil)
	require.ErrorAs(t, err, &known)
	require.NotEqual(t, fault.Internal, known.Code, "%v", err)
}

// sample is how many random files a test gets.
func sample(many int) int {
	if testing.Short() {
		return many / 10
	}
	return many
}

// FuzzFile: any file leaves a whole database, and a second import adds nothing.
//
//	go test ./internal/foreign -run '^$' -fuzz FuzzFile
func FuzzFile(f *testing.F) {
	f.Add(tree)
	f.Add(claude)
	f.Add(openWebUI)
	f.Add(`[{"uuid":"c","chat_messages":[{"uuid":"a","parent_message_uuid":"a","sender":"human","text":"x"},{"sender":"human","content":[{"type":"text","text":"y"},7],"created_at":1e999}]}]`)
	f.Add(`[{"id":"c","chat":{"history":{"currentId":7,"messages":{"a":{"parentId":"b","content":[]}}},"messages":[{"role":"user","content":"x","files":[{"content":"y"}]}]}}]`)
	f.Add(`[{"id":"c","mapping":{"a":{"parent":"b","message":{"author":{"role":"user"},"content":{"parts":["x"]}}},"b":{"parent":"a"}}}]`)
	f.Add(`[{"id":"c","mapping":{"a":{"parent":"gone","message":{"author":{"role":"user"},"content":{"parts":["x",{"y":1}]}}}}},`)
	f.Add(`{"title":"t","create_time":1e300,"mapping":{"a":{}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := open(t)
		first, err := bring(t, s, text, clock)
		requirePlain(t, err)
		requireWhole(t, s)
		second, err := bring(t, s, text, clock+1)
		requirePlain(t, err)
		require.Zero(t, second.Messages, "%v", second)
		require.Zero(t, second.Sessions, "%v", second)
		require.Equal(t, first.Messages+first.Known, second.Known)
	})
}
