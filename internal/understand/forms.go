package understand

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/words"
)

// A formTable has the forms of all tables.
type formTable struct {
	roots   roots
	entries []formEntry
}

type formEntry struct {
	_ [0]func() // not to be compared
	entry
	known bool
	most  int // words of the longest form that begins with this one
}

func (t *formTable) at(h root) *formEntry {
	at, fresh := t.roots.add(h)
	if fresh {
		t.entries = append(t.entries, formEntry{})
	}
	return &t.entries[at]
}

var noForm formEntry

func (t *formTable) find(h root) *formEntry {
	if at := t.roots.find(h); at >= 0 {
		return &t.entries[at]
	}
	return &noForm
}

// enterForms adds the forms of all tables.
func (t *Languages) enterForms() {
	for _, l := range t.tables {
		if l != nil {
			l.eachForm(func(of entry, form string) { t.forms.enter(l.seed(), form, l.code == chinese, of) })
		}
	}
	for _, l := range t.tables[german:vietnamese] {
		if l != nil {
			l.eachForm(func(_ entry, form string) { t.forms.enterPlain(l, form) })
		}
	}
}

// seed begins the hashes of a language's words.
func (c code) seed() root { return hashSeed + root(c)*0x9e3779b9 }

// eachForm calls f with the forms of a language.
func (l *language) eachForm(f func(of entry, form string)) {
	for _, group := range strings.Split(l.forms, "\n") {
		target, forms, _ := strings.Cut(group, " ")
		of := *wordTable().find(folded(strings.ReplaceAll(target, "_", "-")))
		if of.kind&calendar != 0 {
			of.kind = calendar // only in English "march" and "may" are verbs too
		}
		for _, form := range strings.Fields(forms) {
			f(of, strings.ReplaceAll(strings.ReplaceAll(form, "'", "_"), "-", "_"))
		}
	}
}

// enterPlain adds a form as people type it who leave accents out.
func (t *formTable) enterPlain(l *language, form string) {
	bare := ""
	for _, r := range form {
		bare = string(words.AppendFolded([]byte(bare), r))
	}
	if bare != form && !strings.Contains(form, "_") {
		t.enter(l.seed(), bare, false, t.find(hashed(l.seed(), form)).entry)
	}
}

// enter adds a form. The first group that has it says what it is.
func (t *formTable) enter(seed root, form string, packed bool, of entry) {
	if e := t.at(hashed(seed, form)); !e.known {
		e.entry, e.known = of, true
	}
	n := 1
	if packed {
		n = utf8.RuneCountInString(form)
		_, size := utf8.DecodeRuneInString(form)
		form = form[:size]
	} else {
		n += strings.Count(form, "_")
		form, _, _ = strings.Cut(form, "_")
	}
	if e := t.at(hashed(seed, form)); n > e.most {
		e.most = n
	}
}
