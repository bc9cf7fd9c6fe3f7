package planner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHintsAreWhatSingleWordsMean(t *testing.T) {
	p := New(demoGraph(), Options{Values: rowsOf{{"customer", "name"}: {"nordwind": "Nordwind"}}})
	h, err := p.Hints(t.Context(), "Any blue overdue invoices of Nordwind's?")
	require.NoError(t, err)
	require.Contains(t, h.Tables, "invoice")
	require.Contains(t, h.Values, Match{Place{"customer", "name"}, "Nordwind"})
	require.Contains(t, h.Values, Match{Place{"invoice", "status"}, "overdue"})
	require.Equal(t, []string{"blue"}, h.Unread)
}

// "People" stands for employees, and for anybody.
func TestTablesAreNamedOrMeant(t *testing.T) {
	p := New(demoGraph(), Options{})
	for question, named := range map[string]bool{"Which country has the most people?": false, "Which country has the most employees?": true, "List the suppliers": true} {
		r, err := p.Read(t.Context(), question, nil)
		require.NoError(t, err, question)
		require.Equal(t, named, r.Named, question)
	}
}
