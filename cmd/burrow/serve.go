package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow"
	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/proxy"
	"burrow/internal/say"
	"burrow/internal/wire"
)

const serveHelp say.English = `Usage: burrow serve [--listen ADDRESS] [--env FILE] [--token-file FILE] [--models DIR]
                    [--page DIR] [--demo FILE]

Serves the page on this machine, passes its questions on to a model, and prints
the address to open. It listens only on localhost and requires a token.

  --listen ADDRESS    host and port (default ` + defaultListen + `); the host is
                      127.0.0.1, localhost or [::1]
  --env FILE          settings (default .env)
  --token-file FILE   where the token is kept (default: your configuration directory)
  --models DIR        model files (.gguf) that the page can run in the browser
                      (default: BURROW_MODELS, or models beside the program)
  --page DIR          a built page, such as web/dist, instead of the program's own
  --demo FILE         the state file of a demo database, which is asked as soon as it
                      is ready, unless DB_HOST and its like name another database

Keys are added in the page, under Settings, and kept in .env. Keys and settings come
from there and from the environment, which goes first: OPENAI_API_KEY,
GOOGLE_API_KEY, ANTHROPIC_API_KEY, OPENAI_BASE_URL, MODEL_NAME and others. A .env
that is changed counts at once. Ollama, LM Studio and llama.cpp are found if they run
on this machine; their models are called ollama/NAME, lmstudio/NAME and
llama.cpp/NAME, and answer by default only if nothing else is set up.
BURROW_LOCAL_SERVERS says which of them to look for: none, or ollama,lmstudio.

What the page keeps belongs to its address, so use the same port each time.
Programs that speak OpenAI's API can use the address with /v1, and the token as
their key. Press Ctrl+C to stop.
`

const defaultListen = "127.0.0.1:7777"

// drainTime is how long a stopping server waits for answers under way.
const drainTime = 5 * time.Second

// serveCall is one call of the command.
type serveCall struct {
	listen, env, tokenFile, models, page, demo string
	stdout, stderr                             io.Writer
}

// runServe serves the page until ctx is done, which is the orderly end.
func runServe(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	std := streams{out: stdout, err: stderr}
	call := serveCall{stdout: stdout, stderr: stderr}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.StringVar(&call.listen, "listen", defaultListen, "")
	flags.StringVar(&call.env, "env", "", "")
	flags.StringVar(&call.tokenFile, "token-file", "", "")
	flags.StringVar(&call.models, "models", "", "")
	flags.StringVar(&call.page, "page", "", "")
	flags.StringVar(&call.demo, "demo", "", "")
	rest, code, ok := parse(flags, serveHelp, args, std)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return mistake("serve", say.Error("unexpected argument {argument}", "argument", strconv.Quote(rest[0])), std)
	}
	if err := call.serve(ctx); err != nil {
		call.complain(err.Error())
		return exitFailure
	}
	return exitOK
}

// complain writes to standard error, each line with the command's name: settings
// may have several problems.
func (c *serveCall) complain(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(c.stderr, "burrow serve: %s\n", line)
	}
}

func (c *serveCall) serve(ctx context.Context) error {
	listeners, err := proxy.Listen(c.listen)
	if err != nil {
		return err
	}
	server, err := c.prepare(ctx, proxy.NewOrigin(listeners[0].Addr()))
	if err != nil {
		for _, l := range listeners {
			l.Close()
		}
		return err
	}
	return serveUntil(ctx, server, listeners)
}

// prepare reads the settings and the token, finds out who answers, and prints it.
func (c *serveCall) prepare(ctx context.Context, origin proxy.Origin) (*http.Server, error) {
	source, err := config.Open(os.Environ(), c.env)
	if err != nil {
		return nil, err
	}
	settings, _, _ := source.Current()
	token, err := openToken(c.tokenFile)
	if err != nil {
		return nil, err
	}
	page := burrow.Page()
	if c.page != "" {
		page = os.DirFS(c.page)
	}
	errorLog := log.New(c.stderr, "burrow serve: ", 0)
	options := proxy.Options{
		Page: page, Origin: origin, Token: token, Settings: source, Version: version,
		Models: modelsDir(c.models, settings), Free: freeBytes, Copies: copiesDir(), Log: errorLog,
	}
	desk := c.desk(settings)
	options.SQL = desk
	go desk.follow(ctx, source, sqlSource{env: c.env, who: modelOf(source)}, c.demo)
	handler, err := proxy.New(options)
	if err != nil {
		return nil, err
	}
	address, err := addressWithToken(origin, token)
	if err != nil {
		return nil, err
	}
	handler.Look(ctx)
	if _, err := proxy.ReadBundle(page); errors.Is(err, proxy.ErrNotBuilt) {
		c.complain(say.T("the page has not been built: run `make build`"))
	}
	for _, warning := range settings.Warnings {
		c.complain(warning)
	}
	fmt.Fprintf(c.stdout, "%s\n\n", say.T("Burrow is at {address}", "address", address))
	heading := say.T("Answers")
	for _, line := range whoAnswers(handler) {
		fmt.Fprintf(c.stdout, "%-15s%s\n", heading, line)
		heading = ""
	}
	if name := desk.State().Name; name != "" {
		fmt.Fprintf(c.stdout, "%-15s%s\n", say.T("Database"), say.T("{name}; the page says when it can be asked", "name", name))
	}
	fmt.Fprintf(c.stdout, "%-15s%s\n", say.T("Chats"), say.T("kept in the browser, nowhere else"))
	fmt.Fprintf(c.stdout, "%-15s%s\n", say.T("Token"), say.T("in {file}", "file", token.File()))
	return proxy.NewServer(handler, log.New(libraryLog{c.stderr, "burrow serve"}, "", 0)), nil
}

// desk is who answers questions to a database. There may be none until the settings name
// one.
func (c *serveCall) desk(settings config.Config) *sqlDesk {
	starting := wire.Database{State: wire.DatabaseStarting, Message: say.T("starting")}
	switch {
	case settings.DB.Set():
		starting.Name = settings.DB.Name
	case c.demo != "":
		starting.Name, starting.Optional = say.T("Demo database"), true
	default:
		return &sqlDesk{}
	}
	return &sqlDesk{state: starting}
}

// whoAnswers says in a few lines who answers a question now, as the page will have
// it: a provider, else the model in the browser, else a search in the chats.
func whoAnswers(p *proxy.Proxy) []string {
	provider, model, ok := p.Default()
	names := p.Providers()
	small := p.BrowserModel()
	if small != "" {
		small = say.T("{model}, a small model that runs in the browser", "model", chat.ModelName(small+".gguf"))
	}
	var text string
	switch {
	case ok:
		first := slices.IndexFunc(names, func(name string) bool { return name == provider || name == proxy.OnThisMachine(provider) })
		text = say.T("{provider}, with {model}", "provider", names[first], "model", printable(model))
		names = slices.Delete(names, first, first+1)
	case len(names) > 0 && p.ModelIsMissing():
		return []string{say.T("nobody.") + " " + p.NoDefault()}
	case len(names) > 0:
		text = say.T("{provider}, if a model is named: set MODEL_NAME in .env", "provider", names[0])
		names = names[1:]
	case small != "":
		return []string{small, say.T("For better answers, add a key in the page under Settings, or start Ollama.")}
	case p.BrowserModelComes():
		return []string{say.T("a small model that runs in the browser, as soon as it is here"), say.T("For better answers, add a key in the page under Settings, or start Ollama.")}
	default:
		return []string{say.T("a search of your chats, because there is no model yet"), say.T("Add a key in the page under Settings, or start Ollama.")}
	}
	if len(names) > 0 {
		text = say.T("{first}; also {others}", "first", text, "others", strings.Join(names, ", "))
	}
	lines := []string{text}
	switch {
	case small != "" && ok:
		lines = append(lines, say.T("Fallback: {model}", "model", small))
	case small != "":
		lines = append(lines, say.T("Until then: {model}", "model", small))
	}
	return lines
}

// serveUntil serves on all listeners until ctx is done or one of them fails,
// and returns when the last has stopped.
func serveUntil(ctx context.Context, server *http.Server, listeners []net.Listener) error {
	stopped := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { stopped <- server.Serve(l) }()
	}
	var failure error
	running := len(listeners)
	select {
	case <-ctx.Done():
	case failure = <-stopped:
		running--
	}
	// ctx is done, so draining needs a context of its own.
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if server.Shutdown(drain) != nil {
		server.Close() // cuts off clients that still read after drainTime
	}
	for range running {
		<-stopped
	}
	return failure
}
