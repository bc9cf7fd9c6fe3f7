package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"

	"burrow/internal/config"
	"burrow/internal/fault"
	"burrow/internal/say"
)

// The page adds keys and addresses, and the server keeps them in the file of its
// settings. A key goes one way: no answer has it or a part of it.

// maxFormBytes is more than a name, an address and a key take.
const maxFormBytes = 16 << 10

// keyList is the answer to GET /api/keys.
type keyList struct {
	// File is where keys are kept; Problem is why it cannot be used as it is.
	File    string     `json:"file"`
	Problem string     `json:"problem,omitempty"`
	Keys    []keyEntry `json:"keys"`
}

// keyEntry is a service or a server, and what is known of its key.
type keyEntry struct {
	ID   string        `json:"id"`
	Kind config.Kind   `json:"kind"`
	Name string        `json:"name"`
	Base string        `json:"base"`
	From config.Origin `json:"from,omitempty"`
	// Set says that it can be asked, HasKey that it is with a key.
	Set         bool `json:"set"`
	HasKey      bool `json:"hasKey"`
	Unencrypted bool `json:"unencrypted,omitempty"`
	// Problem is what was wrong when it was last asked.
	Problem string `json:"problem,omitempty"`
}

// keyForm is what the page sends.
type keyForm struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	Base string  `json:"base"`
	Key  *string `json:"key"`
	// Anyway saves what could not be tried, or did not work.
	Anyway bool `json:"anyway"`
}

func (f keyForm) entry() config.Entry {
	return config.Entry{ID: f.ID, Name: f.Name, Base: f.Base, Key: f.Key}
}

// onThisMachine lets only those pass who came by the loopback, to a server whose
// settings can be changed. The server listens nowhere else; this does not rely on it.
func (p *Proxy) onThisMachine(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if p.options.Settings == nil || !fromThisMachine(r) {
			refuseUnread(w, r, refusal{http.StatusForbidden, "invalid", say.T("Keys can be changed only on the machine that Burrow runs on.")})
			return
		}
		handle(w, r)
	}
}

// fromThisMachine reports whether a request came by the loopback.
func fromThisMachine(r *http.Request) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return local != nil && isLoopback(local.String()) && isLoopback(r.RemoteAddr)
}

func isLoopback(address string) bool {
	at, err := netip.ParseAddrPort(address)
	return err == nil && at.Addr().Unmap().IsLoopback()
}

func (p *Proxy) listKeys(w http.ResponseWriter, _ *http.Request) {
	answerJSON(w, http.StatusOK, p.keys())
}

func (p *Proxy) keys() keyList {
	directory := p.now().directory
	settings := p.options.Settings
	list := keyList{File: settings.File(), Keys: []keyEntry{}}
	if _, _, problem := settings.Current(); problem != nil {
		list.Problem = problem.Error()
	}
	for _, s := range settings.Services() {
		e := keyEntry{ID: s.Setting, Kind: s.Kind, Name: s.Name, Base: s.Base, From: s.From, Set: s.Set, HasKey: !s.Key.Empty(), Unencrypted: s.Unencrypted}
		if up := directory.asked(s.Provider); up != nil {
			e.Name = up.name // of a program that is known by its port
			_, e.Problem = up.answering("")
		}
		list.Keys = append(list.Keys, e)
	}
	return list
}

// asked returns the configured provider of a setting, nil if it is asked otherwise.
func (d *directory) asked(p config.Provider) *upstream {
	i := slices.IndexFunc(d.configured, func(up *upstream) bool {
		return up.setting == p.Setting && up.base == p.Base && up.key.Reveal() == p.Key.Reveal()
	})
	if i < 0 {
		return nil
	}
	return d.configured[i]
}

// testKey tries a key: one that is kept, or one that was entered and is not kept.
func (p *Proxy) testKey(w http.ResponseWriter, r *http.Request) {
	form, ok := readForm(w, r)
	if !ok {
		return
	}
	up, err := p.candidate(form)
	if err != nil {
		p.refuseFault(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, up.try(r.Context(), p.transport, p.options.Version))
}

// saveKey tries what was entered and keeps it if it works, or if it is wanted anyway.
func (p *Proxy) saveKey(w http.ResponseWriter, r *http.Request) {
	form, ok := readForm(w, r)
	if !ok {
		return
	}
	var answer struct {
		Saved bool `json:"saved"`
		trial
		Keys *keyList `json:"keys,omitempty"`
	}
	up, err := p.candidate(form)
	if err == nil && !form.Anyway {
		answer.trial = up.try(r.Context(), p.transport, p.options.Version)
	}
	if err == nil && (form.Anyway || answer.Outcome == works) {
		err = p.options.Settings.Save(form.entry())
		answer.Saved = err == nil
	}
	if err != nil {
		p.refuseFault(w, r, err)
		return
	}
	if answer.Saved {
		answer.Keys = new(p.keys())
	}
	answerJSON(w, http.StatusOK, answer)
}

func (p *Proxy) removeKey(w http.ResponseWriter, r *http.Request) {
	form, ok := readForm(w, r)
	if !ok {
		return
	}
	if err := p.options.Settings.Remove(form.ID, form.Base); err != nil {
		p.refuseFault(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, p.keys())
}

// candidate returns who would be asked. Without a key in the form that is one who is
// set up already, at the address that the user sees.
func (p *Proxy) candidate(form keyForm) (*upstream, error) {
	now, settings := p.now(), p.options.Settings
	if form.Key == nil && form.ID != "" {
		for _, s := range settings.Services() {
			if s.Set && s.Setting == form.ID && s.Base == form.Base {
				if up := now.directory.asked(s.Provider); up != nil {
					return up, nil
				}
			}
		}
	}
	provider, err := settings.Candidate(form.entry())
	if err != nil {
		return nil, err
	}
	up := newUpstream(provider)
	if p.origin.has(up.host) {
		return nil, fault.New(fault.Invalid, "This is Burrow's own address. Enter the address of a server that has models.")
	}
	return up, nil
}

// readForm reads what the page sends, and refuses what it does not.
func readForm(w http.ResponseWriter, r *http.Request) (form keyForm, ok bool) {
	ok = readJSON(w, r, maxFormBytes, "This is too long for a key.", &form)
	return form, ok
}

// readJSON reads a body of at most so many bytes strictly, and refuses what it cannot.
func readJSON(w http.ResponseWriter, r *http.Request, most int64, tooLong say.English, into any) (ok bool) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.Header.Get("Content-Encoding") != "" {
		refuseUnread(w, r, refusal{http.StatusUnsupportedMediaType, "invalid", say.T("The body must be plain JSON, sent as application/json.")})
		return false
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err == nil && int64(len(text)) > most {
		refuseUnread(w, r, refusal{http.StatusRequestEntityTooLarge, "too_large", say.T(tooLong)})
		return false
	}
	// The decoder's own words may quote the key.
	if err != nil || deep(text) || !strictJSON(text, into) {
		refuse(w, r, refusal{http.StatusBadRequest, "invalid", say.T("The request cannot be read.")})
		return false
	}
	return true
}

// strictJSON reads one object and nothing behind it.
func strictJSON(text []byte, into any) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return false
	}
	_, err := d.Token()
	return err == io.EOF
}

// refuseFault answers with what went wrong. The cause may name files, and stays here.
func (p *Proxy) refuseFault(w http.ResponseWriter, r *http.Request, err error) {
	refuse(w, r, refusalOf(err))
}

func refusalOf(err error) refusal {
	f := fault.From(err)
	status := http.StatusInternalServerError
	switch f.Code {
	case fault.Invalid:
		status = http.StatusBadRequest
	case fault.NotFound:
		status = http.StatusNotFound
	case fault.Conflict:
		status = http.StatusConflict
	case fault.TooLarge:
		status = http.StatusRequestEntityTooLarge
	case fault.Unavailable:
		status = http.StatusServiceUnavailable
	}
	return refusal{status, string(f.Code), f.Message}
}
