package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

// companyTables are those of a field-service company: name, then columns. The first
// column is the key.
const companyTables = `
customer id name email taxId createdBy
customerLocation id customerId city street
customerContact id customerId phone
workOrder id customerLocationId status scheduledFor title createdBy changedBy
crew id workOrderId createdBy
employeeCrew id crewId employeeId isLead
employee id firstName lastName salary active managerId userId
user id login passwordHash
invoice id workOrderId total issuedOn
payment id invoiceId amount paidOn
inspections id workOrderId score notes
category code label
secret id token
island name area
reef name depth
`

const companyKeys = `
customerLocation.customerId customer.id
customerContact.customerId customer.id
workOrder.customerLocationId customerLocation.id
workOrder.createdBy user.id
workOrder.changedBy user.id
customer.createdBy user.id
crew.workOrderId workOrder.id
crew.createdBy user.id
employeeCrew.crewId crew.id
employeeCrew.employeeId employee.id
employee.managerId employee.id
employee.userId user.id
invoice.workOrderId workOrder.id
payment.invoiceId invoice.id
inspections.workOrderId workOrder.id
`

// companyViews are the secure views of that company.
var companyViews = map[string]string{
	"user": "secure_user", "employee": "secure_employee", "workOrder": "secure_workorder", "customer": "secure_customer",
	"customerLocation": "secure_customerlocation", "customerContact": "secure_customercontact",
}

func companyGraph() *schema.Graph {
	var tables []*schema.Table
	for line := range strings.Lines(companyTables) {
		if words := strings.Fields(line); len(words) > 0 {
			t := &schema.Table{Name: words[0], PrimaryKey: words[1:2]}
			for _, c := range words[1:] {
				t.Columns = append(t.Columns, schema.Column{Name: c})
			}
			tables = append(tables, t)
		}
	}
	var keys []schema.Relationship
	for line := range strings.Lines(companyKeys) {
		if words := strings.Fields(line); len(words) > 0 {
			from, column, _ := strings.Cut(words[0], ".")
			to, target, _ := strings.Cut(words[1], ".")
			keys = append(keys, schema.Relationship{FromTable: from, ToTable: to, Columns: []schema.Pair{{From: column, To: target}}, Confidence: 1})
		}
	}
	return schema.New("crewos", tables, keys)
}

// company is a guard in which the secret table, salaries and passwords are not for the
// person who asks.
func company(t testing.TB, change func(*Rules)) *Guard {
	t.Helper()
	r := Rules{
		Graph:  companyGraph(),
		Views:  companyViews,
		Hidden: map[string][]string{"employee": {"salary"}, "User": {"PasswordHash"}},
	}
	for _, table := range r.Graph.Tables() {
		if table.Name != "secret" {
			r.Readable = append(r.Readable, table.Name)
		}
	}
	if change != nil {
		change(&r)
	}
	g, err := New(r)
	require.NoError(t, err)
	return g
}
