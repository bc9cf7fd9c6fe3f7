package tokens

import "strings"

// Choice is how a model counts.
type Choice struct {
	Encoding Name
	// Estimate says that the model has another tokenizer, or one that is not
	// known: its counts are shown with "~".
	Estimate bool
}

// Model is a row of the table of models: all names that begin with Prefix.
type Model struct {
	Prefix string
	Choice
}

// models is searched for the longest prefix. OpenAI's rows follow tiktoken's
// model.py; the others have tokenizers that are not published as vocabularies of
// the encodings here, and count by cl100k_base as an estimate.
var models = []Model{
	{"gpt-5", Choice{O200k, false}},
	{"gpt-4.5", Choice{O200k, false}},
	{"gpt-4.1", Choice{O200k, false}},
	{"gpt-4o", Choice{O200k, false}},
	{"chatgpt-4o", Choice{O200k, false}},
	{"gpt-oss", Choice{O200k, false}},
	{"o1", Choice{O200k, false}},
	{"o3", Choice{O200k, false}},
	{"o4-mini", Choice{O200k, false}},
	{"gpt-4", Choice{Cl100k, false}},
	{"gpt-3.5", Choice{Cl100k, false}},
	{"gpt-35", Choice{Cl100k, false}},
	{"davinci-002", Choice{Cl100k, false}},
	{"babbage-002", Choice{Cl100k, false}},
	{"text-embedding-ada-002", Choice{Cl100k, false}},
	{"text-embedding-3-", Choice{Cl100k, false}},
	{"gemini", Choice{Cl100k, true}},
	{"claude", Choice{Cl100k, true}},
	{"llama", Choice{Cl100k, true}},
	{"mistral", Choice{Cl100k, true}},
	{"qwen", Choice{Cl100k, true}},
	{"smollm", Choice{Cl100k, true}},
}

// Models returns the table of models.
func Models() []Model { return append([]Model(nil), models...) }

// ForModel returns how a model counts. Names of fine-tuned models ("ft:gpt-4o:…")
// and names with a provider in front ("openai/gpt-4o") count as their base model.
// A name must go on after the prefix with a mark or end there ("o1-mini", not
// "o100"). Unknown models count by cl100k_base, as an estimate.
func ForModel(model string) Choice {
	name := strings.ToLower(strings.TrimSpace(model))
	name = strings.TrimPrefix(name, "ft:")
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		name = name[slash+1:]
	}
	best, choice := 0, Choice{Cl100k, true}
	for _, m := range models {
		if len(m.Prefix) > best && strings.HasPrefix(name, m.Prefix) && ends(name[len(m.Prefix):]) {
			best, choice = len(m.Prefix), m.Choice
		}
	}
	return choice
}

// ends reports whether a name may go on with rest behind its prefix.
func ends(rest string) bool {
	return rest == "" || !(rest[0] >= '0' && rest[0] <= '9')
}

// EncodingFor is ForModel for callers that know encodings by their text alone.
func EncodingFor(model string) (name string, estimate bool) {
	choice := ForModel(model)
	return string(choice.Encoding), choice.Estimate
}
