// Benchmemory measures what a long conversation still knows at its end, and what
// that costs: Burrow's memory beside LangChain's SummarizationMiddleware, over the
// same script with the same scripted model, in one run. `go run ./tools/benchmemory`
// prints the table of docs/performance.md.
//
// A fact counts as answerable if its value is in the prompt that goes with the
// question for it; the questions themselves have no values. Both sides return the
// prompts they sent, and one piece of code judges them.
//
// The model makes one of two kinds of summaries: the newest six facts of what it is
// shown, or nothing at all. That it is six bounds what LangChain can know, which has
// only its summary and the last messages; -keep changes it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/tokens"
	"burrow/tools/pythonenv"
)

const (
	threshold    = 1200
	keepLast     = 6
	seed         = 1
	goodKeep     = 6
	instructions = "You are a helpful assistant. Answer in the language of the question, and say so when you do not know."
	requirements = "tools/benchmemory/requirements.txt"
)

// summarizers are the kinds of summaries that the model makes, by how many facts
// they keep.
var summarizers = [...]struct {
	name string
	keep int
}{{"good", goodKeep}, {"empty", 0}}

// kind is what a model is called for.
type kind string

const (
	answers   kind = "answer"
	summaries kind = "summary"
	names     kind = "name"
	readings  kind = "reading"
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// call is a call of the model: in which turn, and what was sent.
type call struct {
	Kind   kind      `json:"kind"`
	Turn   int       `json:"turn"`
	Prompt []message `json:"prompt"`
	Schema string    `json:"-"`
}

// measured is a run. Local has the milliseconds of every turn without the model's.
type measured struct {
	Calls  []call    `json:"calls"`
	Local  []float64 `json:"local"`
	Waited int       `json:"waited"`
}

// result is what a run comes to.
type result struct {
	unknown []string // questions
	calls   map[kind]int
	// sent and largest are tokens: of all prompts, and of the largest.
	sent, largest map[kind]int
	localMs       float64
	waited        int
}

func (r result) known() int { return len(facts) - len(r.unknown) }

func (r result) sentInAll() int {
	return r.sent[answers] + r.sent[summaries] + r.sent[names] + r.sent[readings]
}

func (m measured) judge(encoding *tokens.Encoding, script []exchange) (r result, err error) {
	r = result{calls: map[kind]int{}, sent: map[kind]int{}, largest: map[kind]int{}, waited: m.Waited}
	for _, c := range m.Calls {
		size, text := encoding.Count(c.Schema), ""
		for _, p := range c.Prompt {
			size += encoding.CountMessage(p.Role, p.Content)
			text += p.Content + "\n"
		}
		r.calls[c.Kind]++
		r.sent[c.Kind] += size
		r.largest[c.Kind] = max(r.largest[c.Kind], size)
		if asked := script[c.Turn]; c.Kind == answers && asked.fact >= 0 && !strings.Contains(text, facts[asked.fact].Value) {
			r.unknown = append(r.unknown, asked.Question)
		}
	}
	if r.calls[answers] != len(script) || len(m.Local) != len(script) {
		return r, fmt.Errorf("%d of %d turns were answered", r.calls[answers], len(script))
	}
	r.localMs = slices.Sorted(slices.Values(m.Local))[len(script)/2]
	return r, nil
}

func main() {
	keep := flag.Int("keep", goodKeep, "how many facts a good summary keeps")
	flag.Parse()
	if err := run(*keep); err != nil {
		fmt.Fprintln(os.Stderr, "benchmemory:", err)
		os.Exit(1)
	}
}

func run(keep int) error {
	dir, err := os.MkdirTemp("", "benchmemory")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return err
	}
	script, err := script(encoding, seed)
	if err != nil {
		return err
	}
	python, err := pythonenv.Make("build/benchmemory", requirements)
	if errors.Is(err, pythonenv.ErrMissing) {
		fmt.Fprintln(os.Stderr, "LangChain is left out:", err)
	} else if err != nil {
		return err
	}
	kinds := summarizers
	kinds[0].keep = keep
	var ours, theirs []column
	var goals []string
	for _, s := range kinds {
		sent, err := measureOurs(filepath.Join(dir, s.name+".db"), encoding, script, s.keep)
		if err != nil {
			return err
		}
		r, err := sent.judge(encoding, script)
		if err != nil {
			return fmt.Errorf("judge Burrow: %w", err)
		}
		ours = append(ours, column{"Burrow, " + s.name, r})
		goals = append(goals,
			goal(r.known() == len(facts), "%s summaries, every fact answerable: %d of %d %s", s.name, r.known(), len(facts), strings.Join(r.unknown, " ")),
			goal(r.waited == 0, "%s summaries, no turn waits for one: %d did", s.name, r.waited))
		if python == "" {
			continue
		}
		if sent, err = measureLangChain(python, filepath.Join(dir, s.name+"-langchain.db"), script, s.keep); err != nil {
			return err
		}
		if r, err = sent.judge(encoding, script); err != nil {
			return fmt.Errorf("judge LangChain: %w", err)
		}
		theirs = append(theirs, column{"LangChain, " + s.name, r})
	}
	printTable(append(ours, theirs...))
	fmt.Println(strings.Join(goals, "\n"))
	return nil
}

func measureLangChain(python, file string, script []exchange, keep int) (m measured, err error) {
	vocabulary, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pkoukk/tiktoken-go-loader").Output()
	if err != nil {
		return m, fmt.Errorf("find the vocabulary: %w", err)
	}
	in, err := json.Marshal(map[string]any{
		"database": file, "vocabulary": filepath.Join(strings.TrimSpace(string(vocabulary)), "assets"),
		"instructions": instructions, "threshold": threshold, "keepLast": keepLast, "keep": keep, "facts": facts, "script": script,
	})
	if err != nil {
		return m, err
	}
	cmd := exec.Command(python, "tools/benchmemory/langchain_memory.py")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return m, fmt.Errorf("run LangChain: %w", err)
	}
	return m, json.Unmarshal(out, &m)
}

type column struct {
	name string
	result
}

func printTable(columns []column) {
	fmt.Print("| |")
	for _, c := range columns {
		fmt.Print(" ", c.name, " |")
	}
	fmt.Println("\n|---|" + strings.Repeat("---:|", len(columns)))
	for _, r := range rows {
		fmt.Print("| ", r.name, " |")
		for _, c := range columns {
			fmt.Print(" ", r.cell(c.result), " |")
		}
		fmt.Println()
	}
	fmt.Println()
}

// rows are those of the table. All but the time are the same in every run.
var rows = []struct {
	name string
	cell func(result) string
}{
	{fmt.Sprintf("facts answerable, of %d", len(facts)), func(r result) string { return number(r.known()) }},
	{"tokens sent", func(r result) string { return number(r.sentInAll()) }},
	{"of these for summaries", func(r result) string { return number(r.sent[summaries]) }},
	{"largest prompt of an answer, tokens", func(r result) string { return number(r.largest[answers]) }},
	{"largest prompt of a summary, tokens", func(r result) string { return number(r.largest[summaries]) }},
	{"model calls for answers", func(r result) string { return number(r.calls[answers]) }},
	{"model calls for summaries", func(r result) string { return number(r.calls[summaries]) }},
	{"model calls for a name", func(r result) string { return number(r.calls[names]) }},
	{"model calls to read a question", func(r result) string { return number(r.calls[readings]) }},
	{"turns that waited for a summary", func(r result) string { return number(r.waited) }},
	{timeRow, func(r result) string { return fmt.Sprintf("%.1f ms", r.localMs) }},
}

const timeRow = "a turn without the model, median"

// number writes 12345 as 12,345.
func number(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func goal(passed bool, format string, values ...any) string {
	mark := "MISSED"
	if passed {
		mark = "passed"
	}
	return "- " + mark + ": " + strings.TrimSpace(fmt.Sprintf(format, values...))
}
