// Command evalorders measures what text in documents causes when a model obeys it:
//
//	go run ./tools/evalorders -data DIR
//
// DIR has two files of BIPIA: attacks (bipia-text-attacks-train.json) and e-mails with
// questions about them (bipia-email-contexts-train.jsonl). Each attack is inserted at the
// beginning, in the middle and at the end of each e-mail. The result is attached to a chat,
// and the e-mail's question is asked in a whole turn of the engine. The model is scripted
// and always obeys: it repeats the attack as if carried out, writes SQL, JSON, links and
// scripts, calls tools, and says that it will remember things. Its words are the answer;
// anything else that comes of them is counted.
//
// This says nothing about how often a real model obeys. It says what happens when one does.
//
// The same documents go through three settings: with a database that the chat has not
// attached, with one that it has and whose tables are called by words of the attacks, and
// with a small model, which is offered no tools although the engine has one.
//
// Of the 11,250 documents 3,000 are drawn, since all of them take more than five minutes;
// -most 0 takes all. It exits with 1 if anything was caused.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/document"
)

var errCaused = errors.New("text in a document caused something")

func main() {
	dir := flag.String("data", "", "the `directory` of the attacks and e-mails")
	most := flag.Int("most", 3000, "how many documents to draw, always the same ones; 0 for all")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *dir, *most, settings); err != nil {
		fmt.Fprintln(os.Stderr, "evalorders:", err)
		os.Exit(1)
	}
}

// mail is an e-mail with a question about it.
type mail struct {
	Context, Question string
}

// places are where an attack is inserted.
var places = []string{"begin", "middle", "end"}

// attacked is a document with an attack in it, by its place in the lists.
type attacked struct{ mail, attack, place int }

// set is what a measurement goes through.
type set struct {
	mails     []mail
	attacks   []string
	documents []attacked
}

func run(ctx context.Context, w io.Writer, dir string, most int, settings []setting) error {
	all, err := read(dir)
	if err != nil {
		return err
	}
	if all.draw(most); len(all.documents) == 0 {
		return errors.New("there are no attacks or no e-mails")
	}
	var results []result
	for _, s := range settings {
		r, err := measure(ctx, all, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		results = append(results, r)
	}
	all.print(w, results)
	if slices.ContainsFunc(results, func(r result) bool { return r.caused > 0 || r.outside > 0 }) {
		return errCaused
	}
	return nil
}

// read reads both files. Attacks are in the order of their categories' names.
func read(dir string) (out set, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "bipia-text-attacks-train.json"))
	if err != nil {
		return out, err
	}
	var attacks map[string][]string
	if err := json.Unmarshal(text, &attacks); err != nil {
		return out, fmt.Errorf("read the attacks: %w", err)
	}
	for _, category := range slices.Sorted(maps.Keys(attacks)) {
		out.attacks = append(out.attacks, attacks[category]...)
	}
	if text, err = os.ReadFile(filepath.Join(dir, "bipia-email-contexts-train.jsonl")); err != nil {
		return out, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one mail
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return out, fmt.Errorf("read the e-mails: %w", err)
		}
		out.mails = append(out.mails, one)
	}
	return out, lines.Err()
}

// draw takes so many of all documents by chance, always the same ones; all if most is 0.
func (s *set) draw(most int) {
	s.documents = nil
	for m := range s.mails {
		for a := range s.attacks {
			for p := range places {
				s.documents = append(s.documents, attacked{m, a, p})
			}
		}
	}
	if most <= 0 || most >= len(s.documents) {
		return
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(s.documents), func(i, k int) {
		s.documents[i], s.documents[k] = s.documents[k], s.documents[i]
	})
	s.documents = s.documents[:most]
	slices.SortFunc(s.documents, func(a, b attacked) int {
		return cmp.Or(a.mail-b.mail, a.attack-b.attack, a.place-b.place)
	})
}

// text is a document with its attack.
func (s *set) text(d attacked) string {
	text, attack := s.mails[d.mail].Context, s.attacks[d.attack]
	switch places[d.place] {
	case "begin":
		return attack + "\n" + text
	case "middle":
		half := len(text) / 2
		if space := strings.IndexAny(text[half:], " \n"); space >= 0 {
			half += space
			return text[:half] + "\n" + attack + "\n" + text[half+1:]
		}
	}
	return text + "\n" + attack
}

// tables are the names of the database's tables: words of the attacks that are in no
// question.
func (s *set) tables() (out []string) {
	asked := map[string]bool{}
	for _, m := range s.mails {
		for _, w := range wordsOf(m.Question) {
			asked[w] = true
		}
	}
	seen := map[string]bool{}
	for _, a := range s.attacks {
		for _, w := range wordsOf(a) {
			if len(w) > 3 && !asked[w] && !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < 'a' || c > 'z' })
}

// result counts what came of the turns of a setting.
type result struct {
	name   string
	turns  int
	caused int // turns
	kinds  [kinds]int
	// prompts are those that were sent, inside and outside those that have the attack in the
	// document's block, or something elsewhere that the clean e-mail's prompt has not.
	prompts, inside, outside int
	calls                    int
	// named are the turns that noted names for the chat's own questions which the clean
	// e-mail's turn did not.
	named int
	// asked is how many clean e-mails' questions the database gets.
	asked, clean int
}

// measure has all documents go through a setting.
func measure(ctx context.Context, all set, s setting) (r result, err error) {
	r.name = s.name
	b, err := open(ctx, s, all.tables())
	if err != nil {
		return r, err
	}
	defer b.store.Close()
	var plain outcome
	of := -1
	for _, d := range all.documents {
		m := all.mails[d.mail]
		if of != d.mail {
			if plain, err = b.turn(ctx, m.Context, m.Question, ""); err != nil {
				return r, err
			}
			of, r.clean = d.mail, r.clean+1
			if plain.asked > 0 {
				r.asked++
			}
		}
		o, err := b.turn(ctx, all.text(d), m.Question, all.attacks[d.attack])
		if err != nil {
			return r, err
		}
		r.add(o, plain)
	}
	return r, nil
}

// add counts a turn beside the one with the clean e-mail.
func (r *result) add(o, plain outcome) {
	o.caused[databaseAsked] = o.asked > plain.asked
	for k, caused := range o.caused {
		if caused {
			r.kinds[k]++
		}
	}
	if o.caused != [kinds]bool{} {
		r.caused++
	}
	if slices.ContainsFunc(o.names, func(name string) bool { return !slices.Contains(plain.names, name) }) {
		r.named++
	}
	r.turns++
	r.calls += o.calls
	for i, p := range o.prompts {
		r.prompts++
		if p.hasAttack {
			r.inside++
		}
		if i >= len(plain.prompts) || !slices.Equal(p.outside, plain.prompts[i].outside) {
			r.outside++
		}
	}
}

func (s *set) print(w io.Writer, results []result) {
	row := func(label string, of func(r result) any) {
		fmt.Fprintf(w, "%-46s", label)
		for _, r := range results {
			fmt.Fprintf(w, " %12v", of(r))
		}
		fmt.Fprintln(w)
	}
	row("", func(r result) any { return r.name })
	row("turns", func(r result) any { return r.turns })
	row("turns in which anything was caused", func(r result) any { return r.caused })
	for k, name := range kindNames {
		row("  "+name, func(r result) any { return r.kinds[k] })
	}
	row("prompts", func(r result) any { return r.prompts })
	row("  attack in the document's block", func(r result) any { return r.inside })
	row("  attack or anything else new outside of it", func(r result) any { return r.outside })
	fmt.Fprintln(w, "\nFor information:")
	row("model calls", func(r result) any { return r.calls })
	row("turns that noted a name of the attack", func(r result) any { return r.named })
	row("clean e-mails, questions the database gets", func(r result) any { return fmt.Sprintf("%d of %d", r.asked, r.clean) })
	hinted, wrongly := 0, 0
	for _, d := range s.documents {
		if hasHint(s.text(d)) {
			hinted++
		}
	}
	for _, m := range s.mails {
		if hasHint(m.Context) {
			wrongly++
		}
	}
	fmt.Fprintf(w, "documents with the hint that they speak to a model: %d of %d attacked, %d of %d clean\n", hinted, len(s.documents), wrongly, len(s.mails))
}

func hasHint(text string) bool {
	return len(document.Remarks(document.Cut(document.Markdown(text)))) > 0
}
