// Package sample has a change of every kind, most of them held by its test.
package sample

import (
	"errors"
	"time"
)

const most = 3

// Wait is how long a call may take.
var Wait = 2 * time.Second

// Short tells whether a list is short and not empty.
func Short(list []int) bool { return len(list) > 0 && len(list) <= most }

// Sum adds a list, up to a negative number.
func Sum(list []int) (sum int) {
	for _, n := range list {
		if n < 0 {
			break
		}
		sum += n
	}
	return sum
}

// Half returns one half, and whether it is a whole one.
func Half(n int) (half int, whole bool) {
	if n%2 == 0 {
		whole = true
	} else {
		whole = false
	}
	return n / 2, whole
}

// Third returns a third. The number beside an error is nobody's business.
func Third(n int) (int, error) {
	if n%3 != 0 {
		return 0, errors.New("it has no third")
	}
	return n / 3, nil
}

// Untested is called by nobody.
func Untested(n int) int {
	if n > 1 {
		return n - 1
	}
	return n
}
