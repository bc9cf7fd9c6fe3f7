package proxy

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// Origin is the one origin of the page. A browser keeps storage per host and
// port, so a page reached as localhost would not find what it kept as 127.0.0.1.
type Origin struct {
	hosts  []string // Host values that mean this origin, the canonical one first
	others []string // Host values of this server that are sent to the origin
}

// NewOrigin returns the origin of a server that listens on a loopback address.
func NewOrigin(addr net.Addr) Origin {
	ip, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		panic(err) // TCP addresses have a port
	}
	var o Origin
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		// Browsers leave the port out when it is the scheme's own.
		names := []string{host + ":" + port}
		if port == "80" {
			names = []string{host, host + ":80"}
		}
		if strings.Trim(host, "[]") == ip {
			o.hosts = names
		} else {
			o.others = append(o.others, names...)
		}
	}
	return o
}

// String returns the origin as a URL without a path.
func (o Origin) String() string { return "http://" + o.hosts[0] }

// guard lets only requests for this machine reach next. A page of another site
// can make its own name resolve to 127.0.0.1 and then read what is served there
// (DNS rebinding); it cannot choose the Host header, so the comparison is exact:
// no case folding, no address parsing, no trailing dot.
func guard(o Origin, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		// Absolute-form, authority-form and "*" carry a second idea of the host.
		case !strings.HasPrefix(r.RequestURI, "/"):
			say(w, http.StatusBadRequest, "Burrow is not a forward proxy: ask for a path.")
		// Nothing stands in front of a loopback server; whoever says so is refused
		// instead of being half believed.
		case r.Header.Get("X-Forwarded-Host") != "" || r.Header.Get("Forwarded") != "":
			say(w, http.StatusBadRequest, "Burrow does not answer forwarded requests.")
		case !slices.Contains(o.hosts, r.Host) && !slices.Contains(o.others, r.Host):
			say(w, http.StatusForbidden, "Burrow answers on this machine only: open "+o.String()+"/ instead.")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// canonical sends the other spellings of this server to its origin. The answer
// is temporary and not stored: a cached redirect would outlive a change of the
// listening address.
func canonical(o Origin, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(o.hosts, r.Host) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Location", o.String()+r.URL.RequestURI())
		say(w, http.StatusTemporaryRedirect, "The page lives at "+o.String()+"/.")
	})
}
