//go:build gms_pure_go

package main

import (
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// handlers makes handlers of rights that let the account end its own queries, as MySQL
// does. The engine asks for SUPER, with which the account could read everything; there
// is only one account, so that whatever it ends is its own.
type handlers struct {
	sql.AuthorizationHandlerFactory
}

func (h handlers) CreateHandler(catalog sql.Catalog) sql.AuthorizationHandler {
	return handler{h.AuthorizationHandlerFactory.CreateHandler(catalog)}
}

type handler struct{ sql.AuthorizationHandler }

func (h handler) HandleAuth(ctx *sql.Context, state sql.AuthorizationQueryState, auth ast.AuthInformation) error {
	if words := strings.Fields(ctx.Query()); auth.AuthType == ast.AuthType_SUPER && len(words) > 0 && strings.EqualFold(words[0], "KILL") {
		return nil
	}
	return h.AuthorizationHandler.HandleAuth(ctx, state, auth)
}

// settled are system variables that no account changes for others. The engine asks for no
// right before SET GLOBAL.
type settled struct{ sql.SystemVariableRegistry }

func (settled) SetGlobal(*sql.Context, string, any) error {
	return sql.ErrPrivilegeCheckFailed.New("'" + account + "'")
}

// setRights holds for the engines that are made after it.
var setRights = sync.OnceFunc(func() {
	sql.SetAuthorizationHandlerFactory(handlers{sql.GetAuthorizationHandlerFactory()})
	sql.SystemVariables = settled{sql.SystemVariables}
})
