package llm

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// after is a step of a paced transport.
func after(d time.Duration, text string, err error) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return text, err
		case <-ctx.Done():
			return "", errConnection
		}
	}
}

// each repeats a step.
func each(d time.Duration, text string, times int) []func(context.Context) (string, error) {
	var steps []func(context.Context) (string, error)
	for range times {
		steps = append(steps, after(d, text, nil))
	}
	return steps
}

func TestTransportThatHangsIsEndedByItsLimit(t *testing.T) {
	const minute = time.Minute
	for name, c := range map[string]struct {
		transport paced
		limits    Limits
		sentence  string
		after     time.Duration
		content   string
	}{
		"before the header": {paced{header: hang}, Limits{},
			"The model did not begin to answer within 2 minutes.", 2 * minute, ""},
		"before the first event": {paced{}, Limits{},
			"The model did not begin to answer within 2 minutes.", 2 * minute, ""},
		"with nothing but comments": {paced{steps: each(10*time.Second, ": wait\n\n", 1000)}, Limits{},
			"The model did not begin to answer within 2 minutes.", 2 * minute, ""},
		"with half an event": {paced{steps: each(time.Second, "data: {", 1)}, Limits{FirstByte: 5 * time.Second},
			"The model did not begin to answer within 5 seconds.", 5 * time.Second, ""},
		"in the middle": {paced{steps: each(time.Second, stream(hello), 2)}, Limits{},
			"The model stopped for 1 minute in the middle of its answer.", 2*time.Second + minute, "HelHel"},
		"in the middle, with another limit": {paced{steps: each(time.Second, stream(hello), 1)}, Limits{Idle: 1500 * time.Millisecond},
			"The model stopped for 1500 milliseconds in the middle of its answer.", 2500 * time.Millisecond, "Hel"},
		"never, but slowly": {paced{steps: each(55*time.Second, stream(hello), 100)}, Limits{},
			"The answer was not complete within 15 minutes.", 15 * minute, strings.Repeat("Hel", 16)},
		"with comments for ever": {paced{steps: append(each(0, stream(hello), 1), each(30*time.Second, ": wait\n\n", 100)...)}, Limits{},
			"The answer was not complete within 15 minutes.", 15 * minute, "Hel"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := &Client{Transport: &c.transport, Limits: c.limits}
				begin := time.Now()
				reply, _, err := ask(t, client)
				require.ErrorIs(t, err, fault.TimedOut)
				require.Equal(t, c.sentence, fault.From(err).Message)
				require.Equal(t, c.after, time.Since(begin))
				require.Equal(t, c.content, reply.Content)
				require.Equal(t, 1, c.transport.requests, "a limit that expired is no reason to ask again")
				if c.transport.header == nil {
					require.Equal(t, 1, c.transport.closed)
				}
			})
		})
	}
}

func TestSlowAnswerIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := each(10*time.Second, stream(hello), 60)
		steps = append(steps, each(time.Second, stream(stopped, endMark), 1)...)
		reply, _, err := ask(t, &Client{Transport: &paced{steps: steps}})
		require.NoError(t, err)
		require.Equal(t, strings.Repeat("Hel", 60), reply.Content)
	})
}

func TestTimeOfTheObserverIsNotTheServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := append(each(time.Second, stream(hello), 3), each(0, stream(endMark), 1)...)
		_, err := (&Client{Transport: &paced{steps: steps}}).Stream(t.Context(), question("Hello"), Observer{
			Delta: func(Delta) { time.Sleep(2 * time.Minute) },
		})
		require.NoError(t, err)
	})
}

func TestAnswerIsWholeThoughTheConnectionStaysOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := each(0, stream(hello, stopped), 1)
		for _, steps := range [][]func(context.Context) (string, error){silent, append(silent, each(time.Second, ": wait\n\n", 100)...)} {
			begin := time.Now()
			reply, _, err := ask(t, &Client{Transport: &paced{steps: steps}})
			require.NoError(t, err)
			require.Equal(t, "stop", reply.Finish)
			require.Equal(t, restTime, time.Since(begin))
		}
		begin := time.Now()
		_, _, err := ask(t, &Client{Transport: &paced{steps: each(0, stream(hello, endMark), 1)}})
		require.NoError(t, err)
		require.Zero(t, time.Since(begin), "nothing is waited for behind the end mark")
	})
}

func TestCancellationStaysRecognisable(t *testing.T) {
	for name, transport := range map[string]*paced{
		"before the header":      {header: hang},
		"before the first event": {},
		"in the middle":          {steps: each(0, stream(hello), 1)},
		"after the reason":       {steps: each(0, stream(hello, stopped), 1)},
		"in an error's body":     {status: 500},
		"in a wait":              {header: func(context.Context) error { return errConnection }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(500*time.Millisecond, cancel)
				begin := time.Now()
				reply, err := (&Client{Transport: transport}).Stream(ctx, question("Hello"), Observer{})
				if reply.Finish != "" {
					require.NoError(t, err, "the answer was whole")
				} else {
					require.ErrorIs(t, err, context.Canceled)
					require.Equal(t, fault.Cancelled, fault.From(err).Code)
				}
				require.Equal(t, 500*time.Millisecond, time.Since(begin))
				require.Equal(t, 1, transport.requests)
			})
		})
	}
	t.Run("before the request", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		client := recorded()
		_, err := client.Stream(ctx, question("Hello"), Observer{})
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, client.Transport.(*Recorded).Requests())
		require.ErrorIs(t, client.GetJSON(ctx, "/models", &struct{}{}), context.Canceled)
	})
	t.Run("by the caller's deadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := (&Client{Transport: &paced{}}).Stream(ctx, question("Hello"), Observer{})
			require.ErrorIs(t, err, context.DeadlineExceeded)
		})
	})
}

func TestBodyOfAnErrorIsNotWaitedForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		_, _, err := ask(t, &Client{Transport: &paced{status: 404, steps: each(time.Second, `{"error":`, 1)}})
		require.ErrorIs(t, err, fault.NotFound)
		require.Equal(t, errorTime, time.Since(begin))
	})
}

func TestDurationsAreSpelt(t *testing.T) {
	for d, want := range map[time.Duration]string{
		2 * time.Minute: "2 minutes", time.Minute: "1 minute", 90 * time.Second: "90 seconds", time.Second: "1 second",
		1500 * time.Millisecond: "1500 milliseconds", 61 * time.Minute: "61 minutes",
	} {
		require.Equal(t, want, spell(d))
	}
}
