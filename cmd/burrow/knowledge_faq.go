package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/understand"
)

// readingPairs is how this program reads the FAQ, as its turns do.
func readingPairs() understand.Options { return understand.Options{DayFirst: dayFirst(os.Getenv)} }

// importFAQ adds the pairs of a file. Rows that are left out are said, and the others are
// kept.
func importFAQ(ctx context.Context, call *knowledgeCall) error {
	text, err := call.readCSV()
	if err != nil {
		return err
	}
	rows, err := faqsource.ReadCSV(text)
	if err != nil {
		return err
	}
	pairs, err := call.history.Pairs(ctx)
	if err != nil {
		return err
	}
	plan := faqsource.Plan(pairs, rows, readingPairs())
	if !call.preview && len(plan.Keep) > 0 {
		if _, err := call.history.KeepPairs(ctx, plan.Keep, time.Now().UnixMilli()); err != nil {
			return err
		}
	}
	for _, problem := range plan.Problems {
		fmt.Fprintln(call.std.err, say.T("Row {row}: {problem}", "row", problem.Row, "problem", problem.Message))
	}
	said := say.English("{added} added, {changed} changed, {same} as before, {left} left out.")
	if call.preview {
		said = "{added} to add, {changed} to change, {same} as before, {left} to leave out."
	}
	fmt.Fprintln(call.std.out, say.T(said, "added", plan.Added, "changed", plan.Changed, "same", plan.Same, "left", len(plan.Problems)))
	if n := len(plan.Problems); n > 0 && !call.preview {
		return errors.New(say.Plural(n, "{n} row was left out.", "{n} rows were left out."))
	}
	return nil
}

func (call *knowledgeCall) readCSV() (string, error) {
	name := call.args[0]
	if name == "-" {
		text, err := io.ReadAll(call.std.in)
		return string(text), err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", plain(name, err)
	}
	return string(text), nil
}

func exportFAQ(ctx context.Context, call *knowledgeCall) error {
	pairs, err := call.history.Pairs(ctx)
	if err != nil {
		return err
	}
	text := faqsource.WriteCSV(pairs)
	if call.out != "" {
		if err := os.WriteFile(call.out, []byte(text), 0o600); err != nil {
			return plain(call.out, err)
		}
		return nil
	}
	_, err = io.WriteString(call.std.out, text)
	return err
}

// pairOut is a pair as --json prints it.
type pairOut struct {
	UID      string   `json:"uid"`
	Question string   `json:"question"`
	Also     []string `json:"also,omitempty"`
	Answer   string   `json:"answer"`
	// Clash is the question of a pair with the same one and another answer.
	Clash string `json:"clash,omitempty"`
}

func listFAQ(ctx context.Context, call *knowledgeCall) error {
	pairs, err := call.history.Pairs(ctx)
	if err != nil {
		return err
	}
	if len(pairs) == 0 && !call.json {
		fmt.Fprintln(call.std.err, say.T("The FAQ is empty. `burrow knowledge faq import` fills it from a CSV file."))
	}
	clashes := faqsource.Clashes(pairs, readingPairs())
	for i, p := range pairs {
		clash := ""
		if clashes[i] >= 0 {
			clash = pairs[clashes[i]].Question
		}
		if call.json {
			if err := call.print(pairOut{p.UID.String(), p.Question, p.Also, p.Answer, clash}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(call.std.out, "%s  %s\n", short(p.UID), printable(p.Question))
		for _, wording := range p.Also {
			fmt.Fprintf(call.std.out, "          %s\n", printable(wording))
		}
		first, _, _ := strings.Cut(p.Answer, "\n")
		fmt.Fprintf(call.std.out, "          → %s\n", printable(first))
		if clash != "" {
			fmt.Fprintf(call.std.out, "          %s\n", say.T("It does not answer: “{question}” is the same question and has another answer.", "question", printable(clash)))
		}
	}
	return nil
}

func removeFAQ(ctx context.Context, call *knowledgeCall) error {
	if call.all {
		n, err := call.history.RemovePairs(ctx, chat.UID{})
		if err == nil {
			fmt.Fprintln(call.std.out, say.Plural(n, "{n} question was removed.", "{n} questions were removed."))
		}
		return err
	}
	for _, name := range call.args {
		p, err := call.findPair(ctx, name)
		if err == nil {
			_, err = call.history.RemovePairs(ctx, p.UID)
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(call.std.out, say.T("{name} was removed.", "name", printable(p.Question)))
	}
	return nil
}

// findPair finds a pair by its question, its whole uid or the last digits of it.
func (call *knowledgeCall) findPair(ctx context.Context, name string) (out chat.Pair, err error) {
	pairs, err := call.history.Pairs(ctx)
	if err != nil {
		return out, err
	}
	found := 0
	for _, p := range pairs {
		uid := p.UID.String()
		if strings.EqualFold(p.Question, name) || uid == name {
			return p, nil
		}
		if len(name) >= 4 && strings.HasSuffix(uid, name) {
			out = p
			found++
		}
	}
	switch found {
	case 0:
		return out, fault.New(fault.NotFound, "The FAQ has no question {name}. `burrow knowledge faq list` shows what there is.", "name", name)
	case 1:
		return out, nil
	}
	return out, fault.New(fault.Invalid, "Several questions end in {name}. Name one by more digits.", "name", name)
}
