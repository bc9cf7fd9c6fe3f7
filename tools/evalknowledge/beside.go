package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/docsource"
	"burrow/internal/document"
	"burrow/internal/gather"
	"burrow/internal/store"
)

// measureBeside counts for which questions that rows answer a model is also asked what the
// manual adds: those for rows and manual both, and those of tools/evalsql, for rows alone.
func measureBeside(ctx context.Context, root string) error {
	files, questions, err := loadManual(root)
	if err != nil {
		return err
	}
	var both []asked
	for _, q := range questions {
		if q.query != "" {
			both = append(both, q)
		}
	}
	rows, err := loadRows(root)
	if err != nil {
		return err
	}
	fmt.Println("\nQuestions that the database answers, with the manual attached: a model is asked what it adds to")
	for _, set := range []struct {
		name      string
		questions []asked
	}{{"rows and manual", both}, {"rows alone", rows}} {
		n, err := countBeside(ctx, files, set.questions)
		if err != nil {
			return err
		}
		fmt.Printf("%-15s  %3d of %3d\n", set.name, n, len(set.questions))
	}
	return nil
}

func countBeside(ctx context.Context, files map[string]string, questions []asked) (n int, err error) {
	history, all, err := withManual(ctx, files)
	if err != nil {
		return 0, err
	}
	defer history.Close()
	source := &docsource.Source{Store: history}
	for _, q := range questions {
		found, err := source.Gather(ctx, gather.Question{Asked: chat.Message{Content: q.text}, Means: q.text, Documents: all}, nil)
		if err != nil {
			return 0, err
		}
		if gather.Beyond(q.text, q.query, found.Passages) {
			n++
		}
	}
	return n, nil
}

// withManual is a store that has the manual.
func withManual(ctx context.Context, files map[string]string) (*store.Store, []chat.UID, error) {
	history, err := store.Open(":memory:", store.Options{}, time.Now().UnixMilli())
	if err != nil {
		return nil, nil, err
	}
	var all []chat.UID
	for name, text := range files {
		d, err := add(ctx, history, store.NewDocument{Name: name, Kept: true}, document.Markdown(text))
		if err != nil {
			return nil, nil, err
		}
		all = append(all, d.UID)
	}
	return history, all, nil
}

// loadRows are the English questions of the open sets of tools/evalsql, with their queries.
func loadRows(root string) (out []asked, err error) {
	paths, err := filepath.Glob(filepath.Join(root, "tools/evalsql/testdata/*open.jsonl"))
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var q struct {
				Question, Language, SQL, Expect string
				Tables                          []string
				History                         []json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
				return nil, err
			}
			if q.Expect == "answer" && q.Language == "en" && len(q.History) == 0 {
				out = append(out, asked{text: q.Question, query: q.SQL + " " + strings.Join(q.Tables, " ")})
			}
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
		file.Close()
	}
	return out, err
}
