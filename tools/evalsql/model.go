package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"burrow/internal/demo"
	"burrow/internal/llm/llmtest"
)

// scripted is the model of -repair. It is asked question after question, in the order of
// its items, and tells calls apart by their content, since prompts may change:
//
//   - which question a call is about: the first one from the last call's on whose text is
//     in the call;
//   - a call for tables wants "tables" and no "sql", by the schema of its answer or, if it
//     has none, by its text. It gets the gold tables;
//   - the first other call is for the query. It gets the gold query with its error;
//   - a later one is a correction if it wants "sql" by its schema or, without a schema, if
//     it has a word of an error in it. It gets the gold query if it is told enough, and the
//     same wrong one again if not;
//   - everything else, such as the call for the words of the answer, gets a sentence.
//
// Told enough is what somebody needs who knows SQL and not the database: the wrong name,
// and the right names of tables and columns elsewhere than in the question and in the
// wrong query itself (lacks says which).
type scripted struct {
	items []*repairItem
	at    int
}

// repairItem is a question with what became of it.
type repairItem struct {
	question
	damage
	asked       string // the question as it is put
	written     int    // calls for the query: 0 if the model was never asked for one
	corrections int
	mended      bool
	lacking     []string // what the last correction was not told
	prompt      int      // the tokens of the longest call
}

const nothingToSay = "Here is the result."

// reply answers a call. The server asks for one answer at a time.
func (s *scripted) reply(r llmtest.Request, tokens func(string) int) (llmtest.Answer, bool) {
	if r.Path != "/v1/chat/completions" || r.Body == nil {
		return llmtest.Answer{}, false
	}
	call := promptOf(r.Body)
	item := s.find(call)
	if item == nil {
		return llmtest.Answer{Text: nothingToSay}, true
	}
	item.prompt = max(item.prompt, tokens(call))
	wants := wantedOf(r.Body)
	switch {
	case item.wantsTables(wants, call):
		return answerWith(wants, "tables", item.Tables, ""), true
	case item.written == 0:
		item.written++
		return answerWith(wants, "sql", item.damage.sql, item.damage.sql), true
	case item.isCorrection(wants, call):
		item.corrections++
		item.lacking = item.lacks(call)
		if len(item.lacking) > 0 {
			return answerWith(wants, "sql", item.damage.sql, item.damage.sql), true
		}
		item.mended = true
		return answerWith(wants, "sql", item.SQL, item.SQL), true
	}
	return llmtest.Answer{Text: nothingToSay}, true
}

func (s *scripted) find(call string) *repairItem {
	for i := s.at; i < len(s.items); i++ {
		if strings.Contains(call, s.items[i].Question) {
			s.at = i
			return s.items[i]
		}
	}
	return nil
}

func (i *repairItem) wantsTables(wants wanted, call string) bool {
	if i.written > 0 {
		return false
	}
	if wants.schema {
		return wants.has("tables") && !wants.has("sql")
	}
	return strings.Contains(call, `"tables"`) && !strings.Contains(call, `"sql"`)
}

var errorWords = regexp.MustCompile(`(?i)\b(errors?|wrong|corrects?|corrected|fix|refus\w*|reject\w*|not allowed|does not exist|do not belong|no such|unknown|there is no|suggest\w*|failed|invalid)\b`)

func (i *repairItem) isCorrection(wants wanted, call string) bool {
	if i.mended || !strings.Contains(strings.ToLower(call), strings.ToLower(i.wrong)) {
		return false
	}
	if wants.schema {
		return wants.has("sql")
	}
	return errorWords.MatchString(i.rest(call))
}

// rest is a call without the question and the wrong query, whose words prove nothing.
func (i *repairItem) rest(call string) string {
	text := squeeze(call)
	for _, out := range []string{i.damage.sql, i.Question} {
		text = strings.ReplaceAll(text, squeeze(out), " ")
	}
	return text
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

var word = regexp.MustCompile(`\w+`)

// lacks are the names that a correction needs and was not told: the table or its secure
// view, and the columns of it that the query needs.
func (i *repairItem) lacks(call string) []string {
	words := word.FindAllString(i.rest(call), -1)
	told := func(name string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, name) })
	}
	var missing []string
	for _, table := range i.damage.tables {
		if view := demo.SecureViews[table]; !told(table) && (view == "" || !told(view)) {
			missing = append(missing, table)
		}
	}
	for _, column := range i.damage.columns {
		if !told(column) {
			missing = append(missing, column)
		}
	}
	return missing
}

// promptOf is all text of a call.
func promptOf(body map[string]any) string {
	var all []string
	messages, _ := body["messages"].([]any)
	for _, m := range messages {
		fields, _ := m.(map[string]any)
		switch content := fields["content"].(type) {
		case string:
			all = append(all, content)
		case []any:
			for _, p := range content {
				part, _ := p.(map[string]any)
				text, _ := part["text"].(string)
				all = append(all, text)
			}
		}
	}
	return strings.Join(all, "\n")
}

// wanted are the members that a call wants its answer to have.
type wanted struct {
	schema  bool // it says which
	object  bool // it wants JSON
	members map[string]any
}

func (w wanted) has(member string) bool { _, ok := w.members[member]; return ok }

func wantedOf(body map[string]any) wanted {
	form, _ := body["response_format"].(map[string]any)
	w := wanted{object: form["type"] == "json_object" || form["type"] == "json_schema"}
	outer, _ := form["json_schema"].(map[string]any)
	schema, _ := outer["schema"].(map[string]any)
	w.members, w.schema = schema["properties"].(map[string]any)
	return w
}

// answerWith is an answer with one member, and with what the schema wants beside it. In
// words a query stands in a fence, and tables in JSON.
func answerWith(wants wanted, member string, value any, query string) llmtest.Answer {
	if query != "" && !wants.object {
		return llmtest.Answer{Text: "```sql\n" + query + "\n```"}
	}
	all := map[string]any{}
	for name, of := range wants.members {
		described, _ := of.(map[string]any)
		switch described["type"] {
		case "array":
			all[name] = []any{}
		case "number", "integer":
			all[name] = 1
		case "boolean":
			all[name] = true
		case "object":
			all[name] = map[string]any{}
		default:
			all[name] = ""
		}
	}
	all[member] = value
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // texts and lists of texts
	}
	return llmtest.Answer{Text: string(text)}
}
