package proxy

import (
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"burrow/internal/say"
)

// route is an address with its handler. The zero values are the strict ones: unless
// a route says otherwise, it needs a token.
type route struct {
	// method is the one that is answered; with GET also HEAD.
	method string
	// path is the whole path, or the beginning of paths if it ends in "/".
	path string
	// public routes need no token.
	public bool
	// oneName routes are answered under the origin's name only; other names of
	// the server are redirected to it.
	oneName bool
	handle  http.HandlerFunc
}

// gate is what every request passes before a handler sees it. The order is fixed:
// the answer's headers, the host name, the sender, the token, the method, and then
// the page's one name.
type gate struct {
	origin  Origin
	token   *Token
	limiter limiter
	policy  string
	routes  []route
	log     quietLog
}

func (g *gate) ServeHTTP(writer http.ResponseWriter, r *http.Request) {
	w := &watched{ResponseWriter: writer}
	setSecurityHeaders(w.Header(), g.policy)
	candidates := g.match(r.URL.Path)
	defer g.recover(w, r, candidates[0].path)
	if f, ok := g.admit(w, r, candidates); !ok {
		refuseUnread(w, r, f)
		return
	}
	i := slices.IndexFunc(candidates, func(c route) bool { return c.answers(r.Method) })
	if i < 0 {
		refuseMethod(w, r, candidates)
		return
	}
	if candidates[i].oneName && !g.origin.is(r.Host) {
		redirect(w, g.origin, r)
		return
	}
	candidates[i].handle(w, r)
}

// admit checks everything that does not depend on what is asked for.
func (g *gate) admit(w http.ResponseWriter, r *http.Request, candidates []route) (refusal, bool) {
	if f, ok := checkHost(g.origin, r); !ok {
		return f, false
	}
	if f, ok := checkSender(g.origin, r); !ok {
		return f, false
	}
	// A path is public only if all its methods are.
	if !slices.ContainsFunc(candidates, func(c route) bool { return !c.public }) {
		return refusal{}, true
	}
	return g.checkToken(w, r)
}

// match returns the routes of a path, which has at least the page's: those of
// the longest path that fits.
func (g *gate) match(path string) []route {
	var found []route
	for _, c := range g.routes {
		if c.path != path && !(strings.HasSuffix(c.path, "/") && strings.HasPrefix(path, c.path)) {
			continue
		}
		if len(found) > 0 && len(c.path) > len(found[0].path) {
			found = found[:0]
		}
		if len(found) == 0 || len(c.path) == len(found[0].path) {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		// "*" of OPTIONS and what comes without a path; the host check refuses it.
		return []route{{path: "?"}}
	}
	return found
}

func (c route) answers(method string) bool {
	return method == c.method || method == http.MethodHead && c.method == http.MethodGet
}

func refuseMethod(w http.ResponseWriter, r *http.Request, candidates []route) {
	var methods []string
	for _, c := range candidates {
		methods = append(methods, c.method)
		if c.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	sentence := say.T("Only {method} works here.", "method", methods[0])
	if len(methods) > 1 {
		last := len(methods) - 1
		sentence = say.T("Only {methods} and {last} work here.", "methods", strings.Join(methods[:last], ", "), "last", methods[last])
	}
	refuse(w, r, refusal{http.StatusMethodNotAllowed, "invalid", sentence})
}

// recover turns a panic into an answer, or cuts the connection if one has begun.
// The log gets the stack, which shows addresses and no values; what was panicked
// with may have a key or a body in it.
func (g *gate) recover(w *watched, r *http.Request, path string) {
	problem := recover()
	if problem == nil {
		return
	}
	if problem == http.ErrAbortHandler {
		panic(problem)
	}
	g.log.printf("a request to %s failed because of a bug in Burrow (%T):\n%s", path, problem, debug.Stack())
	if w.begun {
		panic(http.ErrAbortHandler)
	}
	refuse(w, r, refusal{http.StatusInternalServerError, "internal", say.T("Something went wrong inside Burrow.")})
}

// watched notes whether an answer has begun.
type watched struct {
	http.ResponseWriter
	begun bool
}

func (w *watched) WriteHeader(status int) {
	w.begun = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(p []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController find the connection.
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }
