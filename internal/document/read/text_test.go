package read

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
)

func TestPortionsOfATextAreTheText(t *testing.T) {
	var b strings.Builder
	for i := range 60_000 {
		b.WriteString("## Part " + strconv.Itoa(i) + "\n\nSome words.\nMore.\n\n```\ncode\n\nmore code\n```\n\n")
	}
	text := b.String()
	got, err := read(t, "a.md", []byte(text))
	require.NoError(t, err)
	want := document.Markdown(text)
	require.Equal(t, want, got.Blocks)
	got, err = read(t, "a.txt", []byte(text))
	require.NoError(t, err)
	require.Equal(t, document.Plain(text), got.Blocks)
}

func TestCodeIsCutAtBlankLinesWithItsPlaces(t *testing.T) {
	text := "\n\npackage a\n\n" + strings.Repeat("// a line of a comment that is as long as most of them are\n", 12) + "\nfunc b() {\n\n\treturn\n}\n\n\n"
	got, err := read(t, "a.go", []byte(text))
	require.NoError(t, err)
	require.Len(t, got.Blocks, 2)
	require.Equal(t, 3, got.Blocks[0].Place.Number)
	require.Equal(t, 18, got.Blocks[1].Place.Number)
	require.Equal(t, "func b() {\n\n\treturn\n}", got.Blocks[1].Text)
	long, err := read(t, "a.py", []byte(strings.Repeat("x = 1\n", 2_000)))
	require.NoError(t, err)
	require.Equal(t, 301, long.Blocks[1].Place.Number)
}

func TestTablesOfTextAreFoundOut(t *testing.T) {
	for text, want := range map[string][]string{
		"a,b\n1,2\n":                          {"head (line 1): a | b", "row (line 2): 1 | 2"},
		"a;b\n1,5;2\n":                        {"head (line 1): a | b", "row (line 2): 1,5 | 2"},
		"a\tb\n1\t2, 3\n":                     {"head (line 1): a | b", "row (line 2): 1 | 2, 3"},
		"sep=|\na|b, c\n":                     {"head (line 2): a | b, c"},
		"1,2\n3,4":                            {"row (line 1): 1 | 2", "row (line 2): 3 | 4"},
		"\"a\"\"b\",\"c\nd\"\n\"e\",f\n":      {"head (line 1): a\"b | c d", "row (line 3): e | f"},
		"5\" pipe,\"an \"odd\" quote\",x\n,,": {"head (line 1): 5\" pipe | \"an \"odd\" quote\" | x"},
		"a,\"never closed\nb,c\n":             {"head (line 1): a | \"never closed", "row (line 2): b | c"},
		"one\ntwo\n\nthree":                   {"row (line 1): one", "row (line 2): two", "row (line 4): three"},
		"Report,,\n,North,South\nsum,1,2\n":   {"row (line 1): Report", "head (line 2):  | North | South", "row (line 3): sum | 1 | 2"},
		"a,b,c\n1\n1,2,3,4\n":                 {"head (line 1): a | b | c", "row (line 2): 1", "row (line 3): 1 | 2 | 3 | 4"},
	} {
		got, err := read(t, "a.csv", []byte(text))
		require.NoError(t, err)
		var lines []string
		for _, b := range got.Blocks {
			lines = append(lines, line(b))
		}
		require.Equal(t, want, lines, "%q", text)
	}
}

func TestJSONIsReadAsRowsOrLaidOut(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\":[],\"b\" : {\n} ,\"c\":[1,\n\"x\\u00e4\\\"\"]}": "{\n \"a\": [],\n \"b\": {},\n \"c\": [\n  1,\n  \"xä\\\"\"\n ]\n}",
		"[1, 2]":   "[\n 1,\n 2\n]",
		"\"text\"": "\"text\"",
		"{oops":    "{oops",
	} {
		got, err := read(t, "a.json", []byte(text))
		require.NoError(t, err)
		require.Len(t, got.Blocks, 1)
		require.Equal(t, want, got.Blocks[0].Text)
		require.Equal(t, text == "{oops", len(got.Warnings) > 0)
	}
	got, err := read(t, "a.jsonl", []byte("{\"a\":1}\n\n{\"a\":{\"b\":2}}\n"))
	require.NoError(t, err)
	require.Equal(t, 3, got.Blocks[1].Place.Number)
}

func TestEncodingsAreFoundOut(t *testing.T) {
	for name, file := range map[string]string{
		"a.txt":  "Größe\n",
		"b.txt":  markUTF8 + "Größe",
		"c.txt":  string(utf16Of(markUTF16LE, "Größe")),
		"d.txt":  string(utf16Of(markUTF16BE, "Größe")),
		"e.txt":  "Gr\xf6\xdfe",
		"f.html": "<p>Größe",
		"g.html": "<meta http-equiv=Content-Type content='text/html; charset=ISO-8859-1'><p>Gr\xf6\xdfe",
		"h.html": "<p>Gr\xf6\xdfe",
		"i.html": string(utf16Of(markUTF16LE, "<p>Größe")),
		"j":      "<!-- x --><!DOCTYPE html><p>Größe",
	} {
		got, err := read(t, name, []byte(file))
		require.NoError(t, err, name)
		require.Equal(t, "Größe", got.Blocks[0].Text, name)
		require.Equal(t, name == "e.txt" || name == "h.html", len(got.Warnings) == 1, name)
	}
}

func TestKindsAreFoundOut(t *testing.T) {
	for name, of := range map[string]struct{ head, want string }{
		"a.pdf":      {"%PDF-1.4", PDF},
		"b.txt":      {"\n%PDF-1.4", PDF},
		"a.docx":     {"PK\x03\x04", Word},
		"b.zip":      {"PK\x03\x04", ""},
		"c.zip":      {"PK\x03\x04" + strings.Repeat("x", 26) + "ppt/presentation.xml", PowerPoint},
		"a.csv":      {"a,b", CSV},
		"a.go":       {"package a", Source},
		"Makefile":   {"all:", Source},
		"README":     {"Read me", Plain},
		"a.unknown":  {"<html>", HTML},
		"b.html":     {"\x89PNG\r\n\x1a\n", ""},
		"c.html":     {"MZ is how this page begins", HTML},
		`C:\x\a.MD`:  {"# x", Markdown},
		"a.jpg":      {"text after all", Plain},
		"a.bin":      {"\x00\x01", ""},
		"empty.json": {"", JSON},
	} {
		require.Equal(t, of.want, KindOf([]byte(of.head), name), name)
	}
}
