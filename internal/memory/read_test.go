package memory_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/memory"
)

// texts are the items of a summary with the names of their lists.
func texts(s chat.Summary) (out []string) {
	names := []string{"profile", "facts", "decisions", "questions", "todos"}
	for i, list := range s.Lists() {
		for _, item := range *list {
			out = append(out, names[i]+": "+item.Text)
		}
	}
	return out
}

func TestAGoodAnswerBecomesASummary(t *testing.T) {
	p := memory.Seed()
	before := total(bakery)
	s, report, err := memory.Read(goodAnswer, "stop", bakery, p.Share(before), count)
	require.NoError(t, err)
	require.Equal(t, memory.Report{Items: 6}, report)
	require.Equal(t, 6, s.Len())
	require.Equal(t, []chat.UID{bakery[4].UID, bakery[6].UID}, s.Facts[0].Sources)
	require.Equal(t, []chat.UID{bakery[8].UID}, s.Questions[0].Sources)
	after := count(memory.Render([]chat.Summary{s}))
	require.True(t, after >= 60 && after <= 90, "%d tokens", after)
	saved := 1 - float64(after)/float64(before)
	require.True(t, saved >= 0.93 && saved <= 0.95, "%d of %d: %f", after, before, saved)
}

// few is a conversation that small answers are about.
var few = say(
	"I live in Berlin and my brother Tom pays 1,200 euros for project 25-01-064.",
	"Noted. The file is src/main.go, the deadline is March 5, 2026, and two people work on it.",
	"We use PostgreSQL 16, about 10k rows, and it takes 3.50 seconds. Tell anna@example.org tomorrow.",
)

func TestAnswersInOtherShapes(t *testing.T) {
	for _, c := range []struct {
		name, answer, finish string
		want                 []string
		salvaged             bool
	}{
		{"prose around", "Sure, here it is:\n\n{\"key_facts\":[{\"text\":\"Lives in Berlin\",\"sources\":[1]}]}\nI hope this helps { }!", "stop", []string{"facts: Lives in Berlin"}, false},
		{"a code fence", "```json\n{\"todos\":[{\"text\":\"Tell Anna\",\"sources\":[3]}]}\n```", "stop", []string{"todos: Tell Anna"}, false},
		{"nulls", `{"user_profile":null,"key_facts":[null,{"text":"Lives in Berlin","sources":[1]},null],"decisions":null,"open_questions":[],"todos":null}`, "stop", []string{"facts: Lives in Berlin"}, false},
		{"texts instead of objects", `{"user_profile":["Lives in Berlin"],"key_facts":"We use PostgreSQL"}`, "stop", []string{"profile: Lives in Berlin", "facts: We use PostgreSQL"}, false},
		{"other types", `{"key_facts":[1,true,[["x"]],{"text":5,"sources":[1]},{"text":"Lives in Berlin","sources":[1]}]}`, "stop", []string{"facts: Lives in Berlin"}, false},
		{"one object instead of a list", `{"key_facts":{"text":"Lives in Berlin","sources":1}}`, "stop", []string{"facts: Lives in Berlin"}, false},
		{"wrapped", `{"summary":{"data":{"KeyFacts":[{"text":"Lives in Berlin","sources":["#1"]}]}}}`, "stop", []string{"facts: Lives in Berlin"}, false},
		{"other quotes, commas too many and too few", `{'key_facts': [{'text': 'Lives in Berlin', 'sources': [1,],} {"text":"Uses \"PostgreSQL\"" "sources":[3]},],}`, "stop", []string{"facts: Lives in Berlin", `facts: Uses "PostgreSQL"`}, false},
		{"escapes and line breaks", "{\"key_facts\":[{\"text\":\"Lives\\nin \\u0042erl\\u0069n\n \\ud83d\\ude00 \\q\\ud800\",\"sources\":[1]}]}", "stop", []string{"facts: Lives in Berlin 😀 q"}, false},
		{"reasoning before", "<think>\nThe user {\"key_facts\":[\"a draft\"]} lives…\n</think>\n{\"key_facts\":[{\"text\":\"Lives in Berlin\",\"sources\":[1]}]}", "stop", []string{"facts: Lives in Berlin"}, false},
		{"reasoning without its beginning", "Let me think.</think>{\"key_facts\":[{\"text\":\"Lives in Berlin\",\"sources\":[1]}]}", "stop", []string{"facts: Lives in Berlin"}, false},
		{"half", `{"key_facts":[{"text":"Lives in Berlin","sources":[1]},{"text":"We use Post`, "length", []string{"facts: Lives in Berlin"}, true},
		{"half without a word about it", `{"key_facts":[{"text":"Lives in Berlin","sources":[1]},`, "stop", []string{"facts: Lives in Berlin"}, true},
		{"the larger of two objects", `{"key_facts":[{"text":"a","sources":[1]}]} {"key_facts":[{"text":"Lives in Berlin","sources":[1]},{"text":"Uses PostgreSQL","sources":[3]}]} {"key_facts":[]}`, "stop", []string{"facts: Lives in Berlin", "facts: Uses PostgreSQL"}, false},
		{"our fence and list marks", `{"key_facts":[{"text":"1| - Lives in Berlin","sources":[1]}]}`, "stop", []string{"facts: Lives in Berlin"}, false},
		{"hidden characters", "{\"key_facts\":[{\"text\":\"Lives\u202e in\u200b Ber\U000E0041lin\u2028.\",\"sources\":[1]}]}", "stop", []string{"facts: Lives in Berlin ."}, false},
	} {
		s, report, err := memory.Read(c.answer, c.finish, few, 100, count)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, texts(s), c.name)
		require.Equal(t, c.salvaged, report.Salvaged, c.name)
		if c.name == "other types" {
			require.Equal(t, []string{"4 items without text were left out."}, report.Dropped)
		}
		out, err := json.Marshal(s)
		require.NoError(t, err)
		require.NotContains(t, string(out), "null", c.name)
	}
}

func TestAnswersWithoutUse(t *testing.T) {
	system, user := memory.Request(few, nil, "", 80)
	for _, c := range []struct{ name, answer, finish, want string }{
		{"nothing", " \n", "stop", "was empty"},
		{"an empty object", "{}", "stop", "none of the five lists"},
		{"another object", `{"answer":"Berlin"}`, "stop", "none of the five lists"},
		{"empty lists", `{"user_profile":[],"key_facts":[],"decisions":[],"open_questions":[],"todos":[]}`, "stop", "All lists were empty"},
		{"lists of nothing", `{"key_facts":[{},{"text":""},7]}`, "stop", "no items with a text"},
		{"a refusal", "I’m sorry, but I can’t help with that.", "stop", "refusal"},
		{"a refusal as an item", `{"key_facts":[{"text":"I'm sorry, I cannot condense this","sources":[1]}]}`, "stop", "support none"},
		{"our prompt", system + "\n" + user, "stop", "All lists were empty"},
		{"our rules", system[strings.Index(system, "State only"):], "stop", "repeated the instructions"},
		{"our prompt as an item", `{"key_facts":[{"text":"names, numbers, dates and results that later turns need.","sources":[1]}]}`, "stop", "support none"},
		{"reasoning", "<think>Let me think about {\"key_facts\":[\"Lives in Berlin\"]}", "length", "only reasoning"},
		{"reasoning and nothing behind", "<think>Hm.</think>", "stop", "only reasoning"},
		{"reasoning without marks", "Let me think about what the user said first.", "stop", "prose"},
		{"prose", "The user lives in Berlin.", "stop", "prose"},
		{"broken off", `{"key_facts":[{"text":"Liv`, "length", "broke off before its first item"},
		{"broken JSON", `{"key_facts":[{"text":"Liv`, "stop", "broke off before its first item"},
		{"nothing true", `{"key_facts":[{"text":"The user is Bob from Rome","sources":[1]}]}`, "stop", "support none"},
		{"too long", `{"key_facts":[{"text":"` + strings.Repeat("very ", 200) + `long","sources":[1]}]}`, "stop", "too long"},
	} {
		s, _, err := memory.Read(c.answer, c.finish, few, 60, count)
		require.ErrorIs(t, err, fault.Upstream, c.name)
		require.Contains(t, fault.From(err).Message, c.want, c.name)
		require.Zero(t, s.Len(), c.name)
	}
}

// However far an answer came, what is used is a beginning of the whole one's
// items.
func TestACutAnswerGivesABeginning(t *testing.T) {
	whole, _, err := memory.Read(goodAnswer, "stop", bakery, 100, count)
	require.NoError(t, err)
	all := texts(whole)
	seen := map[int]bool{}
	for cut := range len(goodAnswer) {
		s, report, err := memory.Read(goodAnswer[:cut], "length", bakery, 100, count)
		if err != nil {
			require.ErrorIs(t, err, fault.Upstream)
			seen[0] = true
			continue
		}
		require.True(t, report.Salvaged)
		got := texts(s)
		require.Equal(t, all[:len(got)], got, "cut at %d", cut)
		seen[len(got)] = true
	}
	require.Len(t, seen, len(all)+1, "every number of items occurs")
}

func TestItemsAreHeldAgainstTheMessages(t *testing.T) {
	for _, c := range []struct {
		text    string
		missing string
	}{
		{"Tom pays 1200 euros", ""},
		{"Tom pays 1.200 euros", ""},
		{"Tom pays 1.2k euros", ""},
		{"Tom pays $1,200.00", ""},
		{"Tom pays 1300 euros", "1300"},
		{"Tom pays 120 euros", "120"},
		{"Project 25-01-064", ""},
		{"Project 25-01-065", "25-01-065"},
		{"Project 25-01-06", "25-01-06"},
		{"There are 25 people", "25"},
		{"It has 10,000 rows", ""},
		{"It has 10000 rows", ""},
		{"It has 100,000 rows", "100,000"},
		{"It takes 3.5 seconds", ""},
		{"It takes 35 seconds", "35"},
		{"Staff: 2", ""},
		{"Staff: 7", "7"},
		{"Due on 2026-03-05", ""},
		{"Due on 5 March 2026", ""},
		{"Due on the 5th of March", ""},
		{"Due on Mar 5", ""},
		{"Due on 05.03.2026", ""},
		{"Due on 3/5/2026", ""},
		{"Due in March 2026", ""},
		{"Due on 6 March 2026", "6 2026"},
		{"Due on 2026-03-06", "2026-03-06"},
		{"Due on 5 March 2027", "5 2027"},
		{"Due in April", "April"},
		{"The brother is Tom", ""},
		{"The brother's name is TOM", ""},
		{"The brother is Tim", "Tim"},
		{"It is Tom's project", ""},
		{"In Berlin Tom and Bob work on PostgreSQL", "Bob"}, // known names beside it vouch for nobody
		{"The brother Tom, the sister Tina and Tom again", "Tina"},
		{"Lives in Rome", "Rome"},
		{"Likes PostgreSQL 16", ""},
		{"Likes PostgreSQL 17", "17"},
		{"Likes MySQL", "MySQL"},
		{"The file main.go", "main.go"},
		{"The file src/main.go", ""},
		{"The file src/other.go", "src/other.go"},
		{"Uses snake_case", "snake_case"},
		{"Write to anna@example.org", ""},
		{"Write to bob@example.org", "bob@example.org"},
		{"User and Assistant agreed", ""},
		{"Costs ٥٠٠", "٥٠٠"},
		{"Ready. Then we start", ""}, // a capital that begins a sentence is no name
	} {
		answer, err := json.Marshal(map[string]any{"key_facts": []any{map[string]any{"text": c.text, "sources": []int{1}}}})
		require.NoError(t, err)
		_, report, err := memory.Read(string(answer), "stop", few, 100, count)
		if c.missing == "" {
			require.NoError(t, err, "%s: %v", c.text, report)
			continue
		}
		require.Error(t, err, c.text)
		require.Equal(t, []string{`key_facts, item 1: "` + c.missing + `" is not in the messages.`}, report.Dropped)
	}
}

func TestItemsAreHeldAgainstOtherMessages(t *testing.T) {
	for _, c := range []struct {
		said, item string
		ok         bool
	}{
		{"We bought 25 chairs, 01 table and 064 lamps.", "Project 25-01-064", false},
		{"Between 10-15 people come.", "From 10 to 15 people come", true},
		{"From 10 to 15 people come.", "Between 10-15 people come", true},
		{"From 10 to 14 people come.", "Between 10-15 people come", false},
		{"On March 5, 2026 we meet, in 2027 we rest.", "They meet on 5 March 2027", false},
		{"On March 5 we meet, and it is 2027 then.", "They meet on 5 March 2027", true},
		{"On 25.01.2006 we met.", "They met on 2006-01-25", true},
		{"On 25.01.2006 we met.", "Project 25-01-06", false},
		{"On 3/4/2026 we meet.", "They meet on 3 April 2026", true},
		{"On 3/4/2026 we meet.", "They meet on 4 March 2026", true},
		{"Ready at 10:30 in Graz-West.", "Be in Graz at 10:30", true},
		{"Tom met Ann in Rome.", "There Tom, Ann and Bob met in Rome", false}, // few words say nothing of a language
		{"We need 20GB.", "They need 20 GB", true},
		{"We need 20 GB.", "They need 20gb", true},
		{"We need 20 GB.", "They need 30gb", false},
		{"会議は3月5日に500円です", "500円", true},
		{"会議は3月5日に500円です", "600円", false},
	} {
		answer := `{"key_facts":[{"text":"` + c.item + `","sources":[1]}]}`
		_, report, err := memory.Read(answer, "stop", say(c.said), 100, count)
		require.Equal(t, c.ok, err == nil, "%s: %s: %v", c.said, c.item, report)
	}
}

func TestOnlyTheBeginningOfAnAnswerIsRead(t *testing.T) {
	answer := `{"key_facts":[{"text":"Lives in Berlin","sources":[1]}]}`
	_, _, err := memory.Read(strings.Repeat("word ", 50_000)+answer, "stop", few, 80, count)
	require.NoError(t, err)
	_, _, err = memory.Read(strings.Repeat("word ", 60_000)+answer, "stop", few, 80, count)
	require.Error(t, err)
	_, report, err := memory.Read(`{"key_facts":[`+strings.Repeat(`"Lives in Berlin",`, 1000)+`]}`, "stop", few, 80, count)
	require.NoError(t, err)
	require.Equal(t, 200, report.Items)
}

func TestAnItemThatIsTooLongAloneGoesFirst(t *testing.T) {
	answer := `{"decisions":[{"text":"` + strings.Repeat("very ", 200) + `long","sources":[1]}],"open_questions":[{"text":"Lives in Berlin?","sources":[1]}]}`
	s, report, err := memory.Read(answer, "stop", few, 80, count)
	require.NoError(t, err)
	require.Equal(t, []string{"questions: Lives in Berlin?"}, texts(s))
	require.Equal(t, []string{"1 item was left out to stay within 80 tokens."}, report.Dropped)
}

func TestADayMayBeToldForTomorrow(t *testing.T) {
	m := say("Call the dentist tomorrow.")
	answer := func(day string) string { return `{"todos":[{"text":"Call the dentist on ` + day + `","sources":[1]}]}` }
	_, _, err := memory.Read(answer("2026-03-01"), "stop", m, 100, count)
	require.Error(t, err, "nobody knows when it was said")
	m[0].Time = time.Date(2026, 2, 28, 23, 0, 0, 0, time.UTC).UnixMilli()
	for _, day := range []string{"2026-03-01", "1 March 2026"} {
		_, _, err = memory.Read(answer(day), "stop", m, 100, count)
		require.NoError(t, err)
	}
	_, _, err = memory.Read(answer("2026-06-01"), "stop", m, 100, count)
	require.Error(t, err)
	m[0].Content = "Call the dentist."
	_, _, err = memory.Read(answer("2026-03-01"), "stop", m, 100, count)
	require.Error(t, err, "nobody spoke of a day")
}

func TestNounsOfGermanAreNoMadeUpNames(t *testing.T) {
	m := say("Ich wohne in Hamburg und arbeite als Lehrer an einer Schule. Mein Hund heißt Bello und mag den Garten. Am Wochenende fahre ich mit dem Fahrrad an die Elbe und lese ein Buch über Schiffe und Häfen.")
	ok := `{"user_profile":[{"text":"Der Nutzer wohnt in Hamburg und ist Lehrer","sources":[1]}]}`
	_, report, err := memory.Read(ok, "stop", m, 100, count)
	require.NoError(t, err, "%v", report)
	_, _, err = memory.Read(`{"user_profile":[{"text":"Der Nutzer wohnt in Köln","sources":[1]}]}`, "stop", m, 100, count)
	require.Error(t, err)
	_, _, err = memory.Read(`{"user_profile":[{"text":"Wohnt in Hamburg und mag Kaffee","sources":[1]}]}`, "stop", m, 100, count)
	require.NoError(t, err, "one word of its own beside one that was said")
}

func TestSourcesAreFoundOrDropped(t *testing.T) {
	read := func(item string) (chat.Summary, memory.Report, error) {
		return memory.Read(`{"key_facts":[`+item+`]}`, "stop", few, 100, count)
	}
	s, _, err := read(`{"text":"Tom pays for the project","sources":[9,3,0,-1,1,1,99999999999999999999]}`)
	require.NoError(t, err)
	require.Equal(t, []chat.UID{few[0].UID, few[2].UID}, s.Facts[0].Sources)
	s, _, err = read(`{"text":"The deadline is in March and people work","sources":[77]}`)
	require.NoError(t, err)
	require.Equal(t, []chat.UID{few[1].UID}, s.Facts[0].Sources, "by its words")
	s, _, err = read(`"brothers paying euros"`)
	require.NoError(t, err)
	require.Equal(t, []chat.UID{few[0].UID}, s.Facts[0].Sources)
	_, report, err := read(`"nothing whatsoever happened yesterday"`)
	require.Error(t, err)
	require.Equal(t, []string{"key_facts, item 1: no message says so."}, report.Dropped)
}

func TestRepeatsAreDropped(t *testing.T) {
	answer := `{"user_profile":[{"text":"Lives in Berlin","sources":[1]}],
		"key_facts":[{"text":"The user is living in Berlin.","sources":[1]},{"text":"Tom pays euros","sources":[1]},{"text":"Tom pays 1,200 euros","sources":[1]},{"text":"Tom does not pay 1,200 euros","sources":[1]}]}`
	s, report, err := memory.Read(answer, "stop", few, 100, count)
	require.NoError(t, err)
	require.Equal(t, []string{"profile: Lives in Berlin", "facts: Tom pays 1,200 euros", "facts: Tom does not pay 1,200 euros"}, texts(s))
	require.Equal(t, []string{"key_facts, item 2: it repeats another.", "key_facts, item 3: it repeats another."}, report.Dropped)
}

func TestTheLeastValuableGoesFirst(t *testing.T) {
	answer := `{"user_profile":["likes apples"],"key_facts":["wants bananas","eats cherries"],"decisions":["buys dates"],"open_questions":["needs figs"],"todos":["sells grapes"]}`
	m := say("likes apples wants bananas eats cherries buys dates needs figs sells grapes")
	order := []string{"questions: needs figs", "profile: likes apples", "facts: eats cherries", "facts: wants bananas", "todos: sells grapes"}
	full, _, err := memory.Read(answer, "stop", m, 1000, count)
	require.NoError(t, err)
	left := texts(full)
	for share := count(memory.Render([]chat.Summary{full})); len(order) > 0; share-- {
		s, report, err := memory.Read(answer, "stop", m, share, count)
		require.NoError(t, err)
		require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), share)
		if got := texts(s); len(got) < len(left) {
			left = slices.DeleteFunc(left, func(text string) bool { return text == order[0] })
			order = order[1:]
			require.Equal(t, left, got)
			require.Len(t, report.Dropped, 1)
			require.Contains(t, report.Dropped[0], "left out to stay within")
		}
	}
}

func TestEditedItemsSurviveAModel(t *testing.T) {
	uids := []chat.UID{chat.NewUID(1), chat.NewUID(2), chat.NewUID(3)}
	summaries := []chat.Summary{
		{Facts: []chat.SummaryItem{{Text: "Budget is 500 euros", Sources: uids[:1]}, {Text: "My budget: 700!", Sources: uids[1:2], Edited: true}}},
		{Todos: []chat.SummaryItem{{Text: "Call Anna", Sources: uids[1:]}}},
	}
	system, user := memory.RequestMerge(summaries, "", 80)
	require.Contains(t, user, "1| Budget is 500 euros\n2| Call Anna\n")
	require.Contains(t, user, "0| - My budget: 700!\n")
	require.Contains(t, system, `"sources"`)

	answer := `{"key_facts":[{"text":"The budget is 500 euros","sources":[1]},{"text":"My budget is 700","sources":[1]}],"todos":[{"text":"Call Anna","sources":[2,1]}]}`
	s, report, err := memory.ReadMerge(answer, "stop", summaries, 80, count)
	require.NoError(t, err)
	require.Equal(t, []string{"facts: My budget: 700!", "facts: The budget is 500 euros", "todos: Call Anna"}, texts(s))
	require.Equal(t, summaries[0].Facts[1], s.Facts[0])
	require.Equal(t, uids, s.Todos[0].Sources, "the messages of all items it rests on")
	require.Len(t, report.Dropped, 1, "700 is known from the edited item only, which is not to be told again")

	s, _, err = memory.ReadMerge(answer, "stop", summaries, 1, count)
	require.NoError(t, err)
	require.Equal(t, []string{"facts: My budget: 700!"}, texts(s), "the user's words stay, whatever the share")
}

// What takes more than linear time does not end here.
func TestHostileAnswersEnd(t *testing.T) {
	for name, answer := range map[string]string{
		"10 MB of prose":         strings.Repeat("word ", 2<<20),
		"10 MB of braces":        strings.Repeat("{", 10<<20),
		"10 MB of nesting":       strings.Repeat(`{"a":[`, 2<<20),
		"lists in lists":         `{"key_facts":` + strings.Repeat("[", 1<<20),
		"an endless text":        `{"key_facts":["` + strings.Repeat("x", 10<<20),
		"many items":             `{"key_facts":[` + strings.Repeat(`"Lives in Berlin",`, 1<<19),
		"many different items":   `{"key_facts":[` + strings.Repeat(`"Berlin 16 rows seconds tell",`, 1<<19),
		"many sources":           `{"key_facts":[{"text":"Lives in Berlin","sources":[` + strings.Repeat("1,", 1<<20),
		"bytes that are no text": strings.Repeat("\xff\xfe{\"\x00", 1<<20),
		"half characters":        `{"key_facts":["` + strings.Repeat("\xf0\x9f", 1000) + `"]}`,
		"marks upon marks":       `{"key_facts":["Berlin` + strings.Repeat("\u0301", 1<<16) + `"]}`,
		"quotes":                 strings.Repeat(`{"`, 1<<20),
		"escapes":                `{"key_facts":["` + strings.Repeat(`\u`, 1<<20),
	} {
		s, report, err := memory.Read(answer, "stop", few, 80, count)
		require.LessOrEqual(t, len(report.Dropped), 40, name)
		if err == nil {
			require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), 80, name)
		}
	}
}

// go test ./internal/memory -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	f.Add(goodAnswer, "stop", 80)
	f.Add(goodAnswer[:200], "length", 20)
	f.Add("```json\n{'key_facts': ['Lives in Berlin', null, 5], \"todos\": {}}\n```", "", 30)
	f.Add("<think>{</think>{\"todos\":[\"\\ud800\\u00e9\"]}", "stop", 30)
	f.Fuzz(func(t *testing.T, answer, finish string, share int) {
		known := map[chat.UID]bool{}
		for _, m := range bakery {
			known[m.UID] = true
		}
		s, report, err := memory.Read(answer, finish, bakery, share, count)
		if err != nil {
			require.ErrorIs(t, err, fault.Upstream)
			require.Zero(t, s.Len())
			return
		}
		require.Positive(t, s.Len())
		require.LessOrEqual(t, s.Len(), report.Items)
		require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), share)
		for item := range s.All() {
			require.NotEmpty(t, item.Text)
			require.NotContains(t, item.Text, "\n")
			require.NotEmpty(t, item.Sources)
			for _, uid := range item.Sources {
				require.True(t, known[uid])
			}
		}
	})
}
