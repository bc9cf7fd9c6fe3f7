package receipt

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/sqlagent/answer"
)

// What a column is called tells little without its table: what is a name alone stands for
// the row, the others are a part of it.
const (
	wholeName = " name title label "
	partName  = " number no code id description status type kind date "
)

// labels are what people call the fields of a query. One that stands for all columns of a
// table has none, and neither has what is behind it.
func (b *block) labels() (out []string) {
	several := len(b.sources) > 1
	for _, f := range b.fields.Fields {
		if f.Expr == nil {
			return nil
		}
		label := ""
		switch column, is := b.columnOf(f.Expr); {
		case answer.IsFigure(f.AsName.O): // by what the guard calls it
		case f.AsName.O != "":
			label = answer.Label(f.AsName.O)
		case is && column.src.table != nil:
			c, there := column.src.table.Column(column.name)
			if !there {
				break
			}
			name, table := answer.Label(c.Name), answer.Label(column.src.table.Name)
			switch {
			case several && strings.Contains(wholeName, " "+name+" "):
				label = table
			case several && strings.Contains(partName, " "+name+" "):
				label = table + " " + name
			default:
				label = name
			}
		}
		out = append(out, heading(label))
	}
	return out
}

// heading begins with a capital.
func heading(label string) string {
	if label == "" {
		return ""
	}
	return strings.ToUpper(label[:1]) + label[1:]
}

// decimals are how many the numbers of each field have: those of amounts with two, and of their
// sums and averages.
func (b *block) decimals() (out []int) {
	for _, f := range b.fields.Fields {
		if f.Expr == nil {
			return nil
		}
		e := bare(f.Expr)
		if sum, is := e.(*ast.AggregateFuncExpr); is && len(sum.Args) == 1 && !strings.EqualFold(sum.F, ast.AggFuncCount) {
			e = sum.Args[0]
		}
		n := 0
		if column, is := b.columnOf(e); is && column.src.table != nil {
			if c, there := column.src.table.Column(column.name); there && money(c.Type) {
				n = 2
			}
		}
		out = append(out, n)
	}
	return out
}

// money reports whether a type is that of numbers with two decimals: decimal(12,2).
func money(kind string) bool {
	kind = strings.ReplaceAll(strings.ToLower(kind), " ", "")
	return strings.HasPrefix(kind, "decimal(") && strings.Contains(kind, ",2)")
}
