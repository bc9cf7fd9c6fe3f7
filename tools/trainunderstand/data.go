package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/understand"
)

// A dialogue is questions with their answers, as far as the data have them, and
// the questions as they would stand alone.
type dialogue struct {
	Name  string
	Turns []turn
}

type turn struct {
	Question, Rewrite, Answer string
}

// A set is the dialogues of one source.
type set struct {
	Name      string
	Dialogues []dialogue
}

// history is what was said before a turn.
func (d dialogue) history(before int) []understand.Exchange {
	out := make([]understand.Exchange, before)
	for i, t := range d.Turns[:before] {
		out[i] = understand.Exchange{Question: t.Question, Answer: t.Answer}
	}
	return out
}

// dependent is true if the rewrite says more than the question.
func (t turn) dependent() bool { return plain(t.Question) != plain(t.Rewrite) }

// plain leaves letters and digits.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
	}), " ")
}

// loadSets reads the three sets of dialogues.
func loadSets(dir string) ([]set, error) {
	var sets []set
	for _, load := range []func(string) (set, error){loadCAsT2019, loadCAsT2020, loadCANARD} {
		s, err := load(dir)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	sets = append(sets, sets[canard].changed("CANARD, no answers", func(turns []turn) string { return "" }))
	return append(sets, sets[canard].changed("CANARD, long answers", joinAnswers)), nil
}

// canard is its place among the sets; those behind it are the same dialogues.
const canard = 2

// changed returns a set with other answers; each is made of the turns from its own
// on.
func (s set) changed(name string, answer func(turns []turn) string) set {
	out := set{Name: name}
	for _, d := range s.Dialogues {
		turns := slices.Clone(d.Turns)
		for i := range turns {
			turns[i].Answer = answer(d.Turns[i:])
		}
		out.Dialogues = append(out.Dialogues, dialogue{d.Name, turns})
	}
	return out
}

// joinAnswers makes a passage of the answers that follow: an assistant says more
// than was asked for.
func joinAnswers(turns []turn) string {
	var all []string
	for _, t := range turns[:min(len(turns), 6)] {
		if t.Answer != "" && t.Answer != "I don't know." {
			all = append(all, t.Answer)
		}
	}
	return strings.Join(all, " ")
}

func readJSON(dir, name string, into any) error {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

func loadCAsT2019(dir string) (set, error) {
	s := set{Name: "CAsT 2019"}
	var topics []struct {
		Number int
		Turn   []struct {
			Number int
			Raw    string `json:"raw_utterance"`
		}
	}
	if err := readJSON(dir, "cast-2019-topics.json", &topics); err != nil {
		return s, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "cast-2019-resolved.tsv"))
	if err != nil {
		return s, err
	}
	resolved := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		id, rewrite, _ := strings.Cut(strings.TrimSpace(line), "\t")
		resolved[id] = rewrite
	}
	for _, topic := range topics {
		d := dialogue{Name: fmt.Sprint("2019-", topic.Number)}
		for _, t := range topic.Turn {
			d.Turns = append(d.Turns, turn{t.Raw, resolved[fmt.Sprintf("%d_%d", topic.Number, t.Number)], ""})
		}
		s.Dialogues = append(s.Dialogues, d)
	}
	return s, nil
}

func loadCAsT2020(dir string) (set, error) {
	s := set{Name: "CAsT 2020"}
	var topics []struct {
		Number int
		Turn   []struct {
			Raw     string `json:"raw_utterance"`
			Rewrite string `json:"manual_rewritten_utterance"`
		}
	}
	if err := readJSON(dir, "cast-2020-manual.json", &topics); err != nil {
		return s, err
	}
	for _, topic := range topics {
		d := dialogue{Name: fmt.Sprint("2020-", topic.Number)}
		for _, t := range topic.Turn {
			d.Turns = append(d.Turns, turn{t.Raw, t.Rewrite, ""})
		}
		s.Dialogues = append(s.Dialogues, d)
	}
	return s, nil
}

// loadCANARD leaves out the title of the page and of the section that each
// dialogue is about: a chat has none.
func loadCANARD(dir string) (set, error) {
	s := set{Name: "CANARD"}
	var lines []struct {
		History  []string
		Dialogue string `json:"QuAC_dialog_id"`
		Question string
		Number   int `json:"Question_no"`
		Rewrite  string
	}
	if err := readJSON(dir, "canard-dev-a.json", &lines); err != nil {
		return s, err
	}
	places := make(map[string]int)
	for _, l := range lines {
		at, there := places[l.Dialogue]
		if !there {
			at = len(s.Dialogues)
			places[l.Dialogue] = at
			s.Dialogues = append(s.Dialogues, dialogue{Name: l.Dialogue})
		}
		d := &s.Dialogues[at]
		if n := len(d.Turns); n > 0 && len(l.History) >= 2 {
			d.Turns[n-1].Answer = l.History[len(l.History)-1]
		}
		d.Turns = append(d.Turns, turn{l.Question, l.Rewrite, ""})
	}
	return s, nil
}
