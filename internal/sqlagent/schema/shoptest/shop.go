// Package shoptest is a small shop for tests of queries: customers with purchases, which
// have items and payments, a person who sold and one who delivered; a profile of each
// customer, tags many to many.
package shoptest

import (
	"strings"

	"burrow/internal/sqlagent/schema"
)

// Graph is what is known of the shop. The payroll is there and nobody may read it.
func Graph() *schema.Graph {
	table := func(name, comment, columns string, unique ...[]string) *schema.Table {
		t := &schema.Table{Name: name, Comment: comment, PrimaryKey: []string{"id"}, Unique: unique}
		for c := range strings.FieldsSeq(columns) {
			name, kind, _ := strings.Cut(c, ":")
			kind, nullable := strings.CutSuffix(kind, "?")
			t.Columns = append(t.Columns, schema.Column{Name: name, Type: kind, Nullable: nullable})
		}
		return t
	}
	key := func(from, column, to, name string, c schema.Cardinality) schema.Relationship {
		return schema.Relationship{FromTable: from, ToTable: to, Columns: []schema.Pair{{From: column, To: "id"}}, Kind: schema.ForeignKey, Confidence: 1, Cardinality: c, Name: name}
	}
	inferred := key("payment", "id", "profile", "", schema.OneToOne)
	inferred.Kind, inferred.Confidence = schema.Inferred, .6
	return schema.New("shop", []*schema.Table{
		table("customer", "Who buys", "id:int name:varchar(40) city:varchar(40) credit:decimal(10,2)"),
		table("profile", "What is known of a customer", "id:int customerId:int rating:int", []string{"customerId"}),
		table("purchase", "What was bought at once", "id:int customerId:int sellerId:int? courierId:int? total:decimal(10,2) status:varchar(20) day:date"),
		table("item", "A line of a purchase", "id:int purchaseId:int productId:int? quantity:int price:decimal(10,2)"),
		table("payment", "Money that came in", "id:int purchaseId:int amount:decimal(10,2)"),
		table("product", "What is sold", "id:int name:varchar(40) price:decimal(10,2) weight:int"),
		table("person", "Who works here", "id:int name:varchar(40) salary:int"),
		table("tag", "Labels of customers", "id:int label:varchar(40)", []string{"label"}),
		table("customerTag", "Which customer has which label", "id:int customerId:int tagId:int", []string{"customerId", "tagId"}),
		table("payroll", "What people earn", "id:int amount:int"),
	}, []schema.Relationship{
		key("profile", "customerId", "customer", "", schema.OneToOne),
		key("purchase", "customerId", "customer", "", schema.ManyToOne),
		key("purchase", "sellerId", "person", "seller", schema.ManyToOne),
		key("purchase", "courierId", "person", "courier", schema.ManyToOne),
		key("item", "purchaseId", "purchase", "", schema.ManyToOne),
		key("item", "productId", "product", "", schema.ManyToOne),
		key("payment", "purchaseId", "purchase", "", schema.ManyToOne),
		key("customerTag", "customerId", "customer", "", schema.ManyToOne),
		key("customerTag", "tagId", "tag", "", schema.ManyToOne),
		inferred,
	})
}
