//go:build gms_pure_go

package main

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"

	"burrow/internal/demo"
)

// secure is a secure view: the rows of a table that the session may see, with their text
// decrypted by the session's key. It is a table to the engine, and not a view, since that
// would join views without indexes: a join of five tables took two minutes.
type secure struct {
	limits []demo.Limit
	places []int // of the limits' columns, -1 if they have none
	text   []int // the places of encrypted columns
}

// newSecure makes the view of a table that has been filled.
func newSecure(of *table, name string) *table {
	described := *of.described
	described.Name = name
	view := &table{described: &described, rows: of.rows, secure: &secure{limits: demo.Limits[of.described.Name]}}
	for at, c := range described.Columns {
		column := *of.schema[at]
		column.Source = name
		if c.Secret {
			c.Type = "varchar" + c.Type[len("varbinary"):]
			column.Type = columnType(c)
			view.secure.text = append(view.secure.text, at)
		}
		view.schema = append(view.schema, &column)
	}
	view.all = view.schema
	view.indexed()
	for _, limit := range view.secure.limits {
		view.secure.places = append(view.secure.places, described.Index(limit.Column))
	}
	return view
}

// rows are those that the session may see.
func (s *secure) rows(ctx *sql.Context, all *rows) (sql.RowIter, error) {
	r := &visible{secure: s, all: all}
	for _, limit := range s.limits {
		list, err := variable(ctx, limit.Variable)
		if err != nil {
			return nil, err
		}
		r.lists = append(r.lists, demo.ReadList(string(list)))
	}
	key, err := variable(ctx, demo.KeyVariable)
	if key != nil {
		r.cipher = new(demo.NewCipher(key))
	}
	if all.table.projected == nil {
		r.text = s.text
	} else {
		for _, at := range s.text {
			if slices.Contains(all.table.projected, at) {
				r.text = append(r.text, at)
			}
		}
	}
	return r, err
}

// variable is the value of a session variable, nil if it has none.
func variable(ctx *sql.Context, name string) ([]byte, error) {
	_, value, err := ctx.GetUserVariable(ctx, name)
	if err != nil {
		return nil, err
	}
	text, _, err := bytesOf(ctx, value)
	return text, err
}

// visible gives the rows of a view.
type visible struct {
	secure *secure
	all    *rows
	lists  []demo.List
	cipher *demo.Cipher
	text   []int // the places of the encrypted columns that are asked for
}

func (v *visible) Next(*sql.Context) (sql.Row, error) {
	for {
		row, err := v.all.whole()
		if err != nil {
			return nil, err
		}
		if !v.shows(row) {
			continue
		}
		if len(v.text) > 0 {
			row = slices.Clone(row)
			for _, at := range v.text {
				row[at] = v.decrypt(row[at])
			}
		}
		return v.all.table.project(row), nil
	}
}

func (v *visible) Close(*sql.Context) error { return nil }

func (v *visible) shows(row sql.Row) bool {
	for i, list := range v.lists {
		if list.NamesAll() {
			continue
		}
		place := v.secure.places[i]
		if place < 0 {
			return false
		}
		id, ok := row[place].(int32)
		if !ok || !list.Names(int64(id)) {
			return false
		}
	}
	return true
}

// decrypt gives the text, or nothing without the right key.
func (v *visible) decrypt(value any) any {
	data, ok := value.([]byte)
	if !ok || v.cipher == nil {
		return nil
	}
	text, ok := v.cipher.Decrypt(data)
	if !ok {
		return nil
	}
	return string(text)
}
