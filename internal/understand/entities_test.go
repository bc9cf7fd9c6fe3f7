package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func texts(entities []Entity) (out []string) {
	for _, e := range entities {
		out = append(out, e.Text)
	}
	return out
}

func TestEntitiesAreFoundInOrder(t *testing.T) {
	history := []Exchange{
		{"What did Jane Austen write before \"Emma\"?", "She wrote \"Pride and Prejudice\" in Chawton."},
		{"Which projects are late?", "| Project | Days |\n|---|---|\n| 25-01-064 | 3 |\n| 25-02-011 | 9 |"},
		{"And invoices?", "- INV-2041: sent to Acme Corp\n- INV-2057: not sent"},
	}
	got := Entities(history, Options{})
	require.Equal(t, []string{"Jane Austen", "Emma", "Pride and Prejudice", "Chawton", "25-01-064", "25-02-011", "INV-2041", "Acme Corp", "INV-2057"}, texts(got))
	require.Equal(t, Title, got[1].Kind)
	require.Equal(t, Name, got[0].Kind)
	require.Equal(t, Identifier, got[4].Kind)
	require.Equal(t, 2, got[5].Place)
	require.Equal(t, got[4].List, got[5].List)
	require.Equal(t, got[6].List, got[8].List)
	require.Zero(t, got[7].List, "what is named within an entry is not of the list")
	require.NotEqual(t, got[4].List, got[6].List)
	require.Equal(t, 1, got[4].Exchange)
	require.True(t, got[4].InAnswer)
	require.False(t, got[0].InAnswer)
}

func TestIdentifiersByShape(t *testing.T) {
	for text, want := range map[string][]string{
		"25-01-064":                     {"25-01-064"},
		"see INV-2041, BUG-17 and #311": {"INV-2041", "BUG-17", "#311"},
		"on 2024-03-12 or 12-03-2024":   nil,
		"from 2003-2013":                nil,
		"costs 12.50 or 1,200":          nil,
		"a well-known 3-day trip":       nil,
		"GPT-4 and MP3":                 nil,
		"call 99-12":                    nil,
	} {
		var got []string
		for _, e := range Entities([]Exchange{{Answer: text}}, Options{}) {
			if e.Kind == Identifier {
				got = append(got, e.Text)
			}
		}
		require.Equal(t, want, got, text)
	}
}

func TestIdentifiersByPattern(t *testing.T) {
	o := Options{Identifiers: []string{"99-99", "AA/999"}}
	got := Entities([]Exchange{{Answer: "Compare 99-12 with xy/300, but not 9-12 or x/300"}}, o)
	require.Equal(t, []string{"99-12", "xy/300"}, texts(got))
	require.Empty(t, Entities([]Exchange{{Answer: "compare 99-12 with xy/300"}}, Options{}))
}

func TestOldExchangesAreOutOfSight(t *testing.T) {
	var history []Exchange
	for i := range Window + 2 {
		history = append(history, Exchange{"Which ticket?", "It is T-10" + string(rune('0'+i%10)) + string(rune('0'+i/10))})
	}
	got := Entities(history, Options{})
	require.Len(t, got, Window)
	require.Equal(t, 2, got[0].Exchange)
}
