package llm

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const unlimited = 1 << 30

// events parses a stream that comes in the given chunks.
func events(s sse, chunks ...[]byte) ([]string, error) {
	var all []string
	for _, chunk := range chunks {
		err := s.feed(chunk, func(data []byte) error {
			all = append(all, string(data))
			return nil
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func TestEventsAreThoseOfTheStandard(t *testing.T) {
	for stream, want := range map[string][]string{
		"data: a\n\ndata: b\n\n":                   {"a", "b"},
		"data:a\r\n\r\ndata:  b\r\rdata: c\n\r\n":  {"a", " b", "c"},
		"\ufeffdata: a\n\n":                        {"a"},
		"\ufeff\ufeffdata: a\n\n":                  nil, // only one mark is a mark
		"data: a\ndata: b\ndata\n\n":               {"a\nb\n"},
		": comment\ndata: a\n:\n: more\n\n":        {"a"},
		"event: x\nid: 1\nretry: 5\ndata: a\n\n":   {"a"},
		"event: only\n\ndata: a\n\n":               {"a"},
		"data\n\n":                                 {""},
		"data:\n\ndata:\n\n":                       {"", ""},
		"\n\n\n":                                   nil,
		"data: cut off":                            nil,
		"data: cut off\n":                          nil,
		"data: a\n\ndata: cut off\n":               {"a"},
		"Data: a\n data: b\ndatax: c\n\n":          nil,
		"data: a:b: c\n\n":                         {"a:b: c"},
		"data: é\u2028\u0085x\n\n":                 {"é\u2028\u0085x"}, // no ends of lines here
		"data: {\"a\":\"\\n\\nevent: tool\"}\n\n":  {`{"a":"\n\nevent: tool"}`},
		"data: a\x00b\xffc\n\n":                    {"a\x00b\xffc"},
		strings.Repeat(": keep-alive\n\n", 100):    nil,
		"data: " + strings.Repeat("x", 500) + "\n": nil,
	} {
		got, err := events(sse{maxLine: unlimited, maxEvent: unlimited}, []byte(stream))
		require.NoError(t, err, "%q", stream)
		require.Equal(t, want, got, "%q", stream)
		require.Equal(t, want, reference(stream), "the reference, %q", stream)
	}
}

// A line may end in any of three ways, and in a chunk of its own: one end is one, and
// the lines of an event stay together.
func TestEveryEndOfALineIsOne(t *testing.T) {
	for _, lines := range []string{"data: a|data: b||data: c||", "||data: a|||data: b|data||", ": x|data: a|:||"} {
		want := reference(strings.ReplaceAll(lines, "|", "\n"))
		require.NotEmpty(t, want)
		for _, ends := range [][]string{{"\n"}, {"\r"}, {"\r\n"}, {"\r\n", "\n"}, {"\n", "\r\n"}, {"\r", "\r\n"}, {"\r\n", "\r", "\r\n", "\n"}} {
			stream, n := lines, 0
			for strings.Contains(stream, "|") {
				stream = strings.Replace(stream, "|", ends[n%len(ends)], 1)
				n++
			}
			for size := 1; size <= len(stream); size++ {
				got, err := events(sse{maxLine: unlimited, maxEvent: unlimited}, chunked(stream, size)...)
				require.NoError(t, err)
				require.Equal(t, want, got, "%q in chunks of %d", stream, size)
			}
		}
	}
}

func TestLineAndEventHaveLimits(t *testing.T) {
	for stream, fits := range map[string]bool{
		"data: 45678\n\n":                 true,
		"data: 456789\n\n":                false,
		"data: 456789":                    false, // its end need not come
		": comment which is long":         false,
		"data: 1234\ndata: 67\n\n":        true,
		"data: 1234\ndata: 678\n\n":       true,
		"data: 1234\ndata: 6789\n\n":      false,
		"data:\ndata:\ndata:\ndata:\n\n":  true,
		strings.Repeat("data: 1\n\n", 50): true,
	} {
		for _, size := range []int{1, 3, 1000} {
			_, err := events(sse{maxLine: 11, maxEvent: 8}, chunked(stream, size)...)
			if fits {
				require.NoError(t, err, "%q", stream)
			} else {
				require.ErrorIs(t, err, errLarge, "%q", stream)
			}
		}
	}
}

func TestAnswerBeginsWithItsFirstField(t *testing.T) {
	for stream, want := range map[string]bool{
		"": false, "\n\r\n": false, ": x": false, ": x\n\n: y\n": false,
		"d": true, "data: x": true, ": x\nd": true, "data: x\n\n": true, "event: x\n\n": true,
	} {
		s := sse{maxLine: unlimited, maxEvent: unlimited}
		require.NoError(t, s.feed([]byte(stream), func([]byte) error { return nil }))
		require.Equal(t, want, s.begun(), "%q", stream)
	}
}

// FuzzEvents holds the parser to one that has the whole text, and to itself: the
// same events, and the same failure of a limit, however the stream is divided.
//
//	go test ./internal/llm -run '^$' -fuzz FuzzEvents -fuzztime 1m
func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: a\n\ndata: b\r\n\r\n: c\r\rdata\n\n"), uint64(1))
	f.Add([]byte("\ufeffevent: x\ndata: {\"é\":\"\\n\\n\"}\ndata:\n\n"), uint64(2))
	f.Add([]byte("data: [DONE]\r"), uint64(3))
	f.Fuzz(func(t *testing.T, stream []byte, seed uint64) {
		want := reference(string(stream))
		limited := sse{maxLine: 20, maxEvent: 30}
		wantLimited, wantErr := events(limited, stream)
		for _, chunks := range [][][]byte{{stream}, chunked(string(stream), 1), divided(stream, seed)} {
			got, err := events(sse{maxLine: unlimited, maxEvent: unlimited}, chunks...)
			require.NoError(t, err)
			require.Equal(t, want, got)
			got, err = events(limited, chunks...)
			require.Equal(t, wantErr, err)
			require.Equal(t, wantLimited, got)
		}
	})
}

// reference parses a stream that is there as a whole, in the words of the standard.
func reference(stream string) []string {
	stream = strings.TrimPrefix(stream, "\ufeff")
	stream = strings.ReplaceAll(stream, "\r\n", "\n")
	stream = strings.ReplaceAll(stream, "\r", "\n")
	lines := strings.Split(stream, "\n")
	var all, data []string
	for _, line := range lines[:len(lines)-1] {
		switch {
		case line == "":
			if data != nil {
				all = append(all, strings.Join(data, "\n"))
			}
			data = nil
		case line == "data":
			data = append(data, "")
		case strings.HasPrefix(line, "data:"):
			data = append(data, strings.TrimPrefix(line[len("data:"):], " "))
		}
	}
	return all
}

// chunked divides a text into chunks of a size.
func chunked(text string, size int) [][]byte {
	var all [][]byte
	for from := 0; from < len(text); from += size {
		all = append(all, []byte(text[from:min(from+size, len(text))]))
	}
	return all
}

// divided divides a text at random, empty chunks included.
func divided(text []byte, seed uint64) [][]byte {
	random := rand.New(rand.NewPCG(seed, 0))
	var all [][]byte
	for len(text) > 0 {
		n := random.IntN(min(len(text), 9) + 1)
		all = append(all, bytes.Clone(text[:n]))
		text = text[n:]
	}
	return all
}
