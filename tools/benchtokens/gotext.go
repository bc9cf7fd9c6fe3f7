package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
)

// Prose and code come from the Go distribution's own source: it is on every
// machine that can run this program, in the same form for a given release.

func goProse(size int) (string, string, error) {
	files, err := goFiles()
	if err != nil {
		return "", "", err
	}
	seen := map[string]bool{}
	var paragraphs []string
	for _, path := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", "", fmt.Errorf("read comments: %w", err)
		}
		for _, group := range parsed.Comments {
			for block := range strings.SplitSeq(group.Text(), "\n\n") {
				if paragraph, ok := asProse(block); ok && !seen[paragraph] {
					seen[paragraph] = true
					paragraphs = append(paragraphs, paragraph+"\n\n")
				}
			}
		}
	}
	source := "paragraphs of comments in the Go library's source, " + runtime.Version()
	return spread(paragraphs, size), source, nil
}

// asProse joins the lines of a comment's paragraph, and reports whether it reads
// as English: long enough, no code block, hardly anything but letters.
func asProse(block string) (string, bool) {
	lines := strings.Split(strings.Trim(block, "\n"), "\n")
	for _, line := range lines {
		if line == "" || unicode.IsSpace(rune(line[0])) || line[0] == '#' {
			return "", false
		}
	}
	paragraph := strings.Join(lines, " ")
	letters := 0
	for _, r := range paragraph {
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	return paragraph, len(paragraph) >= 150 && letters*100 >= len(paragraph)*93
}

func goCode(size int) (string, string, error) {
	files, err := goFiles()
	if err != nil {
		return "", "", err
	}
	var contents []string
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return "", "", fmt.Errorf("read code: %w", err)
		}
		// Larger files are mostly generated tables.
		if len(content) < 60_000 {
			contents = append(contents, string(content))
		}
	}
	return spread(contents, size), "files of the Go library's source, " + runtime.Version(), nil
}

func goFiles() ([]string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for its root: %w", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	var files []string
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "vendor"):
			return filepath.SkipDir
		case entry.Type().IsRegular() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("the Go distribution has no source")
	}
	return files, err
}
