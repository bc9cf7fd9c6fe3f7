package read

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// The media types of what is read.
const (
	PDF        = "application/pdf"
	Word       = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	Excel      = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	PowerPoint = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	HTML       = "text/html"
	CSV        = "text/csv"
	TSV        = "text/tab-separated-values"
	JSON       = "application/json"
	JSONLines  = "application/jsonl"
	Markdown   = "text/markdown"
	Source     = "text/x-source"
	Plain      = "text/plain"

	// zipped is a ZIP file of which only its directory tells what it holds.
	zipped = "application/zip"

	// headSize is how much of a file tells its kind.
	headSize = 8 << 10
)

// kindsOfText are kinds of text by the ends of names. What stands nowhere is plain.
var kindsOfText = map[string]string{
	"html": HTML, "htm": HTML, "xhtml": HTML,
	"csv": CSV, "tsv": TSV, "tab": TSV,
	"json": JSON, "geojson": JSON, "ipynb": JSON, "webmanifest": JSON, "har": JSON,
	"jsonl": JSONLines, "ndjson": JSONLines,
	"md": Markdown, "markdown": Markdown, "mdx": Markdown, "mkd": Markdown, "qmd": Markdown, "rmd": Markdown,
}

// sources are the ends of the names of source code and settings.
const sources = " ada adb ads applescript asm astro awk bas bash bat bib c cc cfg cjs clj cljs cmake cmd cob coffee conf cpp cs cshtml css cts cu cxx d dart diff dockerfile " +
	"editorconfig el elm env erl ex exs f f90 fish for fs fsx gitignore go gql gradle graphql groovy h hcl hh hpp hrl hs hxx ini ipp java jl js jsp jsx kt kts less lisp lua m mak " +
	"makefile mjs ml mli mm mod mts nim nix pas patch php pl plist pm po pot pp properties proto ps1 psm1 puml py pyi pyx r rb rkt rs s sas sass sbt scala scm scss sh sol sql st " +
	"sum sv svelte swift tcl tex tf tfvars toml ts tsx v vb vbs vert vhd vhdl vim vue wat wsdl xaml xml xsd xsl xslt yaml yml zig zsh "

// officeByName are the kinds of ZIP files by the ends of names.
var officeByName = map[string]string{
	"docx": Word, "docm": Word, "dotx": Word, "dotm": Word,
	"xlsx": Excel, "xlsm": Excel, "xltx": Excel, "xltm": Excel,
	"pptx": PowerPoint, "pptm": PowerPoint, "potx": PowerPoint, "potm": PowerPoint, "ppsx": PowerPoint, "ppsm": PowerPoint,
}

// KindOf names the media type of a file by its first bytes and, for text, its name. It
// is "" if Read does not know it. 8 KB are enough. Office files are ZIP files, whose
// first bytes do not always tell what they hold; there the name helps out.
func KindOf(head []byte, name string) string {
	head = head[:min(len(head), headSize)]
	if kind := kindOf(head, name); kind != zipped {
		return kind
	}
	for _, of := range []struct{ folder, kind string }{{"word/", Word}, {"xl/", Excel}, {"ppt/", PowerPoint}} {
		if inHead(head, of.folder) {
			return of.kind
		}
	}
	return officeByName[ending(name)]
}

// inHead reports whether an entry at the beginning of a ZIP file is in a folder.
func inHead(head []byte, folder string) bool {
	const before = 30 // what stands between the mark of an entry and its name
	for at := bytes.Index(head, []byte("PK\x03\x04")); at >= 0; {
		if at+before < len(head) && bytes.HasPrefix(head[at+before:], []byte(folder)) {
			return true
		}
		next := bytes.Index(head[at+1:], []byte("PK\x03\x04"))
		if next < 0 {
			return false
		}
		at += 1 + next
	}
	return false
}

func kindOf(head []byte, name string) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return zipped
	case isPDF(head, name):
		return PDF
	case isOtherKnown(head), !isText(head):
		return ""
	}
	end := ending(name)
	kind := kindsOfText[end]
	switch {
	case end == "svg", end == "rtf", end == "mht", end == "mhtml":
		return ""
	case kind != "":
		return kind
	case strings.Contains(sources, " "+end+" "):
		return Source
	case beginsHTML(head):
		return HTML
	}
	return Plain
}

// isPDF reports whether a file is one, perhaps with something in front of it. A text may
// speak of the mark.
func isPDF(head []byte, name string) bool {
	const mark = "%PDF-"
	if bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte(mark)) {
		return true
	}
	return bytes.Contains(head[:min(len(head), 1024)], []byte(mark)) && (ending(name) == "pdf" || !isText(head)) && !isOtherKnown(head)
}

// ending is the end of a file's name behind its last dot, or all of a name without.
func ending(name string) string {
	name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	return name[strings.LastIndexByte(name, '.')+1:]
}

// isText reports whether the beginning of a file can be text: it has no zeros, unless
// it is marked as UTF-16, and hardly any other control characters.
func isText(head []byte) bool {
	if bytes.HasPrefix(head, []byte(markUTF16LE)) || bytes.HasPrefix(head, []byte(markUTF16BE)) {
		return true
	}
	controls := 0
	for _, c := range head {
		switch {
		case c == 0:
			return false
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != 0x1b && c != '\b' && c != 0x1a, c == 0x7f:
			controls++
		}
	}
	return controls*50 <= len(head)
}

// beginsHTML reports whether a text says of itself that it is a page.
func beginsHTML(head []byte) bool {
	text, _ := textOf(head)
	for {
		text = strings.TrimLeft(text, " \t\r\n\ufeff")
		switch {
		case strings.HasPrefix(text, "<!--"):
			_, text, _ = strings.Cut(text, "-->")
		case strings.HasPrefix(text, "<?xml"):
			_, text, _ = strings.Cut(text, "?>")
		default:
			return hasPrefixFold(text, "<!doctype html") || hasPrefixFold(text, "<html")
		}
	}
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// isUTF8 reports whether text is UTF-8, apart from a character that is cut at its end.
func isUTF8(raw []byte) bool {
	for n := range min(len(raw), utf8.UTFMax) {
		if last := raw[len(raw)-1-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				raw = raw[:len(raw)-1-n]
			}
			break
		}
	}
	return utf8.Valid(raw)
}
