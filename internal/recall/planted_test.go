package recall_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// A planted fact is asked for 250 messages later. Others are like it but wrong:
// what is tested must tell them apart.
type planted struct {
	feature  string
	fact     []recall.Message // the last of these is to be found
	decoys   []recall.Message // said later
	question string
	first    int // within so many hits
}

func user(text string) recall.Message { return recall.Message{Speaker: "user", Text: text} }

func assistant(text string) recall.Message { return recall.Message{Speaker: "assistant", Text: text} }

var facts = []planted{
	{"stems", []recall.Message{user("We adopted a greyhound from the rescue centre.")},
		[]recall.Message{user("The greyhounds were racing on television.")},
		"Where did the adoption of greyhounds happen?", 1},
	{"irregular forms", []recall.Message{user("Olga taught the parrot a limerick.")}, nil,
		"Who teaches limericks?", 1},
	{"related words", []recall.Message{user("My daughter is allergic to hazelnuts.")}, nil,
		"What can't my kid have?", 3},
	{"kinds", []recall.Message{user("She plays the cello in a quartet.")}, nil,
		"Which instrument was it?", 3},
	{"spelling", []recall.Message{user("The restaurant was called Zum Goldenen Hirsch.")}, nil,
		"Which restaurnt?", 1},
	{"accents and case", []recall.Message{user("We stayed in MÁLAGA near the harbour.")}, nil,
		"what about malaga", 1},
	{"identifiers", []recall.Message{assistant("The build fails with ERR_4417 in the linker.")},
		[]recall.Message{assistant("The build fails with ERR_4418 in the packer.")},
		"What was ERR_4417?", 1},
	{"a script without spaces", []recall.Message{user("明日の会議は大阪で開かれます。")},
		[]recall.Message{user("昨日の天気は東京で良かったです。")},
		"会議はどこですか", 1},
	{"one character of it", []recall.Message{user("祖母は黒猫を飼っています。")}, nil,
		"猫", 1},
	{"the answer after a question", []recall.Message{assistant("What is the locker combination?"), user("Seventeen, four, ninety.")}, nil,
		"What is the combination of the locker?", 3},
	{"words nearby", []recall.Message{user("I finally opened my bakery."), assistant("Lovely!"), user("It is on Tulip Lane.")}, nil,
		"Where is the bakery?", 5},
	{"a named speaker", []recall.Message{user("Nadia: I ordered the quinoa bowl.")},
		[]recall.Message{assistant("Pavel: I ordered the quinoa burger, quinoa fries and quinoa cake.")},
		"What quinoa did Nadia order?", 1},
	{"the user's own", []recall.Message{user("The blood group is AB negative, by the way.")},
		[]recall.Message{assistant("A blood group is AB positive, by the way.")},
		"Which is my blood group?", 1},
	{"the assistant's own", []recall.Message{assistant("A fine title would be Marmalade Sky.")},
		[]recall.Message{user("A fine title would be Copper Rain.")},
		"Which title did you think of?", 1},
	{"messages that only ask", []recall.Message{user("The ferry leaves from pier nine.")},
		[]recall.Message{user("Where does the ferry leave from?")},
		"Where does the ferry leave from?", 1},
	{"asking when", []recall.Message{user("The sourdough starter was made yesterday evening.")},
		[]recall.Message{user("The sourdough starter was made with plain flour.")},
		"When was the sourdough starter made?", 1},
}

func TestPlantedFactsAreFound(t *testing.T) {
	for _, p := range facts {
		said := smallTalk(40, 1)
		said = append(said, p.fact...)
		want := len(said) - 1
		said = append(said, smallTalk(125, 2)...)
		said = append(said, p.decoys...)
		said = append(said, smallTalk(125, 3)...)
		if strings.HasPrefix(p.fact[0].Text, "Nadia: ") {
			nameSpeakers(said)
		}
		hits := indexOf(said).Rank(recall.Query{Text: p.question})
		at := slices.IndexFunc(hits, func(h recall.Hit) bool { return h.Index == want })
		require.True(t, at >= 0 && at < p.first, "%s: %q is at %d", p.feature, said[want].Text, at)
	}
}

// Feedback finds what shares no word with the question, but with what answers it.
func TestFeedbackFindsTheSameSubject(t *testing.T) {
	said := smallTalk(60, 1)
	said = append(said, user("The zeppelin has a gondola of cedar and a ballast of brine."))
	said = append(said, smallTalk(60, 2)...)
	said = append(said, user("Cedar gondola, ballast brine: all paid."))
	said = append(said, smallTalk(60, 3)...)
	hits := indexOf(said).Rank(recall.Query{Text: "What about the zeppelin?"})
	require.Less(t, slices.IndexFunc(hits, func(h recall.Hit) bool { return h.Index == 121 }), 8)
	require.True(t, slices.ContainsFunc(hits, func(h recall.Hit) bool { return h.Index == 121 }))
}

// An answer is nearer to what is asked than what follows a statement.
func TestAnswersFollowTheirQuestion(t *testing.T) {
	said := smallTalk(60, 1)
	said[20], said[21] = user("What is the locker combination?"), assistant("Seventeen.")
	said[40], said[41] = user("That is the locker combination."), assistant("Eighty.")
	hits := numbers(indexOf(said).Rank(recall.Query{Text: "locker combination"}))
	require.Less(t, slices.Index(hits, 21), slices.Index(hits, 41))
}

func TestRecentMeansTheNewest(t *testing.T) {
	said := smallTalk(60, 1)
	said[10], said[50] = user("invoice 99"), user("invoice 7, which I paid at the old quiet bridge")
	x := indexOf(said)
	require.Equal(t, 10, x.Rank(recall.Query{Text: "What was the invoice?"})[0].Index)
	require.Equal(t, 50, x.Rank(recall.Query{Text: "What was the latest invoice?"})[0].Index)
}

// The same is said every month; the question names the day.
func TestDatesChooseTheDay(t *testing.T) {
	x := new(recall.Index)
	for month := time.January; month <= time.December; month++ {
		for i := range 10 {
			text := "small talk about nothing"
			if i == 5 {
				text = fmt.Sprintf("The invoice came to %d crowns.", 100+int(month))
			}
			x.Add(recall.Message{Speaker: "user", Text: text, Time: time.Date(2023, month, 7, 12, i, 0, 0, time.UTC).UnixMilli()})
		}
	}
	now := time.Date(2023, 12, 12, 0, 0, 0, 0, time.UTC).UnixMilli()
	for question, month := range map[string]int{
		"How much was the invoice on 7 May?":       5,
		"What was the invoice in June 2023?":       6,
		"What was last month's invoice, remember?": 11,
		"What was the invoice last week?":          12,
		"How much was the invoice on 3 August?":    8, // told of some days later
	} {
		hits := x.Rank(recall.Query{Text: question, Now: now})
		require.Equal(t, (month-1)*10+5, hits[0].Index, question)
	}
	hits := x.Rank(recall.Query{Text: "What happened 5 days ago?", Now: now})
	require.Len(t, hits, 10, "the day alone chooses too")
	require.Equal(t, 11, hits[0].Index/10)
}

// A day is that of the place where the question is asked.
func TestDaysAreLocal(t *testing.T) {
	x := indexOf([]recall.Message{{Text: "early", Time: time.Date(2023, 5, 6, 22, 30, 0, 0, time.UTC).UnixMilli()}})
	q := recall.Query{Text: "on 7 May", Now: time.Date(2023, 5, 7, 12, 0, 0, 0, time.UTC).UnixMilli()}
	require.Empty(t, x.Rank(q))
	q.ZoneMinutes = 120
	require.Len(t, x.Rank(q), 1)

	x = indexOf([]recall.Message{{Text: "noon", Time: time.Date(2023, 5, 6, 12, 0, 0, 0, time.UTC).UnixMilli()}})
	q = recall.Query{Text: "today", Now: time.Date(2023, 5, 6, 22, 30, 0, 0, time.UTC).UnixMilli()}
	require.Len(t, x.Rank(q), 1)
	q.ZoneMinutes = 120
	require.Empty(t, x.Rank(q), "it is the next day already")
}

// A conversation that is taken up after hours is about something else.
func TestWindowsEndWithTheirSession(t *testing.T) {
	day := time.Date(2023, 5, 6, 12, 0, 0, 0, time.UTC).UnixMilli()
	said := []recall.Message{
		{Text: "The trombone is sold.", Time: day},
		{Text: "Good morning.", Time: day + 24*3_600_000},
		{Text: "And to you.", Time: day + 24*3_600_000 + 60_000},
	}
	require.Equal(t, []int{0}, numbers(indexOf(said).Rank(recall.Query{Text: "trombone"})))
	for i := range said {
		said[i].Time = day
	}
	require.Equal(t, []int{0, 1, 2}, numbers(indexOf(said).Rank(recall.Query{Text: "trombone"})))
}

// With the same words everywhere, the session that is about them wins.
func TestSessionsCount(t *testing.T) {
	day := time.Date(2023, 5, 6, 12, 0, 0, 0, time.UTC).UnixMilli()
	var said []recall.Message
	for session := range 4 {
		for i := range 20 {
			text := "small talk about nothing"
			if i == 10 || session == 1 && i%8 == 2 {
				text = "the trombone again"
			}
			said = append(said, recall.Message{Text: text, Time: day + int64(session)*24*3_600_000 + int64(i)*60_000})
		}
	}
	hits := numbers(indexOf(said).Rank(recall.Query{Text: "trombone"}))
	slices.Sort(hits[:3])
	require.Equal(t, []int{22, 30, 38}, hits[:3])
}

// A name that stands before every message says nothing about a single one.
func TestSpeakersNamesAreNoWords(t *testing.T) {
	said := smallTalk(100, 1)
	nameSpeakers(said)
	said[30] = user("Nadia: Pavel, Pavel, Pavel!")
	said[60] = user("Nadia: the tandem is blue")
	hits := indexOf(said).Rank(recall.Query{Text: "What did Pavel hear of the tandem?"})
	require.Equal(t, 60, hits[0].Index)
	require.Empty(t, indexOf(said).Rank(recall.Query{Text: "Pavel?"}))
}

// A word before a colon is a speaker only if it stands there often.
func TestRareLabelsAreWords(t *testing.T) {
	said := smallTalk(100, 1)
	said[60] = user("Warning: the disk is full")
	require.Equal(t, 60, indexOf(said).Rank(recall.Query{Text: "Was there a warning?"})[0].Index)
}

func TestNamesMayBeSpeakers(t *testing.T) {
	said := []recall.Message{{Speaker: "Nadia", Text: "the tandem is blue"}, {Speaker: "Pavel", Text: "the tandem is red"}}
	for len(said) < 40 {
		said = append(said, recall.Message{Speaker: []string{"Nadia", "Pavel"}[len(said)%2], Text: "small talk"})
	}
	x := indexOf(said)
	require.Equal(t, 0, x.Rank(recall.Query{Text: "What tandem does Nadia have?"})[0].Index)
	require.Equal(t, 1, x.Rank(recall.Query{Text: "What tandem does Pavel have?"})[0].Index)
}

func numbers(hits []recall.Hit) []int {
	all := make([]int, len(hits))
	for i, h := range hits {
		all[i] = h.Index
	}
	return all
}

func nameSpeakers(said []recall.Message) {
	for i, m := range said {
		if !strings.Contains(m.Text, ": ") {
			said[i].Text = map[string]string{"user": "Nadia: ", "assistant": "Pavel: "}[m.Speaker] + m.Text
		}
	}
}

// smallTalk is of everyday words that no planted fact has.
func smallTalk(n int, seed uint64) []recall.Message {
	random := rand.New(rand.NewPCG(seed, seed))
	pick := func(list string) string { all := strings.Fields(list); return all[random.IntN(len(all))] }
	all := make([]recall.Message, n)
	for i := range all {
		all[i] = user(fmt.Sprintf("I was %s about the %s %s and the %s.", pick("glad sorry curious amazed unsure calm"),
			pick("grey old quiet narrow heavy plain"), pick("bridge window lantern ladder curtain pencil"), pick("cloud gate pillow bucket carpet ribbon")))
		if i%2 == 1 {
			all[i] = assistant(fmt.Sprintf("That %s sounds %s, since the %s is %s.", pick("corner statue blanket basket handle mirror"),
				pick("nice odd fair strange usual pleasant"), pick("paper fountain kettle drawer stairway fence"), pick("open broken hidden missing ready empty")))
		}
	}
	return all
}
