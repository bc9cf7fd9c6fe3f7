// Package prompt lays out what a model is sent. It decides the order of the parts,
// how many tokens each may have, and what stays out when they do not all fit.
// Finding the parts is left to its callers: the turn that sends a prompt, the meter
// and the forecast that only ask what it would weigh, and the refusal of one that
// is too long.
//
//	system      instructions, what the user prefers, summaries
//	documents   those that go along whole, in front of the user's first words
//	messages    those that nothing stands for
//	user        evidence, recalled messages, the question, what it means
//
// The beginning stays as it was in the turn before, so that a provider reads it
// from its cache. Evidence stands in front of the question, as data: its lines are
// indented, so that none can pass for a heading of ours.
//
// What a question needs goes along whole, whatever the room, as long as the model can
// hold it: see needed.go. The question is never cut. A prompt that is too long says
// so, and Refusal has the sentence.
package prompt

import (
	"slices"
	"strings"

	"burrow/internal/chat"
)

// Material is what a prompt can be made of.
type Material struct {
	Instructions string
	Preferences  []string
	// Summaries is the text of the summaries, Covered how many messages they stand
	// for.
	Summaries string
	Covered   int
	// Documents are those of the conversation that go along whole.
	Documents Documents
	// Open are the messages that nothing stands for, oldest first, without the
	// question. Left are further ones that were not read.
	Open []chat.Message
	Left int
	// Needed are messages that go along whole if the model can hold them, oldest
	// first: the last exchange, and what the question refers to. They may be open or
	// have a summary that stands for them.
	Needed []chat.Message
	// Total is the number of messages on the path, with the question.
	Total    int
	Question chat.Message
	// Note is sent after the question; Reminder in its place if not all of the chat
	// is sent; Wish after both.
	Note, Reminder, Wish string
	// Composition is what the answer is made of: pure_kb, pure_doc, hybrid or chat.
	Composition string
}

// Limits are how long a prompt may be.
type Limits struct {
	_ [0]func() // not to be compared
	// Room is for everything but the instructions and the evidence: the threshold.
	Room int
	// MaxContext is the most that may be sent, without a limit if zero.
	MaxContext int
	// Window is how much the model can be sent. What is needed goes along beyond the
	// room, within the window; without one it has no such right.
	Window int
	// Whole sends all open messages, whatever they weigh.
	Whole bool
	// Fill lets recalled messages have all the room that is left.
	Fill bool
	// Small lays out a prompt for a model that reads slowly.
	Small bool
	// Evidence is how much may be looked up; its zero value has useful defaults.
	Evidence Budget
}

// The shares of the room: kept for what is recalled once something was condensed;
// the most that recalled messages have while all messages fit; the most that the
// last exchange has if they do not and nothing says that it is needed.
const (
	ReserveShare  = 8
	recallShare   = 4
	exchangeShare = 4
)

const (
	preferencesIntro = "What the user has said about themselves and their wishes, in this and other conversations:\n"
	summariesIntro   = "What was said earlier in this conversation, condensed:\n"
	// questionIntro separates what stands in front of the question from it.
	questionIntro = "\n\nThe question:\n"
)

// Message is a message of a prompt.
type Message struct {
	Role    chat.Role
	Content string
}

// Plan is a prompt whose evidence is still to come.
type Plan struct {
	// Sum is what condensing goes by: summaries, all open messages and the question.
	Sum int
	// Recall is how many tokens recalled messages may have, 0 if there is nothing to
	// recall.
	Recall int

	material Material
	limits   Limits
	counter  *Counter

	system                                         string
	instructions, preferences, summaries, question int // tokens
	documents                                      int
	note                                           string
	open                                           []chat.Message // with what is needed
	kept                                           []keeping
	costs                                          []int
	from                                           int // the first open message that goes along
	taken                                          int // tokens of those that do
	pinned                                         int // tokens of those before them that go along too
	needed                                         int // of these, what the question needs
	free                                           int // tokens for messages, recalled ones included
	cut                                            []chat.Cut
}

// Begin decides which messages go along whole, and how much room is left for what
// has to be looked up. Err of the counter is to be checked before the plan is used.
func Begin(m Material, l Limits, c *Counter) *Plan {
	p := &Plan{material: m, limits: l, counter: c, open: spoken(m.Open)}
	p.takeNeeded()
	p.takeDocuments()
	if l = p.limits; l.Small {
		p.beginSmall()
		return p
	}
	p.beginSystem()
	p.question = c.Kept(m.Question)
	p.costs = make([]int, len(p.open))
	openTokens, extra, needs := 0, 0, 0
	for i, message := range p.open {
		p.costs[i] = c.Kept(message)
		if p.kept[i] != condensedNeed {
			openTokens += p.costs[i]
		} else {
			extra += p.costs[i]
		}
		if p.kept[i] != unkept {
			needs += p.costs[i]
		}
	}
	p.Sum = p.summaries + openTokens + p.question

	condensed := m.Total - 1 - len(m.Open)
	reserve := 0
	if condensed > 0 {
		reserve = l.Room / ReserveShare
	}
	p.free = l.Room - p.preferences - p.summaries - p.question
	fits := func() bool { return l.Whole || openTokens+reserve <= p.free }
	all := fits()
	p.note = m.Note
	if p.note == "" && (condensed > 0 || m.Left > 0 || !all) {
		p.note = m.Reminder
	}
	p.note += m.Wish
	if p.note != "" {
		tokens := c.Message(chat.User, m.Question.Content+p.note) - c.Message(chat.User, m.Question.Content)
		p.question, p.free = p.question+tokens, p.free-tokens
		all = all && fits()
	}
	p.taken = openTokens + extra
	if !all {
		p.from, p.taken = p.last()
	}
	for i := range p.open[:p.from] {
		if p.stays(i) {
			p.pinned += p.costs[i]
			p.needed += p.needs(i)
		}
	}
	p.shrink()
	if condensed > 0 || p.from > 0 {
		p.Recall = p.free - p.taken - p.needed
		if needs > p.free/2 { // what is needed does not count in full
			p.Recall = max(p.Recall, p.free/recallShare)
		}
		if p.from == 0 && !l.Fill {
			p.Recall = min(p.Recall, l.Room/recallShare)
		}
		// What is only likely to help must not make the prompt too long.
		if l.MaxContext > 0 {
			p.Recall = min(p.Recall, p.left())
		}
		p.Recall = max(p.Recall, 0)
	}
	return p
}

// beginSystem writes the system's message, part by part.
func (p *Plan) beginSystem() {
	before := 0
	add := func(text string) (tokens int) {
		if text == "" {
			return 0
		}
		if p.system != "" {
			p.system += "\n\n"
		}
		p.system += text
		tokens = p.counter.Message(chat.System, p.system) - before
		before += tokens
		return tokens
	}
	p.instructions = add(p.material.Instructions)
	if len(p.material.Preferences) > 0 {
		p.preferences = add(preferencesIntro + "- " + strings.Join(p.material.Preferences, "\n- "))
	}
	if p.material.Summaries != "" {
		p.summaries = add(summariesIntro + p.material.Summaries)
	}
}

// left is how many tokens may still be sent.
func (p *Plan) left() int {
	return p.limits.MaxContext - p.instructions - p.preferences - p.summaries - p.documents - p.taken - p.pinned - p.question
}

// Skip returns a function that reports whether the message at a depth goes along
// whole, so that it need not be recalled.
func (p *Plan) Skip() func(depth int) bool {
	there := make(map[int]bool, len(p.open)-p.from)
	for i, m := range p.open {
		if i >= p.from || p.stays(i) {
			there[m.Depth] = true
		}
	}
	return func(depth int) bool { return there[depth] }
}

// Cost is how many tokens a text has in front of the question.
func (p *Plan) Cost(text string) int {
	question := p.material.Question.Content
	return p.counter.Message(chat.User, text+questionIntro+question) - p.counter.Message(chat.User, question)
}

// Prompt is what is sent, with what it is made of.
type Prompt struct {
	Messages []Message
	Parts    []chat.Part
	// Tokens is what is sent, Sum what condensing goes by.
	Tokens, Sum int
	// Taken are the open messages in it, Recalled the others; Left is how many
	// earlier messages are in neither.
	Taken, Recalled []chat.Message
	Left            int
	// Open is how many open messages say something, in the prompt or not.
	Open int
	// Sources are what its documents and its evidence come from, in the order of the
	// numbers that they have in the prompt; the first Whole are places of documents that
	// are in it whole.
	Sources []chat.Source
	Whole   int
	// Budget, Quality and Cut say what became of the evidence.
	Budget  int
	Quality float64
	Cut     []chat.Cut
}

// Part is the part of a kind, empty if there is none.
func (p Prompt) Part(kind chat.PartKind) chat.Part {
	for _, part := range p.Parts {
		if part.Kind == kind {
			return part
		}
	}
	return chat.Part{Kind: kind}
}

// End lays the prompt out with what was found.
func (p *Plan) End(found []Passage) Prompt {
	recalled, found := takeRecalled(found)
	if !p.limits.Small {
		p.takeMore(recalled.Tokens, recalled.Messages)
	}
	out := Prompt{Sum: p.Sum, Open: len(spoken(p.material.Open)), Recalled: recalled.Messages}
	if p.system != "" {
		out.Messages = append(out.Messages, Message{chat.System, p.system})
	}
	for i, message := range p.open {
		if i < p.from && !p.stays(i) {
			continue
		}
		out.Taken = append(out.Taken, message)
		out.Messages = append(out.Messages, Message{message.Role, message.Content})
	}
	p.taken, p.pinned = p.taken+p.pinned, 0
	out.Left = max(p.material.Left+len(p.open)-len(out.Taken), 0)
	// Evidence comes last, so that it changes nothing of what stands before.
	laid := p.lay(found, recalled.Tokens)
	out.Whole = len(p.material.Documents.Sources)
	out.Sources = append(slices.Clip(p.material.Documents.Sources), laid.sources...)
	out.Budget, out.Quality, out.Cut = laid.budget, laid.quality, append(p.cut, laid.cut...)
	evidence := laid.text
	if evidence != "" && recalled.Text != "" {
		evidence += "\n\n" + recalled.Text
		recalled.Tokens = p.Cost(evidence) - laid.tokens
	} else if recalled.Text != "" {
		evidence = recalled.Text
	}
	if evidence != "" {
		evidence += questionIntro
	}
	out.Messages = append(out.Messages, Message{chat.User, evidence + p.material.Question.Content + p.note})
	p.withDocuments(out.Messages)
	out.Parts = slices.DeleteFunc([]chat.Part{
		{Kind: chat.InstructionsPart, Tokens: p.instructions},
		{Kind: chat.PreferencesPart, Tokens: p.preferences},
		{Kind: chat.SummariesPart, Tokens: p.summaries, Messages: p.material.Covered},
		{Kind: chat.AttachedPart, Tokens: p.documents, Passages: out.Whole},
		{Kind: chat.MessagesPart, Tokens: p.taken, Messages: len(out.Taken)},
	}, empty)
	out.Parts = append(out.Parts, laid.parts...)
	out.Parts = append(out.Parts, slices.DeleteFunc([]chat.Part{
		{Kind: chat.RecalledPart, Tokens: recalled.Tokens, Messages: len(recalled.Messages)},
		{Kind: chat.QuestionPart, Tokens: p.question},
	}, empty)...)
	for _, part := range out.Parts {
		out.Tokens += part.Tokens
	}
	return out
}

// takeMore gives what recalling left over to more of the newest messages, as long as
// that does not make the prompt too long.
func (p *Plan) takeMore(used int, recalled []chat.Message) {
	for p.from > 0 && p.taken+p.needed+used+p.costs[p.from-1]-p.needs(p.from-1) <= p.free {
		message, cost := p.open[p.from-1], p.costs[p.from-1]
		if slices.ContainsFunc(recalled, func(m chat.Message) bool { return m.Depth == message.Depth }) {
			return
		}
		if p.stays(p.from - 1) {
			p.pinned -= cost
			p.needed -= p.needs(p.from - 1)
		} else if p.limits.MaxContext > 0 && used+cost > p.left() {
			return
		}
		p.from--
		p.taken += cost
	}
}

func empty(p chat.Part) bool { return p.Tokens == 0 && p.Messages == 0 }

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
