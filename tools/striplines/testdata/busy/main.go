// Busy does what needs the table of functions: it collects garbage under growing stacks,
// recovers, and panics at last.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	done := make(chan int)
	for i := range 8 {
		go func() { done <- depth(100 * i) }()
	}
	sum := 0
	for range 8 {
		sum += <-done
	}
	fmt.Println("depth", sum)
	fmt.Println("recovered", recovered())
	fails(nil)
}

func depth(n int) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	kept := []int{n}
	return depth(n-1) + kept[0] - n + 1
}

func recovered() (what any) {
	defer func() { what = recover() }()
	fails(nil)
	return nil
}

//go:noinline
func fails(numbers []int) int {
	return numbers[3]
}
