package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// kept is what earlier runs have found out, a line each.
type kept struct {
	file    string
	results map[string]outcome
}

// finding is a line of the file. The first has no name, but the digests of what was
// tried.
type finding struct {
	Name    string  `json:"name,omitempty"`
	Outcome outcome `json:"outcome,omitempty"`
	Source  string  `json:"source,omitempty"`
	Tests   string  `json:"tests,omitempty"`
}

// openKept reads what is still true. Tests that are new may kill more, so what was
// alive is tried again.
func openKept(dir string, p *pkg, fresh bool) (*kept, error) {
	k := &kept{file: filepath.Join(dir, strings.ReplaceAll(p.dir, "/", "-")+".jsonl"), results: map[string]outcome{}}
	now, err := digests(p)
	if err != nil {
		return nil, err
	}
	before, err := k.read()
	if err != nil {
		return nil, err
	}
	if fresh || before.Source != now.Source {
		k.results = map[string]outcome{}
	} else if before.Tests != now.Tests {
		for name, result := range k.results {
			if result == alive || result == unreached {
				delete(k.results, name)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := os.Remove(k.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := k.write(now); err != nil {
		return nil, err
	}
	for name, result := range k.results {
		if err := k.write(finding{Name: name, Outcome: result}); err != nil {
			return nil, err
		}
	}
	return k, nil
}

func (k *kept) read() (head finding, err error) {
	f, err := os.Open(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return head, nil
	}
	if err != nil {
		return head, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one finding
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			break // a run that was killed has cut its last line
		}
		if one.Name == "" {
			head = one
		} else {
			k.results[one.Name] = one.Outcome
		}
	}
	return head, lines.Err()
}

func (k *kept) add(name string, result outcome) error {
	k.results[name] = result
	return k.write(finding{Name: name, Outcome: result})
}

func (k *kept) write(one finding) error {
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(k.file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// digests are those of a package's code and of its tests.
func digests(p *pkg) (finding, error) {
	source, tests := sha256.New(), sha256.New()
	dir := filepath.Join(p.root, p.dir)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inTestdata := strings.HasPrefix(path, filepath.Join(dir, "testdata"))
		if d.IsDir() {
			if path != dir && !inTestdata {
				return fs.SkipDir
			}
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		into := source
		if inTestdata || strings.HasSuffix(path, "_test.go") {
			into = tests
		}
		fmt.Fprintf(into, "%s %d\n%s", d.Name(), len(content), content)
		return nil
	})
	return finding{Source: hex.EncodeToString(source.Sum(nil)), Tests: hex.EncodeToString(tests.Sum(nil))}, err
}

// equivalent are the changes that make no difference.
type equivalent struct {
	reasons map[string]string
	gone    []string
}

// readEquivalent reads the list: a reason in a comment, and below it the changes it
// is the reason of, by their names.
func readEquivalent(path, dir string, all []*mutant) (equivalent, error) {
	out := equivalent{reasons: map[string]string{}}
	text, err := os.ReadFile(path)
	if err != nil {
		return out, err
	}
	known := map[string]bool{}
	for _, m := range all {
		known[m.name] = true
	}
	reason, comment := "", false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		words, isComment := strings.CutPrefix(line, "#")
		switch {
		case line == "":
			reason = ""
		case isComment && comment:
			reason += words
		case isComment:
			reason = strings.TrimSpace(words)
		case reason == "":
			return out, fmt.Errorf("%s: there is no reason for %s", path, line)
		case known[line]:
			out.reasons[line] = reason
		case strings.HasPrefix(line, dir+"/"):
			out.gone = append(out.gone, line)
		}
		comment = isComment
	}
	return out, nil
}
