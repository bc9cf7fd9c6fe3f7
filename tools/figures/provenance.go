package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// tests is a table of tests, some of which have numbers in their names.
const tests = "docs/behaviours.md"

// documents are held to the rule below.
func documents(p project) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(p.root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	names := []string{readme}
	for _, file := range files {
		if name := "docs/" + filepath.Base(file); name != tests {
			names = append(names, name)
		}
	}
	return names, nil
}

var (
	// quantity is a figure: a number with a unit, or a score.
	quantity = regexp.MustCompile(`\b\d[\d,.]*[ -]?(?:ms|µs|s|kB|MB|GB|KiB|MiB|GiB|%|×|tokens/s)(?:[^\pL]|$)|` +
		`(?i:\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -](?:seconds?|minutes?|hours?|times (?:as|that|the)|tokens a second))\b|` +
		`(?:^|[ (|])\.\d{2,3}\b`)
	// mark says where figures come from: a command, or hands, and a commit.
	mark = regexp.MustCompile("(?:`([^`]+)`|by hand)(?: \\([^)]*\\))? at `([0-9a-f]{7})`")
	// machine says on what they were measured.
	machine = regexp.MustCompile(`on two (?:shared )?cores`)
	// timed is a quantity of time or speed, which a machine decides.
	timed = regexp.MustCompile(`\b\d[\d,.]*[ -]?(?:ms|µs|s|×|tokens/s|minutes?|times (?:as|that)|tokens a second)(?:[^\pL]|$)`)
	// heading begins a section.
	heading = regexp.MustCompile(`(?m)^#{1,3} `)
)

// A section is a part of a document, from its heading on.
type section struct {
	file, text string
	// head is the document's first section.
	head string
}

// where names a section.
func (s section) where() string {
	title, _, _ := strings.Cut(s.text, "\n")
	return fmt.Sprintf("%s, %q", s.file, title)
}

// sections divides the documents.
func sections(p project) (all []section, err error) {
	names, err := documents(p)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := p.read(name)
		if err != nil {
			return nil, err
		}
		starts := heading.FindAllStringIndex(text, -1)
		var head string
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			if i == 0 {
				head = text[at[0]:end]
			}
			all = append(all, section{name, text[at[0]:end], head})
		}
	}
	return all, nil
}

// unproven returns a sentence for each section of the documents that has figures
// without a command and a commit, times without a machine, or names a command that
// is not there. Figures of the registry are proven.
func unproven(p project, all []figure) (wrong []string, err error) {
	parts, err := sections(p)
	if err != nil {
		return nil, err
	}
	for _, s := range parts {
		marks := mark.FindAllStringSubmatch(s.text, -1)
		for _, m := range marks {
			if err := exists(p, m[1]); err != nil {
				wrong = append(wrong, fmt.Sprintf("%s: %v", s.where(), err))
			}
		}
		left, err := unchecked(s, all)
		if err != nil {
			return nil, err
		}
		found := quantity.FindString(left)
		switch {
		case found == "":
		case len(marks) == 0:
			wrong = append(wrong, fmt.Sprintf("%s states %q: which command made it, at which commit? Write \"`command` at `commit`\", or add it to tools/figures/registry.go", s.where(), strings.TrimSpace(found)))
		case timed.MatchString(left) && !machine.MatchString(s.text) && !machine.MatchString(s.head):
			wrong = append(wrong, fmt.Sprintf("%s states %q: on which machine? Write \"on two shared cores\", there or at the document's head", s.where(), strings.TrimSpace(timed.FindString(left))))
		}
	}
	return wrong, nil
}

// listMeasured prints which commands made the figures that are not compared, and at
// which commits.
func listMeasured(w io.Writer, p project) error {
	parts, err := sections(p)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nNot compared, since they depend on the machine or on data:\n\n| measured in | command | commit |\n|---|---|---|")
	for _, s := range parts {
		seen := make(map[string]bool)
		for _, m := range mark.FindAllStringSubmatch(s.text, -1) {
			if m[1] == "" || seen[m[0]] {
				continue
			}
			seen[m[0]] = true
			fmt.Fprintf(w, "| %s | `%s` | %s |\n", s.where(), m[1], m[2])
		}
	}
	return nil
}

// unchecked is a section without the figures that are compared with their commands.
func unchecked(s section, all []figure) (string, error) {
	left := s.text
	for _, f := range all {
		for _, q := range f.quotes {
			if q.file != s.file {
				continue
			}
			pattern, err := q.pattern()
			if err != nil {
				return "", err
			}
			left = pattern.ReplaceAllString(left, "")
		}
	}
	return left, nil
}

var (
	target   = regexp.MustCompile(`^make ([a-z-]+)`)
	directed = regexp.MustCompile(`^go (?:run|test)\b.* (\./[a-z/]+)`)
	named    = regexp.MustCompile(`-run (\S+)`)
)

// exists checks that a command is one of the project.
func exists(p project, command string) error {
	if command == "" {
		return nil // by hand
	}
	if found := target.FindStringSubmatch(command); found != nil {
		makefile, err := p.read("Makefile")
		if err != nil {
			return err
		}
		if !regexp.MustCompile(`(?m)^` + found[1] + `:`).MatchString(makefile) {
			return fmt.Errorf("there is no `make %s`", found[1])
		}
		return nil
	}
	found := directed.FindStringSubmatch(command)
	if found == nil {
		return fmt.Errorf("`%s` is no command of this project: make, go run or go test", command)
	}
	dir := filepath.Join(p.root, filepath.FromSlash(found[1]))
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("`%s`: there is no %s", command, found[1])
	}
	if test := named.FindStringSubmatch(command); test != nil {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if regexp.MustCompile(`func Test\w*` + test[1]).Match(text) {
				return nil
			}
		}
		return fmt.Errorf("`%s`: there is no such test", command)
	}
	return nil
}
