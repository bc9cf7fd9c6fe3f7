package store

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
)

// Tags are the member "tags" of a session's metadata, a list of names, so that
// exports, backups and merges carry them. Two that differ in case alone are the
// same tag. What came from elsewhere and cannot be a tag is not taken for one,
// and stays where it is until the tags are set.
const (
	MaxTags     = 20
	maxTagRunes = 40
)

var (
	errTagEmpty = fault.New(fault.Invalid, "A tag needs a name.")
	errTagSign  = fault.New(fault.Invalid, "A tag cannot contain control characters or characters that change the text direction.")
)

// cleanTag returns a tag as it is kept.
func cleanTag(tag string) (string, error) {
	tag = strings.TrimSpace(valid(tag))
	switch {
	case tag == "":
		return "", errTagEmpty
	case strings.ContainsFunc(tag, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }):
		return "", errTagSign
	}
	if tag = oneLine(tag); utf8.RuneCountInString(tag) > maxTagRunes {
		return "", fault.New(fault.Invalid, "A tag can have at most {most} characters.", "most", maxTagRunes)
	}
	return tag, nil
}

// indexTag finds a tag among others, -1 if it is not there.
func indexTag(tags []string, tag string) int {
	return slices.IndexFunc(tags, func(other string) bool { return strings.EqualFold(other, tag) })
}

// tagsIn reads the tags among the metadata of a session.
func tagsIn(metadata chat.RawJSON) (tags []string) {
	if !strings.Contains(string(metadata), `"tags":[`) {
		return nil
	}
	var kept struct {
		Tags []chat.RawJSON `json:"tags"`
	}
	if json.Unmarshal(metadata, &kept) != nil {
		return nil
	}
	for _, raw := range kept.Tags {
		var one struct {
			Tag string `json:"tag"`
		}
		if json.Unmarshal([]byte(`{"tag":`+string(raw)+`}`), &one) != nil {
			continue
		}
		if tag, err := cleanTag(one.Tag); err == nil && indexTag(tags, tag) < 0 && len(tags) < MaxTags {
			tags = append(tags, tag)
		}
	}
	return tags
}

// SetTags gives a session these tags and no others. One that is given twice
// counts once.
func (s *Store) SetTags(ctx context.Context, uid chat.UID, tags []string, now int64) (out chat.Session, err error) {
	clean := []string{}
	for _, tag := range tags {
		if tag, err = cleanTag(tag); err != nil {
			return out, err
		}
		if indexTag(clean, tag) < 0 {
			clean = append(clean, tag)
		}
	}
	if len(clean) > MaxTags {
		return out, fault.New(fault.Invalid, "A chat can have at most {most} tags.", "most", MaxTags)
	}
	err = s.write(ctx, func() error { out, err = s.setTags(uid, clean, now); return err })
	return out, err
}

// setTags is SetTags inside a transaction, for tags that are clean.
func (s *Store) setTags(uid chat.UID, tags []string, now int64) (chat.Session, error) {
	if len(tags) == 0 {
		return s.set(uid, now, `metadata = json_remove(metadata, '$.tags')`)
	}
	text, err := json.Append(nil, tags)
	if err != nil {
		return chat.Session{}, err
	}
	return s.set(uid, now, `metadata = json_set(metadata, '$.tags', json(?))`, string(text))
}

// TagCount is a tag and how many sessions have it.
type TagCount struct {
	Name     string
	Sessions int
}

const eachTag = ` FROM sessions s, json_each(s.metadata, '$.tags') t
	WHERE s.user_id = ? AND s.company_id = ? AND json_type(s.metadata, '$.tags') = 'array' AND t.type = 'text'`

// Tags lists the tags of all sessions that are not in the bin, what most have
// first. A tag that is spelt in several ways is named as most spell it.
func (s *Store) Tags(ctx context.Context) (out []TagCount, err error) {
	err = s.read(ctx, func() error {
		return s.db.Each(`SELECT t.value, count(*)`+eachTag+` AND s.deleted_at IS NULL GROUP BY t.value ORDER BY count(*) DESC, t.value`, func(st *sqlite.Stmt) error {
			tag, err := cleanTag(st.Text(0))
			if err != nil {
				return nil
			}
			at := slices.IndexFunc(out, func(other TagCount) bool { return strings.EqualFold(other.Name, tag) })
			if at < 0 {
				at, out = len(out), append(out, TagCount{Name: tag})
			}
			out[at].Sessions += st.Int(1)
			return nil
		}, s.scope.UserID, s.scope.CompanyID)
	})
	return out, err
}

// hasSpelling is true of sessions that have one of a list of spellings.
const hasSpelling = `EXISTS (SELECT 1 FROM json_each(s.metadata, '$.tags') WHERE value IN (SELECT value FROM json_each(?)))`

// spellings returns all ways in which a tag is spelt, as a list in JSON.
func (s *Store) spellings(tag string) (string, error) {
	tag, err := cleanTag(tag)
	if err != nil {
		return "", err
	}
	found := []string{}
	err = s.db.Each(`SELECT DISTINCT t.value`+eachTag, func(st *sqlite.Stmt) error {
		if other, err := cleanTag(st.Text(0)); err == nil && strings.EqualFold(other, tag) {
			found = append(found, st.Text(0))
		}
		return nil
	}, s.scope.UserID, s.scope.CompanyID)
	if err != nil {
		return "", err
	}
	text, err := json.Append(nil, found)
	return string(text), err
}

// Tagged are the tags of a session.
type Tagged struct {
	Session chat.UID
	Tags    []string
}

// RenameTag calls a tag otherwise in all sessions, those in the bin too, or takes
// it from them if to is empty. It returns what tags they had, for SetTags.
func (s *Store) RenameTag(ctx context.Context, tag, to string, now int64) (before []Tagged, err error) {
	if tag, err = cleanTag(tag); err != nil {
		return nil, err
	}
	if to != "" {
		if to, err = cleanTag(to); err != nil {
			return nil, err
		}
	}
	err = s.write(ctx, func() error {
		before = nil
		spellings, err := s.spellings(tag)
		if err != nil {
			return err
		}
		err = s.db.Each(`SELECT `+sessionColumns+` FROM sessions s WHERE s.user_id = ? AND s.company_id = ?
			AND `+hasSpelling+` ORDER BY s.id`,
			func(st *sqlite.Stmt) error {
				if session := scanSession(st); indexTag(session.Tags, tag) >= 0 {
					before = append(before, Tagged{session.UID, session.Tags})
				}
				return nil
			}, s.scope.UserID, s.scope.CompanyID, spellings)
		if err != nil {
			return err
		}
		for _, of := range before {
			tags := slices.Clone(of.Tags)
			at := indexTag(tags, tag)
			if other := indexTag(tags, to); to == "" || other >= 0 && other != at {
				tags = append(tags[:at], tags[at+1:]...)
			} else {
				tags[at] = to
			}
			if _, err := s.setTags(of.Session, tags, now); err != nil {
				return err
			}
		}
		return nil
	})
	return before, err
}
