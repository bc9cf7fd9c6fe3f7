package understand

import (
	"strings"
	"sync/atomic"

	"burrow/internal/words"
)

// A code is one of the languages that have a table.
type code byte

const (
	english code = iota
	german
	italian
	french
	spanish
	vietnamese
	chinese
	unknown // has none
	codes
)

const codeNames = "en de it fr es vi zh other "

// A language is what is known of one: how questions in it lean on a chat, and how
// statements look in it. All lists of statements have a space on both sides of each
// word.
type language struct {
	_ [0]func() // not to be compared
	code
	table *formTable // of all forms
	// forms are groups, one a line. Each begins with an English word of the lists, and
	// what these say of it (its kinds, its mark, its class) is true of the forms behind
	// it. An underline joins the words of a form. English has its lists.
	forms string
	// letters are those that few other languages have.
	letters string
	// currencies and units are words, each with its code.
	currencies, units string
	// drops is true of languages that leave out a subject that is known.
	drops bool
	// pieces is true of languages whose words are not what spaces divide: their content
	// is read in pieces of two characters or syllables, which are looked for in a
	// history's text.
	pieces bool
	// commaDecimal is true of languages that write 1.200,50.
	commaDecimal bool
	// verbs are endings of verbs, clitics of verbs with a pronoun that hangs on.
	verbs, clitics string
	// joins is what stands before the last of several.
	joins string

	// patterns are lines of words, divided by spaces:
	//
	//	a|b    one of several words
	//	?a     a word that may be missing
	//	_      any word
	//	^      words with capitals
	//	#      a number
	//	K L …  a word of that list
	//	:      a colon
	//	+      the rest of the clause, which is not empty and not vague
	//	.      the rest of the clause, which may be empty
	//	!      the rest of the sentence
	//	~      a question may be a request
	//	=      what follows takes the place of what was said before
	//	>      what is remembered begins here
	//	-      at the beginning: what is not remembered, whatever follows says
	patterns string
	// lists are lines, each with its letter first.
	lists   string
	numbers string
	// openers may stand before a statement; polite words among them stay with it.
	openers, polite string
	// self begin clauses about the user, and end the one before behind "and".
	self string
	// and joins; ends begin another clause, anywhere; others only behind "and".
	and, ends, others string
	// vague words make a statement one of the moment.
	vague, passing string
	// tasks are words of a message that works on a text or plays a role; stages
	// begin a sentence that does.
	tasks, stages string
	// over are words by which something is no longer so.
	over string
	// small words do not count when two statements are compared.
	small string
	// things are nouns that a name may follow; those behind the bar only if it is the
	// user's: "our supplier", "my friend".
	things string

	// open are whole first questions that leave open what an answer needs. A line
	// begins with what is open: g the group that is asked about, o the things that are
	// compared or counted, m what grew, s over what time, t what to do with data; p are words that may
	// stand before the others.
	//
	//	a|b   one of several words; *a and a* have any beginning and any ending
	//	?a    may be missing
	//	_     any word
	//	#     a number
	//	+     one to ten words
	//	,     a comma
	//
	// They have small letters without accents. Of Chinese each character is a word.
	open string
	// routes are the forms of questions by which routes are told, as englishRoutes has
	// them.
	routes string
	// gist are groups of small words, as Gist has them; groups are these as they are
	// looked up.
	gist   string
	groups atomic.Pointer[map[string]grouped]
}

// Languages are the tables of other languages than English. They may be used by
// several callers at a time.
type Languages struct {
	tables [codes]*language // nil if there is none
	forms  formTable
}

// onlyEnglish is what there is before tables are loaded.
var onlyEnglish = Languages{tables: [codes]*language{english: &englishTable, unknown: {code: unknown, joins: " and "}}}

// Empty is true if there is none but English.
func (t *Languages) Empty() bool { return t.tables[german] == nil }

// LoadLanguages reads tables: the files of the folder languages, in any order. A line
// is a field with its value; values of several lines are behind tabs.
func LoadLanguages(text string) *Languages {
	t := &Languages{tables: onlyEnglish.tables}
	l, field := &language{}, new(string)
	for _, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch {
		case line == "":
		case line[0] == '\t':
			*field += "\n" + line[1:] + " "
		case key == "language":
			l = &language{code: code(strings.Count(codeNames[:max(0, strings.Index(codeNames, value+" "))], " ")), joins: " and "}
			l.table, t.tables[l.code] = &t.forms, l
		case key == "drops":
			l.drops = true
		case key == "pieces":
			l.pieces = true
		case key == "comma":
			l.commaDecimal = true
		default:
			if field = l.field(key); !words.Among(" over currencies units ", key) {
				value = " " + value + " "
			}
			if *field = value; value == "  " {
				*field = ""
			}
		}
	}
	t.enterForms()
	return t
}

// field returns the field that a line of a table names.
func (l *language) field(key string) *string {
	all := [...]*string{&l.and, &l.clitics, &l.currencies, &l.ends, &l.forms, &l.gist, &l.joins, &l.letters, &l.lists, &l.numbers, &l.open, &l.openers, &l.others, &l.over,
		&l.passing, &l.patterns, &l.polite, &l.routes, &l.self, &l.small, &l.stages, &l.tasks, &l.things, &l.units, &l.vague, &l.verbs}
	for i, name := range fieldNames {
		if name == key {
			return all[i]
		}
	}
	return new(string)
}

// fieldNames are those of a file, in the order of their letters.
var fieldNames = [...]string{"and", "clitics", "currencies", "ends", "forms", "gist", "joins", "letters", "lists", "numbers", "open", "openers", "others", "over",
	"passing", "patterns", "polite", "routes", "self", "small", "stages", "tasks", "things", "units", "vague", "verbs"}
