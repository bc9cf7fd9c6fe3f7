package rpc

import (
	"context"
	"encoding/base64"
	"io"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
	"burrow/internal/wire"
)

// maxPart is the most bytes of a backup in one frame.
const maxPart = 8 << 20

func (c *core) registerBackup() {
	h := &c.history
	registerStored(c, wire.BackupBegin, func(ctx context.Context, s *store.Store, _ wire.Nothing) (wire.BackupInfo, error) {
		h.endBackup()
		made, err := transfer.NewBackup(ctx, s)
		if err != nil {
			return wire.BackupInfo{}, err
		}
		h.backup = made
		return wire.BackupInfo{Bytes: made.Len()}, nil
	})
	registerStored(c, wire.BackupRead, func(_ context.Context, _ *store.Store, p wire.BackupReadParams) (wire.Part, error) {
		return h.readBackup(p.Offset, p.Length)
	})
	registerStored(c, wire.BackupEnd, func(context.Context, *store.Store, wire.Nothing) (wire.Nothing, error) {
		h.endBackup()
		return wire.Nothing{}, nil
	})
	registerStored(c, wire.RestoreBegin, func(_ context.Context, _ *store.Store, p wire.RestoreBeginParams) (wire.Nothing, error) {
		return wire.Nothing{}, h.beginRestore(p.Bytes)
	})
	registerStored(c, wire.RestoreWrite, func(_ context.Context, _ *store.Store, p wire.RestoreWriteParams) (wire.Nothing, error) {
		return wire.Nothing{}, h.writeRestore(p.Offset, p.Data)
	})
	registerStored(c, wire.RestoreCheck, func(ctx context.Context, s *store.Store, _ wire.Nothing) (wire.RestoreReport, error) {
		if h.restore == nil {
			return wire.RestoreReport{}, errNoRestore
		}
		report, err := transfer.Inspect(ctx, s, h.restore)
		return restoreReport(report), err
	})
	registerStored(c, wire.RestoreApply, func(ctx context.Context, s *store.Store, p wire.RestoreApplyParams) (wire.RestoreReport, error) {
		if h.restore == nil {
			return wire.RestoreReport{}, errNoRestore
		}
		report, err := transfer.Restore(ctx, s, h.restore, transfer.RestoreMode(p.Mode), c.now())
		return restoreReport(report), err
	})
	registerStored(c, wire.RestoreEnd, func(context.Context, *store.Store, wire.Nothing) (wire.Nothing, error) {
		h.endRestore()
		return wire.Nothing{}, nil
	})
	registerStored(c, wire.SessionsExport, exportSessions)
	registerStored(c, wire.SessionsImport, c.importSessions)
}

var errNoRestore = fault.New(fault.Conflict, "There is no backup to restore. Choose the file again.")

func (h *history) endBackup() {
	if h.backup != nil {
		h.backup.Close()
		h.backup = nil
	}
}

func (h *history) endRestore() {
	if h.restore != nil {
		h.restore.Close()
		h.restore = nil
	}
}

func (h *history) readBackup(offset, length int) (wire.Part, error) {
	if h.backup == nil {
		return wire.Part{}, fault.New(fault.Conflict, "The backup no longer exists. Start again.")
	}
	if offset < 0 || offset > h.backup.Len() || length < 0 || length > maxPart {
		return wire.Part{}, fault.New(fault.Invalid, "There is no such part of the backup.")
	}
	part := make([]byte, min(length, h.backup.Len()-offset))
	if _, err := h.backup.ReadAt(part, int64(offset)); err != nil && err != io.EOF {
		return wire.Part{}, err
	}
	return wire.Part{Data: base64.StdEncoding.EncodeToString(part)}, nil
}

func (h *history) beginRestore(size int) error {
	h.endRestore()
	image, err := sqlite.NewImage(size)
	if err != nil {
		return fault.Wrap(err, fault.TooLarge, "The file is too large to restore here. Use the command line: burrow sessions.")
	}
	h.restore = image
	return nil
}

func (h *history) writeRestore(offset int, data string) error {
	if h.restore == nil {
		return errNoRestore
	}
	if len(data) > base64.StdEncoding.EncodedLen(maxPart) {
		return fault.New(fault.TooLarge, "A part of a backup has at most 8 MiB.")
	}
	part, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "A part of a backup is base64.")
	}
	if _, err := h.restore.WriteAt(part, int64(offset)); err != nil {
		return fault.Wrap(err, fault.Invalid, "The part lies outside the backup.")
	}
	return nil
}

func restoreReport(r transfer.RestoreReport) wire.RestoreReport {
	return wire.RestoreReport{
		Sessions: r.Sessions, Messages: r.Messages, NewSessions: r.NewSessions, NewMessages: r.NewMessages,
		ChangedSessions: r.ChangedSessions, Verified: r.Verified, Problems: orEmpty(r.Problems),
	}
}

func exportSessions(ctx context.Context, s *store.Store, p wire.SessionsExportParams) (wire.Exported, error) {
	var uids []chat.UID
	for _, name := range p.Sessions {
		session, err := s.Resolve(ctx, name)
		if err != nil {
			return wire.Exported{}, err
		}
		uids = append(uids, session.UID)
	}
	if len(uids) == 0 {
		return wire.Exported{}, nil
	}
	export := transfer.Export
	if p.Markdown {
		export = transfer.ExportMarkdown
	}
	var out strings.Builder
	err := export(ctx, s, &out, uids...)
	return wire.Exported{Text: out.String()}, err
}

func (c *core) importSessions(ctx context.Context, s *store.Store, p wire.SessionsImportParams) (wire.Imported, error) {
	lines, first := strings.NewReader(p.Text), max(p.First, 1)
	if p.Preview {
		report, err := transfer.Preview(ctx, s, lines, first, c.now())
		out := imported(report)
		out.Made = report.Made
		return out, err
	}
	if _, _, err := c.countKept(ctx, "user", ""); err != nil { // fetches the vocabulary
		return wire.Imported{}, err
	}
	count := func(role, content string) (int, string) {
		n, encoding, _ := c.countKept(ctx, role, content)
		return n, encoding
	}
	// An import applied twice adds nothing, so it needs no key.
	report, err := transfer.ImportPart(ctx, s, lines, first, c.now(), count)
	return imported(report), err
}

func imported(r transfer.ImportReport) wire.Imported {
	return wire.Imported{Sessions: r.Sessions, Messages: r.Messages, Known: r.Known, Problems: orEmpty(r.Problems)}
}
