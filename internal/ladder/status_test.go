package ladder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/ladder"
	"burrow/internal/wire"
)

func TestProgramOnTheMachineIsNoDefaultForAProviderWithoutModels(t *testing.T) {
	remote := func(models ...string) wire.Provider { return wire.Provider{Kind: wire.Remote, Models: models} }
	machine, browser := wire.Provider{Kind: wire.Machine, Models: []string{"ollama/m"}}, wire.Provider{Kind: wire.Browser, Models: []string{"small"}}
	for _, tt := range []struct {
		providers []wire.Provider
		want      string
	}{
		{[]wire.Provider{remote("r"), machine}, "r"},
		{[]wire.Provider{remote(), machine}, ""},
		{[]wire.Provider{remote(), machine, browser}, "small"},
		{[]wire.Provider{machine, browser}, "ollama/m"},
		{[]wire.Provider{{Kind: wire.Remote, Models: []string{"r"}, Problem: "Its key is refused."}, machine}, ""},
		{[]wire.Provider{{Kind: wire.Machine, Problem: "It does not answer."}, machine}, ""},
		{nil, ""},
	} {
		status := wire.HostStatus{Server: &wire.ServerStatus{Providers: tt.providers}}
		got := ""
		if model := ladder.ModelOf(status, nil, ""); model != nil {
			got = *model
		}
		require.Equal(t, tt.want, got)
	}
}
