package foreign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
	eachFixture(f, func(_, file string) { f.Add(file) })
	f.Add(string(pack(f, 8, "conversations.json", claude)))
	f.Add(string(pack(f, 0, "conversations.json", tree, "a.png", "x")))
	f.Add(`{"session":"s","role":"user","content":"hi"}` + "\n")
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

// FuzzRead: whatever a file says, each line is a line of JSON within the limits, and
// reading it again gives the same.
//
//	go test ./internal/foreign -run '^$' -fuzz FuzzRead
func FuzzRead(f *testing.F) {
	f.Add([]byte(tree))
	f.Add([]byte(openWebUI))
	eachFixture(f, func(_, file string) { f.Add([]byte(file)) })
	f.Add(pack(f, 8, "conversations.json", claude))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, report, err := parts(file)
		requirePlain(t, err)
		again, same, _ := parts(file)
		require.Equal(t, all, again)
		require.Equal(t, report, same)
		for _, part := range all {
			if part.First > 0 {
				continue // our own, as they are
			}
			for line := range strings.Lines(string(part.Lines)) {
				var l struct{ Session, Role, Content, ID, Place string }
				require.NoError(t, json.Unmarshal([]byte(line), &l))
				require.NotEmpty(t, l.ID)
				require.LessOrEqual(t, len(l.Session)+len(l.ID), 1024)
				require.NotEmpty(t, strings.TrimSpace(l.Content))
				require.Contains(t, []string{"system", "user", "assistant", "tool"}, l.Role)
			}
		}
	})
}

// TestDamagedExportsHurtNothing changes bytes of every kind of export.
func TestDamagedExportsHurtNothing(t *testing.T) {
	originals := []string{tree, claude, openWebUI}
	eachFixture(t, func(_, file string) { originals = append(originals, file) })
	for i, original := range originals {
		s := open(t)
		for seed := range uint64(sample(100)) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			text := damage(r, original)
			first, err := bring(t, s, text, clock)
			requirePlain(t, err)
			again, err := bring(t, s, text, clock)
			requirePlain(t, err)
			require.Zero(t, again.Messages, "seed %d: %+v, then %+v", seed, first, again)
		}
		requireWhole(t, s)
	}
}

// TestAFileMakesNoMoreThanItHolds: steps that branches share are not repeated
// without end.
func TestAFileMakesNoMoreThanItHolds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"id":"bomb","mapping":{"u":{"message":{"id":"u","author":{"role":"user"},"content":{"parts":["q"]}}}`)
	step := strings.Repeat("x", 10_000)
	for i := range 200 {
		fmt.Fprintf(&b, `,"s%d":{"parent":"%s","message":{"id":"s%d","author":{"role":"tool"},"content":{"content_type":"execution_output","text":"%s"}}}`, i, map[bool]string{true: "u", false: fmt.Sprint("s", i-1)}[i == 0], i, step)
	}
	for i := range 2000 {
		fmt.Fprintf(&b, `,"a%d":{"parent":"s199","message":{"id":"a%d","author":{"role":"assistant"},"content":{"parts":["a"]}}}`, i, i)
	}
	b.WriteString(`}}`)
	all, report, err := parts([]byte(b.String()))
	require.NoError(t, err)
	require.Equal(t, 2001, report.Formats[0].Messages)
	size := 0
	for _, part := range all {
		size += len(part.Lines)
	}
	require.Less(t, size, 5*b.Len())
}
