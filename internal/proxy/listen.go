package proxy

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"burrow/internal/say"
)

// Listen opens address, which must be on localhost: without encryption, others on
// the network could read the token. The first listener has the given address, which
// makes the origin. Where the machine has the other address family, a second one
// takes the same port there: browsers try ::1 first for localhost, and whoever else
// held that port would be taken for Burrow.
//
// A port in use is an error and never replaced by another one, because what the page
// keeps belongs to its port. Port 0 takes any free one.
func Listen(address string) ([]net.Listener, error) {
	host, port, err := splitLoopback(address)
	if err != nil {
		return nil, err
	}
	first, err := listenOn(host, port)
	if err != nil {
		return nil, err
	}
	other := "::1"
	if host == other {
		other = "127.0.0.1"
	}
	second, err := listenOn(other, first.Addr().(*net.TCPAddr).Port)
	if errors.Is(err, syscall.EADDRINUSE) {
		first.Close()
		return nil, err
	}
	if err != nil {
		return []net.Listener{first}, nil // a machine with one family only
	}
	return []net.Listener{first, second}, nil
}

func splitLoopback(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, say.Error("{address} is not an address: write HOST:PORT, for example 127.0.0.1:7777", "address", strconv.Quote(address))
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, say.Error("{port} is not a port: write a number up to 65535, for example 127.0.0.1:7777", "port", strconv.Quote(text))
	}
	switch host {
	case "127.0.0.1", "::1":
		return host, port, nil
	case "localhost":
		// The resolver could answer either family, and the origin must not vary.
		return "127.0.0.1", port, nil
	}
	return "", 0, say.Error("burrow listens only on localhost, because the token is sent without encryption: use 127.0.0.1, localhost or [::1], not {host}", "host", strconv.Quote(host))
}

func listenOn(host string, port int) (net.Listener, error) {
	address := net.JoinHostPort(host, strconv.Itoa(port))
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s (%w)", say.T("port {port} is already in use on {host}: stop the program that uses it, or choose another port", "port", port, "host", host), err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", say.T("listen on {address}", "address", address), err)
	}
	return l, nil
}

// NewServer returns a server for h with limits against clients that send or read
// too slowly. It speaks HTTP/1.1 only, so a request has a single Host.
func NewServer(h http.Handler, errorLog *log.Logger) *http.Server {
	s := &http.Server{
		Handler:           h,
		ErrorLog:          errorLog,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second, // questions and answers have limits
		WriteTimeout:      time.Minute,      // of their own
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		Protocols:         new(http.Protocols),
		// "OPTIONS *" would be answered before the Host check.
		DisableGeneralOptionsHandler: true,
	}
	s.Protocols.SetHTTP1(true)
	return s
}
