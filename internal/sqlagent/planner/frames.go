package planner

import (
	"slices"
	"strings"
)

// People wrap a question in words that are about asking: "would it be possible to see …",
// "… if you can, thanks". Such a frame is made of a few dozen words in any order. None of them
// names, restricts, compares or negates anything, so that what is made of them alone says
// nothing of the database.

// frames are those words; one of courtesies makes a frame behind a question one, and endings are
// those with which it may begin where no mark stands before it.
const (
	frames = " i we you me us my it this that please kindly could can would will may might be been am is was do have has had to a an the so as if for and " +
		"like love want need needs wants wish hope help helps tell know say see find finding out work check look looking up get give let show share trying try " +
		"possible happen chance any grateful glad nice great good kind easy quick quickly question one hi hello hey there morning afternoon evening " +
		"thanks thank cheers sorry just really maybe perhaps ok okay well boss colleague someone somebody asks asked asking wondering wonder curious interested " +
		"idea figure pull run appreciate appreciated useful helpful able mind briefly simply actually advance in when moment minute second cool perfect enough fine " +
		"going calculate compute explain confirm ready sure bit interesting "
	courtesies = " please thanks thank cheers appreciate appreciated grateful possible nice great helpful perfect mind kind can could enough fine "
	endings    = " please thanks thank cheers "
)

// framed reports whether a text is made of such words alone.
func framed(text string) bool {
	t := tokens(text)
	return len(t) > 0 && !pointsFor(t) && !slices.ContainsFunc(t, func(t token) bool { return !t.mark && !strings.Contains(frames, " "+t.folded+" ") })
}

// withoutFrame leaves out what is about asking before and behind a question.
func withoutFrame(question string) string {
	for at := len(question) - 1; at > 0; at-- {
		if question[at-1] == ' ' && isWordByte(question[at]) && asksAt(question[at:]) && framed(question[:at]) {
			question = question[at:]
			break
		}
	}
	for at := 1; at < len(question); at++ {
		if !isWordByte(question[at]) || isWordByte(question[at-1]) || !framed(question[at:]) || !slices.ContainsFunc(tokens(question[at:]), func(t token) bool { return strings.Contains(courtesies, " "+t.folded+" ") }) {
			continue
		}
		before := strings.TrimRight(question[:at], " ")
		marked := strings.IndexByte(",.!?;-–:", before[len(before)-1]) >= 0
		if first := tokens(question[at:])[0].folded; marked || strings.Contains(endings, " "+first+" ") {
			return strings.TrimRight(before, " ,;:-–")
		}
	}
	return question
}

// asksAt reports whether a text begins with the words of a question or a request.
func asksAt(text string) bool {
	l := languages()[0]
	t := tokens(text)
	for n := min(5, len(t)); n > 0; n-- {
		if slices.ContainsFunc(l.phrases[joinFolded(t[:n])], func(k string) bool { return contains([]string{"count", "list", "much", "share", "sum", "avg"}, k) }) {
			return true
		}
	}
	return false
}
