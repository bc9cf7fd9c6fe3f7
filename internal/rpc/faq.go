package rpc

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

func (c *core) registerFAQ() {
	registerStored(c, wire.FAQList, func(ctx context.Context, s *store.Store, _ wire.Nothing) (out wire.FAQPairs, err error) {
		pairs, err := s.Pairs(ctx)
		out.Pairs = make([]wire.FAQPair, len(pairs))
		for i, other := range faqsource.Clashes(pairs, c.history.engine.Reading(ctx)) {
			if out.Pairs[i].Pair = pairs[i]; other >= 0 {
				out.Pairs[i].Clash = pairs[other].UID
			}
		}
		return out, err
	})
	registerStored(c, wire.FAQKeep, c.keepPair)
	registerStored(c, wire.FAQRemove, func(ctx context.Context, s *store.Store, p wire.FAQRemoveParams) (out wire.FAQRemoved, err error) {
		uid, err := optional(p.UID)
		if err == nil && uid.IsZero() != p.All {
			err = fault.New(fault.Invalid, "Say which question to remove, or all of them.")
		}
		if err != nil {
			return out, err
		}
		out.Count, err = s.RemovePairs(ctx, uid)
		return out, err
	})
	registerStored(c, wire.FAQImport, c.importPairs)
	registerStored(c, wire.FAQExport, func(ctx context.Context, s *store.Store, _ wire.Nothing) (out wire.FAQFile, err error) {
		pairs, err := s.Pairs(ctx)
		out.Text = faqsource.WriteCSV(pairs)
		return out, err
	})
}

func (c *core) keepPair(ctx context.Context, s *store.Store, p wire.FAQKeepParams) (out chat.Pair, err error) {
	uid, err := optional(p.UID)
	if err != nil {
		return out, err
	}
	rows := []chat.Pair{{UID: uid, Question: p.Question, Also: p.Also, Answer: p.Answer}}
	plan, err := c.planPairs(ctx, s, rows)
	switch {
	case err != nil:
		return out, err
	case len(plan.Problems) > 0:
		return out, &fault.Error{Code: fault.Invalid, Message: plan.Problems[0].Message}
	case rows[0].UID != uid:
		return out, fault.New(fault.Conflict, "This question is in the FAQ already.")
	}
	kept, err := s.KeepPairs(ctx, rows, c.now())
	if err == nil {
		out = kept[0]
	}
	return out, err
}

func (c *core) planPairs(ctx context.Context, s *store.Store, rows []chat.Pair) (out faqsource.Import, err error) {
	pairs, err := s.Pairs(ctx)
	if err == nil {
		out = faqsource.Plan(pairs, rows, c.history.engine.Reading(ctx))
	}
	return out, err
}

func (c *core) importPairs(ctx context.Context, s *store.Store, p wire.FAQImportParams) (out wire.FAQImported, err error) {
	rows, err := faqsource.ReadCSV(p.Text)
	if err != nil {
		return out, err
	}
	plan, err := c.planPairs(ctx, s, rows)
	if err != nil {
		return out, err
	}
	out = wire.FAQImported{Added: plan.Added, Changed: plan.Changed, Same: plan.Same, Problems: make([]wire.FAQProblem, len(plan.Problems))}
	for i, problem := range plan.Problems {
		out.Problems[i] = wire.FAQProblem(problem)
	}
	if !p.Preview && len(plan.Keep) > 0 {
		_, err = s.KeepPairs(ctx, plan.Keep, c.now())
	}
	return out, err
}
