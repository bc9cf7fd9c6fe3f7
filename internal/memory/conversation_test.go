package memory_test

import (
	"strings"

	"burrow/internal/chat"
	"burrow/internal/memory"
)

// count stands for a tokeniser: a word is four thirds of a token.
func count(text string) int { return (len(strings.Fields(text))*4 + 2) / 3 }

// say makes a path of messages that take turns, the user first.
func say(texts ...string) []memory.Message {
	out := make([]memory.Message, len(texts))
	for i, text := range texts {
		role := chat.User
		if i%2 == 1 {
			role = chat.Assistant
		}
		out[i] = memory.Message{
			UID: chat.MakeUID(1_700_000_000_000, uint64(i+1), 0), Depth: i, Role: role, Content: text,
			Tokens: count(text) + 5, Status: chat.Complete,
		}
	}
	return out
}

func total(messages []memory.Message) (sum int) {
	for _, m := range messages {
		sum += m.Tokens
	}
	return sum
}

// bakery is a conversation of nine messages with about 1,200 tokens.
var bakery = say(
	`Hi! My name is Marta Kovac and I run a small bakery in Ljubljana with six employees. We sell bread and cakes over the counter, and since last autumn also through a web shop. I am thinking about moving the web shop away from the platform we rent, because the monthly fee went up to 149 euros. I am not a programmer, but my nephew Jan knows some Python and he can help on weekends. What would you suggest as a first step, and what should I look at before I decide anything?`,
	`Great question! Before choosing any tool it helps to write down what the shop has to do today. Here are the points that usually matter most for a shop of your size:

1. **Orders**: how many arrive on a normal day and on the busiest day of the year, and whether people pick them up or have them delivered.
2. **Payments**: which methods your customers really use, because each provider takes a different share of every sale.
3. **Products**: how many there are, how often they change, and whether prices depend on the season.
4. **Accounting**: whether invoices go to an accountant by hand or by an export.`,
	`Okay, here are the numbers. On a normal day we get about 35 orders, and before Easter it was 210 in one day. Roughly 80 percent are picked up in the bakery, the rest is delivered by bicycle within the city. People pay by card or by bank transfer; cash only when they pick up. We have 42 products and the cakes change every month. Our accountant is Petra Novak and she wants a CSV export by the third day of each month. I prefer something that I can change myself, without calling Jan for every new cake.`,
	`Thank you, that is a clear picture. With 35 orders on a normal day you do not need anything large, and the peak of 210 orders is still small for any common shop software. What matters more is that you want to change products yourself, and that Petra gets her file without work every month.

Given that, building the shop from scratch is the least attractive way: you would depend on Jan for every change. A hosted open-source shop would fit well. The hosting costs around 25 euros a month, card payments cost about 1.4 percent plus 25 cents for each order, and the export for the accountant is a plugin that several shops of this kind already use. The rented platform that you have now does the same, but you pay for features that a bakery hardly needs.`,
	`That sounds reasonable. Let's go with the hosted open-source shop then, and keep the rented platform until the new one has run for a full month. My budget for the move is 900 euros, and that has to include the photos. The contract for the platform ends on 31 March 2026, so we need to be finished by the middle of March. One more thing: my customers write to me in Slovenian, Italian and German, so the shop has to work in these three languages.`,
	`Agreed, that is a careful plan. Here is a schedule that leaves some room for surprises:

- In January you collect the product texts and take the pictures.
- In the first two weeks of February Jan sets up the shop on the new hosting and adds the payment provider.
- In the second half of February you translate the texts, Slovenian first, since most of your customers read it.
- From 1 March on both shops run side by side, and only a few regular customers get the new address.
- On 15 March the new shop becomes the main one, and you cancel the platform before the contract is renewed.`,
	`The photographer is a friend of mine, Luka, and he asks 200 euros only. Jan will be away from 10 to 20 February because of his exams, so he must set up the shop before that. I need to remember to cancel the contract in writing at least 30 days before its end. Also, please note that one of my employees is allergic to nuts, and therefore all product pages must show the allergens. I always want prices with VAT included, because that is what people see in the bakery.`,
	`Thank you for the details, they change the schedule a little. If Jan is away from 10 to 20 February, the setup has to be done in the first week of February, and the payment provider should be asked for an account in January already, because the check of the documents often takes two weeks. The cancellation in writing has to reach the platform by 1 March at the latest; a registered letter in the last week of February is the safe way.

For the allergens you can use a custom field for each product, which is shown below the price in every language. With Luka at 200 euros your costs come to about 700 euros, so there are 200 euros left for a second round of corrections by the translators.`,
	`Good. I wonder whether we should offer a subscription for bread, for example every Saturday, because several families have asked for it. Can the shop do this from the beginning, or is it better to wait until everything runs?`,
)

// goodAnswer is what a good model says about bakery.
const goodAnswer = `{
  "user_profile": [
    {"text": "Marta Kovac runs a bakery in Ljubljana.", "sources": [1]}
  ],
  "key_facts": [
    {"text": "Budget 900 euros, including photos.", "sources": [5, 7]},
    {"text": "Contract ends 2026-03-31; Jan is away 10-20 February.", "sources": [5, 7]}
  ],
  "decisions": [
    {"text": "Move to a hosted open-source shop.", "sources": [5]}
  ],
  "open_questions": [
    {"text": "Offer a bread subscription from the start?", "sources": [9]}
  ],
  "todos": [
    {"text": "Cancel in writing 30 days before.", "sources": [7]}
  ]
}`
