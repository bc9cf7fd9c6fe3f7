//go:build !gms_pure_go

// Command demodb serves the demo database: a field-service company of 122 tables that
// speaks MySQL's protocol, for people who have no database at hand and for tests.
package main

import (
	"fmt"
	"os"
)

// go-mysql-server wants either C or this tag, and takes long to compile: nobody who
// builds everything is to pay for it unasked.
func main() {
	fmt.Fprintln(os.Stderr, "demodb was built without its engine: make build/demodb builds it with -tags gms_pure_go.")
	os.Exit(1)
}
