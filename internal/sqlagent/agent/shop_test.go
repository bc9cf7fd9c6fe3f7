package agent

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/config"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/mariadbtest"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/schema/shoptest"
)

// The shop: customers with purchases, which have items and payments, a person who sold
// and one who delivered; a profile of each customer, tags many to many. Some customers
// have bought nothing, some purchases have no seller, some items no product.
const shopDDL = `
CREATE TABLE shop.customer (id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(40), credit DECIMAL(10,2));
CREATE TABLE shop.profile (id INT PRIMARY KEY, customerId INT UNIQUE, rating INT);
CREATE TABLE shop.purchase (id INT PRIMARY KEY, customerId INT, sellerId INT NULL, courierId INT NULL, total DECIMAL(10,2), status VARCHAR(20), day DATE);
CREATE TABLE shop.item (id INT PRIMARY KEY, purchaseId INT, productId INT NULL, quantity INT, price DECIMAL(10,2));
CREATE TABLE shop.payment (id INT PRIMARY KEY, purchaseId INT, amount DECIMAL(10,2));
CREATE TABLE shop.product (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2), weight INT);
CREATE TABLE shop.person (id INT PRIMARY KEY, name VARCHAR(40), salary INT);
CREATE TABLE shop.tag (id INT PRIMARY KEY, label VARCHAR(40) UNIQUE);
CREATE TABLE shop.customerTag (id INT PRIMARY KEY, customerId INT, tagId INT, UNIQUE (customerId, tagId));
CREATE TABLE shop.payroll (id INT PRIMARY KEY, amount INT);
INSERT INTO shop.customer VALUES (1,'Ada','Bern',100),(2,'Bo','Bern',250),(3,'Cleo','Rome',75),(4,'Dan','Rome',10),(5,'Eve','Oslo',500),(6,'Fay','Oslo',40);
INSERT INTO shop.profile VALUES (1,1,5),(2,2,3),(3,3,4),(4,4,1),(5,5,2),(6,6,4);
INSERT INTO shop.person VALUES (1,'Sue',900),(2,'Sam',800),(3,'Kim',700);
INSERT INTO shop.purchase VALUES (1,1,1,3,30,'open','2026-01-05'),(2,1,1,3,45,'done','2026-01-20'),(3,1,2,NULL,15,'done','2026-02-02'),(4,2,2,3,80,'open','2026-02-10'),(5,2,NULL,3,20,'done','2026-03-01'),(6,3,1,NULL,60,'open','2026-03-15'),(7,4,NULL,NULL,5,'done','2026-03-30');
INSERT INTO shop.product VALUES (1,'Lamp',10,2),(2,'Desk',40,30),(3,'Chair',20,8);
INSERT INTO shop.item VALUES (1,1,1,1,10),(2,1,3,1,20),(3,2,2,1,40),(4,2,1,1,5),(5,3,1,1,15),(6,4,2,2,40),(7,5,3,1,20),(8,6,3,3,20),(9,7,NULL,1,5),(10,1,1,2,10);
INSERT INTO shop.payment VALUES (1,1,10),(2,1,20),(3,2,45),(4,4,40),(5,4,40),(6,6,30),(7,6,30);
INSERT INTO shop.tag VALUES (1,'vip'),(2,'late'),(3,'new');
INSERT INTO shop.customerTag VALUES (1,1,1),(2,1,2),(3,2,1),(4,3,3),(5,4,2);
INSERT INTO shop.payroll VALUES (1,9);
CREATE FUNCTION shop.scope() RETURNS LONGTEXT NO SQL RETURN @customerIds;
CREATE VIEW shop.secure_customer AS SELECT id, name, city, credit FROM shop.customer WHERE shop.scope() = '*' OR FIND_IN_SET(id, shop.scope());
CREATE USER reader@localhost;
GRANT SELECT, SHOW VIEW ON shop.secure_customer TO reader@localhost;
GRANT SELECT ON shop.profile TO reader@localhost;
GRANT SELECT ON shop.purchase TO reader@localhost;
GRANT SELECT ON shop.item TO reader@localhost;
GRANT SELECT ON shop.payment TO reader@localhost;
GRANT SELECT ON shop.product TO reader@localhost;
GRANT SELECT ON shop.person TO reader@localhost;
GRANT SELECT ON shop.tag TO reader@localhost;
GRANT SELECT ON shop.customerTag TO reader@localhost;`

// shopRights let people with a limited scope read all but payroll, which the account
// cannot read either.
func shopRights() database.Rights {
	return database.Rights{Views: map[string]string{"customer": "secure_customer"}, Shared: []string{"profile", "purchase", "item", "payment", "product", "person", "tag", "customerTag"}}
}

// openShop starts a MariaDB with the shop, and gives the reader's and the owner's way to
// it.
func openShop(t testing.TB) (*database.DB, *sql.DB) {
	t.Helper()
	server := mariadbtest.Start(t, mariadbtest.Options{})
	root := server.Open(t, "tester", "")
	_, err := root.Exec("CREATE DATABASE shop")
	require.NoError(t, err)
	for statement := range strings.SplitSeq(shopDDL, ";\n") {
		_, err := root.Exec(strings.TrimSuffix(strings.TrimSpace(statement), ";"))
		require.NoError(t, err, statement)
	}
	db, err := database.Open(t.Context(), database.Settings{Network: "unix", Address: server.Socket, User: "reader", Name: "shop"})
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db, root
}

// writes is a Reader that reads every question as one query.
type writes string

func (w writes) Read(context.Context, string, json.RawMessage) (Reading, error) {
	return Reading{SQL: string(w), Sentence: "As it was written.", Sure: true}, nil
}
func (writes) Hints(context.Context, string) (planner.Hints, error) { return planner.Hints{}, nil }
func (w writes) Restore([]byte) (Reading, error)                    { return Reading{}, &NotUnderstood{Why: "no"} }
func (w writes) Examples() []string                                 { return []string{"How many customers are there?"} }

func reads(r Reader) func(*schema.Graph, planner.Values) Reader {
	return func(*schema.Graph, planner.Values) Reader { return r }
}

func day() time.Time { return time.Date(2026, 6, 30, 9, 0, 0, 0, time.UTC) }

// only is a person who sees some customers.
func only(ids ...int64) database.Person {
	p := database.Everything()
	p.Customers = database.Scope{IDs: ids}
	return p
}

func askShop(t *testing.T, db Database, sql, question string, who database.Person, change func(*Config)) answer.Answer {
	t.Helper()
	c := Config{Graph: shoptest.Graph(), Rights: shopRights(), DB: db, Reader: reads(writes(sql)), Limits: config.SQL{}.Limits(), Today: day}
	if change != nil {
		change(&c)
	}
	a, err := New(c)
	require.NoError(t, err)
	got, err := a.Ask(t.Context(), Question{Text: question, Person: who}, nil)
	require.NoError(t, err)
	return got
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return n
}
