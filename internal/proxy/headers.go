package proxy

import (
	"net/http"
	"strings"
)

// policy returns the Content-Security-Policy of every response. Nothing is
// loaded from elsewhere, nothing inline runs unless its hash was built in, and
// strings become script URLs only through the page's one policy named "burrow",
// which it needs to start its worker.
func policy(b Bundle) string {
	return strings.Join([]string{
		"default-src 'none'",
		sources("script-src 'self' 'wasm-unsafe-eval'", b.Scripts),
		sources("style-src 'self'", b.Styles),
		"connect-src 'self'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"require-trusted-types-for 'script'",
		"trusted-types burrow",
	}, "; ")
}

// modelScript is the one script that runs under another policy.
const modelScript = "model.js"

// modelPolicy is that of the worker in which a model runs: the library makes its
// own workers of blobs, one for the model and one for each thread, and knows no
// Trusted Types. A worker's policy is that of its own script, so this one holds
// for nothing else; the worker has no document, and still loads nothing from
// elsewhere.
func modelPolicy() string {
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self' blob: 'wasm-unsafe-eval'",
		"connect-src 'self' blob:",
		"worker-src blob:",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	}, "; ")
}

func sources(directive string, hashes []string) string {
	return strings.Join(append([]string{directive}, hashes...), " ")
}

// setSecurityHeaders applies to all responses, refusals too. COOP and COEP make
// the page cross-origin isolated, which shared memory with the worker needs.
func setSecurityHeaders(h http.Header, csp string) {
	h.Set("Content-Security-Policy", csp)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()")
}
