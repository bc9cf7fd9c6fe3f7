package wire

import "burrow/internal/chat"

// The methods of a conversation. They run beside others for as long as the model
// answers; turns of one session run one after another. In the browser they are
// answered by the worker that has the history.
var (
	// TurnSend asks a question: it is kept, then answered. Sent again with the same
	// key, it continues where it was.
	TurnSend = Method[TurnSendParams, Turn]{"turn.send"}
	// TurnAgain answers a question once more, beside the answer it has.
	TurnAgain = Method[TurnAgainParams, Turn]{"turn.again"}
	// TurnResume continues an answer that was stopped, failed or interrupted.
	TurnResume = Method[TurnResumeParams, Turn]{"turn.resume"}
	// TurnStop ends the answer that a session is waiting for, and those queued
	// behind it. What has been received is kept.
	TurnStop = Method[SessionParams, Nothing]{"turn.stop"}
	// TurnContext says what would be sent with the next question.
	TurnContext = Method[TurnContextParams, Context]{"turn.context"}

	// CheckpointsList lists the steps of a session's turns, newest first.
	CheckpointsList = Method[CheckpointsListParams, Checkpoints]{"checkpoints.list"}
	// CheckpointsFork begins a new branch of the conversation at a step. A turn
	// that was under way there can be resumed, and gives another answer.
	CheckpointsFork = Method[CheckpointsForkParams, chat.Session]{"checkpoints.fork"}

	// ModelsAbout tells what is known of models: what they hold and what they cost.
	ModelsAbout = Method[ModelsAboutParams, ModelsAbouts]{"models.about"}

	// SettingsGet gives the layers of settings, with what applies.
	SettingsGet = Method[SettingsGetParams, SettingsLayers]{"settings.get"}
	// SettingsSet replaces a layer: the session's if one is named, else the
	// user's.
	SettingsSet = Method[SettingsSetParams, SettingsLayers]{"settings.set"}

	// HostConnect tells the core its token, and asks the server who answers.
	HostConnect = Method[HostConnectParams, HostStatus]{"host.connect"}
	// HostInform asks the server anew.
	HostInform = Method[Nothing, HostStatus]{"host.status"}
)

// TurnSendParams is a question.
type TurnSendParams struct {
	// Session is a new one if not given.
	Session string `json:"session,omitempty"`
	Text    string `json:"text"`
	// Documents are attached to the chat with it.
	Documents []string `json:"documents,omitempty"`
	// Edit names the question that this one is an edit of.
	Edit string `json:"edit,omitempty"`
	// Model is the setting's if not given.
	Model string `json:"model,omitempty"`
	// Sources are attached to a chat that begins with this question.
	Sources *[]string `json:"sources,omitempty"`
	// MaxMessages is how many earlier messages may go along, the setting's if
	// not given.
	MaxMessages *int `json:"maxMessages,omitempty"`
	// Key names the turn.
	Key string `json:"key,omitempty"`
}

// TurnAgainParams names the answer that is to get a sibling, or its question.
type TurnAgainParams struct {
	Message     string `json:"message"`
	Model       string `json:"model,omitempty"`
	MaxMessages *int   `json:"maxMessages,omitempty"`
	// UnderstoodAs is what the question means, in the user's words. The question
	// stays as it was asked.
	UnderstoodAs string `json:"understoodAs,omitempty"`
	// Route is who is to answer. It is remembered for similar questions of the chat.
	Route string `json:"route,omitempty"`
	// Choice is what was chosen of what a source offered with the answer: its JSON, as
	// it came.
	Choice string `json:"choice,omitempty"`
	// Length is asked for in this turn only, of a model.
	Length chat.Length `json:"length,omitempty"`
	Key    string      `json:"key,omitempty"`
}

// TurnResumeParams names the turn, by its answer or a checkpoint; a session
// means its last turn.
type TurnResumeParams struct {
	Session     string `json:"session,omitempty"`
	Message     string `json:"message,omitempty"`
	Checkpoint  string `json:"checkpoint,omitempty"`
	Model       string `json:"model,omitempty"`
	MaxMessages *int   `json:"maxMessages,omitempty"`
}

// Turn is what came of a turn. An answer that was stopped or failed is no error:
// its message says so.
type Turn struct {
	Session  chat.UID     `json:"session"`
	Question chat.UID     `json:"question"`
	Message  chat.Message `json:"message"`
	// Answer is the message's metadata.
	Answer chat.Answer `json:"answer"`
	// Unsaved says why the answer could not be kept, if so.
	Unsaved string `json:"unsaved,omitempty"`
}

// TurnContextParams says which conversation.
type TurnContextParams struct {
	// Session is a new one if not given.
	Session string `json:"session,omitempty"`
	// Parent is the message that the question would follow, the head if not
	// given.
	Parent string `json:"parent,omitempty"`
	Model  string `json:"model,omitempty"`
	// Question asks for all parts, with the messages that would be recalled for
	// it.
	Question string `json:"question,omitempty"`
	// Documents would be attached to the chat with it.
	Documents []string `json:"documents,omitempty"`
}

// Context is what is sent with a question. The question itself is not counted: its
// tokens come on top, with those of its role and frame.
type Context struct {
	// Sent is all that is sent beside the question: instructions, what is remembered,
	// summaries, messages, and with a question what it recalls and what it means.
	Sent int `json:"sent"`
	// Tokens is the sum of summaries and messages. With the question it is
	// what condensing goes by.
	Tokens int `json:"tokens"`
	// Summaries are the tokens of the summaries, Condensed the messages for which
	// they stand.
	Summaries int `json:"summaries,omitempty"`
	Condensed int `json:"condensed,omitempty"`
	// Threshold is where condensing begins.
	Threshold int `json:"threshold"`
	// Messages is how many earlier messages are sent, Left how many are not.
	Messages int `json:"messages"`
	Left     int `json:"left,omitempty"`
	// Instructions are the tokens of the system's message, which are not in the
	// sum.
	Instructions int `json:"instructions"`
	// Documents are the tokens of documents that go along whole, which are not in the sum
	// either.
	Documents int `json:"documents,omitempty"`
	// MaxContext is the most tokens that are sent, Window what the model can hold of
	// them, as far as that is known.
	MaxContext int    `json:"maxContext"`
	Window     int    `json:"window"`
	Model      string `json:"model"`
	// Estimate is true if the model's tokens are not published, so that all counts
	// are approximate.
	Estimate bool `json:"estimate,omitempty"`
	// Parts and Recalled are there if a question was given, Understanding if a model
	// would be asked what it means.
	Parts         []chat.Part       `json:"parts,omitempty"`
	Recalled      []RecalledMessage `json:"recalled,omitempty"`
	Understanding *SideCall         `json:"understanding,omitempty"`
}

// SideCall is a call of a model beside the answer's.
type SideCall struct {
	Tokens int `json:"tokens"`
	// Cost is what sending them costs, in US dollars, 0 if no price is known.
	Cost float64 `json:"cost,omitempty"`
}

// RecalledMessage is an earlier message that a question seems to need.
type RecalledMessage struct {
	UID       chat.UID  `json:"uid"`
	Depth     int       `json:"depth"`
	Role      chat.Role `json:"role"`
	CreatedAt int64     `json:"createdAt"`
	Tokens    int       `json:"tokens"`
	// Text is its beginning.
	Text string `json:"text"`
}

// CheckpointsListParams says of which session, or of which answer's turn.
type CheckpointsListParams struct {
	Session string `json:"session,omitempty"`
	Message string `json:"message,omitempty"`
	// Limit is 100 if not given.
	Limit int `json:"limit,omitempty"`
	// Before continues a list: checkpoints older than this one.
	Before string `json:"before,omitempty"`
}

// Checkpoints is a part of a list.
type Checkpoints struct {
	Checkpoints []Checkpoint `json:"checkpoints"`
}

// Checkpoint is the state after a step of a turn.
type Checkpoint struct {
	UID     chat.UID `json:"uid"`
	Parent  chat.UID `json:"parent,omitzero"`
	Session chat.UID `json:"session"`
	Turn    chat.UID `json:"turn"`
	// Step counts from 0 within the turn; Node is what was done.
	Step int    `json:"step"`
	Node string `json:"node"`
	// Source is why: "input", "step" or "fork".
	Source    string   `json:"source"`
	CreatedAt int64    `json:"createdAt"`
	Question  chat.UID `json:"question,omitzero"`
	Message   chat.UID `json:"message,omitzero"`
	// Writes are the results of calls that this step had finished.
	Writes int `json:"writes,omitempty"`
}

// CheckpointsForkParams names the checkpoint.
type CheckpointsForkParams struct {
	Checkpoint string `json:"checkpoint"`
	Key        string `json:"key,omitempty"`
}

// WriteKey is the request's key, "" for none.
func (p CheckpointsForkParams) WriteKey() string { return p.Key }

// ModelsAboutParams names models, and the session whose prices count, none if not
// given.
type ModelsAboutParams struct {
	Session string   `json:"session,omitempty"`
	Models  []string `json:"models"`
}

// ModelsAbouts is what is known of each of the models, in their order.
type ModelsAbouts struct {
	Models []ModelAbout `json:"models"`
}

// ModelAbout is what is known of a model.
type ModelAbout struct {
	// Window is how many tokens it holds, 0 if that is not known.
	Window int `json:"window,omitempty"`
	// Price is what it costs, if that is known.
	Price *chat.Price `json:"price,omitempty"`
}

// SettingsGetParams says of which session, none if not given.
type SettingsGetParams struct {
	Session string `json:"session,omitempty"`
}

// SettingsSetParams replaces a layer of settings.
type SettingsSetParams struct {
	Session  string        `json:"session,omitempty"`
	Settings chat.Settings `json:"settings"`
}

// SettingsLayers are the settings: what is higher in this list counts before what
// is lower.
type SettingsLayers struct {
	Session chat.Settings `json:"session"`
	User    chat.Settings `json:"user"`
	Server  chat.Settings `json:"server"`
	// Applied is what comes of them, defaults included.
	Applied chat.Settings `json:"applied"`
	// Next is who answers the next question, if that is known.
	Next *Next `json:"next,omitempty"`
}

// Next is who answers the next question.
type Next struct {
	Rung chat.Rung `json:"rung"`
	// Provider is its name, Model what is asked; both are empty if nobody is there.
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`
	// Problem says why nobody answers, if so.
	Problem string `json:"problem,omitempty"`
}

// HostConnectParams carries the token that the server handed to the page.
type HostConnectParams struct {
	Token string `json:"token"`
}

// HostStatus says whether questions can be answered.
type HostStatus struct {
	// State is the answer in a word.
	State HostState `json:"state"`
	// Message is a sentence that says more, if all is not well.
	Message string `json:"message,omitempty"`
	// Server is what the server says of itself, if it was reached.
	Server *ServerStatus `json:"server,omitempty"`
}

// HostState is whether questions can be answered.
type HostState string

// The states.
const (
	// HostReady has a model.
	HostReady HostState = "ready"
	// HostNoModel has a server without a model.
	HostNoModel HostState = "no_model"
	// HostLocked needs a token that the core does not have.
	HostLocked HostState = "locked"
	// HostUnreachable has no server.
	HostUnreachable HostState = "unreachable"
)

// ServerStatus is what GET /api/status answers.
type ServerStatus struct {
	Version string `json:"version"`
	// Page is the build of the page that the server has, so that a page of another
	// build finds out.
	Page string `json:"page,omitempty"`
	// Providers are those who answer, best first.
	Providers []Provider `json:"providers"`
	// Settings are the server's layer, without secrets.
	Settings chat.Settings `json:"settings"`
	// Warnings are sentences for the operator.
	Warnings []string `json:"warnings"`
	// Free are the bytes of free disk where the user's data is, for a page on the same
	// machine; 0 if that is unknown.
	Free int64 `json:"free,omitempty"`
	// Database is the one that questions can be answered from, nil if there is none.
	Database *Database `json:"database,omitempty"`
}

// Database is how far a database is that questions can be answered from.
type Database struct {
	// Name is for the reader: "Demo database".
	Name  string        `json:"name"`
	State DatabaseState `json:"state"`
	// Message says how it is, in a few words: "ready in 2.1 s".
	Message string `json:"message,omitempty"`
	// Optional says that only chats ask it that have attached it.
	Optional bool `json:"optional,omitempty"`
}

// DatabaseState is whether a database can be asked.
type DatabaseState string

// The states. An unsafe one has an account that can change rows, and is not asked.
const (
	DatabaseStarting DatabaseState = "starting"
	DatabaseReady    DatabaseState = "ready"
	DatabaseUnsafe   DatabaseState = "unsafe"
	DatabaseFailed   DatabaseState = "failed"
)

// ProviderKind is where a provider is.
type ProviderKind string

// The kinds.
const (
	// Remote is a service elsewhere, whose key the server holds.
	Remote ProviderKind = "remote"
	// Machine is a program on the server's machine.
	Machine ProviderKind = "machine"
	// Browser is a model in the browser.
	Browser ProviderKind = "browser"
)

// Provider is somebody who answers.
type Provider struct {
	// Name is for the reader: "OpenAI", "Ollama".
	Name string       `json:"name"`
	Kind ProviderKind `json:"kind"`
	// Host is where questions go, such as "api.openai.com".
	Host   string   `json:"host"`
	Models []string `json:"models"`
	// Bare are the names that mean models of a program on this machine without its own
	// name in front, "llama3.2" for "ollama/llama3.2": nobody else can have them.
	Bare []string `json:"bare,omitempty"`
	// Problem is a sentence that says why it does not answer now, if so.
	Problem string `json:"problem,omitempty"`
}
