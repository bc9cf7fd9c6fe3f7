package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/say"
	"burrow/internal/store"
)

const sessionsHelp say.English = `Usage: burrow sessions ACTION --db FILE [FLAGS] [ARGUMENTS]

Reads and changes the history in a database file, such as a backup made in the
app. Name a chat by the digits that list shows, by its whole uid, or by the name
it was imported under.

  list                    the chats, newest first
  show SESSION            its messages, from first to last
  search WORDS…           messages with all the words; "a phrase" in quotes
  rename SESSION NAME     give it a name
  tag SESSION +TAG -TAG…  add and remove tags
  archive SESSION…        archive; --undo unarchives
  delete SESSION…         move to the bin for 30 days; --forever deletes at once
  restore SESSION…        restore from the bin
  export [SESSION…]       as lines of JSON; all chats unless you name some;
                          --markdown writes the chats that you name, to be read
  import [FILE…]          lines of JSON, or an export of ChatGPT, Claude, Open WebUI,
                          LibreChat, LobeHub, Chatbox or ShareGPT, also as ZIP;
                          --dry-run shows what would be added and keeps nothing
  backup FILE             a copy with a checksum, which the app can restore
  check                   look for damage; --repair fixes what can be rebuilt
  checkpoints SESSION     the steps of its turns, newest first
  resume SESSION [STEP]   continue its last turn, or from a step
  fork SESSION STEP       start a new branch at a step; the old one stays
  summaries SESSION       the summaries of its older messages
  condense SESSION [TEXT] condense now, with instructions; --preview changes nothing
  reopen SESSION SUMMARY  remove a summary; --undo puts it back

  --db FILE         the database; import creates it if needed
  --json            JSON objects, one per line
  --tag TAG         list: only chats with this tag
  --archived        list: archived chats
  --bin             list: chats in the bin
  --limit N         list, show and search: at most this many (list 1000, search 20)
  --session ID      search: in one chat
  --out FILE        export: to a file instead of standard output
  --model NAME      resume, condense: ask this model
  --env FILE        resume, condense: settings file, .env by default
  --keep N          condense: keep this many of the last messages in full

Lines to import: {"session","role","content","timestamp"?,"id"?,"metadata"?}.
Only you can read the files that this command writes. A database that another
program has changed is refused.
Exit status: 0; 1 if something failed (import: if a line was left out); 2 for a
wrong usage.
`

// sessionsCall is one call of the command.
type sessionsCall struct {
	db, out, session, tag string
	json, archived, bin   bool
	undo, forever, repair bool
	limit, keep           int
	preview, markdown     bool
	tags                  []string // +TAG and -TAG
	action                string
	args                  []string
	std                   streams
	asker                 asker
}

type sessionsAction struct {
	// args is how many arguments there must be, -1 for any number.
	least, most int
	reads       bool
	run         func(context.Context, *store.Store, *sessionsCall) error
}

var sessionsActions = map[string]sessionsAction{
	"list":    {0, 0, true, listSessions},
	"show":    {1, 1, true, showSession},
	"search":  {1, -1, true, searchSessions},
	"rename":  {2, 2, false, renameSession},
	"tag":     {1, 1, false, tagSession},
	"archive": {1, -1, false, archiveSessions},
	"delete":  {1, -1, false, deleteSessions},
	"restore": {1, -1, false, restoreSessions},
	"export":  {0, -1, true, exportSessions},
	"import":  {0, -1, false, importSessions},
	"backup":  {1, 1, true, backupSessions},
	"check":   {0, 0, false, checkSessions},

	"checkpoints": {1, 1, true, listSteps},
	"fork":        {2, 2, false, forkSession},
	"summaries":   {1, 1, true, listSummaries},
	"reopen":      {2, 2, false, undoSummary},
	// These open the history themselves.
	"resume":   {1, 2, false, nil},
	"condense": {1, -1, false, nil},
}

func runSessions(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("sessions", flag.ContinueOnError)
	call := &sessionsCall{std: std}
	flags.StringVar(&call.db, "db", "", "")
	flags.StringVar(&call.out, "out", "", "")
	flags.StringVar(&call.session, "session", "", "")
	flags.StringVar(&call.tag, "tag", "", "")
	flags.BoolVar(&call.json, "json", false, "")
	flags.BoolVar(&call.archived, "archived", false, "")
	flags.BoolVar(&call.bin, "bin", false, "")
	flags.BoolVar(&call.undo, "undo", false, "")
	flags.BoolVar(&call.forever, "forever", false, "")
	flags.BoolVar(&call.repair, "repair", false, "")
	flags.IntVar(&call.limit, "limit", 0, "")
	flags.IntVar(&call.keep, "keep", -1, "")
	flags.BoolVar(&call.preview, "preview", false, "")
	flags.BoolVar(&call.preview, "dry-run", false, "")
	flags.BoolVar(&call.markdown, "markdown", false, "")
	flags.StringVar(&call.asker.model, "model", "", "")
	flags.StringVar(&call.asker.env, "env", "", "")
	if len(args) > 0 && args[0] == "tag" {
		args, call.tags = tagChanges(flags, args)
	}
	rest, code, ok := parse(flags, sessionsHelp, args, std)
	if !ok {
		return code
	}
	action, err := call.choose(rest)
	if err != nil {
		return mistake("sessions", err, std)
	}
	if err := call.perform(ctx, action); err != nil {
		if err == errNoAnswer {
			return exitFailure
		}
		fmt.Fprintf(std.err, "burrow sessions %s: %s\n", call.action, sentence(err))
		return exitFailure
	}
	return exitOK
}

func (call *sessionsCall) choose(rest []string) (action sessionsAction, err error) {
	if len(rest) == 0 {
		return action, say.Error("name an action, such as list")
	}
	call.action, call.args = rest[0], rest[1:]
	action, known := sessionsActions[call.action]
	switch {
	case !known:
		return action, say.Error("there is no action {action}", "action", strconv.Quote(call.action))
	case call.db == "":
		return action, say.Error("--db FILE is missing")
	case call.limit < 0:
		return action, say.Error("--limit must not be negative")
	case len(call.args) < action.least:
		return action, errors.New(say.Plural(action.least-len(call.args), "{action} needs {n} more argument", "{action} needs {n} more arguments", "action", call.action))
	case call.markdown && call.action == "export" && len(call.args) == 0:
		return action, say.Error("name the chats to write as Markdown")
	case call.action == "tag" && len(call.tags) == 0:
		return action, say.Error("tag needs at least one +TAG or -TAG")
	case action.most >= 0 && len(call.args) > action.most:
		return action, say.Error("{action} does not take {argument}", "action", call.action, "argument", strconv.Quote(call.args[action.most]))
	}
	return action, nil
}

func (call *sessionsCall) perform(ctx context.Context, action sessionsAction) error {
	if _, err := os.Stat(call.db); err != nil && call.action != "import" {
		return plain(call.db, err)
	} else if err != nil && call.preview {
		call.db = ":memory:" // nothing is made
	}
	switch call.action {
	case "resume":
		return call.asking(ctx, call.resume)
	case "condense":
		return call.asking(ctx, call.condense)
	}
	use := changes
	switch {
	case action.reads:
		use = reads
	case call.preview:
		use = previews
	}
	return withHistory(call.db, use, call.std.err, func(history *store.Store) error { return action.run(ctx, history, call) })
}

func now() int64 { return time.Now().UnixMilli() }

// sentence is what a user is told of an error: its message if it has one.
func sentence(err error) string {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return fault.From(err).Message
	}
	return err.Error()
}

// resolve finds the sessions that are named.
func (call *sessionsCall) resolve(ctx context.Context, history *store.Store, names ...string) ([]chat.Session, error) {
	found := make([]chat.Session, len(names))
	for i, name := range names {
		var err error
		if found[i], err = history.Resolve(ctx, name); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (call *sessionsCall) print(value any) error {
	text, err := json.Append(nil, value)
	if err != nil {
		return err
	}
	_, err = call.std.out.Write(append(text, '\n'))
	return err
}

// short is the part of a uid that people type: its end is random, its beginning
// a time.
func short(uid chat.UID) string { return uid.String()[24:] }

func date(ms int64) string { return time.UnixMilli(ms).Format("2006-01-02 15:04") }
