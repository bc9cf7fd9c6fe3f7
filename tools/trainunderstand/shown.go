package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"burrow/internal/understand"
	"burrow/internal/words"
)

// reportShown measures the rewrites that are shown: how many follow-ups get one, and
// how many of these add a word of the right rewrite.
func reportShown(dir string, sets []set, list bool) error {
	rows, err := spares(dir, sets)
	if err != nil {
		return err
	}
	for _, c := range loadChats() {
		name := "our chats, " + c.language
		if len(rows) == 0 || rows[len(rows)-1].name != name {
			rows = append(rows, sparedSet{name: name})
		}
		rows[len(rows)-1].questions = append(rows[len(rows)-1].questions, c.asked...)
	}
	fmt.Print("\n| rewrites shown | follow-ups | rewritten | share | with a right word | with a wrong word |\n|---|---:|---:|---:|---:|---:|\n")
	for _, row := range rows {
		count, shown, right, wrong := 0, 0, 0, 0
		for _, a := range row.questions {
			if !a.dependent || len(addedWords(a.question, a.rewrite)) == 0 {
				continue
			}
			count++
			u := understand.Understand(a.history, a.question, understand.Options{})
			if u.RewrittenQuery == a.question {
				continue
			}
			shown++
			hit, miss := compared(a, u.RewrittenQuery)
			if hit {
				right++
			} else if list {
				fmt.Printf("%s → %s (%s)\n", a.question, u.RewrittenQuery, a.rewrite)
			}
			if miss {
				wrong++
			}
		}
		fmt.Printf("| %s | %d | %d | %s | %s | %s |\n", row.name, count, shown, part(shown, count), part(right, shown), part(wrong, shown))
	}
	return nil
}

// unaccented leaves accents out, and writes one apostrophe: answers write Cilic where
// rewrites write Čilić.
func unaccented(text string) string {
	var out []byte
	for _, r := range text {
		switch {
		case r == '’':
			out = append(out, '\'')
		case r > 0x24f:
			out = utf8.AppendRune(out, r)
		default:
			out = words.AppendFolded(out, r)
		}
	}
	return string(out)
}

// compared tells whether a rewrite adds a right word, and a wrong one. Scripts
// without spaces are compared by pieces of two characters.
func compared(a asked, rewritten string) (hit, miss bool) {
	question, rewrite := unaccented(a.question), unaccented(a.rewrite)
	gold := addedWords(question, rewrite)
	for w := range addedWords(question, unaccented(rewritten)) {
		if gold[w] || len(w) > 6 && w[0] >= 0x80 && strings.Contains(plain(rewrite), w) {
			hit = true
		} else {
			miss = true
		}
	}
	return hit, miss
}
