package understand

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func gist(t *testing.T, question string, o Options) Gist {
	t.Helper()
	g, ok := GistOf(question, o)
	require.True(t, ok, question)
	return g
}

// Each line asks the same in several ways.
var sameGists = []string{
	"How do I reset my password? | how can we reset our password, please | Could you please tell me how I reset the password? | how to reset a password | HOW DO I RESET MY PASSWORD?! | how does one reset passwords",
	"Does the app work offline? | Do you know whether the app works offline? | does an app work offline",
	"Can I eat before a test? | May I eat before the test? | Could I eat before tests? | Am I allowed to eat before a test? | Is it possible to eat before a test, please?",
	"Do I have to pay? | Must I pay? | Do we need to pay?",
	"When will my order be delivered? | I would like to know when my order will be delivered. | I'd like to know when our orders will be delivered.",
	"How do I get from Rome to Bern? | How do I get to Bern from Rome?",
	"In the library can I eat? | Can I eat in the library?",
	"Hi, do you work Saturdays? | Do you work on Saturdays? | Good morning! Do you work on Saturday? Thanks | do you work on saturdays",
	"What browsers do I need? | Which browsers do I need?",
	"What's the loan period? | What is the loan period? | What’s the loan period?",
	"Why isn't it open? | Why is not it open?",
	"Is it open on 24 December 2026? | Is it open on December 24, 2026?",
	"Are 1,200 euros enough? | Are €1200 enough? | Are 1,200.00 EUR enough?",
	"Can I borrow three books? | can I borrow 3 books",
	"What happens to order 25-01-064? | what happens to my orders 25-01-064",
	"Password forgotten | password forgotten.",
	"Wie kann ich meinen Vertrag kündigen? | Guten Tag, wie kann ich den Vertrag kündigen? | Können Sie mir bitte sagen, wie ich einen Vertrag kündigen kann?",
	"Darf man in der Bibliothek essen? | Kann ich in der Bibliothek essen? | Wissen Sie, ob ich in der Bibliothek essen darf?",
	"Comment puis-je suivre ma commande ? | comment suivre la commande | Bonjour, comment est-ce que je peux suivre ma commande, s'il vous plaît ?",
	"¿Hay que pagar para hacerse socio de la biblioteca? | Hola, para hacerse socio de la biblioteca, ¿hay que pagar?",
	"Posso portare il cane in ufficio? | È permesso portare il proprio cane in ufficio? | scusi, posso portare un cane in ufficio",
	"怎么重置密码？ | 请问怎么重置密码 | 我怎么重置密码？",
}

func TestEqualGists(t *testing.T) {
	seen := map[Gist]string{}
	for _, line := range sameGists {
		all := strings.Split(line, " | ")
		want := gist(t, all[0], Options{})
		require.NotContains(t, seen, want, all[0])
		seen[want] = all[0]
		for _, question := range all[1:] {
			require.Equal(t, want, gist(t, question, Options{}), "%q and %q", all[0], question)
		}
	}
}

// What looks alike and is not: each with what it is not.
func TestGistsThatDiffer(t *testing.T) {
	for _, c := range [][2]string{
		{"How do I get from Rome to Bern?", "How do I get from Bern to Rome?"},
		{"Can I get from Rome to Bern and Basel?", "Can I get to Bern from Rome and Basel?"},
		{"Is there a letter to the manager of the shop from the owner of the house?", "Is there a letter to the manager of the house from the owner of the shop?"},
		{"Can I pay for a child if I come with a friend?", "Can I pay with a friend if I come for a child?"},
		{"How do I reset my password?", "How do I reset your password?"},
		{"How do I reset my password?", "How do I reset my colleague's password?"},
		{"How do I reset my password?", "Why do I reset my password?"},
		{"Who can I visit?", "Who can visit?"},
		{"Who does the manager call?", "Who calls the manager?"},
		{"Do I work on Saturdays?", "Do you work on Saturdays?"},
		{"Do you work on Saturdays?", "Did you work on Saturdays?"},
		{"Do you work on Saturdays?", "You work on Saturdays."},
		{"Can I pay?", "Must I pay?"},
		{"Can I pay?", "Can I be paid?"},
		{"Do customers charge?", "Are customers charged?"},
		{"Is the shop open?", "Does the shop open?"},
		{"How much can I borrow?", "How much do I borrow?"},
		{"How many books can I keep?", "How long can I keep books?"},
		{"Which part is late?", "Which party is late?"},
		{"Is a car free?", "Is a care free?"},
		{"Is vitamin A safe?", "Is vitamin B safe?"},
		{"Is C++ supported?", "Is C supported?"},
		{"Is -5 degrees fine?", "Is 5 degrees fine?"},
		{"Is 1.5 enough?", "Is 15 enough?"},
		{"Who is agent 007?", "Who is agent 7?"},
		{"Is it open on 24 December 2026?", "Is it open on 24 December 2025?"},
		{"Are 1,200 euros enough?", "Are 1,200 dollars enough?"},
		{"What happens to order 25-01-064?", "What happens to order 25-01-065?"},
		{"Can US citizens apply?", "Can citizens apply?"},
		{"How do I say hello?", "How do I say thanks?"},
		{"What do I need to renew?", "What must I renew?"},
		{"Wer ruft den Chef an?", "Wen ruft der Chef an?"},
		{"Welche Firma ruft den Chef an?", "Welche Firma ruft der Chef an?"},
		{"Wie kann ich meinen Vertrag kündigen?", "Wie kann ich Ihren Vertrag kündigen?"},
		{"Où est le cours ?", "Où est la cour ?"},
		{"¿Cuándo puedo pagar?", "¿Cómo puedo pagar?"},
	} {
		require.NotEqual(t, gist(t, c[0], Options{}), gist(t, c[1], Options{}), "%q and %q", c[0], c[1])
	}
}

// certain are questions for TestOneWordMoreIsAnotherQuestion.
var certain = strings.Split(strings.TrimSpace(`
How do I reset my password?
How long does delivery to France take?
Which documents do I need for a visa?
Can I cancel an order after three days?
When will my subscription be renewed?
Where can I return books when the library is closed?
Who may open the safe in the office?
Why was my payment declined twice?
How much does a parking permit for residents cost?
How many guests can I bring to the party?
Do you repair bicycles from other shops?
Is there a discount for students?
What happens if I lose my key?
Does the app work without a connection?
Are pets allowed in the hotel rooms?
How often should I change the filter?
Can children under 12 travel alone?
What is the fee for a late return?
Which train goes from Rome to Bern?
Must visitors wear a badge at all times?
How do I export my data as CSV?
Whose signature is needed on form A38?
Have you ever delivered on Sundays?
Would a refund reach me before 24 December 2026?
Is 1,200 euros the limit per day?
Where do employees park during a fire drill?
Can I use one voucher twice?
Wie kann ich meinen Vertrag kündigen?
Wann hat das Bürgeramt am Montag geöffnet?
Muss mein Kind beim Arzt einen Ausweis zeigen?
Welche Unterlagen brauche ich für den Antrag?
Comment puis-je suivre ma commande ?
Quels sont les frais de livraison ?
Peut-on annuler un rendez-vous en ligne ?
Où dois-je déposer les clés ?
¿Dónde puedo descargar mis facturas?
¿Hay que pagar para hacerse socio?
Come posso prenotare una visita?
Posso portare il cane in ufficio?
Quanti giorni ho per restituire un articolo?
`), "\n")

// leftOut are the words without which a question is the same: the closed classes.
var leftOut = strings.Fields(`a an the my our do does i mein meinen das den einen le la les ma mis un una il`)

// A word that is left out, replaced, denied or added makes another question, unless it is
// of a closed class: not because a list has it, but because none has.
func TestOneWordMoreIsAnotherQuestion(t *testing.T) {
	require.Len(t, certain, 40)
	for _, question := range certain {
		want := gist(t, question, Options{})
		all := strings.Fields(question)
		another := func(made []string) {
			t.Helper()
			text := strings.Join(made, " ")
			got, ok := GistOf(text, Options{})
			require.True(t, !ok || got != want, "%q and %q", question, text)
		}
		for i := range len(all) + 1 {
			for _, more := range []string{"not", "nicht", "only", "your", "zebra", "7", "X-100", "every", "was", "+"} {
				another(slices.Insert(slices.Clone(all), i, more))
			}
			if i == len(all) {
				break
			}
			for _, other := range []string{"zebra", "nobody", "9"} {
				another(slices.Replace(slices.Clone(all), i, i+1, other))
			}
			word := strings.ToLower(strings.Trim(all[i], "?¿."))
			before := ""
			if i > 0 {
				before = strings.ToLower(all[i-1])
			}
			switch way := slices.Contains([]string{"how", "wie", "comment", "come"}, before); {
			case slices.Contains(leftOut, word), word == "ich" || word == "je" || word == "man" || word == "on", way && (word == "can" || word == "kann" || word == "posso" || word == "puis-je"):
			case word == "" || strings.Contains(word, "-"):
			case word == "one", word == "what", word == "which":
				// "Can I use voucher twice?" has an I in both; "Documents do I need" too.
			default:
				another(slices.Delete(slices.Clone(all), i, i+1))
			}
		}
	}
}

func TestWithoutATableOnlyTheSameWordsMatch(t *testing.T) {
	none := Options{Languages: LoadLanguages("")}
	one := gist(t, "Wie kann ich meinen Vertrag kündigen?", none)
	require.Equal(t, one, gist(t, "wie kann ich meinen Vertrag kündigen", none))
	require.NotEqual(t, one, gist(t, "Wie kann ich den Vertrag kündigen?", none))
	require.NotEqual(t, one, gist(t, "Est-ce qu'on peut m’aider ?", none))
	// A language that none of the tables has.
	require.Equal(t, gist(t, "Hvordan kan jeg nulstille min adgangskode?", Options{}), gist(t, "hvordan kan jeg nulstille min adgangskode", Options{}))
}

func TestWhatAsksNothingHasNoGist(t *testing.T) {
	for _, text := range []string{"", " ", "?!", "Hello!", "Hi, thanks", "please", strings.Repeat("why ", 200), "\xff"} {
		_, ok := GistOf(text, Options{})
		require.False(t, ok, text)
	}
}

// A gist does not depend on the day, and courtesy does not change it.
//
// go test -fuzz FuzzGist ./internal/understand
func FuzzGist(f *testing.F) {
	for _, question := range certain {
		f.Add(question)
	}
	f.Add("What's C++'s -5 'til I can't've ’s? de la «il proprio» 我 12,5 % $3 .5")
	f.Fuzz(func(t *testing.T, text string) {
		g, ok := GistOf(text, Options{})
		again, _ := GistOf(text, Options{Now: noon})
		require.Equal(t, g, again)
		if !ok {
			require.Empty(t, g)
			return
		}
		spaced, _ := GistOf("  "+text+" ", Options{})
		if len(text)+3 <= maxGist {
			require.Equal(t, g, spaced)
		}
		if longer, ok := GistOf(text+" zebra", Options{}); ok {
			require.NotEqual(t, g, longer)
		}
	})
}

func BenchmarkGist(b *testing.B) {
	for b.Loop() {
		for _, question := range certain {
			GistOf(question, Options{})
		}
	}
}
