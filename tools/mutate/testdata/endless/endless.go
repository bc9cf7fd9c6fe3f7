// Package endless has a change that never ends, and one that does not compile.
package endless

// Count counts down.
func Count(n int) (steps int) {
	for n > 0 {
		n--
		steps++
	}
	return steps
}

type number int

// Named returns a number whose type has no name where it is returned.
func Named() number {
	number := number(7)
	return number
}
