//go:build gms_pure_go

// Command demodb serves the demo database: a field-service company of 122 tables that
// speaks MySQL's protocol, for people who have no database at hand and for tests.
//
// It listens on the loopback alone. Other users of the machine reach that, too, so there
// is one account with a password: that of DEMODB_PASSWORD, or a random one. Whoever is to
// ask finds it with the address in the state file, which only its owner may read.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"burrow/internal/demo"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "the `address` to listen on, one of the loopback; port 0 takes any free one")
	file := flag.String("state", "", "the `file` that says how to reach the database, and in what state it is")
	with := flag.Int("with", 0, "end when the process of this `id` has ended")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if *with > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		go func() {
			defer cancel()
			watch(ctx, *with)
		}()
	}
	if err := run(ctx, *listen, *file, password()); err != nil {
		fmt.Fprintln(os.Stderr, "Demo database:", err)
		os.Exit(1)
	}
}

func password() string {
	if p := os.Getenv("DEMODB_PASSWORD"); p != "" {
		return p
	}
	return rand.Text()
}

// run loads the database and serves it until the context ends.
func run(ctx context.Context, address, file, password string) (err error) {
	start := time.Now()
	s := &state{file: file, State: "loading", PID: os.Getpid()}
	defer func() {
		s.State, s.Settings = "stopped", nil
		if err != nil {
			s.State, s.Error = "failed", err.Error()
		}
		err = errors.Join(err, s.write())
	}()
	if err := s.write(); err != nil {
		return err
	}
	listener, err := listenOn(address)
	if err != nil {
		return err
	}
	defer listener.Close()
	d := load(func(string, int) {})
	if ctx.Err() != nil {
		return nil
	}
	engine, err := newEngine(d, password)
	if err != nil {
		return err
	}
	defer engine.Close()
	debug.FreeOSMemory() // what making the rows took
	s.ready(listener.Addr().(*net.TCPAddr), password, d.rowCount(), time.Since(start))
	if err := s.write(); err != nil {
		return err
	}
	fmt.Printf("Demo database: ready in %.1f s. %d tables, %d rows.\n", s.Seconds, len(demo.Tables()), s.Rows)
	return serve(ctx, engine, listener)
}

// listenOn listens on the loopback, and on nothing else.
func listenOn(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%q is no address of the loopback: the demo database is for this machine alone", host)
	}
	return net.Listen("tcp", address)
}

// watch returns when a process has ended.
func watch(ctx context.Context, pid int) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
