package endless

import "testing"

func TestCount(t *testing.T) {
	if Count(4) != 4 {
		t.Error("not 4")
	}
}

func TestNamed(t *testing.T) {
	if Named() != 7 {
		t.Error("not 7")
	}
}
