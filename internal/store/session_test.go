package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestSessionKeepsWhatItIsGiven(t *testing.T) {
	s := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "u1", CompanyID: "c1"}, Device: "d1"})
	made, err := s.Create(ctx, chat.Session{
		Name: "  Trip to\nRome ", NamedBy: chat.NamedByModel, ExternalID: "x1", Pinned: true,
		Settings: chat.RawJSON(`{ "model" : "m" }`), Metadata: chat.RawJSON(`{"a":[1, 2]}`),
	}, clock)
	require.NoError(t, err)
	require.Equal(t, chat.Session{
		UID: made.UID, UserID: "u1", CompanyID: "c1", ExternalID: "x1", Name: "Trip to Rome", NamedBy: chat.NamedByModel, Pinned: true,
		CreatedAt: clock, UpdatedAt: clock, LastMessageAt: clock,
		Settings: chat.RawJSON(`{"model":"m"}`), Metadata: chat.RawJSON(`{"a":[1,2]}`),
	}, made)
	require.Equal(t, clock, made.UID.Time())

	read, err := s.Session(ctx, made.UID)
	require.NoError(t, err)
	require.Equal(t, made, read)

	_, err = s.Create(ctx, chat.Session{UID: made.UID}, clock)
	require.ErrorIs(t, err, fault.Conflict)
	_, err = s.Create(ctx, chat.Session{Settings: chat.RawJSON(`[1]`)}, clock)
	require.ErrorIs(t, err, fault.Invalid)
	_, err = s.Create(ctx, chat.Session{Metadata: chat.RawJSON(`{`)}, clock)
	require.ErrorIs(t, err, fault.Invalid)
	_, err = s.Session(ctx, chat.NewUID(1))
	require.ErrorIs(t, err, fault.NotFound)
}

func TestSessionChangesAreNewerWhateverTheClockSays(t *testing.T) {
	s := open(t)
	u := newSession(t, s, "a").UID
	const year = 365 * 24 * 3600 * 1000
	last := clock
	for i, now := range []int64{clock + 5, clock - year, clock - year, clock + year, clock} {
		for _, change := range []func() (chat.Session, error){
			func() (chat.Session, error) { return s.Rename(ctx, u, fmt.Sprint("n", i), chat.NamedByUser, now) },
			func() (chat.Session, error) { return s.Pin(ctx, u, i%2 == 0, now) },
			func() (chat.Session, error) { return s.Archive(ctx, u, i%2 == 0, now) },
			func() (chat.Session, error) { return s.SetDraft(ctx, u, fmt.Sprint("draft ", i), now) },
			func() (chat.Session, error) {
				return s.SetSettings(ctx, u, chat.RawJSON(fmt.Sprintf(`{"i":%d}`, i)), now)
			},
		} {
			got, err := change()
			require.NoError(t, err)
			require.Greater(t, got.UpdatedAt, last)
			last = got.UpdatedAt
		}
		got, err := s.Session(ctx, u)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint("n", i), got.Name)
		require.Equal(t, i%2 == 0, got.Pinned)
		require.Equal(t, i%2 == 0, got.Archived)
		require.Equal(t, fmt.Sprint("draft ", i), got.Draft)
		require.JSONEq(t, fmt.Sprintf(`{"i":%d}`, i), string(got.Settings))
	}
}

func TestUsersNameIsKept(t *testing.T) {
	s := open(t)
	made, err := s.Create(ctx, chat.Session{}, clock)
	require.NoError(t, err)
	for _, step := range []struct {
		name string
		by   chat.Namer
		want string
	}{
		{"from the text", chat.NamedByText, "from the text"},
		{"from the model", chat.NamedByModel, "from the model"},
		{"mine", chat.NamedByUser, "mine"},
		{"the model's again", chat.NamedByModel, "mine"},
		{"the text's again", chat.NamedByText, "mine"},
		{"mine too", chat.NamedByUser, "mine too"},
		{"", chat.NamedByUser, ""},
		{"the model's at last", chat.NamedByModel, "the model's at last"},
	} {
		got, err := s.Rename(ctx, made.UID, step.name, step.by, clock)
		require.NoError(t, err)
		require.Equal(t, step.want, got.Name)
	}
	_, err = s.Rename(ctx, made.UID, "x", "", clock)
	require.ErrorIs(t, err, fault.Invalid)
	long, err := s.Rename(ctx, made.UID, strings.Repeat("界", 500), chat.NamedByUser, clock)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("界", 200)+"…", long.Name)
}

// TestListShowsEachSessionOnceInOrder compares pages of every shelf with a sorted
// list, while sessions share times.
func TestListShowsEachSessionOnceInOrder(t *testing.T) {
	s := open(t)
	r := rand.New(rand.NewPCG(1, 1))
	want := map[store.Shelf][]chat.Session{}
	for i := range 120 {
		made := newSession(t, s, fmt.Sprint(i))
		for range r.IntN(3) {
			_, err := s.Append(ctx, made.UID, chat.Message{Role: chat.User, Content: "x"}, clock+int64(r.IntN(10)))
			require.NoError(t, err)
		}
		var err error
		if r.IntN(4) == 0 {
			_, err = s.Pin(ctx, made.UID, true, clock)
			require.NoError(t, err)
		}
		if r.IntN(3) == 0 {
			_, err = s.Archive(ctx, made.UID, true, clock)
			require.NoError(t, err)
		}
		if r.IntN(4) == 0 {
			_, err = s.Delete(ctx, made.UID, clock+int64(r.IntN(5)))
			require.NoError(t, err)
		}
		now, err := s.Session(ctx, made.UID)
		require.NoError(t, err)
		switch {
		case now.DeletedAt != 0:
			want[store.Bin] = append(want[store.Bin], now)
		case now.Archived:
			want[store.Archived] = append(want[store.Archived], now)
		default:
			want[store.Active] = append(want[store.Active], now)
		}
	}
	want[store.Kept] = append(slices.Clone(want[store.Active]), want[store.Archived]...)
	for shelf, all := range want {
		number := func(one chat.Session) (n int) { fmt.Sscan(one.Name, &n); return n }
		slices.SortFunc(all, func(a, b chat.Session) int {
			if shelf == store.Bin {
				if a.DeletedAt != b.DeletedAt {
					return int(b.DeletedAt - a.DeletedAt)
				}
				return number(b) - number(a)
			}
			if a.Pinned != b.Pinned {
				if a.Pinned {
					return -1
				}
				return 1
			}
			if a.LastMessageAt != b.LastMessageAt {
				return int(b.LastMessageAt - a.LastMessageAt)
			}
			return number(b) - number(a)
		})
		for _, limit := range []int{1, 7, len(all) - 1, len(all), 1000} {
			var got []chat.Session
			for cursor := ""; ; {
				page, next, err := s.List(ctx, store.ListOptions{Shelf: shelf, Limit: limit, Cursor: cursor})
				require.NoError(t, err)
				require.LessOrEqual(t, len(page), limit)
				got = append(got, page...)
				if cursor = next; next == "" {
					break
				}
			}
			require.Equal(t, all, got, "%s by %d", shelf, limit)
		}
	}
	for _, cursor := range []string{"x", "1.2", "1.2.3.4", "1.2.y"} {
		_, _, err := s.List(ctx, store.ListOptions{Cursor: cursor})
		require.ErrorIs(t, err, fault.Invalid)
	}
	_, _, err := s.List(ctx, store.ListOptions{Shelf: "attic"})
	require.ErrorIs(t, err, fault.Invalid)
}

func TestResolveTakesUIDsTheirEndsAndForeignNames(t *testing.T) {
	s := open(t)
	a, err := s.Create(ctx, chat.Session{UID: chat.MakeUID(clock, 1, 0xaaaa), ExternalID: "s1"}, clock)
	require.NoError(t, err)
	b, err := s.Create(ctx, chat.Session{UID: chat.MakeUID(clock, 2, 0xabaa), ExternalID: "abcdef"}, clock)
	require.NoError(t, err)
	for name, want := range map[string]chat.UID{
		a.UID.String(): a.UID, strings.ToUpper(b.UID.String()): b.UID, "s1": a.UID, "abcdef": b.UID,
		"AAAA": a.UID, "abaa": b.UID, a.UID.String()[:28]: a.UID,
	} {
		got, err := s.Resolve(ctx, name)
		require.NoError(t, err, name)
		require.Equal(t, want, got.UID, name)
	}
	for name, code := range map[string]fault.Code{
		"aaa": fault.NotFound, "ffff": fault.NotFound, "": fault.NotFound, "s2": fault.NotFound, "%%%%": fault.NotFound,
		a.UID.String()[:12]: fault.Invalid, chat.NewUID(clock).String(): fault.NotFound,
	} {
		_, err := s.Resolve(ctx, name)
		require.ErrorIs(t, err, code, name)
	}
}

func TestOwnersDoNotSeeEachOther(t *testing.T) {
	one := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "one"}})
	two := one.For(store.Scope{UserID: "two"})
	made := newSession(t, one, "private")
	m := say(t, one, made.UID, "secret words")

	for what, err := range map[string]error{
		"session": second(two.Session(ctx, made.UID)), "resolve": second(two.Resolve(ctx, made.UID.String())),
		"rename": second(two.Rename(ctx, made.UID, "x", chat.NamedByUser, clock)), "delete": second(two.Delete(ctx, made.UID, clock)),
		"append": second(two.Append(ctx, made.UID, chat.Message{Role: chat.User}, clock)), "message": second(two.Message(ctx, m.UID)),
		"beside": second(two.AppendBeside(ctx, m.UID, chat.Message{Role: chat.User}, clock)),
		"update": second(two.Update(ctx, m.UID, store.Patch{}, clock)), "path": second(two.Path(ctx, made.UID, chat.UID{}, 0, 10)),
		"siblings": second(two.Siblings(ctx, m.UID)), "head": second(two.SetHead(ctx, m.UID, clock)), "purge": two.Purge(ctx, made.UID),
		"search": second(two.Search(ctx, "secret", store.SearchOptions{Session: made.UID})), "export": transfer.Export(ctx, two, discard{}, made.UID),
	} {
		require.ErrorIs(t, err, fault.NotFound, what)
	}
	list, _, err := two.List(ctx, store.ListOptions{Shelf: store.Kept})
	require.NoError(t, err)
	require.Empty(t, list)
	found, err := two.Search(ctx, "secret", store.SearchOptions{})
	require.NoError(t, err)
	require.Empty(t, found.Hits)
	found, err = one.Search(ctx, "secret", store.SearchOptions{})
	require.NoError(t, err)
	require.Len(t, found.Hits, 1)
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func second[T any](_ T, err error) error { return err }

func TestBinKeepsForThirtyDays(t *testing.T) {
	s := open(t)
	const day = 24 * 3600 * 1000
	kept, old := newSession(t, s, "kept"), newSession(t, s, "old")
	restored := newSession(t, s, "restored")
	for _, u := range []chat.UID{old.UID, restored.UID} {
		say(t, s, u, "words")
		deleted, err := s.Delete(ctx, u, clock)
		require.NoError(t, err)
		require.Equal(t, clock, deleted.DeletedAt)
		// Deleting again does not begin the days anew.
		_, err = s.Delete(ctx, u, clock+10*day)
		require.NoError(t, err)
	}
	_, err := s.Append(ctx, old.UID, chat.Message{Role: chat.User, Content: "more"}, clock)
	require.ErrorIs(t, err, fault.Conflict)
	back, err := s.Restore(ctx, restored.UID, clock)
	require.NoError(t, err)
	require.Zero(t, back.DeletedAt)

	n, err := s.PurgeExpired(ctx, clock+30*day-1)
	require.NoError(t, err)
	require.Zero(t, n)
	n, err = s.PurgeExpired(ctx, clock+30*day)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = s.Session(ctx, old.UID)
	require.ErrorIs(t, err, fault.NotFound)
	for _, u := range []chat.UID{kept.UID, restored.UID} {
		_, err = s.Session(ctx, u)
		require.NoError(t, err)
	}
	requireWhole(t, s)
}

func TestSettingsAreKeptByOwner(t *testing.T) {
	one := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "one"}})
	two := one.For(store.Scope{UserID: "two"})
	require.NoError(t, one.SetSetting(ctx, "theme", chat.RawJSON(`"dark"`), clock))
	require.NoError(t, one.SetSetting(ctx, "theme", chat.RawJSON(`"light"`), clock))
	require.NoError(t, one.SetSetting(ctx, "gone", chat.RawJSON(`1`), clock))
	require.NoError(t, one.SetSetting(ctx, "gone", nil, clock))
	value, err := one.Setting(ctx, "theme")
	require.NoError(t, err)
	require.Equal(t, `"light"`, string(value))
	all, err := one.Settings(ctx)
	require.NoError(t, err)
	require.Len(t, all, 1)
	value, err = two.Setting(ctx, "theme")
	require.NoError(t, err)
	require.Nil(t, value)
	require.ErrorIs(t, one.SetSetting(ctx, "", chat.RawJSON(`1`), clock), fault.Invalid)
	require.ErrorIs(t, one.SetSetting(ctx, "k", chat.RawJSON(`{`), clock), fault.Invalid)
}
