// Package lookup answers questions where there is no model: it searches the documents of
// the chat, the FAQ or the chats, and quotes what they say, with the places, and says that
// no model has answered.
package lookup

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
)

const (
	maxQuotes   = 5
	quoteBytes  = 300
	maxSearches = 8
)

// dates is how a day is written, as package time has it. A translation may say
// "02.01.2006".
const dates say.English = "2 January 2006"

// Model is a model that searches. It sends nothing anywhere.
type Model struct {
	Search func(ctx context.Context, query string, o store.SearchOptions) (store.Found, error)
	// Documents finds what documents say about a question, as it was asked and as it is
	// meant. It may be nil.
	Documents func(ctx context.Context, asked, means string, in store.ChunkOptions) ([]store.ChunkHit, error)
	// FAQ finds the pairs that a question comes near to. It may be nil.
	FAQ func(ctx context.Context, question string) ([]chat.Pair, error)
	// Zone is where the days of the quotes begin, UTC if nil.
	Zone *time.Location
}

// Stream writes what the chats say about the question.
func (m Model) Stream(ctx context.Context, r llm.Request, o llm.Observer) (out llm.Reply, err error) {
	question := r.Asked.Means
	if question == "" && len(r.Messages) > 0 {
		question = r.Messages[len(r.Messages)-1].Content
	}
	quoted, err := m.quoteDocuments(ctx, question, r.Asked, &out)
	if err == nil && !quoted {
		quoted, err = m.quoteFAQ(ctx, question, &out)
	}
	if err != nil || quoted {
		if err == nil && o.Delta != nil {
			o.Delta(llm.Delta{Text: out.Content})
		}
		return out, err
	}
	words := understand.ContentWords(question)
	hits, err := m.search(ctx, words, r.Asked)
	if err != nil {
		return out, err
	}
	out.Content, out.Finish = m.write(words, hits, r.Asked), "stop"
	for _, hit := range hits {
		out.Sources = append(out.Sources, chat.Source{Session: hit.Session, Message: hit.Message, Name: hit.SessionName, Role: hit.Role, At: hit.At})
	}
	if o.Delta != nil {
		o.Delta(llm.Delta{Text: out.Content})
	}
	return out, nil
}

// quoteDocuments answers with what the documents of the chat say, if they say anything.
func (m Model) quoteDocuments(ctx context.Context, question string, asked llm.Asked, out *llm.Reply) (bool, error) {
	if m.Documents == nil || len(asked.Documents)+len(asked.Collections) == 0 {
		return false, nil
	}
	hits, err := m.Documents(ctx, asked.Text, question, store.ChunkOptions{Documents: asked.Documents, Collections: asked.Collections})
	if err != nil || len(hits) == 0 {
		return false, err
	}
	var b strings.Builder
	begin := say.English("No model answered. This is what the document says:")
	if len(asked.Documents)+len(asked.Collections) > 1 {
		begin = "No model answered. This is what the documents say:"
	}
	b.WriteString(say.T(begin) + "\n")
	for i, hit := range hits {
		where := hit.Name
		if hit.Place != "" {
			where += ", " + hit.Place
		}
		found(&b, i, where+":", hit.Text, hit.Snippet)
		out.Sources = append(out.Sources, hit.Source(hit.Document, hit.Name))
	}
	out.Content, out.Finish = strings.TrimRight(b.String(), "\n"), "stop"
	return true, nil
}

// quoteFAQ answers with the pairs of the FAQ that the question comes near to. They are
// quotations: whether they answer it is for the reader to see.
func (m Model) quoteFAQ(ctx context.Context, question string, out *llm.Reply) (bool, error) {
	if m.FAQ == nil {
		return false, nil
	}
	pairs, err := m.FAQ(ctx, question)
	if err != nil || len(pairs) == 0 {
		return false, err
	}
	var b strings.Builder
	begin := say.English("No model answered. The FAQ has a similar question:")
	if len(pairs) > 1 {
		begin = "No model answered. The FAQ has similar questions:"
	}
	b.WriteString(say.T(begin) + "\n")
	for i, p := range pairs {
		found(&b, i, p.Question, p.Answer, []store.Part{{Text: p.Answer}})
		out.Sources = append(out.Sources, chat.Source{Kind: chat.FAQSource, Name: p.Question, ID: p.UID.String(), Place: say.T("FAQ")})
	}
	out.Content, out.Finish = strings.TrimRight(b.String(), "\n"), "stop"
	return true, nil
}

// found writes something found as a numbered item: the first, which most likely has the
// answer, as it stands, and of the others a line.
func found(b *strings.Builder, i int, where, text string, snippet []store.Part) {
	number := strconv.Itoa(i + 1)
	b.WriteString("\n" + number + ". " + where + " ")
	if i == 0 {
		b.WriteString("[1]\n\n   > " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n   > ") + "\n")
	} else {
		b.WriteString(quote(snippet) + " [" + number + "]\n")
	}
}

func (m Model) write(words []string, hits []store.Hit, asked llm.Asked) string {
	switch {
	case len(words) == 0 && len(hits) == 0:
		return say.T("No model answered. I can search your chats, but this question has nothing to search for.")
	case len(hits) == 0:
		return say.T("No model answered. I searched your chats for {words} and found nothing.", "words", quoted(words))
	}
	var b strings.Builder
	b.WriteString(say.T("No model answered. This is what your chats say about {words}:", "words", quoted(words)) + "\n")
	zone := m.Zone
	if zone == nil {
		zone = time.UTC
	}
	for i, hit := range hits {
		said := say.English("On {date} you said: {quote}")
		if hit.Role == chat.Assistant {
			said = "On {date} the answer was: {quote}"
		}
		number := strconv.Itoa(i + 1)
		b.WriteString("\n" + number + ". " + say.T(said, "date", time.UnixMilli(hit.At).In(zone).Format(say.T(dates)), "quote", quote(hit.Snippet)) + " [" + number + "]\n")
	}
	if asked.Followup {
		b.WriteString("\n" + say.T("This looks like a follow-up question, which only a model can answer."))
	}
	return strings.TrimRight(b.String(), "\n")
}

// search looks for messages that have as many of the words as possible. The
// question itself does not count.
func (m Model) search(ctx context.Context, words []string, asked llm.Asked) (out []store.Hit, err error) {
	for _, query := range queries(words) {
		found, err := m.Search(ctx, query, store.SearchOptions{Limit: 2 * maxQuotes})
		if err != nil {
			return nil, err
		}
		for _, hit := range found.Hits {
			known := slices.ContainsFunc(out, func(h store.Hit) bool { return h.Message == hit.Message })
			if !known && hit.Message != asked.Question && hit.Message != asked.Answer && len(out) < maxQuotes {
				out = append(out, hit)
			}
		}
		if len(out) == maxQuotes {
			break
		}
	}
	return out, nil
}

// queries are all words, then all but one, then each: longer words, which say
// more, are the last to go.
func queries(words []string) (out []string) {
	if len(words) == 0 {
		return nil
	}
	words = slices.Clone(words)
	for i := range words {
		for ; i > 0 && len(words[i-1]) < len(words[i]); i-- {
			words[i-1], words[i] = words[i], words[i-1]
		}
	}
	words = words[:min(len(words), maxSearches)]
	out = append(out, strings.Join(words, " "))
	for n := len(words) - 1; n > 1 && len(out) < maxSearches/2; n-- {
		out = append(out, strings.Join(words[:n], " "))
	}
	if len(words) > 1 {
		for _, word := range words {
			if out = append(out, word); len(out) >= maxSearches {
				break
			}
		}
	}
	return out
}

func quoted(words []string) string {
	return "“" + strings.Join(words[:min(len(words), 4)], " ") + "”"
}

// quote is the text of a snippet as one line.
func quote(parts []store.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	if len(text) > quoteBytes {
		cut := quoteBytes
		for cut > 0 && text[cut]&0xc0 == 0x80 {
			cut--
		}
		text = text[:cut] + "…"
	}
	return "“" + text + "”"
}
