package turn

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// Where no model is to be had a question is looked up: in this conversation and in
// the others. The answer quotes what was said, names the places, and says that no
// model has answered.

const (
	maxQuotes   = 5
	quoteBytes  = 300
	maxSearches = 8
)

// lookUp writes the answer of nobody.
func (r *run) lookUp(ctx context.Context) (string, []chat.Source, error) {
	u := r.meta.Understood
	question := r.material.search
	if question == "" {
		question = r.material.question.Content
	}
	words := understand.ContentWords(question)
	hits, err := r.search(ctx, words)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	if len(hits) == 0 {
		b.WriteString("No model answered. ")
		if len(words) == 0 {
			b.WriteString("I can look things up in your conversations; this question names nothing to look for.")
		} else {
			b.WriteString("I looked for " + quoted(words) + " in your conversations and found nothing.")
		}
		return b.String(), nil, nil
	}
	b.WriteString("No model answered. This is what your conversations say about " + quoted(words) + ":\n")
	var sources []chat.Source
	for i, hit := range hits {
		sources = append(sources, chat.Source{Session: hit.Session, Message: hit.Message, Name: hit.SessionName, Role: hit.Role, At: hit.At})
		who := "you said"
		if hit.Role == chat.Assistant {
			who = "the answer was"
		}
		day := time.UnixMilli(hit.At).In(r.Now().Location()).Format("2 January 2006")
		b.WriteString("\n" + strconv.Itoa(i+1) + ". On " + day + " " + who + ": " + quote(hit.Snippet) + " [" + strconv.Itoa(i+1) + "]\n")
	}
	if u != nil && u.Followup {
		b.WriteString("\nThe question seems to follow up on this conversation, which only a model could do.")
	}
	return strings.TrimRight(b.String(), "\n"), sources, nil
}

// search looks for messages that have as many of the words as possible. The
// question itself does not count.
func (r *run) search(ctx context.Context, words []string) (out []store.Hit, err error) {
	for _, query := range queries(words) {
		found, err := r.Store.Search(ctx, query, store.SearchOptions{Limit: 2 * maxQuotes})
		if err != nil {
			return nil, err
		}
		for _, hit := range found.Hits {
			known := slices.ContainsFunc(out, func(h store.Hit) bool { return h.Message == hit.Message })
			if !known && hit.Message != r.state.Question && hit.Message != r.state.Answer && len(out) < maxQuotes {
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
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
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
