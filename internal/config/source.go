package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"burrow/internal/fault"
)

// Source is the settings of a program that goes on while they change. It is safe
// for concurrent use.
type Source struct {
	environ []string
	file    string // "" is DefaultFile
	// write puts text into a file; tests have a disk that is full.
	write func(*os.File, string) error

	mu         sync.Mutex
	read       snapshot // the file as it was last looked at
	settled    bool     // whether the file's times would show a change since
	config     Config
	values     map[string]value
	generation int
	problem    error
}

// Open reads the settings, as Load does.
func Open(environ []string, file string) (*Source, error) {
	s := &Source{environ: environ, file: file, write: writeWhole}
	s.look(time.Now())
	return s, s.problem
}

// Current returns the settings. The number is another one whenever they are. It
// looks at the file's times first, which takes a microsecond or two.
//
// While the file cannot be used, the settings are those from before, and problem
// says what is wrong with it.
func (s *Source) Current() (c Config, generation int, problem error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look(time.Now())
	return s.config, s.generation, s.problem
}

// File is where keys are kept.
func (s *Source) File() string {
	name, err := filepath.Abs(s.name())
	if err != nil {
		return s.name()
	}
	return name
}

func (s *Source) name() string {
	if s.file == "" {
		return DefaultFile
	}
	return s.file
}

// coarse is the step in which a file's times go on, at the most: a file that was
// changed more recently may be changed again without showing it.
const coarse = 2 * time.Second

// look reads the file again if it may have changed.
func (s *Source) look(now time.Time) {
	if s.settled {
		info, err := os.Stat(s.name())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.settled = false
			s.problem = err
			return
		}
		if err != nil {
			info = nil
		}
		if sameState(info, s.read.info) {
			return
		}
	}
	read, err := readFile(s.file)
	if err != nil {
		s.settled, s.problem = false, err
		return
	}
	s.take(read, now)
}

// take makes a file's content count, unless it is what counts already.
func (s *Source) take(read snapshot, now time.Time) {
	known := s.values != nil && s.problem == nil && read.text == s.read.text && sameMode(read.info, s.read.info)
	s.read = read
	s.settled = read.info == nil || now.Sub(read.info.ModTime()) > coarse
	if known {
		return
	}
	c, values, err := settle(s.environ, read)
	s.problem = err
	if err != nil {
		return
	}
	s.config, s.values = c, values
	s.generation++
}

func sameMode(a, b fs.FileInfo) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Mode() == b.Mode())
}

// maxTries is how often a change is made anew because somebody else has written the
// file meanwhile.
const maxTries = 3

// change writes to the file what plan makes of the settings as they are then. The
// lock is held.
func (s *Source) change(plan func() ([]change, error)) error {
	target, err := resolve(s.name())
	if err != nil {
		return err
	}
	release, err := lockDir(filepath.Dir(target))
	if err != nil {
		return unwritten(err, s.File())
	}
	defer release()
	removeLeftovers(target)
	for range maxTries {
		if err = s.changeOnce(target, plan); !errors.Is(err, errChanged) {
			break
		}
	}
	if err != nil {
		return unwritten(err, s.File())
	}
	return nil
}

func (s *Source) changeOnce(target string, plan func() ([]change, error)) error {
	s.settled = false
	if s.look(time.Now()); s.problem != nil {
		return fault.Wrap(s.problem, fault.Unavailable, "Fix {file} before you change settings: {problem}", "file", s.File(), "problem", s.problem.Error())
	}
	if s.read.info != nil && s.read.info.Mode().Perm()&0o200 == 0 {
		return fault.New(fault.Unavailable, "The key is not saved: {file} is read-only.", "file", s.File())
	}
	changes, err := plan()
	if err != nil {
		return err
	}
	text, err := edit(s.read.text, changes)
	if err != nil {
		return err
	}
	// The start would refuse what is not right here.
	if _, _, err := settle(s.environ, snapshot{name: s.name(), text: text}); err != nil {
		return err
	}
	if err := replace(target, text, s.read.info, s.write); err != nil {
		return err
	}
	s.settled = false
	s.look(time.Now())
	return s.problem
}
