package memory

import (
	"strings"
	"sync/atomic"
)

// What a phrase says about the sentence it stands in.
type meaning uint16

const (
	// idle words do not tell what a sentence is about.
	idle meaning = 1 << iota
	// takesBack is a "no" or "wait" at the beginning, with a pause behind it.
	takesBack
	// regrets is a "sorry" in the same place.
	regrets
	// means corrects what was said: "I meant".
	means
	// leans does so less surely: "actually".
	leans
	// changes says that something is not as it was: "moved to"; now says so less
	// surely.
	changes
	now
	// contrasts stands in front of what was: "not", "instead of".
	contrasts
	// adds, thanks and doubts say that nothing is taken back, or not surely.
	adds
	thanks
	doubts
	// measures do not tell what is measured.
	measures
)

// keys name the meanings and what words name in tables, in their order.
const keys = " idle takesBack regrets means leans changes now contrasts adds thanks doubts measures months weekdays relative numbers "

// english has a line for each meaning and for each series of values. Phrases are
// divided by commas; a value that has no word is "-". What begins with ^ counts at
// the beginning and behind a pause only. In Chinese there is a space between
// characters, as words are read here.
const english = `corrections idle were,i,i'm,i'd,been,being,it's,this,that,that's,these,those,there,from,with,than,then,they,them,their,i've,i'll,we've,we'll,your,will,have,does,done,just,very,what,which,when,about,said,says,told,tell,tells,think,know,okay,well,please,thanks,thank,fine,right,good,let's,take,going,user,assistant,until,till,should,would,date,time,name
corrections takesBack no,nope,nah,wait,oops,hold on
corrections regrets sorry,apologies,i apologize,my apologies
corrections means i meant,we meant,meant to say,meant to write,scratch that,strike that,forget that,ignore that,^correction,^make that,^make it,my mistake,my bad,my error,i misspoke,i misread,i mistyped,i mixed up,^or rather,i was wrong,i was mistaken,that was wrong,that's wrong,that is wrong,that's not right,that isn't right,that's incorrect,that's not correct,on second thought,on second thoughts,change of plan,change of plans,should have been,should have said,^typo,turns out,it turned out
corrections leans you're right,you are right,actually,in fact,in reality,rather,instead,should be,should read
corrections changes moved,changed,switched,postponed,rescheduled,pushed,shifted,delayed,raised,lowered,reduced,increased,cut to,went up to,went down to,goes up to,dropped to,rose to,renamed,replaced,updated,revised,brought forward,no longer,anymore,any more
corrections now now
corrections contrasts no longer,not,isn't,wasn't,aren't,instead of,rather than
corrections adds also,too,as well,another,additionally,besides,plus,in addition
corrections thanks thanks,thank
corrections doubts if,maybe,perhaps,might,could,would,unless,whether,suppose,possibly
corrections measures euro,euros,eur,dollar,dollars,pound,pounds,cent,cents,percent,kilo,kilos,kg,gram,grams,liter,liters,litres,meter,metres,kilometer,kilometres,km,minutes,hours,days,weeks,months,years,people
corrections weekdays monday,tuesday,wednesday,thursday,friday,saturday,sunday
corrections weekdays mon,tue,wed,thu,fri,sat,sun
corrections weekdays mondays,tuesdays,wednesdays,thursdays,fridays,saturdays,sundays
corrections months january,february,march,april,may,june,july,august,september,october,november,december
corrections numbers zero,-,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve
corrections relative today,tomorrow,tonight`

// A term is a word, or a phrase by its first word: what it means, or what it names.
type term struct {
	rest  []string // of the phrase
	means meaning
	names value
	// leading counts at the beginning and behind a pause only.
	leading bool
}

// lexicon has the terms by their first word.
var lexicon atomic.Pointer[map[string][]term]

func init() { LoadLanguages(languages) }

// LoadLanguages reads the words of other languages, beside English: the lines of a
// text that begin with "corrections". Corrections are noticed in these languages
// from then on.
func LoadLanguages(text string) {
	terms := make(map[string][]term, 512)
	for line := range strings.SplitSeq(english+"\n"+text, "\n") {
		if list, found := strings.CutPrefix(line, "corrections "); found {
			putTerms(terms, list)
		}
	}
	lexicon.Store(&terms)
}

// putTerms adds a line of phrases: with a meaning, or as values from the first on.
func putTerms(terms map[string][]term, line string) {
	key, list, _ := strings.Cut(line, " ")
	at := strings.Index(keys, " "+key+" ")
	if at < 0 {
		return
	}
	var first term
	switch n := strings.Count(keys[:at+1], " ") - 1; key {
	case "months":
		first.names.kind = aMonth
	case "weekdays":
		first.names.kind = aDay
	case "relative":
		first.names = value{kind: aDay, number: 100 + len(list)}
	case "numbers":
		first.names.kind = anAmount
	default:
		first.means = 1 << n
	}
	for phrase := range strings.SplitSeq(list, ",") {
		t := first
		first.names.number++
		phrase, t.leading = strings.CutPrefix(phrase, "^")
		words := strings.Fields(phrase)
		t.rest = words[1:]
		terms[words[0]] = append(terms[words[0]], t)
	}
}
