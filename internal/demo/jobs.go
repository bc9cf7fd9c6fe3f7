package demo

import (
	"math"
	"time"
)

// steps is how often a job's state has changed.
var steps = map[string]int{"new": 0, "scheduled": 1, "onHold": 2, "inProgress": 2, "completed": 3, "invoiced": 4, "cancelled": 1}

// states are those that a job goes through.
var states = []string{"new", "scheduled", "inProgress", "completed", "invoiced"}

func (f *filler) status(order int) string {
	return f.kept["workOrder"][order][Find("workOrder").Index("status")].(string)
}

// worked is a count for jobs on which somebody has worked, and 0 for others.
func (f *filler) worked(order, count int) int {
	switch f.status(order) {
	case "inProgress", "completed", "invoiced":
		return count
	}
	return 0
}

func (f *filler) finished(order, percent int) int {
	if s := f.status(order); (s == "completed" || s == "invoiced") && f.chance(percent) {
		return 1
	}
	return 0
}

// orderDay is a working day of the last 30 months or the next weeks: winters have half as
// many jobs again, and the business grows.
func (f *filler) orderDay() int {
	for {
		day := -int(910 * math.Pow(f.r.Float64(), 1.15))
		date := at(day, 0)
		share := 75 + 25*math.Cos(2*math.Pi*float64(date.YearDay()-15)/365)
		if date.Weekday() == time.Sunday || date.Weekday() == time.Saturday {
			share = 6 // emergencies
		}
		if f.chance(int(share)) {
			return day
		}
	}
}

// orderingCustomer is one who may order; a few order much, some never did.
func (f *filler) orderingCustomer() int64 {
	count := len(f.kept["customer"])
	for {
		id := int64(float64(count)*math.Pow(f.r.Float64(), 2.1)) + 1
		// Spread, so that neighbours in the list are not alike.
		id = (id*1103+17)%int64(count) + 1
		status := f.of("customer", id, "status")
		if status == "prospect" || status == "inactive" && f.chance(70) || id%23 == 0 {
			continue
		}
		return id
	}
}

func workOrders(f *filler, i, _ int, row Row) {
	customer := f.orderingCustomer()
	f.follow(i, "customer", customer)
	company := int(f.company["workOrder"][i])
	day := f.orderDay()
	f.day["workOrder"][i] = int16(day)
	f.set(row, "customerId", customer)
	f.atCustomer(row)
	f.set(row, "branchId", f.of("customer", customer, "branchId"))
	f.set(row, "serviceAgreementId", nil)
	if f.chance(60) {
		f.set(row, "serviceAgreementId", f.oneUnder("serviceAgreement", "customerId", customer))
	}
	for _, column := range []string{"supervisorId", "dispatcherId", "jobTemplateId"} {
		if f.has(row, column) != nil {
			f.set(row, column, f.pick(map[bool]string{true: "jobTemplate", false: "employee"}[column == "jobTemplateId"], company))
		}
	}
	f.set(row, "workOrderTypeId", int64(skewed(f.r, 8)+1))
	priority := skewed(f.r, 4)
	f.set(row, "workOrderPriorityId", int64(priority+1))
	f.set(row, "requestedOn", at(day, 0))
	if n, ok := f.has(row, "serviceRequestId").(int64); ok && (f.chance(60) || n%50 == 0) {
		f.set(row, "serviceRequestId", nil)
		if n%50 == 0 {
			f.set(row, "serviceRequestId", 900_000+n) // of the old system, and gone
		}
	}
	status := f.orderStatus(day)
	f.set(row, "status", status)
	f.set(row, "cancellationReasonId", nil)
	if status == "cancelled" {
		f.set(row, "cancellationReasonId", int64(skewed(f.r, 6)+1))
	}
	f.set(row, "scheduledOn", nil)
	f.set(row, "completedOn", nil)
	f.set(row, "totalAmount", nil)
	planned := day + f.r.IntN([]int{9, 3, 21, 1}[priority]+1)
	switch status {
	case "scheduled":
		f.set(row, "scheduledOn", at(1+f.r.IntN(21), 0))
	case "inProgress":
		f.set(row, "scheduledOn", at(min(planned, 0), 0))
	case "completed", "invoiced":
		f.set(row, "scheduledOn", at(min(planned, 0), 0))
		f.set(row, "completedOn", at(min(planned+skewed(f.r, 5), 0), 0))
		f.set(row, "totalAmount", cents(int64(6000+math.Pow(f.r.Float64(), 3)*250_000)))
	}
}

// orderStatus is the state of a job that was ordered on a day.
func (f *filler) orderStatus(day int) string {
	words := []string{"invoiced", "completed", "cancelled", "onHold", "inProgress", "scheduled", "new"}
	switch {
	case day < -60:
		return f.weighted(words, 88, 4, 7, 1, 0, 0, 0)
	case day < -21:
		return f.weighted(words, 62, 20, 7, 3, 4, 4, 0)
	}
	return f.weighted(words, 22, 20, 5, 3, 12, 26, 12)
}

func history(f *filler, i, parent int, row Row) {
	f.set(row, "fromStatus", states[min(f.nth, 4)])
	f.set(row, "toStatus", states[min(f.nth+1, 4)])
	switch status := f.status(parent); {
	case status == "cancelled", status == "onHold" && f.nth == 1:
		f.set(row, "toStatus", status)
	}
	f.set(row, "changedAt", at(min(0, int(f.day["workOrder"][parent])+f.nth*2), 8*60+f.r.IntN(540)))
}

// technicianAt gives a column an employee who works in the field, and another the day of
// the job.
func technicianAt(employee, day string) func(f *filler, i, parent int, row Row) {
	return func(f *filler, i, parent int, row Row) {
		f.set(row, employee, f.technician(int(f.company[f.t.Name][i])))
		f.set(row, day, f.of("workOrder", int64(parent+1), "scheduledOn"))
	}
}

func workTimes(f *filler, i, parent int, row Row) {
	f.set(row, "employeeId", f.technician(int(f.company["workTime"][i])))
	day, ok := f.of("workOrder", int64(parent+1), "completedOn").(time.Time)
	if !ok {
		day = at(min(0, int(f.day["workOrder"][parent])+f.r.IntN(5)), 0)
	}
	f.set(row, "workDate", day)
	if n, ok := f.has(row, "timesheetId").(int64); ok && n%40 == 0 {
		f.set(row, "timesheetId", 90_000+n) // deleted, and nobody noticed
	}
	f.set(row, "hours", Decimal{int64(2+skewed(f.r, 30)) * 25, 2})
	kind := f.weighted([]string{"work", "travel", "overtime", "break"}, 74, 16, 7, 3)
	f.set(row, "kind", kind)
	if kind == "break" {
		f.set(row, "isBillable", int64(0))
	}
}

func crewMembers(f *filler, i, parent int, row Row) {
	f.set(row, "employeeId", f.technician(int(f.company["employeeCrew"][i])))
	f.set(row, "isLead", int64(0))
	if f.nth == 0 {
		f.set(row, "isLead", int64(1))
	}
}

func appointments(f *filler, i, parent int, row Row) {
	start := f.of("workOrder", int64(parent+1), "scheduledOn").(time.Time).Add(time.Duration(7+f.r.IntN(10)) * time.Hour)
	f.set(row, "startsAt", start)
	f.set(row, "endsAt", start.Add(time.Duration(1+f.r.IntN(4))*time.Hour))
	if start.After(Today) {
		f.set(row, "status", f.weighted([]string{"confirmed", "proposed"}, 70, 30))
	} else {
		f.set(row, "status", f.weighted([]string{"kept", "missed"}, 94, 6))
	}
	f.contactOfOrder(row, int64(parent+1))
}

// contactOfOrder makes the contact one of the job's customer.
func (f *filler) contactOfOrder(row Row, order any) {
	if f.has(row, "customerContactId") != nil {
		f.set(row, "customerContactId", f.oneUnder("customerContact", "customerId", f.of("workOrder", order, "customerId")))
	}
}

func fromContact(f *filler, i, parent int, row Row) { f.contactOfOrder(row, int64(parent+1)) }

func stops(f *filler, i, parent int, row Row) {
	f.set(row, "sortOrder", int64(f.nth+1))
	f.set(row, "customerLocationId", f.of("workOrder", f.has(row, "workOrderId"), "customerLocationId"))
}
