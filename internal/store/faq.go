package store

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Pairs of the FAQ belong to an owner and to no chat. Which questions a pair answers is
// decided by package faqsource. What is removed or reworded is gone from the file, too: no
// row of the table requests has it.

// The most that is kept.
const (
	MaxPairs        = 2000
	MaxWordings     = 20  // beside the question
	MaxPairQuestion = 500 // bytes, so that package understand reads all of it
	MaxPairAnswer   = 20_000
)

var errNoPair = fault.New(fault.NotFound, "This question is no longer in the FAQ.")

// pairFacts are what the metadata of a pair has.
type pairFacts struct {
	Also []string `json:"also,omitempty"`
}

// CleanPair puts the texts of a pair as they are kept, and says what is wrong with them.
func CleanPair(p *chat.Pair) error {
	p.Question, p.Answer = CleanWording(p.Question), strings.TrimSpace(strings.ReplaceAll(valid(p.Answer), "\r\n", "\n"))
	var also []string
	long := len(p.Question)
	for _, wording := range p.Also {
		if wording = CleanWording(wording); wording != "" {
			also = append(also, wording)
			long = max(long, len(wording))
		}
	}
	p.Also = also
	switch {
	case p.Question == "":
		return fault.New(fault.Invalid, "The question is missing.")
	case p.Answer == "":
		return fault.New(fault.Invalid, "The answer is missing.")
	case len(p.Answer) > MaxPairAnswer || len(also) > MaxWordings || long > MaxPairQuestion:
		return fault.New(fault.TooLarge, "A question can have at most {question} characters and {wordings} other wordings, an answer {answer} characters.",
			"question", MaxPairQuestion, "wordings", MaxWordings, "answer", MaxPairAnswer)
	}
	return nil
}

// CleanWording puts a question on one line.
func CleanWording(text string) string { return strings.Join(strings.Fields(valid(text)), " ") }

const ownPairs = ` FROM faq WHERE user_id = ? AND company_id = ? AND tombstone = 0`

// Pairs are those of the owner, in the order in which they came.
func (s *Store) Pairs(ctx context.Context) (out []chat.Pair, err error) {
	err = s.read(ctx, func() error {
		out = nil
		return s.db.Each(`SELECT uid, question, answer, metadata, created_at, updated_at`+ownPairs+` ORDER BY id`, func(st *sqlite.Stmt) error {
			var facts pairFacts
			if json.Unmarshal([]byte(st.Text(3)), &facts) != nil {
				facts.Also = nil // another program's
			}
			out = append(out, chat.Pair{UID: uidAt(st, 0), Question: st.Text(1), Also: facts.Also, Answer: st.Text(2), CreatedAt: st.Int64(4), UpdatedAt: st.Int64(5)})
			return nil
		}, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// PairsMark is another text whenever the pairs are others, also by another process. It is
// empty if there are none.
func (s *Store) PairsMark(ctx context.Context) (mark string, err error) {
	err = s.read(ctx, func() error {
		mark, err = s.db.Text(`SELECT coalesce(max(updated_at) || ' ' || count(*) || ' ' || sum(revision) || ' ' || hex(max(uid)), '')`+ownPairs, s.scope.UserID, s.scope.CompanyID)
		return err
	})
	return mark, err
}

// KeepPairs adds pairs and changes those that are there, by their UIDs. Those without one
// get one. It is all of them or none.
func (s *Store) KeepPairs(ctx context.Context, pairs []chat.Pair, now int64) (out []chat.Pair, err error) {
	err = s.write(ctx, func() error {
		out = append([]chat.Pair(nil), pairs...)
		s.scrub, s.pending.FAQ = true, true // the old words are gone for good
		for i := range out {
			if err := s.keepPair(&out[i], now); err != nil {
				return err
			}
		}
		n, err := s.db.Int(`SELECT count(*)`+ownPairs, s.scope.UserID, s.scope.CompanyID)
		if err == nil && n > MaxPairs {
			err = fault.New(fault.TooLarge, "The FAQ can have at most {most} questions.", "most", MaxPairs)
		}
		return err
	})
	return out, err
}

func (s *Store) keepPair(p *chat.Pair, now int64) error {
	if err := CleanPair(p); err != nil {
		return err
	}
	facts, err := json.Marshal(pairFacts{p.Also})
	if err != nil {
		return err
	}
	isNew := p.UID.IsZero()
	if isNew {
		p.UID = chat.NewUID(now)
	}
	p.CreatedAt = 0
	// A pair that is not there is made only under a new UID.
	err = s.db.Each(`INSERT INTO faq (uid, user_id, company_id, created_at, updated_at, device, question, answer, metadata)
		SELECT ?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8 WHERE ?9 OR EXISTS (SELECT 1 FROM faq WHERE uid = ?1 AND user_id = ?2 AND company_id = ?3)
		ON CONFLICT (uid) DO UPDATE SET question = ?6, answer = ?7, metadata = ?8, updated_at = ?4, device = ?5, revision = revision + 1 RETURNING created_at, updated_at`,
		func(st *sqlite.Stmt) error { p.CreatedAt, p.UpdatedAt = st.Int64(0), st.Int64(1); return nil },
		p.UID[:], s.scope.UserID, s.scope.CompanyID, now, s.device, p.Question, p.Answer, string(facts), isNew)
	if err == nil && p.CreatedAt == 0 {
		err = errNoPair
	}
	return err
}

// RemovePairs removes a pair for good, or all if the UID is zero, and returns how many
// there were.
func (s *Store) RemovePairs(ctx context.Context, uid chat.UID) (count int, err error) {
	err = s.write(ctx, func() error {
		s.scrub, s.pending.FAQ = true, true
		err := s.db.Each(`DELETE FROM faq WHERE user_id = ? AND company_id = ? AND (uid = ? OR ?)`, nil, s.scope.UserID, s.scope.CompanyID, uid[:], uid.IsZero())
		if count = s.db.Changes(); err == nil && count == 0 && !uid.IsZero() {
			err = errNoPair
		}
		return err
	})
	return count, err
}

// ReplacePair takes the columns of a pair that is here already, if they are newer.
func (r Rows) ReplacePair(columns []string, values []any, uid any, updatedAt int64) error {
	s := r.s
	s.scrub = true
	return s.db.Each(`UPDATE faq SET `+strings.Join(columns, " = ?, ")+` = ? WHERE uid = ? AND user_id = ? AND company_id = ? AND updated_at < ?`, nil,
		append(values[:len(values):len(values)], uid, s.scope.UserID, s.scope.CompanyID, updatedAt)...)
}
