package llmtest

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"math"
	"net/http"
)

// respondUnscripted answers as a proper server does, with an echo for a model.
func (e *exchange) respondUnscripted() {
	switch e.r.Method + " " + e.r.URL.Path {
	case "GET /v1/models":
		e.answer.Body = encode(object{"object": "list", "data": []object{
			{"id": "scripted", "object": "model", "created": created, "owned_by": "llmtest"},
		}})
	case "POST /v1/embeddings":
		e.answer.Body = embeddings(e.asked)
	case "POST /v1" + chatPath:
		if e.asked == nil {
			e.answer = Answer{Status: http.StatusBadRequest}
		} else if purpose(e.asked) == "" {
			e.answer.Text = "You said: " + question(e.asked)
		}
	default:
		e.answer = Answer{Status: http.StatusNotFound}
	}
	e.respond()
}

const defaultDimensions = 16

// embeddings returns a vector of length 1 for each input, which depends on the
// input's bytes only. Official clients ask for base64.
func embeddings(asked object) string {
	inputs, isList := asked["input"].([]any)
	if !isList {
		inputs = []any{asked["input"]}
	}
	dimensions := defaultDimensions
	if n, ok := asked["dimensions"].(float64); ok && n >= 1 && n <= 4096 {
		dimensions = int(n)
	}
	data := make([]object, len(inputs))
	counted := 0
	for i, input := range inputs {
		text, _ := input.(string)
		counted += tokens(text)
		vector := vectorOf(text, dimensions)
		var embedding any = vector
		if asked["encoding_format"] == "base64" {
			embedding = packed(vector)
		}
		data[i] = object{"object": "embedding", "index": i, "embedding": embedding}
	}
	return encode(object{
		"object": "list", "data": data, "model": asked["model"],
		"usage": object{"prompt_tokens": counted, "total_tokens": counted},
	})
}

func vectorOf(text string, dimensions int) []float32 {
	vector := make([]float32, dimensions)
	hash := fnv.New64a()
	hash.Write([]byte(text))
	squares := 0.0
	for i := range vector {
		hash.Write([]byte{byte(i)})
		vector[i] = float32(hash.Sum64()>>40)/(1<<24) - 0.5
		squares += float64(vector[i]) * float64(vector[i])
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(squares))
	}
	return vector
}

// packed is the base64 form of a vector: floats of four bytes, the lowest first.
func packed(vector []float32) string {
	raw, _ := binary.Append(nil, binary.LittleEndian, vector)
	return base64.StdEncoding.EncodeToString(raw)
}
