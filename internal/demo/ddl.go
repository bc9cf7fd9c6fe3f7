package demo

import (
	"fmt"
	"strings"
)

// DDL is the statement that creates the table, with its keys, the indexes of its
// references and its comments.
func (t *Table) DDL() string {
	var lines []string
	for _, c := range t.Columns {
		line := fmt.Sprintf("  `%s` %s", c.Name, c.Type)
		if !c.Nullable {
			line += " NOT NULL"
		}
		lines = append(lines, line+" COMMENT "+quoted(c.Comment))
	}
	lines = append(lines, "  PRIMARY KEY (`id`)")
	var keys []string
	for _, c := range t.Columns {
		switch {
		case c.Unique:
			lines = append(lines, fmt.Sprintf("  UNIQUE KEY `%s` (`%s`)", c.Name, c.Name))
		case c.Indexed():
			lines = append(lines, fmt.Sprintf("  KEY `%s` (`%s`)", c.Name, c.Name))
		}
		if c.Held {
			keys = append(keys, fmt.Sprintf("  CONSTRAINT `%s` FOREIGN KEY (`%s`) REFERENCES `%s` (`id`)", t.ConstraintName(c), c.Name, c.References))
		}
	}
	return fmt.Sprintf("CREATE TABLE `%s` (\n%s\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT=%s",
		t.Name, strings.Join(append(lines, keys...), ",\n"), quoted(t.Comment))
}

// Indexed reports whether a column has an index of its own beside the keys: references
// have, and the days by which questions ask.
func (c Column) Indexed() bool {
	return c.References != "" || len(c.Among) > 0 || c.Type == "date"
}

// ConstraintName is the name of a column's foreign key.
func (t *Table) ConstraintName(c Column) string { return "fk_" + t.Name + "_" + c.Name }

// quoted writes a string as a literal of SQL.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(text) + "'"
}
