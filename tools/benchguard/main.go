// Benchguard measures what it costs to check a query and to write what runs in its place,
// beside sqlglot parsing, qualifying and printing the same queries over the same tables,
// both on one core. "A second" counts the processor's time, which other programs do not
// change much; the times of single queries are the clock's. "Burrow" is how many times as
// many queries Burrow checks in the same run. sqlglot resolves names and expands stars; it
// knows no forbidden functions, columns or tables, so it does less.
//
// Memory is collected as `burrow sql check --batch` has it. `make bench-guard` prints the
// table.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"

	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
	"burrow/tools/pythonenv"
)

// tables are those of a field-service company; the first column is the key.
var tables = map[string][]string{
	"customer":         {"id", "name", "email", "createdBy"},
	"customerLocation": {"id", "customerId", "city"},
	"workOrder":        {"id", "customerLocationId", "status", "scheduledFor", "title"},
	"crew":             {"id", "workOrderId"},
	"employeeCrew":     {"id", "crewId", "employeeId", "isLead"},
	"employee":         {"id", "firstName", "lastName", "active"},
	"invoice":          {"id", "workOrderId", "total", "issuedOn"},
}

var keys = [][4]string{
	{"customerLocation", "customerId", "customer", "id"}, {"workOrder", "customerLocationId", "customerLocation", "id"},
	{"crew", "workOrderId", "workOrder", "id"}, {"employeeCrew", "crewId", "crew", "id"},
	{"employeeCrew", "employeeId", "employee", "id"}, {"invoice", "workOrderId", "workOrder", "id"},
}

// queries by what the table calls them.
var queries = []struct{ name, sql string }{
	{"one table", "SELECT status, COUNT(*) AS n FROM workOrder WHERE scheduledFor >= '2024-01-01' GROUP BY status ORDER BY n DESC LIMIT 10"},
	{"five joins", `SELECT c.name, COUNT(DISTINCT w.id) AS orders
FROM customer AS c
JOIN customerLocation AS l ON l.customerId = c.id
JOIN workOrder AS w ON w.customerLocationId = l.id
JOIN crew AS k ON k.workOrderId = w.id
JOIN employeeCrew AS m ON m.crewId = k.id
JOIN employee AS e ON e.id = m.employeeId
WHERE w.status IN ('open', 'done') AND w.scheduledFor >= '2024-01-01' AND e.active = 1
GROUP BY c.name HAVING COUNT(DISTINCT w.id) > 3 ORDER BY orders DESC LIMIT 20`},
	{"nested", `WITH busy AS (SELECT workOrderId AS w, SUM(total) AS t FROM invoice GROUP BY workOrderId)
SELECT w.title, (SELECT MAX(i.issuedOn) FROM invoice AS i WHERE i.workOrderId = w.id) AS last
FROM workOrder AS w JOIN busy AS b ON b.w = w.id
WHERE EXISTS (SELECT 1 FROM crew AS k WHERE k.workOrderId = w.id) AND b.t > 100 ORDER BY b.t DESC`},
}

const seconds = 3

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "benchguard:", err)
		os.Exit(1)
	}
}

func run() error {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "query\twho\ta second\tp50 µs\tp99 µs\tBurrow\t")
	g, err := newGuard()
	if err != nil {
		return err
	}
	for _, q := range queries {
		burrow, err := ours(g, q.sql)
		if err != nil {
			return err
		}
		show(w, q.name, "Burrow", burrow, burrow)
		for _, other := range [][2]string{{"sqlglot", "requirements.txt"}, {"sqlglot, compiled", "compiled.txt"}} {
			python, err := pythonenv.Make("build/benchguard/"+other[1], "tools/benchguard/"+other[1])
			if err != nil {
				return err
			}
			took, err := theirs(python, q.sql)
			if err != nil {
				return err
			}
			show(w, q.name, other[0], took, burrow)
		}
	}
	return w.Flush()
}

func newGuard() (*guard.Guard, error) {
	var list []*schema.Table
	for name, columns := range tables {
		t := &schema.Table{Name: name, PrimaryKey: columns[:1]}
		for _, c := range columns {
			t.Columns = append(t.Columns, schema.Column{Name: c})
		}
		list = append(list, t)
	}
	var relationships []schema.Relationship
	for _, k := range keys {
		relationships = append(relationships, schema.Relationship{FromTable: k[0], ToTable: k[2], Columns: []schema.Pair{{From: k[1], To: k[3]}}, Confidence: 1})
	}
	views := map[string]string{"customer": "secure_customer", "customerLocation": "secure_customerlocation", "workOrder": "secure_workorder", "employee": "secure_employee"}
	return guard.New(guard.Rules{Graph: schema.New("crewos", list, relationships), Views: views})
}

// measured are the microseconds of single queries, and the seconds of the processor for
// all of them.
type measured struct {
	Took []float64 `json:"took"`
	CPU  float64   `json:"cpu"`
}

func ours(g *guard.Guard, sql string) (m measured, err error) {
	if v := g.Check(sql); !v.OK {
		return m, fmt.Errorf("refused: %v", v.Refusals)
	}
	before := processor()
	for end := time.Now().Add(seconds * time.Second); time.Now().Before(end); {
		start := time.Now()
		g.Check(sql)
		m.Took = append(m.Took, float64(time.Since(start).Nanoseconds())/1000)
	}
	m.CPU = processor() - before
	return m, nil
}

// processor is how many seconds this program has had.
func processor() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func theirs(python, sql string) (m measured, err error) {
	types := map[string]map[string]string{}
	for name, columns := range tables {
		types[name] = map[string]string{}
		for _, c := range columns {
			types[name][c] = "text"
		}
	}
	task, err := json.Marshal(map[string]any{"schema": types, "queries": []string{sql}, "seconds": seconds})
	if err != nil {
		return m, err
	}
	c := exec.Command(python, "tools/benchguard/sqlglot_qualify.py")
	c.Stdin, c.Stderr = bytes.NewReader(task), os.Stderr
	out, err := c.Output()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(out, &m)
}

func (m measured) aSecond() float64 { return float64(len(m.Took)) / m.CPU }

func show(w *tabwriter.Writer, query, who string, m, burrow measured) {
	slices.Sort(m.Took)
	n := len(m.Took)
	fmt.Fprintf(w, "%s\t%s\t%.0f\t%.0f\t%.0f\t%.1f×\t\n", query, who, m.aSecond(), m.Took[n/2], m.Took[n*99/100], burrow.aSecond()/m.aSecond())
}
