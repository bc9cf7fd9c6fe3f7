package planner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// after reads a question that stands behind another one.
func after(t *testing.T, p *Planner, before, question string) (Reading, error) {
	t.Helper()
	if before == "" {
		return p.Read(t.Context(), question, nil)
	}
	r := read(t, p, before)
	return p.Read(t.Context(), question, &r)
}

// A word that stands for something of the question before is never left out: what cannot go on
// from that one is not read.
func TestAWordThatPointsBackIsNotDropped(t *testing.T) {
	p := demoPlanner(t)
	for before, questions := range map[string][]string{
		"Which invoice has the highest total amount?": {
			"which customer is it for?", "show the customer for it", "which customer does it belong to?", "show the customer of that invoice",
			"who is the customer of this invoice?", "and for that one, which customers are there?", "show its customer",
		},
		"How many customers do we have?": {
			"how many of them are companies?", "how many of them have invoices?", "how many companies are there too?", "which of them are blocked?",
			"how many invoices do they have?", "how many of these have invoices?",
		},
		"How many work orders are cancelled?": {"show the customer too", "how many customers were there then?"},
		"List the work orders that are cancelled": {
			"show the customer too", "also show the customer", "show the customer as well", "list their customers", "with their customers",
			"list the customers for these", "which customers are those?", "show the corresponding customers", "how many customers placed those orders?",
			"only the completed ones", "which of them are completed?",
		},
		"List employees in the Berlin branch": {
			"who is their manager?", "which jobs did they do?", "how many tools do they have?", "which branch are they in?", "list her tools", "show his tools",
			"which tools does he have?", "which tools does she have?", "which customers work there?",
		},
		"": {"how many of them are companies?", "which customer is it for?", "show the customer too", "list their customers"},
	} {
		for _, question := range questions {
			r, err := after(t, p, before, question)
			require.Error(t, err, "%s > %s: %s", before, question, r.SQL())
			require.True(t, isNotUnderstood(err))
		}
	}
	_, err := after(t, p, "How many customers do we have?", "how many of them are companies?")
	require.EqualError(t, err, "I can't tell what “them” stands for. Please ask the question in full.")
}

// What such a word stands for may be in the same question, or the rows of the one before.
func TestAWordThatPointsBackIsRead(t *testing.T) {
	p := demoPlanner(t)
	for question, want := range map[string]string{
		"List the departments with more than 10 employees and how many they have": "COUNT",
		"How many warranties end before they start?":                              "endsOn",
		"List the departments and their heads":                                    "headId",
		"How many employees are there?":                                           "COUNT",
	} {
		require.Contains(t, read(t, p, question).SQL(), want, question)
	}
	for question, want := range map[string]string{
		"when was it issued?":                  "`invoice`.`issuedOn` FROM `invoice` ORDER BY `invoice`.`totalAmount` DESC",
		"what is its status?":                  "`invoice`.`status` FROM `invoice` ORDER BY `invoice`.`totalAmount` DESC",
		"How many vehicles are there?":         "SELECT COUNT(*) FROM `vehicle`",
		"How many vehicles are there already?": "SELECT COUNT(*) FROM `vehicle`",
	} {
		r, err := after(t, p, "Which invoice has the highest total amount?", question)
		require.NoError(t, err, question)
		require.Contains(t, r.SQL(), want, question)
	}
}
