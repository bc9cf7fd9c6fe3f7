package transfer

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/prompt"
	"burrow/internal/say"
	"burrow/internal/store"
)

// ExportMarkdown writes chats as somebody would read them: the name of each, and below it
// the messages of the path that is shown, as they were written. What a model thought on
// the way, other branches and all other data stay behind; Export has them.
func ExportMarkdown(ctx context.Context, s *store.Store, w io.Writer, sessions ...chat.UID) error {
	for i, session := range sessions {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := sessionMarkdown(ctx, s, w, session); err != nil {
			return err
		}
	}
	return nil
}

func sessionMarkdown(ctx context.Context, s *store.Store, w io.Writer, session chat.UID) error {
	of, err := s.Session(ctx, session)
	if err != nil {
		return err
	}
	name := of.Name
	if name == "" {
		name = say.T("Chat")
	}
	_, err = io.WriteString(w, "# "+oneHeading(name)+"\n\n"+time.UnixMilli(of.CreatedAt).UTC().Format(time.DateOnly)+"\n")
	for from := 0; err == nil; {
		// The leaf is fixed: the reader may go to another branch meanwhile.
		var window store.Window
		if window, err = s.Path(ctx, session, of.Head, from, exportedAtOnce); err != nil || len(window.Messages) == 0 {
			break
		}
		var out strings.Builder
		for _, m := range window.Messages {
			// What was deleted, or never came, has no words.
			if strings.TrimSpace(m.Content) != "" {
				out.WriteString("\n" + messageMarkdown(m))
			}
		}
		_, err = io.WriteString(w, out.String())
		from += len(window.Messages)
	}
	if err == nil {
		err = documentsMarkdown(ctx, s, w, session)
	}
	return err
}

// longInMarkdown is how much of a document's text an export for readers has.
const longInMarkdown = 100 << 10

// documentsMarkdown writes what the documents of a chat say, each in a fence.
func documentsMarkdown(ctx context.Context, s *store.Store, w io.Writer, session chat.UID) error {
	all, err := s.Attached(ctx, session)
	for _, d := range all {
		if err != nil {
			break
		}
		if d.Text > longInMarkdown {
			_, err = io.WriteString(w, "\n## "+oneHeading(d.Name)+"\n\n"+say.T("This document is too long for this file.")+"\n")
			continue
		}
		var pieces []store.DocumentChunk
		if pieces, err = s.DocumentChunks(ctx, d.UID, 0, 0); err != nil {
			break
		}
		var text strings.Builder
		for _, p := range pieces {
			if p.Veil == "" {
				text.WriteString(p.Text)
			}
		}
		fence := "```"
		for strings.Contains(text.String(), fence) {
			fence += "`"
		}
		_, err = io.WriteString(w, "\n## "+oneHeading(d.Name)+"\n\n"+fence+"\n"+strings.TrimSpace(text.String())+"\n"+fence+"\n")
	}
	return err
}

func messageMarkdown(m chat.Message) string {
	who := ""
	switch m.Role {
	case chat.User:
		who = say.T("You")
	case chat.Assistant:
		who = say.T("Assistant")
		if model := store.AnswerOf(m).Model; model != "" {
			who += " (" + oneHeading(chat.ModelName(model)) + ")"
		}
	case chat.Tool:
		who = say.T("Tool")
	default:
		who = say.T("Instructions")
	}
	out := "## " + who + "\n\n" + strings.TrimSpace(m.Content) + "\n"
	for _, d := range store.QuestionOf(m).Documents {
		out += "\n" + say.T("Attached: {name}", "name", oneHeading(d.Name)) + "\n"
	}
	if m.Role == chat.Assistant {
		out += sourcesMarkdown(m)
	}
	if m.Role == chat.Assistant && m.Status != chat.Complete {
		out += "\n*" + say.T("This answer is incomplete.") + "*\n"
	}
	return out
}

// sourcesMarkdown names the sources that an answer cites, by their numbers.
func sourcesMarkdown(m chat.Message) (out string) {
	sources := store.AnswerOf(m).Sources
	for _, n := range prompt.Cited(m.Content) {
		if n > len(sources) || sources[n-1].Name == "" {
			continue
		}
		place := sources[n-1].Place
		if place != "" {
			place = ", " + oneHeading(place)
		}
		out += "- [" + strconv.Itoa(n) + "] " + oneHeading(sources[n-1].Name) + place + "\n"
	}
	if out == "" {
		return ""
	}
	return "\n" + say.T("Sources:") + "\n\n" + out
}

// oneHeading makes a heading of a name, in which nothing is markup.
func oneHeading(name string) string {
	// A Replacer would be 5 kB of the core.
	var out strings.Builder
	for _, r := range store.CleanName(name) {
		if strings.ContainsRune("\\*_`[]<#", r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}
