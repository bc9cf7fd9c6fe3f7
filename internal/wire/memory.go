package wire

import "burrow/internal/chat"

// The methods of memory: the summaries that stand for the older part of a
// conversation. None of them removes a message.
var (
	// MemoryGet gives the summaries of a session.
	MemoryGet = Method[MemoryGetParams, Memory]{"memory.get"}
	// MemoryPreview makes a summary without keeping it.
	MemoryPreview = Method[MemoryPreviewParams, Condensed]{"memory.preview"}
	// MemoryCondense condenses now, or keeps what a preview has shown.
	MemoryCondense = Method[MemoryCondenseParams, Memory]{"memory.condense"}
	// MemoryUndo takes a summary away, so that its messages count again, or puts
	// it back.
	MemoryUndo = Method[MemoryUndoParams, Memory]{"memory.undo"}
	// MemoryEdit changes an item of a summary.
	MemoryEdit = Method[MemoryEditParams, Memory]{"memory.edit"}
	// MemoryStop ends condensing that runs in the background.
	MemoryStop = Method[SessionParams, Nothing]{"memory.stop"}
	// MemoryForecast says what the next turns will cost.
	MemoryForecast = Method[MemoryForecastParams, Forecast]{"memory.forecast"}
	// MemoryPresets says how much of a chat can go along, for the model in use.
	MemoryPresets = Method[MemoryPresetsParams, Presets]{"memory.presets"}
	// RecallRead has an encoder read on, in the background, and says how many messages
	// it has read.
	RecallRead = Method[RecallReadParams, ReadSoFar]{"recall.read"}
	// MessagesPin pins a message, so that it is never condensed, or unpins it.
	MessagesPin = Method[MessagesPinParams, chat.Message]{"messages.pin"}
)

// MemoryGetParams says of which session.
type MemoryGetParams struct {
	Session string `json:"session"`
	// Leaf is the end of the path, the head if not given.
	Leaf string `json:"leaf,omitempty"`
	// Known is the mark of what the client has.
	Known string `json:"known,omitempty"`
}

// Memory is what stands for the older part of a conversation.
type Memory struct {
	// Summaries are all of the session, by the messages they stand for; on one
	// path some apply and some do not.
	Summaries []SummaryInfo `json:"summaries"`
	// Mark names this state of them. Same says that it is the one that the client
	// has: then they are left out.
	Mark string `json:"mark,omitempty"`
	Same bool   `json:"same,omitempty"`
	// Condensing is true while a summary is being made in the background.
	Condensing bool `json:"condensing,omitempty"`
}

// SummaryInfo is a summary with what it stands for.
type SummaryInfo struct {
	UID chat.UID `json:"uid"`
	// Level is 0 for a summary of messages, more for one of summaries.
	Level int `json:"level"`
	// From and To are the depths of the first and last message it stands for.
	From int `json:"from"`
	To   int `json:"to"`
	// FirstMessage and LastMessage are those messages.
	FirstMessage chat.UID `json:"firstMessage"`
	LastMessage  chat.UID `json:"lastMessage"`
	// TokensBefore became TokensAfter.
	TokensBefore int `json:"tokensBefore"`
	TokensAfter  int `json:"tokensAfter"`
	// MadeBy is the model, or "" if it was made without one.
	MadeBy    string `json:"madeBy"`
	CreatedAt int64  `json:"createdAt"`
	// Applies says that it is sent with the next question: its last message is on
	// the path, it is not undone, and no summary of a higher level covers it.
	Applies bool `json:"applies"`
	// UndoneAt is when it was taken away, 0 if it was not.
	UndoneAt int64        `json:"undoneAt,omitempty"`
	Summary  chat.Summary `json:"summary"`
}

// MemoryPreviewParams says what to condense.
type MemoryPreviewParams struct {
	Session string `json:"session"`
	// Instruction is what the user wants the summary to pay attention to.
	Instruction string `json:"instruction,omitempty"`
	// KeepLast is how many messages stay whole, the setting's if not given.
	KeepLast *int `json:"keepLast,omitempty"`
}

// Condensed is a summary that was made and not kept.
type Condensed struct {
	// From and To are the depths of what it stands for, Messages how many.
	From         int          `json:"from"`
	To           int          `json:"to"`
	Messages     int          `json:"messages"`
	TokensBefore int          `json:"tokensBefore"`
	TokensAfter  int          `json:"tokensAfter"`
	MadeBy       string       `json:"madeBy"`
	Summary      chat.Summary `json:"summary"`
	// Notes are sentences on what was left out and why.
	Notes []string `json:"notes"`
}

// MemoryCondenseParams is like MemoryPreviewParams; with a Summary that one is
// kept as it is.
type MemoryCondenseParams struct {
	Session     string `json:"session"`
	Instruction string `json:"instruction,omitempty"`
	KeepLast    *int   `json:"keepLast,omitempty"`
	// From, To, MadeBy and Summary are those of a preview. If the conversation has
	// been condensed or has taken another branch since, that is a conflict.
	From    int           `json:"from,omitempty"`
	To      int           `json:"to,omitempty"`
	MadeBy  string        `json:"madeBy,omitempty"`
	Summary *chat.Summary `json:"summary,omitempty"`
	Key     string        `json:"key,omitempty"`
}

// WriteKey is the request's key, "" for none.
func (p MemoryCondenseParams) WriteKey() string { return p.Key }

// MemoryUndoParams names a summary.
type MemoryUndoParams struct {
	Summary string `json:"summary"`
	// Undone is true to take it away, false to put it back.
	Undone bool `json:"undone"`
}

// SummaryList names a list of a summary.
type SummaryList string

// The lists.
const (
	ProfileList   SummaryList = "user_profile"
	FactsList     SummaryList = "key_facts"
	DecisionsList SummaryList = "decisions"
	QuestionsList SummaryList = "open_questions"
	TodosList     SummaryList = "todos"
)

// MemoryEditParams changes an item.
type MemoryEditParams struct {
	Summary string      `json:"summary"`
	List    SummaryList `json:"list"`
	// Item counts from 0; the number of items adds one.
	Item int `json:"item"`
	// Was is the text that the item has, so that a summary that changed meanwhile
	// is not changed in the wrong place.
	Was string `json:"was"`
	// Text replaces the item's; an empty one removes it.
	Text string `json:"text"`
}

// MemoryForecastParams says of which session.
type MemoryForecastParams struct {
	Session string `json:"session"`
	Model   string `json:"model,omitempty"`
}

// RecallReadParams may say that what was read is not wanted any more.
type RecallReadParams struct {
	// Forget removes what encoders have made of messages, and reads nothing.
	Forget bool `json:"forget,omitempty"`
}

// ReadSoFar is how many messages of all chats an encoder has read, of those there are to
// be read. Without an encoder there are none.
type ReadSoFar struct {
	Read  int `json:"read"`
	Total int `json:"total"`
}

// MemoryPresetsParams says for which session, and which model if not the one that
// answers next.
type MemoryPresetsParams struct {
	Session string `json:"session,omitempty"`
	Model   string `json:"model,omitempty"`
}

// Presets are what can be chosen instead of numbers.
type Presets struct {
	// Model is whom the numbers are for. Window is how many tokens it can hold; Known
	// is false if that is a guess.
	Model  string `json:"model"`
	Window int    `json:"window"`
	Known  bool   `json:"known"`
	// Default counts for this model where nothing is chosen.
	Default chat.Preset  `json:"default"`
	Presets []PresetInfo `json:"presets"`
}

// PresetInfo is one of the presets.
type PresetInfo struct {
	Name chat.Preset `json:"name"`
	// Threshold is in tokens, KeepLast in messages.
	Threshold int `json:"threshold"`
	KeepLast  int `json:"keepLast"`
	// About says in a line what it costs, and what the model then knows.
	About string `json:"about"`
	// Cost is what a question costs at most when the chat is that long, in US dollars;
	// 0 if the model's price is not known.
	Cost float64 `json:"cost,omitempty"`
}

// Forecast is what the next turns will cost, in US dollars.
type Forecast struct {
	Model string `json:"model"`
	// Known is false if the model has no price.
	Known bool       `json:"known"`
	Price chat.Price `json:"price"`
	// Turns is how many turns the sums are of.
	Turns int `json:"turns"`
	// Without condensing and with it, the condensing included.
	Without float64 `json:"without"`
	With    float64 `json:"with"`
	// Spent is what the answers of this path have cost so far, as far as known.
	Spent float64 `json:"spent"`
}

// MessagesPinParams names a message.
type MessagesPinParams struct {
	Message string `json:"message"`
	Pinned  bool   `json:"pinned"`
}

// CondenseState is how far condensing is.
type CondenseState string

// The states.
const (
	CondenseStarted CondenseState = "started"
	CondenseRetried CondenseState = "retried" // what the model said was no summary
	CondenseDone    CondenseState = "done"
	CondenseFailed  CondenseState = "failed"
	CondenseStopped CondenseState = "stopped"
)

// CondenseEvent tells of condensing. In the background it comes with id 0, to all
// tabs.
type CondenseEvent struct {
	Kind    condenseKind  `json:"kind"`
	Session chat.UID      `json:"session"`
	State   CondenseState `json:"state"`
	// Messages became a summary: TokensBefore became TokensAfter.
	Messages     int `json:"messages,omitempty"`
	TokensBefore int `json:"tokensBefore,omitempty"`
	TokensAfter  int `json:"tokensAfter,omitempty"`
	// Message is a sentence, if it failed.
	Message string `json:"message,omitempty"`
}

func (CondenseEvent) event() {}
