package understand

import (
	"math"

	"burrow/internal/say"
)

// The weights of routes are set by hand, on two of the four sets of testdata/routes;
// the others were kept to measure. Of each form the first number is for sql, the
// second for knowledge, the third for general.
var formWeights = [formCount][3]float64{
	countForm:  {1.3, 0, 0},
	listForm:   {0.8, 0, -0.2},
	rankForm:   {0.7, 0, -0.2},
	stateForm:  {0.7, 0, -0.2},
	pastForm:   {0.6, -0.3, 0},
	normForm:   {-1, 1.5, -0.3},
	howForm:    {-0.8, 1.2, 0},
	makeForm:   {-2, -2, 2.5},
	defineForm: {-0.6, 0, 1},
	oursForm:   {0, 0.4, -0.4},
}

const (
	// maxRouted is how much of a question is looked at.
	maxRouted    = 2000
	generalBase  = 1.4
	matchWeight  = 2.4 // of the root: many words do not drown the form
	recordFound  = 0.6 // a word that databases have rows of, though this one names none
	clearlyNamed = 0.8
	nothingNamed = 1.2
	dateRoute    = 0.8 // a date, an amount or an identifier asks for records
	sureOfRoute  = 0.7
	surest       = 0.99
	withoutTable = 0.5 // the forms of the language are not known
	routeOfChat  = 0.9
	routeNothing = 0.6
	routeUnknown = 0.65 // a table's name beside words that the database does not know
)

// route decides by what is there and by the form of the question.
func (*Index) route(of *routed) Routing {
	l, text, q, o := of.language, clip(of.text, maxRouted), of.words, of.options
	tables, titles := indexOf(o.Tables), indexOf(o.Titles)
	var records, documents, policies, small int
	for i := range q {
		k := q[i].kind
		records += int(k / record & 1)
		documents += int(k / document & 1)
		policies += int(k / policy & 1)
		small += int(k / chatty & 1)
	}
	r := Routing{Route: GeneralRoute, Confidence: routeNothing, Composition: Chat}
	switch {
	case len(q) == 0 || small > 0 && len(q) <= 5 && records+documents+policies == 0:
		r.Reason, r.Confidence = say.T("small talk"), routeOfChat
		return r
	case !o.Database && !o.Documents:
		r.Reason = say.T("nothing suggests data or documents")
		return r
	}
	forms := l.formsIn(text)
	table, tableName := tables.match(l, text, forms.means, nil)
	title, titleName := titles.match(l, text, forms.means, tables)
	if table == 0 && records+len(forms.means) > 0 {
		table = recordFound
	}
	if title == 0 {
		title = recordFound * float64(documents)
		if titles == nil {
			title += recordFound * float64(policies)
		}
	}
	scores := [3]float64{matchWeight * math.Sqrt(table), matchWeight * math.Sqrt(title), generalBase}
	if table == 0 && tables != nil {
		scores[0] -= nothingNamed
		if l.code != english {
			scores[0] += nothingNamed / 2 // tables have English names
		}
	}
	if title == 0 && titles != nil {
		scores[1] -= nothingNamed
	}
	for f, has := range forms.has {
		for i, weight := range formWeights[f] {
			switch {
			case !has:
			case form(f) == defineForm && max(table, title) >= clearlyNamed:
				scores[i] += weight / 2 // "what is the mileage of our vehicles"
			default:
				scores[i] += weight
			}
		}
	}
	if particular(q, of.facts) {
		scores[0] += dateRoute
	}
	r.Confidence = surest
	if l.code == unknown {
		r.Confidence = withoutTable
	}
	names := sourceNames{tableName, titleName, tables == nil || tables.knows(l, text, of.facts, &forms)}
	r.Unsure = o.Database && (table > 0 || particular(q, of.facts) || forms.asksForRecords() || namesSomething(q))
	return r.settle(scores, names, composition(KnowledgeRoute, documents, policies, records), o)
}

// particular is true of a question with a date, an amount, or a number that
// something goes by.
func particular(q []word, facts []Fact) bool {
	for _, f := range facts {
		if f.Kind == DateFact || f.Kind == AmountFact || f.Kind == IdentifierFact {
			return true
		}
	}
	for i := range q {
		if q[i].kind&digits != 0 && len(q[i].text) > 2 {
			return true
		}
	}
	return false
}

// sourceNames are what a question names most. known says that the tables know most of what
// it is about.
type sourceNames struct {
	table, title string
	known        bool
}

// namesSomething is true of a question with a name in it.
func namesSomething(q []word) bool {
	for i := range q {
		if named(q, i) {
			return true
		}
	}
	return false
}

// settle takes the route with the highest score if it is sure enough, at most as sure
// as it was.
func (r Routing) settle(scores [3]float64, names sourceNames, c Composition, o *Options) Routing {
	exist := [3]bool{o.Database, o.Documents, true}
	best, sum := 2, 0.0
	for i, score := range scores {
		if exist[i] && score > scores[best] {
			best = i
		}
	}
	for i, score := range scores {
		if exist[i] {
			sum += math.Exp(score - scores[best])
		}
	}
	r.Confidence = rounded(min(r.Confidence, 1/sum))
	taken := [3]Route{SQLRoute, KnowledgeRoute, GeneralRoute}[best]
	if taken == SQLRoute && !names.known {
		r.Confidence = min(r.Confidence, routeUnknown)
	}
	r.Unsure = taken == GeneralRoute && r.Unsure || r.Confidence < sureOfRoute && o.Database
	switch {
	case r.Confidence < sureOfRoute:
		r.Guess, r.Reason = taken, say.T("not sure who can answer this")
		return r
	case taken == GeneralRoute:
		r.Reason = say.T("nothing suggests data or documents")
		return r
	case taken == SQLRoute && names.table != "":
		r.Reason = say.T("asks for records, as in the table {name}", "name", names.table)
	case taken == SQLRoute:
		r.Reason = say.T("asks for records")
	case names.title != "":
		r.Reason = say.T("asks what documents say, such as “{name}”", "name", names.title)
	default:
		r.Reason = say.T("asks what documents say")
	}
	r.Route, r.Composition = taken, c
	return r
}

// indexOf is nil if nothing is known.
func indexOf(names Names) *Index {
	x, _ := names.(*Index)
	return x
}
