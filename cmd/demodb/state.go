//go:build gms_pure_go

package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"burrow/internal/demo"
)

// state is what the state file says. Only its owner may read it.
type state struct {
	file string

	State   string  `json:"state"` // "loading", "ready", "stopped" or "failed"
	PID     int     `json:"pid"`
	Seconds float64 `json:"seconds,omitempty"` // until it was ready
	Rows    int     `json:"rows,omitempty"`
	Error   string  `json:"error,omitempty"`
	// Settings are those by which the agent reaches a database, with their values here.
	Settings map[string]string `json:"settings,omitempty"`
}

// ready says how the database is reached.
func (s *state) ready(address *net.TCPAddr, password string, rows int, took time.Duration) {
	s.State, s.Rows, s.Seconds = "ready", rows, took.Seconds()
	s.Settings = map[string]string{
		"DB_HOST": address.IP.String(), "DB_PORT": strconv.Itoa(address.Port), "DB_USER": account, "DB_PWD": password,
		"DB_NAME": demo.Name, "DB_ENCRYPT_KEY": demo.Key,
	}
}

// write puts the state into its file, all at once: who reads it sees no half.
func (s *state) write() error {
	if s.file == "" {
		return nil
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o755); err != nil {
		return err
	}
	// A name of its own: os.CreateTemp gives the owner's rights alone.
	temporary, err := os.CreateTemp(filepath.Dir(s.file), ".state-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if _, err := temporary.Write(append(text, '\n')); err != nil {
		temporary.Close()
		return err
	}
	if err := temporary.Close(); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), s.file)
}
