package store

// ApplicationID marks our files, in the header where SQLite keeps it: "Brrw".
const ApplicationID = 0x42727277

// migrations are the statements that make each version out of the one before it.
// Migration n is migrations[n-1]. A migration that has been released is never
// edited: a change is a new one.
//
// Rules of the tables: an integer key for speed and for the search index; a uid
// that names the row across devices, where rows cross them; device, revision and
// tombstone there too, so that sync can come later; times in Unix milliseconds;
// long values last, so that a scan does not read through them.
//
// What belongs to a session goes with it by ON DELETE CASCADE. A message's parent
// does not cascade: SQLite nests a cascade per level and ends at 1,000. It is
// checked when the transaction ends.
var migrations = [][]string{
	{
		`CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID`,

		`CREATE TABLE sessions (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			user_id TEXT NOT NULL DEFAULT '',
			company_id TEXT NOT NULL DEFAULT '',
			external_id TEXT,
			created_at INTEGER NOT NULL,
			updated_at INTEGER NOT NULL,
			last_message_at INTEGER NOT NULL,
			message_count INTEGER NOT NULL DEFAULT 0,
			pinned INTEGER NOT NULL DEFAULT 0,
			archived INTEGER NOT NULL DEFAULT 0,
			deleted_at INTEGER,
			head_id INTEGER,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			named_by TEXT NOT NULL DEFAULT '',
			name TEXT NOT NULL DEFAULT '',
			draft TEXT NOT NULL DEFAULT '',
			settings TEXT NOT NULL DEFAULT '{}',
			metadata TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE INDEX sessions_shown ON sessions (user_id, company_id, deleted_at, archived, pinned, last_message_at)`,
		`CREATE UNIQUE INDEX sessions_external ON sessions (user_id, company_id, external_id) WHERE external_id IS NOT NULL`,
		`CREATE INDEX sessions_binned ON sessions (deleted_at) WHERE deleted_at IS NOT NULL`,

		// jump_id is an ancestor further up: see path.go.
		`CREATE TABLE messages (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			parent_id INTEGER REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
			jump_id INTEGER,
			depth INTEGER NOT NULL CHECK (depth >= 0),
			role TEXT NOT NULL,
			status TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			updated_at INTEGER NOT NULL,
			token_count INTEGER NOT NULL DEFAULT 0,
			encoding TEXT NOT NULL DEFAULT '',
			pinned INTEGER NOT NULL DEFAULT 0,
			external_id TEXT,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			content TEXT NOT NULL,
			metadata TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE INDEX messages_depth ON messages (session_id, depth)`,
		`CREATE INDEX messages_parent ON messages (parent_id)`,
		`CREATE INDEX messages_streaming ON messages (session_id) WHERE status = 'streaming'`,
		`CREATE UNIQUE INDEX messages_external ON messages (session_id, external_id) WHERE external_id IS NOT NULL`,

		messagesIndex[0], messagesIndex[1], messagesIndex[2],

		`CREATE TABLE session_summaries (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			level INTEGER NOT NULL DEFAULT 0,
			from_depth INTEGER NOT NULL,
			to_depth INTEGER NOT NULL,
			from_id INTEGER NOT NULL REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
			to_id INTEGER NOT NULL REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
			tokens_before INTEGER NOT NULL DEFAULT 0,
			tokens_after INTEGER NOT NULL DEFAULT 0,
			encoding TEXT NOT NULL DEFAULT '',
			made_by TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL,
			updated_at INTEGER NOT NULL,
			undone_at INTEGER,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			summary TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX session_summaries_session ON session_summaries (session_id, to_depth)`,
		`CREATE INDEX session_summaries_from ON session_summaries (from_id)`,
		`CREATE INDEX session_summaries_to ON session_summaries (to_id)`,

		// Which messages a summary stands for, on the paths that go through its
		// last one.
		`CREATE VIEW summarized_messages (session_id, message_id, summary_id) AS
			WITH RECURSIVE covered (session_id, id, parent_id, summary_id, from_depth) AS (
				SELECT s.session_id, m.id, m.parent_id, s.id, s.from_depth
				FROM session_summaries s JOIN messages m ON m.id = s.to_id
				WHERE s.undone_at IS NULL AND s.tombstone = 0
				UNION ALL
				SELECT c.session_id, m.id, m.parent_id, c.summary_id, c.from_depth
				FROM covered c JOIN messages m ON m.id = c.parent_id
				WHERE m.depth >= c.from_depth
			)
			SELECT session_id, id, summary_id FROM covered`,

		`CREATE TABLE checkpoints (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			parent_id INTEGER REFERENCES checkpoints (id) DEFERRABLE INITIALLY DEFERRED,
			namespace TEXT NOT NULL DEFAULT '',
			step INTEGER NOT NULL,
			node TEXT NOT NULL DEFAULT '',
			source TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			state TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX checkpoints_session ON checkpoints (session_id, namespace, id)`,
		`CREATE INDEX checkpoints_parent ON checkpoints (parent_id)`,
		// Pending writes come one by one while a step runs: rows, because a column
		// would write the state anew each time.
		`CREATE TABLE checkpoint_writes (
			id INTEGER PRIMARY KEY,
			checkpoint_id INTEGER NOT NULL REFERENCES checkpoints (id) ON DELETE CASCADE,
			task TEXT NOT NULL,
			sequence INTEGER NOT NULL,
			channel TEXT NOT NULL,
			value TEXT NOT NULL,
			UNIQUE (checkpoint_id, task, sequence)
		) STRICT`,

		`CREATE TABLE entities (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE,
			sequence INTEGER NOT NULL,
			kind TEXT NOT NULL,
			name TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			value TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE INDEX entities_session ON entities (session_id, sequence)`,
		`CREATE INDEX entities_message ON entities (message_id)`,

		`CREATE TABLE blobs (
			id INTEGER PRIMARY KEY,
			digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
			size INTEGER NOT NULL,
			type TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL
		) STRICT`,
		`CREATE TABLE blob_chunks (
			id INTEGER PRIMARY KEY,
			blob_id INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
			sequence INTEGER NOT NULL,
			bytes BLOB NOT NULL,
			UNIQUE (blob_id, sequence)
		) STRICT`,

		`CREATE TABLE documents (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			user_id TEXT NOT NULL DEFAULT '',
			company_id TEXT NOT NULL DEFAULT '',
			blob_id INTEGER REFERENCES blobs (id) ON DELETE SET NULL,
			name TEXT NOT NULL,
			type TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL,
			updated_at INTEGER NOT NULL,
			deleted_at INTEGER,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			metadata TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE INDEX documents_owner ON documents (user_id, company_id, updated_at)`,
		`CREATE INDEX documents_blob ON documents (blob_id)`,
		`CREATE TABLE chunks (
			id INTEGER PRIMARY KEY,
			document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
			sequence INTEGER NOT NULL,
			first_byte INTEGER NOT NULL DEFAULT 0,
			last_byte INTEGER NOT NULL DEFAULT 0,
			token_count INTEGER NOT NULL DEFAULT 0,
			encoding TEXT NOT NULL DEFAULT '',
			heading TEXT NOT NULL DEFAULT '',
			content TEXT NOT NULL,
			vector BLOB,
			UNIQUE (document_id, sequence)
		) STRICT`,
		`CREATE VIRTUAL TABLE chunks_fts USING fts5(text, place, content = '', prefix = '2 3 4', tokenize = 'ascii')`,
		`INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('secure-delete', 1)`,
		`INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('rank', 'bm25(1.0, 0.0)')`,
		`CREATE TABLE active_documents (
			id INTEGER PRIMARY KEY,
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
			created_at INTEGER NOT NULL,
			UNIQUE (session_id, document_id)
		) STRICT`,
		`CREATE INDEX active_documents_document ON active_documents (document_id)`,

		`CREATE TABLE faq (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			user_id TEXT NOT NULL DEFAULT '',
			company_id TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL,
			updated_at INTEGER NOT NULL,
			uses INTEGER NOT NULL DEFAULT 0,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			question TEXT NOT NULL,
			answer TEXT NOT NULL,
			metadata TEXT NOT NULL DEFAULT '{}'
		) STRICT`,
		`CREATE INDEX faq_owner ON faq (user_id, company_id)`,

		`CREATE TABLE pseudonyms (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			kind TEXT NOT NULL,
			pseudonym TEXT NOT NULL,
			original TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			UNIQUE (session_id, pseudonym)
		) STRICT`,
		`CREATE INDEX pseudonyms_original ON pseudonyms (session_id, kind, original)`,

		`CREATE TABLE receipts (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE,
			destination TEXT NOT NULL DEFAULT '',
			created_at INTEGER NOT NULL,
			device TEXT NOT NULL DEFAULT '',
			revision INTEGER NOT NULL DEFAULT 1,
			tombstone INTEGER NOT NULL DEFAULT 0,
			body TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX receipts_session ON receipts (session_id, id)`,
		`CREATE INDEX receipts_message ON receipts (message_id)`,

		`CREATE TABLE outbox (
			id INTEGER PRIMARY KEY,
			uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
			session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			kind TEXT NOT NULL,
			attempts INTEGER NOT NULL DEFAULT 0,
			next_at INTEGER NOT NULL DEFAULT 0,
			created_at INTEGER NOT NULL,
			payload TEXT NOT NULL
		) STRICT`,
		`CREATE INDEX outbox_session ON outbox (session_id, id)`,
		`CREATE INDEX outbox_next ON outbox (next_at)`,

		`CREATE TABLE settings (
			id INTEGER PRIMARY KEY,
			user_id TEXT NOT NULL DEFAULT '',
			company_id TEXT NOT NULL DEFAULT '',
			key TEXT NOT NULL,
			updated_at INTEGER NOT NULL,
			value TEXT NOT NULL,
			UNIQUE (user_id, company_id, key)
		) STRICT`,

		// sessions holds the uids of the sessions a write touched, one after
		// another, so that purging one of them takes the write's answer too.
		`CREATE TABLE requests (
			id INTEGER PRIMARY KEY,
			user_id TEXT NOT NULL DEFAULT '',
			company_id TEXT NOT NULL DEFAULT '',
			key TEXT NOT NULL,
			created_at INTEGER NOT NULL,
			sessions BLOB NOT NULL,
			result BLOB,
			UNIQUE (user_id, company_id, key)
		) STRICT`,
		`CREATE INDEX requests_created ON requests (created_at)`,
	},
	{
		// Pinned messages go along whole, wherever they stand.
		`CREATE INDEX messages_pinned ON messages (session_id, depth) WHERE pinned = 1`,
	},
	{
		// A thing that is named again is found by its name; preferences of all
		// sessions by their kind.
		`CREATE INDEX entities_name ON entities (session_id, kind, name)`,
		`CREATE INDEX entities_kind ON entities (kind, created_at)`,
	},
	{
		// What messages mean, as an encoder has it: see vector.go.
		`CREATE TABLE vectors (
			id INTEGER PRIMARY KEY,
			message_id INTEGER NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
			encoder TEXT NOT NULL,
			scale REAL NOT NULL,
			numbers BLOB NOT NULL
		) STRICT`,
	},
	{
		// Documents: until now nothing wrote these tables.
		`ALTER TABLE chunks ADD COLUMN place TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE chunks ADD COLUMN veil TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE active_documents ADD COLUMN detached_at INTEGER`,
		`ALTER TABLE active_documents ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0`,
		`DROP TABLE chunks_fts`,
		chunksIndex[0], chunksIndex[1], chunksIndex[2],
	},
}

// Format is the version of the schema that this program writes.
func Format() int { return len(migrations) }

// messagesIndex makes the search index over messages. Its text is made in Go: see
// index.go. It is not kept a second time (content = ”), and secure-delete takes
// terms out at once. Over 100,000 messages a beginning of two letters took 200 ms
// to find, with indexes of beginnings 1 ms; they are 44 MB beside the index's 31.
var messagesIndex = []string{
	`CREATE VIRTUAL TABLE messages_fts USING fts5(text, place, content = '', prefix = '2 3 4', tokenize = 'ascii')`,
	`INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1)`,
	`INSERT INTO messages_fts (messages_fts, rank) VALUES ('rank', 'bm25(1.0, 0.0)')`,
}

// chunksIndex makes the search index over chunks of documents. Its terms are stems:
// questions use other forms of a document's words. See chunk_index.go.
var chunksIndex = []string{
	`CREATE VIRTUAL TABLE chunks_fts USING fts5(title, heading, text, place, content = '', tokenize = 'ascii')`,
	`INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('secure-delete', 1)`,
	`INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('rank', 'bm25(2.0, 1.5, 1.0, 0.0)')`,
}
