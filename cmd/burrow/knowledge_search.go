package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"burrow/internal/docsource"
	"burrow/internal/say"
	"burrow/internal/store"
)

// chunkFound is a passage as --json prints it.
type chunkFound struct {
	Document string  `json:"document"`
	Chunk    int     `json:"chunk"`
	Score    float64 `json:"score"`
	Place    string  `json:"place"`
	Heading  string  `json:"heading,omitempty"`
	Text     string  `json:"text,omitempty"`
}

func searchDocuments(ctx context.Context, call *knowledgeCall) error {
	o := store.ChunkOptions{Limit: call.limit}
	for _, name := range call.in {
		d, err := call.resolve(ctx, name)
		if err != nil {
			return err
		}
		o.Documents = append(o.Documents, d.UID)
	}
	if call.collection != "" {
		o.Collections = []string{call.collection}
	}
	if call.batch != "" {
		return call.searchBatch(ctx, o)
	}
	hits, err := call.searcher().Search(ctx, strings.Join(call.args, " "), o)
	if err != nil {
		return err
	}
	if len(hits) == 0 && !call.json {
		fmt.Fprintln(call.std.err, say.T("Nothing found."))
	}
	for _, hit := range hits {
		if call.json {
			found := foundOf(hit)
			found.Heading, found.Text = hit.Heading, hit.Text
			if err := call.print(found); err != nil {
				return err
			}
			continue
		}
		where := []string{hit.Name}
		for _, part := range []string{hit.Place, hit.Heading} {
			if part != "" {
				where = append(where, part)
			}
		}
		fmt.Fprintf(call.std.out, "%s\n  %s\n", printable(strings.Join(where, ", ")), marked(hit.Snippet))
	}
	return nil
}

func (call *knowledgeCall) searcher() *docsource.Source {
	return &docsource.Source{Store: call.history}
}

func foundOf(hit store.ChunkHit) chunkFound {
	return chunkFound{Document: hit.Name, Chunk: hit.Sequence, Score: math.Round(hit.Score*1000) / 1000, Place: hit.Place}
}

// searchBatch answers questions that stand one a line.
func (call *knowledgeCall) searchBatch(ctx context.Context, o store.ChunkOptions) error {
	type answered struct {
		ID    json.RawMessage `json:"id,omitempty"`
		Hits  []chunkFound    `json:"hits"`
		Error string          `json:"error,omitempty"`
	}
	return answerBatch(call.batch, call.std, func(line string, n int) any {
		var asked struct {
			ID    json.RawMessage `json:"id"`
			Query string          `json:"query"`
		}
		out := answered{Hits: []chunkFound{}}
		if err := json.Unmarshal([]byte(line), &asked); err != nil {
			out.Error = noQuestion(n, err)
			return out
		}
		out.ID = asked.ID
		hits, err := call.searcher().Search(ctx, asked.Query, o)
		if err != nil {
			out.Error = sentence(err)
		}
		for _, hit := range hits {
			out.Hits = append(out.Hits, foundOf(hit))
		}
		return out
	})
}

// marked is a snippet with its matches in brackets.
func marked(snippet []store.Part) string {
	var b strings.Builder
	for _, part := range snippet {
		if part.Match {
			b.WriteString("[" + part.Text + "]")
		} else {
			b.WriteString(part.Text)
		}
	}
	return strings.ReplaceAll(printable(b.String()), "\n", " ")
}
