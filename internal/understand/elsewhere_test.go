//go:build !js && !wasip1

package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Prompts that any chat gets, with a database of field service attached: a word of them may
// be in the name of a table, and none is taken.
func TestEverydayPromptsAreNotForADatabase(t *testing.T) {
	tables, _, _ := routeSets(t, "field-service")
	for _, question := range []string{
		"Which country has the most people?", "Show me how to sort a list in Python", "how many hours are in a leap year", "What is an invoice and how is it different from a receipt?",
		"Show me all the tragedies of Shakespeare in the order he wrote them", "List the best national parks to visit in October", "Who won the most Olympic medals in 2024?",
		"My customer is angry. What should I say to him?", "Explain what a work order is", "Give me ten names for a vehicle repair shop", "What is the average salary of a technician in Canada?",
		"select c.name, count(o.id)\nfrom customers c\nleft join orders o on o.customer_id = c.id\n\nwhy do i not get the customers with 0 orders?",
		"Make this shorter:\n\nDear Mr. Holloway, the technician who was to visit you on Thursday will not be able to attend the appointment.",
		"A customer wrote this, draft a polite answer: \"This is the third time I waited all morning for your technician and nobody came.\"",
		"Add these up and give me the total:\nrent 1240\nelectric 88.50\ninternet 45\ngroceries 512.30",
		"Zeig mir, wie ich in Excel doppelte Kundennummern farbig markieren kann", "Formuliere ein Arbeitszeugnis für einen Servicetechniker", "Welches Elektroauto hat die größte Reichweite?",
		"Übersetze: Das bestellte Ersatzteil ist leider nicht mehr lieferbar, wir bieten Ihnen ein anderes an.", "Was ist der Unterschied zwischen Auftrag und Bestellung?",
		"come si scrive una lettera di sollecito per una fattura non pagata?", "Qual è la differenza tra fattura e ricevuta fiscale", "Chi ha vinto più mondiali di calcio?",
		"Combien de véhicules électriques roulent dans le monde aujourd'hui ?", "c'est quoi la différence entre un devis et une facture", "Quel pays a gagné le plus de médailles ?",
		"¿Qué significa IVA incluido en una factura?", "quien tiene mas balones de oro", "Một năm nhuận có bao nhiêu giờ?", "viết giúp mình câu lệnh SQL lấy ra các khách hàng chưa có đơn hàng nào",
		"一年有多少个小时?闰年呢", "全世界大概有多少辆汽车?哪个国家最多",
	} {
		u := Understand(nil, question, Options{Now: noon, Database: true, Tables: tables})
		require.Equal(t, GeneralRoute, u.Route, question)
	}
}

// Words stand where forms are looked for, whatever the text has in it: the marks of forms
// are read by their places.
func FuzzWordsStandInThePlainText(f *testing.F) {
	for _, text := range []string{"", "How many  hours?", "NBA历史上总得分", "Nhân viên nào >20h", "été ÉTÉ e\u0301te\u0301 \u0301", "a\xffb ﬁx Ǆ İ ß", "<b> 12,5 %"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := plainly(text)
		eachPlain(text, func(w plainWord) {
			require.Equal(t, w.text, plain[w.at:w.at+len(w.text)])
		})
	})
}

func TestWhatAMessageBringsAlongIsForNoSource(t *testing.T) {
	tables, _, _ := routeSets(t, "field-service")
	for question, elsewhere := range map[string]bool{
		"```\nprint(1)\n```\nHow many technicians does this print?":                               true,
		"const orders = [1, 2];\nreturn orders.length;\nHow many orders are there?":               true,
		"How many technicians are there in: Berlin":                                               false,
		"Show technicians: name, region":                                                          false,
		"Which customers are called \"Acme\"?":                                                    false,
		"What is wrong here: \"The technicians was late because of that they has no car today\"?": true,
		"把下面这段话改得更正式一些：王经理你好，上次说的那个合同我们看了，价格还是有点高。":                                               true,
	} {
		u := Understand(nil, question, Options{Now: noon, Database: true, Tables: tables})
		require.Equal(t, elsewhere, u.Route == GeneralRoute && !u.RouteUnsure, question)
	}
}
