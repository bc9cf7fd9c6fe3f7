package main

import (
	"context"
	"flag"
	"slices"
	"strings"

	"burrow/internal/store"
)

// tagChanges takes the arguments out that give tags or take them away: +TAG, and
// -TAG where that is no flag.
func tagChanges(flags *flag.FlagSet, args []string) (rest, changes []string) {
	for i, arg := range args {
		if arg == "--" {
			return append(rest, args[i:]...), changes
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		removes := len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && name != "h" && name != "help" && flags.Lookup(name) == nil
		if removes || strings.HasPrefix(arg, "+") {
			changes = append(changes, arg)
		} else {
			rest = append(rest, arg)
		}
	}
	return rest, changes
}

func tagSession(ctx context.Context, history *store.Store, call *sessionsCall) error {
	sessions, err := call.resolve(ctx, history, call.args[0])
	if err != nil {
		return err
	}
	tags := sessions[0].Tags
	for _, change := range call.tags {
		if tag := strings.TrimSpace(change[1:]); change[0] == '+' {
			tags = append(tags, tag)
		} else {
			tags = slices.DeleteFunc(tags, func(other string) bool { return strings.EqualFold(other, tag) })
		}
	}
	_, err = history.SetTags(ctx, sessions[0].UID, tags, now())
	return err
}
