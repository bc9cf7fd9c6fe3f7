package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// outputs keeps what commands printed, so that several figures of one run it once.
var outputs sync.Map

// printed runs a command in the project and gives the number that the pattern's
// group finds in what it prints. DATA in the command is the directory of the data.
func printed(command, pattern string) func(project) (float64, error) {
	find := regexp.MustCompile(pattern)
	return func(p project) (float64, error) {
		run := sync.OnceValues(func() (string, error) {
			arguments := strings.Fields(command)
			for i, a := range arguments {
				arguments[i] = strings.ReplaceAll(a, "DATA", p.data)
			}
			cmd := exec.Command(arguments[0], arguments[1:]...)
			cmd.Dir = p.root
			out, err := cmd.Output()
			if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
				// A goal that is missed is still measured.
				return string(out) + string(exit.Stderr), nil
			}
			return string(out), err
		})
		kept, _ := outputs.LoadOrStore(p.root+"\x00"+command, run)
		text, err := kept.(func() (string, error))()
		if err != nil {
			return 0, err
		}
		return one(find, text, "`"+command+"` prints")
	}
}

// source gives the number that the pattern's group finds in a file.
func source(file, pattern string) func(project) (float64, error) {
	find := regexp.MustCompile(pattern)
	return func(p project) (float64, error) {
		text, err := p.read(file)
		if err != nil {
			return 0, err
		}
		return one(find, text, file+" has")
	}
}

func one(find *regexp.Regexp, text, where string) (float64, error) {
	found := find.FindStringSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("nothing in what %s is like %q:\n%s", where, find, text[max(0, len(text)-2000):])
	}
	return stated(strings.ReplaceAll(found[1], "_", "")), nil
}

// matches counts what the pattern finds in a file.
func matches(file, pattern string) func(project) (float64, error) {
	find := regexp.MustCompile(pattern)
	return func(p project) (float64, error) {
		text, err := p.read(file)
		return float64(len(find.FindAllString(text, -1))), err
	}
}

// The units of durations, which are given in seconds.
var units = strings.NewReplacer("time.Millisecond", "0.001", "time.Second", "1.0", "time.Minute", "60.0", "time.Hour", "3600.0")

// goConstant gives a constant of a package: a number, or a duration in seconds.
func goConstant(dir, name string) func(project) (float64, error) {
	return func(p project) (float64, error) {
		files, err := filepath.Glob(filepath.Join(p.root, filepath.FromSlash(dir), "*.go"))
		if err != nil {
			return 0, err
		}
		for _, file := range files {
			positions := token.NewFileSet()
			parsed, err := parser.ParseFile(positions, file, nil, parser.SkipObjectResolution)
			if err != nil {
				return 0, err
			}
			value := constantIn(parsed, name)
			if value == nil {
				continue
			}
			var written bytes.Buffer
			if err := printer.Fprint(&written, positions, value); err != nil {
				return 0, err
			}
			result, err := types.Eval(positions, nil, token.NoPos, units.Replace(written.String()))
			if err != nil || result.Value == nil {
				return 0, fmt.Errorf("%s.%s is %s, which is no plain number", dir, name, &written)
			}
			number, _ := constant.Float64Val(constant.ToFloat(result.Value))
			return number, nil
		}
		return 0, fmt.Errorf("%s has no constant %s", dir, name)
	}
}

// constantIn finds the expression of a file's constant.
func constantIn(file *ast.File, name string) ast.Expr {
	for _, declared := range file.Decls {
		group, ok := declared.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, n := range spec.Names {
				if n.Name == name && i < len(spec.Values) {
					return spec.Values[i]
				}
			}
		}
	}
	return nil
}

// always gives a number that Go's own code says.
func always[N int | float64](value N) func(project) (float64, error) {
	return func(project) (float64, error) { return float64(value), nil }
}

// changed gives a figure that is made of another.
func changed(of func(project) (float64, error), how func(float64) float64) func(project) (float64, error) {
	return func(p project) (float64, error) {
		value, err := of(p)
		return how(value), err
	}
}

// together gives the sum of several.
func together(parts ...func(project) (float64, error)) func(project) (float64, error) {
	return func(p project) (sum float64, err error) {
		for _, part := range parts {
			value, err := part(p)
			if err != nil {
				return 0, err
			}
			sum += value
		}
		return sum, nil
	}
}

func twice(n float64) float64 { return 2 * n }

// weighed gives what `make size` prints of a file or group, in the column that many
// before its name: 1 is its budget, 2 the bytes that a browser transfers, 4 those
// of the file.
func weighed(name string, column int) func(project) (float64, error) {
	// The growth stands last.
	behind := strings.Repeat(` +[\d,+-]+`, column)
	return printed("go run ./tools/size", `(?m)([\d,]+)`+behind+`  `+regexp.QuoteMeta(name)+`$`)
}
