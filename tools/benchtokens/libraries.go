package main

// The rows of the tables. A library's key is what the peers are asked for; its
// label says which function was measured: the fastest public one that returns
// a count, and encoding to ids where the library has both.
const (
	burrowCount      = "burrow count"
	burrowInside     = "burrow count inside"
	burrowEncode     = "burrow encode"
	pythonEncode     = "tiktoken python"
	tiktokenGoEncode = "tiktoken-go encode"
	gptCount         = "gpt-tokenizer count"
	gptEncode        = "gpt-tokenizer encode"
	aiEncode         = "ai-tokenizer encode"
	wasmEncode       = "tiktoken npm encode"
)

var (
	rustLibs    = []string{"tiktoken crate count", "tiktoken crate encode", "bpe-openai count", "bpe-openai encode", "tiktoken-rs count"}
	browserLibs = []string{burrowCount, burrowEncode, gptCount, gptEncode, aiEncode, wasmEncode}
)

var labels = map[string]string{
	burrowCount:             "burrow, Count",
	burrowInside:            "burrow, Count alone, text already in the core",
	burrowEncode:            "burrow, Encode",
	pythonEncode:            "Python tiktoken 0.14.0, encode_ordinary",
	"tiktoken crate count":  "Rust tiktoken 4.1.2, count",
	"tiktoken crate encode": "Rust tiktoken 4.1.2, encode",
	"bpe-openai count":      "Rust bpe-openai 0.3.2, count",
	"bpe-openai encode":     "Rust bpe-openai 0.3.2, encode",
	"tiktoken-rs count":     "Rust tiktoken-rs 0.12.1, count_ordinary",
	tiktokenGoEncode:        "tiktoken-go 0.1.8, EncodeOrdinary",
	gptCount:                "gpt-tokenizer 4.0.0, countTokens",
	gptEncode:               "gpt-tokenizer 4.0.0, encode",
	aiEncode:                "ai-tokenizer 1.0.6, encode",
	wasmEncode:              "npm tiktoken 1.0.22 (WASM), encode_ordinary",
}

// against names the function that a library's ratio refers to, where that is
// not burrow's Count: ids are compared with ids when a library offers both.
var against = map[string]string{
	"tiktoken crate encode": burrowEncode,
	"bpe-openai encode":     burrowEncode,
	gptEncode:               burrowEncode,
}

var encodings = []string{"cl100k_base", "o200k_base"}
