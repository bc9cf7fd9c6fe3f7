package database

import (
	"strconv"
	"strings"
)

// Person is who asks, as far as the database's views go by it. It comes from how a
// request was authenticated and from nothing else. The zero value sees no row of them.
type Person struct {
	Customers, WorkOrders, Locations Scope
}

// Everything is a person who sees all rows.
func Everything() Person {
	all := Scope{All: true}
	return Person{Customers: all, WorkOrders: all, Locations: all}
}

// Scope is which rows of a kind a person may see: all, or those with these ids, which may
// be none.
type Scope struct {
	All bool
	IDs []int64
}

// text is a scope as the views read it: "*" for all, else ids with commas between them.
func (s Scope) text() string {
	if s.All {
		return "*"
	}
	var b strings.Builder
	for i, id := range s.IDs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(id, 10))
	}
	return b.String()
}

// String is what a person may see, for keys and logs: it has ids and no names.
func (p Person) String() string {
	return "customers " + p.Customers.text() + ", work orders " + p.WorkOrders.text() + ", locations " + p.Locations.text()
}

// variables are set when a connection is taken, in one statement, so that there is no
// moment in which some are one person's and some another's.
const (
	setVariables   = "SET @aesKey = ?, @customerIds = ?, @workOrderIds = ?, @serviceLocationIds = ?"
	clearVariables = "SET @aesKey = NULL, @customerIds = NULL, @workOrderIds = NULL, @serviceLocationIds = NULL"
)

func (p Person) variables(key string) []any {
	return []any{key, p.Customers.text(), p.WorkOrders.text(), p.Locations.text()}
}
