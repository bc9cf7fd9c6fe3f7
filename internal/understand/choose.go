package understand

// What is added: the likeliest phrase, others if they are likely enough. The least
// that is best for F1 is half of the F1 that is reached, so that it is lower where
// the history has answers and the right phrase is harder to find.
const (
	leastOthers          = 0.36
	leastOthersOfAnswers = 0.2
	mostPhrases          = 3
)

func subset(stems []string, of map[string]bool) bool {
	for _, s := range stems {
		if !of[s] {
			return false
		}
	}
	return true
}

// choose picks the phrases to add. Of two that share a word the longer one is
// taken, unless it is much less likely.
func choose(all []Missing) []Missing {
	var out []Missing
	taken := make(map[string]bool)
	for len(out) < mostPhrases {
		best := -1
		for i := range all {
			if (best < 0 || all[i].Score > all[best].Score) && !anyIn(all[i].stems, taken) && !(len(out) > 0 && secondName(&out[0], &all[i])) {
				best = i
			}
		}
		least := leastOthers
		if len(all) > 0 && all[0].Features[rAnswers] == 1 {
			least = leastOthersOfAnswers
		}
		if best < 0 || len(out) > 0 && all[best].Score < least {
			break
		}
		for i := range all {
			if len(all[i].stems) > len(all[best].stems) && all[i].Score >= longerShare*all[best].Score && covers(all[i].stems, all[best].stems) && !anyIn(all[i].stems, taken) {
				best = i
			}
		}
		for _, s := range all[best].stems {
			taken[s] = true
		}
		out = append(out, all[best])
	}
	return out
}

// secondName is true of a name after another one that "he" or "she" stands for.
func secondName(first, next *Missing) bool {
	return first.Features[rHeSheNamed] == 1 && next.Features[rHeSheNamed] == 1
}

// longerShare is how likely a longer phrase is at least, as a share of the shorter.
const longerShare = 0.7

func anyIn(stems []string, set map[string]bool) bool {
	for _, s := range stems {
		if set[s] {
			return true
		}
	}
	return false
}

// covers is true if all has every stem of some.
func covers(all, some []string) bool {
	for _, s := range some {
		found := false
		for _, a := range all {
			found = found || a == s
		}
		if !found {
			return false
		}
	}
	return true
}

// Chosen returns the phrases that Rewrite adds of those given.
func Chosen(all []Missing) []Missing { return choose(all) }
