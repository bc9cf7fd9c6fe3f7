package gather_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/store"
)

// kept has the vectors of a tree's messages.
type kept struct {
	*tree
	vectors []*store.Vector
	by      string
	err     error
}

func (k *kept) Vectors(_ context.Context, _ chat.UID, encoder string, after int64) (out []*store.Vector, err error) {
	for _, v := range k.vectors {
		if v.ID > after && encoder == k.by {
			out = append(out, v)
		}
	}
	return out, k.err
}

func (k *kept) Unread(_ context.Context, _ chat.UID, encoder string, limit int) (out []*store.Vector, texts []string, err error) {
	for uid, m := range k.messages {
		read := false
		for _, v := range k.vectors {
			read = read || v.Message == uid
		}
		if !read && len(out) < limit {
			out, texts = append(out, &store.Vector{Message: uid}), append(texts, m.Content)
		}
	}
	return out, texts, k.err
}

func (k *kept) KeepVectors(_ context.Context, encoder string, all []*store.Vector) error {
	for _, v := range all {
		v.ID, v.Depth, k.by = int64(len(k.vectors)+1), k.messages[v.Message].Depth, encoder
		k.vectors = append(k.vectors, v)
	}
	return nil
}

// topics is an encoder that knows what words are about.
type topics struct {
	calls atomic.Int32
	err   error
	// wait is closed when it may answer; nil does not wait.
	wait chan struct{}
	odd  bool
}

func (*topics) Name() string { return "topics" }

func (e *topics) Encode(ctx context.Context, texts []string) (out [][]float32, err error) {
	e.calls.Add(1)
	if e.wait != nil {
		select {
		case <-e.wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	for _, text := range texts {
		v := []float32{0, 0, 1}
		switch {
		case strings.Contains(text, "rent") || strings.Contains(text, "lease"):
			v = []float32{1, 0, 0}
		case strings.Contains(text, "doctor") || strings.Contains(text, "surgeon"):
			v = []float32{0.1, -0.995, 0}
		}
		out = append(out, v)
	}
	if e.odd {
		out = out[1:]
	}
	return out, e.err
}

func (e *topics) use(k *kept) *gather.History {
	h := gather.NewHistory(k.tree, nil)
	h.UseEncoder(func() gather.Encoder { return e }, k)
	return h
}

func atOnce(context.Context) error { return nil }

// talk has a message about a lease, one about a surgeon, and small talk.
func talk() (k *kept, leaf chat.UID) {
	k = &kept{tree: new(tree)}
	for i := range 40 {
		text := "small talk about nothing much"
		switch i {
		case 10:
			text = "We signed the lease: nine hundred each month."
		case 20:
			text = "The surgeon has time on Tuesday."
		}
		leaf = k.add(leaf, text)
	}
	return k, leaf
}

func TestMessagesAreFoundByWhatTheyMean(t *testing.T) {
	k, leaf := talk()
	e := new(topics)
	h := e.use(k)
	q := k.asking(leaf, "How expensive is our rent?", 60)
	text, _ := recalled(t, h, q)
	require.NotContains(t, text, "lease", "nothing has been read")

	require.NoError(t, h.Read(t.Context(), session, atOnce))
	require.Len(t, k.vectors, 40)
	text, depths := recalled(t, h, q)
	require.Contains(t, text, "lease")
	require.NotContains(t, text, "surgeon")
	require.Contains(t, depths, 10)
	text, _ = recalled(t, h, k.asking(leaf, "When can I see the doctor?", 60))
	require.Contains(t, text, "surgeon")

	// A message that is said and read later is found by the same index.
	leaf = k.add(k.add(leaf, "The lease ends in March."), "I see.")
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	text, _ = recalled(t, h, k.asking(leaf, "Until when do we rent?", 80))
	require.Contains(t, text, "ends in March")
}

// One question is read once, however often it is looked at.
func TestQuestionsAreReadOnce(t *testing.T) {
	k, leaf := talk()
	e := new(topics)
	h := e.use(k)
	h.ReadQuestion("rent?")
	recalled(t, h, k.asking(leaf, "rent?", 60))
	recalled(t, h, k.asking(leaf, "rent?", 60))
	require.EqualValues(t, 1, e.calls.Load())

	// Where nothing is left to be recalled, nobody waits.
	q := k.asking(leaf, "lease?", 60)
	q.Skip = func(int) bool { return true }
	recalled(t, h, q)
	require.EqualValues(t, 1, e.calls.Load())
}

// The vectors of another branch are not those of this one.
func TestVectorsFollowTheBranch(t *testing.T) {
	k, leaf := talk()
	h := new(topics).use(k)
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	text, _ := recalled(t, h, k.asking(leaf, "rent?", 60))
	require.Contains(t, text, "lease")

	other, err := k.Ancestor(t.Context(), leaf, 9)
	require.NoError(t, err)
	for range 30 {
		other = k.add(other, "small talk on another branch")
	}
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	text, _ = recalled(t, h, k.asking(other, "rent?", 60))
	require.NotContains(t, text, "lease")
	text, _ = recalled(t, h, k.asking(leaf, "rent?", 60))
	require.Contains(t, text, "lease", "and back")
}

// What goes wrong with an encoder leaves what words find.
func TestAnEncoderThatFailsCostsNothing(t *testing.T) {
	for name, e := range map[string]*topics{"fails": {err: errors.New("no memory")}, "is odd": {odd: true}} {
		k, leaf := talk()
		h := e.use(k)
		require.Error(t, h.Read(t.Context(), session, atOnce), name)
		require.Empty(t, k.vectors)
		q := k.asking(leaf, "Which lease did we sign?", 60)
		text, _ := recalled(t, h, q)
		want, _ := recalled(t, gather.NewHistory(k.tree, nil), q)
		require.Equal(t, want, text, name)
		require.Contains(t, text, "lease")
	}
	// The same where the vectors cannot be read.
	k, leaf := talk()
	h := new(topics).use(k)
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	k.err = errors.New("the disk is gone")
	text, _ := recalled(t, h, k.asking(leaf, "Which lease did we sign?", 60))
	require.Contains(t, text, "lease")
	require.Error(t, h.Read(t.Context(), session, atOnce))
}

// A question waits for a slow encoder once, and not for long; when its vector is there
// it counts.
func TestASlowEncoderIsNotWaitedFor(t *testing.T) {
	k, leaf := talk()
	h := new(topics).use(k)
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	slow := &topics{wait: make(chan struct{})}
	h = slow.use(k)
	q := k.asking(leaf, "rent?", 60)
	for range 3 {
		text, _ := recalled(t, h, q)
		require.NotContains(t, text, "lease")
	}
	close(slow.wait)
	require.Eventually(t, func() bool { text, _ := recalled(t, h, q); return strings.Contains(text, "lease") }, 10*time.Second, time.Millisecond)
	require.EqualValues(t, 1, slow.calls.Load())
}

// Without an encoder nothing is read, and reading ends with its context.
func TestReadingEnds(t *testing.T) {
	k, _ := talk()
	h := gather.NewHistory(k.tree, nil)
	h.UseEncoder(func() gather.Encoder { return nil }, k)
	require.NoError(t, h.Read(t.Context(), session, atOnce))
	require.Empty(t, k.vectors)
	stop := errors.New("somebody waits")
	require.ErrorIs(t, new(topics).use(k).Read(t.Context(), session, func(context.Context) error { return stop }), stop)
}
