package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"burrow"
	"burrow/internal/proxy"
)

const serveHelp = `Usage: burrow serve [--listen ADDRESS]

Serves the page on this machine and prints its address.

  --listen ADDRESS   host and port, ` + defaultListen + ` unless given; the host is
                     127.0.0.1, localhost or [::1], since there is no sign-in

What the page keeps belongs to its address, so use the same port each time.
Ctrl+C stops the server.
`

const defaultListen = "127.0.0.1:7777"

// drainTime is how long a stopping server waits for answers under way.
const drainTime = 5 * time.Second

// runServe serves the page until ctx is done, which is the orderly end.
func runServe(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	std := streams{out: stdout, err: stderr}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	listen := flags.String("listen", defaultListen, "")
	rest, code, ok := parse(flags, serveHelp, args, std)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return mistake("serve", fmt.Errorf("unexpected argument %q", rest[0]), std)
	}
	if err := serve(ctx, *listen, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "burrow serve: %v\n", err)
		return exitFailure
	}
	return exitOK
}

func serve(ctx context.Context, address string, stdout, stderr io.Writer) error {
	listeners, err := proxy.Listen(address)
	if err != nil {
		return err
	}
	origin := proxy.NewOrigin(listeners[0].Addr())
	page := burrow.Page()
	handler, err := proxy.New(page, origin)
	if err != nil {
		closeAll(listeners)
		return err
	}
	if _, err := proxy.ReadBundle(page); errors.Is(err, proxy.ErrNotBuilt) {
		fmt.Fprintf(stderr, "burrow serve: %v\n", err)
	}
	server := proxy.NewServer(handler, log.New(stderr, "burrow serve: ", 0))
	fmt.Fprintf(stdout, "Burrow is at %s/\n", origin)
	return serveUntil(ctx, server, listeners)
}

// serveUntil serves on all listeners until ctx is done or one of them fails,
// and returns when the last has stopped.
func serveUntil(ctx context.Context, server *http.Server, listeners []net.Listener) error {
	stopped := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { stopped <- server.Serve(l) }()
	}
	var failure error
	running := len(listeners)
	select {
	case <-ctx.Done():
	case failure = <-stopped:
		running--
	}
	// ctx is done, so the time to drain needs a context of its own.
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if server.Shutdown(drain) != nil {
		server.Close() // clients that still read after drainTime are cut off
	}
	for range running {
		<-stopped
	}
	return failure
}

func closeAll(listeners []net.Listener) {
	for _, l := range listeners {
		l.Close()
	}
}
