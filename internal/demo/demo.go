// Package demo is the demo database: a group of companies that look after heating,
// cooling and electrical plant, in 122 tables. It decides what the tables are, what rows
// are in them and who may see which; it knows no database engine. cmd/demodb serves it,
// and tests load it into MariaDB.
//
// Rows come from a fixed seed and their dates are counted from Today, so that the same
// question has the same answer everywhere, on any day.
//
// # Who sees what
//
// Text about people is encrypted. Six tables are read through secure views, which decrypt
// it by @aesKey and show the rows that the session's lists name:
//
//	@customerIds          customers, their locations, contacts, portal users and jobs
//	@serviceLocationIds   customers' locations, and the jobs done there
//	@workOrderIds         jobs
//
// A list is '*' for all, or ids with commas between them: '12,15'. One that is NULL, empty
// or not set names nothing, so that a session that nobody prepared sees no row. Lists
// narrow each other: a job is shown if its customer, its location and it itself are named.
// Staff are shown to those who may see all customers, that is if @customerIds is '*'.
//
// Other tables have no views. Somebody whose lists are not all '*' is to be given only
// those that Shared names; the rest hold rows of all customers.
package demo

import (
	"embed"
	"io/fs"
	"time"
)

// Today is the day on which the demo takes place: no row knows of a later one, but for
// what is planned.
var Today = time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC)

const (
	// Name is that of the database.
	Name = "fieldservice"
	// Key is what its text is encrypted with: all of it is made up, and whoever has the
	// program has the key.
	Key = "burrow-demo"
)

// Relationships is how many the schema's foreign keys, the application's models and the
// manual overrides declare together.
const Relationships = 1801

//go:embed generated
var generated embed.FS

// Files are what tools/gendemo writes: schema.sql, models/*.js as an application of
// Sequelize has them, and overrides.json with what a person knows beside that.
func Files() fs.FS {
	files, err := fs.Sub(generated, "generated")
	if err != nil {
		panic(err)
	}
	return files
}
