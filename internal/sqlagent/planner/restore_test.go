package planner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a client sends back may compare two columns, choose groups and measure days only as this
// package would write it.
func TestRestoreRefusesWhatIsNeverWritten(t *testing.T) {
	p := New(demoGraph(), Options{Today: today})
	for data, fine := range map[string]bool{
		`{"root":"route","columns":[{"column":"id"}],"where":[{"kind":"columns","ref":{"column":"drivenKm"},"op":">","than":{"column":"plannedKm"}}]}`:  true,
		`{"root":"route","columns":[{"column":"id"}],"where":[{"kind":"columns","ref":{"column":"drivenKm"},"op":">"}]}`:                                false,
		`{"root":"route","columns":[{"column":"id"}],"where":[{"kind":"columns","ref":{"column":"drivenKm"},"op":">","than":{"column":"routeDate"}}]}`:  false,
		`{"root":"route","columns":[{"column":"id"}],"where":[{"kind":"columns","ref":{"column":"drivenKm"},"op":"OR","than":{"column":"plannedKm"}}]}`: false,
		`{"root":"branch","measures":[{"fn":"count"}],"groups":[{"refs":[{"column":"city"}]}],"having":{"op":">","value":"3"}}`:                         true,
		`{"root":"branch","measures":[{"fn":"count"}],"groups":[{"refs":[{"column":"city"}]}],"having":{"op":">","value":"3 OR 1=1"}}`:                  false,
		`{"root":"branch","measures":[{"fn":"count"}],"having":{"op":">","value":"3"}}`:                                                                 false,
		`{"root":"complaint","measures":[{"fn":"avg","ref":{"column":"resolvedOn"},"since":{"column":"receivedOn"}}]}`:                                  true,
		`{"root":"complaint","measures":[{"fn":"avg","ref":{"column":"resolvedOn"},"since":{"column":"status"}}]}`:                                      false,
		`{"root":"complaint","measures":[{"fn":"sum","ref":{"column":"resolvedOn"},"since":{"column":"receivedOn"}}]}`:                                  false,
	} {
		_, err := p.Restore([]byte(data))
		require.Equal(t, fine, err == nil, data)
	}
}
