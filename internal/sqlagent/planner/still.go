package planner

import (
	"strings"

	"burrow/internal/sqlagent/schema"
)

// Whether something is still so is often in a column that says when it is true: "Whether we
// still buy there". Who asks for suppliers we still buy from, or parts that are no longer used,
// means that column.

// aroundStill are words of such a comment that do not say what is still so.
const aroundStill = " whether the person company are they with "

// addStill adds the phrases for a truth whose comment says "still".
func (p *Planner) addStill(c *column) {
	before, after, ok := strings.Cut(strings.ToLower(c.Comment), " still ")
	if !ok {
		return
	}
	said := strings.Fields(before)
	if next := strings.Fields(after); len(next) > 0 {
		said = append(said, next[0])
	}
	for _, w := range said {
		if len(w) < 3 || among(aroundStill, w) {
			continue
		}
		base := verbBase(w)
		for _, form := range []string{w, strings.TrimSuffix(w, "d"), base, base + "e", base + "es", base + "s", base + "ed", base + "ing"} {
			p.addStillForm(c, schema.Stem(form))
		}
	}
}

func (p *Planner) addStillForm(c *column, stem string) {
	yes, no := "1", "0"
	for _, end := range [][]string{nil, {"her"}, {"ther"}, {"from"}, {"for", "us"}, {"with", "us"}} {
		m := meaning{column: c, value: &yes, quality: bySynonym}
		p.lexicon.add(append([]string{"still", stem}, end...), m)
		m.value = &no
		p.lexicon.add(append([]string{"no", "longer", stem}, end...), m)
		p.lexicon.add(append(append([]string{"not", stem}, end...), "any", "mor"), m)
		p.lexicon.add(append(append([]string{"not", stem}, end...), "anymor"), m)
	}
}
