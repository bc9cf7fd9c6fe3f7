package proxy

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"burrow/internal/say"
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

// ParseOrigin returns the origin of a server that would listen on address. It has
// the errors of Listen, but for those of a port that is taken.
func ParseOrigin(address string) (Origin, error) {
	host, port, err := splitLoopback(address)
	if err != nil {
		return Origin{}, err
	}
	return NewOrigin(&net.TCPAddr{IP: net.ParseIP(host), Port: port}), nil
}

// String returns the origin as a URL without a path.
func (o Origin) String() string { return "http://" + o.hosts[0] }

// is reports whether a Host value means this origin.
func (o Origin) is(host string) bool { return slices.Contains(o.hosts, host) }

// has reports whether a Host value means this server.
func (o Origin) has(host string) bool { return o.is(host) || slices.Contains(o.others, host) }

// checkHost lets only requests for this machine pass. A page of another site
// can make its own name resolve to 127.0.0.1 and then read what is served there
// (DNS rebinding); it cannot choose the Host header, so the comparison is exact:
// no case folding, no address parsing, no trailing dot.
func checkHost(o Origin, r *http.Request) (refusal, bool) {
	switch {
	// Absolute-form, authority-form and "*" carry a second idea of the host.
	case !strings.HasPrefix(r.RequestURI, "/"):
		return refusal{http.StatusBadRequest, "invalid", say.T("Burrow is not a forward proxy: ask for a path.")}, false
	// Nothing stands in front of a loopback server; whoever says so is refused
	// instead of being half believed.
	case r.Header.Get("X-Forwarded-Host") != "" || r.Header.Get("Forwarded") != "":
		return refusal{http.StatusBadRequest, "invalid", say.T("Burrow does not answer forwarded requests.")}, false
	case !o.has(r.Host):
		return refusal{http.StatusForbidden, "invalid", say.T("Burrow only answers on this machine: open {address} instead.", "address", o.String()+"/")}, false
	}
	return refusal{}, true
}

// redirect sends the other spellings of this server to its origin. The answer
// is temporary and not stored: a cached redirect would outlive a change of the
// listening address.
func redirect(w http.ResponseWriter, o Origin, r *http.Request) {
	w.Header().Set("Location", o.String()+r.URL.RequestURI())
	answerText(w, http.StatusTemporaryRedirect, say.T("The page is at {address}.", "address", o.String()+"/"))
}
