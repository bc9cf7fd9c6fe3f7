package say_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/say"
)

// use makes a translation be used until the test ends.
func use(t *testing.T, text string) *say.Translation {
	t.Helper()
	translation, err := say.Read([]byte(text))
	require.NoError(t, err)
	say.Use(translation)
	t.Cleanup(func() { say.Use(nil) })
	return translation
}

func TestPlaceholdersAreFilled(t *testing.T) {
	for _, c := range []struct {
		english say.English
		args    []any
		want    string
	}{
		{"The chat is gone.", nil, "The chat is gone."},
		{"", nil, ""},
		{"The chat {name} is gone.", []any{"name", "Plans"}, "The chat Plans is gone."},
		{"{n} of {all}", []any{"all", int64(7), "n", -3}, "-3 of 7"},
		{"{a}{a}", []any{"a", "x"}, "xx"},
		{"{a} and {b}", []any{"a", "{b}", "b", "{a}"}, "{b} and {a}"},
		{"{a} and {b}", []any{"a", "x"}, "x and {b}"},
		{"{a} and {b}", nil, "{a} and {b}"},
		{"open { and }close {", []any{"a", "x"}, "open { and }close {"},
		{"unclosed {a", []any{"a", "x"}, "unclosed {a"},
		{"odd {a}", []any{"a"}, "odd {a}"},
		{"“{a}”", []any{"a", "ä"}, "“ä”"},
	} {
		require.Equal(t, c.want, say.T(c.english, c.args...), "%q %v", c.english, c.args)
	}
}

func TestOtherValuesPanic(t *testing.T) {
	for _, value := range []any{1.5, nil, true, []string{"a"}, say.English("named")} {
		require.Panics(t, func() { say.T("{a}", "a", value) }, "%v", value)
	}
}

func TestCountsHaveTheirForms(t *testing.T) {
	for n, want := range map[int]string{0: "0 chats in bin", 1: "1 chat in bin", 2: "2 chats in bin", 1001: "1001 chats in bin"} {
		require.Equal(t, want, say.Plural(n, "{n} chat in {where}", "{n} chats in {where}", "where", "bin"))
	}
}

func TestATranslationIsUsedWhereItHasTheSentence(t *testing.T) {
	use(t, `{"language":"de","sentences":{"The chat {name} is gone.":"{name} ist weg, der Chat.","Stop":"Halt"},
		"plurals":{"{n} chats":{"one":"ein Chat","other":"{n} Chats"}}}`)
	require.Equal(t, "Halt", say.T("Stop"))
	require.Equal(t, "Pläne ist weg, der Chat.", say.T("The chat {name} is gone.", "name", "Pläne"))
	require.Equal(t, "Go", say.T("Go"))
	require.Equal(t, "ein Chat", say.Plural(1, "{n} chat", "{n} chats"))
	require.Equal(t, "5 Chats", say.Plural(5, "{n} chat", "{n} chats"))
	require.Equal(t, "1 tag", say.Plural(1, "{n} tag", "{n} tags"))
	say.Use(nil)
	require.Equal(t, "Stop", say.T("Stop"))
}

func TestOtherLanguagesHaveOtherForms(t *testing.T) {
	for language, want := range map[string]string{
		"en": "other one other other other other", "fr": "one one other other other other", "ja": "other other other other other other",
		"pt-BR": "one one other other other other", "ru": "many one few many many one", "pl": "many one few many many many",
		"cs": "other one few other other other", "sr": "other one few other other one", "ar": "zero one two few many many", "he": "other one two other other other",
	} {
		use(t, `{"language":"`+language+`","plurals":{"{n}":{"zero":"zero","one":"one","two":"two","few":"few","many":"many","other":"other"}}}`)
		var got []string
		for _, n := range []int{0, 1, 2, 5, 11, 21} {
			got = append(got, say.Plural(n, "{n}", "{n}"))
		}
		require.Equal(t, want, strings.Join(got, " "), language)
	}
}

func TestSentencesThatDoNotFitAreRefused(t *testing.T) {
	translation := use(t, `{"language":"de","sentences":{
		"a {x}":"ohne","b":"mit {y}","c {x}":"falsch {z}","d":"Glocke \u0007","e":"","f {x}":"{x} und {x}","g":"`+strings.Repeat("g", 5000)+`","h":"zwei\nZeilen"},
		"plurals":{"{n} i":{"one":"ein i"},"{n} j of {x}":{"one":"ein j","other":"{n} j von {x}"},"{n} k of {x}":{"one":"ein k von {x}","other":"{n} k von {x}"}}}`)
	require.Equal(t, []string{"a {x}", "b", "c {x}", "d", "e", "g", "{n} i", "{n} j of {x}"}, translation.Refused)
	require.Equal(t, "a 1", say.T("a {x}", "x", 1))
	require.Equal(t, "1 und 1", say.T("f {x}", "x", 1))
	require.Equal(t, "zwei\nZeilen", say.T("h"))
	require.Equal(t, "1 i", say.Plural(1, "{n} i", "{n} i"))
	require.Equal(t, "ein k von 3", say.Plural(1, "{n} k of {x}", "{n} k of {x}", "x", 3))
}

func TestWhatIsNoTranslationIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "null", "[]", "{", `{"language":5}`, `{}`, `{"language":"<script>"}`, `{"language":"de","sentences":[]}`, `{"language":"de","sentences":{"a":1}}`,
		`{"language":"de","plurals":{"a":"b"}}`, `{"language":"` + strings.Repeat("d", 36) + `"}`,
		`{"language":"de","sentences":{"a":"` + strings.Repeat("a", 1<<20) + `"}}`,
	} {
		_, err := say.Read([]byte(text))
		require.Error(t, err, "%.60s", text)
	}
}

func TestEnglishCostsNothing(t *testing.T) {
	require.Zero(t, testing.AllocsPerRun(100, func() { say.T("The chat is gone.") }))
}

func TestALanguageChangesWhileOthersSpeak(t *testing.T) {
	translation, err := say.Read([]byte(`{"language":"de","sentences":{"Stop":"Halt"}}`))
	require.NoError(t, err)
	t.Cleanup(func() { say.Use(nil) })
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				require.Contains(t, []string{"Stop", "Halt"}, say.T("Stop"))
			}
		})
	}
	for range 200 {
		say.Use(translation)
		say.Use(nil)
	}
	all.Wait()
}

// go test -fuzz FuzzRead ./internal/say
func FuzzRead(f *testing.F) {
	f.Add(`{"language":"de","sentences":{"{a}":"{a}"},"plurals":{"{n}":{"other":"{n}"}}}`, "{a}")
	f.Add(`{"language":"de","sentences":{"a":"}{"}}`, "a")
	f.Fuzz(func(t *testing.T, text, english string) {
		translation, err := say.Read([]byte(text))
		if err != nil {
			return
		}
		say.Use(translation)
		defer say.Use(nil)
		say.T(say.English(english), "a", "b")
		say.Plural(3, "", say.English(english))
	})
}
