package foreign

import (
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// maxTags is how many marks are looked for in a text: each takes another look at
// the rest of it.
const maxTags = 100

// tagged adds a text in which a model has marked parts of its own: thoughts, which
// are kept apart, and artifacts, which are folded. Programs kept them so before
// their formats had places for them.
func (n *node) tagged(text string) {
	for range maxTags {
		if n.role != string(chat.Assistant) {
			break
		}
		at, tag := -1, tagMark{}
		for _, m := range marks {
			if i := strings.Index(text, m.begin); i >= 0 && (at < 0 || i < at) && (!m.leads || strings.TrimSpace(text[:i]) == "") {
				at, tag = i, m
			}
		}
		if at < 0 {
			break
		}
		rest := text[at+len(tag.begin):]
		head, body, headed := strings.Cut(rest, tag.headEnd)
		end := strings.Index(body, tag.end)
		if !headed || end < 0 || strings.Contains(head, "\n") && tag.headEnd == ">" {
			break // half of a mark is text
		}
		n.text(strings.TrimSpace(text[:at]))
		tag.take(n, head, strings.Trim(body[:end], "\n"))
		text = strings.TrimLeft(body[end+len(tag.end):], "\n")
	}
	if strings.TrimSpace(text) != "" {
		n.text(strings.TrimSuffix(text, "\n"))
	}
}

// tagMark is how a part of a text is marked. leads says that only white space may
// stand before it.
type tagMark struct {
	begin, headEnd, end string
	leads               bool
	take                func(n *node, head, body string)
}

var marks = []tagMark{
	{"<antThinking", ">", "</antThinking>", false, func(n *node, _, body string) { n.think(body) }},
	{"<antArtifact", ">", "</antArtifact>", false, takeArtifact},
	{"<think", ">", "</think>", true, func(n *node, _, body string) { n.think(body) }},
	{"<details type=\"reasoning\"", ">", "</details>", true, takeReasoning},
	{":::thinking", "\n", "\n:::", true, func(n *node, _, body string) { n.think(body) }},
	{":::artifact{", "}\n", "\n:::", false, takeArtifact},
}

// takeArtifact folds an artifact. Its attributes are written as HTML writes them.
func takeArtifact(n *node, head, body string) {
	// LibreChat has the text in a fence of its own.
	language := attribute(head, "language")
	if first, rest, found := strings.Cut(body, "\n"); found && strings.HasPrefix(first, "```") {
		if inner, closed := strings.CutSuffix(strings.TrimRight(rest, "\n "), strings.TrimRight(first, "abcdefghijklmnopqrstuvwxyz")); closed {
			language, body = strings.TrimLeft(first, "`"), inner
		}
	}
	if language == "" {
		language = artifactLanguage(attribute(head, "type"))
	}
	n.fold(say.T("Artifact: {title}", "title", attribute(head, "title")), language, body)
}

// takeReasoning reads what Open WebUI makes of thoughts: a summary, and quoted lines.
func takeReasoning(n *node, _, body string) {
	if _, rest, found := strings.Cut(body, "</summary>"); found {
		body = rest
	}
	lines := strings.Split(strings.TrimSpace(body), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "&gt;"), ">")
		lines[i] = strings.TrimPrefix(lines[i], " ")
	}
	n.think(strings.Join(lines, "\n"))
}

func attribute(head, name string) string {
	_, rest, found := strings.Cut(head, name+`="`)
	if !found {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
