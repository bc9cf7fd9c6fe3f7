//go:build gms_pure_go

package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/mariadbtest"
)

// questions are asked of both engines, which must give the same rows.
var questions = []string{
	"SELECT COUNT(*) FROM secure_workorder",
	"SELECT status, COUNT(*) FROM secure_workorder GROUP BY status ORDER BY status",
	"SELECT COUNT(*), SUM(netAmount), SUM(taxAmount), SUM(totalAmount), MIN(issuedOn), MAX(issuedOn) FROM invoice",
	"SELECT COUNT(*), SUM(amount), MIN(paidOn), MAX(paidOn) FROM payment",
	"SELECT COUNT(*), SUM(hours) FROM workTime WHERE kind = 'travel' AND isBillable = 1",
	"SELECT c.name, COUNT(*) n FROM secure_customer c JOIN secure_workorder w ON w.customerId = c.id GROUP BY c.id, c.name ORDER BY n DESC, c.id LIMIT 10",
	"SELECT b.name, t.name, COUNT(*), SUM(x.hours) FROM workTime x JOIN secure_workorder w ON w.id = x.workOrderId JOIN secure_employee e ON e.id = x.employeeId JOIN branch b ON b.id = w.branchId JOIN workOrderType t ON t.id = w.workOrderTypeId GROUP BY b.id, b.name, t.id, t.name ORDER BY b.id, t.id",
	"SELECT e.firstName, e.lastName, SUM(t.hours) h FROM workTime t JOIN secure_employee e ON e.id = t.employeeId WHERE t.workDate BETWEEN '2026-06-01' AND '2026-06-30' GROUP BY e.id, e.firstName, e.lastName ORDER BY h DESC, e.id LIMIT 10",
	"SELECT YEAR(issuedOn) y, MONTH(issuedOn) m, SUM(netAmount) FROM invoice GROUP BY y, m ORDER BY y, m",
	"SELECT COUNT(*) FROM secure_customer c LEFT JOIN secure_workorder w ON w.customerId = c.id WHERE w.id IS NULL",
	"SELECT a.result, COUNT(*), SUM(a.score) FROM inspections a GROUP BY a.result ORDER BY a.result",
	"SELECT t.name, COUNT(*) FROM inspections i JOIN asset a ON a.id = i.assetId JOIN assetType t ON t.id = a.assetTypeId WHERE i.result = 'failed' GROUP BY t.id, t.name ORDER BY t.id",
	"SELECT COUNT(*) FROM workTime t LEFT JOIN timesheet s ON s.id = t.timesheetId WHERE t.timesheetId IS NOT NULL AND s.id IS NULL",
	"SELECT COUNT(DISTINCT employeeId) FROM workTime WHERE workDate >= '2026-01-01'",
	"SELECT l.city, COUNT(*) FROM secure_customerlocation l WHERE l.isActive = 1 GROUP BY l.city ORDER BY l.city",
	"SELECT k.firstName, k.lastName, k.position FROM secure_customercontact k WHERE k.isPrimary = 1 AND k.customerId < 20 ORDER BY k.id",
	"SELECT u.username, u.email, u.kind FROM secure_user u WHERE u.kind = 'portal' ORDER BY u.id LIMIT 5",
	"SELECT p.name, SUM(x.quantity), SUM(x.quantity * x.unitPrice) v FROM workOrderPart x JOIN part p ON p.id = x.partId GROUP BY p.id, p.name ORDER BY v DESC, p.id LIMIT 10",
	"SELECT s.name, COUNT(DISTINCT o.id), SUM(l.quantity * l.unitPrice) FROM purchaseOrder o JOIN supplier s ON s.id = o.supplierId JOIN purchaseOrderLine l ON l.purchaseOrderId = o.id GROUP BY s.id, s.name ORDER BY s.id",
	"SELECT i.status, COUNT(*), SUM(i.totalAmount) FROM invoice i WHERE i.dueOn < '2026-06-30' GROUP BY i.status ORDER BY i.status",
	"SELECT COUNT(*) FROM invoice i LEFT JOIN payment p ON p.invoiceId = i.id WHERE p.id IS NULL AND i.status <> 'cancelled'",
	"SELECT r.name, COUNT(*) FROM secure_workorder w JOIN cancellationReason r ON r.id = w.cancellationReasonId GROUP BY r.id, r.name ORDER BY r.id",
	"SELECT d.status, COUNT(*) FROM deficiency d JOIN deficiencyCode c ON c.id = d.deficiencyCodeId WHERE c.severity = 'critical' GROUP BY d.status ORDER BY d.status",
	"SELECT e.number FROM secure_employee e WHERE e.leftOn IS NULL AND NOT EXISTS (SELECT 1 FROM employeeCertification c WHERE c.employeeId = e.id) ORDER BY e.id",
	"SELECT rating, COUNT(*) FROM surveyResponse GROUP BY rating ORDER BY rating",
	"SELECT v.plate, SUM(s.cost) FROM vehicle v JOIN vehicleService s ON s.vehicleId = v.id GROUP BY v.id, v.plate HAVING SUM(s.cost) > 4000 ORDER BY v.id",
	"SELECT m.number, COUNT(*) FROM secure_employee e JOIN secure_employee m ON m.id = e.managerId GROUP BY m.id, m.number ORDER BY m.id",
	"SELECT c.shortName, COUNT(*) FROM company c JOIN secure_customer k ON k.companyId = c.id GROUP BY c.id, c.shortName ORDER BY c.id",
	"SELECT w.number, w.title, w.description, w.accessCode FROM secure_workorder w WHERE w.status = 'ONHOLD' ORDER BY w.id LIMIT 8",
	"SELECT entityType, COUNT(*) FROM note GROUP BY entityType ORDER BY entityType",
	"SELECT w.id, (SELECT COUNT(*) FROM crew c JOIN employeeCrew m ON m.crewId = c.id WHERE c.workOrderId = w.id) n FROM secure_workorder w WHERE w.id <= 60 ORDER BY w.id",
	"SELECT startTime, COUNT(*) FROM workTime GROUP BY startTime ORDER BY startTime",
}

// scopes are what people may see: everything, little, nothing.
var scopes = map[string]scope{
	"everything":        everything,
	"two customers":     {demo.Key, "1121,2224", demo.All, demo.All},
	"some jobs":         {demo.Key, demo.All, "1,2,3,40", demo.All},
	"a location":        {demo.Key, demo.All, demo.All, "11"},
	"narrowed to none":  {demo.Key, "1121", "1", "1"},
	"no scope":          {demo.Key, nil, nil, nil},
	"one list missing":  {demo.Key, demo.All, nil, demo.All},
	"empty lists":       {demo.Key, "", "", ""},
	"no key":            {nil, demo.All, demo.All, demo.All},
	"the wrong key":     {"not it", demo.All, demo.All, demo.All},
	"all among numbers": {demo.Key, "1,*", demo.All, demo.All},
}

func TestBothEnginesGiveTheSameAnswers(t *testing.T) {
	server := mariadbtest.Start(t, mariadbtest.Options{})
	server.LoadDemo(t)
	address := served(t)
	ours, theirs := open(t, address, "secret"), server.Open(t, mariadbtest.Reader, demo.Name)
	t.Run("questions", func(t *testing.T) {
		a, b := everything.as(t, ours), everything.as(t, theirs)
		for _, question := range questions {
			require.Equal(t, ask(t, b, question), ask(t, a, question), question)
		}
	})
	for name, s := range scopes {
		t.Run(name, func(t *testing.T) {
			a, b := s.as(t, ours), s.as(t, theirs)
			for _, view := range demo.SecureViews {
				for _, question := range []string{"SELECT COUNT(*), SUM(id), MIN(id), MAX(id) FROM " + view, "SELECT * FROM " + view + " ORDER BY id LIMIT 3"} {
					require.Equal(t, ask(t, b, question), ask(t, a, question), question)
				}
			}
		})
	}
	t.Run("AES", func(t *testing.T) {
		a, b := everything.as(t, ours), everything.as(t, theirs)
		for _, key := range []string{"", "k", "sixteen bytes is", "a key that is longer than sixteen bytes"} {
			for _, text := range []string{"", "a", "fifteen letters", "sixteen letters!", "Nguyễn Müller"} {
				question := "SELECT HEX(AES_ENCRYPT('" + text + "', '" + key + "')), CONVERT(AES_DECRYPT(AES_ENCRYPT('" + text + "', '" + key + "'), '" + key + "') USING utf8mb4), AES_DECRYPT(NULL, 'k'), AES_DECRYPT('short', 'k')"
				require.Equal(t, ask(t, b, question), ask(t, a, question), question)
			}
		}
	})
	t.Run("the agent", func(t *testing.T) { testAgent(t, address, server) })
	t.Run("rows", func(t *testing.T) {
		a, b := everything.as(t, ours), everything.as(t, theirs)
		for _, name := range demo.Readable() {
			question := "SELECT COUNT(*) FROM `" + name + "`"
			require.Equal(t, ask(t, b, question), ask(t, a, question), question)
		}
	})
}

// What is shown is what the lists name, by another count than the engines'.
func TestScopeShowsWhatItNames(t *testing.T) {
	db := open(t, served(t), "secret")
	for name, want := range map[string][4]string{
		"no scope":         {"0", "0", "0", "0"},
		"empty lists":      {"0", "0", "0", "0"},
		"narrowed to none": {"1", "0", "0", "0"},
		"two customers":    {"2", "", "0", ""},
		"some jobs":        {"2600", "4", "260", ""},
	} {
		conn := scopes[name].as(t, db)
		for i, view := range []string{"secure_customer", "secure_workorder", "secure_employee", "secure_user"} {
			if want[i] != "" {
				require.Equal(t, []string{want[i]}, ask(t, conn, "SELECT COUNT(*) FROM "+view), "%s: %s", name, view)
			}
		}
		require.Empty(t, ask(t, conn, "SELECT DISTINCT 'foreign' FROM secure_workorder w WHERE w.customerId NOT IN (SELECT id FROM secure_customer)"), name)
	}
}
