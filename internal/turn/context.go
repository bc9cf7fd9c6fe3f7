package turn

import (
	"context"
	"slices"
	"strings"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// material is what a prompt can be made of.
type material struct {
	store.Recollection // its open messages are without the question
	session            chat.UID
	question           chat.Message
	// search is what is looked for, if it is not the question; filters restrict it.
	search  string
	filters []chat.Filter
	// note is sent after the question, reminder only if not all of the conversation
	// is.
	note, reminder string
	// wish is sent after both: how long the answer is to be.
	wish string
	// alone says that the user wants no earlier message to go along.
	alone bool
	// preferences are the user's in general.
	preferences []string
}

// pathLimit is the most messages that the store returns at once.
const pathLimit = 1000

// read returns what can go along with a kept question: of messages that nothing
// stands for the last ones, at most limit.
func (e *Engine) read(ctx context.Context, session, question chat.UID, limit int) (m material, err error) {
	m.session = session
	m.Recollection, err = e.Store.Recollect(ctx, question, min(limit+1, pathLimit))
	if err != nil {
		return m, err
	}
	if last := len(m.Open) - 1; last >= 0 && m.Open[last].UID == question {
		m.question, m.Open = m.Open[last], m.Open[:last]
		return m, nil
	}
	// A summary stands for the question, which is asked again.
	m.question, err = e.Store.Message(ctx, question)
	return m, err
}

// readFor is read for a question that is not kept, after a message.
func (e *Engine) readFor(ctx context.Context, session, parent chat.UID, text string, limit int) (m material, err error) {
	m.session, m.question = session, chat.Message{Role: chat.User, Content: text, Parent: parent}
	if parent.IsZero() {
		return m, nil
	}
	m.Recollection, err = e.Store.Recollect(ctx, parent, max(min(limit, pathLimit), 1))
	if limit <= 0 {
		m.Left, m.Open = m.Left+len(m.Open), nil
	}
	m.Total++
	return m, err
}

// The frames of what goes along beside messages.
const (
	summariesIntro = "What was said earlier in this conversation, condensed:\n"
	recalledIntro  = "Earlier messages of this conversation that may help, as a reference:\n"
	recalledEnd    = "\n\nThe question:\n"
)

// assembled is a prompt, with what it is made of.
type assembled struct {
	prompt []llm.Message
	parts  []chat.Part
	// sum is what condensing goes by: summaries, all open messages and the
	// question. tokens is what is sent.
	sum, tokens int
	// taken are the open messages that go along, recalled the others.
	taken    []chat.Message
	recalled []chat.Message
	left     int
}

// due says that the threshold is crossed.
func (a assembled) due(s chat.Settings) bool { return a.sum > *s.Threshold }

// reserveShare of the threshold is kept for what is recalled, recallShare is the
// most that it has while all messages fit; exchangeShare is the most that the last
// exchange may have if they do not.
const (
	reserveShare  = 8
	recallShare   = 4
	exchangeShare = 4
)

// assemblePrompt makes a prompt that keeps within the threshold, as far as the
// question does: if summaries and open messages leave no room, the oldest open
// ones stay behind until they are condensed. What stays behind and what has been
// condensed is searched for what the question needs.
//
// The order keeps the beginning of the prompt as it was in the last turn, so that
// a provider reads it from its cache: instructions, summaries, messages; what was
// recalled stands in front of the question.
//
// If all that is open goes along, what is recalled has a share of its own: most
// questions need little. fill lets it have all the room.
func (e *Engine) assemblePrompt(ctx context.Context, m material, settings chat.Settings, model string, room int, fill bool) (a assembled, err error) {
	counter := counter{e, ctx, model, nil}
	system := *settings.Instructions
	instructions := counter.message(chat.System, system)
	if system == "" {
		instructions = 0
	}
	preferences := 0
	if len(m.preferences) > 0 {
		if system != "" {
			system += "\n\n"
		}
		system += preferencesIntro + "- " + strings.Join(m.preferences, "\n- ")
		preferences = counter.message(chat.System, system) - instructions
	}
	summaries := 0
	if len(m.Summaries) > 0 {
		if system != "" {
			system += "\n\n"
		}
		system += summariesIntro + memory.Render(texts(m.Summaries))
		summaries = counter.message(chat.System, system) - instructions - preferences
	}
	if system != "" {
		a.prompt = append(a.prompt, llm.Message{Role: chat.System, Content: system})
	}
	question := counter.kept(m.question)
	open, openTokens := spoken(m.Open), 0
	costs := make([]int, len(open))
	for i, message := range open {
		costs[i] = counter.kept(message)
		openTokens += costs[i]
	}
	a.sum = summaries + openTokens + question

	condensed := m.Total - 1 - len(m.Open)
	reserve := 0
	if condensed > 0 {
		reserve = room / reserveShare
	}
	free := room - preferences - summaries - question
	fits := *settings.Condense == chat.CondenseOff || openTokens+reserve <= free
	note := m.note
	if note == "" && (condensed > 0 || m.Left > 0 || !fits) {
		note = m.reminder
	}
	note += m.wish
	if note != "" {
		tokens := counter.message(chat.User, m.question.Content+note) - counter.message(chat.User, m.question.Content)
		question, free = question+tokens, free-tokens
		fits = fits && (*settings.Condense == chat.CondenseOff || openTokens+reserve <= free)
	}
	from, taken := 0, openTokens
	if !fits {
		from, taken = lastThatFit(costs, free/exchangeShare)
	}
	recalledTokens := 0
	var block string
	if (condensed > 0 || from > 0) && !m.alone && counter.err == nil {
		there := make(map[int]bool, len(open)-from)
		for _, o := range open[from:] {
			there[o.Depth] = true
		}
		skip := func(depth int) bool { return there[depth] }
		budget := free - taken
		if from == 0 && !fill {
			budget = min(budget, room/recallShare)
		}
		// What is only likely to help must not make the prompt too long.
		if limit := *settings.MaxContext; limit > 0 {
			budget = min(budget, limit-instructions-preferences-summaries-taken-question)
		}
		a.recalled, block, recalledTokens, err = e.recall(ctx, &counter, m, skip, budget)
		if err != nil {
			return a, err
		}
	}
	// What recalling left over goes to more of the newest messages.
	for from > 0 && taken+recalledTokens+costs[from-1] <= free && !slices.ContainsFunc(a.recalled, func(r chat.Message) bool { return r.Depth == open[from-1].Depth }) {
		from--
		taken += costs[from]
	}
	for i, message := range open {
		if i < from && !message.Pinned {
			continue
		} else if i < from {
			taken += costs[i]
		}
		a.taken = append(a.taken, message)
		a.prompt = append(a.prompt, llm.Message{Role: message.Role, Content: message.Content})
	}
	a.left = m.Left + len(open) - len(a.taken)
	a.prompt = append(a.prompt, llm.Message{Role: chat.User, Content: block + m.question.Content + note})
	a.tokens = instructions + preferences + summaries + taken + recalledTokens + question
	a.parts = parts([]chat.Part{
		{Kind: chat.InstructionsPart, Tokens: instructions},
		{Kind: chat.PreferencesPart, Tokens: preferences},
		{Kind: chat.SummariesPart, Tokens: summaries, Messages: covered(m.Summaries)},
		{Kind: chat.MessagesPart, Tokens: taken, Messages: len(a.taken)},
		{Kind: chat.RecalledPart, Tokens: recalledTokens, Messages: len(a.recalled)},
		{Kind: chat.QuestionPart, Tokens: question},
	})
	return a, counter.err
}

// spoken leaves out answers that failed before their first word, which say
// nothing, and tools' messages, which mean nothing without the call before them.
func spoken(messages []chat.Message) (out []chat.Message) {
	for _, m := range messages {
		if m.Content != "" && m.Role != chat.Tool {
			out = append(out, m)
		}
	}
	return out
}

// lastThatFit returns where the last messages begin that go along if not all do:
// those of the last exchange that are within its share.
func lastThatFit(costs []int, share int) (from, taken int) {
	for from = len(costs); from > 0 && from > len(costs)-2 && taken+costs[from-1] <= share; {
		from--
		taken += costs[from]
	}
	return from, taken
}

func parts(all []chat.Part) []chat.Part {
	return slices.DeleteFunc(all, func(p chat.Part) bool { return p.Tokens == 0 && p.Messages == 0 })
}

func texts(summaries []store.Summary) []chat.Summary {
	out := make([]chat.Summary, len(summaries))
	for i, s := range summaries {
		out[i] = s.Summary
	}
	return out
}

// covered is how many messages the summaries stand for.
func covered(summaries []store.Summary) (n int) {
	for _, s := range summaries {
		n += s.To - s.From + 1
	}
	return n
}

// Context says what would go along with the next question: the sum that, with the
// question, condensing goes by, and with a question all parts.
func (e *Engine) Context(ctx context.Context, session chat.Session, parent chat.UID, question string, who Answerer) (out wire.Context, err error) {
	s := who.Settings
	out = wire.Context{Threshold: *s.Threshold, MaxContext: *s.MaxContext}
	if s.Model != nil {
		out.Model = *s.Model
		_, out.Estimate = e.Encoding(out.Model)
	}
	if parent.IsZero() && !session.UID.IsZero() {
		parent = session.Head
	}
	m, err := e.readFor(ctx, session.UID, parent, question, *s.MaxMessages)
	if err != nil {
		return out, err
	}
	if question == "" {
		// What would be recalled depends on the question.
		m.Total = len(m.Open) + 1
	}
	if err := e.readOnly(ctx, &m, s); err != nil {
		return out, err
	}
	a, err := e.assemblePrompt(ctx, m, s, out.Model, *s.Threshold, false)
	if err != nil {
		return out, err
	}
	own, _, err := e.Count(ctx, out.Model, chat.User, question)
	if err != nil {
		return out, err
	}
	for _, p := range a.parts {
		switch p.Kind {
		case chat.InstructionsPart:
			out.Instructions = p.Tokens
		case chat.SummariesPart:
			out.Summaries, out.Condensed = p.Tokens, p.Messages
		}
	}
	out.Tokens = a.sum - own
	out.Messages = len(spoken(m.Open))
	out.Left = m.Left
	if question == "" {
		return out, nil
	}
	out.Parts = a.parts
	for _, r := range a.recalled {
		out.Recalled = append(out.Recalled, wire.RecalledMessage{UID: r.UID, Depth: r.Depth, Role: r.Role, CreatedAt: r.CreatedAt, Tokens: r.Tokens,
			Text: beginning(r.Content)})
	}
	return out, nil
}

// shownRunes is how much of a recalled message a list shows.
const shownRunes = 160

func beginning(text string) string {
	runes := []rune(text)
	if len(runes) <= shownRunes {
		return text
	}
	return string(runes[:shownRunes]) + "…"
}

// Assembly is a prompt that is not sent.
type Assembly struct {
	Parts []AssembledPart
	// Tokens are those of all parts.
	Tokens int
	// Threshold is what it was made for, Left how many messages of the path are in
	// no part.
	Threshold, Left int
}

// AssembledPart is a part of it, with the messages in it or for which it stands.
type AssembledPart struct {
	chat.Part
	Of []chat.Message
}

// Assemble makes the prompt of a question after the session's head and sends
// nothing. A budget replaces the threshold; the instructions are in it.
func (e *Engine) Assemble(ctx context.Context, session chat.Session, question string, who Answerer, budget int) (out Assembly, err error) {
	s := who.Settings
	model := ""
	if s.Model != nil {
		model = *s.Model
	}
	m, err := e.readFor(ctx, session.UID, session.Head, question, pathLimit)
	if err != nil {
		return out, err
	}
	room := *s.Threshold
	if budget > 0 {
		instructions := 0
		if *s.Instructions != "" {
			if instructions, _, err = e.Count(ctx, model, chat.System, *s.Instructions); err != nil {
				return out, err
			}
		}
		room = max(budget-instructions, 1)
	}
	if err := e.readOnly(ctx, &m, s); err != nil {
		return out, err
	}
	a, err := e.assemblePrompt(ctx, m, s, model, room, budget > 0)
	if err != nil {
		return out, err
	}
	out = Assembly{Tokens: a.tokens, Threshold: room, Left: a.left}
	for _, p := range a.parts {
		part := AssembledPart{Part: p}
		switch p.Kind {
		case chat.MessagesPart:
			part.Of = a.taken
		case chat.RecalledPart:
			part.Of = a.recalled
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// counter counts for a model, until it cannot.
type counter struct {
	e     *Engine
	ctx   context.Context
	model string
	err   error
}

func (c *counter) message(role chat.Role, text string) (n int) {
	if c.err == nil {
		n, _, c.err = c.e.Count(c.ctx, c.model, role, text)
	}
	return n
}

func (c *counter) kept(m chat.Message) (n int) {
	if c.err == nil {
		n, c.err = c.e.countOf(c.ctx, c.model, m)
	}
	return n
}

// counts remembers counts of messages in other encodings than they are kept with.
type counts struct {
	mu sync.Mutex
	of map[countKey]int
}

type countKey struct {
	message  chat.UID
	changed  int64
	encoding string
}

// maxCounts bounds the memory of counts: some conversations' worth.
const maxCounts = 10_000

// countOf returns the tokens of a message for a model.
func (e *Engine) countOf(ctx context.Context, model string, m chat.Message) (int, error) {
	encoding, _ := e.Encoding(model)
	if m.Encoding == encoding && m.Status != chat.Streaming {
		return m.Tokens, nil
	}
	key := countKey{m.UID, m.UpdatedAt, encoding}
	e.counts.mu.Lock()
	count, ok := e.counts.of[key]
	e.counts.mu.Unlock()
	if ok && !m.UID.IsZero() {
		return count, nil
	}
	count, _, err := e.Count(ctx, model, m.Role, m.Content)
	if err != nil {
		return 0, fault.From(err)
	}
	e.counts.mu.Lock()
	defer e.counts.mu.Unlock()
	if len(e.counts.of) >= maxCounts || e.counts.of == nil {
		e.counts.of = map[countKey]int{}
	}
	e.counts.of[key] = count
	return count, nil
}
