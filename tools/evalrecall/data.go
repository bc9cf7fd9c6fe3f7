package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A conversation is what was said and the questions about it.
type conversation struct {
	Name      string
	Turns     []turn
	Questions []question
}

// A turn is a message as it would be imported into the history.
type turn struct {
	ID   string // the data's name of it, "D3:7"
	Role string
	Text string
	Time int64 // Unix milliseconds
}

type question struct {
	Text     string
	Category int
	Evidence []int // numbers of the turns that hold the answer
}

// dataFile is the file of LoCoMo within the directory of the data.
const dataFile = "locomo-dev.json"

// maxCategory leaves out the fifth, whose questions have no answer.
const maxCategory = 4

// load reads the conversations of a directory.
func load(dir string) ([]conversation, error) {
	text, err := os.ReadFile(filepath.Join(dir, dataFile))
	if err != nil {
		return nil, err
	}
	var samples []sample
	if err := json.Unmarshal(text, &samples); err != nil {
		return nil, fmt.Errorf("read %s: %w", dataFile, err)
	}
	all := make([]conversation, len(samples))
	for i, s := range samples {
		if all[i], err = s.conversation(); err != nil {
			return nil, fmt.Errorf("read %s of %s: %w", s.ID, dataFile, err)
		}
	}
	return all, nil
}

// sample is a conversation as LoCoMo has it: its sessions are members with
// numbers in their names.
type sample struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	Questions    []struct {
		Text     string   `json:"question"`
		Evidence []string `json:"evidence"`
		Category int      `json:"category"`
	} `json:"qa"`
}

type spoken struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"`
}

func (s sample) conversation() (conversation, error) {
	c := conversation{Name: s.ID}
	var first string
	if err := json.Unmarshal(s.Conversation["speaker_a"], &first); err != nil {
		return c, err
	}
	number := make(map[string]int)
	for n := 1; s.Conversation["session_"+strconv.Itoa(n)+"_date_time"] != nil; n++ {
		turns, err := s.session(n, first)
		if err != nil {
			return c, err
		}
		for _, t := range turns {
			number[t.ID] = len(c.Turns)
			c.Turns = append(c.Turns, t)
		}
	}
	for _, q := range s.Questions {
		asked := question{Text: q.Text, Category: q.Category}
		for _, entry := range q.Evidence {
			for _, id := range strings.FieldsFunc(entry, func(r rune) bool { return r == ';' || r == ',' || r == ' ' }) {
				if i, there := number[id]; there {
					asked.Evidence = append(asked.Evidence, i)
				}
			}
		}
		if q.Category <= maxCategory && len(asked.Evidence) > 0 {
			c.Questions = append(c.Questions, asked)
		}
	}
	return c, nil
}

// session reads the turns of a session as the history would import them: a minute
// apart, the first speaker as the user. Some sessions have a date and no turns.
func (s sample) session(n int, first string) ([]turn, error) {
	member := "session_" + strconv.Itoa(n)
	if s.Conversation[member] == nil {
		return nil, nil
	}
	var date string
	if err := json.Unmarshal(s.Conversation[member+"_date_time"], &date); err != nil {
		return nil, err
	}
	begin, err := time.Parse("3:04 pm on 2 January, 2006", date)
	if err != nil {
		return nil, err
	}
	var all []spoken
	if err := json.Unmarshal(s.Conversation[member], &all); err != nil {
		return nil, err
	}
	turns := make([]turn, len(all))
	for i, said := range all {
		turns[i] = turn{said.ID, "assistant", said.Speaker + ": " + said.Text, begin.Add(time.Duration(i) * time.Minute).UnixMilli()}
		if said.Speaker == first {
			turns[i].Role = "user"
		}
		if said.Caption != "" {
			turns[i].Text += " [image: " + said.Caption + "]"
		}
	}
	return turns, nil
}
