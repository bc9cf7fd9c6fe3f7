package wire

import "burrow/internal/tokens"

// A Method names something that the core does, with the types of its
// parameters and its result. Package rpc registers handlers by these values, so
// a handler whose types differ does not compile, and tools/gents makes the
// Methods map of the page from them.
type Method[Params, Result any] struct{ Name string }

var (
	// CoreInfo tells what is running.
	CoreInfo = Method[InfoParams, Info]{"core.info"}

	// TokensCount counts the tokens of a text, or of a message if a role is
	// given. Long texts report their progress.
	TokensCount = Method[CountParams, Count]{"tokens.count"}
	// TokensEncode gives the token ids of a text.
	TokensEncode = Method[EncodeParams, Encoded]{"tokens.encode"}
	// TokensDecode gives the text of token ids.
	TokensDecode = Method[DecodeParams, Decoded]{"tokens.decode"}
	// TokensModels lists the models whose encoding is known.
	TokensModels = Method[ModelsParams, Models]{"tokens.models"}

	// DraftOpen starts counting a text that will change. A draft with the same
	// name is replaced.
	DraftOpen = Method[DraftOpenParams, Count]{"draft.open"}
	// DraftEdit changes a draft and counts it anew, at a cost that depends on
	// the edit and not on the draft. Requests on one draft are applied in the
	// order in which they were sent.
	DraftEdit = Method[DraftEditParams, Count]{"draft.edit"}
	// DraftClose forgets a draft. Closing one that is not open is no error.
	DraftClose = Method[DraftCloseParams, Closed]{"draft.close"}
)

// InfoParams has no members.
type InfoParams struct{}

// Info describes the core.
type Info struct {
	Version string `json:"version"`
	// GoVersion is the toolchain that built the core.
	GoVersion string `json:"goVersion"`
	// Platform is the system and processor the core was built for, such as
	// "js/wasm".
	Platform  string         `json:"platform"`
	Encodings []EncodingInfo `json:"encodings"`
}

// EncodingInfo says whether an encoding's vocabulary is in memory.
type EncodingInfo struct {
	Name   tokens.Name `json:"name"`
	Loaded bool        `json:"loaded"`
}

// CountParams is a text to count. The encoding is the one named, else the
// model's, else cl100k_base.
type CountParams struct {
	Text string `json:"text"`
	// Role makes the count that of a message: the tokens of the text and of the
	// role, and 4 for what surrounds them.
	Role     string      `json:"role,omitempty"`
	Model    string      `json:"model,omitempty"`
	Encoding tokens.Name `json:"encoding,omitempty"`
}

// Count is a number of tokens.
type Count struct {
	Count    int         `json:"count"`
	Encoding tokens.Name `json:"encoding"`
	// Estimate is true if the model has an encoding of its own that is not
	// published, so that the count is approximate.
	Estimate bool `json:"estimate"`
}

// EncodeParams is a text to encode. The encoding is the one named, else the
// model's, else cl100k_base.
type EncodeParams struct {
	Text     string      `json:"text"`
	Model    string      `json:"model,omitempty"`
	Encoding tokens.Name `json:"encoding,omitempty"`
	// Ends asks for the places in the text where the tokens end.
	Ends bool `json:"ends,omitempty"`
}

// Encoded is the token ids of a text.
type Encoded struct {
	IDs []uint32 `json:"ids"`
	// Ends has an offset for each id, in UTF-16 units: the end of the last
	// character that is complete with this token. Tokens are bytes and may end
	// inside a character, which then ends with a later token.
	Ends     []int       `json:"ends,omitempty"`
	Encoding tokens.Name `json:"encoding"`
	Estimate bool        `json:"estimate"`
}

// DecodeParams is token ids to turn back into text.
type DecodeParams struct {
	IDs      []uint32    `json:"ids"`
	Encoding tokens.Name `json:"encoding"`
}

// Decoded is the text of token ids.
type Decoded struct {
	Text string `json:"text"`
	// Lossy is true if the tokens' bytes are not UTF-8, as when a list ends
	// inside a character. Text then has U+FFFD in their place.
	Lossy bool `json:"lossy"`
}

// ModelsParams has no members.
type ModelsParams struct{}

// Models is the table of models.
type Models struct {
	Models []Model `json:"models"`
}

// Model is how all models whose names begin with Prefix count. The longest
// prefix that fits decides.
type Model struct {
	Prefix   string      `json:"prefix"`
	Encoding tokens.Name `json:"encoding"`
	Estimate bool        `json:"estimate"`
}

// DraftOpenParams is a text that will change.
type DraftOpenParams struct {
	// Draft is a name that the client chooses.
	Draft    string      `json:"draft"`
	Text     string      `json:"text"`
	Role     string      `json:"role,omitempty"`
	Model    string      `json:"model,omitempty"`
	Encoding tokens.Name `json:"encoding,omitempty"`
}

// Units says what offsets count.
type Units string

const (
	// UTF16 counts as JavaScript strings and text fields do.
	UTF16 Units = "utf16"
	// Bytes counts bytes of UTF-8.
	Bytes Units = "byte"
)

// DraftEditParams is a change of a draft.
type DraftEditParams struct {
	Draft string `json:"draft"`
	// Edits are applied one after another, each to the result of the one
	// before. If one lies outside the draft, the two sides are out of step: the
	// answer is an error with code "conflict", the draft is closed, and the client
	// opens it again.
	Edits []Edit `json:"edits"`
	// Units is "utf16" if not given.
	Units Units `json:"units,omitempty"`
	// Length is the client's length of the draft after the edits. If the core's
	// differs, that is a conflict too.
	Length *int `json:"length,omitempty"`
	// Model or Encoding changes what the draft is counted in from now on.
	Model    string      `json:"model,omitempty"`
	Encoding tokens.Name `json:"encoding,omitempty"`
}

// Edit replaces what stands from From up to To by Text.
type Edit struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// DraftCloseParams names the draft to forget.
type DraftCloseParams struct {
	Draft string `json:"draft"`
}

// Closed has no members.
type Closed struct{}
