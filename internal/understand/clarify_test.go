package understand

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Questions of every day that a model answers better than the user would answer a
// question back.
const everyday = `
Hello
Hi there
Good morning
Thanks
Thank you very much
Bye
one
two
test
ok
yes
What is 2+2?
What is 17 * 23?
2+2=
Tell me about Paris
Tell me about Paris in winter
Explain recursion
Explain recursion with an example
Explain this code: for i := range 10 {}
Translate this
Translate this to French: I am late
Translate it into German
Write a poem about autumn
Write a haiku
Write a letter to my landlord
Write an email to my boss about the delay
Summarise this
Summarise the following text
Rewrite this more politely
Draft a reply
Fix it
Make it shorter
What time is it?
What day is it today?
Is it raining?
Is it cold in Oslo?
How is it going?
How are you?
Who are you?
What can you do?
What is love?
What is new?
What is happening?
What happened?
Who is there?
Who invented the telephone?
Who was Marie Curie?
Who will win the election in Norway?
Who can vote in Switzerland?
Who is the president of France?
Which is the largest ocean?
Which planets have rings?
How do they make cheese?
How does it feel to fly?
Is it possible to learn Norwegian in a year?
How long does it take to boil an egg?
How many people live in Bergen?
How many?
Give me a recipe for pancakes
Recommend a good book
Should I learn Go or Rust?
What should I cook tonight?
Tell me a joke
Why is the sky blue?
Where is Lisbon?
When was the first moon landing?
Compare Python and Go
What is the difference between TCP and UDP?
List the planets
Convert 10 miles to km
Calculate the area of a circle with radius 3
How do I install PostgreSQL on Ubuntu?
Why does my code not compile?
What is the meaning of life?
mercury
weather
python
Help
Help me
Can you help me with my homework?
I need a name for my cat
I am bored
Is this correct?
What is this?
What does this mean?
That is wrong
Continue
Go on
Again please
`

func TestEverydayQuestionsAreNotAskedBack(t *testing.T) {
	cases := 0
	for line := range strings.Lines(everyday) {
		question := strings.TrimSpace(line)
		if question == "" {
			continue
		}
		cases++
		require.False(t, Understand(nil, question, Options{}).Clarify, question)
		require.False(t, Understand(nil, question, Options{Database: true, Documents: true, Now: noon}).Clarify, question)
		require.False(t, Understand(bridge, question, Options{}).Clarify, "%s after a conversation", question)
	}
	require.GreaterOrEqual(t, cases, 60)
}

func TestOpenQuestionsAreAskedBack(t *testing.T) {
	for _, question := range []string{
		"I need to find out who will leave", "Who will leave?", "Which will fail?", "Find out who is leaving", "Who would complain?",
		"How much does it cost?", "Is it treatable?", "When was she born?", "Why did he leave?", "What are its symptoms?", "Who wrote it?", "Are they married?",
		"What does that customer pay?",
	} {
		u := Understand(nil, question, Options{})
		require.True(t, u.Clarify, question)
		require.NotEmpty(t, u.Questions, question)
	}
	for _, question := range []string{"How much does it cost?", "When was it painted?", "Who will win?"} {
		require.False(t, Understand(bridge, question, Options{}).Clarify, "%s after a conversation", question)
	}
}

// A pronoun is all there is to a question that dangles. What is said around it may
// tell what is meant, or that nothing is.
func TestAPronounThatIsNotAllThereIs(t *testing.T) {
	for question, dangling := range map[string]bool{
		"Who wrote it?":                true,
		"Does it tell me who wrote it": true, // who asks is no topic
		"Did you write it?":            false,
		"Do we need it?":               false,
		"Is it mine?":                  false,
		"Who, by the way, wrote it?":   false, // more is meant than a model of rules sees
		"Is it? Who wrote it?":         false,
		"Is it Monday?":                false,
		"Is it 5?":                     false,
		"What time is it there?":       false,
		"Who wrote it yesterday?":      false,
		"Who wrote Ulysses, it says?":  false,
		"Is it cold?":                  false,
		"Who knows if it will rain?":   false,
		"Write it.":                    false, // comes with a text
		"What does this customer do?":  true,
		"What does this do?":           false,
		"Why did she and her mother and his father and their uncle leave?": false,
	} {
		require.Equal(t, dangling, dangles(cut(nil, question)), question)
	}
}

func TestAtMostFourMeaningsAreOffered(t *testing.T) {
	many := []Exchange{{"Which customers owe us money?", "1. **Acme Corp**\n2. **Blue Fin Foods**\n3. **Cobalt Labs**\n4. **Delta Freight**\n5. **Eastern Glass**\n6. **Fjord Tools**"}}
	u := Understand(many, "What is the address of that customer?", Options{})
	require.True(t, u.Clarify)
	require.Equal(t, []string{
		"Answer “What is the address of Acme Corp?”.", "Answer “What is the address of Blue Fin Foods?”.",
		"Answer “What is the address of Cobalt Labs?”.", "Answer “What is the address of Delta Freight?”.",
	}, u.Interpretations)
}

// What a pointing phrase fits twice is asked, and each answer is one that can be given.
func TestEntitiesThatFitAlikeAreAsked(t *testing.T) {
	for _, c := range []struct {
		scene, question string
		want            []string
	}{
		{"slabs", "Who owns that project?", []string{"Answer “Who owns project 25-01-064?”.", "Answer “Who owns project 25-01-070?”.", "Answer “Who owns project 25-01-028?”."}},
		{"tickets", "Who works on this ticket?", []string{"Answer “Who works on ticket BUG-311?”.", "Answer “Who works on ticket BUG-325?”."}},
		{"debtors", "What is the address of that customer?", []string{
			"Answer “What is the address of Acme Corp?”.", "Answer “What is the address of Blue Fin Foods?”.",
			"Answer “What is the address of Cobalt Labs?”.", "Answer “What is the address of Delta Freight?”.",
		}},
		{"sales", "Where does that person live?", []string{"Answer “Where does Alice Brown live?”.", "Answer “Where does Robert Stone live?”."}},
		{"garage", "Who owns that project?", nil},
		{"cobalt", "What is that customer's address?", nil},
		{"contract", "When does that contract end?", nil},
		{"slabs", "Who owns the second project?", nil},
		{"slabs", "Who owns them?", nil},
		{"curie", "When was she born?", nil},
	} {
		u := Understand(scenes[c.scene], c.question, Options{})
		require.Equal(t, c.want != nil, u.Clarify, c.question)
		if c.want != nil {
			require.Equal(t, c.want, u.Interpretations, c.question)
			require.NotEmpty(t, u.Questions)
		}
	}
}

// Who wants to be asked early is also asked about topics, with meanings to choose from.
func TestTopicsAreAskedEarlyOnly(t *testing.T) {
	early := Options{AskAbove: 0.5}
	for _, question := range []string{"Tell me about iron", "I am looking for information on ps 2", "mercury", "Find information about UNC"} {
		u := Understand(nil, question, early)
		require.True(t, u.Clarify, question)
		require.True(t, 2 <= len(u.Interpretations) && len(u.Interpretations) <= 4, question)
		require.False(t, Understand(nil, question, Options{}).Clarify, question)
		require.NotContains(t, strings.Join(u.Interpretations, " "), "particular thing")
	}
	for _, question := range []string{
		"Hello", "Thanks", "one", "two", "What is 2+2?", "Write a poem about autumn", "Translate this", "Explain recursion", "How many people live in Bergen?",
		"What are the symptoms of iron deficiency?", "Summarise this",
	} {
		require.False(t, Understand(nil, question, early).Clarify, question)
	}
}
