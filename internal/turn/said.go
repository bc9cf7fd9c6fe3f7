package turn

import (
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/memory"
	"burrow/internal/understand"
)

// maxSaid is how much of a model's answer is looked at.
const maxSaid = 64 << 10

var errNotUsable = fault.New(fault.Upstream, "Its answer could not be read.")

// readSaid reads the object in a model's answer. Members of another shape than
// wanted count as not said.
func readSaid(text string) (out understand.Said, err error) {
	text, _ = memory.WithoutThoughts(text[:min(len(text), maxSaid)])
	var members map[string]chat.RawJSON
	begin, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if begin < 0 || end < begin || json.Unmarshal([]byte(text[begin:end+1]), &members) != nil {
		return out, errNotUsable
	}
	out.IsFollowup, _ = member[*bool](members, "is_followup")
	out.Confidence, _ = member[*float64](members, "confidence")
	out.RewrittenQuery, _ = member[string](members, "rewritten_query")
	out.IsAmbiguous, _ = member[*bool](members, "is_ambiguous")
	out.Interpretations = list[string](members, "possible_interpretations")
	out.Needs = list[string](members, "needed_context_from_memory")
	out.Questions = list[string](members, "clarifying_questions")
	out.Context, _ = member[string](members, "final_augmented_context")
	out.Route, _ = member[string](members, "route")
	out.Composition, _ = member[string](members, "query_composition")
	out.References = list[understand.Reference](members, "references")
	out.Filters = list[understand.Filter](members, "filters")
	out.Facts = list[understand.Fact](members, "facts")
	if out.Nothing() {
		return out, errNotUsable
	}
	return out, nil
}

func member[T any](members map[string]chat.RawJSON, name string) (out T, ok bool) {
	raw, ok := members[name]
	if !ok || json.Unmarshal(raw, &out) != nil {
		var none T
		return none, false
	}
	return out, true
}

// maxListed bounds a list of a model's.
const maxListed = 50

// list reads what can be read of a list.
func list[T any](members map[string]chat.RawJSON, name string) (out []T) {
	for _, raw := range listed(members, name) {
		var one T
		if json.Unmarshal(raw, &one) == nil {
			out = append(out, one)
		}
	}
	return out
}

// listed are the entries of a list; something else than a list is one of one, which
// cannot be read if it is not there.
func listed(members map[string]chat.RawJSON, name string) (out []chat.RawJSON) {
	raws, ok := member[[]chat.RawJSON](members, name)
	if !ok {
		raws = []chat.RawJSON{members[name]}
	}
	for _, raw := range raws[:min(len(raws), maxListed)] {
		if string(raw) != "null" {
			out = append(out, raw)
		}
	}
	return out
}
