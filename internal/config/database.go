package config

import (
	"encoding/json"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"burrow/internal/say"
)

// Database says how the database that questions are about is reached: DB_HOST and its
// like. The zero value means that none is set.
type Database struct {
	// Host is a name, an address, or the path of a socket.
	Host string
	Port int
	User string
	// Password may be empty.
	Password Secret
	Name     string
	// Key is what secure views decrypt with.
	Key Secret
	// TLS is "off", "require", "verify-ca" or "verify-full"; empty means the first. CA is a
	// file with the authorities that are trusted instead of the system's.
	TLS, CA string
	// Writable accepts an account that can write.
	Writable bool
}

// Set reports whether a database is set at all.
func (d Database) Set() bool { return d.Host != "" || d.Port != 0 || d.User != "" || d.Name != "" }

// Address is where the database listens, with the usual values for what is not set.
func (d Database) Address() (network, address string) {
	if strings.HasPrefix(d.Host, "/") {
		return "unix", d.Host
	}
	host, port := d.Host, d.Port
	if host == "" {
		host = "127.0.0.1"
	}
	if port == 0 {
		port = 3306
	}
	return "tcp", net.JoinHostPort(host, strconv.Itoa(port))
}

// SQL is what was set of the SQL_* names, and of MAX_QUERY_ROWS. What was not set is nil;
// Limits has the values that apply.
type SQL struct {
	MaxIterations, SampleRows, MaxTablesInContext, CorrectionMaxAttempts   *int
	PreValidation                                                          *bool
	MaxRelationshipsDisplay, MaxRelationshipsInPrompt                      *int
	MaxColumnsInSchema, MaxColumnsInValidation, MaxColumnsInCorrection     *int
	MaxSQLHistoryLength, MaxFallbackTables, MaxTablesInSelection, MaxPaths *int
	Confidence                                                             *float64
	MaxRows, MaxExamined, LeastGroup                                       *int
	// Sensitive are columns by table of which only sums, averages and counts over enough
	// rows are shown: SQL_SENSITIVE_COLUMNS.
	Sensitive map[string][]string
	// Views are the secure views by the base table that each stands for: SECURE_VIEW_MAP.
	Views map[string]string
	// Golden is the file of confirmed answers, "" if not set.
	Golden string
}

// Limits are the numbers that the agent works within.
type Limits struct {
	// MaxIterations is how often a model is asked for one question at most.
	MaxIterations int
	// SampleRows is how many rows of each table a model is shown. It is 0, because rows
	// are the person's data, and a model is told names only.
	SampleRows            int
	MaxTablesInContext    int // in a prompt
	CorrectionMaxAttempts int
	// PreValidation asks the database for a plan before a query runs. The guard does not
	// depend on it.
	PreValidation            bool
	MaxRelationshipsDisplay  int // that are looked at for the chosen tables
	MaxRelationshipsInPrompt int
	MaxColumnsInSchema       int // of a table, in the prompt that asks for SQL
	MaxColumnsInValidation   int // that an error names
	MaxColumnsInCorrection   int // of a table, in the prompt that asks for a correction
	MaxSQLHistoryLength      int // characters of each earlier version of the SQL
	MaxFallbackTables        int // that are taken if a model chooses none
	MaxTablesInSelection     int // that a model chooses from
	MaxPaths                 int // that are offered where joins are tied
	Confidence               float64
	MaxRows                  int // that are shown
	// MaxExamined is how many rows a query may look at, by the database's estimate,
	// without being asked for again.
	MaxExamined int
	// LeastGroup is how many rows a sum of sensitive columns is at least over.
	LeastGroup int
}

// Limits are what was set, and the usual values for the rest.
func (s SQL) Limits() Limits {
	return Limits{
		MaxIterations: or(s.MaxIterations, 15), SampleRows: or(s.SampleRows, 0), MaxTablesInContext: or(s.MaxTablesInContext, 20),
		CorrectionMaxAttempts: or(s.CorrectionMaxAttempts, 3), PreValidation: or(s.PreValidation, true),
		MaxRelationshipsDisplay: or(s.MaxRelationshipsDisplay, 50), MaxRelationshipsInPrompt: or(s.MaxRelationshipsInPrompt, 20),
		MaxColumnsInSchema: or(s.MaxColumnsInSchema, 50), MaxColumnsInValidation: or(s.MaxColumnsInValidation, 100), MaxColumnsInCorrection: or(s.MaxColumnsInCorrection, 100),
		MaxSQLHistoryLength: or(s.MaxSQLHistoryLength, 100), MaxFallbackTables: or(s.MaxFallbackTables, 5), MaxTablesInSelection: or(s.MaxTablesInSelection, 250),
		MaxPaths: or(s.MaxPaths, 5), Confidence: or(s.Confidence, .7), MaxRows: or(s.MaxRows, 100), MaxExamined: or(s.MaxExamined, 5_000_000),
		LeastGroup: or(s.LeastGroup, 5),
	}
}

func or[T any](set *T, usual T) T {
	if set == nil {
		return usual
	}
	return *set
}

// Bounds of the settings.
const (
	mostQueryRows = 10_000
	mostSamples   = 5
	mostPort      = 65535
	mostAttempts  = 10
	mostCalls     = 50
	mostJoined    = 8  // tables that can be connected at once
	mostListed    = 32 // paths that are found of those that are equally short
)

func databaseSettings() []setting {
	sql := func(least, most int, field func(*SQL) **int) func(*loader, string, string) error {
		return countWithin(least, most, func(l *loader) **int { return field(&l.sql) })
	}
	return []setting{
		{name: "SECURE_VIEW_MAP", read: readViews},
		{name: "MAX_QUERY_ROWS", initial: "100", read: sql(1, mostQueryRows, func(s *SQL) **int { return &s.MaxRows })},
		{name: "DB_HOST", initial: "127.0.0.1", read: wordInto(func(l *loader) *string { return &l.db.Host })},
		{name: "DB_PORT", initial: "3306", read: readPort},
		{name: "DB_USER", read: wordInto(func(l *loader) *string { return &l.db.User })},
		{name: "DB_PWD", secret: true, read: phraseInto(func(l *loader) *Secret { return &l.db.Password })},
		{name: "DB_NAME", read: wordInto(func(l *loader) *string { return &l.db.Name })},
		{name: "DB_TLS", initial: "off", read: readTLS},
		{name: "DB_TLS_CA", read: pathInto(func(l *loader) *string { return &l.db.CA })},
		{name: "DB_WRITABLE", initial: "refuse", read: readWritable},
		{name: "DB_ENCRYPT_KEY", secret: true, read: phraseInto(func(l *loader) *Secret { return &l.db.Key })},
		{name: "SQL_AGENT_MAX_ITERATIONS", initial: "15", read: sql(1, mostCalls, func(s *SQL) **int { return &s.MaxIterations })},
		{name: "SQL_SAMPLE_ROWS", initial: "0", read: sql(0, mostSamples, func(s *SQL) **int { return &s.SampleRows })},
		{name: "SQL_MAX_TABLES_IN_CONTEXT", initial: "20", read: sql(1, maxCount, func(s *SQL) **int { return &s.MaxTablesInContext })},
		{name: "SQL_CORRECTION_MAX_ATTEMPTS", initial: "3", read: sql(0, mostAttempts, func(s *SQL) **int { return &s.CorrectionMaxAttempts })},
		{name: "SQL_PRE_VALIDATION_ENABLED", initial: "true", read: readPreValidation},
		{name: "SQL_MAX_RELATIONSHIPS_DISPLAY", initial: "50", read: sql(0, maxCount, func(s *SQL) **int { return &s.MaxRelationshipsDisplay })},
		{name: "SQL_MAX_RELATIONSHIPS_IN_PROMPT", initial: "20", read: sql(0, maxCount, func(s *SQL) **int { return &s.MaxRelationshipsInPrompt })},
		{name: "SQL_MAX_COLUMNS_IN_SCHEMA", initial: "50", read: sql(1, maxCount, func(s *SQL) **int { return &s.MaxColumnsInSchema })},
		{name: "SQL_MAX_COLUMNS_IN_VALIDATION", initial: "100", read: sql(1, maxCount, func(s *SQL) **int { return &s.MaxColumnsInValidation })},
		{name: "SQL_MAX_COLUMNS_IN_CORRECTION", initial: "100", read: sql(1, maxCount, func(s *SQL) **int { return &s.MaxColumnsInCorrection })},
		{name: "SQL_MAX_SQL_HISTORY_LENGTH", initial: "100", read: sql(0, maxCount, func(s *SQL) **int { return &s.MaxSQLHistoryLength })},
		{name: "SQL_MAX_FALLBACK_TABLES", initial: "5", read: sql(1, mostJoined, func(s *SQL) **int { return &s.MaxFallbackTables })},
		{name: "SQL_MAX_TABLES_IN_SELECTION_PROMPT", initial: "250", read: sql(1, maxCount, func(s *SQL) **int { return &s.MaxTablesInSelection })},
		{name: "SQL_CONFIDENCE_THRESHOLD", initial: "0.7", read: readConfidence},
		{name: "SQL_MAX_SUGGESTED_PATHS", initial: "5", read: sql(1, mostListed, func(s *SQL) **int { return &s.MaxPaths })},
		{name: "SQL_MAX_EXAMINED_ROWS", initial: "5000000", read: sql(1, 2_000_000_000, func(s *SQL) **int { return &s.MaxExamined })},
		{name: "SQL_SENSITIVE_COLUMNS", read: readSensitive},
		{name: "SQL_MIN_GROUP_ROWS", initial: "5", read: sql(2, maxCount, func(s *SQL) **int { return &s.LeastGroup })},
		{name: "SQL_GOLDEN_PATH", read: pathInto(func(l *loader) *string { return &l.sql.Golden })},
	}
}

// wordInto takes a name: of a host, a user, a database.
func wordInto(field func(*loader) *string) func(*loader, string, string) error {
	return func(l *loader, name, text string) error {
		if len(text) > 255 || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
			return say.Error("{name} must be a name without spaces", "name", name)
		}
		*field(l) = text
		return nil
	}
}

// phraseInto takes a secret that may have spaces and letters of any language.
func phraseInto(field func(*loader) *Secret) func(*loader, string, string) error {
	return func(l *loader, name, text string) error {
		if len(text) > 1024 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return say.Error("{name} must be one line of at most 1,024 characters", "name", name)
		}
		*field(l) = NewSecret(text)
		return nil
	}
}

func readPort(l *loader, name, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostPort {
		return say.Error("{name} must be a whole number from {least} to {most}", "name", name, "least", 1, "most", mostPort)
	}
	l.db.Port = n
	return nil
}

func readTLS(l *loader, name, text string) error {
	if !slices.Contains([]string{"off", "require", "verify-ca", "verify-full"}, text) {
		return say.Error("{name} must be off, require, verify-ca or verify-full", "name", name)
	}
	l.db.TLS = text
	return nil
}

func readWritable(l *loader, name, text string) error {
	if text != "accept" && text != "refuse" {
		return say.Error("{name} must be accept or refuse", "name", name)
	}
	l.db.Writable = text == "accept"
	return nil
}

// warnOfDatabase warns of a database whose rows and password could be read on the way, and
// of an account that may write.
func (l *loader) warnOfDatabase() {
	network, address := l.db.Address()
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	near := network == "unix" || host == "localhost" || err == nil && ip.IsLoopback()
	if l.db.Set() && !near && (l.db.TLS == "" || l.db.TLS == "off") {
		l.warn("Rows travel from {host} without encryption: set DB_TLS.", "host", host)
	}
	if l.db.CA != "" && l.db.TLS != "verify-ca" && l.db.TLS != "verify-full" {
		l.warn("DB_TLS_CA has no effect unless DB_TLS is verify-ca or verify-full.")
	}
	if l.db.Writable {
		l.warn("DB_WRITABLE is accept: a database account that can change data is used.")
	}
}

func readPreValidation(l *loader, name, text string) error {
	on, err := strconv.ParseBool(strings.ToLower(text))
	if err != nil {
		return say.Error("{name} must be true or false", "name", name)
	}
	l.sql.PreValidation = &on
	return nil
}

func readConfidence(l *loader, name, text string) error {
	c, err := strconv.ParseFloat(text, 64)
	// The comparison is written so that NaN fails it.
	if err != nil || !(c >= 0 && c <= 1) {
		return say.Error("{name} must be a number from 0 to 1", "name", name)
	}
	l.sql.Confidence = &c
	return nil
}

func readViews(l *loader, name, text string) error {
	if err := json.Unmarshal([]byte(text), &l.sql.Views); err != nil {
		return say.Error("{name} must be JSON such as {example}", "name", name, "example", `{"customer":"secure_customer"}`)
	}
	return nil
}

func readSensitive(l *loader, name, text string) error {
	if err := json.Unmarshal([]byte(text), &l.sql.Sensitive); err != nil {
		return say.Error("{name} must be JSON such as {example}", "name", name, "example", `{"employee":["salary"]}`)
	}
	return nil
}
