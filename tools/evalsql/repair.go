package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"burrow/internal/llm/llmtest"
	"burrow/internal/tokens"
)

// Repair measures how errors are mended. Each answerable question that is no follow-up
// gets one error of the four kinds, by the seed. Questions are put with words before them
// that the planner cannot know, since it answers without the model what it understands
// wholly.
const (
	unknownWords = "For the Zorblax memo: "
	goalRepaired = .95
	mostTries    = 3
)

func repair(ctx context.Context, db *database, o options, all []question, w io.Writer) error {
	items, err := repairItems(all, o.seed)
	if err != nil {
		return err
	}
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return err
	}
	model := &scripted{items: items}
	server := llmtest.New()
	defer server.Close()
	server.Reply(func(r llmtest.Request) (llmtest.Answer, bool) { return model.reply(r, encoding.Count) })
	settings := map[string]string{"OPENAI_BASE_URL": server.URL(), "OPENAI_API_KEY": "none", "OPENAI_MODEL": "scripted", "MODEL_NAME": "scripted"}
	for name, value := range db.settings {
		settings[name] = value
	}
	a := asker{program: o.burrow, flags: o.flags, settings: settings}
	var put []question
	for _, i := range items {
		q := i.question
		q.Question = i.asked
		put = append(put, q)
	}
	replies, _, err := a.ask(ctx, put)
	if err != nil {
		return err
	}
	var done []repaired
	for _, i := range items {
		golds, err := db.runAll(ctx, i.question)
		if err != nil {
			return err
		}
		done = append(done, repaired{i, judge(i.question, replies[i.ID], golds)})
	}
	reportRepairs(w, done)
	if o.verbose || o.keptVerbose {
		listRepairs(w, done, o.keptVerbose)
	}
	return nil
}

// repairItems gives each question an error: of the kind that is the rarest so far, of
// those that fit.
func repairItems(all []question, seed uint64) ([]*repairItem, error) {
	r := rand.New(rand.NewPCG(seed, 18))
	var items []*repairItem
	used := map[string]int{}
	for _, q := range all {
		if q.Expect != expectAnswer || len(q.History) > 0 {
			continue
		}
		rarest := slices.Clone(damageKinds)
		slices.SortStableFunc(rarest, func(a, b string) int { return used[a] - used[b] })
		for _, kind := range rarest {
			d, err := damaged(q.SQL, kind, r)
			if errors.Is(err, errNoPlace) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", q.ID, err)
			}
			used[kind]++
			items = append(items, &repairItem{question: q, damage: d, asked: unknownWords + q.Question})
			break
		}
	}
	return items, nil
}

// repaired is an item with the answer that it led to.
type repaired struct {
	item   *repairItem
	judged judgement
}

// fate is what became of an error.
type fate string

const (
	fateRepaired  fate = "repaired"
	fateUnnoticed fate = "not noticed"
	fateGivenUp   fate = "given up without a correction"
	fateUntold    fate = "told too little"
	fateWrong     fate = "mended, and not answered rightly"
	fatePlanner   fate = "answered without the model"
	fateUnasked   fate = "the model was not asked for a query"
)

func (r repaired) fate() fate {
	i, answered := r.item, r.judged.reply.Answered
	switch {
	case i.written == 0 && answered:
		return fatePlanner
	case i.written == 0:
		return fateUnasked
	case i.mended && i.corrections <= mostTries && r.judged.outcome == right:
		return fateRepaired
	case i.corrections == 0 && answered:
		return fateUnnoticed
	case i.corrections == 0:
		return fateGivenUp
	case !i.mended:
		return fateUntold
	}
	return fateWrong
}

func reportRepairs(w io.Writer, done []repaired) {
	fmt.Fprintf(w, "Errors in gold queries: %d questions, one error each\n\n", len(done))
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\tquestions\twritten by the model\trepaired\tat try 1\t2\t3\tshare\t")
	longest := 0
	for _, kind := range append(damageKinds, "all") {
		questions, written, mended, tries := 0, 0, 0, [mostTries + 1]int{}
		for _, d := range done {
			if kind != "all" && d.item.damage.kind != kind {
				continue
			}
			questions++
			longest = max(longest, d.item.prompt)
			if d.item.written > 0 {
				written++
			}
			if d.fate() == fateRepaired {
				mended++
				tries[d.item.corrections]++
			}
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n", kind, questions, written, mended, tries[1], tries[2], tries[3], share(float64(mended), written))
	}
	out.Flush()
	fmt.Fprintf(w, "\nGoal: %.2f of those written by the model. The longest call had %d tokens (cl100k_base).\n", goalRepaired, longest)
	fates := map[fate]int{}
	for _, d := range done {
		fates[d.fate()]++
	}
	for _, f := range []fate{fateRepaired, fateUnnoticed, fateGivenUp, fateUntold, fateWrong, fatePlanner, fateUnasked} {
		if fates[f] > 0 {
			fmt.Fprintf(w, "  %s: %d\n", f, fates[f])
		}
	}
}

func listRepairs(w io.Writer, done []repaired, kept bool) {
	for _, d := range done {
		i := d.item
		if d.fate() == fateRepaired || i.kept && !kept {
			continue
		}
		fmt.Fprintf(w, "%s %s (%s): %s\n    query   %s\n", d.fate(), i.ID, i.damage.kind, i.Question, i.damage.sql)
		if len(i.lacking) > 0 {
			fmt.Fprintf(w, "    lacking %s\n", strings.Join(i.lacking, ", "))
		}
		if d.judged.reply.Reading != "" {
			fmt.Fprintf(w, "    reading %s\n", d.judged.reply.Reading)
		}
	}
}
