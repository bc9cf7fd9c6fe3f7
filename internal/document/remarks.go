package document

import (
	"strings"
	"sync"

	"burrow/internal/say"
	"burrow/internal/words"
)

// Remarks are sentences for a reader about what stands in a document and cannot be seen,
// or speaks to a model. They decide nothing: what is hidden is never sent, and what is
// sent is data, whatever it says.
func Remarks(chunks []Chunk) (out []string) {
	isHidden, orders := false, ""
	for _, c := range chunks {
		switch {
		case c.Veil != Seen:
			isHidden = true
		case orders == "" && GivesOrders(c.Text):
			orders = c.Place.String()
		}
	}
	if isHidden {
		out = append(out, say.T("Some text is hidden from people who read this document. It isn’t sent to a model."))
	}
	if orders != "" {
		out = append(out, say.T("Contains instructions to an AI model ({place}). Burrow doesn’t follow them.", "place", orders))
	}
	return out
}

// orders are words that follow one another, with at most one other in between, in texts
// that were made to steer a model. A list within brackets is one word of several.
var orders = [][]string{
	{"ignore|disregard|forget|override|bypass", "previous|prior|above|earlier|preceding|former|your|all", "instructions|instruction|prompts|prompt|rules|guidelines|directions"},
	{"new|updated|following", "instructions|instruction|prompt", "assistant|ai|llm|chatbot"},
	{"reveal|print|repeat|output|leak", "your|system|initial|hidden", "prompt|instructions"},
	{"do|dont|never", "not|tell|mention|inform|reveal", "tell|mention|inform|reveal|user", "user|human|anyone"},
	{"you", "are", "now", "assistant|ai|dan|jailbroken|unrestricted|model|chatbot"},
	{"as|dear|attention", "ai|llm", "assistant|model|agent|system|reading|reader"},
}

// longest is the most lists that a phrase has.
const longest = 4

// places returns at which places of which phrases each word stands: phrase i's place k is
// bit longest*i+k.
var places = sync.OnceValue(func() map[string]uint32 {
	out := make(map[string]uint32)
	for i, phrase := range orders {
		for k, list := range phrase {
			for word := range strings.SplitSeq(list, "|") {
				out[word] |= 1 << (longest*i + k)
			}
		}
	}
	return out
})

// GivesOrders reports whether a text speaks to a model, by a few English phrases that
// hardly stand in others. Most texts that do are not found.
func GivesOrders(text string) (found bool) {
	// How far each phrase has come, and with which word.
	at, last := make([]int, len(orders)), make([]int, len(orders))
	known, n := places(), 0
	var cutter words.Cutter
	cutter.Each(text, func(t words.Term) bool {
		n++
		all := known[string(t.Text)]
		for i := 0; all != 0; i, all = i+1, all>>longest {
			if n-last[i] > 2 {
				at[i] = 0
			}
			switch {
			case all>>at[i]&1 != 0:
				at[i], last[i] = at[i]+1, n
			case all&1 != 0:
				at[i], last[i] = 1, n
			}
			if found = at[i] == len(orders[i]); found {
				return false
			}
		}
		return true
	})
	return found
}
