package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"burrow/internal/tokens"
)

// A fact is said in passing in one turn, and asked for at the end in other words.
type fact struct {
	Said  string `json:"said"`
	Value string `json:"value"`
	Asked string `json:"asked"`
}

// exchange is a turn of the script. fact is the one that its question asks for,
// -1 if it asks for none.
type exchange struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	fact     int
}

const (
	talkTurns           = 150
	minTokens, overshot = 30, 62 // of a message: a sentence has at most 18
)

var facts = []fact{
	{"The locker of the archive is opened with 4711.", "4711", "Which code opens the archive's locker?"},
	{"My sister's boat is called Marigold Wren.", "Marigold Wren", "What name did my sister give her boat?"},
	{"The choir rehearses in the chapel on Ferry Lane.", "Ferry Lane", "In which street does the choir rehearse?"},
	{"The roofer's invoice came to 3,864 euros.", "3,864", "How much did the roofer charge us?"},
	{"Grandfather was born on 19 February 1931.", "19 February 1931", "When is my grandfather's birthday?"},
	{"The vet says that the cat weighs 5.35 kilos.", "5.35", "What was the weight of the cat at the vet's?"},
	{"Our landlord's name is Teodor Vasko.", "Teodor Vasko", "What is our landlord called?"},
	{"The train to Lisbon leaves at 06:52.", "06:52", "At what time do I have to catch the Lisbon train?"},
	{"The wifi in the cabin wants quartz-lantern as its password.", "quartz-lantern", "What do I type to get into the cabin's wifi?"},
	{"Nadia is allergic to cashews.", "cashews", "Which nuts is Nadia allergic to?"},
	{"The deposit for the hall was 275 crowns.", "275 crowns", "How big was the deposit that we paid for the hall?"},
	{"I hid the spare key behind the third rain barrel.", "third rain barrel", "Where did I leave the spare key?"},
	{"The piano was tuned by Ilse Kornhuber.", "Ilse Kornhuber", "Who did the tuning of the piano?"},
	{"The seedlings have to be planted out before 23 May.", "23 May", "By which date do the seedlings have to be outside?"},
	{"The sourdough starter wants to be fed every 36 hours.", "36 hours", "How often does the starter need feeding?"},
	{"My flight to Oslo has the booking reference QX7LMB.", "QX7LMB", "What was the reference of the booking to Oslo?"},
	{"The boiler stopped with the error E-133.", "E-133", "Which error did the boiler show?"},
	{"My new dentist is Doctor Amparo Quill.", "Amparo Quill", "Who is my dentist now?"},
	{"In the marathon I have the starting number 20817.", "20817", "Which number do I wear in the marathon?"},
	{"The bees were moved to the orchard of Hollin Farm.", "Hollin Farm", "Where did the bees go?"},
	{"The telescope has a mirror of 203 millimetres.", "203 millimetres", "How large is the mirror of my telescope?"},
	{"My passport expires on 4 November 2031.", "4 November 2031", "Until when is the passport valid?"},
	{"The printer takes toner of the type HF-410X.", "HF-410X", "Which toner do I order for the printer?"},
	{"The chess club meets on every second Thursday.", "second Thursday", "On which days does the club play chess?"},
	{"We oiled the parquet with Rubenholm.", "Rubenholm", "Which oil did we use on the parquet?"},
	{"The guide for our group in the museum is Jorun Aas.", "Jorun Aas", "Who leads our group through the museum?"},
	{"The well behind the house is 31 metres deep.", "31 metres", "What is the depth of the well?"},
	{"The scholarship pays 1,140 a month.", "1,140", "How much money comes from the scholarship each month?"},
	{"I lent the tent to Casimir.", "Casimir", "Who has my tent at the moment?"},
	{"The tractor needs tyres of the size 12.4R28.", "12.4R28", "What size are the tractor's tyres?"},
}

// What the talk is made of. Half of its subjects are those of facts too, so that a
// fact is not the only place where its subject is named.
var (
	subjects = []string{
		"archive", "boat", "choir", "roof", "cat", "train", "cabin", "hall", "piano", "boiler", "museum", "tractor",
		"garden", "kitchen", "bicycle", "library", "market", "balcony", "festival", "bridge", "lamp", "sofa", "path", "harbour",
	}
	people = []string{"Nadia", "Pavel", "my brother", "a neighbour", "Olga", "my aunt"}
	// In each %s stands the subject, %p somebody, %d a number.
	musings = []string{
		"I have been thinking about the %s since the weekend.", "There was some trouble with the %s, though nothing serious.",
		"%p asked me about the %s yesterday and I had no good reply.", "It took me %d minutes to get anywhere with the %s.",
		"Somebody on the radio talked about such a %s at length.", "The weather has not been kind to the %s this year.",
		"%p thinks that we make too much of it.", "I read two articles and they contradict each other.",
		"We spent about %d euros on that last year, which seems a lot.", "Perhaps I should simply wait until the spring.",
		"The old %s was never like this.", "I would like to show it to %p when it is done.",
	}
	requests = []string{
		"What would you do about the %s first?", "How do other people deal with a %s like that?", "Is there anything I should read about the %s?",
		"Do you think that the %s is worth the effort?", "Who could help me with the %s without charging a fortune?", "When is a good time to begin with the %s?",
	}
	replies = []string{
		"I would begin with the %s itself and leave everything around it for later.", "Most people look at the %s twice before they change anything.",
		"A short list of what bothers you will help more than any book.", "If %p has done it before, an afternoon together may be enough.",
		"Count on roughly %d minutes a day, and less once it has become a habit.", "The costs are seldom what decides it; patience is.",
		"Take a picture of the %s before and after, so that you see the difference.", "There is no harm in asking at the town hall how they do it.",
		"In a wet year the %s needs more attention, in a dry one hardly any.", "You can always undo it, so the risk is small.",
		"I would not spend more than %d euros before you know that it works.", "Write down what %p says, because details are soon forgotten.",
	}
)

// script makes the conversation: the talk with the facts in it, evenly spread, and
// then a question for each.
func script(encoding *tokens.Encoding, seed uint64) ([]exchange, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	fill := func(template, subject string) string {
		text := strings.ReplaceAll(template, "%s", subject)
		text = strings.ReplaceAll(text, "%p", people[rng.IntN(len(people))])
		text = strings.ReplaceAll(text, "%d", fmt.Sprint(15+5*rng.IntN(16)))
		return strings.ToUpper(text[:1]) + text[1:]
	}
	// talk returns a message of these sentences and others, in any order but for
	// the last.
	talk := func(pool []string, subject, planted, last string) string {
		var sentences []string
		if planted != "" {
			sentences = append(sentences, planted)
		}
		joined := func() string { return strings.TrimSpace(strings.Join(sentences, " ") + " " + last) }
		order := rng.Perm(len(pool))
		for target := minTokens + rng.IntN(overshot-minTokens); encoding.Count(joined()) < target; order = order[1:] {
			sentences = slices.Insert(sentences, rng.IntN(len(sentences)+1), fill(pool[order[0]], subject))
		}
		return joined()
	}
	var out []exchange
	for n := range talkTurns {
		subject, planted := subjects[rng.IntN(len(subjects))], ""
		if every := talkTurns / len(facts); n%every == every/2 {
			planted = facts[n/every].Said
		}
		out = append(out, exchange{talk(musings, subject, planted, fill(requests[rng.IntN(len(requests))], subject)), talk(replies, subject, "", ""), -1})
	}
	for i, f := range facts {
		out = append(out, exchange{f.Asked, talk(replies, "matter", "", ""), i})
	}
	return out, check(out, encoding)
}

// check refuses a script that would not measure what it says.
func check(all []exchange, encoding *tokens.Encoding) error {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.Question, e.Answer)
		if n := encoding.Count(e.Question); e.fact < 0 && (n < minTokens || n > 80) {
			return fmt.Errorf("a question has %d tokens", n)
		}
		if n := encoding.Count(e.Answer); n < minTokens || n > 80 {
			return fmt.Errorf("an answer has %d tokens", n)
		}
	}
	together := strings.Join(texts, "\n")
	for _, f := range facts {
		if n := strings.Count(together, f.Value); n != 1 {
			return fmt.Errorf("%q is said %d times", f.Value, n)
		}
	}
	return nil
}
