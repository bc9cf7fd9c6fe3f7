package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"burrow/internal/llm/llmtest"
)

// modelKey is where a script finds its model's server.
type modelKey struct{}

// startModel gives a script a model: a scripted server that echoes unless told
// otherwise, and the settings that name it.
func startModel(env *testscript.Env) error {
	server := llmtest.New()
	env.Defer(server.Close)
	env.Values[modelKey{}] = server
	env.Vars = append(env.Vars, "OPENAI_BASE_URL="+server.URL(), "OPENAI_API_KEY=sk-script", "MODEL_NAME=scripted-1", "HOME="+env.WorkDir)
	return nil
}

// modelCommands are what scripts say to their model.
var modelCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	// model FILE replaces what it is going to answer.
	"model": func(ts *testscript.TestScript, neg bool, args []string) {
		var answers []llmtest.Answer
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &answers))
		ts.Value(modelKey{}).(*llmtest.Server).Replace(answers...)
	},
	// asked N checks how many questions it got; the last one's messages become
	// standard output's file "asked".
	"asked": func(ts *testscript.TestScript, neg bool, args []string) {
		requests := ts.Value(modelKey{}).(*llmtest.Server).Requests()
		var questions []map[string]any
		for _, r := range requests {
			if strings.HasSuffix(r.Path, "/chat/completions") && r.For == "" {
				questions = append(questions, r.Body)
			}
		}
		if got := fmt.Sprint(len(questions)); got != args[0] {
			ts.Fatalf("the model was asked %s times", got)
		}
		if len(questions) > 0 {
			body, err := json.Marshal(questions[len(questions)-1])
			ts.Check(err)
			ts.Check(os.WriteFile(ts.MkAbs("asked"), append(body, '\n'), 0o644))
		}
	},
	// remember NAME PATTERN FILE sets a variable to what the pattern's group finds.
	"remember": func(ts *testscript.TestScript, neg bool, args []string) {
		found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile(args[2]))
		if found == nil {
			ts.Fatalf("%s has nothing like %s", args[2], args[1])
		}
		ts.Setenv(args[0], found[1])
	},
	// plain FILE replaces what differs from run to run: names, times, durations.
	"plain": func(ts *testscript.TestScript, neg bool, args []string) {
		text := withoutUnderstanding(ts.ReadFile(args[0]))
		for _, r := range []struct{ pattern, with string }{
			{`\b[0-9a-f]{32}\b`, "UID"},
			{`"(createdAt|updatedAt|lastMessageAt|local|first|total)":[0-9]+`, `"$1":0`},
			{`127\.0\.0\.1:[0-9]+`, "SERVER"},
			{`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z`, "TIME"},
			{`[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}`, "TIME"},
			{`(?m)^[0-9a-f]{8}\b`, "DIGITS"},
			{`(resume|--session) [0-9a-f]{8}`, "$1 DIGITS"},
		} {
			text = regexp.MustCompile(r.pattern).ReplaceAllString(text, r.with)
		}
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
	},
}

// withoutUnderstanding empties what is said of questions, whose scores change with
// the weights: understanding.txtar looks at it.
func withoutUnderstanding(text string) string {
	const begin = `"understood":{`
	before, rest, found := strings.Cut(text, begin)
	if !found {
		return text
	}
	depth, quoted := 1, false
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"' && (i == 0 || rest[i-1] != '\\'):
			quoted = !quoted
		case c == '{' && !quoted:
			depth++
		case c == '}' && !quoted:
			if depth--; depth == 0 {
				return before + begin + withoutUnderstanding(rest[i:])
			}
		}
	}
	return text
}
