package demo

import "time"

// counts are how many rows the row of a parent has, where chance does not decide.
var counts = map[string]func(f *filler, parent int) int{
	"payrollEntry": func(f *filler, parent int) int {
		months := int(Today.Sub(f.kept["employee"][parent][Find("employee").Index("hiredOn")].(time.Time)).Hours() / 24 / 30)
		return min(20, months)
	},
	"customerLocation": func(f *filler, parent int) int {
		// Most have one place; chains and housing associations have many.
		if f.chance(4) {
			return 4 + f.r.IntN(9)
		}
		return 1 + skewed(f.r, 3)
	},
	"asset":           func(f *filler, _ int) int { return skewed(f.r, 4) },
	"workTime":        func(f *filler, parent int) int { return f.worked(parent, 1+skewed(f.r, 4)) },
	"workOrderPart":   func(f *filler, parent int) int { return f.worked(parent, skewed(f.r, 4)) },
	"checklistResult": func(f *filler, parent int) int { return f.worked(parent, f.r.IntN(2)) },
	"signature":       func(f *filler, parent int) int { return f.finished(parent, 70) },
	"crew":            func(f *filler, parent int) int { return f.worked(parent, f.r.IntN(2)) },
	"workOrderStatusHistory": func(f *filler, parent int) int {
		return steps[f.status(parent)]
	},
	"appointment": func(f *filler, parent int) int {
		if f.kept["workOrder"][parent][Find("workOrder").Index("scheduledOn")] == nil || f.chance(30) {
			return 0
		}
		return 1
	},
	"invoice": func(f *filler, parent int) int {
		if f.status(parent) == "invoiced" {
			return 1
		}
		return 0
	},
	"payment": paymentCount,
	"deficiency": func(f *filler, parent int) int {
		switch f.kept["inspections"][parent][Find("inspections").Index("result")] {
		case "failed":
			return 1 + f.r.IntN(3)
		case "passedWithRemarks":
			return 1
		}
		return 0
	},
}

func customers(f *filler, i, _ int, row Row) {
	company := int(f.company["customer"][i])
	f.set(row, "languageId", int64(company+1))
	kind := int64(skewed(f.r, 5) + 1)
	f.set(row, "customerTypeId", kind)
	if kind == 1 {
		f.set(row, "name", text("person", f.r, company, i))
		f.set(row, "customerGroupId", nil)
		f.set(row, "taxNumber", nil)
	} else if f.chance(75) {
		f.set(row, "customerGroupId", nil)
	}
	f.set(row, "status", f.weighted([]string{"active", "inactive", "prospect", "blocked"}, 82, 10, 5, 3))
	f.set(row, "parentCustomerId", nil)
	if ids := f.members["customer"][company]; f.chance(3) && ids[0] < int64(i+1) {
		f.set(row, "parentCustomerId", ids[0])
	}
	if !f.chance(12) {
		f.set(row, "priceListId", nil)
	}
	since := f.has(row, "customerSince").(time.Time)
	f.day["customer"][i] = int16(daysFrom(since))
}

func locations(f *filler, i, parent int, row Row) {
	company := int(f.company["customerLocation"][i])
	f.set(row, "countryId", int64(company+1))
	f.set(row, "regionId", int64(company*3+f.r.IntN(3)+1))
	f.set(row, "isBillingAddress", int64(0))
	if f.nth == 0 {
		f.set(row, "isBillingAddress", int64(1))
		f.set(row, "isActive", int64(1))
	}
}

func contacts(f *filler, i, parent int, row Row) {
	if f.has(row, "customerLocationId") != nil {
		f.set(row, "customerLocationId", f.oneUnder("customerLocation", "customerId", int64(parent+1)))
	}
	f.set(row, "isPrimary", int64(0))
	if f.nth == 0 {
		f.set(row, "isPrimary", int64(1))
	}
}

func agreements(f *filler, i, _ int, row Row) {
	customer := f.has(row, "customerId")
	if f.has(row, "signedBy") != nil {
		f.set(row, "signedBy", f.oneUnder("customerContact", "customerId", customer))
	}
	start := at(-20-f.r.IntN(1400), 0)
	f.set(row, "startsOn", start)
	f.day["serviceAgreement"][i] = int16(daysFrom(start))
	f.set(row, "status", f.weighted([]string{"active", "cancelled", "draft"}, 85, 9, 6))
	f.set(row, "endsOn", nil)
	if f.chance(70) {
		end := start.AddDate(1+f.r.IntN(4), 0, -1)
		f.set(row, "endsOn", end)
		if end.Before(Today) {
			f.set(row, "status", "expired")
		}
	}
}

func ofAgreement(f *filler, i, parent int, row Row) {
	if f.has(row, "customerLocationId") != nil {
		f.set(row, "customerLocationId", f.oneUnder("customerLocation", "customerId", f.of("serviceAgreement", int64(parent+1), "customerId")))
	}
}

func leads(f *filler, i, _ int, row Row) {
	day := at(-f.r.IntN(700), 0)
	f.set(row, "receivedOn", day)
	f.day["lead"][i] = int16(daysFrom(day))
	if f.has(row, "status") != "won" {
		f.set(row, "customerId", nil)
	}
}

func assets(f *filler, i, parent int, row Row) {
	f.set(row, "customerId", f.of("customerLocation", int64(parent+1), "customerId"))
	f.set(row, "assetTypeId", f.of("assetModel", f.has(row, "assetModelId"), "assetTypeId"))
	f.set(row, "parentAssetId", nil)
	if f.nth > 0 && f.chance(10) {
		f.set(row, "parentAssetId", int64(i)) // the one before, at the same place
	}
	f.set(row, "status", f.weighted([]string{"inService", "outOfService", "removed", "faulty"}, 86, 6, 5, 3))
	f.set(row, "installedBy", nil)
	if f.chance(40) {
		f.set(row, "installedBy", f.technician(int(f.company["asset"][i])))
	}
}

// atCustomer puts a row at a location of its customer, with plant that stands there.
func (f *filler) atCustomer(row Row) {
	place := f.oneUnder("customerLocation", "customerId", f.has(row, "customerId"))
	f.set(row, "customerLocationId", place)
	f.set(row, "assetId", nil)
	if f.chance(80) {
		f.set(row, "assetId", f.oneUnder("asset", "customerLocationId", place))
	}
}

func requests(f *filler, i, _ int, row Row) {
	f.atCustomer(row)
	if f.has(row, "customerContactId") != nil {
		f.set(row, "customerContactId", f.oneUnder("customerContact", "customerId", f.has(row, "customerId")))
	}
	if f.dayOf(i) < -20 && f.has(row, "status") == "open" {
		f.set(row, "status", "converted")
	}
}

func plans(f *filler, i, _ int, row Row) {
	asset := f.has(row, "assetId")
	customer := f.of("asset", asset, "customerId")
	f.follow(i, "customer", customer)
	f.day["maintenancePlan"][i] = int16(-f.r.IntN(900))
	f.set(row, "customerId", customer)
	f.set(row, "serviceAgreementId", f.oneUnder("serviceAgreement", "customerId", customer))
}
