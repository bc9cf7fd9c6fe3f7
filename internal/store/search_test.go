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
	"burrow/internal/store"
)

func TestTermsOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"Hello, World! 42x":         "hello world 42x",
		"Café CAFE\u0301 naïve":     "cafe cafe naive",
		"Straße ŁÓDŹ Việt Nam":      "strasse lodz viet nam",
		"don't e-mail a_b":          "don t e mail a b",
		"会議室":                       "会議 議室 室",
		"会":                         "会",
		"今日はABC会議。":                 "今日 日は は abc 会議 議",
		"서울에서":                      "서울 울에 에서 서",
		"データー":                      "デー ータ ター ー",
		"𠮷野家":                       "𠮷野 野家 家",
		"ＦＵＬＬ　width":                "full width",
		"हिन्दी भाषा":               "हिन्दी भाषा",
		"Ελλάδα ΌΣΟΣ":               "ελλαδα οσοσ",
		"Ёж Йод":                    "еж йод",
		"مُحَمَّد أحمد":             "محمد احمد",
		"ok👍🏽done 👩‍👧":              "ok 👍 done 👩 👧",
		"a\x00b\xffc":               "a b c",
		"soft\u00adhyphen":          "softhyphen",
		strings.Repeat("ab", 40):    strings.Repeat("ab", 32) + " " + strings.Repeat("ab", 8),
		"ภาษาไทย":                   "ภา าษ ษา าไ ไท ทย ย",
		`"quotes" AND (NEAR*) col:`: "quotes and near col",
	} {
		require.Equal(t, want, store.Terms(text), "%q", text)
	}
}

func TestSearchFindsInAnyLanguage(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "languages").UID
	texts := map[chat.UID]string{}
	for _, text := range []string{
		"The quarterly budget meeting was moved to Thursday.",
		"来週の会議は木曜日に変更されました。",
		"회의가 목요일로 변경되었습니다.",
		"Das nächste Gespräch über die Straße ist am Donnerstag.",
		"Заседание перенесли на четверг, ёлка будет.",
		"बैठक गुरुवार को होगी।",
		"تم نقل الاجتماع إلى يوم الخميس",
		"Việt Nam đẹp lắm",
		"การประชุมถูกย้ายไปวันพฤหัสบดี",
		"C++ and Go 1.26: func main() { fmt.Println(x_y) }",
		"party 🎉 tonight",
	} {
		texts[say(t, s, session, text).UID] = text
	}
	for query, want := range map[string]string{
		"budget": "The quarterly", "BUDGET thursday": "The quarterly", "quart": "The quarterly", "meet": "The quarterly",
		`"budget meeting"`: "The quarterly", "meeting budget": "The quarterly",
		"会議": "来週", "議": "来週", "木曜日": "来週", "た": "来週", "来週 変更": "来週",
		"회의": "회의가", "목요일": "회의가", "변": "회의가",
		"strasse": "Das", "gesprach": "Das", "Nächste": "Das", "nachste": "Das",
		"четверг": "Заседание", "ЕЛКА": "Заседание", "बैठक": "बैठक", "गुरु": "बैठक", "الاجتماع": "تم",
		"viet nam": "Việt", "dep": "Việt", "ประชุม": "การ", "วัน": "การ",
		"println": "C++", "fmt.println": "C++", "x_y": "C++", "1.26": "C++", "🎉": "party", "c++": "C++",
	} {
		found, err := s.Search(ctx, query, store.SearchOptions{})
		require.NoError(t, err, query)
		require.Len(t, found.Hits, 1, query)
		hit := found.Hits[0]
		require.True(t, strings.HasPrefix(texts[hit.Message], want), "%s found %v", query, hit)
		require.True(t, slices.ContainsFunc(hit.Snippet, func(p store.Part) bool { return p.Match }), "%s is marked in %v", query, hit.Snippet)
	}
	for _, query := range []string{"", " ", `"`, `""`, "budget木曜日", `"meeting budget"`, "udget", "会議木", "zzz", "*", "-", "b", "曜木"} {
		found, err := s.Search(ctx, query, store.SearchOptions{})
		require.NoError(t, err, query)
		require.Empty(t, found.Hits, query)
	}
}

var searchAlphabet = []string{"a", "b", "ab", "ba", "Ab", "é", "会", "議", "会議", "室", " ", " ", " ", ",", "-", `"`, "👍", "न", "ि", "\n", "ß", "*", "ก", "า", "\u0301"}

func randomOf(r *rand.Rand, alphabet []string, most int) string {
	var b strings.Builder
	for range r.IntN(most) {
		b.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// TestSearchFindsWhatTheTextsHave compares searches with a scan of all texts, and
// looks for a mark in every snippet.
func TestSearchFindsWhatTheTextsHave(t *testing.T) {
	s := open(t)
	r := rand.New(rand.NewPCG(4, 4))
	sessions := []chat.UID{newSession(t, s, "a").UID, newSession(t, s, "b").UID}
	in := map[chat.UID]chat.UID{}
	texts := map[chat.UID]string{}
	for i := range 300 {
		session := sessions[i%2]
		m := say(t, s, session, randomOf(r, searchAlphabet, 25))
		in[m.UID], texts[m.UID] = session, m.Content
	}
	for range 600 {
		query := randomOf(r, searchAlphabet, 6)
		o := store.SearchOptions{Limit: 200}
		if r.IntN(3) == 0 {
			o.Session = sessions[r.IntN(2)]
		}
		want := map[chat.UID]bool{}
		for u, text := range texts {
			if store.Matches(text, query) && (o.Session.IsZero() || in[u] == o.Session) {
				want[u] = true
			}
		}
		got := map[chat.UID]bool{}
		for {
			found, err := s.Search(ctx, query, o)
			require.NoError(t, err, "%q", query)
			for _, hit := range found.Hits {
				require.False(t, got[hit.Message], "%q finds a message twice", query)
				got[hit.Message] = true
				require.True(t, slices.ContainsFunc(hit.Snippet, func(p store.Part) bool { return p.Match }), "%q in %q: %v", query, texts[hit.Message], hit.Snippet)
			}
			if o.Cursor = found.Next; o.Cursor == "" {
				break
			}
		}
		require.Equal(t, want, got, "%q is %s", query, store.Expression(query))
	}
}

func TestSearchTellsWhereAHitIs(t *testing.T) {
	s := open(t)
	session, err := s.Create(ctx, chat.Session{Name: "Plans"}, clock)
	require.NoError(t, err)
	say(t, s, session.UID, "one")
	m, err := s.Append(ctx, session.UID, chat.Message{Role: chat.Assistant, Content: "the needle", ExternalID: "x7"}, clock+5)
	require.NoError(t, err)
	found, err := s.Search(ctx, "needle", store.SearchOptions{})
	require.NoError(t, err)
	require.Equal(t, []store.Hit{{Session: session.UID, SessionName: "Plans", Message: m.UID, ExternalID: "x7", Depth: 1, Role: chat.Assistant, At: clock + 5,
		Snippet: []store.Part{{Text: "the "}, {Text: "needle", Match: true}}}}, found.Hits)
	require.True(t, found.Ranked)
}

func TestSearchSkipsTheBin(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	say(t, s, session, "needle")
	count := func() int {
		found, err := s.Search(ctx, "needle", store.SearchOptions{})
		require.NoError(t, err)
		return len(found.Hits)
	}
	require.Equal(t, 1, count())
	_, err := s.Archive(ctx, session, true, clock)
	require.NoError(t, err)
	require.Equal(t, 1, count(), "what is archived is found")
	_, err = s.Delete(ctx, session, clock)
	require.NoError(t, err)
	require.Zero(t, count())
	_, err = s.Restore(ctx, session, clock)
	require.NoError(t, err)
	require.Equal(t, 1, count())
	require.NoError(t, s.Purge(ctx, session))
	require.Zero(t, count())
}

func TestSearchRanksFewAndSortsManyByAge(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	best := say(t, s, session, "needle needle needle")
	for i := range 30 {
		say(t, s, session, fmt.Sprintf("one needle among many other words, number %d of them, and the hay goes on", i))
	}
	few, err := s.Search(ctx, "needle", store.SearchOptions{Limit: 7})
	require.NoError(t, err)
	require.True(t, few.Ranked)
	require.Equal(t, best.UID, few.Hits[0].Message)
	require.NotEmpty(t, few.Next)

	var last chat.Message
	for range store.MaxRanked {
		last, err = s.Append(ctx, session, chat.Message{Role: chat.User, Content: "needle"}, clock)
		require.NoError(t, err)
	}
	seen := map[chat.UID]bool{}
	for o := (store.SearchOptions{Limit: 200}); ; {
		many, err := s.Search(ctx, "needle", o)
		require.NoError(t, err)
		require.False(t, many.Ranked)
		if o.Cursor == "" {
			require.Equal(t, last.UID, many.Hits[0].Message)
		}
		for i, h := range many.Hits {
			require.False(t, seen[h.Message])
			seen[h.Message] = true
			require.True(t, i == 0 || h.Depth < many.Hits[i-1].Depth)
		}
		if o.Cursor = many.Next; o.Cursor == "" {
			break
		}
	}
	require.Len(t, seen, store.MaxRanked+31)
	for _, cursor := range []string{"x", "r", "n-1", "q5"} {
		_, err := s.Search(ctx, "needle", store.SearchOptions{Cursor: cursor})
		require.ErrorIs(t, err, fault.Invalid, cursor)
	}
}

// A word that is in most messages must not decide the order.
func TestSearchRanksByTheRareWord(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	for range 4200 {
		_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "the"}, clock)
		require.NoError(t, err)
	}
	say(t, s, session, "the needle among a lot of hay and other hay and more hay than one can count")
	best := say(t, s, session, "needle, the needle")
	say(t, s, session, "the the the the the the the the needle the the the the the")
	found, err := s.Search(ctx, "the needle", store.SearchOptions{})
	require.NoError(t, err)
	require.True(t, found.Ranked)
	require.Len(t, found.Hits, 3)
	require.Equal(t, best.UID, found.Hits[0].Message)
}

func TestSnippetShowsTheBestPlace(t *testing.T) {
	text := func(parts []store.Part) string {
		var b strings.Builder
		for _, p := range parts {
			if p.Match {
				b.WriteString("[" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	require.Equal(t, "a [Café], please", text(store.Snippet("a Café,\n\n  please", "cafe")))
	require.Equal(t, "来週の[会議]は", text(store.Snippet("来週の会議は", "会議")))
	require.Equal(t, "[会議室]", text(store.Snippet("会議室", "会議室")))
	require.Equal(t, "no words at all", text(store.Snippet("no words at all", "other")))

	hay := strings.Repeat("hay and straw ", 60)
	long := "needle " + hay + "the needle beside the thread " + hay
	got := text(store.Snippet(long, "needle thread"))
	require.Contains(t, got, "[needle] beside the [thread]")
	require.True(t, strings.HasPrefix(got, "… "))
	require.True(t, strings.HasSuffix(got, " …"))
	require.Less(t, len(got), 300)

	// Each match in the snippet is marked, also where the better place is as far away as one is looked for.
	edge := "needle " + strings.Repeat("x ", 1985) + "the needle and the thread, needle, thread and needle"
	require.Contains(t, text(store.Snippet(edge, "needle thread")), "the [needle] and the [thread], [needle], [thread] and [needle]")

	far := strings.Repeat("x ", 300_000) + "needle"
	require.Contains(t, text(store.Snippet(far, "needle")), "[needle]")
	for r := rand.New(rand.NewPCG(9, 9)); ; {
		content := strings.ToValidUTF8(randomOf(r, searchAlphabet, 400), "")
		var whole strings.Builder
		for _, p := range store.Snippet(content, "会議 ab") {
			whole.WriteString(p.Text)
		}
		require.Equal(t, whole.String(), strings.ToValidUTF8(whole.String(), "?"), "cut inside a character")
		if r.IntN(200) == 0 {
			break
		}
	}
}
