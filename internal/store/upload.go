package store

import (
	"context"

	"burrow/internal/digest"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

const (
	// MaxDocument is the most bytes of a file.
	MaxDocument = 256 << 20
	// blobPart is how many bytes a row has.
	blobPart = 1 << 20
)

// Upload is a file on its way in. What is never added is removed by PurgeExpired.
type Upload struct {
	blob     int64
	sequence int
	size     int64
	hash     digest.Hash
	rest     []byte
}

// Size is how many bytes have been written.
func (u *Upload) Size() int64 { return u.size }

// NewUpload begins to keep a file.
func (s *Store) NewUpload(ctx context.Context, now int64) (*Upload, error) {
	var u *Upload
	err := s.write(ctx, func() (err error) {
		u, err = s.newUpload(now)
		return err
	})
	return u, err
}

func (s *Store) newUpload(now int64) (*Upload, error) {
	// It gets its own digest when all of it is there.
	err := s.db.Each(`INSERT INTO blobs (digest, size, created_at) VALUES (randomblob(32), 0, ?)`, nil, now)
	return &Upload{blob: s.db.LastID()}, err
}

// Write keeps the next bytes of a file.
func (s *Store) Write(ctx context.Context, u *Upload, part []byte) error {
	if u.size+int64(len(part)) > MaxDocument {
		return fault.New(fault.TooLarge, "The file is too large. A document can have at most {most} MB.", "most", MaxDocument>>20)
	}
	return s.write(ctx, func() error { return s.writeUpload(u, part) })
}

func (s *Store) writeUpload(u *Upload, part []byte) error {
	u.hash.Write(part)
	u.size += int64(len(part))
	u.rest = append(u.rest, part...)
	for len(u.rest) >= blobPart {
		if err := s.writePart(u, u.rest[:blobPart]); err != nil {
			return err
		}
		u.rest = append(u.rest[:0], u.rest[blobPart:]...)
	}
	return nil
}

func (s *Store) writePart(u *Upload, bytes []byte) error {
	err := s.db.Each(`INSERT INTO blob_chunks (blob_id, sequence, bytes) VALUES (?, ?, ?)`, nil, u.blob, u.sequence, bytes)
	u.sequence++
	return err
}

// Drop removes what was kept of a file that is not wanted.
func (s *Store) Drop(ctx context.Context, u *Upload) error {
	return s.write(ctx, func() error { return s.dropBlob(u.blob) })
}

func (s *Store) dropBlob(id int64) error {
	s.scrub = true
	return s.db.Each(`DELETE FROM blobs WHERE id = ? AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.blob_id = blobs.id)`, nil, id)
}

// keepBlob ends an upload inside a transaction, and returns the row that has its bytes:
// an older one if the same bytes are here already.
func (s *Store) keepBlob(u *Upload, kind string) (id int64, err error) {
	if len(u.rest) > 0 {
		if err := s.writePart(u, u.rest); err != nil {
			return 0, err
		}
		u.rest = nil
	}
	sum := u.hash.Sum()
	same, err := s.db.Int(`SELECT coalesce((SELECT id FROM blobs WHERE digest = ?), 0)`, sum[:])
	if err != nil {
		return 0, err
	}
	if same != 0 && same != u.blob {
		return same, s.db.Each(`DELETE FROM blobs WHERE id = ?`, nil, u.blob)
	}
	changed := 0
	err = s.db.Each(`UPDATE blobs SET digest = ?, size = ?, type = ? WHERE id = ? RETURNING 1`,
		func(*sqlite.Stmt) error { changed++; return nil }, sum[:], u.size, valid(kind), u.blob)
	if err == nil && changed == 0 {
		err = fault.New(fault.NotFound, "This file is no longer here. Add it again.")
	}
	return u.blob, err
}
