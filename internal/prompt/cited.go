package prompt

import "strings"

// Cited are the numbers of the sources that an answer cites, as [2], [1, 3] or 【4】, each
// once, in the order of its words.
func Cited(answer string) (out []int) {
	seen := map[int]bool{}
	for _, mark := range Citations(answer) {
		for _, n := range mark.Numbers {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// Citation is a place where an answer cites sources: bytes From to To.
type Citation struct {
	From, To int
	Numbers  []int
}

// mostCited is more than the sources of any prompt.
const mostCited = 9_999

// Citations are the places where an answer cites sources, in their order.
func Citations(answer string) (out []Citation) {
	for at := 0; at < len(answer); {
		next := strings.IndexAny(answer[at:], "[【`")
		if next < 0 {
			break
		}
		if at += next; answer[at] == '`' {
			at = behindCode(answer, at)
			continue
		}
		end := "]"
		from := at + 1
		if answer[at] != '[' {
			end, from = "】", at+len("【")
		}
		length := strings.Index(answer[from:min(from+80, len(answer))], end)
		if length < 0 {
			at = from
			continue
		}
		to := from + length + len(end)
		numbers := numbersIn(answer[from : from+length])
		// [1](address) and [1]: address are links.
		if len(numbers) > 0 && !strings.HasPrefix(answer[to:], "(") && !strings.HasPrefix(answer[to:], ":") {
			out = append(out, Citation{at, to, numbers})
		}
		at = to
		if len(numbers) == 0 {
			at = from
		}
	}
	return out
}

// behindCode is where the code that begins with a backquote ends: array[1] cites nothing. A
// fence that isn't closed goes on to the end, and a quote that isn't is none.
func behindCode(answer string, at int) int {
	marks := len(answer[at:]) - len(strings.TrimLeft(answer[at:], "`"))
	for from := at + marks; from < len(answer); {
		next := strings.IndexByte(answer[from:], '`')
		if next < 0 {
			break
		}
		from += next
		size := len(answer[from:]) - len(strings.TrimLeft(answer[from:], "`"))
		if from += size; size == marks || marks >= 3 && size > marks {
			return from
		}
	}
	if marks >= 3 {
		return len(answer)
	}
	return at + marks
}

// numbersIn reads "1", "1, 3" and "2-4"; anything else has none.
func numbersIn(text string) (out []int) {
	number, first, isOpen := 0, 0, false
	end := func() bool {
		if number == 0 || first > number || number-first > 20 && first > 0 {
			return false
		}
		if first == 0 {
			first = number
		}
		for n := first; n <= number; n++ {
			out = append(out, n)
		}
		number, first = 0, 0
		return true
	}
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			if number = number*10 + int(r-'0'); number > mostCited {
				return nil
			}
			isOpen = true
		case (r == '-' || r == '–') && isOpen && first == 0:
			first, number, isOpen = number, 0, false
		case (r == ',' || r == ';') && isOpen:
			if !end() {
				return nil
			}
			isOpen = false
		case r != ' ':
			return nil
		}
	}
	if !isOpen || !end() {
		return nil
	}
	return out
}
