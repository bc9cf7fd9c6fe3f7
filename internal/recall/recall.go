// Package recall ranks the messages of a long conversation by how much a question
// needs them, so that a prompt can include the few that matter. It only computes;
// what a message costs and how it is shown is left to its caller.
//
// A message's score is a sum of, in the order of what they bring:
//
//   - BM25 of the question's words in the message, and in the messages around it
//     with a weight that falls with distance: what is asked for often stands next
//     to the words it is asked with;
//   - the same for words that stand for the question's: related by a small list,
//     spelt alike, or frequent in the messages found first (RM3);
//   - how close the message, and what stands beside it, is to the question in what it
//     means, if an encoder has read both;
//   - less, the words that a reading of the question adds, and those of the last
//     exchange, if the question leans on it;
//   - who speaks, if the question names a speaker, and what time it was, if it
//     names a day;
//   - less: BM25 of the session, answers to a question that matches, messages that
//     say when, how much or who if the question asks for it, and messages that only
//     ask.
//
// Words are compared by their stems, and stop words are not kept. The weights were
// set by hand; tools/evalrecall measures what they are worth.
//
// An Index that was truncated equals one that never had what it lost: Truncate and
// Add of other messages give the ranks of an index made anew.
package recall

import (
	"strings"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// Message is what was said at one time.
type Message struct {
	Speaker string // a role as "user", or a name; "Caroline: " before the text also names one
	Text    string
	Time    int64 // Unix milliseconds, 0 if unknown
}

// Index holds the messages of one path of a conversation, in order. Its zero value
// is ready. It must not be used by two goroutines at the same time.
type Index struct {
	messages []message
	sessions []int32          // the number of each session's first message
	forward  []int32          // the terms of all messages, one message after another, each term once a message
	terms    []term           // by id, in the order in which they first appear
	ids      map[string]int32 // of words as they are written, in lower case; noTerm for stop words
	stems    map[string]int32
	grams    map[uint32][]int32 // terms by their runs of four characters, ascending

	cut     words.Cutter
	found   []uint64 // the terms of the message that is being added
	scratch scratch
	last    ranking // of the messages there are; without messages if they have changed
}

// A message as the index keeps it: without its text.
type message struct {
	_       [0]func() // not to be compared
	time    int64     // the last known
	begin   int32     // of its terms in forward
	before  int32     // words in all messages before it
	words   int32
	session int32
	label   [2]int32 // the terms of its speaker's first and last name, or noTerm
	role    byte     // the first letter of the role
	asks    bool     // has a question mark
	counts  bool     // has a digit
	names   bool     // has a capital within a sentence
	dated   bool     // has a word that says when
}

// A term is a stem, or a pair of characters of a script without spaces.
type term struct {
	text     string
	postings []posting
	dated    bool // says when
}

// A posting is a message's number and, in the last four bits, how often the term
// is in it.
type posting uint32

const maxTimes = 15

func (p posting) message() int   { return int(p >> 4) }
func (p posting) times() float32 { return float32(p & maxTimes) }

// sessionGapMs is the silence after which a new session begins.
const sessionGapMs = 4 * 3600 * 1000

// Add appends a message; its number is how many there were before.
func (x *Index) Add(m Message) {
	if x.ids == nil {
		x.ids, x.stems, x.grams = make(map[string]int32), make(map[string]int32), make(map[uint32][]int32)
	}
	x.last = ranking{}
	n := len(x.messages)
	e := message{time: m.Time, begin: int32(len(x.forward)), label: [2]int32{noTerm, noTerm}, asks: strings.ContainsAny(m.Text, "?？"), counts: strings.ContainsAny(m.Text, "0123456789"), names: hasName(m.Text)}
	if n > 0 {
		last := &x.messages[n-1]
		e.before, e.session = last.before+last.words, last.session
		if m.Time == 0 {
			e.time = last.time
		}
		if gap := e.time - last.time; last.time != 0 && (gap > sessionGapMs || gap < -sessionGapMs) {
			e.session++
		}
	}
	if int(e.session) == len(x.sessions) {
		x.sessions = append(x.sessions, int32(n))
	}
	labelEnd := labelEnd(m.Text)
	if role := chat.Role(m.Speaker); role.Known() {
		e.role = m.Speaker[0]
	} else if labelEnd == 0 {
		x.addWords(m.Speaker, len(m.Speaker), &e)
	}
	x.addWords(m.Text, labelEnd, &e)
	x.addPostings(n)
	x.messages = append(x.messages, e)
}

// addWords finds the terms of a text; those before labelEnd name the speaker.
func (x *Index) addWords(text string, labelEnd int, e *message) {
	x.eachWord(text, func(w []byte, packed bool, start, _ int) {
		id := x.termID(w, packed)
		if id == noTerm {
			return
		}
		if start < labelEnd {
			if e.label[0] == noTerm {
				e.label[0] = id
			}
			e.label[1] = id
		}
		e.dated = e.dated || x.terms[id].dated
		e.words++
		x.found = append(x.found, uint64(id))
	})
}

// addPostings notes the terms found in message n.
func (x *Index) addPostings(n int) {
	found := x.found
	x.found = found[:0]
	sortKeys(found)
	for len(found) > 0 {
		id, times := found[0], 1
		for times < len(found) && found[times] == id {
			times++
		}
		found = found[times:]
		t := &x.terms[id]
		t.postings = append(t.postings, posting(n<<4|min(times, maxTimes)))
		x.forward = append(x.forward, int32(id))
	}
}

// termsOf returns the terms of message i, each once.
func (x *Index) termsOf(i int) []int32 {
	end := len(x.forward)
	if i+1 < len(x.messages) {
		end = int(x.messages[i+1].begin)
	}
	return x.forward[x.messages[i].begin:end]
}

// Truncate removes message n and all later ones: the path took another branch.
func (x *Index) Truncate(n int) {
	if n = max(n, 0); n >= len(x.messages) {
		return
	}
	x.last = ranking{}
	begin := x.messages[n].begin
	for _, id := range x.forward[begin:] {
		// Postings ascend, so each of these ends a list.
		t := &x.terms[id]
		t.postings = t.postings[:len(t.postings)-1]
	}
	x.forward = x.forward[:begin]
	x.messages = x.messages[:n]
	for len(x.sessions) > 0 && int(x.sessions[len(x.sessions)-1]) >= n {
		x.sessions = x.sessions[:len(x.sessions)-1]
	}
	x.forgetTerms()
}

// hasName is true of a text with a word in capitals that does not open a sentence.
func hasName(text string) bool {
	for i := 2; i < len(text); i++ {
		if c := text[i]; 'A' <= c && c <= 'Z' && text[i-1] == ' ' && (text[i-2]|0x20 >= 'a' && text[i-2] < 0x80 || text[i-2] == ',') {
			return true
		}
	}
	return false
}

// labelEnd returns where the name in "Caroline: text" ends, 0 if there is none: at
// most three words, all with capital letters.
func labelEnd(text string) int {
	count := 0
	for i := 0; i < len(text) && i < 40; i++ {
		c := text[i]
		switch {
		case c == ':':
			if i+1 < len(text) && text[i+1] == ' ' {
				return i
			}
			return 0
		case i == 0 || text[i-1] == ' ':
			count++
			if count > 3 || (c < 'A' || c > 'Z') && c < 0x80 {
				return 0
			}
		case c != ' ' && c != '.' && c != '\'' && c != '-' && c < 0x80 && words.Classify(rune(c)) != words.Letter:
			return 0
		}
	}
	return 0
}
