package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestCutKeepsEveryByte(t *testing.T) {
	content := strings.Repeat("漢字仮名交じり文。", 50) + "\n" + strings.Repeat("a line of text\n", 40)
	messages := cut(content, 100)
	require.Equal(t, content, strings.Join(messages, ""))
	for i, message := range messages {
		require.LessOrEqual(t, len(message), 100)
		require.True(t, utf8.ValidString(message), "message %d is cut inside a character", i)
	}
	require.True(t, strings.HasSuffix(messages[len(messages)-2], "\n"), "lines are kept whole where they fit")
}

// Text that is said to be new must not be in the warm-up or in another part.
func TestPartsShareNoMessage(t *testing.T) {
	var content strings.Builder
	for i := range 40 * messageBytes / 8 {
		content.WriteString(strings.Repeat(string(rune('a'+i%26)), i%7) + "\n")
	}
	divided, err := divide(t.TempDir(), "prose", content.String())
	require.NoError(t, err)
	require.Len(t, divided.Parts, textParts-1)

	total := divided.Warmup.Bytes
	seen := messagesOf(t, divided.Warmup)
	for _, part := range divided.Parts {
		total += part.Bytes
		seen = append(seen, messagesOf(t, part)...)
	}
	require.Equal(t, content.Len(), total)
	require.ElementsMatch(t, messagesOf(t, divided.All), seen)
	require.Equal(t, []string{content.String()}, messagesOf(t, divided.Whole))
}

func messagesOf(t *testing.T, f file) []string {
	t.Helper()
	raw, err := os.ReadFile(f.Path)
	require.NoError(t, err)
	var messages []string
	require.NoError(t, json.Unmarshal(raw, &messages))
	return messages
}

func TestSpreadTakesFromAllOfTheSource(t *testing.T) {
	var pieces []string
	for i := range 100 {
		pieces = append(pieces, strings.Repeat(string(rune('A'+i/10)), 10))
	}
	got := spread(pieces, 300)
	require.InDelta(t, 300, len(got), 20)
	for i := range 10 {
		require.Contains(t, got, string(rune('A'+i)))
	}
	require.Equal(t, strings.Join(pieces, ""), spread(pieces, 5000), "a source that is too small is taken whole")
}

func TestProseLeavesOutCode(t *testing.T) {
	sentence := strings.TrimSpace(strings.Repeat("A reader returns what it has read so far.\n", 5))
	got, ok := asProse(sentence)
	require.True(t, ok)
	require.NotContains(t, got, "\n")
	for _, block := range []string{"short", "\tx := 1\n" + sentence, "# Heading\n" + sentence, strings.Repeat("0x1f, 0x2e, ", 30)} {
		_, ok := asProse(block)
		require.False(t, ok, "%q", block)
	}
}

func TestParagraphsOfAPage(t *testing.T) {
	page := `<html><head><title>標題標題標題標題標題標題標題標題標題標題標題</title></head><body>
<p>パッケージの<a href="x">管理</a>は
重要な作業です。詳しくは &lt;manual&gt; を参照。</p>
<pre>設定設定設定設定設定設定設定設定設定設定設定設定設定</pre>
<p>Only English here, and quite a lot of it.</p>
<p>데비안 개발자는 여러가지 다른 프로젝트에
참가하기도 합니다.</p></body></html>`
	require.Equal(t, []string{
		"パッケージの管理は重要な作業です。詳しくは <manual> を参照。",
		"데비안 개발자는 여러가지 다른 프로젝트에 참가하기도 합니다.",
	}, cjkParagraphs(page))
}

// The rows name versions; the lock files decide which run.
func TestLabelsNameThePinnedVersions(t *testing.T) {
	pins := map[string][]string{
		"peers/rust/Cargo.toml":         {`bpe-openai = "=0.3.2"`, `tiktoken-rs = "=0.12.1"`, `version = "=4.1.2"`},
		"peers/python/requirements.txt": {"tiktoken==0.14.0"},
		"browser/package.json":          {`"ai-tokenizer": "1.0.6"`, `"gpt-tokenizer": "4.0.0"`, `"tiktoken": "1.0.22"`},
		"../../go.mod":                  {"github.com/pkoukk/tiktoken-go v0.1.8"},
	}
	for path, lines := range pins {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, line := range lines {
			require.Contains(t, string(raw), line)
		}
	}
}
