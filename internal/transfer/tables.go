package transfer

import "strings"

// copiedTables are the tables and columns that a restore copies; it ignores what a
// file says about itself. Kinds of columns: u is a uid, i a number, t text, j JSON,
// b bytes, and a table's name stands for the key of one of its rows; ? allows NULL.
//
// A column added by migration 2 gets "@2": older files lack it, and its default
// applies.
var copiedTables = []table{
	newTable("session_summaries", "uid", `uid:u session_id:sessions level:i from_depth:i to_depth:i from_id:messages to_id:messages
		tokens_before:i tokens_after:i encoding:t made_by:t created_at:i updated_at:i undone_at:i? device:t revision:i tombstone:i summary:j`),
	newTable("checkpoints", "uid", `uid:u session_id:sessions parent_id:checkpoints? namespace:t step:i node:t source:t created_at:i
		device:t revision:i tombstone:i state:t`),
	newTable("checkpoint_writes", "", `checkpoint_id:checkpoints task:t sequence:i channel:t value:t`),
	newTable("entities", "uid", `uid:u session_id:sessions message_id:messages? sequence:i kind:t name:t created_at:i device:t revision:i tombstone:i value:j`),
	newTable("blobs", "digest", `digest:b size:i type:t created_at:i`),
	newTable("blob_chunks", "", `blob_id:blobs sequence:i bytes:b`),
	newTable("documents", "uid", `uid:u user_id:t company_id:t blob_id:blobs? name:t type:t created_at:i updated_at:i deleted_at:i?
		device:t revision:i tombstone:i metadata:j`),
	newTable("chunks", "", `document_id:documents sequence:i first_byte:i last_byte:i token_count:i encoding:t heading:t content:t vector:b? place:t@5 veil:t@5`),
	newTable("active_documents", "", `session_id:sessions document_id:documents created_at:i detached_at:i?@5 pinned:i@5`),
	newTable("faq", "uid", `uid:u user_id:t company_id:t created_at:i updated_at:i uses:i device:t revision:i tombstone:i question:t answer:t metadata:j`),
	newTable("pseudonyms", "uid", `uid:u session_id:sessions kind:t pseudonym:t original:t created_at:i device:t revision:i tombstone:i`),
	newTable("receipts", "uid", `uid:u session_id:sessions message_id:messages? destination:t created_at:i device:t revision:i tombstone:i body:t`),
	newTable("outbox", "uid", `uid:u session_id:sessions kind:t attempts:i next_at:i created_at:i payload:t`),
	newTable("settings", "", `user_id:t company_id:t key:t updated_at:i value:j`),
}

// Sessions and messages have code of their own.
var (
	sessionsTable = newTable("sessions", "uid", `uid:u user_id:t company_id:t external_id:t? created_at:i updated_at:i last_message_at:i
		pinned:i archived:i deleted_at:i? head_id:i? named_by:t name:t draft:t settings:j metadata:j`)
	messagesTable = newTable("messages", "uid", `uid:u session_id:i parent_id:i? role:t status:t created_at:i updated_at:i
		token_count:i encoding:t pinned:i external_id:t? content:t metadata:j`)
)

type table struct {
	name    string
	key     string // the column that names a row in every database, if others refer to the table
	columns []column
}

type column struct {
	name  string
	kind  byte
	ref   string // the table that kind r refers to
	null  bool
	since int
}

func newTable(name, key, columns string) table {
	t := table{name: name, key: key}
	for _, field := range strings.Fields(columns) {
		c := column{since: 1}
		if at := strings.IndexByte(field, '@'); at >= 0 {
			c.since = int(field[at+1] - '0')
			field = field[:at]
		}
		field, c.null = strings.CutSuffix(field, "?")
		c.name, c.ref, _ = strings.Cut(field, ":")
		if c.kind = 'r'; len(c.ref) == 1 {
			c.kind, c.ref = c.ref[0], ""
		}
		t.columns = append(t.columns, c)
	}
	return t
}

// at returns the index of a column, -1 if there is none.
func (t table) at(name string) int {
	for i, c := range t.columns {
		if c.name == name {
			return i
		}
	}
	return -1
}

// names returns the columns' names.
func (t table) names() []string {
	all := make([]string, len(t.columns))
	for i, c := range t.columns {
		all[i] = c.name
	}
	return all
}
