//go:build gms_pure_go

package main

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"burrow/internal/demo"
)

// functions are those that the engine lacks, and LOAD_FILE, which it has and nobody is to
// have here.
var functions = map[string]sql.Function{
	"aes_encrypt": sql.Function2{Name: "aes_encrypt", Fn: func(_ *sql.Context, text, key sql.Expression) sql.Expression {
		return newCall("aes_encrypt", types.LongBlob, crypt(func(c demo.Cipher, b []byte) ([]byte, bool) { return c.Encrypt(b), true }), text, key)
	}},
	"aes_decrypt": sql.Function2{Name: "aes_decrypt", Fn: func(_ *sql.Context, data, key sql.Expression) sql.Expression {
		return newCall("aes_decrypt", types.LongBlob, crypt(demo.Cipher.Decrypt), data, key)
	}},
	"load_file": sql.FunctionN{Name: "load_file", Fn: func(*sql.Context, ...sql.Expression) (sql.Expression, error) {
		return nil, sql.ErrFunctionNotFound.New("load_file")
	}},
}

// call is a function applied to arguments.
type call struct {
	name      string
	kind      sql.Type
	eval      func(ctx *sql.Context, values []any) (any, error)
	arguments []sql.Expression
}

func newCall(name string, kind sql.Type, eval func(*sql.Context, []any) (any, error), arguments ...sql.Expression) *call {
	return &call{name, kind, eval, arguments}
}

func (c *call) Resolved() bool {
	return !slices.ContainsFunc(c.arguments, func(e sql.Expression) bool { return !e.Resolved() })
}
func (c *call) String() string               { return fmt.Sprintf("%s(%s)", c.name, joined(c.arguments)) }
func (c *call) Type(*sql.Context) sql.Type   { return c.kind }
func (c *call) IsNullable(*sql.Context) bool { return true }
func (c *call) Children() []sql.Expression   { return c.arguments }

func (c *call) WithChildren(_ *sql.Context, children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(c.arguments) {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.arguments))
	}
	return newCall(c.name, c.kind, c.eval, children...), nil
}

func (c *call) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	values := make([]any, len(c.arguments))
	for i, e := range c.arguments {
		var err error
		if values[i], err = e.Eval(ctx, row); err != nil {
			return nil, err
		}
	}
	return c.eval(ctx, values)
}

func joined(list []sql.Expression) string {
	text := ""
	for i, e := range list {
		if i > 0 {
			text += ", "
		}
		text += e.String()
	}
	return text
}

// crypt applies a cipher to a text and a key. The last key is remembered: a query has
// one.
func crypt(apply func(demo.Cipher, []byte) ([]byte, bool)) func(*sql.Context, []any) (any, error) {
	type known struct {
		key    string
		cipher demo.Cipher
	}
	var last atomic.Pointer[known]
	return func(ctx *sql.Context, values []any) (any, error) {
		text, ok, err := bytesOf(ctx, values[0])
		if !ok || err != nil {
			return nil, err
		}
		key, ok, err := bytesOf(ctx, values[1])
		if !ok || err != nil {
			return nil, err
		}
		k := last.Load()
		if k == nil || k.key != string(key) {
			k = &known{string(key), demo.NewCipher(key)}
			last.Store(k)
		}
		if out, ok := apply(k.cipher, text); ok {
			return out, nil
		}
		return nil, nil
	}
}

// bytesOf is a value as bytes; not ok if there is none.
func bytesOf(ctx *sql.Context, v any) (text []byte, ok bool, err error) {
	v, err = sql.UnwrapAny(ctx, v)
	if v == nil || err != nil {
		return nil, false, err
	}
	switch v := v.(type) {
	case []byte:
		return v, true, nil
	case string:
		return []byte(v), true, nil
	}
	converted, _, err := types.LongText.Convert(ctx, v)
	if err != nil {
		return nil, false, err
	}
	s, ok := converted.(string)
	return []byte(s), ok, nil
}
