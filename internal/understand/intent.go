package understand

import "burrow/internal/words"

// The actions that a question can want.
const (
	FindAction      = "find"
	CountAction     = "count"
	ListAction      = "list"
	CompareAction   = "compare"
	ExplainAction   = "explain"
	SummariseAction = "summarise"
	PredictAction   = "predict"
	WriteAction     = "write"
	TranslateAction = "translate"
	CalculateAction = "calculate"
	DecideAction    = "decide"
	ChatAction      = "chat"
)

// otherDomain is the domain of questions that no word classifies.
const otherDomain = "other"

// intents has the domains, then the actions, each with words that tell it. The
// kinds from firstDomain on are in this order.
var intents = [...]struct{ name, words string }{
	{"people", "people person man woman child family friend wife husband son daughter mother father born biography celebrity king queen politician"},
	{"places", "country city town village street capital island mountain river lake ocean beach hotel flight airport travel trip visit map tourist restaurant location"},
	{"money", "money price cost budget invoice payment pay salary tax loan bank revenue profit invest fee mortgage insurance dollar euro currency debt"},
	{"health", "health disease cancer symptom doctor medicine medication drug treatment pain diet vitamin sleep hospital virus vaccine surgery therapy patient illness pregnancy"},
	{"law", "law legal illegal court judge lawsuit crime police licence license copyright patent visa regulation attorney lawyer gdpr"},
	{"technology", "computer software code programming python javascript sql database server app website internet phone network api algorithm bug install linux windows recursion browser"},
	{"science", "physics chemistry biology science energy planet atom gravity species animal plant climate evolution theory experiment math equation galaxy bacteria"},
	{"arts", "music song album band film movie book novel poem painting art artist author theatre museum lyric singer actor poetry"},
	{"sports", "sport team player league football soccer basketball tennis baseball olympic match coach championship tournament race"},
	{"work", "project employee customer client meeting deadline manager job company office supplier order task department colleague contract ticket"},
	{"documents", "document file pdf page section report email letter attachment spreadsheet paragraph article chapter manual policy"},

	{CountAction, "count"},
	{ListAction, "list enumerate show"},
	{CompareAction, "compare difference differ versus vs similarity contrast"},
	{ExplainAction, "explain describe define teach why how tell"},
	{SummariseAction, "summarise summarize summary recap condense"},
	{PredictAction, "predict forecast"},
	{WriteAction, "write draft compose rewrite rephrase"},
	{TranslateAction, "translate translation"},
	{CalculateAction, "calculate compute multiply divide convert total average"},
	{DecideAction, "should recommend advise suggest choose decide better best"},
}

// domainOf tells what a question is about by most of its words.
func domainOf(q []word) string {
	var counts [domains]int
	for i := range q {
		for d := range counts {
			counts[d] += int(q[i].kind >> d / firstDomain & 1)
		}
	}
	best := 0
	for d, n := range counts {
		if n > counts[best] {
			best = d
		}
	}
	if counts[best] > 0 {
		return intents[best].name
	}
	if len(q) > 0 && (q[0].mark == mWho || q[0].mark == mWhom) {
		return intents[0].name
	}
	if len(q) > 0 && q[0].mark == mWhere {
		return intents[1].name
	}
	return otherDomain
}

// actionOf tells what is wanted by the first word that says so.
func actionOf(question string, q []word) string {
	if arithmetic(question) {
		return CalculateAction
	}
	asked := false // by a question word
	for i := range q {
		w, next := &q[i], &noWord
		if i+1 < len(q) {
			next = &q[i+1]
		}
		switch {
		case w.mark == mHow && (next.mark == mMany || next.mark == mMuch):
			return CountAction
		case w.mark == mWill && (asked || i == 0):
			return PredictAction
		case w.mark == mWhich && next.kind&function == 0 && len(next.text) > 3 && isPlural(next):
			return ListAction
		}
		asked = asked || w.kind&wh != 0
		for a := domains; a < len(intents); a++ {
			if w.kind>>a/firstDomain&1 != 0 {
				return intents[a].name
			}
		}
	}
	if smallTalk(q) {
		return ChatAction
	}
	return FindAction
}

// smallTalk is true of a few words, one of which greets or thanks.
func smallTalk(q []word) bool {
	if len(q) > 5 {
		return false
	}
	small := false
	for i := range q {
		if q[i].kind&(record|document|policy) != 0 {
			return false
		}
		small = small || q[i].kind&chatty != 0
	}
	return small
}

// arithmetic is true of a text that has a sum to do: 2+2, 12 * (3 - 1).
func arithmetic(text string) bool {
	digit, sign := false, false
	for i := range len(text) {
		switch c := text[i]; {
		case words.IsDigit(c):
			if sign {
				return true
			}
			digit = true
		case digit && (c == '+' || c == '*' || c == '^' || c == '='):
			sign = true
		case c != ' ' && c != '(':
			digit, sign = false, false
		}
	}
	return false
}

// makes is true of actions that need no more than what the question says.
func makes(action string) bool {
	switch action {
	case SummariseAction, WriteAction, TranslateAction, CalculateAction, ChatAction:
		return true
	}
	return false
}
