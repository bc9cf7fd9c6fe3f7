//go:build !js

package rpc_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestOpeningEmptiesTheBinAfterThirtyDays: what was deleted can be had back for a
// month, and is gone with the first start after it.
func TestOpeningEmptiesTheBinAfterThirtyDays(t *testing.T) {
	name := strconv.Quote(filepath.Join(t.TempDir(), "history.db"))
	deleted := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	bin := `{"kind":"request","id":9,"method":"sessions.list","params":{"shelf":"bin"}}`

	at(t, deleted, name,
		`{"kind":"request","id":2,"method":"sessions.import","params":{"text":"{\"session\":\"old\",\"role\":\"user\",\"content\":\"x\"}"}}`,
		`{"kind":"request","id":3,"method":"sessions.change","params":{"session":"old","deleted":true}}`)
	require.Contains(t, at(t, deleted.AddDate(0, 0, 29), name, bin), `"externalId":"old"`)
	require.Contains(t, at(t, deleted.AddDate(0, 0, 31), name, bin), `"sessions":[]`)
}

// at opens the history with the clock at a time, asks, and returns the last answer.
func at(t *testing.T, now time.Time, name string, requests ...string) (last string) {
	t.Helper()
	o := options()
	o.Now = func() time.Time { return now }
	h := startInProcess(t, o)
	<-h.frames() // ready
	for i, request := range append([]string{`{"kind":"request","id":1,"method":"store.open","params":{"name":` + name + `}}`}, requests...) {
		require.NoError(t, h.send(request))
		for last = <-h.frames(); strings.Contains(last, `"kind":"event"`); last = <-h.frames() {
		}
		require.Contains(t, last, `"kind":"result"`, "request %d", i)
	}
	_, err := h.end()
	require.NoError(t, err)
	return last
}
