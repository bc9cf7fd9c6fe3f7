package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"burrow/internal/say"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/tokens"
)

// widest is how many characters of a value a table on a terminal shows.
const widest = 48

// printAnswer shows an answer: how the question was read, the answer in words, the rows,
// what a reader should know of the numbers, and the query. Nearly all of it may be a
// model's or somebody's who wrote a row.
func printAnswer(a answer.Answer, std streams) {
	if !a.Answered {
		fmt.Fprintln(std.out, harmless(a.Reading))
		for i, c := range a.Choices {
			fmt.Fprintf(std.out, "  %d  %s\n", i+1, harmless(c.Label))
		}
		if len(a.Choices) > 0 {
			fmt.Fprintln(std.err, say.T("Ask again with --choose N."))
		}
		if len(a.Examples) > 0 {
			fmt.Fprintf(std.out, "\n%s\n", say.T("These work:"))
			for _, e := range a.Examples {
				fmt.Fprintln(std.out, "  "+e)
			}
		}
		return
	}
	if a.Reading != "" {
		fmt.Fprintf(std.out, "%s\n\n", harmless(a.Reading))
	}
	fmt.Fprintln(std.out, harmless(a.Text))
	if len(a.Rows) > 1 || len(a.Columns) > 1 && len(a.Rows) > 0 {
		fmt.Fprintln(std.out)
		printTable(std.out, a)
	}
	if len(a.Warnings) > 0 {
		fmt.Fprintln(std.out)
		showWarningsOf(a, std.out)
	}
	fmt.Fprintf(std.out, "\n%s\n", harmless(answer.Layout(a.SQL)))
	fmt.Fprintln(std.err, harmless(receiptLine(a)))
}

// receiptLine says who wrote the query and what it took.
func receiptLine(a answer.Answer) string {
	by := map[answer.By]string{
		answer.ByGolden: say.T("confirmed earlier"), answer.ByPlanner: say.T("without a model"), answer.ByModel: say.T("by {model}", "model", a.Model),
	}[a.By]
	line := say.T("{by}, {ms} ms", "by", by, "ms", int(a.Milliseconds))
	if a.Usage != nil && a.Usage.Calls > 0 {
		line += ", " + say.Plural(a.Usage.Calls, "{n} call", "{n} calls") + ", " + say.T("{n} tokens", "n", a.Usage.PromptTokens+a.Usage.CompletionTokens)
	}
	return line
}

func showWarningsOf(a answer.Answer, w io.Writer) {
	for _, warning := range a.Warnings {
		fmt.Fprintln(w, "! "+harmless(warning.Text))
	}
}

// printTable writes rows in columns, numbers to the right.
func printTable(w io.Writer, a answer.Answer) {
	widths := make([]int, len(a.Columns))
	right := make([]bool, len(a.Columns))
	lines := make([][]string, 0, len(a.Rows)+1)
	header := make([]string, len(a.Columns))
	for i, c := range a.Columns {
		name := c.Label
		if name == "" {
			name = answer.Label(c.Name)
		}
		header[i] = cell(&name)
		right[i] = len(a.Rows) > 0
	}
	lines = append(lines, header)
	for _, row := range a.Rows {
		line := make([]string, len(row))
		for i, value := range row {
			line[i] = cell(value)
			right[i] = right[i] && (value == nil || strings.Trim(*value, "-0123456789.") == "")
		}
		lines = append(lines, line)
	}
	for _, line := range lines {
		for i, text := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for n, line := range lines {
		var b strings.Builder
		for i, text := range line {
			if i > 0 {
				b.WriteString("  ")
			}
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if right[i] {
				b.WriteString(space + text)
			} else {
				b.WriteString(text + space)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
		if n == 0 {
			for i := range widths {
				if i > 0 {
					fmt.Fprint(w, "  ")
				}
				fmt.Fprint(w, strings.Repeat("-", widths[i]))
			}
			fmt.Fprintln(w)
		}
	}
}

// cell is a value in one line, without anything that a terminal would obey.
func cell(value *string) string {
	if value == nil {
		return "NULL"
	}
	text := harmless(strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, *value))
	if runes := []rune(text); len(runes) > widest {
		return string(runes[:widest-1]) + "…"
	}
	return text
}

// events prints what happens as JSON lines: route_decision, tool_start, steps, tokens,
// then complete or error.
type events struct {
	on       bool
	out      *json.Encoder
	streamed strings.Builder
}

func newEvents(w io.Writer, on bool) *events { return &events{on: on, out: json.NewEncoder(w)} }

type object = map[string]any

func (e *events) send(o object) {
	if e.on {
		e.out.Encode(o)
	}
}

func (e *events) begin() {
	e.send(object{"event": "route_decision", "route": "sql"})
	e.send(object{"event": "tool_start", "tool": "sql_agent"})
}

// tell passes on steps that are done, and text as it comes.
func (e *events) tell(v agent.Event) {
	switch {
	case v.Text != "":
		e.streamed.WriteString(v.Text)
		e.token(v.Text)
	case v.Done:
		step := object{"event": "step", "step": v.Step.Step, "ms": v.MS}
		if v.Detail != "" {
			step["detail"] = v.Detail
		}
		e.send(step)
	}
}

func (e *events) token(text string) {
	e.send(object{"event": "token", "channel": "final", "content": text})
}

// end sends the text that did not come in pieces, and what it took.
func (e *events) end(a answer.Answer) {
	if !a.Answered && a.Code == answer.Failed {
		e.fail(a.Reading)
		return
	}
	if e.streamed.String() != a.Text {
		for i, word := range strings.SplitAfter(a.Text, " ") {
			if i > 0 || word != "" {
				e.token(word)
			}
		}
	}
	count := 0
	if encoding, err := tokens.Embedded(tokens.Cl100k); err == nil {
		count = encoding.Count(a.Text)
	}
	e.send(object{"event": "complete", "stats": object{"tokens": count, "ms": a.Milliseconds, "rows": len(a.Rows)}, "answer": askLineOf(a)})
}

func (e *events) fail(message string) { e.send(object{"event": "error", "message": message}) }
