package rpc

import (
	"context"
	"sync"
	"unicode/utf8"

	"burrow/internal/fault"
	"burrow/internal/tokens"
	"burrow/internal/wire"
)

const (
	maxDraftBytes = 16 << 20
	// maxDrafts are kept. A client that opens more loses the one used longest
	// ago, which it opens again when it needs it.
	maxDrafts = 16
)

// drafts are the open ones. A draft itself is only touched by the job whose turn
// it is in the draft's queue.
type drafts struct {
	mu   sync.Mutex
	open map[string]*draft
	// uses counts up with every put, to find the draft used longest ago.
	uses int
}

type draft struct {
	_        [0]func() // not to be compared
	text     *tokens.Draft
	role     string
	estimate bool
	lastUse  int
}

func (d *draft) result() wire.Count {
	encoding := d.text.Encoding()
	return wire.Count{
		Count:    d.text.Count() + overhead(encoding, d.role),
		Encoding: encoding.Name(),
		Estimate: d.estimate,
	}
}

// get returns the draft, nil if it is not open.
func (ds *drafts) get(name string) *draft {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.open[name]
}

// put keeps the draft as the one used last.
func (ds *drafts) put(name string, d *draft) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.open == nil {
		ds.open = map[string]*draft{}
	}
	ds.uses++
	d.lastUse = ds.uses
	ds.open[name] = d
	if len(ds.open) <= maxDrafts {
		return
	}
	oldest := name
	for other, d := range ds.open {
		if d.lastUse < ds.open[oldest].lastUse {
			oldest = other
		}
	}
	delete(ds.open, oldest)
}

func (ds *drafts) drop(name string) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	delete(ds.open, name)
}

func (c *core) registerDrafts() {
	// The name of a draft may be empty, that of a queue may not.
	registerQueued(c, wire.DraftOpen, func(p wire.DraftOpenParams) string { return "draft " + p.Draft }, c.openDraft)
	registerQueued(c, wire.DraftEdit, func(p wire.DraftEditParams) string { return "draft " + p.Draft }, c.editDraft)
	registerQueued(c, wire.DraftClose, func(p wire.DraftCloseParams) string { return "draft " + p.Draft }, c.closeDraft)
}

func (c *core) openDraft(ctx context.Context, _ reporter, p wire.DraftOpenParams) (wire.Count, error) {
	c.drafts.drop(p.Draft)
	if len(p.Text) > maxDraftBytes {
		return wire.Count{}, tooLong()
	}
	name, estimate, err := choose(p.Model, p.Encoding)
	if err != nil {
		return wire.Count{}, err
	}
	text, err := c.newDraft(ctx, name, p.Text)
	if err != nil {
		return wire.Count{}, err
	}
	d := &draft{text: text, role: p.Role, estimate: estimate}
	c.drafts.put(p.Draft, d)
	return d.result(), nil
}

func tooLong() error {
	return fault.New(fault.TooLarge, "The draft is longer than {most} MiB, the most that can be counted while it is being written.", "most", maxDraftBytes>>20)
}

// newDraft builds a draft in slices, like countSlices.
func (c *core) newDraft(ctx context.Context, name tokens.Name, text string) (*tokens.Draft, error) {
	encoding, err := c.encoding(ctx, name)
	if err != nil {
		return nil, err
	}
	d := tokens.NewDraft(encoding, "")
	for {
		n := min(len(text), sliceBytes)
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		if err := d.Replace(d.Len(), d.Len(), text[:n]); err != nil {
			return nil, err
		}
		if text = text[n:]; text == "" {
			return d, nil
		}
		c.pauser.pause()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

func (c *core) editDraft(ctx context.Context, _ reporter, p wire.DraftEditParams) (wire.Count, error) {
	if err := checkEdits(p); err != nil {
		return wire.Count{}, err
	}
	d := c.drafts.get(p.Draft)
	if d == nil {
		return wire.Count{}, fault.New(fault.NotFound, "The draft is not open. Open it again.")
	}
	// A new encoding comes first: if it cannot be had, nothing has changed.
	if p.Model != "" || p.Encoding != "" {
		name, estimate, err := choose(p.Model, p.Encoding)
		if err != nil {
			return wire.Count{}, err
		}
		if name != d.text.Encoding().Name() {
			text, err := c.newDraft(ctx, name, d.text.Text())
			if err != nil {
				return wire.Count{}, err
			}
			d.text = text
		}
		d.estimate = estimate
	}
	// It is only put back when all is well, and not after a panic either.
	c.drafts.drop(p.Draft)
	if err := apply(d.text, p); err != nil {
		return wire.Count{}, err
	}
	c.drafts.put(p.Draft, d)
	return d.result(), nil
}

// checkEdits refuses what no draft could make sense of.
func checkEdits(p wire.DraftEditParams) error {
	if p.Units != "" && p.Units != wire.UTF16 && p.Units != wire.Bytes {
		return fault.New(fault.Invalid, "params.units must be {one} or {other}.", "one", string(wire.UTF16), "other", string(wire.Bytes))
	}
	for i, edit := range p.Edits {
		if edit.From < 0 || edit.To < edit.From {
			return fault.New(fault.Invalid, "params.edits[{at}] must begin at 0 or later and end where it begins or later.", "at", i)
		}
	}
	return nil
}

// apply changes the draft. After an error its text is not the client's.
func apply(d *tokens.Draft, p wire.DraftEditParams) error {
	replace, length := d.ReplaceUTF16, d.LenUTF16
	if p.Units == wire.Bytes {
		replace, length = d.Replace, d.Len
	}
	for _, edit := range p.Edits {
		if err := replace(edit.From, edit.To, edit.Text); err != nil {
			return fault.Wrap(err, fault.Conflict, "The edit lies outside the draft. Open the draft again.")
		}
		if d.Len() > maxDraftBytes {
			return tooLong()
		}
	}
	if p.Length != nil && *p.Length != length() {
		return fault.New(fault.Conflict, "The draft has another length after the edits. Open the draft again.")
	}
	return nil
}

func (c *core) closeDraft(_ context.Context, _ reporter, p wire.DraftCloseParams) (wire.Closed, error) {
	c.drafts.drop(p.Draft)
	return wire.Closed{}, nil
}
