//go:build !js && !wasip1

package llm

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

// httpTransport is a Transport on net/http.
type httpTransport struct{ client *http.Client }

// NewHTTP returns a Transport on net/http. It follows no redirect, since that would
// take the key to another host; it keeps no cookies; and it asks for no compression,
// so that the limits count what the server sends. A proxy named by the environment
// is used, but never for this machine's own addresses.
func NewHTTP() Transport {
	dialer := &net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}
	return &httpTransport{&http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment, // which knows loopback addresses
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    15 * time.Second,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true,
			MaxIdleConnsPerHost:    4,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (t *httpTransport) Do(ctx context.Context, r *HTTPRequest) (*HTTPResponse, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.Body != nil {
		method, body = http.MethodPost, bytes.NewReader(r.Body)
	}
	request, err := http.NewRequestWithContext(ctx, method, r.URL, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream, application/json")
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if r.Token != "" {
		request.Header.Set("Authorization", "Bearer "+r.Token)
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, err
	}
	return &HTTPResponse{
		Status:      response.StatusCode,
		ContentType: response.Header.Get("Content-Type"),
		RetryAfter:  response.Header.Get("Retry-After"),
		Body:        response.Body,
	}, nil
}
