package understand

import "burrow/internal/say"

// Route is who is to answer.
type Route string

// The routes. SQL and knowledge exist only if Options says so.
const (
	SQLRoute       Route = "sql"
	KnowledgeRoute Route = "knowledge"
	GeneralRoute   Route = "general"
)

// Composition is what an answer is made of.
type Composition string

// The compositions: knowledge only, the documents of the conversation only, both,
// neither.
const (
	PureKB  Composition = "pure_kb"
	PureDoc Composition = "pure_doc"
	Hybrid  Composition = "hybrid"
	Chat    Composition = "chat"
)

// Routing is a route with its reason.
type Routing struct {
	_           [0]func() // not to be compared
	Route       Route
	Reason      string
	Confidence  float64
	Composition Composition
	// Guess is the likeliest route of a question that no route is sure for: it goes
	// to general then.
	Guess Route
	// Unsure says that the route is general because nothing tells whether a database
	// knows, and not because the question is for none.
	Unsure bool
}

// Names are what the tables or the documents are called that a person may read. The
// zero value of Options has none; NewTables and NewDocuments make them.
//
// It is an interface so that a program without sources does not carry the code and
// the words that weigh them.
type Names interface {
	route(q *routed) Routing
	list() []string
}

// routed is a question on its way to a route.
type routed struct {
	language *language
	text     string
	words    []word
	facts    []Fact
	action   string
	options  *Options
}

const (
	// Words that ask for rows, and words that rows are of.
	countingWords = "many much total sum average mean count number highest lowest most least maximum minimum top bottom per each every list show all sorted ordered group between latest newest oldest"
	recordWords   = "customer customers client clients order orders invoice invoices sale sales revenue product products employee employees user users payment payments account accounts " +
		"transaction transactions supplier suppliers project projects ticket tickets row rows table tables column record records database budget stock inventory region department patient patients student students"
	// Words that point at documents, and words that ask what they say.
	documentWords = "document documents file files pdf attachment attached upload uploaded page pages section chapter paragraph clause contract report manual handbook slide slides spreadsheet letter paper article"
	policyWords   = "policy policies guideline guidelines procedure procedures rule rules regulation faq knowledge instructions requirement requirements process according allowed documentation"
	// Words of small talk.
	chatWords = "hi hello hey thanks thank bye goodbye morning evening welcome cheers sorry please joke poem"
)

// choose decides by what is there if that is known, and else by words and facts. A
// route that does not exist is never chosen: the question goes to the next best one.
func (of *routed) choose() Routing {
	why := elsewhere(of.text, of.action)
	switch {
	case why != "" && (of.options.Database || of.options.Documents):
		return Routing{Route: GeneralRoute, Reason: say.T(why), Confidence: routeOfChat, Composition: Chat}
	case of.options.Tables != nil:
		return of.options.Tables.route(of)
	case of.options.Titles != nil:
		return of.options.Titles.route(of)
	}
	return chooseByWords(of.words, of.facts, of.action, of.options)
}

func chooseByWords(q []word, facts []Fact, wanted string, o *Options) Routing {
	var counts, records, documents, policies, small, dates int
	for i := range q {
		k := q[i].kind
		counts += int(k / counting & 1)
		records += int(k / record & 1)
		documents += int(k / document & 1)
		policies += int(k / policy & 1)
		small += int(k / chatty & 1)
	}
	for _, f := range facts {
		if f.Kind == DateFact || f.Kind == AmountFact || f.Kind == IdentifierFact {
			dates++
		}
	}
	reason := say.English("nothing suggests data or documents")
	r := Routing{Route: GeneralRoute, Confidence: 0.6, Composition: Chat}
	switch {
	case len(q) == 0 || small > 0 && len(q) <= 5 && records+documents+policies == 0:
		r.Reason, r.Confidence = say.T("small talk"), 0.9
		return r
	case o.Database && records > 0 && counts+dates > 0:
		r.Route, reason, r.Confidence = SQLRoute, "asks for records by number, order or date", min(0.95, 0.6+0.1*float64(counts+dates+records))
	case o.Documents && documents+policies > 0:
		r.Route, reason, r.Confidence = KnowledgeRoute, "asks what documents say", min(0.95, 0.65+0.1*float64(documents+policies))
	case o.Database && records > 0:
		r.Route, reason, r.Confidence = SQLRoute, "asks for records", 0.55
	case o.Documents && wanted != WriteAction && wanted != TranslateAction && wanted != CalculateAction:
		r.Route, reason, r.Confidence = KnowledgeRoute, "documents may have the answer", 0.5
	}
	r.Reason, r.Composition = say.T(reason), composition(r.Route, documents, policies, records)
	r.Unsure = o.Database && r.Route == GeneralRoute
	return r
}

func composition(route Route, documents, policies, records int) Composition {
	switch {
	case route == GeneralRoute:
		return Chat
	case documents > 0 && policies+records > 0:
		return Hybrid
	case documents > 0:
		return PureDoc
	}
	return PureKB
}
