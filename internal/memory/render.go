package memory

import (
	"strings"

	"burrow/internal/chat"
)

var labels = [lists]string{"About the user:", "Facts:", "Decided:", "Open questions:", "To do:"}

// noLonger stands before what was corrected. Its correction follows.
const noLonger = "No longer true: "

// Render writes summaries for a prompt: a label for each list that has items, one
// item a line, without sources. Each summary is written by itself, so that the
// text of the first ones stays byte by byte what it was when another is added,
// and a provider reads it from its cache.
func Render(summaries []chat.Summary) string {
	var out strings.Builder
	for _, s := range summaries {
		for list, items := range s.Lists() {
			label := labels[list]
			for _, item := range *items {
				text := tidy(item.Text)
				if text == "" {
					continue
				}
				if label != "" {
					out.WriteString(label + "\n")
					label = ""
				}
				if len(item.SupersededBy) > 0 {
					text = noLonger + text
				}
				out.WriteString("- " + text + "\n")
			}
		}
	}
	return out.String()
}
