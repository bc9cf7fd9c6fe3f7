package wire

import "burrow/internal/chat"

// The methods of the FAQ: pairs of a question and the answer that it always gets. No result
// is kept for a request that is sent again, since it would keep what was removed.
var (
	// FAQList lists the pairs, in the order in which they came.
	FAQList = Method[Nothing, FAQPairs]{"faq.list"}
	// FAQKeep adds a pair, or changes one.
	FAQKeep = Method[FAQKeepParams, chat.Pair]{"faq.keep"}
	// FAQRemove removes one pair for good, or all.
	FAQRemove = Method[FAQRemoveParams, FAQRemoved]{"faq.remove"}
	// FAQImport adds and changes pairs by a CSV file, or says what that would do.
	FAQImport = Method[FAQImportParams, FAQImported]{"faq.import"}
	// FAQExport writes the pairs as a CSV file.
	FAQExport = Method[Nothing, FAQFile]{"faq.export"}
)

// FAQPairs are the pairs of the FAQ.
type FAQPairs struct {
	Pairs []FAQPair `json:"pairs"`
}

// FAQPair is a pair of the FAQ.
type FAQPair struct {
	Pair chat.Pair `json:"pair"`
	// Clash is a pair with the same question and another answer, as a merge may bring it.
	// Neither answers then.
	Clash chat.UID `json:"clash,omitzero"`
}

// FAQKeepParams is a pair to keep.
type FAQKeepParams struct {
	// UID is that of the pair to change, none for a new one.
	UID      string   `json:"uid,omitempty"`
	Question string   `json:"question"`
	Also     []string `json:"also,omitempty"`
	Answer   string   `json:"answer"`
}

// FAQRemoveParams says what to remove, by one of these.
type FAQRemoveParams struct {
	UID string `json:"uid,omitempty"`
	All bool   `json:"all,omitempty"`
}

// FAQRemoved says how many pairs were removed.
type FAQRemoved struct {
	Count int `json:"count"`
}

// FAQImportParams is a CSV file.
type FAQImportParams struct {
	Text string `json:"text"`
	// Preview only says what would be done.
	Preview bool `json:"preview,omitempty"`
}

// FAQImported says what an import has done, or would do. A row whose question is a pair's
// own takes its place.
type FAQImported struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	// Same is how many rows say nothing new.
	Same int `json:"same"`
	// Problems are the rows that are left out.
	Problems []FAQProblem `json:"problems"`
}

// FAQProblem says why a row is left out.
type FAQProblem struct {
	// Row is its number as a spreadsheet shows it.
	Row     int    `json:"row"`
	Message string `json:"message"`
}

// FAQFile is a CSV file.
type FAQFile struct {
	Text string `json:"text"`
}
