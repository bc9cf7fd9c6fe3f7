package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// prSetChildSubreaper is PR_SET_CHILD_SUBREAPER of linux/prctl.h.
const prSetChildSubreaper = 36

// adoptOrphans has processes whose parents end become children of this one: a browser has
// a session of its own, and outlives a test run that is killed.
func adoptOrphans() {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
}

// endOrphans kills all children, and those that become children by that, and returns what
// they were called. Nothing may be waited for meanwhile.
func endOrphans() (names []string) {
	for {
		found := false
		for pid, name := range children() {
			found = true
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				names = append(names, fmt.Sprintf("%s (%d)", name, pid))
			}
			syscall.Wait4(pid, nil, 0, nil)
		}
		if !found {
			return names
		}
	}
}

// children are the processes that this one started or adopted, with their names.
func children() map[int]string {
	found := map[int]string{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue // it ended
		}
		// The name stands in brackets, and may have any sign in it.
		text := string(stat)
		open, end := strings.Index(text, "("), strings.LastIndex(text, ")")
		fields := strings.Fields(text[end+1:])
		if len(fields) < 2 || fields[1] != strconv.Itoa(os.Getpid()) {
			continue
		}
		name := text[open+1 : end]
		if fields[0] == "Z" {
			syscall.Wait4(pid, nil, 0, nil)
			continue
		}
		found[pid] = name
	}
	return found
}
