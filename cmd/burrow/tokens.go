package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"burrow/internal/say"
	"burrow/internal/tokens"
)

const tokensHelp say.English = `Usage: burrow tokens [FLAGS] [FILE…]

Counts tokens exactly as OpenAI's models do. Prints COUNT<TAB>FILE for each file,
and COUNT for standard input, which is read when no file is given; "-" stands for
it among files. Each byte that is not UTF-8 counts as U+FFFD.

  --encoding NAME   cl100k_base (the default) or o200k_base
  --model NAME      the encoding of this model; for models with another tokenizer
                    the count is an estimate, marked with "~"
  --role ROLE       count each input as a message of this role: content, role
                    and 4 for the marks around them
  --ids             print the token ids, separated by spaces, instead of the count
  --json            print one JSON object per line: file, count, encoding,
                    estimate, and ids with --ids

Exit status: 0; 1 if a file could not be read (the others are counted); 2 for a
wrong usage.
`

// tokenCount is what the command says of one input.
type tokenCount struct {
	File     string      `json:"file,omitempty"`
	Count    int         `json:"count"`
	Encoding tokens.Name `json:"encoding"`
	Estimate bool        `json:"estimate"`
	IDs      []uint32    `json:"ids,omitempty"`
}

func runTokens(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("tokens", flag.ContinueOnError)
	name := flags.String("encoding", "", "")
	model := flags.String("model", "", "")
	role := flags.String("role", "", "")
	withIDs := flags.Bool("ids", false, "")
	asJSON := flags.Bool("json", false, "")
	files, code, ok := parse(flags, tokensHelp, args, std)
	if !ok {
		return code
	}
	choice := tokens.Choice{Encoding: tokens.Cl100k}
	switch {
	case *name != "" && *model != "":
		return mistake("tokens", say.Error("use either --encoding or --model"), std)
	case *name != "":
		choice.Encoding = tokens.Name(*name)
	case *model != "":
		choice = tokens.ForModel(*model)
	}
	if *withIDs && *role != "" {
		return mistake("tokens", say.Error("use either --ids or --role: the marks of a message have no ids"), std)
	}
	encoding, err := tokens.Embedded(choice.Encoding)
	if errors.Is(err, tokens.ErrUnknownEncoding) {
		return mistake("tokens", say.Error("there is no encoding {name}, only cl100k_base and o200k_base", "name", strconv.Quote(string(choice.Encoding))), std)
	}
	if err != nil {
		fmt.Fprintf(std.err, "burrow tokens: %v\n", err)
		return exitFailure
	}
	count := func(file, text string) tokenCount {
		result := tokenCount{File: file, Encoding: choice.Encoding, Estimate: choice.Estimate}
		switch {
		case *withIDs:
			result.IDs = encoding.Encode([]uint32{}, text)
			result.Count = len(result.IDs)
		case *role != "":
			result.Count = encoding.CountMessage(*role, text)
		default:
			result.Count = encoding.Count(text)
		}
		return result
	}
	write := writeTokenLine
	if *asJSON {
		write = writeTokenJSON
	}
	return countInputs(ctx, files, count, write, std)
}

func countInputs(ctx context.Context, files []string, count func(file, text string) tokenCount, write func(io.Writer, tokenCount) error, std streams) int {
	out := bufio.NewWriter(std.out)
	code := exitOK
	inputs := files
	if len(files) == 0 {
		inputs = []string{""}
	}
	for _, file := range inputs {
		if ctx.Err() != nil {
			code = exitFailure
			break
		}
		text, err := readInput(file, std.in)
		if err == nil {
			err = write(out, count(file, text))
		}
		if err != nil {
			fmt.Fprintf(std.err, "burrow tokens: %v\n", err)
			code = exitFailure
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(std.err, "burrow tokens: %v\n", err)
		return exitFailure
	}
	return code
}

// readInput reads a file, or in for "" and "-".
func readInput(file string, in io.Reader) (string, error) {
	var b strings.Builder
	if file == "" || file == "-" {
		if _, err := io.Copy(&b, in); err != nil {
			return "", fmt.Errorf("%s: %w", say.T("read standard input"), err)
		}
		return b.String(), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", plain(file, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		return "", say.Error("{file} is a folder; name the files in it", "file", file)
	}
	if err == nil {
		b.Grow(int(min(info.Size(), 1<<30)))
		_, err = io.Copy(&b, f)
	}
	if err != nil {
		return "", plain(file, err)
	}
	return b.String(), nil
}

// plain says in plain words why a file cannot be read.
func plain(file string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return say.Error("{file}: there is no such file", "file", file)
	case errors.Is(err, fs.ErrPermission):
		return say.Error("{file}: you may not read it", "file", file)
	}
	return err
}

func writeTokenLine(w io.Writer, c tokenCount) error {
	var line []byte
	switch {
	case c.IDs != nil:
		for i, id := range c.IDs {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendUint(line, uint64(id), 10)
		}
	case c.Estimate:
		line = strconv.AppendInt(append(line, '~'), int64(c.Count), 10)
	default:
		line = strconv.AppendInt(line, int64(c.Count), 10)
	}
	if c.File != "" {
		line = append(append(line, '\t'), c.File...)
	}
	_, err := w.Write(append(line, '\n'))
	return err
}

func writeTokenJSON(w io.Writer, c tokenCount) error {
	return json.NewEncoder(w).Encode(c)
}
