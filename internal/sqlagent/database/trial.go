package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"

	"burrow/internal/sqlagent/schema"
)

// tryToWrite tries whether the account can write, and says how if it can. What it tries
// changes nothing: no row is equal to none, and a table that it should not have been able
// to make is removed again. Rights are looked at before rows are, so what was not refused
// is granted.
//
// Grants are read first: they also say what no table here shows, as the right to write
// files.
func tryToWrite(ctx context.Context, conn *sql.Conn, server Server, database string) (what string, err error) {
	if server != Demo {
		if what, err := grantedWrite(ctx, conn, database); what != "" || err != nil {
			return what, err
		}
	}
	name := "`burrow_write_test_" + strings.ToLower(rand.Text()) + "`"
	ok, err := allowed(ctx, conn, "CREATE TABLE "+name+" (id INT)")
	if err != nil {
		return "", err
	}
	if ok {
		if _, err := conn.ExecContext(ctx, "DROP TABLE "+name); err != nil {
			return "", err
		}
		return "CREATE TABLE", nil
	}
	tables, err := columnsToTry(ctx, conn)
	if err != nil {
		return "", err
	}
	for _, t := range tables {
		for _, statement := range []string{
			"DELETE FROM " + t.table + " WHERE 1 = 0",
			"UPDATE " + t.table + " SET " + t.column + " = " + t.column + " WHERE 1 = 0",
			"INSERT INTO " + t.table + " (" + t.column + ") SELECT " + t.column + " FROM " + t.table + " WHERE 1 = 0",
		} {
			ok, err := allowed(ctx, conn, statement)
			if err != nil {
				return "", err
			}
			if ok {
				verb, _, _ := strings.Cut(statement, " ")
				return verb + " " + t.table, nil
			}
		}
	}
	return "", nil
}

// harmless are the rights that change nothing.
var harmless = []string{"SELECT", "USAGE", "SHOW VIEW", "EXECUTE", "SHOW DATABASES", "PROCESS", "SHOW_ROUTINE", "REPLICATION CLIENT", "BINLOG MONITOR"}

// grantedWrite is a right to change something here that the account's grants name, or "".
func grantedWrite(ctx context.Context, conn *sql.Conn, database string) (string, error) {
	rows, err := conn.QueryContext(ctx, "SHOW GRANTS")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for rows.Next() {
		var grant string
		if err := rows.Scan(&grant); err != nil {
			return "", err
		}
		if right := writeIn(grant, database); right != "" {
			return right, nil
		}
	}
	return "", rows.Err()
}

// writeIn finds a right to change something in a line of SHOW GRANTS, for all databases
// or this one.
func writeIn(grant, database string) string {
	rights, rest, ok := strings.Cut(strings.TrimPrefix(grant, "GRANT "), " ON ")
	if !ok {
		return "" // a role: what it grants stands in lines of its own
	}
	object, _, _ := strings.Cut(rest, " TO ")
	where := strings.ReplaceAll(object, "`", "")
	of, _, _ := strings.Cut(where, ".")
	if of != "*" && !strings.EqualFold(strings.ReplaceAll(of, "\\", ""), database) {
		return ""
	}
	for right := range strings.SplitSeq(withoutColumns(rights), ",") {
		if right = strings.TrimSpace(right); !slices.Contains(harmless, right) {
			return right + " ON " + object
		}
	}
	return ""
}

// withoutColumns leaves out the columns that rights are given for: SELECT (a, b).
func withoutColumns(rights string) string {
	var b strings.Builder
	depth := 0
	for _, r := range rights {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

type tryable struct{ table, column string }

// columnsToTry are the tables and views that the account sees, each with a column.
func columnsToTry(ctx context.Context, conn *sql.Conn) (list []tryable, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT TABLE_NAME, MIN(COLUMN_NAME) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME ORDER BY TABLE_NAME")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t tryable
		if err := rows.Scan(&t.table, &t.column); err != nil {
			return nil, err
		}
		list = append(list, tryable{schema.Quote(t.table), schema.Quote(t.column)})
	}
	return list, rows.Err()
}

// allowed reports whether the server let a statement through. What it refused for
// whatever reason was not done; that it could not be asked is an error.
func allowed(ctx context.Context, conn *sql.Conn, statement string) (bool, error) {
	_, err := conn.ExecContext(ctx, statement)
	if _, refused := errors.AsType[*mysql.MySQLError](err); refused {
		return false, nil
	}
	return err == nil, err
}
