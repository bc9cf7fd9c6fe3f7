package main

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/go-sql-driver/mysql"

	"burrow/internal/config"
	"burrow/internal/say"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

// databaseFlags say where a live database is found.
type databaseFlags struct {
	live     bool
	dsn, env string // a variable with a whole address; the settings file
}

func (d *databaseFlags) add(flags *flag.FlagSet) {
	flags.BoolVar(&d.live, "live", false, "")
	flags.StringVar(&d.dsn, "dsn-env", "", "")
	flags.StringVar(&d.env, "env", "", "")
}

// wanted reports whether a live database is to be read.
func (d *databaseFlags) wanted() bool { return d.live || d.dsn != "" }

// openDatabase connects to the database of the settings, DB_HOST and so on, or by a whole
// address in a variable. A password on a command line could be read by everybody on the
// machine, so there is no flag for one.
func openDatabase(ctx context.Context, d databaseFlags, std streams) (*sql.DB, error) {
	c, err := databaseConfig(d, std)
	if err != nil {
		return nil, err
	}
	c.Timeout, c.ReadTimeout = 10*time.Second, 5*time.Minute
	c.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, say.Error("the database's address cannot be used")
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1) // so that the session below is the one that is used
	if _, err := db.ExecContext(ctx, "SET SESSION TRANSACTION READ ONLY"); err != nil {
		db.Close()
		return nil, connectError(err, c)
	}
	return db, nil
}

func databaseConfig(d databaseFlags, std streams) (*mysql.Config, error) {
	if d.dsn != "" {
		text := os.Getenv(d.dsn)
		if text == "" {
			return nil, say.Error("{name} is not set", "name", d.dsn)
		}
		c, err := mysql.ParseDSN(text)
		if err != nil {
			return nil, say.Error("{name} is no address of a database: user:password@tcp(host:3306)/database", "name", d.dsn)
		}
		return c, nil
	}
	settings, err := config.Load(os.Environ(), d.env)
	if err != nil {
		return nil, err
	}
	showWarnings(settings, std)
	db := settings.DB
	if !db.Set() || db.Name == "" {
		return nil, say.Error("set DB_HOST, DB_USER, DB_PWD and DB_NAME in the environment or in .env, or name a variable with --dsn-env")
	}
	c := mysql.NewConfig()
	c.Net, c.Addr = db.Address()
	c.User, c.Passwd, c.DBName = db.User, db.Password.Reveal(), db.Name
	if c.TLS, err = database.TLSConfig(db.TLS, db.CA, c.Addr); err != nil {
		return nil, say.Error("DB_TLS_CA cannot be used: {why}", "why", err.Error())
	}
	return c, nil
}

// connectError says what is wrong without the server's words, which may hold a name.
func connectError(err error, c *mysql.Config) error {
	if denied, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return say.Error("the database refused the connection (error {n}): check DB_USER, DB_PWD and DB_NAME", "n", int(denied.Number))
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if _, bad := errors.AsType[*tls.CertificateVerificationError](err); bad || errors.Is(err, mysql.ErrNoTLS) {
		return say.Error("the encryption of the database at {address} cannot be trusted: check DB_TLS, DB_TLS_CA and its certificate", "address", c.Addr)
	}
	return say.Error("no database answers at {address}", "address", c.Addr)
}

// progressLine shows how far long work is, on a terminal in one line.
func progressLine(what string, std streams) func(done, all int) {
	terminal := isTerminal(std.err)
	last := -1
	return func(done, all int) {
		if all == 0 {
			return
		}
		percent := 100 * done / all
		switch {
		case terminal && done == all:
			fmt.Fprintf(std.err, "\r\x1b[K")
		case terminal:
			fmt.Fprintf(std.err, "\r%s %d/%d", what, done, all)
		case percent/25 != last && done < all:
			last = percent / 25
			fmt.Fprintf(std.err, "%s %d/%d\n", what, done, all)
		}
	}
}

// buildLive makes a graph of the database in the settings.
func buildLive(ctx context.Context, d databaseFlags, infer, values bool, std streams) (*schema.Graph, error) {
	db, err := openDatabase(ctx, d, std)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	g, err := graph.Introspect(ctx, db)
	if err != nil || !infer {
		return g, err
	}
	graph.Infer(g)
	if !values {
		return g, nil
	}
	changes, problems, err := graph.ValidateRows(ctx, db, g, schema.Inferred, progressLine(say.T("looking at values"), std))
	showProblems(problems, std)
	showChanges(changes, std)
	return g, err
}
