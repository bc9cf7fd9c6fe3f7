package foreign

import (
	"cmp"
	"io"
	"path"
	"slices"
	"strings"

	"burrow/internal/archive"
	"burrow/internal/fault"
)

const (
	maxEntries = 200_000
	// maxUnpacked is the most bytes that the chats of an archive may have.
	maxUnpacked = 1 << 30
)

// openArchive reads the directory of a ZIP file.
func openArchive(r io.ReaderAt, size int64) (*archive.Archive, error) {
	a, err := archive.Open(r, size, archive.Limits{Entries: maxEntries, Unpacked: maxUnpacked})
	return a, toldOf(err)
}

// toldOf returns the sentence for what is wrong with an archive, and other errors as
// they are.
func toldOf(err error) error {
	switch err {
	case archive.ErrDamaged:
		return fault.New(fault.Invalid, "This ZIP file is damaged or cut off. Download it again.")
	case archive.ErrParts:
		return fault.New(fault.Invalid, "This ZIP file is one of several parts. Unpack them, and import the file with the chats.")
	case archive.ErrEntries:
		return fault.New(fault.TooLarge, "This ZIP file has too many files. Unpack it, and import the file with the chats.")
	case archive.ErrEncrypted:
		return fault.New(fault.Invalid, "This ZIP file is encrypted. Unpack it, and import the file with the chats.")
	case archive.ErrMethod:
		return fault.New(fault.Invalid, "This ZIP file is packed in a way that Burrow can’t read. Unpack it, and import the file with the chats.")
	}
	return err
}

// packedDocuments are the entries of an archive that may hold chats. If some are
// called conversations, as ChatGPT and Claude call theirs, the others are about
// something else. beside counts files that are no chats, and toRead the bytes of
// those that may be.
func packedDocuments(a *archive.Archive, size int64) (out []document, beside int, toRead int64) {
	var named, others []archive.Entry
	for _, e := range a.Entries {
		base := strings.ToLower(path.Base(strings.ReplaceAll(e.Name, `\`, "/")))
		switch ext := path.Ext(base); {
		case strings.HasSuffix(e.Name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(e.Name, "__MACOSX/"):
		case ext == ".json" && strings.HasPrefix(base, "conversations"):
			named = append(named, e)
		case ext == ".json" || ext == ".jsonl" || ext == ".ndjson":
			others = append(others, e)
		case ext != ".html":
			beside++
		}
	}
	if len(named) == 0 {
		named = others
	}
	slices.SortStableFunc(named, func(a, b archive.Entry) int {
		return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
	})
	for _, e := range named {
		toRead += int64(min(e.Packed, uint64(size)))
		out = append(out, document{oneLine(path.Base(e.Name)), func() (io.Reader, error) {
			r, err := a.Open(e)
			return r, toldOf(err)
		}})
	}
	return out, beside, toRead
}
