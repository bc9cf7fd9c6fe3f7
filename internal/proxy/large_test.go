package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sendAll writes a whole request before it reads anything, as simple clients do,
// and returns the answer and what the end of the connection looks like.
func sendAll(t *testing.T, addr net.Addr, header string, body io.Reader) (response *http.Response, text string, end error) {
	t.Helper()
	c, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
	_, err = io.WriteString(c, strings.ReplaceAll(strings.ReplaceAll(header, "PORT", fmt.Sprint(addr.(*net.TCPAddr).Port)), "\n", "\r\n"))
	require.NoError(t, err)
	_, err = io.Copy(c, body)
	require.NoError(t, err, "the connection was cut while the body was sent")
	in := bufio.NewReader(c)
	response, err = http.ReadResponse(in, nil)
	require.NoError(t, err)
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	_, end = in.ReadByte()
	return response, string(content), end
}

// chunked writes size bytes in chunks of a mebibyte.
func chunked(size int) io.Reader {
	var b bytes.Buffer
	for size > 0 {
		n := min(size, 1<<20)
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, strings.Repeat(" ", n))
		size -= n
	}
	b.WriteString("0\r\n\r\n")
	return &b
}

func TestTooLargeBodyIsAnsweredAndTheConnectionClosed(t *testing.T) {
	addr, up := startScripted(t, Options{})
	header := "POST /v1/chat/completions HTTP/1.1\nHost: 127.0.0.1:PORT\n" + authorized + "\nContent-Type: application/json\n"
	for _, size := range []int{maxBodyBytes + 1, 2 * maxBodyBytes} {
		for name, form := range map[string]struct {
			header string
			body   io.Reader
		}{
			"with a length": {fmt.Sprintf("Content-Length: %d\n\n", size), strings.NewReader(strings.Repeat(" ", size))},
			"in chunks":     {"Transfer-Encoding: chunked\n\n", chunked(size)},
		} {
			response, body, end := sendAll(t, addr, header+form.header, form.body)
			require.Equal(t, 413, response.StatusCode, name)
			require.True(t, response.Close, "it says that it closes")
			message, _, code := errorOf(t, body)
			require.Equal(t, "The request is larger than 32 MiB. too_large", message+" "+code)
			require.Equal(t, io.EOF, end, "an end, and no reset")
		}
	}
	// Who has no token is told so, whatever they send.
	response, _, end := sendAll(t, addr, fmt.Sprintf("POST /v1/chat/completions HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Length: %d\n\n", 8<<20), strings.NewReader(strings.Repeat(" ", 8<<20)))
	require.Equal(t, 401, response.StatusCode)
	require.Equal(t, io.EOF, end)
	require.Empty(t, up.Requests())
}

func TestClientThatAsksFirstSendsNoLargeBody(t *testing.T) {
	addr, _ := startScripted(t, Options{})
	response, body, end := sendAll(t, addr, fmt.Sprintf("POST /v1/chat/completions HTTP/1.1\nHost: 127.0.0.1:PORT\n%s\nContent-Type: application/json\nExpect: 100-continue\nContent-Length: %d\n\n", authorized, maxBodyBytes+1), strings.NewReader(""))
	require.Equal(t, 413, response.StatusCode, body)
	require.Equal(t, io.EOF, end)
}

// A body without an end is read for a while and no longer.
func TestEndlessBodyIsCutOff(t *testing.T) {
	addr, _ := startScripted(t, Options{})
	c, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", addr, authorized)
	require.NoError(t, err)
	chunk := []byte(fmt.Sprintf("%x\r\n%s\r\n", 1<<20, strings.Repeat(" ", 1<<20)))
	sent := 0
	for err == nil && sent < 10*(maxBodyBytes+maxDrained) {
		_, err = c.Write(chunk)
		sent += len(chunk)
	}
	require.Error(t, err, "the server reads on")
}

func TestBodyOfTheLargestSizeIsTaken(t *testing.T) {
	addr, up := startScripted(t, Options{})
	body := chatBody + strings.Repeat(" ", maxBodyBytes-len(chatBody))
	response, _ := post(t, addr, "/v1/chat/completions", body)
	require.Equal(t, 200, response.StatusCode)
	require.Len(t, up.Requests(), 1)
}
