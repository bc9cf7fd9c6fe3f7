package gather

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// Vectors is where the vectors of messages are kept. *store.Store is one.
type Vectors interface {
	Vectors(ctx context.Context, session chat.UID, encoder string, after int64) ([]*store.Vector, error)
	Unread(ctx context.Context, session chat.UID, encoder string, limit int) (of []*store.Vector, texts []string, err error)
	KeepVectors(ctx context.Context, encoder string, all []*store.Vector) error
}

const (
	// questionTime is how long a turn waits for the vector of its question: longer than
	// that, and the question goes by its words alone.
	questionTime = 150 * time.Millisecond
	// keptTogether is how many messages are looked up, and their vectors kept, at once.
	keptTogether = 32
	// meantTrust is how far a reading must be trusted to be compared instead of the
	// question.
	meantTrust = 0.9
)

// meaning knows what messages and questions mean, as far as there is an encoder.
type meaning struct {
	encoder func() Encoder
	kept    Vectors

	mu   sync.Mutex
	last *asked
}

// asked is a question that is being read, or was, when done is closed. Its vector is
// nil until then, and if it could not be made.
type asked struct {
	text, encoder string
	done          chan struct{}
	vector        atomic.Pointer[[]float32]
	waited        atomic.Bool
}

// UseEncoder has messages found by what they mean, too. with gives the encoder as it is
// at the time, nil while there is none.
func (h *History) UseEncoder(with func() Encoder, kept Vectors) {
	h.meaning.encoder, h.meaning.kept = with, kept
}

// ReadQuestion begins to find out what a question means, so that it may be known when
// messages are looked for.
func (h *History) ReadQuestion(text string) { h.question(text) }

// question is a question that is being read or was, nil if there is no encoder.
func (h *History) question(text string) *asked {
	m := &h.meaning
	if m.encoder == nil {
		return nil
	}
	with := m.encoder()
	if with == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	q := m.last
	if q == nil || q.text != text || q.encoder != with.Name() {
		q = &asked{text: text, encoder: with.Name(), done: make(chan struct{})}
		m.last = q
		go q.read(with)
	}
	return q
}

// wait returns the question's vector, nil if it is not known in time. Somebody who looks
// again has waited already.
func (q *asked) wait(ctx context.Context) *[]float32 {
	limit := questionTime
	if q.waited.Swap(true) {
		limit = 0
	}
	ctx, stop := context.WithTimeout(ctx, limit)
	select {
	case <-q.done:
	case <-ctx.Done():
	}
	stop()
	return q.vector.Load()
}

// read goes on when nobody waits any more: the question may be looked at again.
func (q *asked) read(with Encoder) {
	if v, err := with.Encode(context.Background(), []string{q.text}); err == nil && len(v) == 1 {
		q.vector.Store(&v[0])
	}
	close(q.done)
}

// vectors are those of an index's messages, by their numbers.
type vectors struct {
	encoder string
	after   int64 // all that were kept before are here
	of      []*store.Vector
	// close is how close the messages are to a question, as far as they had been read.
	close []float32
	to    *asked
}

// meant returns how close the messages are to a question in what they mean, nil if
// nothing is known of it. What goes wrong here costs no more than that.
func (one *indexed) meant(ctx context.Context, h *History, text string) []float32 {
	q := h.question(text)
	if q == nil {
		return nil
	}
	asked := q.wait(ctx)
	if asked == nil {
		return nil
	}
	v := &one.vectors
	if v.encoder != q.encoder {
		*v = vectors{encoder: q.encoder}
	}
	found, err := h.meaning.kept.Vectors(ctx, one.session, v.encoder, v.after)
	if err != nil {
		return nil
	}
	if v.to == q && len(found) == 0 && len(v.close) == len(one.uids) {
		return v.close // the same slice, so that it is not ranked again
	}
	for len(v.of) < len(one.uids) {
		v.of = append(v.of, nil)
	}
	later := false
	for _, f := range found {
		if f.Depth >= len(v.of) {
			later = true // when its message is in the index
		} else if one.uids[f.Depth] == f.Message {
			v.of[f.Depth] = f
		}
		if !later {
			v.after = f.ID
		}
	}
	v.to, v.close = q, make([]float32, len(v.of))
	for i, f := range v.of {
		v.close[i] = closeness(*asked, f)
	}
	return v.close
}

// truncate forgets what messages from n on mean. Those of another branch may be there
// already, so all are read again.
func (v *vectors) truncate(n int) {
	v.of, v.after, v.to = v.of[:min(n, len(v.of))], 0, nil
}

// closeness is the cosine of two vectors of unit length, 0 if there is none that can be
// compared.
func closeness(a []float32, b *store.Vector) (sum float32) {
	if b == nil || len(a) != len(b.Numbers) {
		return 0
	}
	for i, n := range b.Numbers {
		sum += a[i] * float32(int8(n))
	}
	return sum * b.Scale
}

var errVectors = errors.New("an encoder returned another number of vectors than it was given texts")

// Read reads messages of a session, or of all, until there is none left that has no
// vector. Before each, wait lets others go first: a question may have to be read.
func (h *History) Read(ctx context.Context, session chat.UID, wait func(context.Context) error) error {
	m := &h.meaning
	for {
		with := m.encoder()
		if with == nil {
			return nil
		}
		keep, texts, err := m.kept.Unread(ctx, session, with.Name(), keptTogether)
		if err != nil || len(keep) == 0 {
			return err
		}
		for i, v := range keep {
			if err := wait(ctx); err != nil {
				return err
			}
			made, err := with.Encode(ctx, texts[i:i+1])
			if err != nil {
				return err
			}
			if len(made) != 1 {
				return errVectors
			}
			round(v, made[0])
		}
		if err := m.kept.KeepVectors(ctx, with.Name(), keep); err != nil {
			return err
		}
	}
}

// round has each number of a vector in eight bits.
func round(to *store.Vector, v []float32) {
	most := float32(1e-9)
	for _, f := range v {
		most = max(most, f, -f)
	}
	to.Scale, to.Numbers = most/127, make([]byte, len(v))
	for i, f := range v {
		to.Numbers[i] = byte(int(f/to.Scale+128.5) - 128) // what is cut off is above zero, so this rounds
	}
}
