package planner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// How questions about the demo database are read, in plain English.
func TestSentences(t *testing.T) {
	p := New(demoGraph(), Options{Today: today, Values: keptValues(t)})
	for question, want := range map[string]string{
		"Which employee worked the most hours in May 2026?":       "The employee with the most hours worked in May 2026.",
		"How many invoices were issued in 2025, by month?":        "Invoices issued in 2025, per month.",
		"How many open invoices are there?":                       "Number of invoices that are open (sent, overdue or partly paid).",
		"Which branch has the most employees?":                    "The branch with the most employees.",
		"Which employee has the highest hourly rate?":             "The employee with the highest hourly rate.",
		"List the 10 latest invoices":                             "The 10 invoices issued last.",
		"Which 3 employees worked the most hours in 2026?":        "The 3 employees with the most hours worked in 2026.",
		"How many hours were worked in June 2026?":                "Total hours worked in June 2026.",
		"What is the total amount of invoices issued in 2025?":    "Total amount of invoices issued in 2025.",
		"What is the average hourly rate of employees?":           "Average hourly rate of employees.",
		"Sum of expenses by category":                             "Total amount of expenses, per expense category.",
		"work orders per supervisor":                              "Work orders, per supervisor.",
		"List all branches":                                       "Branches.",
		"List customers without invoices":                         "Customers without invoices.",
		"Which customers have more than 5 work orders?":           "Customers with more than 5 work orders.",
		"What is the phone number of employee Anna Müller?":       "Employees named “Anna Müller”: phone.",
		"How many work orders were supervised by Anna Müller?":    "Number of work orders with supervisor “Anna Müller”.",
		"How many urgent work orders are there?":                  "Number of work orders with work order priority “Urgent”.",
		"Which employees were hired since 2025?":                  "Employees hired since 2025: first name, last name, hired.",
		"How many inspections failed last year?":                  "Number of inspections with result “failed”, inspected in 2025.",
		"What is the average score of inspections per inspector?": "Average score of inspections, per inspector.",
	} {
		r, err := p.Read(t.Context(), question, nil)
		require.NoError(t, err, question)
		require.Equal(t, want, r.Sentence(), question)
	}
}

func TestACountSaysItsCondition(t *testing.T) {
	p := New(demoGraph(), Options{Today: today, Values: keptValues(t)})
	for question, want := range map[string]string{
		"How many open invoices are there?":               "invoices that are open (sent, overdue or partly paid)",
		"How many customers are there?":                   "customers",
		"Number of work orders by status":                 "",
		"List all branches":                               "",
		"What is the average hourly rate of employees?":   "",
		"How many hours were worked in June 2026?":        "",
		"How many different cities do customers live in?": "",
	} {
		r, err := p.Read(t.Context(), question, nil)
		if err == nil {
			require.Equal(t, want, r.Counts(), question)
		}
	}
}

// The total of invoices is none of quotes, which are also called so.
func TestANamedTableIsRead(t *testing.T) {
	p := New(demoGraph(), Options{Today: today, Values: keptValues(t)})
	for _, question := range []string{"highest invoices total", "Which customer has the highest invoices total?"} {
		_, err := p.Read(t.Context(), question, nil)
		require.Error(t, err, question)
	}
}

// What a sentence above one number says beside it: what was done, and of what it is a percentage.
func TestWhatANumberIs(t *testing.T) {
	p := demoPlanner(t)
	for question, want := range map[string]string{
		"How many work orders were completed last month?":   "completed in May 2026",
		"How many employees were hired in 2025?":            "hired in 2025",
		"How many work orders are scheduled for July 2026?": "", // not yet
		"How many inspections failed last year?":            "", // two conditions
		"How many employees were hired since 2025?":         "",
		"How many customers do we have?":                    "",
	} {
		r := read(t, p, question)
		require.Equal(t, want, r.Done(), question)
		if want != "" {
			require.Contains(t, r.Counts(), " "+want)
		}
	}
	require.Equal(t, "percentage of work orders with status “cancelled”", read(t, p, "What percentage of work orders is cancelled?").Percent())
	require.Equal(t, "Percentage of work orders with status “cancelled”.", read(t, p, "What percentage of work orders is cancelled?").Sentence())
	require.Empty(t, read(t, p, "How many customers do we have?").Percent())
	require.Equal(t, "The customer with the earliest date in “customer since”.", read(t, p, "oldest customer").Sentence())
}
