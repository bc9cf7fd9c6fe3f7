package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"burrow/internal/chat"
	"burrow/internal/claims"
	"burrow/internal/faqsource"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// printer shows a turn as it comes: the answer on standard output, what is said
// about it on standard error; or events as JSON.
type printer struct {
	std     streams
	json    bool
	colours bool

	mu   sync.Mutex
	last byte // of the answer printed so far
	// checked says that the answer is being checked: a text that comes now replaces it.
	checked bool
}

func newPrinter(std streams, asJSON bool) *printer {
	return &printer{std: std, json: asJSON, colours: isTerminal(std.out) && os.Getenv("NO_COLOR") == ""}
}

type colour string

const (
	green colour = "\x1b[32m"
	dim   colour = "\x1b[2m"
	red   colour = "\x1b[31m"
)

func (p *printer) paint(c colour, text string) string {
	if !p.colours {
		return text
	}
	return string(c) + text + "\x1b[0m"
}

// event shows what happens in a turn.
func (p *printer) event(e wire.CoreEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json {
		p.object(e)
		return
	}
	switch e := e.(type) {
	case wire.StartedEvent:
		if p.checked && e.Text != "" {
			p.note("The corrected answer:")
		}
		p.text(e.Text)
	case wire.TokenEvent:
		if e.Channel == wire.AnswerText {
			p.text(e.Text)
		}
	case wire.WaitingEvent:
		p.note("Waiting for the previous answer.")
	case wire.RetryingEvent:
		p.note("{problem} Trying again in {seconds} s.", "problem", e.Message, "seconds", (e.Wait+999)/1000)
	case wire.UnderstandingEvent:
		switch {
		case e.Understood == nil:
			// Who waits is told why.
			if isTerminal(p.std.err) {
				p.note("Reading the question…")
			}
		case e.Understood.As != "":
			p.note("Understood as: {question}", "question", e.Understood.As)
		}
	case wire.ClarifyEvent:
		p.card(e.Clarify)
	case wire.ToolStartEvent:
		p.note("Using {tool}.", "tool", e.Name)
	case wire.FellEvent:
		p.remark(e.Message)
	case wire.GatherEvent:
		p.gathering(e)
	}
}

// gathering says how looking something up goes.
func (p *printer) gathering(e wire.GatherEvent) {
	switch {
	case e.Problem != "":
		p.remark(e.Label + ": " + e.Problem)
	case e.State == wire.GatherStep:
		p.checked = p.checked || e.From == "check"
		p.remark(e.Label + ": " + e.Step + "…")
	}
}

// card shows what a question may mean.
func (p *printer) card(c chat.Clarify) {
	p.breakLine()
	fmt.Fprintln(p.std.err, harmless(c.Question))
	for i, choice := range c.Choices {
		fmt.Fprintf(p.std.err, "  %d  %s\n", i+1, harmless(choice.Text))
	}
}

// text prints a part of the answer. What a terminal would take for a command is
// left out: the text is a stranger's.
func (p *printer) text(text string) {
	if text == "" {
		return
	}
	io.WriteString(p.std.out, harmless(text))
	p.last = text[len(text)-1]
}

// note says something about the turn, on a line of its own.
func (p *printer) note(english say.English, args ...any) { p.remark(say.T(english, args...)) }

// remark is a note in words that the core has chosen.
func (p *printer) remark(text string) {
	p.breakLine()
	fmt.Fprintln(p.std.err, p.paint(dim, harmless(text)))
}

func (p *printer) breakLine() {
	if p.last != 0 && p.last != '\n' {
		fmt.Fprintln(p.std.out)
	}
	p.last = 0
}

func (p *printer) object(value any) {
	enc := json.NewEncoder(p.std.out)
	enc.SetEscapeHTML(false)
	enc.Encode(value)
}

// end says how the turn ended, unless it ended well.
func (p *printer) end(t wire.Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json {
		p.object(struct {
			Kind string `json:"kind"`
			wire.Turn
		}{"result", t})
		return
	}
	p.breakLine()
	for _, g := range t.Answer.Gathered {
		if g.Aside != "" {
			p.remark(g.Aside)
		}
	}
	if a := dataOf(t.Answer.Gathered); a != nil {
		p.data(*a)
	}
	p.faq(t.Answer)
	p.documents(t.Answer)
	switch {
	case t.Unsaved != "":
		p.complain("This answer was not saved: {why}", "why", t.Unsaved)
	case t.Answer.Clarify != nil:
		// The card says it all.
	case t.Answer.Problem != nil:
		p.alarm(t.Answer.Problem.Message)
		fmt.Fprintln(p.std.err, say.T("Run `burrow sessions resume {chat}` to try again.", "chat", short(t.Session)))
	case t.Message.Status == chat.Stopped:
		p.complain("Stopped.")
		fmt.Fprintln(p.std.err, say.T("Run `burrow sessions resume {chat}` to continue.", "chat", short(t.Session)))
	case t.Answer.Finish == "length":
		p.complain("The answer reached its length limit.")
		fmt.Fprintln(p.std.err, say.T("Run `burrow sessions resume {chat}` to continue.", "chat", short(t.Session)))
	}
}

func (p *printer) complain(english say.English, args ...any) { p.alarm(say.T(english, args...)) }

func (p *printer) alarm(text string) {
	fmt.Fprintln(p.std.err, p.paint(red, harmless(text)))
}

// harmless takes out what a terminal acts on: control characters but for line ends
// and tabs, and marks that change the order of letters.
func harmless(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t':
			return c
		case unicode.IsControl(c):
			return -1
		case c >= 0x202a && c <= 0x202e, c >= 0x2066 && c <= 0x2069, c >= 0xe0000 && c <= 0xe007f:
			return -1
		}
		return c
	}, text)
}

// isTerminal reports whether an input or output is one.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// faq says whose answer it is that no model gave.
func (p *printer) faq(a chat.Answer) {
	isFAQ := slices.ContainsFunc(a.Gathered, func(g chat.Gathered) bool { return g.From == faqsource.Name })
	for _, source := range a.Sources {
		if isFAQ && source.Kind == chat.FAQSource {
			p.note("From the FAQ: “{question}” No model was asked.", "question", source.Name)
		}
	}
}

// documents says which places of documents and of the FAQ the answer cites, and which
// document had nothing to say.
func (p *printer) documents(a chat.Answer) {
	for i, source := range a.Sources {
		if (source.Kind != chat.ChunkSource && source.Kind != chat.FAQSource) || a.Rung == chat.NoRung {
			continue
		}
		where := source.Name
		if source.Place != "" {
			where += ", " + source.Place
		}
		p.remark("[" + strconv.Itoa(cmp.Or(source.Number, i+1)) + "] " + where)
	}
	for _, one := range a.Unsupported {
		p.unsupported(one)
	}
	if a.Sent == nil {
		return
	}
	for _, d := range a.Sent.Documents {
		if !d.Whole && d.Passages == 0 {
			p.remark(say.T("Nothing in {name} seemed to be about this, so none of it was sent.", "name", d.Name))
		}
	}
}

// unsupported names a sentence that its sources do not hold.
func (p *printer) unsupported(s chat.Sentence) {
	sources := claims.Numbers(s.Sources)
	switch {
	case s.Strange != "":
		p.note("Not in [{sources}]: “{what}” in “{sentence}”", "sources", sources, "what", s.Strange, "sentence", s.Text)
	case s.Quote != "":
		p.note("Not in [{sources}]: “{sentence}” It says: “{quote}”", "sources", sources, "sentence", s.Text, "quote", s.Quote)
	default:
		p.note("Not in [{sources}]: “{sentence}”", "sources", sources, "sentence", s.Text)
	}
}
