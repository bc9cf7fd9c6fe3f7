package mariadbtest

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"burrow/internal/demo"
)

// Reader is the account that LoadDemo makes: it may read the secure views and the tables
// that have none, and nothing else.
const Reader = "reader"

// LoadDemo makes the demo database: tables, rows, functions, secure views and the account
// that reads them.
func (s *Server) LoadDemo(t testing.TB) {
	t.Helper()
	db := s.Open(t, "tester", "")
	// One connection: USE and SET hold for it.
	conn, err := db.Conn(t.Context())
	if err == nil {
		defer conn.Close()
		err = LoadDemo(t.Context(), conn, true)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// LoadDemo makes the demo database on any server. Servers without functions cannot have
// the secure views, and the tables behind them are for nobody there.
func LoadDemo(ctx context.Context, conn *sql.Conn, views bool) error {
	do := func(statements ...string) error {
		for _, statement := range statements {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%.60s …: %w", statement, err)
			}
		}
		return nil
	}
	if err := do("CREATE DATABASE "+demo.Name, "USE "+demo.Name, "SET foreign_key_checks = 0, unique_checks = 0"); err != nil {
		return err
	}
	for _, t := range demo.Tables() {
		if err := do(t.DDL()); err != nil {
			return err
		}
	}
	if err := loadRows(ctx, conn); err != nil {
		return err
	}
	readable := demo.Readable()
	if views {
		if err := do(append(demo.Functions(), demo.Views()...)...); err != nil {
			return err
		}
	} else {
		secure := slices.Collect(maps.Values(demo.SecureViews))
		readable = slices.DeleteFunc(readable, func(name string) bool { return slices.Contains(secure, name) })
	}
	if err := do("CREATE USER " + Reader + "@localhost"); err != nil {
		return err
	}
	for _, name := range readable {
		if err := do(fmt.Sprintf("GRANT SELECT ON %s.`%s` TO %s@localhost", demo.Name, name, Reader)); err != nil {
			return err
		}
	}
	return nil
}

// loadRows sends the rows of each table as a text, in which secrets are hexadecimal.
func loadRows(ctx context.Context, conn *sql.Conn) error {
	var last *demo.Table
	var text bytes.Buffer
	flush := func() error {
		if last == nil {
			return nil
		}
		defer text.Reset()
		mysql.RegisterReaderHandler("demo", func() io.Reader { return &text })
		defer mysql.DeregisterReaderHandler("demo")
		if _, err := conn.ExecContext(ctx, loadStatement(last)); err != nil {
			return fmt.Errorf("load %s: %w", last.Name, err)
		}
		return nil
	}
	for t, row := range demo.Rows() {
		if t != last {
			if err := flush(); err != nil {
				return err
			}
			last = t
		}
		for i, v := range row {
			if i > 0 {
				text.WriteByte('\t')
			}
			writeValue(&text, v)
		}
		text.WriteByte('\n')
	}
	return flush()
}

func loadStatement(t *demo.Table) string {
	var columns, sets []string
	for _, c := range t.Columns {
		if c.Secret {
			columns = append(columns, "@"+c.Name)
			sets = append(sets, fmt.Sprintf("`%s` = UNHEX(@%s)", c.Name, c.Name))
		} else {
			columns = append(columns, "`"+c.Name+"`")
		}
	}
	statement := fmt.Sprintf("LOAD DATA LOCAL INFILE 'Reader::demo' INTO TABLE `%s` CHARACTER SET utf8mb4 (%s)", t.Name, strings.Join(columns, ", "))
	if len(sets) > 0 {
		statement += " SET " + strings.Join(sets, ", ")
	}
	return statement
}

var escape = strings.NewReplacer("\\", "\\\\", "\t", "\\t", "\n", "\\n")

func writeValue(w *bytes.Buffer, v any) {
	switch v := v.(type) {
	case nil:
		w.WriteString(`\N`)
	case string:
		escape.WriteString(w, v)
	case []byte:
		fmt.Fprintf(w, "%X", v)
	case time.Time:
		w.WriteString(v.Format(time.DateTime))
	default:
		fmt.Fprint(w, v)
	}
}
