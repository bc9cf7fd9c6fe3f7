package main

import (
	"fmt"
	"time"

	"burrow/internal/tokens"
	"burrow/internal/understand"
)

// reportSpared counts the questions that go on without asking a model, with what
// asking would have taken: the time of a call, which is given, and the tokens of its
// request, which are counted.
func reportSpared(sets []set, call time.Duration) error {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return err
	}
	fmt.Printf("\n| judged without a model | first questions | later questions | all | reading, a question | time saved, a question, at %v a call | tokens not sent, a question |\n|---|---|---|---|---|---|---|\n", call)
	for _, s := range sets {
		var sure, count [2]float64
		var spent time.Duration
		spared := 0
		for _, d := range s.Dialogues {
			for n, t := range d.Turns {
				later := min(n, 1)
				count[later]++
				history := d.history(n)
				began := time.Now()
				u := understand.Understand(history, t.Question, understand.Options{})
				spent += time.Since(began)
				if u.NeedsModel {
					continue
				}
				sure[later]++
				system, user := understand.Request(history, t.Question, u, understand.Options{})
				spared += encoding.Count(system) + encoding.Count(user)
			}
		}
		all := count[0] + count[1]
		share := (sure[0] + sure[1]) / all
		a := spent / time.Duration(all)
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.2f ms | %d ms | %d |\n", s.Name, sure[0]/count[0], sure[1]/count[1], share,
			float64(a.Microseconds())/1000, (time.Duration(share*float64(call)) - a).Milliseconds(), int(float64(spared)/all))
	}
	return nil
}
