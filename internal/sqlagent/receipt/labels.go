package receipt

import (
	"strings"

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
		case strings.Contains(f.AsName.O, "("): // a figure, by what the guard calls it
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
