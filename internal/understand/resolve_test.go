package understand

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The histories of the cases below.
var scenes = map[string][]Exchange{
	"slabs": {{"Find me 3 projects with floating slabs", "3 projects have floating slabs: 25-01-064, 25-01-070 and 25-01-028."}},
	"garage": {
		{"Find me 3 projects with floating slabs", "3 projects have floating slabs: 25-01-064, 25-01-070 and 25-01-028."},
		{"Tell me about the second one", "Project 25-01-070 is a garage in Laval."},
	},
	"debtors": {{"Which customers owe us money?", "These customers owe us money:\n\n1. **Acme Corp** – 1,200 euros\n2. **Blue Fin Foods** – 900 euros\n3. **Cobalt Labs** – 300 euros\n4. **Delta Freight** – 100 euros"}},
	"cobalt": {
		{"Which customers owe us money?", "1. Acme Corp: 1,200\n2. Blue Fin Foods: 900\n3. Cobalt Labs: 300\n4. Delta Freight: 100"},
		{"Since when does Cobalt Labs owe us?", "Cobalt Labs owes us 300 euros since March."},
	},
	"pair":     {{"Compare PostgreSQL and MySQL", "PostgreSQL is stricter, MySQL is simpler to run."}},
	"curie":    {{"Who was Marie Curie?", "Marie Curie was a physicist who worked in Paris."}},
	"invoices": {{"Which invoices are open?", "| Invoice | Amount | Due |\n|---|---|---|\n| INV-2041 | 310 | Monday |\n| INV-2057 | 95 | Tuesday |\n| INV-2063 | 1,480 | Friday |"}},
	"novels":   {{"What did she write last?", "Her last novels are \"Emma\", \"Persuasion\" and \"Sanditon\"."}},
	"heating":  {{"How can I heat my house?", "You have three options:\n- Solar panels: cheap to run\n- Heat pump: costs more\n- Wood stove: needs work"}},
	"sales":    {{"Who works in sales?", "Alice Brown and Robert Stone work in sales."}},
	"lyon":     {{"Where is the office?", "The office is in Lyon."}, {"Who runs it?", "Claire Dubois runs the office in Lyon."}},
	"tickets":  {{"What is open?", "Ticket BUG-311 is about the login. Ticket BUG-325 is about search."}},
	"cities":   {{"Name five cities", "1. Oslo\n2. Bergen\n3. Narvik\n4. Tromsø\n5. Bodø"}},
	"contract": {{"Show me the contract with Blue Fin Foods", "The contract \"Cold Storage 2024\" with Blue Fin Foods ends in May."}},
}

// A case is a scene, a question, and for each reference the phrase and what it
// stands for.
const resolved = `
slabs; Tell me more about the last mentioned project; the last mentioned project = 25-01-028
slabs; Tell me more about the last mentioned one; the last mentioned one = 25-01-028
slabs; Tell me more about the last one; the last one = 25-01-028
slabs; Tell me more about the last project; the last project = 25-01-028
slabs; What about the most recent one?; the most recent one = 25-01-028
slabs; Who built the last project mentioned?; the last project mentioned = 25-01-028
slabs; Who built the first one?; the first one = 25-01-064
slabs; Who built the first project?; the first project = 25-01-064
slabs; And the second?; the second = 25-01-070
slabs; the third; the third = 25-01-028
slabs; What does the 2nd one cost?; the 2nd one = 25-01-070
slabs; What does the 3rd project cost?; the 3rd project = 25-01-028
slabs; Show number 2; number 2 = 25-01-070
slabs; Show #3; #3 = 25-01-028
slabs; Compare the first two; the first two = 25-01-064, 25-01-070
slabs; Compare the last two projects; the last two projects = 25-01-070, 25-01-028
slabs; Compare the first and the third; the first and the third = 25-01-064, 25-01-028
slabs; Compare the first and last one; the first and last one = 25-01-064, 25-01-028
slabs; Where is the middle one?; the middle one = 25-01-070
slabs; When were all three finished?; all three = 25-01-064, 25-01-070, 25-01-028
slabs; When were all of them finished?; all of them = 25-01-064, 25-01-070, 25-01-028
slabs; Who designed these projects?; these projects = 25-01-064, 25-01-070, 25-01-028
slabs; Who designed those?; those = 25-01-064, 25-01-070, 25-01-028
slabs; Who designed them?; them = 25-01-064, 25-01-070, 25-01-028
slabs; Are they finished?; they = 25-01-064, 25-01-070, 25-01-028
slabs; What are their budgets?; their = 25-01-064, 25-01-070, 25-01-028
slabs; Is the second to last one finished?; the second to last one = 25-01-070
slabs; Is the second last one finished?; the second last one = 25-01-070
slabs; Is the penultimate one finished?; the penultimate one = 25-01-070
slabs; Where is the first of them?; the first of them = 25-01-064
slabs; Where is the second of the three?; the second of the three = 25-01-070
slabs; Which engineer signed the final one?; the final one = 25-01-028
slabs; Compare the first one with the other two; the first one = 25-01-064; the other two = 25-01-070, 25-01-028
slabs; Compare the second project with the others; the second project = 25-01-070; the others = 25-01-064, 25-01-028
slabs; What does the one you mentioned last cost?; the one you mentioned last = 25-01-028
slabs; Do the three projects have a basement?; the three projects = 25-01-064, 25-01-070, 25-01-028
slabs; Do the projects have a basement?; the projects = 25-01-064, 25-01-070, 25-01-028
slabs; Does each of them have a basement?; each of them = 25-01-064, 25-01-070, 25-01-028
garage; Who owns it?; it = 25-01-070
garage; Who owns that project?; that project = 25-01-070
garage; Who owns this one?; this one = 25-01-070
garage; Who owns the project?; the project = 25-01-070
garage; What is its area?; its = 25-01-070
garage; And the other two?; the other two = 25-01-064, 25-01-028
garage; What about the others?; the others = 25-01-064, 25-01-028
garage; What about the other ones?; the other ones = 25-01-064, 25-01-028
garage; What about the other projects?; the other projects = 25-01-064, 25-01-028
garage; And the remaining two?; the remaining two = 25-01-064, 25-01-028
garage; And the rest?; the rest = 25-01-064, 25-01-028
garage; And the one before?; the one before = 25-01-064
garage; And the one before that?; the one before that = 25-01-064
garage; And the one after that?; the one after that = 25-01-028
garage; Show the next one; the next one = 25-01-028
garage; Show the previous one; the previous one = 25-01-064
garage; Show the previous project; the previous project = 25-01-064
garage; Go back to the first one; the first one = 25-01-064
garage; What about the third one?; the third one = 25-01-028
garage; Does the same project have a basement?; the same project = 25-01-070
garage; Tell me more about the last mentioned project; the last mentioned project = 25-01-070
debtors; Call the first one; the first one = Acme Corp
debtors; Call the second customer; the second customer = Blue Fin Foods
debtors; Remind the last customer; the last customer = Delta Freight
debtors; Remind the last two; the last two = Cobalt Labs, Delta Freight
debtors; Remind the last two customers; the last two customers = Cobalt Labs, Delta Freight
debtors; Remind the first three; the first three = Acme Corp, Blue Fin Foods, Cobalt Labs
debtors; Remind the top two; the top two = Acme Corp, Blue Fin Foods
debtors; Remind all four; all four = Acme Corp, Blue Fin Foods, Cobalt Labs, Delta Freight
debtors; Remind all of these customers; all of these customers = Acme Corp, Blue Fin Foods, Cobalt Labs, Delta Freight
debtors; Where are these four based?; these four = Acme Corp, Blue Fin Foods, Cobalt Labs, Delta Freight
debtors; Who is our contact at number three?; number three = Cobalt Labs
debtors; Show option 4; option 4 = Delta Freight
debtors; Show item 2; item 2 = Blue Fin Foods
debtors; Show the fourth item; the fourth item = Delta Freight
debtors; Show the third entry in the list; the third entry in the list = Cobalt Labs
debtors; Since when do they owe us?; they = Acme Corp, Blue Fin Foods, Cobalt Labs, Delta Freight
debtors; Send the second and the fourth a letter; the second and the fourth = Blue Fin Foods, Delta Freight
cobalt; What is that customer's address?; that customer = Cobalt Labs
cobalt; What is its address?; its = Cobalt Labs
cobalt; When did it pay last?; it = Cobalt Labs
cobalt; And the customer before?; the customer before = Blue Fin Foods
cobalt; And the one before it?; the one before it = Blue Fin Foods
cobalt; And the next one?; the next one = Delta Freight
cobalt; And the other three?; the other three = Acme Corp, Blue Fin Foods, Delta Freight
cobalt; And the first customer?; the first customer = Acme Corp
cobalt; Do the other customers pay?; the other customers = Acme Corp, Blue Fin Foods, Delta Freight
pair; Which of both is faster?; both = PostgreSQL, MySQL
pair; Do both support JSON?; both = PostgreSQL, MySQL
pair; Do Redis and Oracle both support JSON?;
pair; Is either Redis or Oracle free?;
pair; Do both of them support JSON?; both of them = PostgreSQL, MySQL
pair; Does either of them support JSON?; either of them = PostgreSQL, MySQL
pair; Is the former free?; the former = PostgreSQL
pair; Is the latter free?; the latter = MySQL
pair; Who maintains the latter one?; the latter one = MySQL
pair; What do the two have in common?; the two = PostgreSQL, MySQL
pair; What do these two have in common?; these two = PostgreSQL, MySQL
pair; Are they free?; they = PostgreSQL, MySQL
pair; Is neither free?; neither = PostgreSQL, MySQL
pair; Is the first one free?; the first one = PostgreSQL
pair; Compare the former with the latter; the former = PostgreSQL; the latter = MySQL
curie; When was she born?; she = Marie Curie
curie; What did her husband do?; her = Marie Curie
curie; Who taught her?; her = Marie Curie
curie; Did she teach herself?; she = Marie Curie; herself = Marie Curie
invoices; Pay the first one; the first one = INV-2041
invoices; Pay the second invoice; the second invoice = INV-2057
invoices; Pay the last invoice; the last invoice = INV-2063
invoices; Pay the first two invoices; the first two invoices = INV-2041, INV-2057
invoices; What is in the second row?; the second row = INV-2057
invoices; Are these invoices late?; these invoices = INV-2041, INV-2057, INV-2063
invoices; Pay the third line of the list; the third line of the list = INV-2063
novels; What is the second one about?; the second one = Persuasion
novels; What is the last novel about?; the last novel = Sanditon
novels; When were the novels printed?; the novels = Emma, Persuasion, Sanditon
novels; Are all three good?; all three = Emma, Persuasion, Sanditon
heating; What does the second option cost?; the second option = Heat pump
heating; What does option two cost?; option two = Heat pump
heating; Is the last one loud?; the last one = Wood stove
heating; Is the first option loud?; the first option = Solar panels
heating; Do these options need a permit?; these options = Solar panels, Heat pump, Wood stove
heating; Compare the first with the third; the first = Solar panels; the third = Wood stove
sales; Are both on holiday?; both = Alice Brown, Robert Stone
sales; Where does the former live?; the former = Alice Brown
sales; Where does the latter live?; the latter = Robert Stone
sales; Where do they live?; they = Alice Brown, Robert Stone
lyon; How long has she worked there?; she = Claire Dubois
lyon; What is her phone number?; her = Claire Dubois
tickets; Who works on the latter?; the latter = BUG-325
tickets; Who works on both?; both = BUG-311, BUG-325
tickets; Close the first ticket; the first ticket = BUG-311
tickets; Close the last ticket; the last ticket = BUG-325
cities; How cold is the fifth one?; the fifth one = Bodø
cities; How cold is the 4th city?; the 4th city = Tromsø
cities; Which of the first three is the warmest?; the first three = Oslo, Bergen, Narvik
cities; Is the middle one far?; the middle one = Narvik
cities; Compare the last three; the last three = Narvik, Tromsø, Bodø
contract; When does that contract end?; that contract = Cold Storage 2024
contract; Who signed the contract?; the contract = Cold Storage 2024
`

func TestReferencesAreResolved(t *testing.T) {
	cases := 0
	for line := range strings.Lines(resolved) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		parts := strings.Split(line, ";")
		history := scenes[strings.TrimSpace(parts[0])]
		require.NotEmpty(t, history, line)
		question := strings.TrimSpace(parts[1])
		var want, got []string
		for _, p := range parts[2:] {
			if p = strings.TrimSpace(p); p != "" {
				want = append(want, p)
			}
		}
		for _, r := range Resolve(question, Entities(history, Options{})) {
			got = append(got, r.Text+" = "+strings.Join(r.Entities, ", "))
			require.Equal(t, r.Text, question[r.Start:r.End])
		}
		if !equal(want, got) {
			t.Errorf("%s: %s\nwant %q\ngot  %q", parts[0], question, want, got)
		}
		cases++
	}
	require.GreaterOrEqual(t, cases, 120)
	t.Logf("%d cases are resolved", cases) // docs/performance.md states it
}

func equal(a, b []string) bool { return strings.Join(a, ";") == strings.Join(b, ";") }

// Nothing is resolved where nothing is meant.
func TestPlainQuestionsHaveNoReferences(t *testing.T) {
	for _, question := range []string{
		"What was the first artificial satellite?", "What is the last digit of pi?", "Is it possible to learn Norwegian in a year?",
		"Who was the second president of France?", "What is the most famous museum?", "How long does it take to get to Mars?",
		"What happened in the first world war?", "Is the sun a star?", "Does it rain all the time in Bergen?", "Who is the former president of Chile?", "Was Yesterday a number 1 hit?", "", "?", "the", "the first sign of rain",
	} {
		for name, history := range scenes {
			if name == "curie" || name == "lyon" || name == "slabs" {
				require.Empty(t, Resolve(question, Entities(history, Options{})), "%s: %s", name, question)
			}
		}
	}
	require.Empty(t, Resolve("Who owns it?", nil))
	require.NotNil(t, Resolve("Who owns it?", nil))
}
