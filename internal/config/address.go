package config

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"burrow/internal/say"
)

// address is the base address of a server.
type address struct {
	url, host string
	encrypted bool
	loopback  bool
	// bare means that there is no path.
	bare bool
}

// parseAddress takes an address that means the same to everybody: one scheme of
// two, a name or an IP address in its usual spelling, and nothing that could
// hide the host. A key is sent there, so what is doubtful is refused, by the name of
// its setting.
func parseAddress(setting, text string) (address, error) {
	var none address
	u, err := url.Parse(text)
	if err != nil || !visible(text) || strings.ContainsAny(text, `\`) {
		return none, say.Error("{name} must be an address such as https://api.openai.com/v1", "name", setting)
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return none, say.Error("{name} must begin with https:// or http://", "name", setting)
	case u.User != nil:
		return none, say.Error("{name} must not have a user or password before the host; the key is set by itself", "name", setting)
	case strings.ContainsAny(text, "?#"):
		return none, say.Error("{name} must not have ? or #", "name", setting)
	case strings.Contains(u.Path, "/../") || strings.HasSuffix(u.Path, "/..") || strings.Contains(u.EscapedPath(), "%"):
		return none, say.Error("{name} must have a plain path, such as /v1", "name", setting)
	}
	a := address{encrypted: u.Scheme == "https", host: u.Host, url: strings.TrimRight(text, "/")}
	a.bare = strings.Trim(u.Path, "/") == ""
	if strings.HasSuffix(u.Host, ":") || !validPort(u.Port()) {
		return none, say.Error("{name} has an invalid port", "name", setting)
	}
	name := u.Hostname()
	if ip, err := netip.ParseAddr(name); err == nil {
		a.loopback = ip.IsLoopback()
		if ip.Zone() != "" || ip.Is4In6() || !ip.IsLoopback() && !ip.IsGlobalUnicast() {
			return none, say.Error("{name} must be the address of a server; this one is reserved", "name", setting)
		}
		return a, nil
	}
	a.loopback = name == "localhost"
	if !validName(name) {
		return none, say.Error("{name} must have a host name in lower-case letters or a full IP address", "name", setting)
	}
	return a, nil
}

func validPort(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.Atoi(port)
	return err == nil && n > 0 && n < 1<<16
}

// validName takes a name in lower-case ASCII without a dot at its end. A last
// part that begins with a digit is refused: resolvers read 127.1, 2130706433 and
// 0x7f000001 as addresses, each in its own way.
func validName(name string) bool {
	if name == "" || len(name) > 253 {
		return false
	}
	parts := strings.Split(name, ".")
	for _, part := range parts {
		if part == "" || len(part) > 63 || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	last := parts[len(parts)-1]
	return last[0] < '0' || last[0] > '9'
}
