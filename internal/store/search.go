package store

import (
	"context"
	"math"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
)

// SearchOptions say where to search. The zero value is everywhere.
type SearchOptions struct {
	// Session limits the search to one session.
	Session chat.UID
	// Limit is how many hits to return at most, 20 if 0, at most 200.
	Limit int
	// Cursor goes on where an earlier search ended.
	Cursor string
}

// Hit is a message that a search found.
type Hit struct {
	Session     chat.UID  `json:"session"`
	SessionName string    `json:"sessionName"`
	Message     chat.UID  `json:"message"`
	ExternalID  string    `json:"externalId,omitempty"`
	Depth       int       `json:"depth"`
	Role        chat.Role `json:"role"`
	At          int64     `json:"at"`
	Snippet     []Part    `json:"snippet"`
}

// Found is the result of a search.
type Found struct {
	Hits []Hit `json:"hits"`
	// Ranked says that the best hits come first. Otherwise there are too many to
	// rank, and the newest do.
	Ranked bool `json:"ranked"`
	// Next is the cursor of what follows, "" at the end.
	Next string `json:"next,omitempty"`
}

const (
	// maxRanked is how many hits are ranked: bm25 takes 3 µs for each, and who
	// types a word that common wants the newest.
	maxRanked = 2000
	// maxWeighed is how many messages a phrase may be in, by its rarest term, to
	// count in a ranking. bm25 visits all of them to learn how rare it is, and one
	// that is more common would hardly change the order.
	maxWeighed = 4000
)

const (
	hitsOf = ` FROM messages_fts f CROSS JOIN messages m ON m.id = f.rowid CROSS JOIN sessions s ON s.id = m.session_id
		WHERE messages_fts MATCH ? AND s.user_id = ? AND s.company_id = ? AND s.deleted_at IS NULL`
	newestHits = `SELECT m.id` + hitsOf + ` AND f.rowid < ? ORDER BY f.rowid DESC LIMIT ?`
	rankedHits = `SELECT m.id` + hitsOf + ` ORDER BY f.rank LIMIT ? OFFSET ?`
	// The plus keeps SQLite from seeking each of the rows in the index anew.
	weighedHits = `SELECT m.id` + hitsOf + ` AND +f.rowid IN (SELECT rowid FROM messages_fts WHERE messages_fts MATCH ?)
		ORDER BY bm25(messages_fts, 1.0, 0.0) LIMIT ? OFFSET ?`
)

// Search finds messages that have all words of a query, the last of which may be
// unfinished, and all "phrases in quotes". Any text is a query; one without words
// finds nothing. Sessions in the bin are not searched.
func (s *Store) Search(ctx context.Context, query string, o SearchOptions) (out Found, err error) {
	if o.Limit <= 0 {
		o.Limit = 20
	}
	o.Limit = min(o.Limit, 200)
	phrases := parseQuery(query)
	out.Hits = []Hit{}
	if len(phrases) == 0 {
		return out, nil
	}
	err = s.snapshot(ctx, func() error {
		place, err := s.searchPlace(o.Session)
		if err != nil {
			return err
		}
		ids, err := s.match(phrases, place, o, &out)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.hit(id, phrases, &out); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

func (s *Store) searchPlace(session chat.UID) (string, error) {
	if !session.IsZero() {
		id, err := s.sessionID(session)
		return sessionTerm(id), err
	}
	if s.scope != (Scope{}) {
		return ownerTerm(s.scope), nil
	}
	// The owner's term would be in every row of a browser's database.
	return "", nil
}

// match returns the ids of a page of hits and sets Ranked and Next.
func (s *Store) match(phrases []phrase, place string, o SearchOptions, out *Found) (ids []int64, err error) {
	newest, offset, err := parseSearchCursor(o.Cursor)
	if err != nil {
		return nil, err
	}
	all := expression(phrases, place)
	var weighed []phrase
	if newest == math.MaxInt64 {
		if weighed, err = s.weigh(phrases, all); err != nil {
			return nil, err
		}
	}
	out.Ranked = len(weighed) > 0
	add := func(st *sqlite.Stmt) error { ids = append(ids, st.Int64(0)); return nil }
	user, company, limit := s.scope.UserID, s.scope.CompanyID, o.Limit+1
	switch {
	case !out.Ranked:
		err = s.db.Each(newestHits, add, all, user, company, newest, limit)
	case len(weighed) == len(phrases) && place == "":
		err = s.db.Each(rankedHits, add, all, user, company, limit, offset)
	default:
		err = s.db.Each(weighedHits, add, expression(weighed, ""), user, company, all, limit, offset)
	}
	if err != nil || len(ids) <= o.Limit {
		return ids, err
	}
	ids = ids[:o.Limit]
	if out.Ranked {
		out.Next = "r" + strconv.FormatInt(offset+int64(o.Limit), 10)
	} else {
		out.Next = "n" + strconv.FormatInt(ids[len(ids)-1], 10)
	}
	return ids, nil
}

// weigh returns the phrases by which the hits are ranked, none if they are not:
// when all phrases are common, or there are too many hits. Nothing here visits
// more than a few thousand rows.
func (s *Store) weigh(phrases []phrase, all string) (weighed []phrase, err error) {
	hits := int64(0)
	for _, p := range phrases {
		n, err := s.rarest(p)
		if err != nil {
			return nil, err
		}
		if n <= maxWeighed {
			weighed = append(weighed, p)
		}
		hits = n
	}
	if len(weighed) == 0 {
		return nil, nil
	}
	// A single term has been counted; beginnings are not cheap to count twice.
	if len(phrases) > 1 || len(phrases[0].terms) > 1 {
		hits, err = s.count(all, maxRanked)
	}
	if err != nil || hits > maxRanked {
		return nil, err
	}
	return weighed, nil
}

// rarest returns in how many messages the rarest term of a phrase is, or a number
// above maxWeighed.
func (s *Store) rarest(p phrase) (least int64, err error) {
	for i, t := range p.terms {
		alone := phrase{[]string{t}, p.prefix && i == len(p.terms)-1}
		n, err := s.count(expression([]phrase{alone}, ""), maxWeighed)
		if err != nil || n <= maxWeighed {
			return n, err
		}
		least = n
	}
	return least, nil
}

// count returns how many rows match, or a number above limit.
func (s *Store) count(expression string, limit int64) (int64, error) {
	return s.db.Int(`SELECT count(*) FROM (SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? LIMIT ?)`, expression, limit+1)
}

// A cursor says how many ranked hits were seen, or the newest message that was
// not.
func parseSearchCursor(cursor string) (newest, offset int64, err error) {
	newest = math.MaxInt64
	if cursor == "" {
		return newest, 0, nil
	}
	n, err := strconv.ParseInt(cursor[1:], 10, 64)
	switch {
	case err != nil || n < 0:
	case cursor[0] == 'r':
		return newest, n, nil
	case cursor[0] == 'n':
		return n, 0, nil
	}
	return 0, 0, fault.New(fault.Invalid, "The search cannot continue from there. Search again.")
}

func (s *Store) hit(id int64, phrases []phrase, out *Found) error {
	return s.db.Each(`SELECT s.uid, s.name, m.uid, m.external_id, m.depth, m.role, m.created_at, m.content
		FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.id = ?`, func(st *sqlite.Stmt) error {
		out.Hits = append(out.Hits, Hit{
			Session: uidAt(st, 0), SessionName: st.Text(1), Message: uidAt(st, 2), ExternalID: st.Text(3), Depth: st.Int(4),
			Role: chat.Role(st.Text(5)), At: st.Int64(6), Snippet: snippet(st.Text(7), phrases),
		})
		return nil
	}, id)
}
