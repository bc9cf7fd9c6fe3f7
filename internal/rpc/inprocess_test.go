//go:build !js

package rpc_test

import (
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/rpc"
	"burrow/internal/tokens"
)

func TestTranscriptsInProcess(t *testing.T) {
	for _, tr := range readTranscripts(t) {
		if tr.faults {
			continue // this test's program is built without them
		}
		t.Run(tr.name, func(t *testing.T) { tr.play(t, startInProcess(t, options())) })
	}
}

func options() rpc.Options {
	return rpc.Options{Version: "test", Load: func(_ context.Context, name tokens.Name) (*tokens.Encoding, error) { return encoding(name) }}
}

// encoding builds each encoding once for all tests.
var encoding = func() func(tokens.Name) (*tokens.Encoding, error) {
	load := map[tokens.Name]func() (*tokens.Encoding, error){}
	for _, name := range tokens.Names() {
		load[name] = sync.OnceValues(func() (*tokens.Encoding, error) {
			packed, err := vocabulary(string(name))
			if err != nil {
				return nil, err
			}
			return tokens.Load(name, packed)
		})
	}
	return func(name tokens.Name) (*tokens.Encoding, error) { return load[name]() }
}()

// inProcess is a core in this process, over the stdio transport on pipes.
type inProcess struct {
	in     *io.PipeWriter
	out    chan string
	served chan error
}

func startInProcess(t *testing.T, options rpc.Options) *inProcess {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	h := &inProcess{in: inWriter, out: make(chan string), served: make(chan error, 1)}
	go func() {
		err := rpc.Serve(context.Background(), rpc.NewStdio(inReader, outWriter), options)
		outWriter.Close()
		h.served <- err
	}()
	go pump(outReader, h.out)
	t.Cleanup(func() { inWriter.Close() })
	return h
}

func (h *inProcess) send(line string) error {
	_, err := io.WriteString(h.in, line+"\n")
	return err
}

func (h *inProcess) frames() <-chan string { return h.out }

func (h *inProcess) end() (string, error) {
	h.in.Close()
	return "", <-h.served
}

// A core without a server says why a search answers.
func TestWithoutAHostNoModelCanBeReached(t *testing.T) {
	h := startInProcess(t, options())
	require.Contains(t, <-h.frames(), `"kind":"ready"`)
	require.NoError(t, h.send(`{"kind":"request","id":1,"method":"store.open","params":{"name":":memory:"}}`))
	require.Contains(t, <-h.frames(), `"id":1`)
	require.NoError(t, h.send(`{"kind":"request","id":2,"method":"turn.send","params":{"text":"When do you open?"}}`))
	var all []string
	for frame := range h.frames() {
		if all = append(all, frame); strings.HasPrefix(frame, `{"kind":"result","id":2`) {
			break
		}
	}
	require.Contains(t, all, `{"kind":"event","id":2,"event":{"kind":"fell","message":"No model can be reached from here.","rung":"none"}}`)
	_, err := h.end()
	require.NoError(t, err)
}

func TestCancelStopsALongCountThatRuns(t *testing.T) {
	h := startInProcess(t, options())
	require.Contains(t, <-h.frames(), `"kind":"ready"`)
	const line = `The quick brown fox jumps over the lazy dog, twice.\n`
	require.NoError(t, h.send(`{"kind":"request","id":1,"method":"tokens.count","params":{"text":"`+strings.Repeat(line, 1_000_000)+`"}}`))
	// Frames are not buffered: the core cannot get far ahead of what is read.
	require.Contains(t, <-h.frames(), `"kind":"progress"`)
	require.NoError(t, h.send(`{"kind":"cancel","id":1}`))
	for frame := range h.frames() {
		if !strings.Contains(frame, `"kind":"event"`) {
			require.Equal(t, `{"kind":"error","id":1,"code":"cancelled","message":"The request was cancelled."}`, frame)
			break
		}
	}
	_, err := h.end()
	require.NoError(t, err)
}

// A long document tells how far keeping it has come, first its count and then its index, and
// is not kept if it is no longer wanted.
func TestCancelStopsKeepingALongDocument(t *testing.T) {
	h := startInProcess(t, options())
	require.Contains(t, <-h.frames(), `"kind":"ready"`)
	text := strings.Repeat(`A mole digs.\n\n`, 100_000)
	answers := func(request string) string {
		require.NoError(t, h.send(request))
		return <-h.frames()
	}
	answers(`{"kind":"request","id":1,"method":"store.open","params":{"name":":memory:"}}`)
	answers(`{"kind":"request","id":2,"method":"documents.begin","params":{"upload":"a","name":"long.txt","bytes":3}}`)
	answers(`{"kind":"request","id":3,"method":"documents.write","params":{"upload":"a","offset":0,"data":"AAAA"}}`)
	frame := answers(`{"kind":"request","id":4,"method":"documents.end","params":{"upload":"a","text":"` + text + `"}}`)
	half := regexp.MustCompile(`"kind":"progress","done":(\d+),"total":(\d+)`)
	for cancelled := false; strings.Contains(frame, `"kind":"event"`); frame = <-h.frames() {
		part := half.FindStringSubmatch(frame)
		require.NotNil(t, part, frame)
		done, err := strconv.Atoi(part[1])
		require.NoError(t, err)
		total, err := strconv.Atoi(part[2])
		require.NoError(t, err)
		if 2*done > total && !cancelled {
			cancelled = true
			require.NoError(t, h.send(`{"kind":"cancel","id":4}`))
		}
	}
	require.Equal(t, `{"kind":"error","id":4,"code":"cancelled","message":"The request was cancelled."}`, frame)
	require.Contains(t, answers(`{"kind":"request","id":5,"method":"documents.drop","params":{"upload":"a"}}`), `"kind":"result"`)
	require.Equal(t, `{"kind":"result","id":6,"result":{"documents":[]}}`, answers(`{"kind":"request","id":6,"method":"documents.list"}`))
	_, err := h.end()
	require.NoError(t, err)
}

func TestVocabulariesAreBuilt(t *testing.T) {
	for _, name := range tokens.Names() {
		_, err := encoding(name)
		require.NoError(t, err, "run make build first")
	}
}
