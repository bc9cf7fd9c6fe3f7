package demo

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// specials are what tables know beyond their columns.
var specials = map[string]func(f *filler, i, parent int, row Row){
	"company": func(f *filler, i, _ int, row Row) {
		f.set(row, "countryId", int64(i+1))
		f.set(row, "currencyId", int64(1))
		f.set(row, "isActive", int64(1))
	},
	"region":   func(f *filler, i, _ int, row Row) { f.set(row, "countryId", int64(i/3+1)) },
	"branch":   branches,
	"country":  func(f *filler, i, _ int, row Row) { f.set(row, "currencyId", countryCurrencies[i]) },
	"taxRate":  func(f *filler, i, _ int, row Row) { f.set(row, "countryId", int64(i%4+1)) },
	"user":     users,
	"employee": employees,
	"userSession": func(f *filler, i, _ int, row Row) {
		start := at(-f.r.IntN(365), 6*60+f.r.IntN(800))
		f.set(row, "startedAt", start)
		if f.has(row, "endedAt") != nil {
			f.set(row, "endedAt", start.Add(time.Duration(1+f.r.IntN(180))*time.Minute))
		}
	},
	"payrollPeriod": func(f *filler, i, _ int, row Row) {
		start := time.Date(2024, time.Month(7+i/4), 1, 0, 0, 0, 0, time.UTC)
		f.set(row, "startsOn", start)
		f.set(row, "endsOn", start.AddDate(0, 1, -1))
		f.set(row, "status", map[bool]string{true: "closed", false: "open"}[i/4 < 23])
	},
	"payrollEntry": payrolls,
	"shiftAssignment": func(f *filler, i, parent int, row Row) {
		f.set(row, "branchId", f.of("employee", f.has(row, "employeeId"), "branchId"))
	},
	"timeOffRequest": func(f *filler, i, _ int, row Row) {
		start := f.has(row, "startsOn").(time.Time)
		days := 1 + f.r.IntN(14)
		f.set(row, "days", Decimal{int64(days) * 10, 1})
		f.set(row, "endsOn", start.AddDate(0, 0, days+days/5*2-1))
		if start.After(Today) {
			f.set(row, "status", f.weighted([]string{"approved", "requested"}, 40, 60))
		}
		if f.has(row, "status") == "requested" {
			f.set(row, "approvedBy", nil)
		}
	},
	"timesheet": func(f *filler, i, _ int, row Row) {
		day := -f.r.IntN(700)
		day -= (int(at(day, 0).Weekday()) + 6) % 7
		f.set(row, "weekStartsOn", at(day, 0))
		if f.has(row, "status") != "approved" {
			f.set(row, "approvedBy", nil)
		}
	},
	"part": func(f *filler, i, _ int, row Row) {
		cost := f.has(row, "costPrice").(Decimal).Unscaled
		f.set(row, "salesPrice", cents(cost*int64(125+f.r.IntN(60))/100))
	},
	"supplierPart":  priced("price", "costPrice"),
	"priceListItem": priced("price", "salesPrice"),
	"workOrderPart": priced("unitPrice", "salesPrice"),
	"purchaseOrder": func(f *filler, i, _ int, row Row) {
		f.set(row, "expectedOn", at(f.dayOf(i)+2+f.r.IntN(20), 0))
		if f.dayOf(i) < -40 && (f.has(row, "status") == "ordered" || f.has(row, "status") == "draft") {
			f.set(row, "status", "received")
		}
	},
	"stockMovement": func(f *filler, i, _ int, row Row) {
		quantity := int64(1+f.r.IntN(8)) * 100
		if kind := f.has(row, "kind"); kind == "issue" {
			quantity = -quantity
		} else {
			f.set(row, "workOrderId", nil)
		}
		if f.has(row, "kind") != "receipt" {
			f.set(row, "purchaseOrderLineId", nil)
		}
		f.set(row, "quantity", cents(quantity))
	},
	"vehicleAssignment": lasting("startsOn", "endsOn", 400),
	"toolAssignment":    lasting("lentOn", "returnedOn", 60),

	"customer":             customers,
	"customerLocation":     locations,
	"customerContact":      contacts,
	"serviceAgreement":     agreements,
	"serviceAgreementLine": ofAgreement,
	"lead":                 leads,
	"asset":                assets,
	"serviceRequest":       requests,
	"maintenancePlan":      plans,

	"workOrder":              workOrders,
	"workOrderStatusHistory": history,
	"workOrderAssignment":    technicianAt("employeeId", "plannedOn"),
	"workTime":               workTimes,
	"crew": func(f *filler, i, _ int, row Row) {
		f.set(row, "branchId", f.of("workOrder", f.has(row, "workOrderId"), "branchId"))
		f.set(row, "startsOn", f.of("workOrder", f.has(row, "workOrderId"), "scheduledOn"))
	},
	"employeeCrew":   crewMembers,
	"appointment":    appointments,
	"complaint":      complaints,
	"surveyResponse": surveys,
	"signature":      fromContact,
	"routeStop":      stops,
	"inspections":    inspect,
	"deficiency":     deficiencies,
	"quote":          quotes,
	"quoteLine":      func(f *filler, _, parent int, row Row) { f.share(row, f.of("quote", int64(parent+1), "total")) },
	"invoice":        invoices,
	"invoiceLine":    invoiceLines,
	"payment":        payments,
	"creditNote": func(f *filler, i, _ int, row Row) {
		f.follow(i, "invoice", f.has(row, "invoiceId"))
		f.dated(i, row, "issuedOn", 25)
	},
	"warrantyClaim": func(f *filler, i, _ int, row Row) {
		f.follow(i, "workOrder", f.has(row, "workOrderId"))
		f.dated(i, row, "submittedOn", 20)
	},
	"note":       anywhere("writtenAt"),
	"attachment": anywhere("uploadedAt"),
	"auditLog":   anywhere("happenedAt"),
}

// stamp says when the row was created and changed, if the table keeps that.
func (f *filler) stamp(i int, row Row) {
	if f.t.Index("createdAt") < 0 {
		return
	}
	created := at(f.dayOf(i)-f.r.IntN(3), 7*60+5*f.r.IntN(120))
	end := at(0, 18*60)
	if created.After(end) {
		created = end.Add(-time.Duration(f.r.IntN(60*24*20)) * time.Minute)
	}
	changed := created
	if f.chance(60) {
		changed = changed.Add(time.Duration(f.r.IntN(60*24*10)) * time.Minute)
	}
	if changed.After(end) {
		changed = end
	}
	f.set(row, "createdAt", created)
	f.set(row, "updatedAt", changed)
}

var countryCurrencies = []int64{1, 1, 1, 1, 1, 2, 1, 3, 4, 5, 1, 1}

func branches(f *filler, i, _ int, row Row) {
	company := int(f.company["branch"][i])
	f.set(row, "regionId", int64(company*3+i/4%3+1))
	f.set(row, "timeZoneId", int64(company+1))
	f.set(row, "city", f.has(row, "name"))
}

// staffName is the name of a user and of the employee of the same number.
func staffName(i, company int) (first, last string) {
	return person(rand.New(rand.NewPCG(uint64(i), 7)), company)
}

func users(f *filler, i, _ int, row Row) {
	company := int(f.company["user"][i])
	f.set(row, "languageId", int64(company+1))
	f.set(row, "customerId", nil)
	f.set(row, "kind", "staff")
	switch {
	case i >= 412:
		f.set(row, "kind", "service")
	case i >= 290:
		f.set(row, "kind", "portal")
		f.set(row, "customerId", f.pick("customer", company))
	default:
		first, last := staffName(i, company)
		f.set(row, "firstName", first)
		f.set(row, "lastName", last)
	}
	if f.has(row, "lastLoginAt") != nil {
		f.set(row, "lastLoginAt", at(-f.r.IntN(90), 6*60+f.r.IntN(800)))
	}
}

func employees(f *filler, i, _ int, row Row) {
	company := int(f.company["employee"][i])
	first, last := staffName(i, company)
	f.set(row, "firstName", first)
	f.set(row, "lastName", last)
	f.set(row, "email", fmt.Sprintf("e%05d@alder.example", i+1))
	f.set(row, "userId", nil)
	if i < 250 && f.chance(95) {
		f.set(row, "userId", int64(i+1))
	}
	f.set(row, "countryId", int64(company+1))
	if f.chance(14) {
		f.set(row, "countryId", int64(5+f.r.IntN(8)))
	}
	f.set(row, "managerId", nil)
	if ids := f.members["employee"][company]; ids[0] != int64(i+1) {
		f.set(row, "managerId", ids[skewed(f.r, min(len(ids), i/4+1))])
		if f.has(row, "managerId") == int64(i+1) {
			f.set(row, "managerId", ids[0])
		}
	}
	// Of eight titles the first four are those of the field.
	f.set(row, "jobTitleId", f.members["jobTitle"][company][skewed(f.r, 8)])
	hired := at(-30-f.r.IntN(4000), 0)
	f.set(row, "hiredOn", hired)
	f.day["employee"][i] = int16(daysFrom(hired))
	f.set(row, "leftOn", nil)
	f.set(row, "isActive", int64(1))
	if f.chance(11) {
		days := int(Today.Sub(hired).Hours() / 24)
		f.set(row, "leftOn", hired.AddDate(0, 0, 20+f.r.IntN(days-20)))
		f.set(row, "isActive", int64(0))
	}
}

// payrolls are those of the last closed months.
func payrolls(f *filler, _, parent int, row Row) {
	month := 22 - f.nth
	f.set(row, "payrollPeriodId", int64(month*len(shares))+int64(f.company["employee"][parent])+1)
	f.set(row, "paidOn", time.Date(2024, time.Month(8+month), 0, 0, 0, 0, 0, time.UTC))
}

// lasting makes the end of something come after its beginning, or not at all if that is
// not long ago.
func lasting(start, end string, most int) func(f *filler, i, parent int, row Row) {
	return func(f *filler, i, _ int, row Row) {
		until := f.has(row, start).(time.Time).AddDate(0, 0, 1+f.r.IntN(most))
		f.set(row, end, nil)
		if !until.After(Today) {
			f.set(row, end, until)
		}
	}
}

// priced makes a price about that of the part.
func priced(column, of string) func(f *filler, i, parent int, row Row) {
	return func(f *filler, _, _ int, row Row) {
		price := f.of("part", f.has(row, "partId"), of).(Decimal).Unscaled
		f.set(row, column, cents(price*int64(90+f.r.IntN(16))/100))
	}
}

// dated gives a column a day shortly after that of the row.
func (f *filler) dated(i int, row Row, column string, most int) time.Time {
	day := at(min(0, f.dayOf(i)+f.r.IntN(most)), 0)
	f.set(row, column, day)
	return day
}
