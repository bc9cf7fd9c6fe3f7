package chat

// Understood is how a question was read before it was answered. It is kept with the
// answer: history shows what the user asked, and this is what was searched for.
// Empty members are left out.
type Understood struct {
	// Followup says that the question leans on the conversation, Score how sure
	// that is, from 0 to 1.
	Followup bool    `json:"followup,omitempty"`
	Score    float64 `json:"score"`
	// Ambiguous says that it has several meanings.
	Ambiguous bool    `json:"ambiguous,omitempty"`
	Ambiguity float64 `json:"ambiguity"`
	// As is the question as it stands alone, "" if it did from the start.
	As string `json:"as,omitempty"`
	// Search is what was searched with, if it is neither: the question with words
	// that it may have left out.
	Search string `json:"search,omitempty"`
	// By is the model that was asked, "you" if the user said so, "" for rules.
	By string `json:"by,omitempty"`
	// Problem is a sentence on why the model's reading was not used.
	Problem string `json:"problem,omitempty"`
	// Took is how long the model took, in milliseconds.
	Took int64 `json:"took,omitempty"`
	// Usage is what asking it used.
	Usage *Usage `json:"usage,omitempty"`

	Route       string  `json:"route"`
	RouteReason string  `json:"routeReason,omitempty"`
	Confidence  float64 `json:"confidence"`
	// Guess is the likeliest route if none was sure: then the route is general.
	Guess string `json:"guess,omitempty"`
	// Unsure says that the route is general because nothing told whether a source knows:
	// one that is certain may still answer.
	Unsure bool `json:"unsure,omitempty"`
	// Chosen says that the user chose the route for this question.
	Chosen bool `json:"chosen,omitempty"`
	// Offer is the name of a source that the chat has not attached, and that would have
	// been asked.
	Offer string `json:"offer,omitempty"`
	// Routes are those that the question could have taken, if there are several.
	Routes []string `json:"routes,omitempty"`
	// Composition is what the answer is made of: pure_kb, pure_doc, hybrid or chat.
	Composition string `json:"composition"`
	Domain      string `json:"domain,omitempty"`
	Action      string `json:"action,omitempty"`

	References []Reference `json:"references,omitempty"`
	Filters    []Filter    `json:"filters,omitempty"`
	Facts      []Fact      `json:"facts,omitempty"`
	// Interpretations and Questions are what the user could be asked, Needs what
	// of the conversation the answer needs, Context what was made of all this.
	Interpretations []string `json:"interpretations,omitempty"`
	Questions       []string `json:"questions,omitempty"`
	Needs           []string `json:"needs,omitempty"`
	Context         string   `json:"context,omitempty"`
	Reasons         []string `json:"reasons,omitempty"`

	// Choice is what the user chose of a clarifying card, now or before.
	Choice string `json:"choice,omitempty"`
}

// ByUser is who understood a question whose meaning the user gave.
const ByUser = "you"

// Reference is a phrase of a question and what it stands for.
type Reference struct {
	Text     string   `json:"text"`
	Rule     string   `json:"rule,omitempty"`
	Entities []string `json:"entities"`
}

// Filter restricts what is searched.
type Filter struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// Fact is something that a question states: a date, an amount, a quantity or an
// identifier, with a value that can be compared.
type Fact struct {
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Value string `json:"value"`
	Unit  string `json:"unit,omitempty"`
}

// Clarify asks the user what a question means. The turn waits for the choice.
type Clarify struct {
	// Question is what is asked.
	Question string `json:"question"`
	// Point is what it is about: the same point is not asked about twice.
	Point   string   `json:"point"`
	Choices []Choice `json:"choices"`
}

// Choice is one meaning that a question may have.
type Choice struct {
	Text string `json:"text"`
	// As is the question that would be answered.
	As string `json:"as"`
}
