package planner

import (
	"context"
	"slices"
	"strings"
)

// Limits of what is looked up for one question.
const (
	mostTexts  = 40
	mostPlaces = 80
)

// lookUp finds names in the database: parts of the question with a word that is no word of
// the schema or the language, or that is written as a name.
func (b *board) lookUp(ctx context.Context) error {
	if b.p.o.Values == nil {
		return nil
	}
	texts, keys := b.candidates()
	if len(texts) == 0 {
		return nil
	}
	places := b.places()
	if len(places) == 0 {
		return nil
	}
	matches, err := b.p.o.Values.Lookup(ctx, texts, places)
	if err != nil {
		return err
	}
	for _, m := range matches {
		t := b.p.table(m.Table)
		if t == nil || t.column(m.Column) == nil {
			continue
		}
		value, said := m.Value, fold(m.Value)
		for _, key := range keys[said] {
			if b.opens(key) && !strings.Contains(strings.ToLower(b.text(0, 1)), strings.ToLower(value)) {
				continue // "Gross wages" are not those of somebody called Groß
			}
			mean := meaning{column: t.column(m.Column), value: &value, quality: byName}
			if key != said {
				mean.quality = byShort
			}
			if !slices.ContainsFunc(b.found[key], func(o meaning) bool { return o.column == mean.column && fold(*o.value) == said }) {
				b.found[key] = append(b.found[key], mean)
			}
		}
	}
	return nil
}

// keepNames leaves a name of several words whole that is written with a capital letter: who is
// tagged Late payer pays for nobody. First and last names are names of their own.
func (b *board) keepNames() {
	for i := range b.tokens {
		for n := min(6, len(b.tokens)-i); n > 1; n-- {
			part := b.tokens[i : i+n]
			if !part[0].capital || len(b.found[joinFolded(part)]) == 0 || !slices.ContainsFunc(part, func(t token) bool { return len(b.found[t.folded]) == 0 }) {
				continue
			}
			for k := range b.at[:i+n] {
				b.at[k] = slices.DeleteFunc(b.at[k], func(it item) bool { return it.to > i && (it.from > i || it.to < i+n) })
			}
			break
		}
	}
}

// opens reports whether a part is the question's first word, whose capital says nothing.
func (b *board) opens(key string) bool {
	return !b.tokens[0].quoted && key == b.tokens[0].folded
}

// candidates are the texts to look for, and for each in small letters the parts of the
// question that it stands for.
func (b *board) candidates() (texts []string, keys map[string][]string) {
	keys = map[string][]string{}
	name := make([]bool, len(b.tokens))
	for i, t := range b.tokens {
		known := false
		for k := max(0, i-6); k <= i; k++ {
			known = known || slices.ContainsFunc(b.at[k], func(it item) bool { return it.to > i && it.class != aText && it.class != aNumber })
		}
		name[i] = !t.mark && t.folded != "'s" && (t.quoted || t.capital || !known)
	}
	add := func(text, key string) {
		if text = strings.TrimSpace(text); text == "" || len(text) > 200 {
			return
		}
		if !slices.Contains(texts, text) && len(texts) < mostTexts {
			texts = append(texts, text)
		}
		if f := fold(text); !slices.Contains(keys[f], key) {
			keys[f] = append(keys[f], key)
		}
	}
	for i := range b.tokens {
		for n := min(6, len(b.tokens)-i); n > 0; n-- {
			part := b.tokens[i : i+n]
			if !name[i] && !name[i+n-1] || !b.content(i) || !b.content(i+n-1) || slices.ContainsFunc(part, func(t token) bool { return t.mark || t.folded == "'s" }) {
				continue
			}
			text, key := b.text(i, n), joinFolded(part)
			add(text, key)
			for _, one := range singulars(text) {
				add(one, key)
			}
		}
	}
	return texts, keys
}

// content reports whether a word may begin or end a name: it is none of the language alone.
func (b *board) content(i int) bool {
	t := b.tokens[i]
	return t.quoted || t.capital || len(b.l.phrases[t.folded]) == 0
}

// singulars are what a text may be in the singular.
func singulars(text string) []string {
	var out []string
	low := strings.ToLower(text)
	if strings.HasSuffix(low, "ies") {
		out = append(out, text[:len(text)-3]+"y")
	}
	if strings.HasSuffix(low, "es") && len(text) > 4 {
		out = append(out, text[:len(text)-2])
	}
	if strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && len(text) > 3 {
		out = append(out, text[:len(text)-1])
	} else if len(text) > 2 && isLower(text[len(text)-1]) {
		out = append(out, text+"s")
	}
	return out
}

// places are the columns that may hold a name: those of the tables that the question may
// be about, and of tables near them.
func (b *board) places() []Place {
	distance := map[*table]int{}
	var queue []*table
	reach := func(t *table, d int) {
		if old, ok := distance[t]; !ok || d < old {
			distance[t] = d
			queue = append(queue, t)
		}
	}
	named := slices.ContainsFunc(b.at, func(items []item) bool {
		return slices.ContainsFunc(items, func(it item) bool { return it.class == aTable })
	})
	for _, items := range b.at {
		for _, it := range items {
			for _, m := range it.means {
				if !named && it.class == aColumn && m.column != nil && m.quality >= byComment {
					reach(m.column.table, 0) // the phone number of somebody: of any thing that has one
				}
				if it.class == aTable && m.quality >= .8 {
					reach(m.table, 0)
				} else if (it.class == aColumn && m.column != nil && (m.column.named() || m.column.kind == isNumber) || it.class == aValue && m.label()) && len(it.means) <= 3 {
					reach(m.column.table, 1)
				}
			}
		}
	}
	if b.before != nil {
		for _, name := range b.before.Tables {
			if t := b.p.table(name); t != nil {
				reach(t, 0)
			}
		}
	}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		d := distance[t]
		if d >= 3 {
			continue
		}
		for _, s := range b.p.near[t] {
			switch {
			case s.hub && d > 0:
			case s.up:
				reach(s.to(), d+1)
			case d == 0 && !s.hub:
				reach(s.to(), 2)
			}
		}
	}
	var tables []*table
	for t := range distance {
		tables = append(tables, t)
	}
	slices.SortFunc(tables, func(a, b *table) int {
		if distance[a] != distance[b] {
			return distance[a] - distance[b]
		}
		return strings.Compare(a.Name, b.Name)
	})
	// First what names the rows themselves, in all tables; then the rest.
	var names, rest []Place
	for _, t := range tables {
		shown := t.shown()
		for _, c := range t.columns {
			if !c.named() || c.audit {
				continue
			}
			if slices.Contains(shown, c) || distance[t] == 0 || t.IsUnique(c.Name) {
				names = append(names, c.place())
			} else {
				rest = append(rest, c.place())
			}
		}
	}
	out := append(names, rest...)
	return out[:min(len(out), mostPlaces)]
}
