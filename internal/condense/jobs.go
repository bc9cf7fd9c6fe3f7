package condense

import (
	"context"
	"errors"
	"sync"
	"time"

	"burrow/internal/chat"
)

// jobs are what runs in the background, at most one for a session.
type jobs struct {
	mu   sync.Mutex
	of   map[chat.UID]*job
	wait sync.WaitGroup
	// closed refuses those to come.
	closed bool
}

type job struct {
	cancel context.CancelCauseFunc
	// next runs after this one: of several that came meanwhile the last.
	next func(context.Context)
	// condensing says that a summary is being made.
	condensing bool
}

// errStopped ends a job that somebody stopped, errClosed all of them.
var (
	errStopped = errors.New("condensing was stopped")
	errClosed  = errors.New("condensing goes on elsewhere")
)

// condenseTime bounds a job.
const condenseTime = 10 * time.Minute

// start runs a job, after the one that the session has.
func (j *jobs) start(session chat.UID, run func(context.Context)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return
	}
	if at := j.of[session]; at != nil {
		at.next = run
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	if j.of == nil {
		j.of = map[chat.UID]*job{}
	}
	at := &job{cancel: cancel}
	j.of[session] = at
	j.wait.Go(func() {
		defer cancel(nil)
		for run != nil {
			limited, done := context.WithTimeout(ctx, condenseTime)
			run(limited)
			done()
			j.mu.Lock()
			if run, at.next = at.next, nil; run == nil || ctx.Err() != nil {
				run = nil
				delete(j.of, session)
			}
			j.mu.Unlock()
		}
	})
}

func (j *jobs) stop(session chat.UID) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if at := j.of[session]; at != nil {
		at.cancel(errStopped)
	}
}

func (j *jobs) condensing(session chat.UID) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	at := j.of[session]
	return at != nil && at.condensing
}

func (j *jobs) note(session chat.UID, condensing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if at := j.of[session]; at != nil {
		at.condensing = condensing
	}
}

// close ends all jobs, and those to come.
func (j *jobs) close() {
	j.mu.Lock()
	j.closed = true
	for _, at := range j.of {
		at.cancel(errClosed)
	}
	j.mu.Unlock()
	j.wait.Wait()
}

// yield lets what somebody waits for go first.
func (k *Keeper) yield(ctx context.Context) error {
	for pause := time.Millisecond; ; pause = betweenLooks {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if !k.Busy() {
			return nil
		}
	}
}

// betweenLooks is how long background work waits until it looks again whether
// turns are under way.
const betweenLooks = 50 * time.Millisecond
