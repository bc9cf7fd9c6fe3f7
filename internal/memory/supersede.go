package memory

import "slices"

// rival returns the value of an earlier statement that s takes back, if it has one.
func (s *statement) rival(older *statement) (none value) {
	old := []value{s.old}
	// "From Tuesday to Thursday" names both.
	if !s.pairs() && s.has&changes != 0 && len(s.values) == 2 && s.values[0].rivals(s.values[1]) {
		old = s.values
	}
	// Where the value that was is named, the earlier statement must have it.
	exact := s.pairs() || len(old) == 2
	// Numbers and days count before names, and what may be a name only where
	// something is taken back.
	named := true
	for _, v := range s.values {
		named = named && v.kind == aName && (!v.weak || s.has&(takesBack|regrets|means) != 0)
	}
	for _, v := range older.values {
		switch {
		case exact:
			if v.in(old) {
				return v
			}
		case v.kind == aName && (!named || v.weak && s.has&means == 0), v.in(s.values):
		case v.rivaled(s.values):
			return v
		}
	}
	return none
}

// confirms reports whether an earlier statement says already what s says.
func (s *statement) confirms(older *statement) bool {
	for _, v := range s.values {
		if !v.same(s.old) && v.in(older.values) && (v.kind != aName || s.rival(older).kind == noKind) {
			return true
		}
	}
	return false
}

// pairs says that s names both what was and what is.
func (s *statement) pairs() bool { return s.old.kind != noKind && s.old.rivaled(s.values) }

// marks are the meanings that a correction may have.
const marks = takesBack | regrets | means | leans | changes | now

// corrected returns the statement that s corrects, nil if there is none, or more than
// one may be meant.
func (c *Corrections) corrected(s *statement) *statement {
	mark := s.has & marks
	if !s.byUser {
		// An assistant's "now" is seldom about what was said.
		if mark &^= now; s.words > 20 {
			mark &^= leans | changes
		}
	}
	strong := mark & (takesBack | regrets | means)
	if mark == 0 && !s.pairs() || s.has&doubts != 0 || s.has&adds != 0 && mark&(means|regrets) == 0 || mark&takesBack != 0 && s.has&thanks != 0 {
		return nil
	}
	if mark&takesBack != 0 && strong == takesBack && !s.pairs() && s.message > 0 && c.asks[s.message-1] && !c.ownCarried(s) {
		return c.answered(s)
	}
	if len(s.topic) > 0 {
		if older, clear := c.about(s, mark); older != nil {
			if clear && (strong&(means|regrets) != 0 || s.pairs() || !s.otherNames(older)) {
				return older
			}
			return nil
		}
	}
	// What names another matter is hardly about the one before.
	if mark == now || s.matter() > 1 && (strong&(means|regrets) == 0 || s.matter() > 4) && !s.pairs() {
		return nil
	}
	return c.before(s)
}

// ownCarried reports whether s follows another statement of its own message, which
// its "no" is about.
func (c *Corrections) ownCarried(s *statement) bool {
	n := len(c.statements)
	return n > 0 && c.statements[n-1].message == s.message
}

// otherNames reports whether two statements name different people: what is said of
// one is no news of the other.
func (s *statement) otherNames(older *statement) bool {
	return s.rival(older).kind != aName && s.names(older) && older.names(s)
}

// names reports whether s has a name that is not in another statement.
func (s *statement) names(other *statement) bool {
	for _, v := range s.values {
		if v.kind == aName && !slices.Contains(other.topic, v.number) {
			return true
		}
	}
	return false
}

// about returns the last statement on the same matter with a value that s takes
// back. clear is false if others are as near to it.
func (c *Corrections) about(s *statement, mark meaning) (best *statement, clear bool) {
	most := 0
	clear = true
	for i := len(c.statements) - 1; i >= max(0, len(c.statements)-far); i-- {
		older := &c.statements[i]
		n := shared(s.topic, older.topic)
		if n == 0 || n < most || older.asks {
			continue
		}
		least, longest := min(len(s.topic), len(older.topic)), max(len(s.topic), len(older.topic))
		if 2*n < least || mark&^(now|leans|changes) == 0 && !s.pairs() && 2*n < longest-2 {
			continue
		}
		value := s.rival(older)
		switch {
		case s.confirms(older) && n > most && n >= least:
			return nil, false
		case value.kind == noKind || c.knows(nil, older):
		case n > most:
			best, most, clear = older, n, true
		case !s.pairs() && s.message-older.message > Near && best.message-older.message > Near && !value.in(best.values) && !slices.Equal(best.topic, older.topic):
			clear = false
		}
	}
	return best, clear
}

// before returns the statement just before s with a value that it takes back, nil if
// there are several in that message. Who meant something else corrects their own words
// first.
func (c *Corrections) before(s *statement) *statement {
	own, clear := s.has&(means|regrets) != 0, false
	var best *statement
	for i := len(c.statements) - 1; i >= 0 && s.message-c.statements[i].message <= Near; i-- {
		older := &c.statements[i]
		value := s.rival(older)
		switch {
		case older.asks:
		case best == nil && s.confirms(older):
			return nil
		case value.kind == noKind:
		case best == nil, own && older.byUser == s.byUser && best.byUser != s.byUser, s.rival(best).weak && !value.weak:
			best, clear = older, true
		case older.message == best.message && older.message != s.message && !value.in(best.values):
			clear = false
		}
	}
	if !clear {
		return nil
	}
	return best
}

// answered returns what a "no" behind a question corrects: what the question asks
// back for, if that was said; or what was said beside a question that names no such
// value, if the answer is nothing but a value.
func (c *Corrections) answered(s *statement) *statement {
	var asked value
	for i := len(c.statements) - 1; i >= 0 && s.message-c.statements[i].message <= Near; i-- {
		older := &c.statements[i]
		value := s.rival(older)
		switch {
		case value.kind == noKind:
		case older.asks && older.message == s.message-1:
			asked = value
		case older.asks:
		case asked.kind != noKind && asked.in(older.values):
			return older
		case asked.kind == noKind && older.message == s.message-1 && s.matter() <= 0:
			return older
		}
	}
	return nil
}
