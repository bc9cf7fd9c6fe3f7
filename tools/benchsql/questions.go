package main

// question is one of the benchmark's. A model that makes typical mistakes writes SQL; the
// right rows are those of Truth.
type question struct {
	Text   string   `json:"text"`
	Tables []string `json:"tables"`
	// First is a query with a name that is wrong, which is tried before SQL; "" if none.
	First string `json:"first,omitempty"`
	SQL   string `json:"sql"`
	// Truth is the query for the right rows; "" means SQL itself.
	Truth string `json:"truth,omitempty"`
}

// The first 20 are answered rightly, some after an error. The last 10 run and give wrong
// numbers: rows counted twice, rows left out by a join, a part shown as the whole.
var questions = []question{
	{Text: "How many customers are there?", Tables: []string{"customer"}, SQL: "SELECT COUNT(*) AS n FROM customer"},
	{Text: "How many employees were hired in 2025?", Tables: []string{"employee"}, SQL: "SELECT COUNT(*) AS n FROM employee WHERE hiredOn >= '2025-01-01' AND hiredOn < '2026-01-01'"},
	{Text: "How many work orders are on hold?", Tables: []string{"workOrder"}, SQL: "SELECT COUNT(*) AS n FROM workOrder WHERE status = 'onHold'"},
	{Text: "What is the average hourly rate of employees?", Tables: []string{"employee"}, SQL: "SELECT AVG(hourlyRate) AS rate FROM employee"},
	{Text: "What is the total of all invoices of May 2026?", Tables: []string{"invoice"}, SQL: "SELECT SUM(totalAmount) AS total FROM invoice WHERE issuedOn >= '2026-05-01' AND issuedOn < '2026-06-01'"},
	{Text: "How many work orders are there by status?", Tables: []string{"workOrder"}, SQL: "SELECT status, COUNT(*) AS n FROM workOrder GROUP BY status ORDER BY n DESC, status"},
	{Text: "List the branches with their cities.", Tables: []string{"branch"}, SQL: "SELECT name, city FROM branch ORDER BY name"},
	{Text: "Which 5 parts have the highest price in a price list?", Tables: []string{"part", "priceListItem"}, SQL: "SELECT p.id, MAX(i.price) AS price FROM part p JOIN priceListItem i ON i.partId = p.id GROUP BY p.id ORDER BY price DESC, p.id LIMIT 5"},
	{Text: "How many vehicles are there by type?", Tables: []string{"vehicle", "vehicleType"}, SQL: "SELECT t.name, COUNT(*) AS n FROM vehicle v JOIN vehicleType t ON v.vehicleTypeId = t.id GROUP BY t.id, t.name ORDER BY t.name"},
	{Text: "How many hours of overtime were worked?", Tables: []string{"workTime"}, SQL: "SELECT SUM(hours) AS hours FROM workTime WHERE kind = 'overtime'"},
	{Text: "How many customers have at least one complaint?", Tables: []string{"customer", "complaint"}, SQL: "SELECT COUNT(DISTINCT customerId) AS n FROM complaint"},
	{Text: "How many work orders did each branch get?", Tables: []string{"workOrder", "branch"}, SQL: "SELECT b.name, COUNT(*) AS n FROM workOrder w JOIN branch b ON w.branchId = b.id GROUP BY b.id, b.name ORDER BY b.name"},
	{Text: "What is the highest credit limit of an active customer?", Tables: []string{"customer"}, SQL: "SELECT MAX(creditLimit) AS most FROM customer WHERE status = 'active'"},
	{Text: "How many assets are out of service?", Tables: []string{"asset"}, SQL: "SELECT COUNT(*) AS n FROM asset WHERE status = 'outOfService'"},
	{Text: "How much was paid in 2026, by way of paying?", Tables: []string{"payment", "paymentMethod"}, SQL: "SELECT m.name, SUM(p.amount) AS paid FROM payment p JOIN paymentMethod m ON p.paymentMethodId = m.id WHERE p.paidOn >= '2026-01-01' GROUP BY m.id, m.name ORDER BY m.name"},
	{Text: "How many open invoices are overdue?", Tables: []string{"invoice"}, First: "SELECT COUNT(*) AS n FROM invoice WHERE state = 'overdue'", SQL: "SELECT COUNT(*) AS n FROM invoice WHERE status = 'overdue'"},
	{Text: "How many skills does each employee have on average?", Tables: []string{"employee", "employeeSkill"}, First: "SELECT COUNT(*) / COUNT(DISTINCT employee) AS mean FROM employeeSkill", SQL: "SELECT COUNT(*) / COUNT(DISTINCT employeeId) AS mean FROM employeeSkill"},
	{Text: "How many jobs did each kind of job have in 2026?", Tables: []string{"workOrder", "workOrderType"}, First: "SELECT t.name, COUNT(*) AS n FROM workOrder w JOIN workOrderTypes t ON w.workOrderTypeId = t.id GROUP BY t.id, t.name ORDER BY t.name", SQL: "SELECT t.name, COUNT(*) AS n FROM workOrder w JOIN workOrderType t ON w.workOrderTypeId = t.id WHERE w.requestedOn >= '2026-01-01' GROUP BY t.id, t.name ORDER BY t.name"},
	{Text: "Which suppliers have more than 60 orders?", Tables: []string{"supplier", "purchaseOrder"}, First: "SELECT s.title, COUNT(*) AS n FROM supplier s JOIN purchaseOrder o ON o.supplierId = s.id GROUP BY s.id, s.title HAVING COUNT(*) > 60", SQL: "SELECT s.name, COUNT(*) AS n FROM supplier s JOIN purchaseOrder o ON o.supplierId = s.id GROUP BY s.id, s.name HAVING COUNT(*) > 60 ORDER BY s.name"},
	{Text: "How many inspections have a deficiency?", Tables: []string{"inspections", "deficiency"}, First: "SELECT COUNT(DISTINCT inspectionsId) AS n FROM deficiencies", SQL: "SELECT COUNT(DISTINCT inspectionsId) AS n FROM deficiency"},

	{Text: "What is the total amount of invoices that have a payment?", Tables: []string{"invoice", "payment"}, SQL: "SELECT SUM(i.totalAmount) AS total FROM invoice i JOIN payment p ON p.invoiceId = i.id", Truth: "SELECT SUM(totalAmount) AS total FROM invoice WHERE id IN (SELECT invoiceId FROM payment)"},
	{Text: "What is the average credit limit of customers with work orders?", Tables: []string{"customer", "workOrder"}, SQL: "SELECT AVG(c.creditLimit) AS mean FROM customer c JOIN workOrder w ON w.customerId = c.id", Truth: "SELECT AVG(creditLimit) AS mean FROM customer WHERE id IN (SELECT customerId FROM workOrder)"},
	{Text: "How many customers have a work order of 2026?", Tables: []string{"customer", "workOrder"}, SQL: "SELECT COUNT(*) AS n FROM customer c JOIN workOrder w ON w.customerId = c.id WHERE w.requestedOn >= '2026-01-01'", Truth: "SELECT COUNT(DISTINCT customerId) AS n FROM workOrder WHERE requestedOn >= '2026-01-01'"},
	{Text: "What are the estimated hours of jobs on which people worked overtime?", Tables: []string{"workOrder", "workTime"}, SQL: "SELECT SUM(w.estimatedHours) AS hours FROM workOrder w JOIN workTime t ON t.workOrderId = w.id WHERE t.kind = 'overtime'", Truth: "SELECT SUM(estimatedHours) AS hours FROM workOrder WHERE id IN (SELECT workOrderId FROM workTime WHERE kind = 'overtime')"},
	{Text: "How many lines and payments do invoices have together?", Tables: []string{"invoice", "invoiceLine", "payment"}, SQL: "SELECT COUNT(l.id) AS lines_, COUNT(p.id) AS payments FROM invoice i JOIN invoiceLine l ON l.invoiceId = i.id JOIN payment p ON p.invoiceId = i.id", Truth: "SELECT (SELECT COUNT(*) FROM invoiceLine) AS lines_, (SELECT COUNT(*) FROM payment) AS payments"},
	{Text: "How many work orders are there, with or without a supervisor?", Tables: []string{"workOrder", "employee"}, SQL: "SELECT COUNT(*) AS n FROM workOrder w JOIN employee e ON w.supervisorId = e.id", Truth: "SELECT COUNT(*) AS n FROM workOrder"},
	{Text: "How many invoices does each customer have?", Tables: []string{"customer", "invoice"}, SQL: "SELECT c.number, COUNT(*) AS n FROM customer c JOIN invoice i ON i.customerId = c.id GROUP BY c.id, c.number ORDER BY n, c.number", Truth: "SELECT c.number, COUNT(i.id) AS n FROM customer c LEFT JOIN invoice i ON i.customerId = c.id GROUP BY c.id, c.number ORDER BY n, c.number"},
	{Text: "How many complaints does customer C000002 have?", Tables: []string{"customer", "complaint"}, SQL: "SELECT COUNT(*) AS n FROM customer c LEFT JOIN complaint k ON k.customerId = c.id WHERE c.number = 'C000002'", Truth: "SELECT COUNT(k.id) AS n FROM customer c LEFT JOIN complaint k ON k.customerId = c.id WHERE c.number = 'C000002'"},
	{Text: "Which branches are there?", Tables: []string{"branch"}, SQL: "SELECT name FROM branch ORDER BY name LIMIT 10", Truth: "SELECT name FROM branch ORDER BY name"},
	{Text: "Which employees left the company?", Tables: []string{"employee"}, SQL: "SELECT number FROM employee WHERE leftOn IS NOT NULL ORDER BY number LIMIT 10", Truth: "SELECT number FROM employee WHERE leftOn IS NOT NULL ORDER BY number"},
}
