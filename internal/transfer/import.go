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
	// Refused is the number of lines, or messages of a tree, that were left out.
	Refused int `json:"refused"`
	// Problems are sentences that say what was left out or repaired, and why.
	// After the first 100 they are only counted.
	Problems []string `json:"problems"`
	unsaid   int
	unread   int // parts of messages that are no text
}

// Counter counts the tokens of a message and names the encoding.
type Counter func(role, content string) (tokens int, encoding string)

// Import reads JSON lines as Export writes them, of which
//
//	{"session","role","content","timestamp"?,"id"?,"metadata"?}
//
// are enough, or an export of ChatGPT, Claude or Open WebUI (see ImportTree).
// A message without a parent follows the previous one of its session. A message
// that already exists, by its uid or id, is not added again. Lines that cannot be
// used are left out and reported by number. After an error, everything that the
// report counts has been kept.
//
// count counts the tokens of messages that come without a count. It may be nil.
func Import(ctx context.Context, s *store.Store, r io.Reader, now int64, count Counter) (ImportReport, error) {
	if err := writable(s); err != nil {
		return ImportReport{}, err
	}
	in := bufio.NewReaderSize(r, 64<<10)
	if first, err := firstByte(in); err == nil && first == '[' {
		return ImportTree(ctx, s, in, now, count)
	}
	im := newImporter(s, now, count)
	for number := 1; ; {
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

// writable refuses a history that cannot change before anything is read.
func writable(s *store.Store) error {
	if readOnly, why := s.ReadOnly(); readOnly {
		return &fault.Error{Code: fault.Conflict, Message: why}
	}
	return nil
}

// firstByte skips a byte order mark and spaces, and peeks at the next byte.
func firstByte(in *bufio.Reader) (byte, error) {
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != ' ' && b != '\t' {
			return b, in.UnreadByte()
		}
	}
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
			err := im.line(l.text)
			if why := refusal(err); why != "" {
				im.report.Refused++
				im.problem(say.T("Line {number} was left out: {why}", "number", l.number, "why", why))
				continue
			}
			if err != nil {
				return err
			}
			if note := im.note; note != "" {
				im.problem(say.T("Line {number}: {note}", "number", l.number, "note", note))
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
	if l.Session == nil || *l.Session == "" || len(*l.Session) > maxExternalName {
		return fault.New(fault.Invalid, "It needs a chat name of at most {most} bytes.", "most", maxExternalName)
	}
	if l.Role == nil && l.Content == nil && l.About != nil {
		_, err := im.session(*l.Session, l.About, 0)
		return err
	}
	m, err := l.message()
	if err != nil {
		return err
	}
	of, err := im.session(*l.Session, l.About, m.CreatedAt)
	if err != nil {
		return err
	}
	parent, err := im.parent(of, l.Parent)
	if err != nil {
		return err
	}
	if m.UID.IsZero() && m.ExternalID == "" {
		of.unnamed++
		m.UID = im.derive(m.CreatedAt, *l.Session, strconv.Itoa(of.unnamed), string(m.Role), m.Content)
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
