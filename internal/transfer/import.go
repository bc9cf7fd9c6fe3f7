package transfer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/store"
)

const (
	// maxLine is the longest line that an import reads.
	maxLine = 16 << 20
	// The most lines or bytes in one transaction. If one fails, those before it
	// stay, and importing the file again adds the rest.
	importedAtOnce  = 500
	importedBytes   = 4 << 20
	maxProblems     = 100
	maxExternalName = 512
)

// ImportReport says what an import did.
type ImportReport struct {
	// Sessions and Messages were added; Known messages already existed.
	Sessions int `json:"sessions"`
	Messages int `json:"messages"`
	Known    int `json:"known"`
	// Made names the sessions that were added, as the lines name them. Of a file
	// that is looked at in parts, more than one may have the same.
	Made []string `json:"made"`
	// Refused is the number of lines that were left out.
	Refused int `json:"refused"`
	// Problems are sentences that say what was left out or repaired, and why.
	// After the first 100 they are only counted.
	Problems []string `json:"problems"`
	unsaid   int
}

// Counter counts the tokens of a message and names the encoding.
type Counter func(role, content string) (tokens int, encoding string)

// Import reads JSON lines as Export writes them, of which
//
//	{"session","role","content","timestamp"?,"id"?,"metadata"?}
//
// are enough, or as package foreign makes them of the files of other programs.
// A message without a parent follows the previous one of its session. A message
// that already exists, by its uid or id, is not added again. Lines that cannot be
// used are left out and reported by number. After an error, everything that the
// report counts has been kept.
//
// count counts the tokens of messages that come without a count. It may be nil.
func Import(ctx context.Context, s *store.Store, r io.Reader, now int64, count Counter) (ImportReport, error) {
	return ImportPart(ctx, s, r, 1, now, count)
}

// ImportPart is Import for a part of a file, whose first line has this number.
func ImportPart(ctx context.Context, s *store.Store, r io.Reader, first int, now int64, count Counter) (ImportReport, error) {
	return importPart(ctx, s, r, &importer{s: s, now: now, count: count, first: first})
}

func importPart(ctx context.Context, s *store.Store, r io.Reader, im *importer) (ImportReport, error) {
	if err := writable(s); err != nil {
		return ImportReport{}, err
	}
	in := bufio.NewReaderSize(r, 64<<10)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	im.sessions = map[string]*importedSession{}
	for number := im.first; ; {
		batch, err := readBatch(in, &number)
		if err != nil && err != io.EOF {
			return im.done(), store.Failure(ctx, fault.Note("read the import", err))
		}
		if applyErr := im.apply(ctx, batch, err == io.EOF); applyErr != nil {
			return im.done(), applyErr
		}
		if err == io.EOF {
			return im.done(), nil
		}
	}
}

// errPreview ends an import that is only to be looked at.
var errPreview = errors.New("a preview")

// Preview says what ImportPart would do, and keeps nothing. What parts before this one
// would have brought is not there.
func Preview(ctx context.Context, s *store.Store, r io.Reader, first int, now int64) (report ImportReport, err error) {
	err = s.Together(ctx, func(ctx context.Context) error {
		if report, err = importPart(ctx, s, r, &importer{s: s, now: now, first: first, preview: true}); err != nil {
			return err
		}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return report, err
}

// writable refuses a history that cannot change before anything is read.
func writable(s *store.Store) error {
	if readOnly, why := s.ReadOnly(); readOnly {
		return &fault.Error{Code: fault.Conflict, Message: why}
	}
	return s.NeedRoom()
}

// numbered is a line of a file. Its text is nil if it was too long.
type numbered struct {
	number int
	text   []byte
}

// readBatch reads lines for one transaction. It returns io.EOF with the last.
func readBatch(in *bufio.Reader, number *int) (batch []numbered, err error) {
	for size := 0; len(batch) < importedAtOnce && size < importedBytes; *number++ {
		text, err := readLine(in)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if text == nil || len(bytes.TrimSpace(text)) > 0 {
			batch = append(batch, numbered{*number, text})
			size += len(text)
		}
		if err != nil {
			return batch, err
		}
	}
	return batch, nil
}

// readLine returns the next line, nil if it is too long. The end of the input also
// ends a line, which may be empty.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, long := []byte{}, false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxLine; !long {
			text = append(text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long {
			return nil, err
		}
		return text, err
	}
}

// apply writes a batch in one transaction. The last batch also writes what the
// lines said about their sessions.
func (im *importer) apply(ctx context.Context, batch []numbered, last bool) error {
	return im.transaction(ctx, func() error {
		for _, l := range batch {
			im.place = say.T("Line {number}", "number", l.number)
			err := im.line(l.text)
			if why := refusal(err); why != "" {
				im.report.Refused++
				im.problem(say.T("{place} was left out. {why}", "place", im.place, "why", why))
				continue
			}
			if err != nil {
				return err
			}
			if note := im.note; note != "" {
				im.problem(say.T("{place}: {note}", "place", im.place, "note", note))
				im.note = ""
			}
		}
		if last {
			return im.finish()
		}
		return nil
	})
}

// refusal returns the sentence of an error that only concerns the input, or "".
func refusal(err error) string {
	known := fault.From(err)
	if known == nil || known.Cause != nil || known.Code == fault.Unavailable || known.Code == fault.NotFound {
		return ""
	}
	return known.Message
}

// line applies one line.
func (im *importer) line(text []byte) error {
	if text == nil {
		return fault.New(fault.TooLarge, "It is larger than {most} MiB.", "most", maxLine>>20)
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return misread(err)
	}
	if l.Place != "" {
		im.place = store.CleanName(l.Place)
	}
	if l.Session == nil || *l.Session == "" || len(*l.Session) > maxExternalName {
		return fault.New(fault.Invalid, "It needs a chat name of at most {most} bytes.", "most", maxExternalName)
	}
	if l.Role == nil && l.Content == nil && (l.About != nil || l.Document != nil) {
		of, err := im.session(*l.Session, l.About, 0)
		if err == nil && l.Document != nil {
			err = im.document(of, l.Document)
		}
		return err
	}
	m, err := l.message()
	if err != nil {
		return err
	}
	if a := l.About; a != nil && a.Name == "" && a.NamedAfter != "" {
		a.Name, a.NamedBy = memory.Title(a.NamedAfter, ""), string(chat.NamedByText)
	}
	of, err := im.session(*l.Session, l.About, m.CreatedAt)
	if err != nil {
		return err
	}
	of.foreign = of.foreign || l.Place != ""
	parent, err := im.parent(of, l.Parent)
	if err != nil {
		return err
	}
	if m.UID.IsZero() && m.ExternalID == "" {
		of.unnamed++
		number := strconv.Itoa(of.unnamed)
		if im.first > 1 { // others of the session may stand in parts before
			number = strconv.Itoa(im.first) + "+" + number
		}
		m.UID = im.derive(m.CreatedAt, *l.Session, number, string(m.Role), m.Content)
	}
	if l.UID.IsZero() && m.Encoding == "" && im.count != nil {
		m.Tokens, m.Encoding = im.count(string(m.Role), m.Content)
	}
	return im.put(of, parent, m)
}

func misread(err error) error {
	if wrong := (*json.MemberError)(nil); errors.As(err, &wrong) && wrong.Member != "" {
		return fault.New(fault.Invalid, "Its member {member} {what}.", "member", strconv.Quote(wrong.Member), "what", wrong.What)
	}
	if errors.Is(err, chat.ErrUID) {
		return fault.New(fault.Invalid, "A uid has 32 hexadecimal digits.")
	}
	return fault.New(fault.Invalid, "It is not a JSON object.")
}

// message checks the members of a line.
func (l *line) message() (m chat.Message, err error) {
	if l.Role == nil || l.Content == nil {
		return m, fault.New(fault.Invalid, "It needs a role and content.")
	}
	m = chat.Message{
		UID: l.UID, Role: chat.Role(*l.Role), Content: *l.Content, Status: chat.Status(l.Status), Tokens: l.TokenCount, Encoding: l.Encoding,
		Pinned: l.Pinned, ExternalID: l.ID, Metadata: l.Metadata,
	}
	if m.Status == "" {
		m.Status = chat.Complete
	}
	if len(l.ID) > maxExternalName {
		return m, fault.New(fault.Invalid, "Its id is longer than {most} bytes.", "most", maxExternalName)
	}
	if m.CreatedAt, err = unstamp(l.Timestamp); err == nil {
		m.UpdatedAt, err = unstamp(l.UpdatedAt)
	}
	if err != nil {
		return m, fault.New(fault.Invalid, "Its time is not written like 2006-01-02T15:04:05Z.")
	}
	return m, store.CheckMessage(&m)
}
