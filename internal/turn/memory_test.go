//go:build !js && !wasip1

package turn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// countingTokens makes an engine count as the program does.
func (b *rememberer) countingTokens(t *testing.T) {
	t.Helper()
	encoding, err := tokens.Embedded(tokens.Cl100k)
	require.NoError(t, err)
	b.with(func(o *turn.Options) {
		o.Count = func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
			return encoding.CountMessage(string(role), content), string(tokens.Cl100k), nil
		}
		o.Encoding = func(string) (string, bool) { return string(tokens.Cl100k), false }
	})
}

// walk is a conversation of nine messages, the first of which greets.
var walk = []string{
	`Good morning, and welcome. I can help you to plan a walking trip: the stages, the huts, the trains there and back, and what has to be booked early. Tell me who comes along, how many days you have, and what you would like to see. If you have walked in the mountains before, tell me how far you went in a day, so that I can suggest stages that are neither too long nor too short. You can change everything later on. Huts below a glacier are full early in summer, so it is worth talking about dates first, and about the number of beds that you need, before we choose the paths between them.`,
	`Hello! My name is Ingrid Solberg and I live in Trondheim. My brother Tomas and my daughter Lea, who is eleven years old, come along. We have eight days in July, from the 12th to the 19th. Lea walks about 14 kilometres a day without complaining; beyond that it gets difficult. We would love to see a glacier from near by, and we do not want to carry a tent. Tomas cannot eat gluten, which has been a problem in huts before. Our budget is 1,850 euros for the three of us, without the train.`,
	`Thank you, Ingrid, that is a good start. With eight days and about 14 kilometres a day you can walk six stages and keep two days for the way there and for bad weather. A region that fits well is the one around the Ortler, because three huts stand right below a glacier and the paths between them are well marked. Half board in these huts costs between 62 and 78 euros for an adult and about 40 for a child. All three of them cook without gluten if you tell them at least a week before. The path to the highest hut has a short passage with chains, which a child of eleven can manage when it is dry.`,
	`The Ortler sounds great. Chains are fine if one of us walks directly behind Lea. I prefer huts with small rooms, because Tomas snores terribly and I do not want to bother twenty strangers. Could we begin with a short stage? On the first day the train arrives at 13:40 only, so there is not much time left. And one more thing: I need to be reachable on Wednesday the 15th between 10 and 11 o'clock, since I have a call with my office that I could not move.`,
	`Then let us begin with 6 kilometres on the first afternoon, up to the hut at the lower lake, which has rooms for four. For Wednesday the 15th I suggest the stage past the saddle: the hut there has a good connection, so you can take your call in the morning and start at half past eleven; the stage is only 9 kilometres long. The highest hut comes on Thursday, when you are used to the height, and Friday is free for a walk to the edge of the glacier with a guide. The guide takes 180 euros for a family and leaves at seven in the morning.`,
	`Let's go with that plan, and with the guide on Friday. We decided that Lea gets her own walking poles, because the old ones are too long for her. I have to book the huts by the 20th of May, since they told me on the phone that July fills up quickly. The phone number of the hut at the saddle is 0473 613024, please keep it. Do we need a special insurance for the glacier, or is the one of the alpine club enough? We have all been members since 2019. Tomas asked the same question two years ago, when he was on the Marmolada with friends, and nobody could tell him for sure.`,
	`The insurance of the alpine club covers rescue up to 25,000 euros for each member, on glaciers too, as long as you are with a guide; so you do not need another one. Please check that Lea has a card of her own, because children are not always entered by themselves. For the booking it is best to call the three huts on one day, and to begin with the highest, which has only 34 beds. If that one is full on Thursday the 16th, you can exchange it with Friday and take the glacier a day earlier. The other two have more than 90 beds each and rarely turn anybody away.`,
	`I called them. The highest hut has a room with four beds for Thursday, and it is reserved in my name until the 3rd of May; by then we have to pay 120 euros in advance. The hut at the saddle wants an e-mail about the food for Tomas. The one at the lower lake did not answer, so I must try again tomorrow. What do you think about the weather: is it worth carrying a second set of warm clothes for Lea, or will one do in July?`,
	`One warm set is enough if it is a good one: a fleece, a light down jacket, a hat and gloves, and rain trousers over everything. In July the nights at 2,600 metres are around 4 degrees, and after a thunderstorm there can be fresh snow for some hours. What does get wet are socks, so take three pairs for each of you. For the afternoons remember that thunderstorms come between 14 and 18 o'clock; if you leave at eight, you are in the hut by two on all stages but the last one, which is 13 kilometres long.`,
}

// walkOn follows it, after a question and its answer.
var walkOn = []string{
	`Good idea with the passes. I have now paid the 120 euros for the highest hut, and the transfer number is RZ-88412. The hut at the lower lake answered: they have a room with six beds for the 12th, and ask us to bring our own sleeping bags made of silk. Tomas does not own one. They also said that the path along the stream is closed until the 25th of July because a bridge was washed away in spring, so everybody has to take the upper path, which is longer by almost 3 kilometres.`,
	`That makes the first stage 9 kilometres instead of 6, which is still possible after an arrival at 13:40 if you do not stop for long. You would be in the hut at half past six, just before the meal at seven. If you want more time, there is a bus from the station to the upper car park at 14:05; it costs 4 euros a person and saves you the first 2 kilometres and 250 metres of ascent. Silk sleeping bags are sold for about 45 euros; many huts also lend one for 5 euros a night, so ask before you buy.`,
	`We'll use the bus at 14:05 then. I prefer to buy the sleeping bag, because Tomas will need it again in October when he goes to the Dolomites with his choir. About money: with the guide we are now at 1,460 euros, so there are 390 left for meals, drinks and the cable car. Is the cable car on the last day necessary? My knees do not like long descents, and the last stage goes down 1,300 metres as far as I can see on the map.`,
	`The cable car is not necessary, but with sore knees it is money well spent. It takes you down from the middle station, costs 17 euros for an adult and 9 for a child, and spares you 800 of the 1,300 metres. The last cabin leaves at 16:30, on Sundays at 17:15. With it the last stage is only 8 kilometres long, so that Lea is not tired for the train. Your train back leaves at 18:02 from the station in the valley; the bus between them goes every 30 minutes and takes 20 minutes.`,
	`Perfect, we take the cable car down. I still have to ask the guide whether Lea needs crampons of her own in size 35, or whether he brings some. His name is Matteo Rinaldi and he answers messages in the evening only. Another open point is the parking in Trondheim: my neighbour Kari can drive us to the airport at five in the morning, but only if the flight is not moved. The airline has changed it twice since February, the last time to 06:25.`,
	`For the crampons write to Matteo Rinaldi a week before, with the sizes of all three of you, because guides order them from the shop in the valley. Size 35 is common for children and is lent for 8 euros a day. For the airport a taxi as a second plan is a good idea; from Trondheim it takes 35 minutes at that time of day. If the flight at 06:25 is moved by more than five hours, the airline has to offer you another one without a charge, and you should insist on one that reaches the train to the valley.`,
	`I will write to him on the 5th of July then. Lea asked whether there are marmots, and whether one may feed them. She also wants to keep a diary of the trip with one drawing for every day. Could you suggest three small things that she can look for on the stages, one a day, so that the long ones feel shorter to her? Please nothing that has to be picked, since the whole valley is a national park.`,
	`There are many marmots on the meadows above the lower lake, most of all between eight and ten in the morning; feeding them is forbidden in the park, and they bite. For her diary she can look for three things: the gentian, which is blue and closes when a cloud comes; the stone man at the saddle, to which everybody may add a stone; and the line on the rocks that shows how high the glacier stood in 1850. A small pencil with eight colours weighs almost nothing.`,
}

// walkSummary is what a good model says about walk.
const walkSummary = `{"user_profile":[{"text":"Ingrid Solberg walks with Tomas (no gluten) and Lea, 11.","sources":[2]}],
"key_facts":[{"text":"12 to 19 July, 14 km a day, budget 1,850 euros.","sources":[2]},{"text":"Hut at the saddle: 0473 613024.","sources":[6]}],
"decisions":[{"text":"Ortler; guide on Friday.","sources":[6]}],"open_questions":[],
"todos":[{"text":"Pay 120 euros by 3 May, call the lower lake.","sources":[8]}]}`

const walkOnSummary = `{"user_profile":[],
"key_facts":[{"text":"Transfer RZ-88412 is paid.","sources":[3]},{"text":"The path along the stream is closed.","sources":[3]}],
"decisions":[{"text":"Bus at 14:05; cable car down.","sources":[5,7]}],"open_questions":[],
"todos":[{"text":"Ask Matteo Rinaldi about crampons, size 35, on 5 July.","sources":[7,9]}]}`

func TestARealSessionIsCondensedWhereItCrossesTheThreshold(t *testing.T) {
	for name, condensing := range map[string]chat.Condensing{"by a model": chat.CondenseIdle, "without one": chat.CondenseLocal} {
		t.Run(name, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 1200)
			b.countingTokens(t)
			b.settings.Condense = &condensing
			b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				if strings.Contains(r.Messages[1].Content, "RZ-88412") {
					return say(walkOnSummary)(ctx, r, o)
				}
				return say(walkSummary)(ctx, r, o)
			}
			b.mind.answer = say(`Yes, there are two passes where you can rest. The first is at 2,340 metres, an hour and a half behind the lower lake; it has a wooden bench on the side without wind and a spring, the only one until the saddle. Cross it early, because from eleven on the sun is on the slope below it, and there is no shade. The second is at 2,810 metres, on the way to the highest hut. A snowfield lies in front of it until the end of July, and it is hard and slippery before nine o'clock; so take that one late in the morning, when the surface is soft, and let Lea step into the tracks of her uncle. On both of them there is enough room to sit down and eat, and on the second one you have a signal for your phone.`)
			session := b.session(t)
			before := b.keep(t, session, chat.Assistant, walk...)
			require.Len(t, before, 9)
			sum := 0
			for _, m := range before {
				sum += m.Tokens
			}
			require.InDelta(t, 1200, sum, 60, "the first nine messages")

			ninth := b.ask(t, session, "Are there passes on the way where we could rest, and should we cross them early or late in the day?")
			question, err := b.store.Message(t.Context(), ninth.Question)
			require.NoError(t, err)
			require.Equal(t, 9, question.Depth)
			require.Greater(t, sum+question.Tokens, 1200, "the question crosses the threshold")
			b.Keeper.Idle()
			first := b.requireBrief(t, session, []store.Range{{From: 0, To: 8}}, condensing)
			require.Equal(t, before[0].UID, first.First)
			require.Equal(t, before[8].UID, first.Last)
			require.Equal(t, sum, first.TokensBefore)

			b.keep(t, session, chat.User, walkOn...)
			kept := b.messages(t, session)
			require.Len(t, kept, 19)
			b.ask(t, session, "And where do we sleep in the night before the flight back home, if the train on the evening of the 19th is late?")
			b.Keeper.Idle()
			second := b.requireBrief(t, session, []store.Range{{From: 0, To: 8}, {From: 9, To: 18}}, condensing)
			require.Equal(t, ninth.Question, second.First)
			require.Equal(t, kept[18].UID, second.Last)

			now := b.messages(t, session)
			require.Len(t, now, 21)
			require.Equal(t, kept, now[:19], "the messages themselves are what they were")
			require.Equal(t, before[3].Content, now[3].Content)

			b.ask(t, session, "Thanks. What was the phone number of the hut at the saddle?")
			prompt := b.mind.last()
			require.Equal(t, []chat.Role{chat.System, chat.User, chat.Assistant, chat.User}, roles(prompt), "both summaries, the last exchange, the question")
			require.Contains(t, wholeText(prompt), "0473 613024")
			b.Keeper.Idle()
			require.Len(t, b.summaries(t, session), 2, "nothing else was due")
		})
	}
}

// requireBrief checks that summaries stand for these messages, and returns the
// last one.
func (b *rememberer) requireBrief(t *testing.T, session chat.UID, want []store.Range, by chat.Condensing) store.Summary {
	t.Helper()
	all := b.summaries(t, session)
	require.Equal(t, want, ranges(all))
	for _, s := range all {
		require.True(t, s.Applies)
		require.Zero(t, s.Level)
		require.Equal(t, string(tokens.Cl100k), s.Encoding)
		text := memory.Render([]chat.Summary{s.Summary})
		counted, _, err := b.Count(t.Context(), "", "", text)
		require.NoError(t, err)
		require.Equal(t, counted-4, s.TokensAfter)
		require.GreaterOrEqual(t, s.TokensAfter, 60, text)
		require.LessOrEqual(t, s.TokensAfter, 90, text)
		saved := 100 - 100*float64(s.TokensAfter)/float64(s.TokensBefore)
		require.InDelta(t, 94, saved, 1.2, "%d became %d", s.TokensBefore, s.TokensAfter)
		want := "scripted-1"
		if by == chat.CondenseLocal {
			want = ""
		}
		require.Equal(t, want, s.MadeBy)
	}
	return all[len(all)-1]
}

// planted are facts, what is asked for them later, and what the prompt must have
// then.
var planted = []struct{ fact, question, value string }{
	{"The code of locker 17 is 4711.", "What was the code of locker 17?", "4711"},
	{"Our landlord is called Benedikt Osei.", "What is the name of our landlord?", "Osei"},
	{"My passport expires on 23 November 2031.", "When does my passport expire?", "23 November 2031"},
	{"The wifi at the cabin is named Kranich and its password is halm-sieben.", "Which password has the wifi at the cabin?", "halm-sieben"},
	{"I am allergic to penicillin.", "Which medicine am I allergic to?", "penicillin"},
	{"The spare key hangs behind the blue barrel.", "Where does the spare key hang?", "blue barrel"},
	{"Grandmother was born in Czernowitz.", "In which town was grandmother born?", "Czernowitz"},
	{"The invoice of the roofer has the number RF-20938.", "Which number has the invoice of the roofer?", "RF-20938"},
	{"We agreed that the piano goes to Yusuf.", "Who gets the piano?", "Yusuf"},
	{"The dentist moved my appointment to 9 May at 16:45.", "When is my appointment at the dentist?", "16:45"},
	{"The boiler was made by Vaillant and has the serial number 7741902.", "What is the serial number of the boiler?", "7741902"},
	{"My sister's cat is called Pontus.", "How is the cat of my sister called?", "Pontus"},
	{"The alarm of the garage is switched off with 0862.", "How do I switch off the alarm of the garage?", "0862"},
	{"We paid 3,270 euros for the kayak.", "How much did we pay for the kayak?", "3,270"},
	{"The choir rehearses in the chapel on Quellenweg.", "Where does the choir rehearse?", "Quellenweg"},
	{"The tyres of the van are of the size 215/65 R16.", "Which size do the tyres of the van have?", "215/65 R16"},
	{"Doctor Amsel wants to see the X-ray before Easter.", "Which doctor wants to see the X-ray?", "Amsel"},
	{"The paint in the hallway is the shade Lichtgrau 7035.", "Which shade is the paint in the hallway?", "Lichtgrau"},
	{"Our electricity meter showed 58214 on New Year.", "What did the electricity meter show on New Year?", "58214"},
	{"The bees stand on the meadow of farmer Hollerbach.", "On whose meadow do the bees stand?", "Hollerbach"},
	{"I promised Natalia a copy of the film Stalker.", "Which film did I promise Natalia?", "Stalker"},
	{"The train to Basel leaves from platform 12.", "From which platform does the train to Basel leave?", "platform 12"},
	{"The notary keeps the will under the reference N-5560.", "Under which reference does the notary keep the will?", "N-5560"},
	{"The oven must be descaled with citric acid only.", "What must the oven be descaled with?", "citric acid"},
	{"Our internet contract can be cancelled by 28 August.", "By when can the internet contract be cancelled?", "28 August"},
	{"The violin was built by Anton Pichler in 1923.", "Who built the violin?", "Pichler"},
	{"The pump in the cellar needs a fuse of 25 ampere.", "What fuse does the pump in the cellar need?", "25 ampere"},
	{"My nephew's birthday is on 30 October.", "When is the birthday of my nephew?", "30 October"},
	{"The bicycle lock of Rosa opens with 3-9-1-6.", "How does the bicycle lock of Rosa open?", "3-9-1-6"},
	{"The insurance policy of the boat is with Helvetia.", "Who insures the boat?", "Helvetia"},
}

// smallTalk makes sentences that say nothing of what is planted.
func smallTalk(r *rand.Rand, sentences int) string {
	who := []string{"The gardener", "A neighbour", "The baker", "Somebody at work", "The postman", "A friend from school", "The teacher", "An old colleague", "The mayor", "A tourist"}
	does := []string{"talked about", "wondered about", "was happy with", "complained about", "forgot", "explained", "photographed", "sketched", "described", "praised"}
	what := []string{"the long winter", "the new bridge", "a recipe with plums", "the broken fountain", "the parade", "a book on whales", "the noise of the tram", "the harvest", "a very small theatre", "the old harbour", "two lost gloves", "the price of butter"}
	when := []string{"in the morning", "for an hour", "again and again", "with great patience", "over a cup of tea", "near the market", "without a reason", "on the way home", "while it rained", "as if nothing had happened"}
	var out []string
	for range sentences {
		out = append(out, fmt.Sprintf("%s %s %s %s.", who[r.IntN(len(who))], does[r.IntN(len(does))], what[r.IntN(len(what))], when[r.IntN(len(when))]))
	}
	return strings.Join(out, " ")
}

const (
	longTurns     = 150
	farthestTurns = 125
)

// askedAt says in which turn a planted fact is told and asked for: the first ones
// 250 messages apart, the others nearer.
func askedAt(fact int) (told, asked int) {
	if told = 2 * fact; told+farthestTurns < longTurns {
		return told, told + farthestTurns
	}
	return told, 61 + 3*(fact-13)
}

func TestThreeHundredMessagesKeepWithinTheThresholdAndLoseNothing(t *testing.T) {
	for name, change := range map[string]func(*rememberer){
		"a good summariser":     func(*rememberer) {},
		"one that always fails": func(b *rememberer) { b.mind.condense = breakOff("", fault.New(fault.Upstream, "It is down.")) },
		"without a model":       func(b *rememberer) { b.settings.Condense = new(chat.CondenseLocal) },
	} {
		t.Run(name, func(t *testing.T) {
			const threshold = 1200
			b := openRememberer(t, ":memory:", threshold)
			b.countingTokens(t)
			change(b)
			length := func(role chat.Role, text string) int {
				n, _, err := b.Count(t.Context(), "", role, text)
				require.NoError(t, err)
				return n
			}
			instructions := length(chat.System, *b.settings.Instructions)
			tell, ask := map[int]int{}, map[int]int{}
			for i := range planted {
				told, asked := askedAt(i)
				require.NotContains(t, ask, asked)
				tell[told], ask[asked] = i, i
			}
			r := rand.New(rand.NewPCG(7, 8))
			session := b.session(t)
			missing := []string{}
			for n := range longTurns {
				question := smallTalk(r, 2+r.IntN(3))
				if fact, ok := tell[n]; ok {
					question = smallTalk(r, 1) + " " + planted[fact].fact + " " + smallTalk(r, 1)
				}
				fact, asks := ask[n]
				if asks {
					question = planted[fact].question
				}
				answer := smallTalk(r, 3+r.IntN(4))
				b.mind.set(func(m *mind) { m.answer = say(answer) })
				b.ask(t, session, question)
				b.Keeper.Idle()

				prompt, sent := b.mind.last(), -instructions
				for _, m := range prompt {
					sent += length(m.Role, m.Content)
				}
				require.LessOrEqual(t, sent, threshold, "turn %d", n)
				if asks && !strings.Contains(strings.TrimSuffix(wholeText(prompt), question+"\n"), planted[fact].value) {
					missing = append(missing, fmt.Sprintf("turn %d: %s", n, question))
				}
			}
			require.Empty(t, missing, "what was told is in the prompt when it is asked for")
			require.Len(t, b.messages(t, session), 2*longTurns)
			require.Greater(t, len(b.summaries(t, session)), 10, "there was something to forget")
			b.requireSound(t, session)
		})
	}
}

func TestATriggerThatRefusesASummaryLeavesEverythingAsItWas(t *testing.T) {
	for name, trigger := range map[string]string{
		"before the summary":    `CREATE TRIGGER refuse BEFORE INSERT ON session_summaries BEGIN SELECT RAISE(ABORT, 'refused'); END`,
		"after the summary":     `CREATE TRIGGER refuse AFTER INSERT ON session_summaries BEGIN SELECT RAISE(ROLLBACK, 'refused'); END`,
		"before the checkpoint": `CREATE TRIGGER refuse BEFORE INSERT ON checkpoints WHEN NEW.node = 'condense' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
		"after the checkpoint":  `CREATE TRIGGER refuse AFTER INSERT ON checkpoints WHEN NEW.node = 'condense' BEGIN SELECT RAISE(FAIL, 'refused'); END`,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "burrow.db")
			b := openRememberer(t, file, 300)
			session, kept := crossing(t, b)
			db, err := sqlite.Open(file, sqlite.Options{})
			require.NoError(t, err)
			defer db.Close()
			require.NoError(t, db.Exec(trigger))
			b.ask(t, session, "How many?")
			b.Keeper.Idle()
			b.requireFailed(t, session, kept)
			b.ask(t, session, "And now?")
			b.Keeper.Idle()
			require.Empty(t, b.summaries(t, session))
			require.Len(t, b.messages(t, session), 36, "turns go on")

			require.NoError(t, db.Exec(`DROP TRIGGER refuse`))
			b.ask(t, session, "And then?")
			b.Keeper.Idle()
			require.Equal(t, []store.Range{{From: 0, To: 35}}, ranges(b.summaries(t, session)))
			require.Equal(t, kept, b.messages(t, session)[:32])
		})
	}
}

func TestTwoProgramsOnOneFileCondenseOnce(t *testing.T) {
	condenseTogether(t, func(t *testing.T) (a, b *rememberer) {
		file := filepath.Join(t.TempDir(), "burrow.db")
		return openRememberer(t, file, 300), openRememberer(t, file, 300)
	})
}

// Both programs condense after every one of their turns, as fast as they can.
func TestTwoProgramsThatTakeTurnsLoseNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "burrow.db")
	programs := []*rememberer{openRememberer(t, file, 200), openRememberer(t, file, 200)}
	session := programs[0].session(t)
	var want []string
	for i, text := range parcels(0, 20) {
		if i%2 == 1 {
			continue
		}
		b := programs[i/2%2]
		answer := fmt.Sprintf("Answer %d is here, with some more words so that there is something to condense for both of them.", i)
		b.mind.set(func(m *mind) { m.answer = say(answer) })
		b.ask(t, session, text)
		want = append(want, text, answer)
	}
	for _, b := range programs {
		b.Keeper.Idle()
	}
	var got []string
	for _, m := range programs[0].messages(t, session) {
		got = append(got, m.Content)
	}
	require.Equal(t, want, got)
	programs[1].requireSound(t, session)
	all := programs[0].summaries(t, session)
	require.NotEmpty(t, all)
	open, err := programs[0].store.Recollect(t.Context(), programs[0].at(t, session).Head, 1000)
	require.NoError(t, err)
	stood := len(open.Open)
	for _, s := range all {
		if s.Applies {
			stood += s.To - s.From + 1
		}
	}
	require.Equal(t, len(want), stood, "every message is open or stood for, and not both")
	for _, b := range programs {
		require.Empty(t, b.logged)
	}
}

func TestSummariesOfSummariesStaySmallAndKeepWhatIsBelow(t *testing.T) {
	for name, change := range map[string]func(*rememberer){
		"a good summariser":     func(*rememberer) {},
		"one that always fails": func(b *rememberer) { b.mind.condense = breakOff("", fault.New(fault.Upstream, "It is down.")) },
		"without a model":       func(b *rememberer) { b.settings.Condense = new(chat.CondenseLocal) },
	} {
		t.Run(name, func(t *testing.T) {
			const threshold = 400
			b := openRememberer(t, ":memory:", threshold)
			change(b)
			session := b.session(t)
			const words = "The safe in the cellar opens with 9-2-7, twice to the left."
			edited, highest := false, 0
			for i, text := range parcels(0, 150) {
				if i%2 == 1 {
					continue
				}
				b.ask(t, session, text+" "+smallTalk(rand.New(rand.NewPCG(3, uint64(i))), 2))
				b.Keeper.Idle()
				sum, level, whole := 0, 0, 0
				for _, s := range b.summaries(t, session) {
					level = max(level, s.Level)
					if !s.Applies {
						continue
					}
					sum += s.TokensAfter
					for item := range s.Summary.All() {
						if item.Edited {
							require.Equal(t, words, item.Text)
							whole++
						}
					}
					if !edited {
						_, err := b.Keeper.EditItem(t.Context(), s.UID, wire.FactsList, len(s.Summary.Facts), "", words, "scripted-1")
						require.NoError(t, err)
						edited, whole = true, 1
					}
				}
				require.Less(t, sum, threshold/2, "after %d messages", i+2)
				require.GreaterOrEqual(t, level, highest, "levels only grow")
				highest = level
				if edited {
					require.Equal(t, 1, whole, "the user's words are there once, after %d messages", i+2)
				}
			}
			require.GreaterOrEqual(t, highest, 2)
			require.Contains(t, b.mind.last()[0].Content, "- "+words+"\n", "and they are sent")

			next := 0
			for _, s := range b.summaries(t, session) {
				if s.Level == 0 {
					require.Equal(t, next, s.From, "those of level 0 are all there, one after the other")
					require.Zero(t, s.UndoneAt)
					next = s.To + 1
				}
			}
			require.Greater(t, next, 250)
			require.Len(t, b.messages(t, session), 300)
			b.requireSound(t, session)
			require.Empty(t, b.logged)
		})
	}
}

func TestTieredKeepsTheLastTenWholeAndOneSummaryOfTheOldest(t *testing.T) {
	b := openRememberer(t, ":memory:", 600)
	b.settings.Strategy = new(chat.Tiered)
	session := b.session(t)
	for i, text := range parcels(0, 100) {
		if i%2 == 1 {
			continue
		}
		b.ask(t, session, text)
		b.Keeper.Idle()
		old := 0
		for _, s := range b.summaries(t, session) {
			require.LessOrEqual(t, s.To, i+1-10, "the last ten stay whole")
			if s.Applies && s.To <= i+1-50 {
				old++
			}
		}
		require.LessOrEqual(t, old, 1, "after %d messages", i+2)
	}
	got, err := b.store.Recollect(t.Context(), b.at(t, session).Head, 1000)
	require.NoError(t, err)
	require.Positive(t, got.Summaries[0].Level, "one of the oldest")
	require.Greater(t, got.Summaries[0].To, 50)
	require.GreaterOrEqual(t, len(got.Summaries), 2, "and those of the messages between")
	require.GreaterOrEqual(t, len(got.Open), 10)
	b.requireSound(t, session)
}
