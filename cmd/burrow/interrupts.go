package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// interrupts are Ctrl+C for commands in which it does not end the program: the
// first ends what is under way, the second in a row leaves.
type interrupts struct {
	mu      sync.Mutex
	handler func()
	count   int // since something new was begun
	signals chan os.Signal
	leave   context.CancelFunc
}

// catchInterrupts takes Ctrl+C over from the program. The context ends when the
// user has pressed it twice, or when the program is told to end otherwise.
func catchInterrupts(ctx context.Context) (context.Context, *interrupts) {
	i := &interrupts{signals: make(chan os.Signal, 4)}
	// The program's own context ends at the first Ctrl+C.
	own, leave := context.WithCancel(context.WithoutCancel(ctx))
	i.leave = leave
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range i.signals {
			if s == syscall.SIGTERM {
				leave()
				continue
			}
			i.press()
		}
	}()
	return own, i
}

func (i *interrupts) press() {
	i.mu.Lock()
	i.count++
	handler, count := i.handler, i.count
	i.mu.Unlock()
	if handler != nil {
		handler()
	}
	if count >= 2 {
		i.leave()
	}
}

// onInterrupt sets what the next Ctrl+C does. Beginning something makes it the
// first again.
func (i *interrupts) onInterrupt(handler func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if handler != nil {
		i.count = 0
	}
	i.handler = handler
}

// left reports whether Ctrl+C was pressed twice.
func (i *interrupts) left() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.count >= 2
}

func (i *interrupts) close() {
	signal.Stop(i.signals)
	close(i.signals)
	i.leave()
}
