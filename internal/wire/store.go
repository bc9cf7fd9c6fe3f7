package wire

import "burrow/internal/chat"

// The methods of the store. In the browser they are answered by the one worker
// of the origin that has the database. Those that write take a Key: a request
// that is sent again with the same key is answered as before and not applied
// again. What does no harm twice has none. Sessions and messages are named by
// their uid.
var (
	// StoreOpen opens the history. All other methods of the store need it.
	StoreOpen = Method[StoreOpenParams, StoreInfo]{"store.open"}
	// StoreClose closes it, after the requests under way have ended.
	StoreClose = Method[Nothing, Nothing]{"store.close"}
	// StoreInform describes the history as it is now.
	StoreInform = Method[Nothing, StoreInfo]{"store.info"}
	// StoreRoom says what a client sees of the room on the disk. The answer describes
	// the history; other clients hear that something has changed.
	StoreRoom = Method[StoreRoomParams, StoreInfo]{"store.room"}
	// StoreCheck looks for damage, and repairs what can be derived again.
	StoreCheck = Method[StoreCheckParams, StoreChecked]{"store.check"}

	// SessionsList lists sessions, pinned ones first, then the newest.
	SessionsList = Method[SessionsListParams, Sessions]{"sessions.list"}
	// SessionsCreate makes an empty session.
	SessionsCreate = Method[SessionsCreateParams, chat.Session]{"sessions.create"}
	// SessionsGet gives one session.
	SessionsGet = Method[SessionParams, chat.Session]{"sessions.get"}
	// SessionsChange changes what is given of a session.
	SessionsChange = Method[SessionsChangeParams, chat.Session]{"sessions.change"}
	// SessionsPurge removes a session that is in the bin for good.
	SessionsPurge = Method[SessionParams, Nothing]{"sessions.purge"}
	// SessionsExport writes sessions as lines of JSON, or as Markdown.
	SessionsExport = Method[SessionsExportParams, Exported]{"sessions.export"}
	// SessionsImport reads lines of JSON: our own, or those that the reader makes of
	// other programs' files.
	SessionsImport = Method[SessionsImportParams, Imported]{"sessions.import"}

	// TagsList lists the tags of all sessions that are not in the bin.
	TagsList = Method[Nothing, Tags]{"tags.list"}
	// TagsRename renames a tag in all sessions, or removes it from them.
	TagsRename = Method[TagsRenameParams, Retagged]{"tags.rename"}

	// MessagesAppend adds a message to a session and makes it the head.
	MessagesAppend = Method[MessagesAppendParams, chat.Message]{"messages.append"}
	// MessagesPath gives a part of the path to the head, or to another leaf.
	MessagesPath = Method[MessagesPathParams, Path]{"messages.path"}
	// MessagesSiblings names the messages that answer the same one, in the order
	// in which they were made.
	MessagesSiblings = Method[MessagesSiblingsParams, Siblings]{"messages.siblings"}
	// MessagesErase removes the text of a message for good; an empty one stays in
	// its place.
	MessagesErase = Method[MessagesEraseParams, chat.Message]{"messages.erase"}
	// SessionsBranch copies the path to a message into a session of its own.
	SessionsBranch = Method[SessionsBranchParams, chat.Session]{"sessions.branch"}
	// MessagesRate keeps the reader's rating of an answer, or removes it.
	MessagesRate = Method[MessagesRateParams, chat.Message]{"messages.rate"}
	// MessagesSearch finds messages by their words.
	MessagesSearch = Method[MessagesSearchParams, Found]{"messages.search"}

	// BackupBegin copies the whole history into memory, to be read in parts.
	BackupBegin = Method[Nothing, BackupInfo]{"backup.begin"}
	// BackupRead gives a part of the copy.
	BackupRead = Method[BackupReadParams, Part]{"backup.read"}
	// BackupEnd forgets the copy.
	BackupEnd = Method[Nothing, Nothing]{"backup.end"}
	// RestoreBegin makes room for a backup.
	RestoreBegin = Method[RestoreBeginParams, Nothing]{"restore.begin"}
	// RestoreWrite puts a part of the backup there.
	RestoreWrite = Method[RestoreWriteParams, Nothing]{"restore.write"}
	// RestoreCheck says what restoring would do, without doing it.
	RestoreCheck = Method[Nothing, RestoreReport]{"restore.check"}
	// RestoreApply restores, all or nothing.
	RestoreApply = Method[RestoreApplyParams, RestoreReport]{"restore.apply"}
	// RestoreEnd forgets the backup.
	RestoreEnd = Method[Nothing, Nothing]{"restore.end"}
)

// WriteKey is the request's key, "" for none.
func (p SessionsCreateParams) WriteKey() string { return p.Key }

// WriteKey is the request's key, "" for none.
func (p SessionsChangeParams) WriteKey() string { return p.Key }

// WriteKey is the request's key, "" for none.
func (p TagsRenameParams) WriteKey() string { return p.Key }

// Nothing has no members.
type Nothing struct{}

// StoreOpenParams says which database.
type StoreOpenParams struct {
	// Name is a file's name; in the browser one of the origin's own files.
	// ":memory:" is kept nowhere.
	Name string `json:"name"`
}

// StoreInfo describes the history.
type StoreInfo struct {
	// Kept is false if the history ends with the page.
	Kept bool `json:"kept"`
	// Reason says why it is not kept, as a sentence.
	Reason string `json:"reason,omitempty"`
	// ReadOnly is a sentence that says why nothing can be written, if so.
	ReadOnly string `json:"readOnly,omitempty"`
	// Room is how much room the disk has for more.
	Room chat.Room `json:"room,omitempty"`
	// Fresh is true if the database has just been made.
	Fresh    bool `json:"fresh"`
	Sessions int  `json:"sessions"`
	Messages int  `json:"messages"`
	// Bytes is the size of the database.
	Bytes int64 `json:"bytes"`
}

// StoreRoomParams is what one client sees; what is left out stays as it was.
type StoreRoomParams struct {
	// Written is what writes have shown: ample, full or gone.
	Written *chat.Room `json:"written,omitempty"`
	// Free are the bytes that the disk has left, 0 if that is unknown.
	Free *int64 `json:"free,omitempty"`
}

// StoreCheckParams says whether to repair.
type StoreCheckParams struct {
	Repair bool `json:"repair,omitempty"`
}

// StoreChecked lists what is wrong.
type StoreChecked struct {
	// Problems are sentences; none if all is well.
	Problems []string `json:"problems"`
	Repaired bool     `json:"repaired"`
}

// Shelf is where a session is kept.
type Shelf string

const (
	// Active are the sessions of the sidebar.
	Active Shelf = "active"
	// Archived are those put away.
	Archived Shelf = "archived"
	// Both are these two.
	Both Shelf = "kept"
	// Bin are those deleted in the last 30 days.
	Bin Shelf = "bin"
)

// SessionsListParams says which sessions.
type SessionsListParams struct {
	// Shelf is "active" if not given.
	Shelf Shelf `json:"shelf,omitempty"`
	// Limit is 100 if not given.
	Limit int `json:"limit,omitempty"`
	// After continues a list behind its cursor.
	After string `json:"after,omitempty"`
	// Tag lists the sessions that have it.
	Tag string `json:"tag,omitempty"`
}

// Sessions is a part of a list.
type Sessions struct {
	Sessions []chat.Session `json:"sessions"`
	// Next continues the list, empty at its end.
	Next string `json:"next,omitempty"`
}

// SessionsCreateParams names a new session.
type SessionsCreateParams struct {
	Name string `json:"name,omitempty"`
	Key  string `json:"key,omitempty"`
}

// SessionParams names a session.
type SessionParams struct {
	Session string `json:"session"`
}

// SessionsChangeParams has what is to be changed of a session.
type SessionsChangeParams struct {
	Session  string  `json:"session"`
	Name     *string `json:"name,omitempty"`
	Pinned   *bool   `json:"pinned,omitempty"`
	Archived *bool   `json:"archived,omitempty"`
	// Deleted puts the session into the bin, or takes it out.
	Deleted *bool   `json:"deleted,omitempty"`
	Draft   *string `json:"draft,omitempty"`
	// Head shows the path through this message.
	Head *string `json:"head,omitempty"`
	// Tags are all that the session has then: at most 20 of at most 40 characters.
	Tags *[]string `json:"tags,omitempty"`
	Key  string    `json:"key,omitempty"`
}

// Tags are the tags of all sessions, what most have first.
type Tags struct {
	Tags []Tag `json:"tags"`
}

// Tag is a tag and how many sessions have it.
type Tag struct {
	Name     string `json:"name"`
	Sessions int    `json:"sessions"`
}

// TagsRenameParams names a tag and says what it is called then.
type TagsRenameParams struct {
	Tag string `json:"tag"`
	// To is the new name; without it the tag is taken away.
	To  string `json:"to,omitempty"`
	Key string `json:"key,omitempty"`
}

// Retagged are the sessions whose tags have changed, with those that they had:
// sessions.change with them undoes it.
type Retagged struct {
	Sessions []TaggedSession `json:"sessions"`
}

// TaggedSession is a session and its tags.
type TaggedSession struct {
	Session chat.UID `json:"session"`
	Tags    []string `json:"tags"`
}

// SessionsExportParams says what to export. A client that wants all asks for a
// few at a time, so that no answer is larger than it can hold.
type SessionsExportParams struct {
	Sessions []string `json:"sessions"`
	// Markdown asks for what is shown of them, to be read.
	Markdown bool `json:"markdown,omitempty"`
}

// Exported is lines of JSON, or Markdown.
type Exported struct {
	Text string `json:"text"`
}

// SessionsImportParams is what to import.
type SessionsImportParams struct {
	Text string `json:"text"`
	// First is the number of the first line in its file, 1 if not given.
	First int `json:"first,omitempty"`
	// Preview says what would be done, and keeps nothing.
	Preview bool `json:"preview,omitempty"`
}

// Imported counts what an import added, or would add.
type Imported struct {
	Sessions int `json:"sessions"`
	Messages int `json:"messages"`
	// Known are messages that were there already.
	Known int `json:"known"`
	// Made are the names of the sessions that a preview would add. Parts of a file
	// may each name the same.
	Made []string `json:"made,omitempty"`
	// Problems are sentences about lines and conversations that were left out.
	Problems []string `json:"problems"`
}

// MessagesAppendParams is a new message.
type MessagesAppendParams struct {
	Session string `json:"session"`
	// Parent is the head if not given.
	Parent  string    `json:"parent,omitempty"`
	Role    chat.Role `json:"role"`
	Content string    `json:"content"`
	Key     string    `json:"key,omitempty"`
}

// MessagesPathParams says which part of a path.
type MessagesPathParams struct {
	Session string `json:"session"`
	// Leaf ends the path, the head if not given.
	Leaf string `json:"leaf,omitempty"`
	// From is the depth of the first message wanted. A negative one counts from
	// the end.
	From int `json:"from,omitempty"`
	// Limit is 100 if not given.
	Limit int `json:"limit,omitempty"`
}

// Path is a part of a path.
type Path struct {
	Messages []chat.Message `json:"messages"`
	// Total is how many messages the whole path has.
	Total int `json:"total"`
}

// MessagesSiblingsParams names a message.
type MessagesSiblingsParams struct {
	Message string `json:"message"`
}

// Siblings are messages with the same parent.
type Siblings struct {
	Messages []chat.UID `json:"messages"`
}

// MessagesEraseParams names a message.
type MessagesEraseParams struct {
	Message string `json:"message"`
}

// SessionsBranchParams names the last message to copy.
type SessionsBranchParams struct {
	Message string `json:"message"`
	Key     string `json:"key,omitempty"`
}

// WriteKey is the request's key, "" for none.
func (p SessionsBranchParams) WriteKey() string { return p.Key }

// MessagesRateParams rates an answer.
type MessagesRateParams struct {
	Message string `json:"message"`
	// Feedback is the rating; without it the kept one is removed.
	Feedback *chat.Feedback `json:"feedback,omitempty"`
}

// MessagesSearchParams is what to look for.
type MessagesSearchParams struct {
	Query string `json:"query"`
	// Session looks in one session only.
	Session string `json:"session,omitempty"`
	// Limit is 50 if not given.
	Limit int `json:"limit,omitempty"`
	// After continues a search after its cursor.
	After string `json:"after,omitempty"`
}

// Found are the messages that match.
type Found struct {
	Hits []Hit `json:"hits"`
	// Ranked is true if the best come first. Otherwise there are too many to
	// rank, and the newest do.
	Ranked bool `json:"ranked"`
	// Next continues the search, empty at its end.
	Next string `json:"next,omitempty"`
}

// Hit is a message that matches.
type Hit struct {
	Session     chat.UID  `json:"session"`
	SessionName string    `json:"sessionName"`
	Message     chat.UID  `json:"message"`
	ExternalID  string    `json:"externalId,omitempty"`
	Depth       int       `json:"depth"`
	Role        chat.Role `json:"role"`
	CreatedAt   int64     `json:"createdAt"`
	// Snippet is the text around the matches.
	Snippet []Span `json:"snippet"`
}

// Span is a part of a snippet.
type Span struct {
	Text  string `json:"text"`
	Match bool   `json:"match,omitempty"`
}

// ChangedEvent tells all clients that the history has changed. Its frame has the
// id 0.
type ChangedEvent struct {
	Kind changedKind `json:"kind"`
	// Sessions are those whose row or messages changed; none if all may have, unless
	// Documents or FAQ says that only these did.
	Sessions []chat.UID `json:"sessions"`
	// Documents says that documents were added, changed or removed.
	Documents bool `json:"documents,omitempty"`
	// FAQ says that pairs of it were added, changed or removed.
	FAQ bool `json:"faq,omitempty"`
}

func (ChangedEvent) event() {}
