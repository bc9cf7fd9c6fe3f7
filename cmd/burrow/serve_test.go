package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestServePrintsItsAddressAndStopsInOrder(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	var stderr strings.Builder
	code := make(chan int, 1)
	go func() { code <- runServe(ctx, []string{"--listen", "127.0.0.1:0"}, stdout, &stderr) }()

	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "Burrow is at ")
	require.True(t, ok, line)
	response, err := http.Get(address + "healthz")
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, 200, response.StatusCode)

	cancel()
	require.Equal(t, 0, <-code, stderr.String())
	_, err = net.Dial("tcp", strings.Trim(strings.TrimPrefix(address, "http://"), "/"))
	require.Error(t, err, "the port is free again")
}

func TestStoppingServerFinishesItsAnswers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopping := make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		<-stopping // the server refuses new work from here on
		io.WriteString(w, "whole")
	})}
	server.RegisterOnShutdown(func() { close(stopping) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	stopped := make(chan error, 1)
	go func() { stopped <- serveUntil(ctx, server, []net.Listener{l}) }()

	response, err := http.Get("http://" + l.Addr().String())
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "whole", string(body))
	require.NoError(t, <-stopped)
}

func TestServeRefusesBadUsage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	require.NoError(t, err)

	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--listen", "0.0.0.0:7777"}, 1, "listens on this machine only"},
		{[]string{"--listen", "192.168.1.10:7777"}, 1, "listens on this machine only"},
		{[]string{"--listen", ":7777"}, 1, "listens on this machine only"},
		{[]string{"--listen", "7777"}, 1, "write HOST:PORT"},
		{[]string{"--listen", "127.0.0.1:" + port}, 1, "port " + port + " is taken"},
		{[]string{"--port", "7777"}, 2, "flag provided but not defined: -port; `burrow serve --help` explains the flags"},
		{[]string{"here"}, 2, `unexpected argument "here"`},
	} {
		var stdout, stderr strings.Builder
		require.Equal(t, tt.code, runServe(t.Context(), tt.args, &stdout, &stderr), tt.args)
		require.Contains(t, stderr.String(), tt.want)
		require.Equal(t, 1, strings.Count(stderr.String(), "\n"), "one line: %s", stderr.String())
		require.Empty(t, stdout.String())
	}
}

func TestServeHelpNamesTheDefault(t *testing.T) {
	var stdout, stderr strings.Builder
	require.Equal(t, 0, runServe(t.Context(), []string{"-h"}, &stdout, &stderr))
	require.Contains(t, stdout.String(), "127.0.0.1:7777 unless given")
	require.Empty(t, stderr.String())
}
