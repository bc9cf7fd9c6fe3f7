package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"time"

	"burrow/internal/config"
	"burrow/internal/say"
	"burrow/internal/sqlagent/database"
	"burrow/internal/wire"
)

// How often the settings and the demo database's state file are looked at, and how long
// after a failure a database is tried again: one that was open, and another.
const (
	lookEvery  = 300 * time.Millisecond
	reviveTime = 2 * time.Second
	retryAfter = 15 * time.Second
)

// follow opens the database of the settings, or else the demo database as soon as its
// state file says how, and goes on with another one when the settings name another. It
// returns when ctx is done.
func (d *sqlDesk) follow(ctx context.Context, source *config.Source, with sqlSource, demoFile string) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var f follower
	for {
		if settings, generation, _ := source.Current(); settings.DB.Set() {
			f.settings(ctx, d, with, settings, generation)
		} else {
			f.demo(ctx, d, with, settings, demoFile)
		}
		if time.Since(f.revived) >= reviveTime {
			d.revive(ctx)
			f.revived = time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// follower is what was opened last.
type follower struct {
	db         config.Database
	sql        config.SQL
	generation int
	tried      time.Time
	revived    time.Time
	file       string // what the state file said
}

// settings opens the database of the settings: one that is new, or one that could not be
// reached a while ago.
func (f *follower) settings(ctx context.Context, d *sqlDesk, with sqlSource, now config.Config, generation int) {
	known := f.generation == generation || reflect.DeepEqual(f.db, now.DB) && reflect.DeepEqual(f.sql, now.SQL)
	failed := d.failed() && time.Since(f.tried) >= retryAfter
	f.generation = generation
	if known && !failed {
		return
	}
	*f = follower{db: now.DB, sql: now.SQL, generation: generation, revived: f.revived}
	if !known {
		d.name(now.DB.Name, false)
		d.set(wire.DatabaseStarting, say.T("starting"), nil)
	}
	d.open(ctx, with, now)
	f.tried = time.Now()
}

// failed reports whether the database could not be opened.
func (d *sqlDesk) failed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state.State == wire.DatabaseFailed
}

// demo goes by what the demo database's state file says, if there is one.
func (f *follower) demo(ctx context.Context, d *sqlDesk, with sqlSource, settings config.Config, file string) {
	if f.generation != 0 { // the database of the settings is gone from them
		*f = follower{}
		d.set("", "", nil)
	}
	if file == "" {
		return
	}
	if d.State().State == "" {
		d.name(say.T("Demo database"), true)
		d.set(wire.DatabaseStarting, say.T("starting"), nil)
	}
	if text, err := os.ReadFile(file); err == nil && string(text) != f.file {
		f.file = string(text)
		d.take(ctx, with, settings, file, text)
	}
}

// take goes by what the demo database's state file says.
func (d *sqlDesk) take(ctx context.Context, with sqlSource, settings config.Config, file string, text []byte) {
	var now struct{ State string }
	if json.Unmarshal(text, &now) != nil {
		return
	}
	switch now.State {
	case "ready":
		var err error
		if settings.DB, err = demoDatabase(file); err == nil {
			d.open(ctx, with, settings)
		}
	case "stopped", "failed":
		d.set(wire.DatabaseFailed, say.T("stopped"), nil)
	default:
		d.set(wire.DatabaseStarting, say.T("starting"), nil)
	}
}

// open connects to a database. What it says while it does is up to who calls it.
func (d *sqlDesk) open(ctx context.Context, with sqlSource, settings config.Config) {
	began := time.Now()
	o, err := with.connect(ctx, settings, streams{err: discard{}, out: discard{}})
	if err == nil {
		d.set(wire.DatabaseReady, say.T("ready in {time} s", "time", fmt.Sprintf("%.1f", time.Since(began).Seconds())), o)
		return
	}
	state := wire.DatabaseFailed
	if refused, ok := errors.AsType[*database.Error](err); ok && (refused.Code == database.Writable || refused.Code == database.Unsafe) {
		state = wire.DatabaseUnsafe
	}
	d.set(state, err.Error(), nil)
}
