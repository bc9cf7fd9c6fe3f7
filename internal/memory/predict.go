package memory

// Forecast describes the expected next turns of a conversation. All numbers but
// Turns are tokens.
type Forecast struct {
	Policy Policy
	// Price is that of the model that answers, Condenser that of the one that
	// condenses.
	Price, Condenser Price
	// Prefix is what begins every prompt: the instructions.
	Prefix int
	// Summaries and Messages are what there is of the conversation now.
	Summaries, Messages int
	// Question and Answer are typical ones.
	Question, Answer int
	// Turns is how many are to come.
	Turns int
	// Cached is how much of the last prompt the provider may still have in its
	// cache.
	Cached int
	// CacheFrom is the shortest beginning that the provider keeps, 1,024 if zero.
	CacheFrom int
}

// Prediction is what the turns cost.
type Prediction struct {
	// Plain is the cost in dollars if everything goes along each time, Condensed
	// that with condensing, its calls included.
	Plain, Condensed float64
	// Calls is how often the conversation is condensed, Condensing what that costs.
	Calls      int
	Condensing float64
	// PlainTokens and CondensedTokens are those of the last prompt.
	PlainTokens, CondensedTokens int
}

// condenseOverhead is what a request to condense has beside the messages.
const condenseOverhead = 400

// Predict simulates the turns to come. A prompt pays the cached price for as much of
// its beginning as equals the last prompt. Without condensing that is all of the
// last prompt; after condensing it is at most the older summaries.
func Predict(in Forecast) Prediction {
	if in.CacheFrom == 0 {
		in.CacheFrom = 1024
	}
	var out Prediction
	plain := ledger{in: in, messages: in.Messages, summaries: in.Summaries, stable: in.Cached}
	brief := plain
	for range in.Turns {
		brief.condense(&out)
		plain.turn()
		brief.turn()
	}
	out.Plain, out.PlainTokens = plain.cost, plain.prompt
	out.Condensed, out.CondensedTokens = brief.cost+out.Condensing, brief.prompt
	return out
}

// ledger adds up one course of the turns.
type ledger struct {
	in                  Forecast
	summaries, messages int
	// stable is how much of the last prompt the next one begins with.
	stable int
	cost   float64
	prompt int
}

// turn asks one question and adds it and its answer to the conversation.
func (l *ledger) turn() {
	in := &l.in
	l.prompt = in.Prefix + l.summaries + l.messages + in.Question
	cached := min(l.stable, l.prompt)
	if cached < in.CacheFrom {
		cached = 0
	}
	l.cost += Cost(in.Price, l.prompt, cached, in.Answer)
	l.stable = l.prompt
	l.messages += in.Question + in.Answer
}

// condense makes the calls that are due before the next question.
func (l *ledger) condense(out *Prediction) {
	in := &l.in
	if l.summaries+l.messages+in.Question <= in.Policy.Threshold {
		return
	}
	kept := min(l.messages, in.Policy.keep()*(in.Question+in.Answer)/2)
	before := l.messages - kept
	if share := in.Policy.Share(before); before > share {
		out.Calls++
		out.Condensing += Cost(in.Condenser, condenseOverhead+l.summaries+before, 0, share)
		l.stable = min(l.stable, in.Prefix+l.summaries)
		l.summaries, l.messages = l.summaries+share, kept
	}
	if l.summaries > in.Policy.Threshold/3 {
		if share := in.Policy.MergeShare(l.summaries); share < l.summaries {
			out.Calls++
			out.Condensing += Cost(in.Condenser, condenseOverhead+l.summaries, 0, share)
			l.stable = min(l.stable, in.Prefix)
			l.summaries = share
		}
	}
}
