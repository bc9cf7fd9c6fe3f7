package llm

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

var good = Exchange{Body: stream(hello, stopped, endMark)}

// A retry is what an observer hears.
type retry struct {
	attempt int
	wait    time.Duration
	code    fault.Code
}

func TestRequestIsMadeAgainAfterItsWaits(t *testing.T) {
	const s = time.Second
	busy := func(status int, after string) Exchange { return Exchange{Status: status, RetryAfter: after} }
	fail := Exchange{Fail: true}
	for name, c := range map[string]struct {
		exchanges []Exchange
		attempts  int // of the client, 3 if zero
		random    float64
		retries   []retry
		requests  int
		code      fault.Code // of the last failure
		told      time.Duration
	}{
		"at once":                   {exchanges: []Exchange{good}, requests: 1},
		"once":                      {exchanges: []Exchange{fail, good}, retries: []retry{{2, s, fault.Unavailable}}, requests: 2},
		"twice":                     {exchanges: []Exchange{busy(500, ""), busy(408, ""), good}, retries: []retry{{2, s, fault.Unavailable}, {3, 2 * s, fault.TimedOut}}, requests: 3},
		"never a third time":        {exchanges: []Exchange{fail, fail, busy(529, ""), good}, retries: []retry{{2, s, fault.Unavailable}, {3, 2 * s, fault.Unavailable}}, requests: 3, code: fault.Unavailable},
		"with jitter":               {exchanges: []Exchange{fail, fail, good}, random: 0.5, retries: []retry{{2, s + s/8, fault.Unavailable}, {3, 2*s + s/4, fault.Unavailable}}, requests: 3},
		"when the server says":      {exchanges: []Exchange{busy(429, "7"), good}, retries: []retry{{2, 7 * s, fault.RateLimited}}, requests: 2},
		"as late as that":           {exchanges: []Exchange{busy(503, "20"), good}, retries: []retry{{2, 20 * s, fault.Unavailable}}, requests: 2},
		"not later":                 {exchanges: []Exchange{busy(429, "21"), good}, requests: 1, code: fault.RateLimited, told: 21 * s},
		"at the date it says":       {exchanges: []Exchange{busy(429, "Sat, 01 Jan 2000 00:00:05 GMT"), good}, retries: []retry{{2, 5 * s, fault.RateLimited}}, requests: 2},
		"not at a date long past":   {exchanges: []Exchange{busy(429, "Fri, 31 Dec 1999 00:00:00 GMT"), good}, retries: []retry{{2, s, fault.RateLimited}}, requests: 2},
		"not tomorrow":              {exchanges: []Exchange{busy(429, "Sun, 02 Jan 2000 00:00:00 GMT"), good}, requests: 1, code: fault.RateLimited, told: 24 * time.Hour},
		"the last wait is told":     {exchanges: []Exchange{fail, fail, busy(429, "3")}, retries: []retry{{2, s, fault.Unavailable}, {3, 2 * s, fault.Unavailable}}, requests: 3, code: fault.RateLimited, told: 3 * s},
		"nonsense does not count":   {exchanges: []Exchange{busy(429, "soon"), busy(429, "-4"), good}, retries: []retry{{2, s, fault.RateLimited}, {3, 2 * s, fault.RateLimited}}, requests: 3},
		"fewer attempts":            {exchanges: []Exchange{fail, good}, attempts: 1, requests: 1, code: fault.Unavailable},
		"not after a refusal":       {exchanges: []Exchange{busy(401, "1"), good}, requests: 1, code: fault.Unauthorized, told: s},
		"not after an answer began": {exchanges: []Exchange{{Body: "data"}, good}, requests: 1, code: fault.Upstream},
		"not after an error in it":  {exchanges: []Exchange{{Body: stream(`{"error":{"code":503}}`)}, good}, requests: 1, code: fault.Upstream},
		"not after a web page":      {exchanges: []Exchange{{ContentType: "text/html"}, good}, requests: 1, code: fault.Upstream},
		"a page of an error counts": {exchanges: []Exchange{{Status: 502, ContentType: "text/html", Body: "<html>"}, good}, retries: []retry{{2, s, fault.Unavailable}}, requests: 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // whose clock begins with the year 2000
				client := recorded(c.exchanges...)
				client.Attempts, client.Rand = c.attempts, func() float64 { return c.random }
				var heard []retry
				begin, waited := time.Now(), time.Duration(0)
				reply, err := client.Stream(t.Context(), question("Hello"), Observer{Retry: func(attempt int, wait time.Duration, err error) {
					heard = append(heard, retry{attempt, wait, fault.From(err).Code})
					waited += wait
				}})
				require.Equal(t, c.retries, heard)
				require.Equal(t, waited, time.Since(begin))
				require.Equal(t, c.requests, reply.Attempts)
				require.Len(t, client.Transport.(*Recorded).Requests(), c.requests)
				if c.code == "" {
					require.NoError(t, err)
					require.Equal(t, "Hel", reply.Content)
					return
				}
				require.ErrorIs(t, err, c.code)
				require.Equal(t, c.told, fault.From(err).RetryAfter)
			})
		})
	}
}

func TestConnectionLostBeforeTheFirstFieldIsTriedAgain(t *testing.T) {
	for body, requests := range map[string]int{"": 3, ": wait\n\n": 3, "d": 1, stream(hello): 1, stream(hello, stopped): 1} {
		synctest.Test(t, func(t *testing.T) {
			step := func(context.Context) (string, error) { return body, errors.New("reset") }
			transport := &paced{steps: []func(context.Context) (string, error){step}}
			reply, _, err := ask(t, &Client{Transport: transport})
			require.Equal(t, requests, transport.requests, "%q", body)
			require.Equal(t, requests, reply.Attempts, "%q", body)
			switch {
			case reply.Finish != "":
				require.NoError(t, err)
			case requests == 3:
				require.ErrorIs(t, err, fault.Unavailable)
			default:
				require.ErrorIs(t, err, fault.Upstream)
				require.Equal(t, brokeOffSentence, fault.From(err).Message)
			}
		})
	}
}

func TestContextMayForbidRetries(t *testing.T) {
	client := recorded(Exchange{Status: 500}, good)
	reply, err := client.Stream(WithoutRetries(t.Context()), question("Hello"), Observer{})
	require.ErrorIs(t, err, fault.Unavailable)
	require.Equal(t, 1, reply.Attempts)

	client = recorded(Exchange{Status: 400, Body: noTemperature}, good)
	_, err = client.Stream(WithoutRetries(t.Context()), Request{Temperature: new(1.0)}, Observer{})
	require.NoError(t, err, "another form is no retry")
}

func TestTotalLimitCoversTheWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := recorded(Exchange{Status: 429, RetryAfter: "15"}, good)
		client.Limits.Total = 10 * time.Second
		begin := time.Now()
		_, _, err := ask(t, client)
		require.ErrorIs(t, err, fault.TimedOut)
		require.Equal(t, "The answer was not complete within 10 seconds.", fault.From(err).Message)
		require.Equal(t, 10*time.Second, time.Since(begin))
	})
}

func TestJitterIsAtMostAQuarter(t *testing.T) {
	client := &Client{}
	for range 1000 {
		wait, again := client.wait(t.Context(), unreachable(nil), 2)
		require.True(t, again)
		require.GreaterOrEqual(t, wait, 2*time.Second)
		require.Less(t, wait, 2500*time.Millisecond)
	}
}
