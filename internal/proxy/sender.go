package proxy

import (
	"net/http"

	"burrow/internal/say"
)

// checkSender refuses what a browser sends for another page than ours. Programs
// send neither Origin nor Sec-Fetch headers; browsers send them always where it
// matters, and pages cannot change them.
//
// A link and a typed address must work, so a browser may open the page from
// anywhere, as a whole and by GET; it may do nothing else. No header of CORS is
// ever sent, and a preflight ends here.
func checkSender(o Origin, r *http.Request) (refusal, bool) {
	refused := refusal{http.StatusForbidden, "invalid", say.T("Burrow only answers its own page, at {address}.", "address", o.String()+"/")}
	// A sandboxed frame, a file and a data: address send "null".
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && origins[0] != o.String() {
		return refused, false
	}
	sites := r.Header.Values("Sec-Fetch-Site")
	if len(sites) > 1 {
		return refused, false
	}
	if len(sites) == 0 || sites[0] == "same-origin" || sites[0] == "none" {
		return refusal{}, true
	}
	opened := (r.Method == http.MethodGet || r.Method == http.MethodHead) && isPage(r.URL.Path) &&
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return refused, opened
}
