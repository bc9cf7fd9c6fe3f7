package claims

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// check returns what is marked of one sentence that cites one passage.
func check(p pair) string {
	for _, c := range Check(p.claim+" [1]", []Passage{{Number: 1, Text: p.passage}}, "") {
		if !c.Holds {
			return c.Strange
		}
	}
	return ""
}

func TestClaimOutsideItsPassageIsMarked(t *testing.T) {
	for _, p := range alterations {
		if check(p) == "" {
			t.Errorf("not marked: %s", p.claim)
		}
	}
	for _, p := range notFound {
		if why := check(p); why != "" {
			t.Errorf("marked for %q: %s", why, p.claim)
		}
	}
}

func TestParaphraseIsNot(t *testing.T) {
	for _, p := range paraphrases {
		if why := check(p); why != "" {
			t.Errorf("marked: %s: %s", why, p.claim)
		}
	}
}

// What a source says of a share, of cents or of the parts of a sum is the same in the other
// form.
func TestTheSameAmountInAnotherForm(t *testing.T) {
	const (
		island = "Residents pay half of the fares. Hives near by lowered visits by 19 %. Each further metre adds £9."
		bread  = "Take 500 g of white flour, 150 g of rye and 14 g of salt."
		fine   = "Une pénalité de 0,20 € par jour est due."
	)
	for _, p := range []pair{
		{island, "People with a card pay 50 %."},
		{island, "Visits fell by nearly a fifth."},
		{bread, "That is 650 g of flour in total."},
		{fine, "Les retards coûtent 20 centimes par jour."},
	} {
		require.Empty(t, check(p), p.claim)
	}
	for _, p := range []pair{
		{island, "People with a card pay 40 %."},
		{island, "Visits fell by nearly a third."},
		{bread, "You need 650 g of flour."},
		{bread, "All loaves have 650 g of flour."},
		{bread, "That is 750 g of flour in total."},
		{fine, "Les retards coûtent 30 centimes par jour."},
	} {
		require.NotEmpty(t, check(p), p.claim)
	}
}

// The last digit of a number that something goes by counts, and so does an address.
func TestNumbersThatThingsGoByAreExact(t *testing.T) {
	const order = "Order 48213377 of Kite Ltd, registered under 04417723. Call +49 30 1234567 or write to sales@kite.example. IBAN DE89 3704 0044 0532 0130 00, limit GBP 10,000,000, fee GBP 42,750 a month."
	for _, claim := range []string{
		"The order is number 48213377.", "Its registration number is 04417723.", "You can call +49 30 1234567.", "Write to Sales@kite.example.",
		"The limit is GBP 10m.", "The limit is £10 million.", "The fee is GBP 513,000 a year (12 times GBP 42,750).",
	} {
		require.Empty(t, check(pair{order, claim}), claim)
	}
	for _, claim := range []string{
		"The order is number 48213388.", "Its registration number is 04417732.", "You can call +49 30 1234576.", "Write to support@kite.example.",
		"The IBAN ends in 01.", "The limit is GBP 11m.", "The fee is GBP 514,000 a year (12 times GBP 42,750).",
	} {
		require.NotEmpty(t, check(pair{order, claim}), claim)
	}
	require.Empty(t, Check("Use `array[1]` in code, 7 times.", []Passage{{Number: 1, Text: order}}, ""))
}

// In other languages only numbers, dates and names are compared, and an answer in another
// language than its source has no names to compare.
func TestOtherLanguages(t *testing.T) {
	const (
		german = "Die Kündigung muss schriftlich erfolgen. Die Frist beträgt drei Monate zum Monatsende, für Kunden der Tarifgruppe B2 nur 14 Tage. Die Gebühr von 1.250,50 € wird am 3. März 2026 fällig. Ansprechpartnerin ist Frau Kowalski in Leipzig."
		french = "Le locataire doit verser une caution de 1 200 € avant le 15 juin. Le préavis est de trois mois, sauf à Paris, où il est d'un mois. Madame Lefèvre répond aux questions."
		spain  = "El plazo de devolución es de 30 días. Los gastos de envío, de 4,95 €, corren a cargo del comprador, salvo que el producto esté defectuoso."
		china  = "会议室最多可容纳24人，须提前3天预订。"
	)
	for _, p := range []pair{
		{german, "Kündigen können Sie nur schriftlich, und zwar mit einer Frist von 3 Monaten zum Ende eines Monats."},
		{german, "In der Tarifgruppe B2 genügen zwei Wochen, also 14 Tage."},
		{german, "Am 3. März 2026 sind 1250,50 € zu zahlen."},
		{german, "Notice has to be given in writing, three months before the end of a month."},
		{german, "Fragen beantwortet Frau Kowalski, die in Leipzig sitzt."},
		{german, "The contact in Leipsic is Ms Kowalski."},
		{french, "Une caution de 1200 € est à verser par le locataire au plus tard le 15 juin."},
		{french, "À Paris, le préavis n'est que d'un mois."},
		{french, "Der Mieter zahlt vor dem 15. Juni eine Kaution von 1.200 €."},
		{spain, "Se puede devolver el producto en un plazo de 30 días."},
		{spain, "The buyer pays €4.95 for shipping unless the product is defective."},
		{china, "会议室需要提前3天预订，最多24人。"},
	} {
		require.Empty(t, check(p), p.claim)
	}
	for _, p := range []pair{
		{german, "In der Tarifgruppe B2 beträgt die Frist 21 Tage."},
		{german, "In der Tarifgruppe B7 beträgt die Frist 14 Tage."},
		{german, "Am 3. März 2026 sind 1.350,50 € zu zahlen."},
		{french, "Une caution de 1 500 € est à verser avant le 15 juin."},
		{french, "Une caution de 1 200 € est à verser avant le 25 juin."},
		{french, "À Lyon, le préavis est d'un mois, comme l'explique madame Lefèvre."},
		{spain, "Se puede devolver el producto en un plazo de 60 días."},
		{china, "会议室最多可容纳40人。"},
	} {
		require.NotEmpty(t, check(p), p.claim)
	}
}

// What a claim is: a sentence, item or row with its citations, wherever they stand.
func TestClaims(t *testing.T) {
	type claim struct {
		text    string
		sources []int
	}
	for answer, want := range map[string][]claim{
		"No citation here. Nor here.":                          nil,
		"One thing [1]. Another. A third [2, 3].":              {{"One thing", []int{1}}, {"A third", []int{2, 3}}},
		"One thing. [1] Another. [2]":                          {{"One thing.", []int{1}}, {"Another.", []int{2}}},
		"One thing. Another. A third. [4]":                     {{"One thing.", []int{4}}, {"Another.", []int{4}}, {"A third.", []int{4}}},
		"One [1] and two [2] are things.":                      {{"One [1] and two [2] are things.", []int{1, 2}}},
		"A range [2-4]; full width 【7】.":                       {{"A range [2-4]; full width", []int{2, 3, 4, 7}}},
		"- first [1]\n- second\n  1. third [2]":                {{"first", []int{1}}, {"third", []int{2}}},
		"These hold: [3]\n\n- first\n- second [1]\n\nText.":    {{"These hold:", []int{3}}, {"first", []int{3}}, {"second", []int{1}}},
		"| a | b |\n|---|---|\n| c | d [1] |":                  {{"| c | d [1] |", []int{1}}},
		"Sources:\n[1] notes.md\n- [2] other.md":               nil,
		"# Heading [1]\n\n```\nx = a[1]\n```\nText [link](1).": nil,
		"He said \"Go!\" and left [1]. Dr. Who stayed [2].":    {{"He said \"Go!\" and left", []int{1}}, {"Dr. Who stayed", []int{2}}},
		"这是一句话【1】。另一句[2]。":                                     {{"这是一句话", []int{1}}, {"另一句", []int{2}}},
	} {
		answer = strings.ReplaceAll(answer, "\\n", "\n")
		var got []claim
		for _, c := range Check(answer, nil, "") {
			require.True(t, c.Holds, "there is nothing to compare it with")
			got = append(got, claim{answer[c.From:c.To], c.Sources})
		}
		require.Equal(t, want, got, answer)
	}
}

// A claim is held against all that it cites, and holds if one of them is not there.
func TestAllThatIsCited(t *testing.T) {
	passages := []Passage{{Number: 1, Text: "The fee is €20 a month."}, {Number: 2, Text: "Notice is four weeks.", Heading: "Leaving the club Marlowe"}}
	for answer, want := range map[string]bool{
		"The fee is €20, and notice is four weeks [1, 2].": true,
		"The fee is €20, and notice is four weeks [1].":    false,
		"The fee is €30, and notice is four weeks [1, 2].": false,
		"The fee is €30 [1, 5].":                           true,
		"Leaving Marlowe takes four weeks [2].":            true,
		"Leaving Barlowe takes four weeks [2].":            false,
	} {
		got := Check(answer, passages, "")
		require.Len(t, got, 1, answer)
		require.Equal(t, want, got[0].Holds, answer)
	}
	require.Equal(t, "€30", Check("The fee is €30 [1].", passages, "")[0].Strange)
	for _, answer := range []string{"The [fee](https://example.com/page95) is €20 [1].", "The fee, see https://example.com/a95?b=7, is €20 [1].", "The fee `f` is €20 [1]."} {
		require.True(t, Check(answer, passages, "")[0].Holds, answer)
	}
	// What was asked about may stand in the answer.
	limits := []Passage{{Number: 1, Text: "| Amount | Approved by |\n|---|---|\n| up to €250 | Clerk |\n| above €250 | Manager |"}}
	require.True(t, Check("For €180 you ask the Clerk [1].", limits, "Who approves €180?")[0].Holds)
	require.False(t, Check("For €180 you ask the Clerk [1].", limits, "Who approves it?")[0].Holds)
}

// go test -fuzz FuzzCheck -fuzztime 15s ./internal/claims
func FuzzCheck(f *testing.F) {
	for _, p := range append(paraphrases[:8:8], alterations[:8]...) {
		f.Add(p.claim+" [1]", p.passage, "What is it?")
	}
	f.Add("| a | 【1】 |\n- `x` 12.3.2024 [1-3]", "| a | b |\n|--|--|\n| 3 May 2026 | half an hour |", "")
	f.Add("two hundred and a half \xff[1] no later than 3 days before [1]", "twenty-five percent\xe2\x82", "€3 m")
	f.Fuzz(func(t *testing.T, answer, passage, question string) {
		for _, c := range Check(answer, []Passage{{Number: 1, Text: passage}, {Number: 2, Text: question}}, question) {
			require.LessOrEqual(t, 0, c.From)
			require.LessOrEqual(t, c.From, c.To)
			require.LessOrEqual(t, c.To, len(answer))
			if utf8.ValidString(answer) {
				require.True(t, utf8.ValidString(answer[c.From:c.To]), "on the borders of characters")
			}
			require.Equal(t, c.Holds, c.Strange == "")
			require.NotEmpty(t, c.Sources)
		}
	})
}

// What a document or a model writes to make it slow is cut short.
func TestLongTextsTakeNoLongTime(t *testing.T) {
	for _, times := range []int{15, 800} {
		long := strings.Repeat("No fee of €20 is paid before the 3rd day, unless the tenant agrees, and not by him. ", times)
		many := strings.Repeat("The landlord must pay at most 3 fees [1-20]. ", 3_000)
		var passages []Passage
		for i := range 20 {
			passages = append(passages, Passage{Number: i + 1, Text: long})
		}
		began := time.Now()
		require.LessOrEqual(t, len(Check(many, passages, "")), 2*maxClaims)
		require.Less(t, time.Since(began), 10*time.Second)
	}
}

// An answer of 2,000 words with 20 citations of 20 passages.
func BenchmarkCheck(b *testing.B) {
	var passages []Passage
	for i := range 20 {
		text := paraphrases[0].passage
		for k := range 3 {
			text += " " + paraphrases[(7*i+11*k)%len(paraphrases)].passage
		}
		passages = append(passages, Passage{Number: i + 1, Text: text})
	}
	var answer strings.Builder
	for i := range 20 {
		for k := range 5 {
			answer.WriteString(strings.TrimSuffix(paraphrases[(5*i+k)%len(paraphrases)].claim, ".") + ", and so it is said of this as well, ")
		}
		answer.WriteString("which is all [" + string([]byte{byte('0' + (i+1)/10), byte('0' + (i+1)%10)}) + "].\n\n")
	}
	text := answer.String()
	for b.Loop() {
		Check(text, passages, "How long may I keep a book?")
	}
	b.ReportMetric(float64(len(strings.Fields(text))), "words")
}
