package config

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/say"
)

// A server beside the well-known services has a number and up to three settings:
// BURROW_SERVER_1_URL, its key and its name. Numbers keep the list of settings
// closed, so that a slip in a name is still an error.
const maxServers = 9

// server is what the settings of a number say.
type server struct {
	name string
	base address
	key  Secret
}

// serverSetting is the name of a setting: part is "URL", "KEY" or "NAME".
func serverSetting(number int, part string) string {
	return "BURROW_SERVER_" + strconv.Itoa(number) + "_" + part
}

// serverSettings are those of all numbers.
func serverSettings() []setting {
	var all []setting
	for i := range maxServers {
		at := func(l *loader) *server { return &l.servers[i] }
		all = append(all,
			setting{name: serverSetting(i+1, "URL"), read: addressInto(func(l *loader) *address { return &at(l).base })},
			setting{name: serverSetting(i+1, "KEY"), secret: true, read: keyInto(func(l *loader) *Secret { return &at(l).key })},
			setting{name: serverSetting(i+1, "NAME"), read: func(l *loader, name, text string) error {
				if !validServerName(text) {
					return say.Error("{name} must be a name of at most 40 characters", "name", name)
				}
				at(l).name = text
				return nil
			}},
		)
	}
	return all
}

// validServerName takes a line that one can see all of.
func validServerName(text string) bool {
	return text != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= 40 && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// numbered returns the servers that have an address.
func (l *loader) numbered() []Provider {
	var providers []Provider
	for i, s := range l.servers {
		url, key, name := serverSetting(i+1, "URL"), serverSetting(i+1, "KEY"), serverSetting(i+1, "NAME")
		if s.base.url == "" {
			if !s.key.Empty() {
				l.warn("{name} has no effect without {other}.", "name", key, "other", url)
			}
			if s.name != "" {
				l.warn("{name} has no effect without {other}.", "name", name, "other", url)
			}
			continue
		}
		if s.name == "" {
			s.name = s.base.host
		}
		l.warnOf(s.base, url, s.key, key)
		providers = append(providers, Provider{s.name, Server, s.base.url, s.key, key})
	}
	return providers
}
