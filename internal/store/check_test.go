package store_test

import (
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
	INSERT INTO vectors (message_id, encoder, scale, numbers) VALUES (1, 'marker-one', 0.5, x'01');
	INSERT INTO settings (key, updated_at, value) VALUES ('k', 5, '1');
`

func TestPurgeTakesEverythingOfASession(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	for range 1500 { // deeper than SQLite lets a cascade nest
		say(t, s, session, "x")
	}
	require.NoError(t, s.DB().Exec(everyTable))
	kept := newSession(t, s, "kept").UID
	say(t, s, kept, "x")
	require.NoError(t, s.Purge(ctx, session))
	for table, want := range map[string]int64{"sessions": 1, "messages": 1, "messages_fts_docsize": 1, "session_summaries": 0, "checkpoints": 0, "checkpoint_writes": 0,
		"entities": 0, "active_documents": 0, "pseudonyms": 0, "receipts": 0, "outbox": 0, "vectors": 0, "documents": 0, "chunks": 0} {
		n, err := s.DB().Int("SELECT count(*) FROM " + table)
		require.NoError(t, err)
		require.Equal(t, want, n, table)
	}
	require.ErrorIs(t, s.Purge(ctx, session), fault.NotFound)
	requireWhole(t, s)
}

func TestCheckFindsDamageAndRepairMendsWhatIsDerived(t *testing.T) {
	for _, c := range []struct {
		sql        string
		repairable bool
	}{
		{`UPDATE sessions SET message_count = 7`, true},
		{`UPDATE sessions SET head_id = NULL`, true},
		{`UPDATE sessions SET head_id = 99`, true},
		{`DELETE FROM messages_fts_docsize WHERE id = 2`, true},
		{`UPDATE messages SET content = 'now with more words' WHERE id = 2`, true},
		{`DELETE FROM messages_fts_data WHERE id > 10`, true},
		{`INSERT INTO messages_fts (rowid, text, place) VALUES (77, 'ghost', 's1 o')`, true},
		{`UPDATE messages SET depth = 5 WHERE id = 2`, false},
		{`UPDATE messages SET jump_id = 3 WHERE id = 4`, false},
		{`PRAGMA foreign_keys = OFF; UPDATE messages SET parent_id = 99 WHERE id = 1`, false},
		{`PRAGMA foreign_keys = OFF; INSERT INTO receipts (uid, session_id, created_at, body) VALUES (randomblob(16), 9, 1, '')`, false},
	} {
		s := openWith(t, sqlite.Memory, store.Options{})
		session := newSession(t, s, "a").UID
		for i := range 4 {
			say(t, s, session, fmt.Sprint("word", i))
		}
		report, err := s.Check(ctx)
		require.NoError(t, err)
		require.Equal(t, store.CheckReport{}, report, "there is nothing to repair")
		require.NoError(t, s.DB().Exec(c.sql))
		report, err = s.Check(ctx)
		require.NoError(t, err, c.sql)
		require.NotEmpty(t, report.Problems, c.sql)
		require.Equal(t, c.repairable, report.Repairable, "%s: %v", c.sql, report.Problems)
		for _, problem := range report.Problems {
			require.True(t, strings.HasSuffix(problem, "."), problem)
		}
		if !c.repairable {
			continue
		}
		require.NoError(t, s.Repair(ctx), c.sql)
		requireWhole(t, s)
		found, err := s.Search(ctx, "word3", store.SearchOptions{})
		require.NoError(t, err)
		require.Len(t, found.Hits, 1, c.sql)
	}
}
