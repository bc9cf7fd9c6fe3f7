package demo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SecureViews are the views through which tables with encrypted columns are read.
var SecureViews = map[string]string{
	"user":             "secure_user",
	"employee":         "secure_employee",
	"workOrder":        "secure_workorder",
	"customer":         "secure_customer",
	"customerLocation": "secure_customerlocation",
	"customerContact":  "secure_customercontact",
}

// Limit says that a row is shown if a list of the session names what a column of it
// holds.
type Limit struct {
	// Variable is the session variable that holds the list.
	Variable string
	// Column is "" for rows that belong to no customer: only the list that names
	// everything names them.
	Column string
}

// Limits are those of the tables with secure views. All must hold.
var Limits = map[string][]Limit{
	"user":             {{CustomersVariable, "customerId"}},
	"employee":         {{CustomersVariable, ""}},
	"workOrder":        {{CustomersVariable, "customerId"}, {LocationsVariable, "customerLocationId"}, {OrdersVariable, "id"}},
	"customer":         {{CustomersVariable, "id"}},
	"customerLocation": {{CustomersVariable, "customerId"}, {LocationsVariable, "id"}},
	"customerContact":  {{CustomersVariable, "customerId"}},
}

// The session variables: the key that text is decrypted by, and the lists.
const (
	KeyVariable       = "aesKey"
	CustomersVariable = "customerIds"
	OrdersVariable    = "workOrderIds"
	LocationsVariable = "serviceLocationIds"
)

// The views read the variables through functions: MySQL and MariaDB refuse views that
// name user variables.
const keyFunction = "scope_key"

var scopeFunctions = map[string]string{
	CustomersVariable: "in_customers",
	OrdersVariable:    "in_orders",
	LocationsVariable: "in_locations",
}

// All is the list that names everything.
const All = "*"

// List is a list of ids that a session variable holds.
type List struct {
	all bool
	ids map[int64]bool
}

// ReadList reads a list as FIND_IN_SET does: what is no number names nothing.
func ReadList(text string) List {
	if text == All {
		return List{all: true}
	}
	l := List{ids: map[int64]bool{}}
	for part := range strings.SplitSeq(text, ",") {
		if id, err := strconv.ParseInt(part, 10, 64); err == nil && strconv.FormatInt(id, 10) == part {
			l.ids[id] = true
		}
	}
	return l
}

// Names reports whether the list names the row of an id.
func (l List) Names(id int64) bool { return l.all || l.ids[id] }

// NamesAll reports whether the list names everything, also what has no id.
func (l List) NamesAll() bool { return l.all }

// Views are the statements that create the secure views in MySQL and MariaDB.
func Views() []string {
	var statements []string
	for _, t := range Tables() {
		view, ok := SecureViews[t.Name]
		if !ok {
			continue
		}
		var columns []string
		for _, c := range t.Columns {
			if c.Secret {
				columns = append(columns, fmt.Sprintf("CONVERT(AES_DECRYPT(`%s`, %s()) USING utf8mb4) AS `%s`", c.Name, keyFunction, c.Name))
			} else {
				columns = append(columns, "`"+c.Name+"`")
			}
		}
		statements = append(statements, fmt.Sprintf("CREATE VIEW `%s` AS SELECT %s FROM `%s` WHERE %s", view, strings.Join(columns, ", "), t.Name, condition(t.Name)))
	}
	return statements
}

func condition(table string) string {
	var parts []string
	for _, limit := range Limits[table] {
		argument := "NULL"
		if limit.Column != "" {
			argument = "`" + limit.Column + "`"
		}
		parts = append(parts, fmt.Sprintf("%s(%s)", scopeFunctions[limit.Variable], argument))
	}
	return strings.Join(parts, " AND ")
}

// Functions are the statements that create the views' functions in MySQL and MariaDB.
func Functions() []string {
	statements := []string{fmt.Sprintf("CREATE FUNCTION `%s`() RETURNS VARCHAR(255) CHARSET utf8mb4 NOT DETERMINISTIC NO SQL RETURN @%s", keyFunction, KeyVariable)}
	for _, variable := range []string{CustomersVariable, OrdersVariable, LocationsVariable} {
		name, list := scopeFunctions[variable], "@"+variable
		statements = append(statements, fmt.Sprintf("CREATE FUNCTION `%s`(id INT) RETURNS TINYINT(1) NOT DETERMINISTIC NO SQL RETURN COALESCE(%s = '%s' OR FIND_IN_SET(id, %s) > 0, 0)", name, list, All, list))
	}
	return statements
}

// Readable are the names that the account of the agent may read: the secure views, and
// the tables that have none.
func Readable() []string {
	var names []string
	for _, t := range Tables() {
		if view, ok := SecureViews[t.Name]; ok {
			names = append(names, view)
		} else {
			names = append(names, t.Name)
		}
	}
	return names
}

// Shared are the tables without a secure view that tell of no single customer and of
// nobody on the staff: what somebody with a limited scope may read beside the views.
func Shared() []string {
	personal := map[string]bool{}
	for name := range SecureViews {
		personal[name] = true
	}
	tells := func(c Column) bool {
		return len(c.Among) > 0 || c.Held && c.Name != "createdBy" && c.Name != "updatedBy" && personal[c.References]
	}
	for before := -1; before != len(personal); {
		before = len(personal)
		for _, t := range Tables() {
			if slices.ContainsFunc(t.Columns, tells) {
				personal[t.Name] = true
			}
		}
	}
	var names []string
	for _, t := range Tables() {
		if !personal[t.Name] {
			names = append(names, t.Name)
		}
	}
	return names
}
