//go:build gms_pure_go

package main

import (
	"context"
	"crypto/sha1"
	"fmt"
	"net"
	"strings"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"burrow/internal/demo"
)

// account is the one that there is. It may read the secure views and the tables that
// have none.
const account = "burrow"

// comment is how the server is known for the demo database, whose sessions have no limits.
const comment = "burrow demo"

// newEngine makes an engine that answers for the database and changes nothing: the engine
// refuses what writes, the tables could not do it, and the account may only read.
func newEngine(d *database, password string) (*sqle.Engine, error) {
	setRights()
	engine := sqle.New(analyzer.NewDefault(d), &sqle.Config{IsReadOnly: true})
	// Where SELECT … INTO OUTFILE may write and LOAD DATA may read: nowhere.
	if err := sql.SystemVariables.AssignValues(map[string]any{"secure_file_priv": "/nonexistent/burrow-demo", "local_infile": int8(0), "version_comment": comment}); err != nil {
		return nil, err
	}
	users := engine.Analyzer.Catalog.MySQLDb
	users.SetEnabled(true)
	rights := mysql_db.NewPrivilegeSet()
	for _, name := range demo.Readable() {
		rights.AddTable(demo.Name, name, sql.PrivilegeType_Select)
	}
	editor := users.Editor()
	defer editor.Close()
	editor.PutUser(&mysql_db.User{
		User: account, Host: "localhost", Plugin: "mysql_native_password", AuthString: hashed(password), PrivilegeSet: rights,
	})
	return engine, nil
}

// hashed is a password as MySQL keeps it.
func hashed(password string) string {
	once := sha1.Sum([]byte(password))
	return fmt.Sprintf("*%s", strings.ToUpper(fmt.Sprintf("%x", sha1.Sum(once[:]))))
}

// serve answers on a listener until the context ends.
func serve(ctx context.Context, engine *sqle.Engine, listener net.Listener) error {
	logrus.SetLevel(logrus.PanicLevel) // it would write queries, and every closed connection
	s, err := server.NewServer(server.Config{Protocol: "tcp", Address: listener.Addr().String(), Listener: listener, Version: "8.0.33"},
		engine, sql.NewContext, newSession, nil)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	if err := s.Start(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// newSession is that of a connection.
func newSession(_ context.Context, conn *mysql.Conn, address string) (sql.Session, error) {
	var client sql.Client
	if user, ok := conn.UserData.(sql.MysqlConnectionUser); ok {
		client = sql.Client{Address: user.Host, User: user.User}
	}
	client.Capabilities = conn.Capabilities
	return sql.NewBaseSessionWithClientServer(address, client, conn.ConnectionID), nil
}
