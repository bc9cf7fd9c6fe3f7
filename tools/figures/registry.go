package main

import (
	"fmt"
	"strings"

	"burrow/internal/memory"
	"burrow/internal/prompt"
)

const (
	readme       = "README.md"
	performance  = "docs/performance.md"
	architecture = "docs/architecture.md"
	rationale    = "docs/rationale.md"
)

const (
	megabyte = 1e6
	mebibyte = 1 << 20
	kilobyte = 1e3
	percent  = 0.01
)

// registry has every figure that any machine can make again, and where documents
// state it. What a quote says is looked for as it stands; {} is the number.
var registry = concat(sizes, counts, limits, learnt)

func concat(lists ...[]figure) (all []figure) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// sizes are of what was built. The last digit that is stated may be off by one.
var sizes = concat(
	[]figure{
		{claim: "first load", command: "make size", near: true, make: weighed("first load", 2), quotes: []quote{
			{performance, "The first load is {} MB compressed", megabyte}, {rationale, "A first load is {} MB", megabyte},
		}},
		{claim: "first load, over its goal", command: "make size", near: true, make: changed(weighed("first load", 2), func(n float64) float64 { return n - 1_900_000 }), quotes: []quote{
			{performance, "The goal for the first load is 1.9 MB, and we miss it by {}:", megabyte},
		}},
		{claim: "the core, unpacked", command: "make size", near: true, make: weighed("core.wasm", 4), quotes: []quote{
			{performance, "since the core is {} MB", megabyte}, {performance, "| the core, {} MB unpacked |", megabyte}, {performance, "The core is {} MB of WebAssembly", megabyte},
		}},
		{claim: "Temml, in kB", command: "make size", near: true, make: weighed("maths.js", 2), quotes: []quote{{rationale, "Temml produces MathML and nothing else, {} kB compressed", kilobyte}}},
		{claim: "cl100k_base, in kB", command: "make size", near: true, make: weighed("cl100k_base.bin", 2), quotes: []quote{{rationale, "As two columns of varints that is {} kB of brotli", kilobyte}}},
	},
	weight("core.wasm", "the core, # MB unpacked", true), weight("sqlite3.wasm", "SQLite", true), weight("worker.js", "the worker's script", true),
	weight("cl100k_base.bin", "the vocabulary cl100k_base", true), weight("core, SQLite, glue and vocabulary", "these four", true),
	[]figure{{claim: "the page's scripts", command: "make size", near: true, make: together(weighed("main.js", 2), weighed("chunk.js", 2)), quotes: []quote{{performance, "| the page's scripts | {} |", megabyte}}}},
	weight("main.css", "the page's style", false), weight("first load", "first load", true),
	weight("o200k_base.bin", "later, if a model needs it: the vocabulary o200k_base", true),
	weight("highlight.js", "later, with the first code: highlight.js", true), weight("maths.js", "later, with the first formula: Temml", true),
	weight("wllama.wasm", "later, with a model in the browser: wllama", false),
)

// weight is a row of the table of weights: what is transferred, and its budget.
func weight(name, row string, budgeted bool) []figure {
	all := []figure{{claim: name, command: "make size", near: true, make: weighed(name, 2), quotes: []quote{{performance, "| " + row + " | {} |", megabyte}}}}
	if budgeted {
		all = append(all, figure{claim: name + ", budget", command: "make size", make: weighed(name, 1), quotes: []quote{{performance, "| " + row + " | # | {} |", megabyte}}})
	}
	return all
}

// counts are of what tests and benchmarks do, and of what they come to.
var counts = []figure{
	{claim: "what a turn adds to the database, as the page runs it", command: "go run ./tools/benchturn -bytes",
		make: printed("go run ./tools/benchturn -bytes", `as the page runs it, turn 50 adds ([\d.]+) kB`), quotes: []quote{
			{performance, "A turn adds {} kB to the database", 0},
			{performance, "turn 50 adds {} kB,", 0},
		}},
	{claim: "the same, beyond its text", command: "go run ./tools/benchturn -bytes",
		make: printed("go run ./tools/benchturn -bytes", `as the page runs it, turn 50 adds [\d.]+ kB, ([\d.]+) beyond`), quotes: []quote{
			{performance, "to the database, {} beyond its text", 0},
			{performance, "turn 50 adds # kB, {} beyond its text", 0},
		}},
	{claim: "the same, without condensing", command: "go run ./tools/benchturn -bytes",
		make: printed("go run ./tools/benchturn -bytes", `without condensing, turn 50 adds [\d.]+ kB, ([\d.]+) beyond`), quotes: []quote{
			{performance, "# and {} without condensing", 0},
		}},
	{claim: "positional and pronoun cases", command: "go test -v -run ReferencesAreResolved ./internal/understand",
		make: printed("go test -v -run ReferencesAreResolved ./internal/understand", `(\d+) cases are resolved`), quotes: []quote{
			{performance, "All {} of our positional and pronoun cases", 0},
		}},
	{claim: "random strings", command: "make conformance", make: source("internal/tokens/oracle_test.go", `if exhaustive \{\s+count = ([\d_]+)`), quotes: []quote{
		{performance, "and for {} random strings", 0}, {performance, "six contexts, {} random strings", 0},
	}},
	{claim: "kills of the program", command: "make test-kill", make: changed(source("Makefile", `KILLS=(\d+) \$\(GO_TEST\)`), twice), quotes: []quote{{performance, "the program {} times lost nothing", 0}}},
	{claim: "kills of the browser", command: "make test-kill", make: changed(source("Makefile", `KILLS=(\d+) \$\(PLAYWRIGHT\)`), twice), quotes: []quote{{performance, "Killing the browser {} times", 0}}},
	{claim: "facts planted", command: "make bench-memory", make: matches("tools/benchmemory/conversation.go", `(?m)^\t\{"[^"]+", "[^"]+", "[^"]+"\},$`), quotes: []quote{
		{performance, "Of {} facts planted", 0}, {performance, "# messages with {} planted facts", 0},
	}},
	{claim: "messages they are planted in", command: "make bench-memory", make: changed(goConstant("tools/benchmemory", "talkTurns"), twice), quotes: []quote{
		{performance, "facts planted in {} messages", 0}, {performance, ": {} messages with # planted facts", 0},
	}},
	{claim: "turns beside LangGraph", command: "make bench-turn", make: goConstant("tools/benchturn", "turns"), quotes: []quote{{performance, "in one chat of {} turns", 0}}},
	{claim: "least tokens of a summary", command: "go test -run ARealSession ./internal/turn",
		make: source("internal/turn/memory_test.go", `GreaterOrEqual\(t, s.TokensAfter, (\d+)`), quotes: []quote{{performance, "becomes a summary of {} to #", 0}}},
	{claim: "most tokens of a summary", command: "go test -run ARealSession ./internal/turn",
		make: source("internal/turn/memory_test.go", `LessOrEqual\(t, s.TokensAfter, (\d+)`), quotes: []quote{{performance, "becomes a summary of # to {},", 0}}},
	{claim: "tokens that are new to a small model, below", command: "go test -run SmallModel ./internal/turn",
		make: source("internal/turn/ladder_test.go", `require\.Less\(t, most, (\d+)\)`), quotes: []quote{{performance, "fewer than {} tokens are new", 0}}},
	{claim: "schedules of the outbox", command: "make test-outbox", make: source("Makefile", `OUTBOX_SEEDS:-(\d+)`), quotes: []quote{{architecture, "in order; {} by `make test-outbox`", 0}}},
}

// limits are those of the code.
var limits = []figure{
	limit("a frame, bytes", "internal/wire", "MaxFrameBytes", quote{architecture, "a frame {} MiB", mebibyte}),
	limit("a text to encode, bytes", "internal/rpc", "maxEncodeBytes", quote{architecture, "a text to encode {} MiB", mebibyte}),
	limit("a text to decode, bytes", "internal/rpc", "maxDecodeBytes", quote{architecture, "to decode {} MiB", mebibyte}),
	limit("drafts", "internal/rpc", "maxDrafts", quote{architecture, "{} drafts of # MiB", 0}),
	limit("a draft, bytes", "internal/rpc", "maxDraftBytes", quote{architecture, "# drafts of {} MiB", mebibyte}),
	limit("progress of a count, bytes", "internal/rpc", "progressBytes", quote{architecture, "report progress every {} MiB", mebibyte}),
	limit("a part of a backup, bytes", "internal/rpc", "maxPart", quote{architecture, "in parts of at most {} MiB", mebibyte}),
	limit("a call on a file of --db, seconds", "cmd/burrow", "longest", quote{architecture, "{} minutes for a call", 60}),
	limit("the first retry, seconds", "internal/llm", "firstWait", quote{architecture, "twice, after {} s and # s with jitter", 0}),
	limit("a model's word on a question, seconds", "internal/turn", "consultTime", quote{architecture, "with a schema, {} seconds and no retry", 0}),
	limit("exchanges that are read", "internal/understand", "Window", quote{architecture, "The last {} exchanges are read", 0}),
	limit("the window of a small model, tokens", "internal/prompt", "smallWindow", quote{architecture, "that grows to {} tokens", 0}, quote{performance, "a window of at most {} tokens", 0}),
	limit("condensed at once, tokens", "internal/condense", "bulkTokens", quote{architecture, "More than {} tokens at once", 0}),
	limit("messages that a ranking weighs", "internal/store", "maxWeighed", quote{rationale, "only words in at most {} messages count", 0}),
	{claim: "waits between tries of a tool", command: "internal/turn/tools.go", make: source("internal/turn/tools.go", `toolWaits = \[\]time\.Duration\{time\.Second, (\d+) \* time\.Second\}`), quotes: []quote{
		{architecture, "twice, # s and {} s", 0},
	}},
	{claim: "the threshold of Compact, tokens", command: "internal/memory/presets.go", make: always(memory.Presets(0)[0].Threshold), quotes: []quote{
		{performance, "with a threshold of {} tokens", 0}, {performance, "The threshold is {},", 0},
	}},
	{claim: "evidence, tokens", command: "internal/prompt/evidence.go", make: always(prompt.DefaultBudget.Base), quotes: []quote{
		{architecture, "a budget of its own: {} tokens", 0}, {rationale, "a budget of its own, {} tokens", 0},
	}},
	{claim: "evidence for each passage, tokens", command: "internal/prompt/evidence.go", make: always(prompt.DefaultBudget.PerResult), quotes: []quote{
		{architecture, "tokens and {} for each passage", 0}, {rationale, "tokens and {} for each passage", 0},
	}},
	{claim: "evidence at most, tokens", command: "internal/prompt/evidence.go", make: always(prompt.DefaultBudget.Most), quotes: []quote{
		{architecture, "for each passage, at most {},", 0}, {rationale, "for each passage up to {},", 0},
	}},
	{claim: "characters from which a paste is a file", command: "web/src/composer/files.ts", make: source("web/src/composer/files.ts", `longestPaste = ([\d_]+)`), quotes: []quote{
		{architecture, "a text of more than {} characters", 0},
	}},
	{claim: "longest colouring of code, ms", command: "web/src/prose/code.ts", make: source("web/src/prose/code.ts", `longestWork = ([\d_]+)`), quotes: []quote{
		{architecture, "takes longer than {} s", 1000}, {rationale, "Text that takes longer than {} s stays plain", 1000},
	}},
	{claim: "longest between looks for the server, ms", command: "web/src/offline/reach.ts", make: source("web/src/offline/reach.ts", `longest = ([\d_]+)`), quotes: []quote{
		{architecture, "at most every {} s", 1000},
	}},
}

// limit is a constant of a package.
func limit(claim, dir, name string, quotes ...quote) figure {
	return figure{claim: claim, command: dir + "." + name, make: goConstant(dir, name), quotes: quotes}
}

// learnt are figures over data that are not part of the project.
var learnt = concat(
	[]figure{
		{claim: "recall within 1,200 tokens", command: "make eval DATA=…", data: true, make: printed(evaluation, `within 1200 tokens, by the program: ([\d.]+)`), quotes: []quote{
			{performance, "{} % fits in a context of 1,200 tokens", percent}, {performance, "| `burrow context` | 1,200 | {} (goal", 0},
		}},
		{claim: "recall within 4,000 tokens", command: "make eval DATA=…", data: true, make: printed(evaluation, `within 4000 tokens, by the program: ([\d.]+)`), quotes: []quote{
			{performance, "of 1,200 tokens and {} % in 4,000", percent}, {performance, "| `burrow context` | 4,000 | {} (goal", 0},
		}},
		{claim: "recall of the ranking alone within 1,200 tokens", command: "make eval DATA=…", data: true, make: printed(evaluation, `\| recall \| 1200 \| ([\d.]+)`), quotes: []quote{
			{performance, "| the ranking alone | 1,200 | {} |", 0}, {rationale, "with plain BM25 to {} within 1,200 tokens", 0},
		}},
		{claim: "recall of the ranking alone within 4,000 tokens", command: "make eval DATA=…", data: true, make: printed(evaluation, `\| recall \| 4000 \| ([\d.]+)`), quotes: []quote{
			{performance, "| the ranking alone | 4,000 | {} |", 0},
		}},
		{claim: "recall of plain BM25 within 1,200 tokens", command: "make eval DATA=…", data: true, make: printed(evaluation, `\| plain BM25 \| 1200 \| ([\d.]+)`), quotes: []quote{
			{performance, "| plain BM25 | 1,200 | {} |", 0}, {rationale, "from {} with plain BM25", 0},
		}},
		{claim: "recall of summaries alone", command: "make eval DATA=…", data: true, make: printed(evaluation, `\| summaries only, without a model \| 0 \| ([\d.]+)`), quotes: []quote{
			{performance, "| summaries only, without a model | | {} |", 0},
		}},
		{claim: "judged right, of those sure in English chats", command: commandSpared, data: true, near: true, make: sparedColumn("chats, English", 4), quotes: []quote{
			{performance, "{} % of the # they are sure of in English chats", percent},
		}},
		{claim: "judged right, of those sure in other languages", command: commandSpared, data: true, near: true, make: sparedColumn("chats, six other languages", 4), quotes: []quote{
			{performance, "and {} % of # in six other languages", percent},
		}},
	},
	spared("CAsT 2019, learnt from"), spared("CAsT 2020, learnt from"), spared("CANARD, learnt from"), spared("chats, English"), spared("chats, six other languages"),
)

const (
	evaluation    = "go run ./tools/evalrecall -data DATA -burrow build/burrow"
	commandSpared = "go run ./tools/trainunderstand -spared"
)

// sparedColumn gives a figure of a row of that command's table.
func sparedColumn(row string, column int) func(project) (float64, error) {
	return printed(commandSpared+" -data DATA", fmt.Sprintf(`(?m)^\| %s \|(?:[^|]*\|){%d} ([\d.]+)`, row, column))
}

// spared are the figures of a row of the table of questions that need no model: of
// the columns that are stated, what they say and which they are in the command's.
func spared(row string) (all []figure) {
	for stated, c := range []struct {
		says    string
		printed int
	}{{"questions", 0}, {"read without a model", 3}, {"judged right", 4}, {"given a wrong word", 5}, {"exact", 6}, {"tokens saved", 9}} {
		before := strings.Repeat(" | #", min(stated, 4)) + strings.Repeat(" | # of #", max(stated-4, 0))
		all = append(all, figure{claim: row + ": " + c.says, command: commandSpared, data: true, make: sparedColumn(row, c.printed), quotes: []quote{{performance, "| " + row + before + " | {}", 0}}})
	}
	return all
}
