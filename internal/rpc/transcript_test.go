//go:build !js

package rpc_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// A transcript is a conversation with the core, in the file "transcript" of a
// txtar archive under testdata. The same archives are played to the core in this
// process, as a native program, as a wasip1 module (hosts_native_test.go) and in
// Chromium (web/test/rpc.spec.ts). A line is
//
//	> FRAME   sent to the core, JSON or not
//	< FRAME   to come back
//	! TEXT    the core dies, and the last it says of itself contains TEXT
//	# …       a remark; blank lines are skipped too
//
// Lines sent one after another are sent without waiting. The frames of a block of
// < lines must all come, and no others, before the next line is sent. Frames with
// the same id come in the order given; those with different ids, and a crash, in
// any order. Frames are compared as JSON; "…" stands for any value. {{N*TEXT}} is
// TEXT N times. The ready frame comes first of all and is not in the file. After
// the last line the core must still answer, and have nothing else to say.
//
// If the archive's comment has a line "tags: faults", the core is one built with
// that tag.
type transcript struct {
	name   string
	faults bool
	steps  []step
}

type step struct {
	line int
	mark byte
	text string
}

// A host is a core that a transcript can be played to.
type host interface {
	// send gives the core a line.
	send(line string) error
	// frames has what the core sends, and closes when it ends.
	frames() <-chan string
	// end closes the core's input and returns what it said besides frames, with
	// an error if it died.
	end() (said string, err error)
}

func readTranscripts(t *testing.T) []transcript {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	var list []transcript
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		require.Len(t, archive.Files, 1, path)
		require.Equal(t, "transcript", archive.Files[0].Name, path)
		tr := transcript{
			name:   strings.TrimSuffix(filepath.Base(path), ".txtar"),
			faults: regexp.MustCompile(`(?m)^tags: faults$`).Match(archive.Comment),
		}
		for i, line := range strings.Split(string(archive.Files[0].Data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			require.True(t, len(line) > 2 && strings.IndexByte("><!", line[0]) >= 0 && line[1] == ' ', "%s: line %d: %q", path, i+1, line)
			tr.steps = append(tr.steps, step{i + 1, line[0], line[2:]})
		}
		list = append(list, tr)
	}
	return list
}

// patience is how long a frame may take before the transcript is given up. It
// only decides how soon a hang is reported.
const patience = time.Minute

func (tr transcript) play(t *testing.T, h host) {
	t.Helper()
	expect(t, tr, h, []step{{mark: '<', text: `{"kind":"ready","version":"…"}`}})
	for steps := tr.steps; len(steps) > 0; {
		n := 1
		switch steps[0].mark {
		case '>':
			require.NoError(t, h.send(expand(steps[0].text)), "%s: line %d", tr.name, steps[0].line)
		case '!':
			_, open := receive(t, tr, h, steps[:1])
			require.False(t, open, "%s: line %d: the core lives", tr.name, steps[0].line)
			said, err := h.end()
			require.Error(t, err)
			require.Contains(t, said, steps[0].text, "%s: line %d", tr.name, steps[0].line)
			require.Len(t, steps, 1, "nothing can follow the core's death")
			return
		case '<':
			for n < len(steps) && steps[n].mark == '<' {
				n++
			}
			expect(t, tr, h, steps[:n])
		}
		steps = steps[n:]
	}
	const last = `{"kind":"request","id":9007199254740991,"method":"draft.close","params":{"draft":""}}`
	require.NoError(t, h.send(last))
	expect(t, tr, h, []step{{mark: '<', text: `{"kind":"result","id":9007199254740991,"result":{}}`}})
	said, err := h.end()
	require.NoError(t, err, said)
	rest, open := <-h.frames()
	require.False(t, open, "%s: after the end: %s", tr.name, rest)
}

// expect receives as many frames as there are steps, each of which must match.
func expect(t *testing.T, tr transcript, h host, steps []step) {
	t.Helper()
	open := append([]step(nil), steps...)
	for len(open) > 0 {
		frame, ok := receive(t, tr, h, open)
		require.True(t, ok, "%s: line %d: the core has ended before %s", tr.name, open[0].line, open[0].text)
		i := 0
		for i < len(open) && keyOf(t, open[i].text) != keyOf(t, frame) {
			i++
		}
		require.Less(t, i, len(open), "%s: line %d: unexpected %s", tr.name, open[0].line, short(frame))
		want, got := parse(t, expand(open[i].text)), parse(t, frame)
		require.True(t, matches(want, got), "%s: line %d:\nwant %s\ngot  %s", tr.name, open[i].line, open[i].text, short(frame))
		open = append(open[:i], open[i+1:]...)
	}
}

func receive(t *testing.T, tr transcript, h host, waiting []step) (string, bool) {
	t.Helper()
	select {
	case frame, ok := <-h.frames():
		if p, isProcess := h.(interface{ note(string) }); isProcess {
			p.note(frame)
		}
		return frame, ok
	case <-time.After(patience):
		require.Fail(t, "the core is silent", "%s: line %d: nothing came for %s", tr.name, waiting[0].line, waiting[0].text)
		return "", false
	}
}

// keyOf tells frames apart whose order is free.
func keyOf(t *testing.T, frame string) string {
	t.Helper()
	object, ok := parse(t, frame).(map[string]any)
	require.True(t, ok, "not an object: %s", short(frame))
	if id, ok := object["id"]; ok {
		return fmt.Sprint("id ", id)
	}
	return fmt.Sprint("kind ", object["kind"])
}

func matches(want, got any) bool {
	if want == "…" {
		return true
	}
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok || len(got) != len(want) {
			return false
		}
		for name := range want {
			if value, ok := got[name]; !ok || !matches(want[name], value) {
				return false
			}
		}
		return true
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			return false
		}
		for i := range want {
			if !matches(want[i], got[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(want, got)
}

func parse(t *testing.T, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	require.NoError(t, decoder.Decode(&value), short(text))
	return value
}

var repeat = regexp.MustCompile(`\{\{(\d+)\*(.*?)\}\}`)

func expand(text string) string {
	return repeat.ReplaceAllStringFunc(text, func(s string) string {
		part := repeat.FindStringSubmatch(s)
		n, err := strconv.Atoi(part[1])
		if err != nil {
			panic(err)
		}
		return strings.Repeat(part[2], n)
	})
}

func short(frame string) string {
	if len(frame) > 2000 {
		return frame[:2000] + "…"
	}
	return frame
}

// vocabulary returns the packed vocabulary as the build leaves it on disk, which
// is how the js build of these tests gets it.
func vocabulary(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join("..", "tokens", "vocab", name+".bin"))
}
