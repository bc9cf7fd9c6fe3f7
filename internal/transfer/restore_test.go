package transfer_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/document"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestBackupComesBack(t *testing.T) {
	for seed := range uint64(4) {
		from := open(t)
		grow(t, from, rand.New(rand.NewPCG(seed, 2)), 5, 40)
		require.NoError(t, from.SetSetting(ctx, "k", []byte(`{"a":1}`), clock))
		im := image(t, file(t, from))
		for _, mode := range []transfer.RestoreMode{transfer.Merge, transfer.Replace} {
			to := openWith(t, sqlite.Memory, store.Options{})
			if mode == transfer.Replace {
				grow(t, to, rand.New(rand.NewPCG(seed, 9)), 3, 20)
			}
			report, err := transfer.Inspect(ctx, to, im)
			require.NoError(t, err)
			require.True(t, report.Verified)
			require.Equal(t, 5, report.NewSessions)
			require.Equal(t, report.Messages, report.NewMessages)
			require.Empty(t, report.Problems)
			before := export(t, to)

			done, err := transfer.Restore(ctx, to, im, mode, clock)
			require.NoError(t, err)
			require.Equal(t, report, done)
			if mode == transfer.Merge {
				require.Empty(t, before, "inspecting changes nothing")
			}
			require.Equal(t, export(t, from), export(t, to))
			setting, err := to.Setting(ctx, "k")
			require.NoError(t, err)
			require.Equal(t, `{"a":1}`, string(setting))
			requireWhole(t, to)

			again, err := transfer.Restore(ctx, to, im, transfer.Merge, clock)
			require.NoError(t, err)
			require.Zero(t, again.NewMessages+again.NewSessions+again.ChangedSessions+again.ChangedMessages)
			require.Equal(t, export(t, from), export(t, to))
		}
	}
}

func TestMergeTakesTheNewerOfBothAndRemovesNothing(t *testing.T) {
	here := open(t)
	both, older := newSession(t, here, "both").UID, newSession(t, here, "older").UID
	first := say(t, here, both, "first")
	partial, err := here.Append(ctx, both, chat.Message{Role: chat.Assistant, Status: chat.Streaming, Content: "par"}, clock)
	require.NoError(t, err)
	there := openWith(t, sqlite.Memory, store.Options{})
	_, err = transfer.Restore(ctx, there, image(t, file(t, here)), transfer.Merge, clock)
	require.NoError(t, err)

	// Both go on apart.
	complete, whole := chat.Complete, "partial no more"
	_, err = there.Update(ctx, partial.UID, store.Patch{Content: &whole, Status: &complete}, clock+50)
	require.NoError(t, err)
	_, err = there.Rename(ctx, both, "renamed there", chat.NamedByUser, clock+100)
	require.NoError(t, err)
	theirs := say(t, there, both, "theirs")
	_, err = there.Rename(ctx, older, "old name", chat.NamedByUser, clock+10)
	require.NoError(t, err)
	newSession(t, there, "only there")

	ours, err := here.Append(ctx, both, chat.Message{Role: chat.User, Content: "ours", Parent: first.UID}, clock+20)
	require.NoError(t, err)
	_, err = here.Rename(ctx, older, "newer name", chat.NamedByUser, clock+1000)
	require.NoError(t, err)
	newSession(t, here, "only here")

	im := image(t, file(t, there))
	plan, err := transfer.Inspect(ctx, here, im)
	require.NoError(t, err)
	require.Equal(t, transfer.RestoreReport{Verified: true, Version: store.Format(), Sessions: 3, Messages: 3, NewSessions: 1, NewMessages: 1, ChangedSessions: 1, ChangedMessages: 1}, plan)
	done, err := transfer.Restore(ctx, here, im, transfer.Merge, clock)
	require.NoError(t, err)
	require.Equal(t, plan, done)

	got, err := here.Session(ctx, both)
	require.NoError(t, err)
	require.Equal(t, "renamed there", got.Name)
	require.Equal(t, theirs.UID, got.Head)
	require.Equal(t, 4, got.MessageCount)
	m, err := here.Message(ctx, partial.UID)
	require.NoError(t, err)
	require.Equal(t, whole, m.Content)
	_, err = here.Message(ctx, ours.UID)
	require.NoError(t, err)
	got, err = here.Session(ctx, older)
	require.NoError(t, err)
	require.Equal(t, "newer name", got.Name)
	list, _, err := here.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list, 4)
	found, err := here.Search(ctx, "partial", store.SearchOptions{})
	require.NoError(t, err)
	require.Len(t, found.Hits, 1)
	requireWhole(t, here)
}

func TestANewerSessionWhoseSettingsAreNoObjectIsTaken(t *testing.T) {
	for _, settings := range []string{`[]`, `5`, ` "x"`, `null`, ` {"model":"m"}`} {
		here := open(t)
		uid := newSession(t, here, "both").UID
		there := openWith(t, sqlite.Memory, store.Options{})
		_, err := transfer.Restore(ctx, there, image(t, file(t, here)), transfer.Merge, clock)
		require.NoError(t, err)
		_, err = there.Rename(ctx, uid, "renamed there", chat.NamedByUser, clock+100)
		require.NoError(t, err)
		require.NoError(t, database(there).Exec(`UPDATE sessions SET settings = ?, metadata = ?`, settings, settings))
		report, err := transfer.Restore(ctx, here, image(t, file(t, there)), transfer.Merge, clock)
		require.NoError(t, err, settings)
		require.Equal(t, 1, report.ChangedSessions)
		got, err := here.Session(ctx, uid)
		require.NoError(t, err)
		require.Equal(t, "renamed there", got.Name)
		if strings.Contains(settings, "{") {
			require.JSONEq(t, settings, string(got.Settings))
		} else {
			require.Empty(t, got.Settings)
			require.Empty(t, got.Metadata)
		}
		requireWhole(t, here)
	}
}

// TestEveryFlippedBitIsFound is about the file and its trailer.
func TestEveryFlippedBitIsFound(t *testing.T) {
	from := open(t)
	grow(t, from, rand.New(rand.NewPCG(1, 2)), 3, 30)
	whole := file(t, from)
	to := openWith(t, sqlite.Memory, store.Options{})
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 1000 {
		bit := r.IntN(len(whole) * 8)
		if i < 256 {
			bit = (len(whole)-transfer.TrailerSize)*8 + i // every bit of the trailer
		}
		flipped := bytes.Clone(whole)
		flipped[bit/8] ^= 1 << (bit % 8)
		im, err := sqlite.NewImage(len(flipped))
		require.NoError(t, err)
		_, err = im.WriteAt(flipped, 0)
		require.NoError(t, err)
		_, err = transfer.Restore(ctx, to, im, transfer.Merge, clock)
		require.ErrorIs(t, err, fault.Invalid, "bit %d of %d", bit, len(whole)*8)
		im.Close()
	}
	require.Empty(t, export(t, to))
}

func TestFileWithoutTrailerIsAcceptedIfItIsWhole(t *testing.T) {
	from := open(t)
	say(t, from, newSession(t, from, "a").UID, "x")
	whole := file(t, from)
	database := whole[:len(whole)-transfer.TrailerSize]
	to := openWith(t, sqlite.Memory, store.Options{})
	report, err := transfer.Restore(ctx, to, image(t, database), transfer.Merge, clock)
	require.NoError(t, err)
	require.False(t, report.Verified)
	require.Equal(t, 1, report.NewMessages)
	for _, cut := range [][]byte{database[:len(database)-1], database[:len(database)-4096], append(bytes.Clone(database), 0), whole[:len(whole)-1], whole[:5000], whole[:50], {}} {
		_, err := transfer.Restore(ctx, to, image(t, cut), transfer.Merge, clock)
		require.ErrorIs(t, err, fault.Invalid, "%d bytes", len(cut))
	}
	_, err = transfer.Restore(ctx, to, image(t, database), "odd", clock)
	require.ErrorIs(t, err, fault.Invalid)
}

// TestHostileFilesAreRefusedOrMended gives files that no Burrow has written.
func TestHostileFilesAreRefusedOrMended(t *testing.T) {
	uid := func(i int) string { return fmt.Sprintf("x'%032x'", i) }
	for _, c := range []struct {
		name    string
		sql     string
		problem string // none if the file is refused
		want    string // the texts of the session's messages
	}{
		{name: "another program's", sql: `PRAGMA application_id = 5`},
		{name: "a newer version", sql: `PRAGMA user_version = 99`},
		{name: "no version", sql: `PRAGMA user_version = 0`},
		{name: "no table", sql: `DROP TABLE receipts`},
		{name: "a view", sql: `ALTER TABLE entities RENAME TO e; CREATE VIEW entities AS SELECT * FROM e`},
		{name: "a virtual table", sql: `DROP TABLE faq; CREATE VIRTUAL TABLE faq USING fts5(id, uid, user_id, company_id, created_at, updated_at, uses, device, revision, tombstone, question, answer, metadata)`},
		{name: "a generated column", sql: `ALTER TABLE outbox RENAME COLUMN payload TO p; ALTER TABLE outbox ADD COLUMN payload TEXT AS (hex(zeroblob(10)))`},
		{name: "no column", sql: `ALTER TABLE faq DROP COLUMN answer`},
		{name: "a type that cannot be", sql: `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'messages'; PRAGMA writable_schema = RESET;
			UPDATE messages SET content = x'00' WHERE id = 2`, problem: "1 row with invalid values", want: "one three"},
		{name: "triggers", sql: `CREATE TRIGGER evil AFTER INSERT ON messages BEGIN DELETE FROM sessions; END; CREATE TRIGGER evil2 AFTER UPDATE ON sessions BEGIN DELETE FROM messages; END`,
			want: "one two three"},
		{name: "a damaged index", sql: `DELETE FROM messages_fts_data WHERE id > 10; UPDATE messages_fts_config SET v = 77`, want: "one two three"},
		{name: "roles and statuses", sql: `UPDATE messages SET role = 'root' WHERE id = 3`, problem: "1 row with invalid values", want: "one two"},
		{name: "a session's namer", sql: `UPDATE sessions SET named_by = 'root'`, problem: "1 row with invalid values"},
		{name: "JSON", sql: `UPDATE messages SET metadata = '{' WHERE id = 1`, problem: "1 row with invalid values", want: "two three"},
		{name: "settings and metadata that are no objects", sql: `UPDATE sessions SET settings = '[]', metadata = '5'; UPDATE messages SET metadata = ' "x"'`, want: "one two three"},
		{name: "a parent that is not there", sql: `PRAGMA foreign_keys = OFF; UPDATE messages SET parent_id = 77 WHERE id = 2`, problem: "1 message replies to a missing message", want: "two three"},
		{name: "a cycle", sql: `UPDATE messages SET parent_id = 3 WHERE id = 2`, problem: "2 messages that reply to themselves", want: "one"},
		{name: "parents behind their children", sql: `PRAGMA foreign_keys = OFF; UPDATE messages SET id = 90 WHERE id = 1; UPDATE messages SET parent_id = 90 WHERE id = 2;
			UPDATE messages SET id = 80 WHERE id = 2; UPDATE messages SET parent_id = 80 WHERE id = 3`, want: "one two three"},
		{name: "wrong depths and jumps", sql: `UPDATE messages SET depth = 7, jump_id = 3`, want: "one two three"},
		{name: "a wrong head", sql: `UPDATE sessions SET head_id = 55, message_count = -4`, want: "one two three"},
		{name: "a session that is not there", sql: `PRAGMA foreign_keys = OFF; UPDATE messages SET session_id = 9 WHERE id = 3`, problem: "1 row that belongs to nothing", want: "one two"},
		{name: "times", sql: `UPDATE messages SET created_at = 9223372036854775807, updated_at = -5; UPDATE sessions SET created_at = -9223372036854775808`, want: "one two three"},
		{name: "a uid of zeros", sql: `UPDATE messages SET uid = ` + uid(0) + ` WHERE id = 3`, problem: "1 row with invalid values", want: "one two"},
		{name: "several owners", sql: `INSERT INTO sessions (uid, user_id, created_at, updated_at, last_message_at) VALUES (` + uid(9) + `, 'other', 1, 1, 1)`,
			problem: "1 chat of somebody else", want: "one two three"},
		{name: "a summary of nothing", sql: `PRAGMA foreign_keys = OFF; INSERT INTO session_summaries (uid, session_id, from_depth, to_depth, from_id, to_id, created_at, updated_at, summary)
			VALUES (` + uid(8) + `, 1, 0, 1, 66, 67, 1, 1, '{}')`, problem: "1 row that belongs to nothing", want: "one two three"},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := openWith(t, sqlite.Memory, store.Options{})
			session := newSession(t, from, "theirs").UID
			for _, text := range []string{"one", "two", "three"} {
				say(t, from, session, text)
			}
			require.NoError(t, database(from).Exec(`PRAGMA defensive = OFF`))
			require.NoError(t, database(from).Exec(c.sql))
			im, err := database(from).Image()
			require.NoError(t, err)
			defer im.Close()

			to := openWith(t, sqlite.Memory, store.Options{})
			mine := newSession(t, to, "mine").UID
			say(t, to, mine, "untouched")
			before := export(t, to)
			plan, planErr := transfer.Inspect(ctx, to, im)
			require.Equal(t, before, export(t, to))
			done, err := transfer.Restore(ctx, to, im, transfer.Merge, clock)
			requireWhole(t, to)
			require.Contains(t, export(t, to), strings.TrimSpace(before))
			if c.problem == "" && c.want == "" {
				require.ErrorIs(t, planErr, fault.Invalid)
				require.ErrorIs(t, err, fault.Invalid)
				require.Equal(t, before, export(t, to))
				return
			}
			require.NoError(t, planErr)
			require.NoError(t, err)
			require.Equal(t, plan.NewMessages, done.NewMessages)
			if c.problem == "" {
				require.Empty(t, done.Problems)
			} else {
				require.Contains(t, strings.Join(done.Problems, " "), c.problem)
			}
			if c.want == "" {
				return
			}
			w, err := to.Path(ctx, session, chat.UID{}, 0, 10)
			require.NoError(t, err)
			require.Equal(t, c.want, strings.Join(contents(w.Messages), " "))
		})
	}
}

// TestOwnersRestoreOnlyTheirOwn: in a database of several owners.
func TestOwnersRestoreOnlyTheirOwn(t *testing.T) {
	from := open(t)
	session := newSession(t, from, "a").UID
	say(t, from, session, "one")
	im := image(t, file(t, from))
	one := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "one"}})
	two := one.For(store.Scope{UserID: "two"})
	for _, s := range []*store.Store{one, two} {
		for range 2 {
			_, err := transfer.Restore(ctx, s, im, transfer.Merge, clock)
			require.NoError(t, err)
		}
		list, _, err := s.List(ctx, store.ListOptions{})
		require.NoError(t, err)
		require.Len(t, list, 1)
		w, err := s.Path(ctx, list[0].UID, chat.UID{}, 0, 5)
		require.NoError(t, err)
		require.Equal(t, []string{"one"}, contents(w.Messages))
	}
	_, err := transfer.NewBackup(ctx, one)
	require.ErrorIs(t, err, fault.Invalid, "a backup of the file would hold two's")
	before := export(t, one)
	_, err = transfer.Restore(ctx, two, im, transfer.Replace, clock)
	require.NoError(t, err)
	require.Equal(t, before, export(t, one))
	requireWhole(t, one)
}

func TestFileOfZerosIsRefused(t *testing.T) {
	to := open(t)
	zeros, err := sqlite.NewImage(64 << 20)
	require.NoError(t, err)
	defer zeros.Close()
	_, err = transfer.Inspect(ctx, to, zeros)
	require.ErrorIs(t, err, fault.Invalid)
}

// TestRestoreCopiesEveryColumn: a column that a migration adds must be listed.
func TestRestoreCopiesEveryColumn(t *testing.T) {
	s := open(t)
	listed := transfer.CopiedColumns()
	// What is derived, or means something only in its own database.
	for _, own := range []string{"sessions.message_count", "sessions.device", "sessions.revision", "sessions.tombstone",
		"messages.jump_id", "messages.depth", "messages.device", "messages.revision", "messages.tombstone",
		"vectors.message_id", "vectors.encoder", "vectors.scale", "vectors.numbers"} {
		listed[own] = true
	}
	require.NoError(t, database(s).Each(`SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`, func(st *sqlite.Stmt) error {
		table, column := st.Text(0), st.Text(1)
		if table != "meta" && table != "requests" && column != "id" {
			require.True(t, listed[table+"."+column], "%s.%s", table, column)
		}
		return nil
	}))
}

// TestRestoreCopiesWhatBelongsToSessions fills every table with a row.
func TestRestoreCopiesWhatBelongsToSessions(t *testing.T) {
	from := open(t)
	m := say(t, from, newSession(t, from, "a").UID, "x")
	require.NoError(t, database(from).Exec(everyTable))
	to := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "u"}})
	newSession(t, to, "other, so that keys differ")
	report, err := transfer.Restore(ctx, to, image(t, file(t, from)), transfer.Merge, clock)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
	for _, table := range []string{"session_summaries", "checkpoints", "checkpoint_writes", "entities", "blobs", "blob_chunks", "documents", "chunks",
		"active_documents", "faq", "pseudonyms", "receipts", "outbox", "settings"} {
		there, err := database(from).Int("SELECT count(*) FROM " + table)
		require.NoError(t, err)
		here, err := database(to).Int("SELECT count(*) FROM " + table)
		require.NoError(t, err)
		require.NotZero(t, there, table)
		require.Equal(t, there, here, table)
	}
	n, err := database(to).Int(`SELECT count(*) FROM session_summaries u JOIN messages m ON m.id = u.to_id JOIN sessions s ON s.id = u.session_id
		WHERE m.uid = ? AND s.name = 'a' AND s.user_id = 'u'`, m.UID[:])
	require.NoError(t, err)
	require.Equal(t, int64(1), n, "keys are those of this database")
	n, err = database(to).Int(`SELECT count(*) FROM checkpoints c JOIN checkpoints p ON p.id = c.parent_id JOIN checkpoint_writes w ON w.checkpoint_id = c.id`)
	require.NoError(t, err)
	require.Equal(t, int64(1), n)
	requireWhole(t, to)
}

// everyTable puts rows into every table, of session 1 and message 1.
const everyTable = `
	INSERT INTO session_summaries (uid, session_id, from_depth, to_depth, from_id, to_id, created_at, updated_at, summary) VALUES (randomblob(16), 1, 0, 0, 1, 1, 5, 5, '{"key_facts":["marker-one"]}');
	INSERT INTO checkpoints (id, uid, session_id, step, created_at, state) VALUES (1, randomblob(16), 1, 1, 5, 'marker-one');
	INSERT INTO checkpoints (id, uid, session_id, parent_id, step, created_at, state) VALUES (2, randomblob(16), 1, 1, 2, 5, 'marker-one');
	INSERT INTO checkpoint_writes (checkpoint_id, task, sequence, channel, value) VALUES (2, 't', 1, 'c', 'marker-one');
	INSERT INTO entities (uid, session_id, message_id, sequence, kind, name, created_at) VALUES (randomblob(16), 1, 1, 1, 'person', 'marker-one', 5);
	INSERT INTO blobs (id, digest, size, created_at) VALUES (1, randomblob(32), 3, 5);
	INSERT INTO blob_chunks (blob_id, sequence, bytes) VALUES (1, 0, x'010203');
	INSERT INTO documents (id, uid, blob_id, name, created_at, updated_at) VALUES (1, randomblob(16), 1, 'd', 5, 5);
	INSERT INTO chunks (document_id, sequence, content, vector) VALUES (1, 0, 'text', x'00');
	INSERT INTO active_documents (session_id, document_id, created_at) VALUES (1, 1, 5);
	INSERT INTO faq (uid, created_at, updated_at, question, answer) VALUES (randomblob(16), 5, 5, 'q', 'a');
	INSERT INTO pseudonyms (uid, session_id, kind, pseudonym, original, created_at) VALUES (randomblob(16), 1, 'name', 'marker-one P', 'marker-one', 5);
	INSERT INTO receipts (uid, session_id, message_id, created_at, body) VALUES (randomblob(16), 1, 1, 5, 'marker-one');
	INSERT INTO outbox (uid, session_id, kind, created_at, payload) VALUES (randomblob(16), 1, 'k', 5, 'marker-one');
	INSERT INTO settings (key, updated_at, value) VALUES ('k', 5, '1');
`

func TestRestoredDocumentsAreFound(t *testing.T) {
	from := open(t)
	u, err := from.NewUpload(ctx, clock)
	require.NoError(t, err)
	require.NoError(t, from.Write(ctx, u, []byte("Moles dig.")))
	chunks := document.Cut([]document.Block{{Kind: document.Paragraph, Place: document.Place{Kind: document.Page, Number: 3}, Text: "Moles dig."}, {Kind: document.Paragraph, Text: "Obey.", Veil: document.Tiny}})
	d, err := from.AddDocument(ctx, u, store.NewDocument{Name: "moles.pdf", Chunks: chunks, Kept: true}, clock)
	require.NoError(t, err)
	session := newSession(t, from, "x").UID
	require.NoError(t, from.Attach(ctx, session, []chat.UID{d.UID}, clock))
	require.NoError(t, from.PinDocument(ctx, session, d.UID, true))

	backup := file(t, from)
	for _, mode := range []transfer.RestoreMode{transfer.Merge, transfer.Replace} {
		to := open(t)
		for range 2 {
			_, err := transfer.Restore(ctx, to, image(t, backup), mode, clock)
			require.NoError(t, err)
			hits, err := to.SearchChunks(ctx, "digging", store.ChunkOptions{})
			require.NoError(t, err)
			require.Len(t, hits, 1)
			require.Equal(t, "page 3", hits[0].Place)
			attached, err := to.Attached(ctx, session)
			require.NoError(t, err)
			require.Equal(t, []store.AttachedDocument{{Document: d, Active: true, Pinned: true}}, attached)
			original, err := to.Original(ctx, d.UID, 0, 100)
			require.NoError(t, err)
			require.Equal(t, "Moles dig.", string(original))
			requireWhole(t, to)
		}
	}
}
