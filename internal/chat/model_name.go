package chat

import "strings"

// ModelName is a model as people know it. Ids are for programs: the name of a file, with
// how its numbers were rounded, or the program that runs the model before its name. The
// page calls models so, too (web/src/models/model-name.ts); a test has both read the
// same names.
func ModelName(id string) string {
	name := id
	for _, program := range []string{"ollama/", "lmstudio/", "llama.cpp/"} {
		name = strings.TrimPrefix(name, program)
	}
	name = strings.TrimSuffix(name, ":latest")
	bare := name
	if n := len(bare) - len(".gguf"); n >= 0 && strings.EqualFold(bare[n:], ".gguf") {
		bare = bare[:n]
	}
	for i := range len(bare) {
		if strings.IndexByte("-._", bare[i]) >= 0 && isRounding(strings.ToUpper(bare[i+1:])) {
			bare = bare[:i]
			break
		}
	}
	if bare == name {
		return name
	}
	// A file's name; others are names already. All here were taught to converse.
	for _, taught := range []string{"instruct", "chat", "it"} {
		if n := len(bare) - len(taught); n > 0 && strings.EqualFold(bare[n:], taught) && strings.IndexByte("-_ ", bare[n-1]) >= 0 {
			bare = bare[:n-1]
			break
		}
	}
	return strings.Join(strings.FieldsFunc(bare, func(r rune) bool { return r == '-' || r == '_' }), " ")
}

// isRounding says whether a part of a name tells how numbers were rounded: Q4_K_M,
// IQ3_XS, F16.
func isRounding(part string) bool {
	switch part {
	case "F16", "BF16", "FP16", "F32":
		return true
	}
	part = strings.TrimPrefix(part, "I")
	if len(part) < 2 || part[0] != 'Q' || part[1] < '0' || part[1] > '9' {
		return false
	}
	for _, c := range []byte(part) {
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
