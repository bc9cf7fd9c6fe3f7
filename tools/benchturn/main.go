// Benchturn measures what a turn costs beside the model's answer: its time and its
// room in the database, beside LangGraph with its SQLite checkpointer, over the
// same conversation with the same scripted model, in one run. Burrow runs as the
// page runs it, and once more without condensing; LangGraph by default, which keeps
// a checkpoint a step, and with durability="exit", which keeps one when all is
// done. `make bench-turn` prints the table of docs/performance.md; with -bytes, what
// a turn of ours adds to the database, which is the same on every machine.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"burrow/internal/wire"
	"burrow/tools/pythonenv"
)

const (
	turns    = 500
	question = "Where does the badger live, and what does it do there when the nights become long and the ground is frozen hard?"
	answer   = "It lives in a sett, a burrow of many rooms that its family has dug over generations, often on a slope under trees. " +
		"In the long nights it sleeps much and comes out seldom; it does not truly hibernate, but it lives on what it has eaten in autumn. " +
		"The rooms are lined with dry grass and leaves, which it airs on mild days by dragging them outside."
)

// rounds is how often each side runs, in turn; its faster run counts, since what
// slows the other is the machine.
const rounds = 2

// measured is a run: of every turn its milliseconds, those of the work after its
// answer, and the bytes of the database when that is done.
type measured struct {
	Took  []float64 `json:"took"`
	After []float64 `json:"-"`
	Sizes []int64   `json:"sizes"`
	// summaries counts those that were made.
	summaries int
}

// note hears what happens in the background.
func (m *measured) note(e wire.CoreEvent) {
	if c, ok := e.(wire.CondenseEvent); ok && c.State == wire.CondenseDone {
		m.summaries++
	}
}

// around is how many turns up to the n-th are looked at.
const around = 24

// at returns the time of a turn, that of the work after it, and what it adds to the
// database, over the turns up to the n-th. A turn's time is that of the middle one,
// since single turns are disturbed. The work after it is their mean: a summary
// comes once in some turns, and the middle one has none.
func (m measured) at(n int) (ms, after, bytes float64) {
	took := slices.Sorted(slices.Values(m.Took[n-around : n]))
	if m.After != nil {
		for _, ms := range m.After[n-around : n] {
			after += ms / around
		}
	}
	return took[around/2], after, float64(m.Sizes[n-1]-m.Sizes[n-1-around]) / around
}

// A side is a row of the table.
type side struct {
	name string
	run  func(file string) (measured, error)
	best measured
}

func main() {
	bytes := flag.Bool("bytes", false, "only what a turn adds to the database")
	flag.Parse()
	work := run
	if *bytes {
		work = weigh
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "benchturn:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "benchturn")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := pythonenv.Make("build/benchturn", "tools/benchturn/requirements.txt")
	if err != nil {
		return err
	}
	ours := func(asInPage bool) func(string) (measured, error) {
		return func(file string) (measured, error) { return measureOurs(file, asInPage, turns) }
	}
	theirs := func(durability string) func(string) (measured, error) {
		return func(file string) (measured, error) { return measureLangGraph(python, file, durability) }
	}
	sides := []*side{
		{name: "Burrow, as the page runs it", run: ours(true)},
		{name: "Burrow, without condensing", run: ours(false)},
		{name: "LangGraph, as it comes", run: theirs("async")},
		{name: `LangGraph, durability="exit"`, run: theirs("exit")},
	}
	for round := range rounds {
		for i, s := range sides {
			m, err := s.run(filepath.Join(dir, fmt.Sprintf("%d-%d.db", round, i)))
			if err != nil {
				return err
			}
			if round == 0 || middle(m) < middle(s.best) {
				s.best = m
			}
		}
	}
	show(sides)
	return nil
}

// weigh shows what a turn adds to the database after some turns. Names of messages are
// random, so that one run in some fills a page more: it is the middle one of several.
func weigh() error {
	dir, err := os.MkdirTemp("", "benchturn")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	const at, runs = 50, 5
	for _, asInPage := range []bool{true, false} {
		var all []float64
		for i := range runs {
			m, err := measureOurs(filepath.Join(dir, fmt.Sprint(asInPage, i)), asInPage, at)
			if err != nil {
				return err
			}
			_, _, bytes := m.at(at)
			all = append(all, bytes)
		}
		slices.Sort(all)
		bytes := all[runs/2]
		how := "without condensing"
		if asInPage {
			how = "as the page runs it"
		}
		fmt.Printf("%s, turn %d adds %.1f kB, %.1f beyond its text\n", how, at, bytes/1000, (bytes-text)/1000)
	}
	return nil
}

// text is how many bytes a turn's question and answer have.
const text = float64(len(question) + len(answer))

// middle is the time of half of all turns.
func middle(m measured) float64 { return slices.Sorted(slices.Values(m.Took))[len(m.Took)/2] }

func show(sides []*side) {
	fmt.Println("| at turn | | a turn | after its answer | database, a turn | beyond the text | times the page's |")
	fmt.Println("|---:|---|---:|---:|---:|---:|---:|")
	for _, n := range []int{50, turns} {
		page, _, _ := sides[0].best.at(n)
		for _, s := range sides {
			ms, after, bytes := s.best.at(n)
			fmt.Printf("| %d | %s | %.2f ms | %s | %.1f kB | %.1f kB | %.1f |\n", n, s.name, ms, orNone(after), bytes/1000, (bytes-text)/1000, ms/page)
		}
	}
	fmt.Printf("\nThe page's way made %d summaries in %d turns.\n", sides[0].best.summaries, turns)
	for _, goal := range []struct{ at, times float64 }{{50, 10}, {turns, 50}} {
		page, _, _ := sides[0].best.at(int(goal.at))
		theirs, _, _ := sides[2].best.at(int(goal.at))
		verdict := "MISSED"
		if theirs >= goal.times*page {
			verdict = "passed"
		}
		fmt.Printf("- at turn %.0f, LangGraph as it comes takes %.1f times as long (goal %.0f: %s)\n", goal.at, theirs/page, goal.times, verdict)
	}
}

func orNone(ms float64) string {
	if ms < 0.005 {
		return "–"
	}
	return fmt.Sprintf("%.2f ms", ms)
}

func measureLangGraph(python, file, durability string) (m measured, err error) {
	cmd := exec.Command(python, "tools/benchturn/langgraph_turns.py", file, strconv.Itoa(turns), question, answer, durability)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return m, fmt.Errorf("run LangGraph: %w", err)
	}
	return m, json.Unmarshal(out, &m)
}
