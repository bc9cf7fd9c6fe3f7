package transfer

import (
	"errors"
	"time"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// line is one line of an export: a message, with everything needed to restore it.
// The first line of a session also describes the session; a session without
// messages has a line of its own, without role and content. Readers that know only
// the first six members get every message, parents first.
type line struct {
	Session   *string      `json:"session"`
	Role      *string      `json:"role,omitempty"`
	Content   *string      `json:"content,omitempty"`
	Timestamp string       `json:"timestamp,omitempty"`
	ID        string       `json:"id,omitempty"`
	Metadata  chat.RawJSON `json:"metadata,omitempty"`

	UID chat.UID `json:"uid,omitzero"`
	// Parent is "" for the first message of a session. If it is missing, the
	// parent is the previous message.
	Parent       *string      `json:"parent,omitempty"`
	Status       string       `json:"status,omitempty"`
	UpdatedAt    string       `json:"updated_at,omitempty"`
	TokenCount   int          `json:"token_count,omitempty"`
	Encoding     string       `json:"encoding,omitempty"`
	Pinned       bool         `json:"pinned,omitempty"`
	IsSummarized bool         `json:"is_summarized,omitempty"`
	About        *sessionLine `json:"session_info,omitempty"`
	// Document is one of the session's. Such a line has neither role nor content, and
	// follows the messages.
	Document *documentLine `json:"document,omitempty"`
	// Place says that the line was made of another program's file, in which parents
	// have names instead of uids, and how a problem with it is to be named.
	Place string `json:"place,omitempty"`
}

// sessionLine describes a session. ThreadID names its checkpoints.
type sessionLine struct {
	ThreadID      chat.UID      `json:"thread_id"`
	UserID        string        `json:"user_id,omitempty"`
	CompanyID     string        `json:"company_id,omitempty"`
	ID            string        `json:"id,omitempty"`
	Name          string        `json:"session_name"`
	NamedAfter    string        `json:"named_after,omitempty"`
	NamedBy       string        `json:"named_by,omitempty"`
	MessageCount  int           `json:"message_count"`
	Archived      bool          `json:"is_archived"`
	Pinned        bool          `json:"pinned,omitempty"`
	CreatedAt     string        `json:"created_at"`
	UpdatedAt     string        `json:"updated_at"`
	LastMessageAt string        `json:"last_message_at"`
	DeletedAt     string        `json:"deleted_at,omitempty"`
	Head          chat.UID      `json:"head,omitzero"`
	HeadID        string        `json:"head_id,omitempty"`
	Draft         string        `json:"draft,omitempty"`
	Settings      chat.RawJSON  `json:"settings,omitempty"`
	Metadata      chat.RawJSON  `json:"metadata,omitempty"`
	Summaries     []summaryLine `json:"summaries,omitempty"`
}

// documentLine describes a document of a session, with the text that was read of it and,
// unless that is too long, the bytes of the file.
type documentLine struct {
	UID        chat.UID `json:"uid"`
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Title      string   `json:"title,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
	AddedAt    string   `json:"added_at"`
	AttachedAt string   `json:"attached_at"`
	Detached   bool     `json:"detached,omitempty"`
	Pinned     bool     `json:"pinned,omitempty"`
	Kept       bool     `json:"kept,omitempty"`
	Tokens     int      `json:"tokens,omitempty"`
	// From is the number of the first piece: a long text has several lines.
	From int         `json:"from,omitempty"`
	Text []pieceLine `json:"text"`
	File string      `json:"file,omitempty"` // base64
}

// pieceLine is a piece of a document's text; veil says why its reader does not see it.
type pieceLine struct {
	Place   string `json:"place,omitempty"`
	Heading string `json:"heading,omitempty"`
	Text    string `json:"text"`
	Veil    string `json:"veil,omitempty"`
}

// summaryLine describes a summary and the messages it replaces.
type summaryLine struct {
	UID          chat.UID     `json:"uid"`
	Level        int          `json:"level"`
	From         chat.UID     `json:"from"`
	To           chat.UID     `json:"to"`
	TokensBefore int          `json:"tokens_before,omitempty"`
	TokensAfter  int          `json:"tokens_after,omitempty"`
	Encoding     string       `json:"encoding,omitempty"`
	MadeBy       string       `json:"made_by,omitempty"`
	CreatedAt    string       `json:"created_at"`
	UpdatedAt    string       `json:"updated_at"`
	UndoneAt     string       `json:"undone_at,omitempty"`
	Summary      chat.RawJSON `json:"summary"`
}

// maxTime is the last millisecond of the year 9999, where RFC 3339 ends.
const maxTime = 253402300799999

// stamp writes a time, "" for none. A time out of range becomes the nearest that
// can be written.
func stamp(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(min(max(ms, 0), maxTime)).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

var errNoTime = errors.New("not a time of RFC 3339")

// unstamp reads a time, 0 for "".
func unstamp(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	ms, ok := words.Instant(text)
	if !ok {
		return 0, errNoTime
	}
	return min(max(ms, 0), maxTime), nil
}

func about(s chat.Session) *sessionLine {
	return &sessionLine{
		ThreadID: s.UID, UserID: s.UserID, CompanyID: s.CompanyID, ID: s.ExternalID, Name: s.Name, NamedBy: string(s.NamedBy),
		MessageCount: s.MessageCount, Archived: s.Archived, Pinned: s.Pinned, CreatedAt: stamp(s.CreatedAt), UpdatedAt: stamp(s.UpdatedAt),
		LastMessageAt: stamp(s.LastMessageAt), DeletedAt: stamp(s.DeletedAt), Head: s.Head, Draft: s.Draft, Settings: s.Settings, Metadata: s.Metadata,
	}
}

func lineOf(session string, m chat.Message) line {
	role, parent := string(m.Role), ""
	if !m.Parent.IsZero() {
		parent = m.Parent.String()
	}
	out := line{
		Session: &session, Role: &role, Content: &m.Content, Timestamp: stamp(m.CreatedAt), ID: m.ExternalID, Metadata: m.Metadata,
		UID: m.UID, Parent: &parent, Status: string(m.Status), TokenCount: m.Tokens, Encoding: m.Encoding,
		Pinned: m.Pinned, IsSummarized: m.Summarized,
	}
	if m.UpdatedAt != m.CreatedAt {
		out.UpdatedAt = stamp(m.UpdatedAt)
	}
	return out
}
