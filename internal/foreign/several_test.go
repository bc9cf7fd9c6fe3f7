package foreign_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/foreign"
	"burrow/internal/transfer"
)

// several has two conversations in each format that is read.
var several = map[string][2]string{
	"ChatGPT": {`{"id":"a","title":"A","mapping":{"1":{"message":{"id":"1","author":{"role":"user"},"content":{"parts":["first"]}}}}}`,
		`{"id":"b","title":"B","mapping":{"1":{"message":{"id":"1","author":{"role":"user"},"content":{"parts":["second"]}}}}}`},
	"Claude": {`{"uuid":"a","name":"A","chat_messages":[{"uuid":"1","sender":"human","text":"first"}]}`,
		`{"uuid":"b","name":"B","chat_messages":[{"uuid":"1","sender":"human","text":"second"}]}`},
	"Open WebUI": {`{"id":"a","title":"A","chat":{"messages":[{"id":"1","role":"user","content":"first"}]}}`,
		`{"id":"b","title":"B","chat":{"messages":[{"id":"1","role":"user","content":"second"}]}}`},
	"Open WebUI, unwrapped": {`{"id":"a","title":"A","history":{"messages":{"1":{"id":"1","role":"user","content":"first"}}}}`,
		`{"id":"b","title":"B","history":{"messages":{"1":{"id":"1","role":"user","content":"second"}}}}`},
}

// Documents that follow one another in a file are all read.
func TestEveryDocumentOfAFileIsRead(t *testing.T) {
	for format, of := range several {
		for _, form := range []string{"[A][B]", "[A]\n[B]\n", "[A] B", "[][A][][B]", "[A,B]", "[A,]\r\n\t[B,]", "[A]\n\nB"} {
			s := open(t)
			text := strings.NewReplacer("A", of[0], "B", of[1]).Replace(form)
			report, err := bring(t, s, text, clock)
			require.NoError(t, err, "%s: %s", format, form)
			require.Equal(t, transfer.ImportReport{Sessions: 2, Messages: 2, Problems: []string{}}, report, "%s: %s", format, form)
			for _, name := range []string{"a", "b"} {
				_, path := pathOf(t, s, name)
				require.Len(t, path, 1)
			}
		}
		// One object after another, where the file is known to hold trees.
		for _, form := range []string{"AB", "A B", "A\nB\n", "A,B", "A[B]"} {
			s := open(t)
			report, err := bring(t, s, strings.NewReplacer("A", of[0], "B", of[1]).Replace(form), clock)
			require.NoError(t, err, "%s: %s", format, form)
			require.Equal(t, 2, report.Sessions, "%s: %s", format, form)
		}
	}
}

// What follows and is no document is named, and what came before is kept.
func TestWhatFollowsTheDocumentsIsNamed(t *testing.T) {
	for format, of := range several {
		for _, rest := range []string{"garbage", " null", "]", "\n\"text\"", "7", "}", "[A]]"} {
			s := open(t)
			report, err := bring(t, s, "["+of[0]+"]"+strings.ReplaceAll(rest, "A", of[1]), clock)
			require.NoError(t, err, "%s: %s", format, rest)
			require.Equal(t, 1, report.Refused)
			require.Equal(t, []string{"What follows the last chat was left out: it is not JSON."}, report.Problems, "%s: %s", format, rest)
			_, path := pathOf(t, s, "a")
			require.Len(t, path, 1)
		}
		for _, rest := range []string{"[", "[7]", "[{"} {
			s := open(t)
			report, err := bring(t, s, "["+of[0]+"]"+rest, clock)
			require.NoError(t, err)
			require.Equal(t, []string{"From chat 2 on, the file was left out: it is damaged or cut off."}, report.Problems, "%s: %s", format, rest)
			require.Equal(t, 1, report.Sessions)
		}
	}
}

// A chat of LibreChat is as deep as it is long.
func TestNestedMessagesAreReadWithoutRecursion(t *testing.T) {
	const length = 4000
	var b strings.Builder
	b.WriteString(`{"conversationId":"deep","title":"deep","recursive":true,"messagesTree":[`)
	for i := range length {
		fmt.Fprintf(&b, `{"messageId":"n%d","text":"a \"children\": [{ b","files":[{"children":[]}],"isCreatedByUser":true,"children":[`, i)
	}
	b.WriteString(strings.Repeat(`],"after":{"children":[1]}}`, length) + `]}`)
	order, orphans, lost, err := foreign.OrderOf([]byte(b.String()))
	require.NoError(t, err)
	require.Equal(t, []int{0, 0}, []int{orphans, lost})
	require.Len(t, order, length)
	for i, key := range order {
		if key != fmt.Sprint("n", i) {
			t.Fatalf("%s stands at %d", key, i)
		}
	}
}

// A file of our own lines goes on as it is, in parts that end with a chat.
func TestOwnLinesAreCutBetweenChats(t *testing.T) {
	text, words := "", strings.Repeat("x", 1000)
	for chat := range 5 {
		for i := range 500 {
			text += fmt.Sprintf(`{"session":"s%d","role":"user","content":"%d %s"}`+"\n", chat, i, words)
		}
	}
	all, report, err := parts([]byte(text))
	require.NoError(t, err)
	require.Equal(t, []foreign.Found{{Format: foreign.Burrow, Chats: 5, Messages: 2500}}, report.Formats)
	joined, first := "", 1
	require.Greater(t, len(all), 1)
	for _, part := range all {
		require.Equal(t, first, part.First)
		joined += string(part.Lines)
		first += strings.Count(string(part.Lines), "\n")
		begins := strings.SplitN(string(part.Lines), ",", 2)[0]
		require.NotContains(t, joined[:len(joined)-len(part.Lines)], begins, "no chat is in two parts")
	}
	require.Equal(t, text, joined)
	long := `{"session":"s","role":"user","content":"` + strings.Repeat("x", 17<<20) + `"}` + "\n" + `{"session":"s","role":"user","content":"short"}`
	s := open(t)
	sum, err := bring(t, s, long, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"Line 1 was left out. It is larger than 16 MiB."}, sum.Problems)
	require.Equal(t, 1, sum.Messages)
}
