package llm

import (
	"cmp"
	"context"
	"io"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
)

const (
	maxJSON      = 4 << 20  // of what GetJSON reads
	maxErrorText = 64 << 10 // of what is read of an error's body
	// errorTime is how long the body of an error may take: its status is known,
	// and says enough.
	errorTime = 5 * time.Second
	// restTime is how long usage and end mark may take once the model has said why
	// it stopped.
	restTime = 5 * time.Second
)

// orDefaults puts the defaults in the place of zeros.
func (l Limits) orDefaults() Limits {
	return Limits{
		LineBytes:  cmp.Or(l.LineBytes, 4<<20),
		EventBytes: cmp.Or(l.EventBytes, 4<<20),
		TotalBytes: cmp.Or(l.TotalBytes, 64<<20),
		FirstByte:  cmp.Or(l.FirstByte, 2*time.Minute),
		Idle:       cmp.Or(l.Idle, time.Minute),
		Total:      cmp.Or(l.Total, 15*time.Minute),
	}
}

// within gives ctx the limit of a whole call, waits between requests included.
func (l Limits) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, l.Total, timedOut(notComplete, l.Total))
}

// A watch ends a request whose server takes too long, by its context. The cause of
// the context's end is then the fault to report.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	limits Limits
	first  *time.Timer
	idle   *time.Timer // nil until the first event
	rest   *time.Timer // nil until the last of the answer's text
}

// watching starts with the limit of the first byte. Who calls it calls stop.
func watching(ctx context.Context, limits Limits) *watch {
	w := &watch{limits: limits}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.first = w.after(limits.FirstByte, notBegun)
	return w
}

func (w *watch) after(d time.Duration, sentence say.English) *time.Timer {
	return time.AfterFunc(d, func() { w.cancel(timedOut(sentence, d)) })
}

// begun is said when an answer has begun. From then on it is the gap between two
// reads that counts.
func (w *watch) begun() {
	if w.idle == nil {
		w.first.Stop()
		w.idle = w.after(w.limits.Idle, fellSilent)
		w.idle.Stop()
	}
}

// finished is said when the answer is whole but for what is counted and marked.
func (w *watch) finished() {
	if w.rest == nil {
		w.rest = time.AfterFunc(restTime, func() { w.cancel(nil) })
	}
}

// read reads, within the idle time once an answer has begun. The time that passes
// between reads is ours, not the server's.
func (w *watch) read(r io.Reader, p []byte) (int, error) {
	if w.idle == nil {
		return r.Read(p)
	}
	w.idle.Reset(w.limits.Idle)
	defer w.idle.Stop()
	return r.Read(p)
}

// readAll reads up to limit bytes. The error is errLarge if there are more.
func (w *watch) readAll(r io.Reader, limit int) ([]byte, error) {
	var all []byte
	buffer := make([]byte, 32<<10)
	for {
		n, err := w.read(r, buffer)
		if n > 0 {
			w.begun()
		}
		if len(all)+n > limit {
			return append(all, buffer[:limit-len(all)]...), errLarge
		}
		all = append(all, buffer[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// expired returns the fault of the limit that ended the request, or nil.
func (w *watch) expired() *fault.Error {
	f, _ := context.Cause(w.ctx).(*fault.Error)
	return f
}

func (w *watch) stop() {
	for _, timer := range []*time.Timer{w.first, w.idle, w.rest} {
		if timer != nil {
			timer.Stop()
		}
	}
	w.cancel(nil)
}

// spell writes a duration as a sentence has it, in the largest unit that gives a
// whole number: "2 minutes", "90 seconds".
func spell(d time.Duration) string {
	switch {
	case d >= time.Minute && d%time.Minute == 0:
		return say.Plural(int(d/time.Minute), "{n} minute", "{n} minutes")
	case d >= time.Second && d%time.Second == 0:
		return say.Plural(int(d/time.Second), "{n} second", "{n} seconds")
	}
	return say.Plural(int(d.Milliseconds()), "{n} millisecond", "{n} milliseconds")
}
