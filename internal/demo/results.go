package demo

import "time"

// aboutOrder makes a row follow its job, if it has one, and gives it that job's customer.
func (f *filler) aboutOrder(i int, row Row) {
	if order := f.has(row, "workOrderId"); order != nil {
		f.follow(i, "workOrder", order)
		f.set(row, "customerId", f.of("workOrder", order, "customerId"))
	}
}

func complaints(f *filler, i, _ int, row Row) {
	f.aboutOrder(i, row)
	received := f.dated(i, row, "receivedOn", 14)
	f.set(row, "resolvedOn", nil)
	if until := received.AddDate(0, 0, 1+f.r.IntN(30)); f.has(row, "status") != "open" && !until.After(Today) {
		f.set(row, "resolvedOn", until)
	} else {
		f.set(row, "status", "open")
	}
}

func surveys(f *filler, i, _ int, row Row) {
	f.aboutOrder(i, row)
	if f.has(row, "customerContactId") != nil {
		f.set(row, "customerContactId", f.oneUnder("customerContact", "customerId", f.has(row, "customerId")))
	}
	f.set(row, "rating", int64(5-skewed(f.r, 5)))
	f.set(row, "answeredAt", at(min(0, f.dayOf(i)+f.r.IntN(20)), 9*60+f.r.IntN(600)))
}

func inspect(f *filler, i, _ int, row Row) {
	asset := f.of("workOrder", f.has(row, "workOrderId"), "assetId")
	if asset == nil {
		f.set(row, "workOrderId", nil)
		asset = f.has(row, "assetId")
		f.follow(i, "asset", asset)
		f.day["inspections"][i] = int16(-f.r.IntN(900))
	} else {
		f.follow(i, "workOrder", f.has(row, "workOrderId"))
	}
	f.set(row, "assetId", asset)
	f.set(row, "customerLocationId", f.of("asset", asset, "customerLocationId"))
	f.set(row, "inspectorId", f.technician(int(f.company["inspections"][i])))
	day := f.dated(i, row, "inspectedOn", 8)
	result := f.weighted([]string{"passed", "passedWithRemarks", "failed", "notCompleted"}, 71, 16, 10, 3)
	f.set(row, "result", result)
	f.set(row, "nextDueOn", day.AddDate(0, []int{12, 6, 24}[skewed(f.r, 3)], 0))
	switch result {
	case "notCompleted":
		f.set(row, "score", nil)
		f.set(row, "nextDueOn", nil)
	case "failed":
		f.set(row, "score", int64(20+f.r.IntN(40)))
	default:
		f.set(row, "score", int64(65+f.r.IntN(36)))
	}
}

func deficiencies(f *filler, i, parent int, row Row) {
	f.set(row, "assetId", f.of("inspections", int64(parent+1), "assetId"))
	f.set(row, "status", f.weighted([]string{"repaired", "open", "accepted"}, 60, 32, 8))
	f.set(row, "dueOn", at(f.dayOf(i)+14+f.r.IntN(60), 0))
	if f.has(row, "status") == "open" {
		f.set(row, "resolvedBy", nil)
		f.set(row, "repairWorkOrderId", nil)
	}
}

func quotes(f *filler, i, _ int, row Row) {
	if f.chance(55) {
		f.set(row, "workOrderId", nil)
	}
	f.aboutOrder(i, row)
	day := f.dayOf(i)
	f.set(row, "quotedOn", at(min(0, day), 0))
	f.set(row, "validUntil", at(day+30, 0))
	if day+30 < 0 && (f.has(row, "status") == "sent" || f.has(row, "status") == "draft") {
		f.set(row, "status", "expired")
	}
}

// taxOf are the rates of the countries of the companies, in percent.
var taxOf = []int64{23, 19, 22, 21}

func invoices(f *filler, i, parent int, row Row) {
	order := int64(parent + 1)
	customer := f.of("workOrder", order, "customerId")
	f.set(row, "customerId", customer)
	f.set(row, "billToLocationId", f.under("customerLocation", "customerId", customer)[0])
	term := f.of("customer", customer, "paymentTermId")
	f.set(row, "paymentTermId", term)
	issued := f.of("workOrder", order, "completedOn").(time.Time).AddDate(0, 0, f.r.IntN(10))
	if issued.After(Today) {
		issued = Today
	}
	f.set(row, "issuedOn", issued)
	f.day["invoice"][i] = int16(daysFrom(issued))
	due := issued.AddDate(0, 0, int(f.of("paymentTerm", term, "days").(int64)))
	f.set(row, "dueOn", due)
	net := f.of("workOrder", order, "totalAmount").(Decimal).Unscaled
	tax := (net*taxOf[f.company["invoice"][i]] + 50) / 100
	f.set(row, "netAmount", cents(net))
	f.set(row, "taxAmount", cents(tax))
	f.set(row, "totalAmount", cents(net+tax))
	words := []string{"paid", "overdue", "partlyPaid", "cancelled", "sent"}
	switch {
	case due.After(Today):
		f.set(row, "status", f.weighted(words, 35, 0, 5, 1, 59))
	case due.AddDate(0, 3, 0).After(Today):
		f.set(row, "status", f.weighted(words, 78, 15, 6, 1, 0))
	default:
		f.set(row, "status", f.weighted(words, 96, 2, 1, 1, 0))
	}
}

func invoiceLines(f *filler, i, parent int, row Row) {
	f.set(row, "taxRateId", int64(f.company["invoiceLine"][i])+1)
	f.set(row, "lineAmount", f.share(row, f.of("invoice", int64(parent+1), "netAmount")))
}

// share gives a line its quantity and price, so that all lines make up the sum: the last
// one is the rest.
func (f *filler) share(row Row, sum any) Decimal {
	if f.nth == 0 {
		f.left = sum.(Decimal).Unscaled
	}
	quantity := int64(1 + skewed(f.r, 5))
	amount := f.left * int64(30+f.r.IntN(40)) / 100 / quantity * quantity
	if f.nth == f.siblings-1 {
		amount = f.left
		quantity = 1
	}
	f.left -= amount
	f.set(row, "quantity", cents(quantity*100))
	f.set(row, "unitPrice", cents(amount/quantity))
	return cents(amount)
}

func paymentCount(f *filler, parent int) int {
	switch f.of("invoice", int64(parent+1), "status") {
	case "paid":
		if f.chance(6) {
			return 2
		}
		return 1
	case "partlyPaid":
		return 1
	}
	return 0
}

func payments(f *filler, i, parent int, row Row) {
	invoice := int64(parent + 1)
	total := f.of("invoice", invoice, "totalAmount").(Decimal).Unscaled
	f.set(row, "customerId", f.of("invoice", invoice, "customerId"))
	if f.nth == 0 {
		f.left = total
	}
	amount := f.left
	if f.of("invoice", invoice, "status") == "partlyPaid" || f.nth < f.siblings-1 {
		amount = total * int64(20+f.r.IntN(60)) / 100
	}
	f.left -= amount
	f.set(row, "amount", cents(amount))
	due := f.of("invoice", invoice, "dueOn").(time.Time)
	paid := due.AddDate(0, 0, f.r.IntN(24)-10)
	if issued := f.of("invoice", invoice, "issuedOn").(time.Time); paid.Before(issued) {
		paid = issued
	}
	if paid.After(Today) {
		paid = Today
	}
	f.set(row, "paidOn", paid)
}

// anywhere puts a row on a row of one of several tables. One in fifty is on a row that
// is gone.
func anywhere(when string) func(f *filler, i, parent int, row Row) {
	return func(f *filler, i, _ int, row Row) {
		among := f.t.Columns[f.t.Index("entityId")].Among
		table := among[skewed(f.r, len(among))]
		id := int64(f.r.IntN(len(f.company[table])) + 1)
		f.follow(i, table, id)
		if f.chance(2) {
			id += 1_000_000
		}
		f.set(row, "entityType", table)
		f.set(row, "entityId", id)
		f.set(row, when, at(min(0, f.dayOf(i)), 8*60+f.r.IntN(540)))
	}
}
