package condense

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/prompt"
	"burrow/internal/store"
)

// outlook is what there is to condense on a path.
type outlook struct {
	store.Recollection
	session, leaf chat.UID
	who           llm.Answerer
	model         string
	policy        memory.Policy
	state         memory.State
	count         func(text string) int
	countErr      *error
	encoding      string
}

// pathLimit is the most messages that the store returns at once.
const pathLimit = 1000

// PolicyOf is how settings say to condense.
func PolicyOf(s chat.Settings) memory.Policy {
	return memory.Policy{Threshold: *s.Threshold, KeepLast: *s.KeepLast, Tiered: *s.Strategy == chat.Tiered, Reserve: *s.Threshold / prompt.ReserveShare}
}

func (k *Keeper) outlook(ctx context.Context, session, leaf chat.UID, who llm.Answerer) (o *outlook, err error) {
	o = &outlook{session: session, leaf: leaf, who: who, model: who.ModelName(), policy: PolicyOf(who.Settings)}
	o.encoding, _ = k.Counts.Encoding(o.model)
	if o.Recollection, err = k.Store.Recollect(ctx, leaf, pathLimit); err != nil {
		return o, err
	}
	var countErr error
	o.countErr = &countErr
	o.count = func(text string) int {
		n, _, err := k.Counts.Count(ctx, o.model, "", text)
		if err != nil {
			countErr = err
		}
		return max(n-prompt.FrameTokens, 0)
	}
	for _, s := range o.Summaries {
		o.state.Summaries = append(o.state.Summaries, memory.Kept{From: s.From, To: s.To, Tokens: s.TokensAfter, Level: s.Level})
	}
	o.state.Open, err = k.memorable(ctx, o, o.Open)
	return o, err
}

// memorable turns messages into what condensing sees. Those whose summary was
// undone are as good as pinned: nobody condenses them again but the user.
func (k *Keeper) memorable(ctx context.Context, o *outlook, messages []chat.Message) ([]memory.Message, error) {
	var out []memory.Message
	for _, m := range messages {
		tokens, err := k.Counts.Of(ctx, o.model, m)
		if err != nil {
			return nil, err
		}
		reopened := slices.ContainsFunc(o.Reopened, func(r store.Reopened) bool { return r.Level == 0 && r.Has(m.Depth) })
		out = append(out, memory.Message{UID: m.UID, Depth: m.Depth, Role: m.Role, Content: m.Content, Tokens: tokens,
			Pinned: m.Pinned || reopened, Status: m.Status, Time: m.CreatedAt})
	}
	return out, nil
}

// outgrown is which summaries are to become one, unless the user has taken such a
// one apart.
func (o *outlook) outgrown() (from, to int, ok bool) {
	from, to, ok = o.policy.Outgrown(o.state)
	for _, r := range o.Reopened {
		if r.Level > 0 && r.From <= to && r.To >= from {
			return 0, 0, false
		}
	}
	return from, to, ok
}

// imported reports whether what is to be condensed comes from elsewhere: its first
// answer was given by no turn of ours. Nobody has asked for a summary of it, and it may
// be long, so that no model is paid for it.
func (k *Keeper) imported(ctx context.Context, o *outlook) (bool, error) {
	for i := range o.Open {
		if m := &o.Open[i]; m.Role == chat.Assistant && !m.Pinned {
			whole, err := k.Store.Message(ctx, m.UID)
			return store.AnswerOf(whole).Turn.IsZero(), err
		}
	}
	return false, nil
}

// gains reports whether a summary of a range is shorter than its messages.
func (o *outlook) gains(from, to int) bool {
	tokens := 0
	for _, m := range o.state.Open {
		if m.Depth >= from && m.Depth <= to {
			tokens += m.Tokens
		}
	}
	return tokens > o.policy.Share(tokens)
}

// What an import brings may be far more than a model should be asked to read, and
// pay for: above bulkTokens, or twice the threshold if that is more, messages are
// condensed from the beginning on, in batches, without a model. In a browser a batch
// is also how long a question may have to wait that comes meanwhile.
//
// Where no model condenses there are batches from localBulk on: a summary has at most
// a quarter of the threshold, so that one of many messages keeps far less of them.
const (
	bulkTokens  = 16_000
	localBulk   = 8_000
	batchTokens = 4_000
)

// next is what to condense next.
func (o *outlook) next(ctx context.Context, k *Keeper) (from, to int, ok bool, err error) {
	if o.Left > 0 {
		// The open messages that were read are the last of many.
		first := 0
		if n := len(o.Summaries); n > 0 {
			first = o.Summaries[n-1].To + 1
		}
		messages, err := k.Store.Span(ctx, o.leaf, first, first+pathLimit/2-1)
		if err != nil {
			return 0, 0, false, err
		}
		if o.state.Open, err = k.memorable(ctx, o, messages); err != nil {
			return 0, 0, false, err
		}
	}
	bulk := bulkTokens
	if !k.mayAsk(o) {
		bulk = localBulk
	}
	if o.Left > 0 || o.openTokens() > max(bulk, 2*o.policy.Threshold) {
		o.takeBatch()
	}
	from, to, ok = o.policy.Plan(o.state)
	return from, to, ok, nil
}

func (o *outlook) openTokens() (sum int) {
	for _, m := range o.state.Open {
		sum += m.Tokens
	}
	return sum
}

// takeBatch leaves only the first of many messages, to be condensed without a
// model. The rest comes later; a batch ends with an answer.
func (o *outlook) takeBatch() {
	total := 0
	for i, m := range o.state.Open {
		if total += m.Tokens; total > batchTokens && i > 1 {
			for i > 2 && o.state.Open[i-1].Role == chat.User {
				i--
			}
			o.state.Open = o.state.Open[:i]
			o.who.Model = nil
			o.policy.KeepLast, o.policy.Tiered, o.policy.LastTurn = 0, false, false
			return
		}
	}
}
