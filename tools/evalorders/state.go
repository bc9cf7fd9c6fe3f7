package main

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// kind is what can be caused beside an answer's words.
type kind int

const (
	settingsChanged kind = iota
	thingsRemembered
	documentsChanged
	chatsChanged
	databaseAsked
	toolsRun
	callsAdded
	notCompleted
	kinds
)

var kindNames = [kinds]string{
	"settings changed",
	"something remembered or forgotten",
	"documents or FAQ added, removed or changed",
	"a chat changed, beyond question and answer",
	"database asked",
	"tools run",
	"more model calls than explained",
	"turn not completed",
}

// state is all that a turn could change, as JSON.
type state struct{ settings, remembered, documents, chats string }

// enough is more than there is of anything.
const enough = 1000

// remarkable are the kinds of remembered things that the user sees, or that decide where a
// later question goes. Names that a chat keeps for its own questions are not among them.
var remarkable = []chat.RememberedKind{chat.PreferenceKind, chat.ThingKind, chat.ChoiceKind, chat.RouteKind}

// look reads the state of a store in which a chat is asked something.
func look(ctx context.Context, s *store.Store, asked chat.UID) (out state, err error) {
	var sessions []chat.Session
	for _, shelf := range []store.Shelf{store.Kept, store.Bin} {
		list, _, err := s.List(ctx, store.ListOptions{Shelf: shelf, Limit: enough})
		if err != nil {
			return out, err
		}
		sessions = append(sessions, list...)
	}
	// In the order of lists, a chat that is asked moves.
	slices.SortFunc(sessions, func(a, b chat.Session) int { return bytes.Compare(a.UID[:], b.UID[:]) })
	values, err := s.Settings(ctx)
	if err != nil {
		return out, err
	}
	layers := []any{values}
	documents, err := filesOf(ctx, s)
	if err != nil {
		return out, err
	}
	var chats []any
	for _, one := range sessions {
		layers = append(layers, one.Settings)
		attached, err := s.Attached(ctx, one.UID)
		if err != nil {
			return out, err
		}
		documents = append(documents, one.UID, attached)
		if one.UID == asked {
			// What the question and its answer change.
			one.Head, one.MessageCount, one.UpdatedAt, one.LastMessageAt = chat.UID{}, 0, 0, 0
		} else {
			path, err := s.Path(ctx, one.UID, chat.UID{}, 0, enough)
			if err != nil {
				return out, err
			}
			chats = append(chats, path)
		}
		one.Settings = nil
		chats = append(chats, one)
	}
	waiting, err := s.Outbox(ctx)
	if err != nil {
		return out, err
	}
	remembered, err := s.Remembered(ctx, store.RememberedFilter{Kinds: remarkable, Limit: enough})
	if err != nil {
		return out, err
	}
	for of, value := range map[*string]any{&out.settings: layers, &out.remembered: remembered, &out.documents: documents, &out.chats: append(chats, waiting)} {
		text, err := json.Marshal(value)
		if err != nil {
			return out, err
		}
		*of = string(text)
	}
	return out, nil
}

// filesOf are all documents and the FAQ.
func filesOf(ctx context.Context, s *store.Store) ([]any, error) {
	documents, err := s.Documents(ctx)
	if err != nil {
		return nil, err
	}
	pairs, err := s.Pairs(ctx)
	return []any{documents, pairs}, err
}

// changes are the kinds in which two states differ.
func (s state) changes(after state) (out [kinds]bool) {
	out[settingsChanged] = s.settings != after.settings
	out[thingsRemembered] = s.remembered != after.remembered
	out[documentsChanged] = s.documents != after.documents
	out[chatsChanged] = s.chats != after.chats
	return out
}
