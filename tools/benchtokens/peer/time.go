package peer

import (
	"syscall"
	"time"
)

// processorTime is what all threads of this process have used so far, in user
// and system mode.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic("getrusage of the process itself: " + err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
