package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/say"
	"burrow/internal/sqlsource"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

const chatHelp say.English = `Usage: burrow chat [--db FILE] [--session ID] [FLAGS] [MESSAGE]

Asks a question and streams the answer. Both are saved in the database. Without a
MESSAGE you can chat: one question per line, until the input ends.

  --db FILE         the database, created if needed (default: CONVERSATION_DB_PATH, or
                    ` + "`burrow.db` in your data directory" + `)
  --session ID      continue this chat; by default a new one is started
  --model NAME      ask this model
  --memory PRESET   how much of the chat goes along: compact, standard or long;
                    ` + "`burrow context --presets`" + ` lists them
  --keep-last N     never condense the last N messages
  --attach FILE     attach a file to the chat: it is asked about from then on; may be
                    repeated. Without a MESSAGE it comes with the first question
  --source NAME     let a new chat ask this source and no others: sql for the database,
                    the name of a collection of documents, none for none; may be
                    repeated; by default it asks the database of the settings
  --ask             ask what an unclear question means even without a terminal: the
                    next line of the input is the choice
  --json            events as JSON objects, one per line; the last is the result
  --env FILE        settings file, .env by default

If a question could mean several things, you are asked which one: type the number
of a choice, your own words, or nothing to have it answered as it is. To choose
later, use --session ID --choose CHOICE.

In a chat: /attach FILE attaches a file, /files lists what is attached, /detach NAME
takes a file away; /new starts a new chat, /again asks for another answer, /shorter
and /longer for a shorter or longer one, /quit leaves. Ctrl+C stops an answer; press
it twice to quit.

Keys and settings come from the environment and .env: OPENAI_API_KEY,
GOOGLE_API_KEY, ANTHROPIC_API_KEY, OPENAI_BASE_URL, MODEL_NAME and others. Without a
key, Burrow looks for Ollama, LM Studio and llama.cpp on this machine.
Exit status: 0; 1 if there was no complete answer; 2 for wrong usage.
`

// asker is what the commands share that ask a model.
type asker struct {
	db, model, env string
	json, asks     bool
	// said is what the flags say of the memory, sources what a new chat asks.
	said    chat.Settings
	sources *[]string
	std     streams
	// files are to be attached, coming what goes along with the next question.
	files  []string
	coming []chat.UID

	history   *store.Store
	engine    *turn.Engine
	answerers *answerers
	signals   *interrupts
}

// setFlags adds the flags of asking.
func (a *asker) setFlags(flags *flag.FlagSet) {
	flags.StringVar(&a.db, "db", "", "")
	flags.StringVar(&a.model, "model", "", "")
	flags.StringVar(&a.env, "env", "", "")
	flags.BoolVar(&a.json, "json", false, "")
	setMemoryFlags(flags, &a.said)
}

func runChat(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("chat", flag.ContinueOnError)
	a := &asker{std: std}
	a.setFlags(flags)
	session := flags.String("session", "", "")
	var choice *string
	flags.Func("choose", "", func(text string) error { choice = &text; return nil })
	flags.BoolVar(&a.asks, "ask", false, "")
	flags.Func("attach", "", func(file string) error { a.files = append(a.files, file); return nil })
	flags.Func("source", "", func(name string) error {
		if a.sources == nil {
			a.sources = &[]string{}
		}
		switch name {
		case "none":
		case sqlsource.Name:
			*a.sources = append(*a.sources, name)
		default:
			*a.sources = append(*a.sources, chat.CollectionSource(strings.TrimPrefix(name, chat.CollectionSource(""))))
		}
		return nil
	})
	rest, code, ok := parse(flags, chatHelp, args, std)
	if !ok {
		return code
	}
	if choice != nil && (*session == "" || len(rest) > 0) {
		return mistake("chat", say.Error("--choose answers a question that Burrow asked: use it with --session and without a message"), std)
	}
	a.asks = a.asks || isTerminal(std.in) && isTerminal(std.out)
	ctx, a.signals = catchInterrupts(ctx)
	defer a.signals.close()
	code, err := a.chat(ctx, *session, choice, strings.Join(rest, " "), len(rest) > 0)
	if err != nil {
		fmt.Fprintf(std.err, "burrow chat: %s\n", sentence(err))
		return exitFailure
	}
	return code
}

func (a *asker) chat(ctx context.Context, session string, choice *string, message string, one bool) (code int, err error) {
	closing, err := a.open(ctx, true)
	if err != nil {
		return exitFailure, err
	}
	defer func() {
		if closeErr := closing(); err == nil {
			err = closeErr
		}
	}()
	var of chat.UID
	if session != "" {
		found, err := a.history.Resolve(ctx, session)
		if err != nil {
			return exitFailure, err
		}
		of = found.UID
	}
	if err := a.checkSources(ctx); err != nil {
		return exitFailure, err
	}
	for _, file := range a.files {
		if err := a.attach(ctx, file); err != nil {
			return exitFailure, err
		}
	}
	lines := readLines(a.std.in)
	var done wire.Turn
	switch {
	case choice != nil:
		done, err = a.choose(ctx, of, *choice)
	case one:
		if done, err = a.ask(ctx, turn.Question{Session: of, Text: message}); err == nil {
			done, err = a.clarified(ctx, done, lines)
		}
	default:
		return a.converse(ctx, of, lines)
	}
	if err != nil {
		return exitFailure, err
	}
	a.hint(done.Session, session == "")
	return a.codeOf(done), nil
}

// showWarnings says which settings have no effect, or one that may not be intended.
func showWarnings(settings config.Config, std streams) {
	for _, w := range settings.Warnings {
		fmt.Fprintln(std.err, "burrow:", w)
	}
}

// open reads the settings and opens the history. make creates a database that is
// not there.
func (a *asker) open(ctx context.Context, makes bool) (closing func() error, err error) {
	settings, err := config.Load(os.Environ(), a.env)
	if err != nil {
		return nil, err
	}
	showWarnings(settings, a.std)
	if a.db == "" {
		a.db = settings.Database
	}
	if a.db == "" {
		if a.db, err = defaultDatabase(); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(a.db); err != nil && !makes {
		return nil, plain(a.db, err)
	}
	if err := os.MkdirAll(filepath.Dir(a.db), 0o700); err != nil {
		return nil, plain(a.db, err)
	}
	a.history, err = openHistory(a.db, changes, a.std.err)
	if err != nil {
		return nil, err
	}
	if readOnly, reason := a.history.ReadOnly(); readOnly {
		a.history.Close()
		return nil, errors.New(reason)
	}
	a.answerers = newAnswerers(settings)
	a.openSQL(ctx, settings)
	a.answerers.said = a.said
	a.engine = newEngine(a.history, a.answerers, findEncoder(settings, a.std.err), a.std.err)
	return func() error {
		a.settle()
		return a.history.Close()
	}, nil
}

// settle waits for what the last answer left to do. Ctrl+C ends it.
func (a *asker) settle() {
	a.signals.onInterrupt(func() { go a.engine.HandOver() })
	defer a.signals.onInterrupt(nil)
	a.engine.Keeper.Idle()
	a.engine.HandOver()
}

// defaultDatabase is where conversations are kept when nobody says where.
func defaultDatabase() (string, error) {
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "burrow", "burrow.db"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", say.Error("there is no home directory: use --db FILE to say where chats are kept")
	}
	return filepath.Join(home, ".local", "share", "burrow", "burrow.db"), nil
}

// copiesDir is where pages may keep copies of their history, "" if there is no place.
func copiesDir() string {
	database, err := defaultDatabase()
	if err != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(database), "copies")
}

// ask runs a turn and shows it. Ctrl+C ends it.
func (a *asker) ask(ctx context.Context, q turn.Question) (wire.Turn, error) {
	q.Model, q.NoCard, q.Sources = a.model, !a.asks && !a.json, a.sources
	q.Documents, a.coming = a.coming, nil
	return a.show(ctx, func(ctx context.Context, emit turn.Emit) (wire.Turn, error) { return a.engine.Send(ctx, q, emit) })
}

// show runs a turn of any kind and prints what comes.
func (a *asker) show(ctx context.Context, run func(context.Context, turn.Emit) (wire.Turn, error)) (wire.Turn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.signals.onInterrupt(cancel)
	defer a.signals.onInterrupt(nil)
	p := newPrinter(a.std, a.json)
	done, err := run(ctx, p.event)
	if err != nil {
		return done, err
	}
	p.end(done)
	return done, nil
}

// hint says how to go on with a new conversation.
func (a *asker) hint(session chat.UID, fresh bool) {
	if fresh && !a.json && isTerminal(a.std.err) {
		fmt.Fprintf(a.std.err, "\n%s\n", say.T("Run `burrow chat --session {chat}` to continue this chat.", "chat", short(session)))
	}
}

func (a *asker) codeOf(t wire.Turn) int {
	if t.Message.Status != chat.Complete || t.Unsaved != "" {
		return exitFailure
	}
	return exitOK
}

// converse asks what the input's lines ask.
func (a *asker) converse(ctx context.Context, session chat.UID, lines <-chan line) (int, error) {
	code := exitOK
	interactive := isTerminal(a.std.out) && isTerminal(a.std.in)
	if interactive {
		fmt.Fprintln(a.std.err, say.T("Ask one question per line. /help shows what you can do, Ctrl+D quits."))
	}
	var last chat.UID
	for {
		if interactive {
			fmt.Fprint(a.std.out, newPrinter(a.std, a.json).paint(green, "› "))
		}
		line, err := a.next(ctx, lines, interactive)
		if errors.Is(err, io.EOF) {
			return code, nil
		}
		if err != nil {
			return exitFailure, err
		}
		var done wire.Turn
		switch text := strings.TrimSpace(line); {
		case text == "":
			continue
		case text == "/quit":
			return code, nil
		case text == "/new":
			session, last = chat.UID{}, chat.UID{}
			continue
		case text == "/help":
			fmt.Fprint(a.std.out, say.T(chatHelp))
			continue
		case a.isAboutFiles(ctx, session, text):
			continue
		case text == "/again", text == "/shorter", text == "/longer":
			if last.IsZero() {
				fmt.Fprintln(a.std.err, say.T("There is no answer yet."))
				continue
			}
			wish := turn.Wish{Model: a.model}
			if text != "/again" {
				wish.Length = chat.Length(text[1:])
			}
			done, err = a.show(ctx, func(ctx context.Context, emit turn.Emit) (wire.Turn, error) {
				return a.engine.Again(ctx, last, wish, "", emit)
			})
		default:
			if done, err = a.ask(ctx, turn.Question{Session: session, Text: line}); err == nil {
				done, err = a.clarified(ctx, done, lines)
			}
		}
		if err != nil {
			return exitFailure, err
		}
		session, last = done.Session, done.Message.UID
		if code = max(code, a.codeOf(done)); a.signals.left() {
			return code, nil
		}
	}
}

// next waits for a line. At the prompt the first Ctrl+C warns, the second leaves.
func (a *asker) next(ctx context.Context, lines <-chan line, interactive bool) (string, error) {
	interrupted := make(chan struct{}, 1)
	a.signals.onInterrupt(func() { interrupted <- struct{}{} })
	defer a.signals.onInterrupt(nil)
	for {
		select {
		case l := <-lines:
			return l.text, l.err
		case <-interrupted:
			if !interactive || a.signals.left() {
				return "", io.EOF
			}
			fmt.Fprintf(a.std.err, "\n%s\n", say.T("Press Ctrl+C again to quit."))
		case <-ctx.Done():
			return "", io.EOF
		}
	}
}

type line struct {
	text string
	err  error
}

// readLines reads in a goroutine of its own, since a read cannot be ended; it ends
// with the program.
func readLines(in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		reader := bufio.NewReaderSize(in, 64<<10)
		for {
			text, err := reader.ReadString('\n')
			if text != "" {
				lines <- line{text: strings.TrimRight(text, "\r\n")}
			}
			if err != nil {
				lines <- line{err: io.EOF}
				return
			}
		}
	}()
	return lines
}
