package read

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

func noStep() error { return nil }

// tokens are what the reader makes of XML, each in a line.
func tokens(in io.Reader) (string, error) {
	in, err := unmarked(in)
	if err != nil {
		return "", err
	}
	x := newXML(in, noStep)
	var b strings.Builder
	wasChars := false
	for {
		kind, err := x.next()
		if wasChars && (kind != xmlChars || err != nil) {
			b.WriteByte('\n')
		}
		wasChars = kind == xmlChars && err == nil
		switch {
		case err == io.EOF:
			return b.String(), nil
		case err != nil:
			return b.String(), err
		case kind == xmlBegin:
			b.WriteString("<" + x.name)
			for _, a := range x.attributes {
				b.WriteString(" " + string(localName(a.name)) + "=" + x.attribute(string(localName(a.name))))
			}
			b.WriteByte('\n')
		case kind == xmlEnd:
			b.WriteString("/" + x.name + "\n")
		default:
			b.Write(x.chars)
		}
	}
}

// theirTokens are those of the standard library, up to the end of the outermost element.
func theirTokens(in io.Reader) (string, error) {
	d := xml.NewDecoder(in)
	var b strings.Builder
	wasChars := false
	for depth := 0; ; {
		token, err := d.RawToken()
		if err != nil {
			return b.String(), err
		}
		chars, isChars := token.(xml.CharData)
		if wasChars && !isChars {
			b.WriteByte('\n')
			wasChars = false
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			b.WriteString("<" + token.Name.Local)
			first := map[string]string{}
			for _, a := range token.Attr {
				if _, ok := first[a.Name.Local]; !ok {
					first[a.Name.Local] = a.Value
				}
				b.WriteString(" " + a.Name.Local + "=" + first[a.Name.Local])
			}
			b.WriteByte('\n')
		case xml.EndElement:
			b.WriteString("/" + token.Name.Local + "\n")
			if depth--; depth == 0 {
				return b.String(), nil
			}
		case xml.CharData:
			if depth > 0 && len(chars) > 0 {
				b.Write(chars)
				wasChars = true
			}
		}
	}
}

// partsOf are the parts of the Office files among the fixtures.
func partsOf(t testing.TB) map[string][]byte {
	all := map[string][]byte{}
	for _, name := range documents(t) {
		if officeByName[ending(name)] == "" {
			continue
		}
		file := fixture(t, name)
		r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		for _, f := range r.File {
			if end := path.Ext(f.Name); end == ".xml" || end == ".rels" {
				in, err := f.Open()
				require.NoError(t, err)
				all[name+"/"+f.Name], err = io.ReadAll(in)
				require.NoError(t, err)
			}
		}
	}
	require.Greater(t, len(all), 100)
	return all
}

func TestXMLIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	for name, part := range partsOf(t) {
		if bytes.Contains(part, []byte("\r")) {
			part = bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n"))
		}
		want, err := theirTokens(bytes.NewReader(part))
		require.NoError(t, err, name)
		got, err := tokens(bytes.NewReader(part))
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		slow, err := tokens(iotest.OneByteReader(bytes.NewReader(part)))
		require.NoError(t, err)
		require.Equal(t, want, slow, name)
		for _, mark := range []string{markUTF16LE, markUTF16BE} {
			wide, err := tokens(bytes.NewReader(utf16Of(mark, string(part))))
			require.NoError(t, err)
			require.Equal(t, want, wide, name)
		}
	}
}

// utf16Of is text as UTF-16, with its mark.
func utf16Of(mark, text string) []byte {
	out := []byte(mark)
	add := func(unit rune) {
		if mark == markUTF16LE {
			out = append(out, byte(unit), byte(unit>>8))
		} else {
			out = append(out, byte(unit>>8), byte(unit))
		}
	}
	for _, r := range text {
		if r > 0xffff {
			add(0xd800 + (r-0x10000)>>10)
			r = 0xdc00 + (r-0x10000)&0x3ff
		}
		add(r)
	}
	return out
}

func TestXML(t *testing.T) {
	long := strings.Repeat("x&amp;", 40_000)
	for _, c := range []struct{ text, want string }{
		{`<a/>`, "<a\n/a\n"},
		{"\ufeff<?xml version='1.0'?><!-- c --><a b='1' c:d=\"&lt;&#65;&#x1F600;>\">t<!-- > -->u<![CDATA[<&]]]>v</a>ignored<", "<a b=1 d=<A😀>\ntu<&]v\n/a\n"},
		{`<w:a><x:b ></x:b ></w:a >`, "<a\n<b\n/b\n/a\n"},
		{`<a>&nbsp;&;&#xD800;&#1114112;&amp</a>`, "<a\n&nbsp;&;\ufffd&#1114112;&amp\n/a\n"},
		{`<a>` + long + `</a>`, "<a\n" + strings.ReplaceAll(long, "&amp;", "&") + "\n/a\n"},
		{`<a><![CDATA[` + long + `]]></a>`, "<a\n" + long + "\n/a\n"},
		{`<a b="` + long + `"/>`, "<a b=" + strings.ReplaceAll(long, "&amp;", "&") + "\n/a\n"},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.HalfReader(strings.NewReader(c.text))} {
			got, err := tokens(in)
			require.NoError(t, err, "%.100s", c.text)
			require.Equal(t, c.want, got, "%.100s", c.text)
		}
	}
	for text, want := range map[string]error{
		"": errBroken, "text": errBroken, "<": errBroken, "<a": errBroken, "<a>": errBroken, "<a></b>": errBroken, "</a>": errBroken, "<a b></a>": errBroken, "<a b=c/>": errBroken,
		"<a><!-- </a>": errBroken, "<a><![CDATA[</a>": errBroken, "<a b='<'": errBroken, "< a/>": errBroken, "<>": errBroken, "<a><b></a></b>": errBroken,
		"<!DOCTYPE a><a/>": errDTD, "<a><!ENTITY b 'c'></a>": errDTD,
		strings.Repeat("<a>", 513):                    errDeep,
		"<a b='" + strings.Repeat("x", 5<<20) + "'/>": errBroken,
		"<" + strings.Repeat("x", 300) + "/>":         errBroken,
	} {
		_, err := tokens(strings.NewReader(text))
		require.ErrorIs(t, err, want, "%.100s", text)
	}
}

func TestDamagedXMLEndsAlike(t *testing.T) {
	part := partsOf(t)["pandoc.docx/word/document.xml"]
	for seed := range uint64(3_000) {
		r := rand.New(rand.NewPCG(seed, 7))
		file := bytes.Clone(part)
		for range 1 + r.IntN(3) {
			file[r.IntN(len(file))] = "<>/&;\"' x\x00\xff!-"[r.IntN(13)]
		}
		got, err := tokens(bytes.NewReader(file))
		slow, again := tokens(iotest.OneByteReader(bytes.NewReader(file)))
		require.Equal(t, err, again, "seed %d", seed)
		require.Equal(t, got, slow, "seed %d", seed)
	}
}

// TestXMLIsFast: seven megabytes take a fraction of a second. The bound is far off, so
// that a busy machine does not fail it.
func TestXMLIsFast(t *testing.T) {
	row := `<row r="1" spans="1:3"><c r="A1" s="5"><v>12345.678</v></c><c r="B1" t="s"><v>77</v></c><c r="C1" t="inlineStr"><is><t>Some text &amp; more</t></is></c></row>`
	text := "<sheetData>" + strings.Repeat(row, 7_000_000/len(row)) + "</sheetData>"
	began := time.Now()
	x := newXML(strings.NewReader(text), noStep)
	for {
		if _, err := x.next(); err != nil {
			require.Equal(t, io.EOF, err)
			break
		}
	}
	took := time.Since(began)
	t.Logf("%d bytes in %v", len(text), took)
	require.Less(t, took, 10*time.Second)
}

// FuzzXML: any bytes end with a token or an error, in the same way however they come.
//
//	go test ./internal/document/read -run '^$' -fuzz FuzzXML
func FuzzXML(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><a b="1" c:d='&lt;'>t&#65;<![CDATA[x]]><e/></a>`))
	f.Add([]byte("\xff\xfe<\x00a\x00/\x00>\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := tokens(bytes.NewReader(text))
		slow, again := tokens(iotest.OneByteReader(bytes.NewReader(text)))
		require.Equal(t, err, again)
		require.Equal(t, got, slow)
	})
}
