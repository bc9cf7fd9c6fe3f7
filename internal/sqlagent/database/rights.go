package database

import (
	"maps"
	"slices"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

// Rights say what of a database is protected. They make the rules of the guard for one
// person, and nothing else does: a table without a secure view holds everybody's rows, and
// whoever forgot that would show them to somebody who may see a few.
type Rights struct {
	// Views are the secure views by the base table that each stands for.
	Views map[string]string
	// Shared are the tables without a view that tell of nobody in particular. Somebody
	// with a limited scope may read them and the views, and no other table.
	Shared []string
	// Hidden are columns by table that nobody may name.
	Hidden map[string][]string
	// Sensitive are columns by table of which only sums, averages and counts over enough
	// rows are shown.
	Sensitive map[string][]string
}

// DemoRights are those of the demo database.
func DemoRights() Rights { return Rights{Views: demo.SecureViews, Shared: demo.Shared()} }

// All reports whether somebody may see all rows.
func (p Person) All() bool { return p.Customers.All && p.WorkOrders.All && p.Locations.All }

// Rules are what the guard goes by when this person asks.
func (r Rights) Rules(g *schema.Graph, who Person) guard.Rules {
	return guard.Rules{Graph: g, Views: r.Views, Hidden: r.Hidden, Sensitive: r.Sensitive, Readable: r.readable(who)}
}

// readable are the tables that somebody may name; nil means all. The list of somebody with
// a limited scope is never nil, also if it is empty.
func (r Rights) readable(who Person) []string {
	if who.All() {
		return nil
	}
	return append(slices.AppendSeq([]string{}, maps.Keys(r.Views)), r.Shared...)
}
