package guard

import (
	"encoding/hex"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/say"
)

// printed quotes names and doubles quotes in strings. Backslashes are not escaped since
// no string has one: see coded.
const printed = format.RestoreStringSingleQuotes | format.RestoreKeyWordUppercase | format.RestoreNameBackQuotes |
	format.RestoreSpacesAroundBinaryOperation | format.RestoreStringWithoutDefaultCharset

// coded is a text that is printed as the codes of its bytes.
type coded struct {
	*driver.ValueExpr
	bytes string
}

// Restore is called by the printer of the tree.
func (n *coded) Restore(ctx *format.RestoreCtx) error {
	ctx.WritePlain("_utf8mb4 x'" + hex.EncodeToString([]byte(n.bytes)) + "'")
	return nil
}

// write prints the tree that was checked. length is that of the text it was read from.
func write(statement ast.StmtNode, length int) (string, *Refusal) {
	var out strings.Builder
	out.Grow(length + length/2) // names get quotes
	err := statement.Restore(format.NewRestoreCtx(printed, &out))
	if err != nil || strings.IndexByte(out.String(), '\\') >= 0 {
		return "", unreadable()
	}
	return out.String(), nil
}

// limit checks a LIMIT within a query and gives its count, or 0.
func (c *check) limit(l *ast.Limit) uint64 {
	if l == nil {
		return 0
	}
	count, ok := number(l.Count)
	if l.Offset != nil {
		offset, known := number(l.Offset)
		ok = ok && known && offset <= mostOffset
	}
	if !ok {
		c.refuse(Limit, say.T("LIMIT must be numbers, and skip at most {most} rows.", "most", mostOffset), "")
	}
	return count
}

// number is that of a LIMIT, which the grammar lets be nothing else but a parameter.
func number(e ast.ExprNode) (uint64, bool) {
	n, ok := e.(*driver.ValueExpr)
	if !ok {
		return 0, false
	}
	return n.GetUint64(), true
}

// cap makes the outermost LIMIT one more than the rows that are wanted, or keeps a
// smaller one.
func (c *check) cap(l *ast.Limit) *ast.Limit {
	if l == nil {
		l = &ast.Limit{}
	}
	most := uint64(c.guard.rules.MaxRows)
	if count, ok := number(l.Count); !ok || count > most {
		l.Count = ast.NewValueExpr(most+1, "", "")
	}
	return l
}
