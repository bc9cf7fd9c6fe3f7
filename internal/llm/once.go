package llm

import "context"

type withoutRetries struct{}

// WithoutRetries makes requests with the context be made once: for callers that
// try again themselves, so that the attempts of both do not multiply.
func WithoutRetries(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutRetries{}, true)
}

// retriesAllowed reports whether a request with the context may be made again.
func retriesAllowed(ctx context.Context) bool {
	return ctx.Value(withoutRetries{}) == nil
}
