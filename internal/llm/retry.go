package llm

import (
	"burrow/internal/words"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// A request is made again only while nothing of an answer has come: an answer that
// has begun is paid for, and asking again would pay twice. The waits are 1 s and
// 2 s, or what the server asks for, if that is soon; a quarter is added by chance,
// so that those who were refused together do not come back together.

const (
	defaultAttempts = 3
	firstWait       = time.Second
	// maxRetryAfter is how long a server's wish to wait is followed. Beyond it the
	// user is told, who may have better to do.
	maxRetryAfter = 20 * time.Second
	// maxTold bounds what is passed on: no server means a year.
	maxTold = 24 * time.Hour
)

// wait returns how long to wait after the failed-th failure, and whether to ask
// again at all.
func (c *Client) wait(ctx context.Context, f *failure, failed int) (wait time.Duration, again bool) {
	attempts := c.Attempts
	if attempts == 0 {
		attempts = defaultAttempts
	}
	if !retriesAllowed(ctx) {
		attempts = 1
	}
	if !f.again || failed >= attempts || f.err.RetryAfter > maxRetryAfter {
		return 0, false
	}
	wait = firstWait << (failed - 1)
	if f.err.RetryAfter > 0 {
		wait = f.err.RetryAfter
	}
	random := c.Rand
	if random == nil {
		random = rand.Float64
	}
	return wait + time.Duration(random()*float64(wait)/4), true
}

// pause waits, unless ctx ends first.
func (c *Client) pause(ctx context.Context, wait time.Duration) {
	if c.waited != nil {
		c.waited(wait)
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// retryAfter reads the header of that name: seconds, or a date. It is 0 if there is
// nothing to wait for.
func retryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	wait := time.Duration(0)
	if seconds, err := strconv.ParseFloat(header, 64); err == nil {
		wait = time.Duration(min(max(seconds, 0), maxTold.Seconds()) * float64(time.Second))
	} else if date, ok := words.HeaderDate(header); ok {
		wait = time.UnixMilli(date).Sub(now)
	}
	return min(max(wait, 0), maxTold)
}
