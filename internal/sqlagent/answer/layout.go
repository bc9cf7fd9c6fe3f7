package answer

import "strings"

// clauses begin a line of their own; the longest come first.
var clauses = []string{"FROM", "WHERE", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "UNION ALL", "UNION", "LEFT JOIN", "RIGHT JOIN", "INNER JOIN", "CROSS JOIN", "JOIN"}

// Layout writes a query with a line for each clause, and parts in brackets that are queries
// further in. Nothing but the space between words changes.
func Layout(sql string) string {
	var b strings.Builder
	var brackets []bool // whether each is around a query
	depth := func() (n int) {
		for _, isQuery := range brackets {
			if isQuery {
				n++
			}
		}
		return n
	}
	line := func(in int) {
		text := strings.TrimRight(b.String(), " \n")
		b.Reset()
		b.WriteString(text + "\n" + strings.Repeat("  ", in))
	}
	wordBefore := false // a keyword begins only where no word does
	for i := 0; i < len(sql); {
		length := QuotedLength(sql[i:])
		inQuery := len(brackets) == 0 || brackets[len(brackets)-1]
		switch c := sql[i]; {
		case length > 1:
			b.WriteString(sql[i : i+length])
		case c == '(':
			isQuery := keyword(strings.TrimLeft(sql[i+1:], " \n"), "SELECT")
			brackets = append(brackets, isQuery)
			b.WriteByte(c)
			if isQuery {
				line(depth())
				length += len(sql[i+1:]) - len(strings.TrimLeft(sql[i+1:], " \n"))
			}
		case c == ')':
			if n := len(brackets); n > 0 {
				wasQuery := brackets[n-1]
				brackets = brackets[:n-1]
				if wasQuery {
					line(depth())
				}
			}
			b.WriteByte(c)
		case inQuery && !wordBefore && clauseAt(sql[i:]) != "":
			if b.Len() > 0 {
				line(depth())
			}
			clause := clauseAt(sql[i:])
			b.WriteString(clause)
			length = len(clause)
		case inQuery && !wordBefore && keyword(sql[i:], "AND") && !between(b.String()):
			line(depth() + 1)
			b.WriteString("AND")
			length = len("AND")
		default:
			b.WriteByte(c)
		}
		i += length
		last := sql[i-1]
		wordBefore = last == '.' || last == '_' || last >= '0' && last <= '9' || last|0x20 >= 'a' && last|0x20 <= 'z'
	}
	return b.String()
}

// between reports whether the AND that follows belongs to a BETWEEN.
func between(before string) bool {
	before = strings.ToUpper(before)
	return strings.LastIndex(before, " BETWEEN ") > max(strings.LastIndex(before, "AND"), strings.LastIndex(before, "WHERE"))
}

func clauseAt(sql string) string {
	for _, clause := range clauses {
		if keyword(sql, clause) {
			return clause
		}
	}
	return ""
}

// keyword reports whether a text begins with a word, or words.
func keyword(text, word string) bool {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return false
	}
	return len(text) == len(word) || strings.ContainsRune(" (\n", rune(text[len(word)]))
}

// QuotedLength is how long a text or a name in quotes at the beginning of a query is, 1 if
// there is none. One that is not closed has all that is left. The query is not empty.
func QuotedLength(sql string) int {
	quote := sql[0]
	if quote != '\'' && quote != '"' && quote != '`' {
		return 1
	}
	for i := 1; i < len(sql); i++ {
		switch {
		case sql[i] == '\\' && quote != '`':
			i++
		case sql[i] == quote:
			return i + 1
		}
	}
	return len(sql)
}
