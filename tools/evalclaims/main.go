// Evalclaims measures how well package claims tells altered sentences of answers from
// true ones, on answers over the demo's manual by an author who had seen no check. Each
// has at most one sentence that is false: its number or name was altered, a denial, a
// condition, or who does something.
//
// Half of the answers are held out: of these it prints only totals. With -url, a model at
// that address reads the sentences again, as one does in a chat; OPENAI_API_KEY is its key.
//
//	go run ./tools/evalclaims [-half open|kept|both] [-url http://127.0.0.1:8080/v1 -model NAME]
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/claims"
	"burrow/internal/llm"
)

func main() {
	half := flag.String("half", "both", "open, kept or both")
	dir := flag.String("data", "tools/evalclaims/testdata", "the directory of the answers")
	url := flag.String("url", "", "the address of a model that reads them again")
	model := flag.String("model", "", "its name")
	flag.Parse()
	var reads *llm.Answerer
	if *url != "" {
		reads = &llm.Answerer{Model: &llm.Client{Base: *url, Token: os.Getenv("OPENAI_API_KEY"), Transport: llm.NewHTTP()}, Settings: chat.Settings{Model: model}}
	}
	if err := run(context.Background(), os.Stdout, *dir, *half, reads); err != nil {
		fmt.Fprintln(os.Stderr, "evalclaims:", err)
		os.Exit(1)
	}
}

// example is a line of answers.jsonl.
type example struct {
	ID       string
	Question string
	Sources  []struct {
		N       int
		File    string
		Heading string
		Text    string
	}
	Answer string
	False  *struct {
		Kind, Sentence, Right string
	}
}

// score is what was marked, of how many, by kind.
type score struct {
	marked, of map[string]int
	// heard is in how many answers a model said something that could be read.
	heard int
}

// trueClaims is the kind of sentences that were not altered.
const trueClaims = "true"

func run(ctx context.Context, out io.Writer, dir, half string, reads *llm.Answerer) error {
	all, halves, err := read(dir)
	if err != nil {
		return err
	}
	for _, of := range []string{"open", "kept"} {
		if half != of && half != "both" {
			continue
		}
		s, answers, err := measure(ctx, out, all, halves, of, reads)
		if err != nil {
			return err
		}
		s.print(out, of, answers)
	}
	return nil
}

// measure checks the answers of a half.
func measure(ctx context.Context, out io.Writer, all []example, halves map[string]string, half string, reads *llm.Answerer) (s score, answers int, err error) {
	s = score{marked: map[string]int{}, of: map[string]int{}}
	for _, e := range all {
		if halves[e.ID] != half {
			continue
		}
		answers++
		list := claims.Check(e.Answer, passages(e), e.Question)
		if reads != nil {
			heard, err := readAgain(ctx, *reads, e, list)
			if err != nil {
				return s, answers, err
			}
			if heard > 0 {
				s.heard++
			}
		}
		s.add(out, e, list, half == "open")
	}
	return s, answers, nil
}

// readAgain has a model read the claims that hold by their words.
func readAgain(ctx context.Context, reads llm.Answerer, e example, list []claims.Claim) (heard int, err error) {
	var asked []int
	for i, c := range list {
		if c.Holds {
			asked = append(asked, i)
		}
	}
	system, user := claims.Request(e.Answer, list, asked, passages(e))
	if user == "" {
		return 0, nil
	}
	got, err := reads.Help(ctx, system, user, 2_500, &llm.Schema{Name: claims.SchemaName, JSON: chat.RawJSON(claims.Schema)})
	if err != nil {
		return 0, err
	}
	return claims.Verdicts(got.Content, e.Answer, list, asked, passages(e)), nil
}

func passages(e example) (out []claims.Passage) {
	for _, p := range e.Sources {
		out = append(out, claims.Passage{Number: p.N, Text: p.Text, Heading: p.Heading})
	}
	return out
}

// add checks one answer. Misses are told of open ones only.
func (s *score) add(out io.Writer, e example, list []claims.Claim, tell bool) {
	from, to := -1, -1
	if e.False != nil {
		from = strings.Index(e.Answer, e.False.Sentence)
		to = from + len(e.False.Sentence)
	}
	found := false
	for _, c := range list {
		if from >= 0 && c.From < to && c.To > from {
			found = found || !c.Holds
			if !c.Holds && tell {
				fmt.Fprintf(out, "  found   %s %s: %s\n", e.ID, why(c), e.Answer[c.From:c.To])
			}
			continue
		}
		s.of[trueClaims]++
		if !c.Holds {
			s.marked[trueClaims]++
			if tell {
				fmt.Fprintf(out, "  wrongly %s %s: %s\n", e.ID, why(c), e.Answer[c.From:c.To])
			}
		}
	}
	if e.False == nil {
		return
	}
	s.of[e.False.Kind]++
	if found {
		s.marked[e.False.Kind]++
	} else if tell {
		fmt.Fprintf(out, "  missed  %s %s: %s (%s)\n", e.ID, e.False.Kind, e.False.Sentence, e.False.Right)
	}
}

// why is what does not hold.
func why(c claims.Claim) string {
	if c.Strange != "" {
		return c.Strange
	}
	return fmt.Sprintf("%q", c.Quote)
}

func (s *score) print(out io.Writer, half string, answers int) {
	fmt.Fprintf(out, "%s: %d answers", half, answers)
	if s.heard > 0 {
		fmt.Fprintf(out, ", %d read by the model", s.heard)
	}
	fmt.Fprintln(out)
	line := func(name string, kinds ...string) {
		marked, of := 0, 0
		for _, k := range kinds {
			marked, of = marked+s.marked[k], of+s.of[k]
		}
		fmt.Fprintf(out, "  %-28s %3d of %3d  %5.1f %%\n", name, marked, of, 100*float64(marked)/float64(max(of, 1)))
	}
	line("altered numbers and names", "number", "name")
	line("other alterations", "negation", "condition", "subject")
	for _, kind := range []string{"number", "name", "negation", "condition", "subject"} {
		line("  "+kind, kind)
	}
	line("true claims marked", trueClaims)
}

func read(dir string) (all []example, halves map[string]string, err error) {
	split, err := os.ReadFile(filepath.Join(dir, "split.txt"))
	if err != nil {
		return nil, nil, err
	}
	halves = map[string]string{}
	for line := range strings.Lines(string(split)) {
		id, half, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if half == "" {
			id, half, _ = strings.Cut(strings.TrimSpace(line), " ")
		}
		halves[id] = strings.TrimSpace(half)
	}
	file, err := os.Open(filepath.Join(dir, "answers.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e example
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, nil, err
		}
		all = append(all, e)
	}
	return all, halves, lines.Err()
}
