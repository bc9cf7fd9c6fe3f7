package main

import "burrow/internal/demo"

// override is a relationship in the format of join graphs.
type override struct {
	FromTable   string      `json:"from_table"`
	FromColumn  string      `json:"from_column"`
	ToTable     string      `json:"to_table"`
	ToColumn    string      `json:"to_column"`
	Type        string      `json:"type"`
	Confidence  float64     `json:"confidence"`
	Cardinality string      `json:"cardinality"`
	More        [][2]string `json:"more_columns,omitempty"`
	Note        string      `json:"note"`
}

// written is what no key and no model says, and somebody who knows the business does.
var written = []override{
	{"stockLevel", "warehouseId", "stockMovement", "warehouseId", "manual", .8, "1:N", [][2]string{{"partId", "partId"}}, "what moved in a warehouse of a part that it has"},
	{"workOrderPart", "workOrderId", "stockMovement", "workOrderId", "manual", .8, "N:N", [][2]string{{"partId", "partId"}}, "the movement by which a part left for its job"},
	{"vehicle", "warehouseId", "stockLevel", "warehouseId", "manual", .75, "N:N", nil, "the stock that a van carries"},
	{"branch", "city", "customerLocation", "city", "manual", .5, "N:N", nil, "in the same town, which says nothing of who serves whom"},
	{"customer", "priceListId", "priceListItem", "priceListId", "manual", .75, "N:N", nil, "the prices that a customer pays"},
	{"trainingCourse", "certificationId", "employeeCertification", "certificationId", "manual", .6, "N:N", nil, "the course may have led to the certificate"},
	{"assetType", "skillId", "employeeSkill", "skillId", "manual", .75, "N:N", nil, "employees who can work on such plant"},
	{"shiftAssignment", "employeeId", "workTime", "employeeId", "manual", .75, "N:N", [][2]string{{"workDate", "workDate"}}, "what was worked in a shift"},
	{"route", "employeeId", "workTime", "employeeId", "manual", .7, "N:N", [][2]string{{"routeDate", "workDate"}}, "what was worked on a round"},
}

// overrides are those, and one for each reference to one of several tables: such a
// column means the row of a table only where entityType names it, so that a path through
// it joins what does not belong together.
func overrides() []override {
	all := written
	for _, t := range demo.Tables() {
		for _, c := range t.Columns {
			for _, to := range c.Among {
				all = append(all, override{t.Name, c.Name, to, "id", "manual", .5, "N:1", nil, "only where entityType is '" + to + "'"})
			}
		}
	}
	return all
}
