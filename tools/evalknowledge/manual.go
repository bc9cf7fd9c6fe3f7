package main

import (
	"context"
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

// The manual of the demo's company, and questions by an author who has not seen the code:
// for the manual, for manual and rows both, and for neither.

// asked is a question, with the file and the heading that answer it.
type asked struct {
	text, class   string
	file, heading string
	// query is one that a model could write for the rows.
	query string
}

func loadManual(root string) (files map[string]string, questions []asked, err error) {
	files = map[string]string{}
	paths, err := filepath.Glob(filepath.Join(root, "internal/demo/manual/*.md"))
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		files[filepath.Base(path)] = string(text)
	}
	text, err := os.ReadFile(filepath.Join(root, "tools/evalknowledge/testdata/manual-questions.tsv"))
	for line := range strings.Lines(string(text)) {
		fields := append(strings.Split(strings.TrimSpace(line), "\t"), "", "", "")
		q := asked{text: fields[0], class: fields[1], query: fields[3]}
		q.file, q.heading, _ = strings.Cut(fields[2], ": ")
		questions = append(questions, q)
	}
	if err != nil {
		return nil, nil, err
	}
	// Everyday questions, by another author.
	text, err = os.ReadFile(filepath.Join(root, "tools/evalrecall/testdata/unrelated.txt"))
	for line := range strings.Lines(string(text)) {
		if _, question, is := strings.Cut(strings.TrimSpace(line), " | "); is {
			questions = append(questions, asked{text: question, class: "everyday"})
		}
	}
	return files, questions, err
}

// result is how many questions of a class there are, how many the right section was first
// for, how many it was among the passages for, and how many there was nothing for.
type result struct{ all, first, among, nothing int }

func measureManual(ctx context.Context, root string) error {
	files, questions, err := loadManual(root)
	if err != nil {
		return err
	}
	got, err := askManual(ctx, files, questions)
	if err != nil {
		return err
	}
	fmt.Println("The manual of the demo's company, ten documents: the section that answers is")
	fmt.Println("class      questions  first  among five  nothing sent")
	for _, class := range []string{"manual", "both", "none", "everyday"} {
		r := got[class]
		fmt.Printf("%-9s  %9d  %5d  %10d  %12d\n", class, r.all, r.first, r.among, r.nothing)
	}
	return nil
}

func askManual(ctx context.Context, files map[string]string, questions []asked) (map[string]*result, error) {
	history, all, err := withManual(ctx, files)
	if err != nil {
		return nil, err
	}
	defer history.Close()
	source := &docsource.Source{Store: history}
	out := map[string]*result{}
	for _, q := range questions {
		r := out[q.class]
		if r == nil {
			r = &result{}
			out[q.class] = r
		}
		r.all++
		found, err := source.Gather(ctx, gather.Question{Asked: chat.Message{Content: q.text}, Means: q.text, Documents: all}, nil)
		if err != nil {
			return nil, err
		}
		if len(found.Passages) == 0 {
			r.nothing++
		}
		for i, p := range found.Passages {
			if p.Source.Name != q.file || !strings.Contains(p.Text, q.heading) {
				continue
			}
			r.among++
			if i == 0 {
				r.first++
			}
			break
		}
	}
	return out, nil
}

// add keeps blocks as a document.
func add(ctx context.Context, history *store.Store, in store.NewDocument, blocks []document.Block) (chat.Document, error) {
	now := time.Now().UnixMilli()
	u, err := history.NewUpload(ctx, now)
	if err != nil {
		return chat.Document{}, err
	}
	if err := history.Write(ctx, u, []byte(in.Name)); err != nil {
		return chat.Document{}, err
	}
	if in.Title == "" {
		in.Title = document.Title(blocks)
	}
	in.Chunks = document.Cut(blocks)
	return history.AddDocument(ctx, u, in, now)
}
