package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// group is a line of the report: the questions that it counts.
type group struct {
	name string
	of   func(q question) bool
}

func groups() []group {
	var all []group
	for _, kind := range kinds {
		all = append(all, group{kind, func(q question) bool { return q.Kind == kind }})
	}
	all = append(all, group{"follow-ups", func(q question) bool { return len(q.History) > 0 }})
	for _, language := range languages {
		all = append(all, group{"in " + language, func(q question) bool { return q.Language == language }})
	}
	return append(all,
		group{"answerable, en", answerableEnglish},
		group{"all", func(question) bool { return true }})
}

func answerableEnglish(q question) bool { return q.Expect == expectAnswer && q.Language == "en" }

// tally are the sums over a group.
type tally struct {
	questions, answered            int
	by                             map[outcome]int
	compared, joined, joinExact    int
	recall, precision, tokensTotal float64
}

func count(all []judgement, of func(question) bool) tally {
	t := tally{by: map[outcome]int{}}
	for _, j := range all {
		if !of(j.q) {
			continue
		}
		t.questions++
		t.by[j.outcome]++
		t.tokensTotal += float64(j.reply.tokens())
		if j.reply.Answered {
			t.answered++
		}
		if j.compared {
			t.compared++
			t.recall += j.recall
			t.precision += j.precision
		}
		if j.joined {
			t.joined++
		}
		if j.joined && j.joinExact {
			t.joinExact++
		}
	}
	return t
}

// The goals of questions that are answered without a model.
const (
	goalRight = .60 // of the answerable English questions
	goalWrong = .02 // of all, at most
)

// reportHalves prints what was measured: of each half, if there are both, and of all.
func reportHalves(w io.Writer, title string, all []judgement) {
	var open, kept []judgement
	for _, j := range all {
		if j.q.kept {
			kept = append(kept, j)
		} else {
			open = append(open, j)
		}
	}
	if len(open) > 0 && len(kept) > 0 {
		report(w, "Open half", open)
		report(w, "Kept half", kept)
	}
	report(w, title, all)
}

func report(w io.Writer, title string, all []judgement) {
	fmt.Fprintf(w, "%s: %d questions\n\n", title, len(all))
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\tquestions\tanswered\tright\twrong\tunanswered\trefused rightly\tguessed\ttable recall\tprecision\tjoins exact\ttokens\t")
	for _, g := range groups() {
		t := count(all, g.of)
		if t.questions == 0 {
			continue
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%.0f\t\n", g.name, t.questions, t.answered, t.by[right], t.by[wrong], t.by[silent],
			t.by[refused], t.by[guessed], share(t.recall, t.compared), share(t.precision, t.compared), share(float64(t.joinExact), t.joined), t.tokensTotal/float64(t.questions))
	}
	out.Flush()
	english, everything := count(all, answerableEnglish), count(all, func(question) bool { return true })
	fmt.Fprintf(w, "\nAnswerable English questions answered exactly: %s (goal %.2f). Of all questions answered wrongly: %s (goal at most %.2f); of the answers: %s.\n\n",
		share(float64(english.by[right]), english.questions), goalRight,
		share(float64(everything.by[wrong]), everything.questions), goalWrong, share(float64(everything.by[wrong]), everything.answered))
}

func share(n float64, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", n/float64(of))
}

// times says how long answers took by their own word. Without it only the mean is known,
// since a batch is printed in the end.
func times(all []judgement, took time.Duration) string {
	var each []time.Duration
	for _, j := range all {
		if d := j.reply.took(); d > 0 {
			each = append(each, d)
		}
	}
	mean := fmt.Sprintf("all together %.1f s, %.1f ms a question with the program's start", took.Seconds(), took.Seconds()*1000/float64(max(1, len(all))))
	if len(each) == 0 {
		return "Time: " + mean + "; the answers do not say what their steps took."
	}
	slices.Sort(each)
	at := func(p float64) float64 {
		return float64(each[min(len(each)-1, int(p*float64(len(each))))].Microseconds()) / 1000
	}
	return fmt.Sprintf("Time of a question by its steps: p50 %.1f ms, p95 %.1f ms; %s.", at(.5), at(.95), mean)
}

// list prints the questions of some outcomes with what was made of them. Those of the kept
// half are listed only if somebody insists: whoever has read them cannot be measured by
// them any more.
func list(w io.Writer, all []judgement, kept bool) {
	for _, o := range []outcome{wrong, guessed, silent} {
		for _, j := range all {
			if j.outcome != o || j.q.kept && !kept {
				continue
			}
			fmt.Fprintf(w, "%s %s (%s): %s\n", j.outcome, j.q.ID, j.q.Language, j.q.Question)
			for _, line := range []struct{ name, text string }{{"reading", j.reply.Reading}, {"error", j.reply.Error}, {"sql", j.reply.SQL}, {"gold", j.q.SQL}} {
				if line.text != "" {
					fmt.Fprintf(w, "    %-8s%s\n", line.name, line.text)
				}
			}
		}
	}
}
