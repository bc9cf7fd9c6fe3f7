package rpc

import (
	"cmp"
	"context"
	"encoding/base64"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// upload is a file that is coming, the begun-th, with the blocks that a reader has made of
// it.
type upload struct {
	name   string
	begun  int
	into   *store.Upload
	blocks []document.Block
	text   int // bytes of the blocks
}

const (
	// maxUploads is how many files may be coming at once. The oldest makes room: a tab that
	// was closed does not say so.
	maxUploads = 20
	// maxText is the most text of a document.
	maxText = 32 << 20
	// tellBytes of a document's text lie between two looks at whether it is still wanted: some
	// tens of milliseconds in the browser.
	tellBytes = 256 << 10
)

func (c *core) registerDocuments() {
	h := &c.history
	registerStored(c, wire.DocumentsBegin, func(ctx context.Context, s *store.Store, p wire.DocumentsBeginParams) (wire.Nothing, error) {
		return wire.Nothing{}, h.beginDocument(ctx, s, p, c.now())
	})
	registerStored(c, wire.DocumentsWrite, func(ctx context.Context, s *store.Store, p wire.DocumentsWriteParams) (wire.Nothing, error) {
		return wire.Nothing{}, h.writeDocument(ctx, s, p)
	})
	registerStored(c, wire.DocumentsBlocks, func(_ context.Context, _ *store.Store, p wire.DocumentsBlocksParams) (wire.Nothing, error) {
		return wire.Nothing{}, h.addBlocks(p)
	})
	registerTold(c, wire.DocumentsEnd, c.endDocument)
	registerStored(c, wire.DocumentsDrop, func(ctx context.Context, s *store.Store, p wire.UploadParams) (out wire.Nothing, err error) {
		if u := h.uploads[p.Upload]; u != nil {
			delete(h.uploads, p.Upload)
			err = s.Drop(ctx, u.into)
		}
		return out, err
	})
	registerStored(c, wire.DocumentsList, listDocuments)
	registerStored(c, wire.DocumentsAttach, func(ctx context.Context, s *store.Store, p wire.DocumentsAttachParams) (out wire.Documents, err error) {
		uids, err := documentsNamed(p.Documents)
		if err != nil {
			return out, err
		}
		return changeDocuments(ctx, s, p.Session, func(session chat.UID) error { return s.Attach(ctx, session, uids, c.now()) })
	})
	registerStored(c, wire.DocumentsDetach, func(ctx context.Context, s *store.Store, p wire.DocumentOfChatParams) (out wire.Documents, err error) {
		uid, err := documentNamed(p.Document)
		if err != nil {
			return out, err
		}
		return changeDocuments(ctx, s, p.Session, func(session chat.UID) error { return s.Detach(ctx, session, uid, c.now()) })
	})
	registerStored(c, wire.DocumentsPin, func(ctx context.Context, s *store.Store, p wire.DocumentsPinParams) (out wire.Documents, err error) {
		uid, err := documentNamed(p.Document)
		if err != nil {
			return out, err
		}
		return changeDocuments(ctx, s, p.Session, func(session chat.UID) error { return s.PinDocument(ctx, session, uid, p.Pinned) })
	})
	registerStored(c, wire.DocumentsRead, readDocument)
	registerStored(c, wire.DocumentsPieces, readPieces)
	registerStored(c, wire.DocumentsSearch, searchDocuments)
	c.registerCollections()
	registerStored(c, wire.DocumentsRemove, func(ctx context.Context, s *store.Store, p wire.DocumentParams) (out wire.Nothing, err error) {
		uid, err := documentNamed(p.Document)
		if err == nil {
			err = s.RemoveDocument(ctx, uid)
		}
		return out, err
	})
}

func documentNamed(text string) (chat.UID, error) {
	uid, err := chat.ParseUID(text)
	if err != nil {
		return uid, fault.Wrap(err, fault.Invalid, "A document is named by 32 hexadecimal digits.")
	}
	return uid, nil
}

func documentsNamed(names []string) (out []chat.UID, err error) {
	for _, name := range names {
		uid, err := documentNamed(name)
		if err != nil {
			return nil, err
		}
		out = append(out, uid)
	}
	return out, nil
}

var errNoUpload = fault.New(fault.NotFound, "This file is no longer here. Add it again.")

func (h *history) beginDocument(ctx context.Context, s *store.Store, p wire.DocumentsBeginParams, now int64) error {
	switch {
	case store.CleanName(p.Name) == "":
		return fault.New(fault.Invalid, "A document needs a name.")
	case p.Upload == "" || h.uploads[p.Upload] != nil:
		return fault.New(fault.Invalid, "A file that is coming needs a name of its own.")
	case p.Bytes > store.MaxDocument:
		return fault.New(fault.TooLarge, "The file is too large. A document can have at most {most} MB.", "most", store.MaxDocument>>20)
	case len(h.uploads) >= maxUploads:
		if err := h.dropOldest(ctx, s); err != nil {
			return err
		}
	}
	into, err := s.NewUpload(ctx, now)
	if err != nil {
		return err
	}
	if h.uploads == nil {
		h.uploads = map[string]*upload{}
	}
	h.begun++
	h.uploads[p.Upload] = &upload{name: p.Name, begun: h.begun, into: into}
	return nil
}

func (h *history) dropOldest(ctx context.Context, s *store.Store) error {
	oldest := ""
	for key, u := range h.uploads {
		if oldest == "" || u.begun < h.uploads[oldest].begun {
			oldest = key
		}
	}
	into := h.uploads[oldest].into
	delete(h.uploads, oldest)
	return s.Drop(ctx, into)
}

func (h *history) writeDocument(ctx context.Context, s *store.Store, p wire.DocumentsWriteParams) error {
	u := h.uploads[p.Upload]
	if u == nil {
		return errNoUpload
	}
	if len(p.Data) > base64.StdEncoding.EncodedLen(maxPart) {
		return fault.New(fault.TooLarge, "A part of a file has at most 8 MiB.")
	}
	part, err := base64.StdEncoding.DecodeString(p.Data)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "A part of a file is base64.")
	}
	if p.Offset != u.into.Size() {
		return fault.New(fault.Conflict, "The parts of a file come one after another.")
	}
	return s.Write(ctx, u.into, part)
}

// addBlocks takes what a reader has made of a file that may come from anywhere.
func (h *history) addBlocks(p wire.DocumentsBlocksParams) error {
	u := h.uploads[p.Upload]
	if u == nil {
		return errNoUpload
	}
	for _, b := range p.Blocks {
		if u.text += len(b.Text); u.text > maxText {
			return fault.New(fault.TooLarge, "The document has more than {most} MB of text.", "most", maxText>>20)
		}
		veil := document.Veil(b.Veil)
		if !veil.Known() {
			veil = document.Hidden
		}
		u.blocks = append(u.blocks, document.Block{Kind: document.Kind(b.Kind), Level: b.Level, Text: document.Clean(b.Text), Veil: veil,
			Place: document.Place{Kind: document.PlaceKind(b.Place), Number: b.Number, Label: store.CleanName(b.Label)}})
	}
	return nil
}

func (c *core) endDocument(ctx context.Context, s *store.Store, p wire.DocumentsEndParams, report reporter) (out chat.Document, err error) {
	u := c.history.uploads[p.Upload]
	if u == nil {
		return out, errNoUpload
	}
	in := store.NewDocument{Name: u.name, Type: p.Type, Title: p.Title, Warnings: p.Warnings, Kept: p.Kept, Collection: p.Collection}
	if p.Text != "" {
		in.Type, u.blocks = readText(u.name, p.Text)
	}
	if in.Title == "" {
		in.Title = document.Title(u.blocks)
	}
	in.Chunks = document.Cut(u.blocks)
	if len(in.Chunks) == 0 {
		return out, fault.New(fault.Invalid, "The file has no text that can be read.")
	}
	// All of the text is counted, and then kept.
	text := textOf(in.Chunks)
	told := c.teller(ctx, report, 2*text)
	if in.Tokens, err = c.countDocument(ctx, in.Chunks, told); err != nil {
		return out, err
	}
	in.Tell = func(bytes int) error { return told(text + bytes) }
	if out, err = s.AddDocument(ctx, u.into, in, c.now()); err == nil {
		delete(c.history.uploads, p.Upload)
	}
	return out, err
}

// readText makes blocks of a file that is text.
func readText(name, text string) (kind string, blocks []document.Block) {
	lower := strings.ToLower(name)
	if strings.HasSuffix(lower, ".md") || strings.HasSuffix(lower, ".markdown") {
		return "text/markdown", document.Markdown(text)
	}
	return "text/plain", document.Plain(text)
}

// countDocument counts the text that may be sent, and tells how many bytes it has seen.
func (c *core) countDocument(ctx context.Context, chunks []document.Chunk, tell func(bytes int) error) (tokens int, err error) {
	seen := 0
	for _, chunk := range chunks {
		seen += len(chunk.Text)
		if err := tell(seen); err != nil {
			return 0, err
		}
		if chunk.Veil != document.Seen {
			continue
		}
		n, _, err := c.countKept(ctx, "", chunk.Text)
		if err != nil {
			return 0, err
		}
		tokens += n - prompt.FrameTokens
	}
	return max(tokens, 0), nil
}

// textOf is how many bytes of text chunks have.
func textOf(chunks []document.Chunk) (bytes int) {
	for _, chunk := range chunks {
		bytes += len(chunk.Text)
	}
	return bytes
}

// teller returns what a long job calls with how many bytes of all it has done: now and then
// it reports that, lets other work through and looks whether the job is still wanted.
func (c *core) teller(ctx context.Context, report reporter, total int) func(done int) error {
	told := 0
	return func(done int) error {
		if done-told < tellBytes {
			return nil
		}
		told = done
		report(wire.ProgressEvent{Done: done, Total: total})
		c.pauser.pause()
		return ctx.Err()
	}
}

func listDocuments(ctx context.Context, s *store.Store, p wire.DocumentsListParams) (out wire.Documents, err error) {
	if p.Session != "" {
		return changeDocuments(ctx, s, p.Session, func(chat.UID) error { return nil })
	}
	all, err := s.Documents(ctx)
	out.Documents = make([]wire.ChatDocument, len(all))
	for i, d := range all {
		out.Documents[i] = wire.ChatDocument{Document: d}
	}
	return out, err
}

// changeDocuments changes the documents of a chat, and returns those that it has then.
func changeDocuments(ctx context.Context, s *store.Store, session string, change func(chat.UID) error) (out wire.Documents, err error) {
	of, err := s.Resolve(ctx, session)
	if err != nil {
		return out, err
	}
	if err := change(of.UID); err != nil {
		return out, err
	}
	all, err := s.Attached(ctx, of.UID)
	out.Documents = make([]wire.ChatDocument, len(all))
	for i, d := range all {
		out.Documents[i] = wire.ChatDocument{Document: d.Document, Detached: !d.Active, Pinned: d.Pinned}
	}
	return out, err
}

func readDocument(ctx context.Context, s *store.Store, p wire.DocumentsReadParams) (out wire.Part, err error) {
	uid, err := documentNamed(p.Document)
	if err != nil {
		return out, err
	}
	if p.Offset < 0 || p.Length < 0 || p.Length > maxPart {
		return out, fault.New(fault.Invalid, "There is no such part of the file.")
	}
	part, err := s.Original(ctx, uid, p.Offset, p.Length)
	out.Data = base64.StdEncoding.EncodeToString(part)
	return out, err
}

func readPieces(ctx context.Context, s *store.Store, p wire.DocumentsPiecesParams) (out wire.Pieces, err error) {
	uid, err := documentNamed(p.Document)
	if err != nil {
		return out, err
	}
	if out.Document, err = s.Document(ctx, uid); err != nil {
		return out, err
	}
	pieces, err := s.DocumentChunks(ctx, uid, p.From, p.To)
	out.Pieces = make([]wire.Piece, len(pieces))
	for i, c := range pieces {
		out.Pieces[i] = wire.Piece{Number: c.Sequence, Place: c.Place, Heading: c.Heading, Text: c.Text, Veil: string(c.Veil)}
	}
	return out, err
}

func searchDocuments(ctx context.Context, s *store.Store, p wire.DocumentsSearchParams) (out wire.FoundPlaces, err error) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	hits, err := s.SearchDocuments(ctx, p.Query, cmp.Or(p.Limit, 10))
	out.Places = make([]wire.FoundPlace, len(hits))
	for i, h := range hits {
		place := wire.FoundPlace{Document: h.Document, Name: h.Name, Piece: h.Sequence, Place: h.Place, Heading: h.Heading, SessionName: h.SessionName, Snippet: spansOf(h.Snippet)}
		if !h.Session.IsZero() {
			place.Session = h.Session.String()
		}
		out.Places[i] = place
	}
	return out, err
}
