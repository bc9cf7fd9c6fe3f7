package sample

import (
	"testing"
	"time"
)

func TestShort(t *testing.T) {
	for n, want := range []bool{false, true, true, true, false} {
		if Short(make([]int, n)) != want {
			t.Error(n)
		}
	}
}

func TestSum(t *testing.T) {
	if Sum([]int{1, 2, -1, 5}) != 3 {
		t.Error("not 3")
	}
}

func TestHalf(t *testing.T) {
	if half, whole := Half(6); half != 3 || !whole {
		t.Error(half, whole)
	}
	if half, whole := Half(7); half != 3 || whole {
		t.Error(half, whole)
	}
}

func TestThird(t *testing.T) {
	if third, err := Third(9); third != 3 || err != nil {
		t.Error(third, err)
	}
	if _, err := Third(7); err == nil {
		t.Error("no error")
	}
}

func TestWait(t *testing.T) {
	if Wait != 2*time.Second {
		t.Error(Wait)
	}
}
