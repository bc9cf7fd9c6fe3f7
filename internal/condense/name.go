package condense

import (
	"context"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
)

// shortName is how long a question's beginning is that says little.
const shortName = 12

// nameTokens is the most that a model may write for a name.
const nameTokens = 40

// name names a chat after its first exchange, unless somebody has.
func (k *Keeper) name(ctx context.Context, a Answered, who llm.Answerer) error {
	at, err := k.Store.Session(ctx, a.Session)
	if err != nil || at.NamedBy != chat.NamedByText {
		return err
	}
	asked, err := k.Store.Message(ctx, a.Question)
	if err != nil || asked.Depth != 0 {
		return err
	}
	answered, err := k.Store.Message(ctx, a.Answer)
	if err != nil {
		return err
	}
	// A question that says little is named by its answer, unless its document names it.
	name, by := "", chat.NamedByText
	byDocument := false
	for _, d := range store.QuestionOf(asked).Documents {
		byDocument = byDocument || strings.HasPrefix(d.Name, strings.TrimSuffix(at.Name, "…"))
	}
	if len(at.Name) < shortName && !byDocument {
		name = memory.Title(asked.Content, answered.Content)
	}
	var asking error
	if who.Helps() && *who.Settings.Condense != chat.CondenseLocal {
		system, user := memory.TitleRequest(asked.Content, answered.Content)
		got, err := who.Help(ctx, system, user, nameTokens, nil)
		if said, ok := memory.ReadTitle(got.Content); err == nil && ok {
			name, by = said, chat.NamedByModel
		}
		asking = err
	}
	// A full stop more or less is no other name.
	if name == "" || name == strings.TrimRight(at.Name, ".!?… ") {
		return asking
	}
	err = k.Store.Together(ctx, func(ctx context.Context) error {
		now, err := k.Store.Session(ctx, a.Session)
		if err != nil || now.NamedBy != chat.NamedByText || now.Name != at.Name {
			return err // the user was faster
		}
		_, err = k.Store.Rename(ctx, a.Session, name, by, k.now())
		return err
	})
	if err == nil {
		err = asking
	}
	return err
}
