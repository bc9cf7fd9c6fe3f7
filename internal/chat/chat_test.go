package chat_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
)

func TestUIDsSortByTimeAndReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[chat.UID]bool{}
	before := chat.UID{}
	now := int64(0)
	for range 2000 {
		now += 1 + r.Int64N(1<<36)
		u := chat.NewUID(now)
		require.False(t, seen[u])
		seen[u] = true
		require.Equal(t, now, u.Time())
		require.Negative(t, bytes.Compare(before[:], u[:]), "%s is not after %s", u, before)
		back, err := chat.ParseUID(u.String())
		require.NoError(t, err)
		require.Equal(t, u, back)
		before = u
	}
}

func TestUIDsOfOneMillisecondDiffer(t *testing.T) {
	seen := map[chat.UID]bool{}
	for range 10_000 {
		seen[chat.NewUID(1)] = true
	}
	require.Len(t, seen, 10_000)
}

func TestParseUIDRefuses(t *testing.T) {
	good := chat.NewUID(1_700_000_000_000).String()
	upper, err := chat.ParseUID(strings.ToUpper(good))
	require.NoError(t, err)
	require.Equal(t, good, upper.String())
	for _, text := range []string{"", "0", good[1:], good + "0", "g" + good[1:], " " + good[1:], "会" + good[3:]} {
		u, err := chat.ParseUID(text)
		require.ErrorIs(t, err, chat.ErrUID, "%q", text)
		require.True(t, u.IsZero())
	}
}

func TestAUIDHasHexadecimalDigitsOnly(t *testing.T) {
	good := chat.MakeUID(0x0123456789ab, 0xcdef0123456789ab, 0xcdef).String()
	require.Equal(t, "0123456789abcdef0123456789abcdef", good)
	for c := range 256 {
		for at := range 2 { // the high half of a byte, and the low one
			text := good[:at] + string([]byte{byte(c)}) + good[at+1:]
			_, err := chat.ParseUID(text)
			if strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
				require.NoError(t, err, "%q", text)
			} else {
				require.ErrorIs(t, err, chat.ErrUID, "%q", text)
			}
		}
	}
}

func TestAUIDIsTheSameInEveryForm(t *testing.T) {
	for _, u := range []chat.UID{{}, chat.NewUID(7)} {
		text, err := u.MarshalText()
		require.NoError(t, err)
		require.NotNil(t, text, "a nil text would be null")
		written, err := json.Marshal(u)
		require.NoError(t, err)
		require.Equal(t, `"`+string(text)+`"`, string(written))
		require.Equal(t, "x"+string(written), string(u.AppendJSON([]byte("x"))))
		back := chat.NewUID(9) // what was there before is gone
		require.NoError(t, back.UnmarshalText(text))
		require.Equal(t, u, back)
	}
}

func TestZeroUIDIsAbsentInJSON(t *testing.T) {
	m := chat.Message{UID: chat.NewUID(5), Session: chat.NewUID(6), Role: chat.User, Status: chat.Complete}
	out, err := json.Marshal(m)
	require.NoError(t, err)
	require.NotContains(t, string(out), "parent")
	var back chat.Message
	require.NoError(t, json.Unmarshal(out, &back))
	require.Equal(t, m, back)

	require.NoError(t, json.Unmarshal([]byte(`{"parent":""}`), &back))
	require.True(t, back.Parent.IsZero())
	require.Error(t, json.Unmarshal([]byte(`{"parent":"12"}`), &back))
}

func TestClosedListsKnowTheirMembers(t *testing.T) {
	for _, r := range []chat.Role{chat.System, chat.User, chat.Assistant, chat.Tool} {
		require.True(t, r.Known())
	}
	for _, s := range []chat.Status{chat.Streaming, chat.Complete, chat.Stopped, chat.Failed} {
		require.True(t, s.Known())
	}
	for _, n := range []chat.Namer{"", chat.NamedByUser, chat.NamedByModel, chat.NamedByText} {
		require.True(t, n.Known())
	}
	require.False(t, chat.Role("").Known())
	require.False(t, chat.Role("User").Known())
	require.False(t, chat.Status("").Known())
	require.False(t, chat.Namer("root").Known())
}
