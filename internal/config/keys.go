package config

import (
	"slices"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
)

// Origin is where a setting comes from.
type Origin string

// The origins; one that is not set has none.
const (
	FromEnvironment Origin = "environment"
	FromFile        Origin = "file"
)

// Service is who can be asked with a key, whether there is one or not.
type Service struct {
	// Provider is as it is asked. Its setting names the service.
	Provider
	// Set says that it can be asked: it has a key, or is a server.
	Set bool
	// From is where that comes from. What the environment sets goes before the file,
	// so that nothing in the file could change it.
	From Origin
	// Unencrypted says that the key crosses a network in the clear.
	Unencrypted bool
}

// Entry is what a user enters for a service.
type Entry struct {
	// ID is the setting of the service's key; "" adds a server.
	ID string
	// Name is what a server is called; "" is its host. A service has its own.
	Name string
	// Base is the address that the user has seen. The key of a service goes nowhere
	// else: if the settings have another one by now, nothing is changed.
	Base string
	// Key is the new key, nil to keep the one there is.
	Key *string
}

// The services that are always listed, and the settings of each: that of its key
// first.
var known = []struct {
	Provider
	settings []string
}{
	{Provider{"OpenAI", OpenAI, openAIBase, Secret{}, "OPENAI_API_KEY"}, []string{"OPENAI_API_KEY", "OPENAI_BASE_URL"}},
	{Provider{"Google", Google, googleBase, Secret{}, "GOOGLE_API_KEY"}, []string{"GOOGLE_API_KEY"}},
	{Provider{"Anthropic", Anthropic, anthropicBase, Secret{}, "ANTHROPIC_API_KEY"}, []string{"ANTHROPIC_API_KEY"}},
}

// Services lists the well-known services, or the server in the place of OpenAI,
// and all other servers.
func (s *Source) Services() []Service {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look(time.Now())
	return s.services()
}

func (s *Source) services() []Service {
	var all []Service
	for _, k := range known {
		service := Service{Provider: k.Provider}
		if i := slices.IndexFunc(s.config.Providers, func(p Provider) bool { return p.Setting == k.Setting }); i >= 0 {
			service.Provider, service.Set = s.config.Providers[i], true
		}
		all = append(all, s.described(service, k.settings))
	}
	for number := 1; number <= maxServers; number++ {
		names := serverNames(number)
		if i := slices.IndexFunc(s.config.Providers, func(p Provider) bool { return p.Setting == names[0] }); i >= 0 {
			all = append(all, s.described(Service{Provider: s.config.Providers[i], Set: true}, names))
		}
	}
	return all
}

// serverNames are the settings of a server, that of its key first.
func serverNames(number int) []string {
	return []string{serverSetting(number, "KEY"), serverSetting(number, "URL"), serverSetting(number, "NAME")}
}

// described adds what the service's settings and its address say.
func (s *Source) described(service Service, settings []string) Service {
	for _, name := range settings {
		switch v, ok := s.values[name]; {
		case ok && v.where == environment:
			service.From = FromEnvironment
		case ok && service.From == "":
			service.From = FromFile
		}
	}
	at, err := parseAddress("", service.Base)
	service.Unencrypted = err == nil && !at.encrypted && !at.loopback && !service.Key.Empty()
	return service
}

// Candidate returns the provider that an entry would make, so that it can be tried
// first.
func (s *Source) Candidate(e Entry) (Provider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look(time.Now())
	p, _, err := s.plan(e)
	return p, err
}

// Save keeps an entry in the file. From then on Current has it.
func (s *Source) Save(e Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.change(func() ([]change, error) {
		_, changes, err := s.plan(e)
		return changes, err
	})
}

// Remove takes a service out of the file: its key, and the address of a server. base
// is the address that the user has seen.
func (s *Source) Remove(id, base string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.change(func() ([]change, error) {
		service, err := s.editable(id, base)
		if err == nil && service.Base != base {
			err = fault.New(fault.Conflict, "The settings have changed in the meantime. Check them and try again.")
		}
		if err != nil {
			return nil, err
		}
		var changes []change
		for _, name := range settingsOf(service) {
			// Without its address a server's key would go to OpenAI.
			changes = append(changes, change{name: name})
		}
		return changes, nil
	})
}

func settingsOf(service Service) []string {
	for _, k := range known {
		if k.Setting == service.Setting {
			return k.settings
		}
	}
	for number := 1; number <= maxServers; number++ {
		if names := serverNames(number); names[0] == service.Setting {
			return names
		}
	}
	return nil
}

// editable returns a service whose settings are all in the file.
func (s *Source) editable(id, base string) (Service, error) {
	all := s.services()
	i := slices.IndexFunc(all, func(service Service) bool { return service.Setting == id })
	if i < 0 {
		return Service{}, fault.New(fault.NotFound, "This server is no longer in the settings.")
	}
	service := all[i]
	if service.From == FromEnvironment {
		return service, fault.New(fault.Invalid, "{setting} is set in the environment, which overrides {file}: change it there.", "setting", s.fixedBy(service), "file", s.name())
	}
	if service.Base != base && service.Kind != Server {
		return service, fault.New(fault.Conflict, "The settings have changed in the meantime: {setting} is now for {host}.", "setting", id, "host", hostOf(service.Base))
	}
	return service, nil
}

// fixedBy is the setting by which the environment decides.
func (s *Source) fixedBy(service Service) string {
	for _, name := range settingsOf(service) {
		if s.values[name].where == environment {
			return name
		}
	}
	return service.Setting
}

func hostOf(base string) string {
	at, _ := parseAddress("", base)
	return at.host
}

// plan returns what an entry makes: the provider, and the changes to the file.
func (s *Source) plan(e Entry) (Provider, []change, error) {
	if e.Key != nil && *e.Key != "" && !validKey(*e.Key) {
		return Provider{}, nil, fault.New(fault.Invalid, "This is not a key. Keys have letters, digits and symbols, but no spaces.")
	}
	if e.Key != nil {
		if _, err := quote(*e.Key); err != nil {
			return Provider{}, nil, fault.New(fault.Invalid, "This key has characters that {file} cannot hold.", "file", s.name())
		}
	}
	if e.ID == "" {
		return s.planNew(e)
	}
	service, err := s.editable(e.ID, e.Base)
	if err != nil {
		return Provider{}, nil, err
	}
	if service.Kind == Server {
		return s.planServer(e, service)
	}
	if e.Key == nil || *e.Key == "" {
		return Provider{}, nil, fault.New(fault.Invalid, "Enter a key.")
	}
	p := service.Provider
	p.Key = NewSecret(*e.Key)
	return p, []change{{p.Setting, *e.Key}}, nil
}

// planNew takes the first number that nothing is set for.
func (s *Source) planNew(e Entry) (Provider, []change, error) {
	for number := 1; number <= maxServers; number++ {
		names := serverNames(number)
		if !slices.ContainsFunc(names, func(name string) bool { return s.values[name].text != "" }) {
			if e.Key == nil {
				e.Key = new("")
			}
			return s.planServer(e, Service{Provider: Provider{Kind: Server, Setting: names[0]}})
		}
	}
	return Provider{}, nil, fault.New(fault.Invalid, "You can have up to {most} servers. Remove one first.", "most", maxServers)
}

// planServer gives a server a name, an address and a key. If the address is another
// one, the key must be entered again: it was meant for the one before.
func (s *Source) planServer(e Entry, old Service) (Provider, []change, error) {
	at, err := parseAddress(say.T("The address"), e.Base)
	if err != nil {
		return Provider{}, nil, fault.New(fault.Invalid, "{sentence}.", "sentence", err.Error())
	}
	for _, other := range s.services() {
		if other.Setting != old.Setting && other.Base == at.url {
			return Provider{}, nil, fault.New(fault.Conflict, "{name} already has this address.", "name", other.Name)
		}
	}
	if e.Name != "" && !validServerName(e.Name) {
		return Provider{}, nil, fault.New(fault.Invalid, "The name must be one line of at most 40 characters.")
	}
	if _, err := quote(e.Name); err != nil {
		return Provider{}, nil, fault.New(fault.Invalid, "This name has characters that {file} cannot hold.", "file", s.name())
	}
	key := old.Key
	switch {
	case e.Key != nil:
		key = NewSecret(*e.Key)
	case !key.Empty() && at.url != old.Base:
		return Provider{}, nil, fault.New(fault.Invalid, "Enter the key again: it was for {host}.", "host", hostOf(old.Base))
	}
	p := Provider{Name: e.Name, Kind: Server, Base: at.url, Key: key, Setting: old.Setting}
	if p.Name == "" {
		p.Name = at.host
	}
	names := settingsOf(Service{Provider: p})
	return p, []change{{names[2], e.Name}, {names[1], at.url}, {names[0], key.Reveal()}}, nil
}
