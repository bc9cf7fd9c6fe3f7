package recall

// The weights of a message's parts. The first three are of BM25 sums divided by
// what the question's words could bring at most, so that long questions do not
// outweigh the rest.
const (
	singleWeight  = 1.0
	windowWeight  = 1.0
	sessionWeight = 0.2
	answerWeight  = 0.2 // of the message before, if that one asks

	namedWeight  = 0.4  // by a speaker the question names
	roleWeight   = 0.1  // by the user if asked about "my", by the assistant if about "you"
	datedWeight  = 0.1  // says when, if asked when
	countsWeight = 0.15 // has a number, if asked for one
	whoWeight    = 0.1  // has a name, if asked for one
	asksWeight   = -0.1
	spanWeight   = 0.5 // of a day the question names
	recentWeight = 0.1 // of the newest, if asked about the last time

	feedbackWeight = 0.3
)

// BM25's constants: how soon repeating a word stops mattering, and how much length
// matters.
const (
	singleSaturation = 1.2
	windowSaturation = 3
	lengthWeight     = 0.4
)

// nearby is how much words count by their distance in messages.
var nearby = [...]float32{1, 0.7, 0.5, 0.35}

const reach = len(nearby) - 1

// sums are the BM25 scores of a list of concepts. They are overwritten by the next.
type sums struct {
	single  []float32 // by message
	window  []float32
	session []float32 // by session
	most    float32   // the sum of the concepts' weights
}

// score adds up a list of concepts. It touches the messages near the concepts'
// terms and no others.
func (s *search) score(concepts []concept) sums {
	work := &s.x.scratch
	to := sums{work.slice(forSingle, s.n), work.slice(forWindow, s.n), make([]float32, s.x.messages[s.n-1].session+1), 0}
	times, spread := work.slice(forTimes, s.n), work.slice(forSpread, s.n)
	touched := work.touched
	for i := range concepts {
		c := &concepts[i]
		to.most += c.weight
		touched = touched[:0]
		for _, v := range c.variants {
			for _, p := range s.postings(v.id) {
				at := p.message()
				if times[at] == 0 {
					touched = append(touched, uint64(at))
				}
				times[at] += v.weight * p.times()
			}
		}
		if len(c.variants) > 1 {
			sortKeys(touched)
		}
		s.scoreSessions(touched, times, c.weight, to.session)
		s.scoreMessages(touched, times, spread, c.weight, &to)
	}
	work.touched = touched
	return to
}

// scoreSessions takes messages in ascending order.
func (s *search) scoreSessions(touched []uint64, times []float32, weight float32, to []float32) {
	mean := s.mean * float32(s.n) / float32(len(to))
	for len(touched) > 0 {
		session := s.x.messages[touched[0]].session
		end := s.sessionEnd(session)
		sum := float32(0)
		for len(touched) > 0 && int(touched[0]) < end {
			sum += times[touched[0]]
			touched = touched[1:]
		}
		length := s.wordsIn(int(s.x.sessions[session]), end) / mean
		to[session] += weight * saturated(sum, windowSaturation, length)
	}
}

// scoreMessages takes messages in ascending order and leaves times and spread
// zeroed.
func (s *search) scoreMessages(touched []uint64, times, spread []float32, weight float32, to *sums) {
	for _, at := range touched {
		i := int(at)
		length := float32(s.x.messages[i].words) / s.mean
		to.single[i] += weight * saturated(times[i], singleSaturation, length)
		begin, end := s.around(i)
		for j := begin; j < end; j++ {
			spread[j] += times[i] * nearby[max(i-j, j-i)]
		}
		times[i] = 0
	}
	next := 0
	for _, at := range touched {
		begin, end := s.around(int(at))
		for j := max(begin, next); j < end; j++ {
			first, last := s.around(j)
			length := s.wordsIn(first, last) / (s.mean * float32(last-first))
			to.window[j] += weight * saturated(spread[j], windowSaturation, length)
			spread[j] = 0
		}
		next = max(next, end)
	}
}

// around returns the messages near one, within its session.
func (s *search) around(i int) (begin, end int) {
	session := s.x.messages[i].session
	return max(i-reach, int(s.x.sessions[session])), min(i+reach+1, s.sessionEnd(session))
}

// saturated is BM25's term: it approaches 1 the more often a word occurs, and more
// slowly in a long text.
func saturated(times, saturation, length float32) float32 {
	return times / (times + saturation*(1-lengthWeight+lengthWeight*length))
}
