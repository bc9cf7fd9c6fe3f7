package planner

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlite"
)

// shop is a small database in memory, beside the rows that it holds.
type shop struct {
	customers, orders, items, products, categories, labels, productLabels []map[string]any
	db                                                                    *sqlite.DB
}

func newShop(t *testing.T, seed uint64) *shop {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &shop{}
	for i := range 4 {
		s.categories = append(s.categories, map[string]any{"category_id": i + 1, "category_name": []string{"Books", "Tools", "Toys", "Food"}[i]})
	}
	for i := range 3 {
		s.labels = append(s.labels, map[string]any{"label_id": i + 1, "label": []string{"green", "cheap", "heavy"}[i]})
	}
	for i := range 9 {
		s.products = append(s.products, map[string]any{"product_id": i + 1, "product_name": fmt.Sprintf("Product %d", i+1), "category_id": 1 + r.IntN(3), "list_price": 5 * (1 + r.IntN(9)), "discontinued": r.IntN(2)})
		for l := range 3 {
			if r.IntN(2) == 0 {
				s.productLabels = append(s.productLabels, map[string]any{"product_id": i + 1, "label_id": l + 1})
			}
		}
	}
	for i := range 8 {
		s.customers = append(s.customers, map[string]any{"customer_id": i + 1, "first_name": fmt.Sprintf("F%d", i), "last_name": fmt.Sprintf("L%d", i), "city": []string{"Cork", "Bari", "Graz"}[r.IntN(3)], "joined_on": fmt.Sprintf("202%d-03-04", r.IntN(6)), "referred_by": nil})
		for range r.IntN(4) {
			order := len(s.orders) + 1
			s.orders = append(s.orders, map[string]any{"order_id": order, "customer_id": i + 1, "ordered_on": fmt.Sprintf("202%d-0%d-15", 4+r.IntN(3), 1+r.IntN(6)), "status": []string{"open", "shipped", "returned"}[r.IntN(3)], "shipping_cost": 1 + r.IntN(20)})
			for range r.IntN(4) {
				s.items = append(s.items, map[string]any{"item_id": len(s.items) + 1, "order_id": order, "product_id": 1 + r.IntN(9), "quantity": 1 + r.IntN(5), "unit_price": 5 * (1 + r.IntN(9))})
			}
		}
	}
	var err error
	s.db, err = sqlite.Open("", sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { s.db.Close() })
	for name, rows := range map[string][]map[string]any{"customers": s.customers, "orders": s.orders, "order_items": s.items, "products": s.products, "categories": s.categories, "labels": s.labels, "product_labels": s.productLabels} {
		s.fill(t, name, rows)
	}
	return s
}

func (s *shop) fill(t *testing.T, name string, rows []map[string]any) {
	table, _ := shopGraph(t).Table(name)
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
	}
	require.NoError(t, s.db.Exec("CREATE TABLE "+name+" ("+strings.Join(names, ", ")+")"))
	for _, row := range rows {
		var args []any
		for _, n := range names {
			args = append(args, row[n])
		}
		require.NoError(t, s.db.Exec("INSERT INTO "+name+" VALUES (?"+strings.Repeat(",?", len(names)-1)+")", args...))
	}
}

func shopGraph(t testing.TB) *schema.Graph {
	file, err := os.Open("testdata/shop.json")
	require.NoError(t, err)
	defer file.Close()
	g, err := schema.Read(file)
	require.NoError(t, err)
	return g
}

// values are the texts of the shop.
func (s *shop) values() rowsOf {
	out := rowsOf{}
	for _, c := range s.customers {
		out.add(Place{"customers", "city"}, c["city"].(string))
	}
	for _, c := range s.categories {
		out.add(Place{"categories", "category_name"}, c["category_name"].(string))
	}
	for _, l := range s.labels {
		out.add(Place{"labels", "label"}, l["label"].(string))
	}
	return out
}

func (s *shop) ask(t *testing.T, sql string) []string {
	out := []string{}
	require.NoError(t, s.db.Each(sql, func(row *sqlite.Stmt) error {
		var cells []string
		for i := range row.Columns() {
			v := row.Value(i)
			if f, ok := v.(float64); ok {
				v = fmt.Sprintf("%.4f", f)
			}
			cells = append(cells, fmt.Sprint(v))
		}
		out = append(out, strings.Join(cells, "|"))
		return nil
	}), sql)
	slices.Sort(out)
	return out
}

// The joins of a question neither repeat nor drop rows: what the query gives is what plain
// loops over the rows give, on many small databases.
func TestJoinsRepeatNoRows(t *testing.T) {
	for seed := range uint64(12) {
		s := newShop(t, seed)
		p := New(shopGraph(t), Options{Today: today, Values: s.values()})
		for question, want := range s.expected() {
			r, err := p.Read(t.Context(), question, nil)
			require.NoError(t, err, question)
			require.Empty(t, r.Choices, question)
			want = append([]string{}, want...)
			slices.Sort(want)
			require.Equal(t, want, s.ask(t, r.SQL()), "seed %d: %s\n%s", seed, question, r.SQL())
		}
	}
}

func by[T comparable](rows []map[string]any, key string, v T) (out []map[string]any) {
	for _, row := range rows {
		if row[key] == any(v) {
			out = append(out, row)
		}
	}
	return out
}

// expected has questions with what loops over the rows say.
func (s *shop) expected() map[string][]string {
	orders := func(c map[string]any) []map[string]any { return by(s.orders, "customer_id", c["customer_id"].(int)) }
	name := func(c map[string]any) string { return c["first_name"].(string) + "|" + c["last_name"].(string) }
	category := func(item map[string]any) string {
		product := by(s.products, "product_id", item["product_id"].(int))[0]
		return by(s.categories, "category_id", product["category_id"].(int))[0]["category_name"].(string)
	}
	city := func(order map[string]any) string {
		return by(s.customers, "customer_id", order["customer_id"].(int))[0]["city"].(string)
	}
	labelled := func(product int, label string) bool {
		for _, pl := range by(s.productLabels, "product_id", product) {
			if by(s.labels, "label_id", pl["label_id"].(int))[0]["label"] == label {
				return true
			}
		}
		return false
	}
	out := map[string][]string{}
	withOpen, cork, quantity, corkCost, greenQuantity, never := 0, 0, map[string]int{}, 0, 0, []string{}
	perCity, busy, labels, green := map[string]int{}, []string{}, map[string]int{}, 0
	for _, c := range s.customers {
		mine := orders(c)
		if len(by(mine, "status", "open")) > 0 {
			withOpen++
		}
		if len(mine) == 0 {
			never = append(never, name(c))
		}
		if len(mine) >= 2 {
			busy = append(busy, name(c))
		}
		if c["city"] == "Cork" {
			cork++
		}
	}
	for _, o := range s.orders {
		perCity[city(o)]++
		if city(o) == "Cork" {
			corkCost += o["shipping_cost"].(int)
		}
	}
	for _, item := range s.items {
		quantity[category(item)] += item["quantity"].(int)
		if labelled(item["product_id"].(int), "green") {
			greenQuantity += item["quantity"].(int)
		}
	}
	for _, product := range s.products {
		for _, l := range []string{"green", "cheap", "heavy"} {
			if labelled(product["product_id"].(int), l) {
				labels[l]++
			}
		}
		if labelled(product["product_id"].(int), "green") {
			green++
		}
	}
	counts := func(of map[string]int) (rows []string) {
		for k, n := range of {
			rows = append(rows, fmt.Sprintf("%s|%d", k, n))
		}
		return rows
	}
	sum := func(n int) []string {
		if n == 0 {
			return []string{"<nil>"}
		}
		return []string{fmt.Sprint(n)}
	}
	out["How many customers have open orders?"] = []string{fmt.Sprint(withOpen)}
	out["How many customers are in Cork?"] = []string{fmt.Sprint(cork)}
	out["List customers without orders"] = never
	out["Which customers have at least 2 orders?"] = busy
	out["How many orders per city?"] = counts(perCity)
	out["What is the total quantity of order items per category?"] = counts(quantity)
	out["What is the total shipping cost of orders of customers in Cork?"] = sum(corkCost)
	out["How many products have the label green?"] = []string{fmt.Sprint(green)}
	out["Number of products per label"] = counts(labels)
	out["What is the total quantity of order items of products with the label green?"] = sum(greenQuantity)
	return out
}
