package proxy

import (
	"context"

	"burrow/internal/config"
	"burrow/internal/wire"
)

// Route is where questions for a model go.
type Route struct {
	// Name is the provider's, for the reader; Kind is where it is.
	Name string
	Kind wire.ProviderKind
	Base string
	Key  config.Secret
	// ID is what the model is called here, Model what the provider calls it.
	ID, Model string
}

// Directory knows who answers, for commands that ask without a server between.
type Directory struct{ of *directory }

// NewDirectory returns the directory of the options' providers and of this
// machine's servers.
func NewDirectory(o Options) *Directory { return &Directory{newDirectory(o, newTransport())} }

// Route returns who answers a model; without a name, who answers at all. It may
// search this machine.
func (d *Directory) Route(ctx context.Context, model string) (Route, bool) {
	if model == "" {
		d.of.renew(ctx)
	}
	to, ok := d.of.choose(ctx, model)
	if !ok {
		return Route{}, false
	}
	return Route{to.up.name, to.up.kind, to.up.base, to.up.key, to.id(), to.model}, true
}
