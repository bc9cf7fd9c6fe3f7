package understand_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/understand"
)

func one(t *testing.T, text string) understand.Statement {
	t.Helper()
	found := understand.Statements(text, understand.Options{})
	require.Len(t, found, 1, text)
	return found[0]
}

// What was remembered, what is said now, and whether that takes its place.
func TestALaterWordTakesThePlaceOfAnEarlierOne(t *testing.T) {
	for _, c := range []struct {
		before, now string
		replaced    bool
	}{
		{"I am vegetarian", "I'm a vegetarian.", true},
		{"I am vegetarian", "I'm no longer vegetarian.", true},
		{"I am vegetarian", "I'm not vegetarian anymore.", true},
		{"I am vegetarian", "Forget that I am vegetarian.", true},
		{"I am vegetarian", "I am not vegetarian.", true},
		{"I am vegetarian", "I'm no longer married.", false},
		{"I am vegetarian", "I am left-handed.", false},
		{"My name is Joanna", "Actually my name is Johanna.", true},
		{"I live in Leeds", "I live in York now.", true},
		{"I live in Leeds", "I moved to York.", true},
		{"I live in Leeds", "I no longer live in Leeds.", true},
		{"I live in Leeds", "I no longer live in York.", false},
		{"I work as a nurse", "I work at a school.", false},
		{"We use PostgreSQL 16 at work", "We use PostgreSQL 17 at work.", true},
		{"My daughter Mia is seven", "My daughter Mia is eight.", true},
		{"My daughter Mia is seven", "My daughter Ada is eight.", false},
		{"My daughter Mia is seven", "My daughter Mia is allergic to nuts.", false},
		{"My wife's birthday is 3 May", "My wife's birthday is 4 May.", true},
		{"My wife's birthday is 3 May", "My birthday is 4 May.", false},
		{"I like tea", "I don't like tea.", true},
		{"I like tea", "I like coffee.", false},
		{"I don't eat pork", "I don't eat pork anymore.", true},
		{"Ich bin Vegetarier", "Ich bin nicht mehr Vegetarier.", true},
		{"Ich wohne in Graz", "Ich wohne in Wien.", true},
		{"Soy vegetariano", "Ya no soy vegetariano.", true},
		{"Sono vegetariano", "Non sono più vegetariano.", true},
		{"我吃素", "我不再吃素。", true},
		{"Use metric units, in the reader's own words", "I am vegetarian.", false},
	} {
		found := understand.Statements(c.now, understand.Options{})
		replaced := false
		for _, s := range found {
			replaced = replaced || s.Replaces(c.before, understand.Options{})
		}
		require.Equal(t, c.replaced, replaced, "%s, then: %s", c.before, c.now)
	}
}

func TestWhatIsOverIsNoStatement(t *testing.T) {
	require.True(t, one(t, "I'm no longer vegetarian.").Over)
	require.True(t, one(t, "Ich bin nicht mehr Vegetarier.").Over)
	require.False(t, one(t, "I am not vegetarian.").Over)
	require.False(t, one(t, "I don't eat pork anymore.").Over)
}

func TestSecretsAreNotRemembered(t *testing.T) {
	for _, text := range []string{
		"Remember that my PIN is 4821.", "Remember that my password is hunter2.", "Remember: my card is 4111 1111 1111 1111.", "Remember that the key is sk-proj-9f8a7b6c5d4e3f2a.",
		"Remember that my IBAN is GB77KDJA68226507509063.", "Always use the token 9f8a7b6c5d4e3f2a.", "Ricordati che la mia password è segreta.", "请记住我的密码是一二三四。",
		"Remember that my phone number is +44 20 7946 0958.",
	} {
		require.Empty(t, understand.Statements(text, understand.Options{}), text)
	}
}

func TestThingsAreWhatTheUserCallsByName(t *testing.T) {
	for text, want := range map[string]string{
		"Show me project 25-01-064":                          "25-01-064 (project)",
		"Our customer Acme Ltd wants a discount.":            "Acme Ltd (customer)",
		"What does my colleague Anna's desk look like?":      "Anna (colleague)",
		"Was schuldet uns der Kunde Müller GmbH?":            "Müller GmbH (Kunde)",
		"Thanks for this project. Any news?":                 "",
		"Who is the colleague Anna?":                         "",
		"The customer, Acme, is late.":                       "",
		"Which customers have invoice INV-2041?":             "",
		"- customer Acme Ltd\n- project Nova":                "",
		"Translate: our customer Acme Ltd wants a discount.": "",
		"```\ncustomer Acme\n```":                            "",
	} {
		var got []string
		for _, s := range understand.Statements(text, understand.Options{}) {
			got = append(got, s.Text+" ("+s.Of+")")
		}
		require.Equal(t, want, strings.Join(got, "; "), text)
	}
}
