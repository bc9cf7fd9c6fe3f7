package main

import "math"

// A sample is what a model learns from: the numbers of its features, all of which
// are 0 or 1.
type sample struct {
	active   []int
	positive bool
	weight   float64
	offset   float64 // what other weights add
}

// fit finds the n weights of a logistic regression by Newton's method; ridge keeps
// them small. The first feature is constant and not kept small.
func fit(samples []sample, n int, ridge float64) []float64 {
	w := make([]float64, n)
	hessian := make([][]float64, n)
	for i := range hessian {
		hessian[i] = make([]float64, n)
	}
	for range 30 {
		gradient := make([]float64, n)
		for i := range hessian {
			clear(hessian[i])
		}
		for _, s := range samples {
			p := sigmoid(s.offset + sum(w, s.active))
			y := 0.0
			if s.positive {
				y = 1
			}
			c := s.weight * max(p*(1-p), 1e-4)
			for k, i := range s.active {
				gradient[i] += s.weight * (p - y)
				row := hessian[i]
				for _, j := range s.active[:k+1] {
					row[j] += c
				}
			}
		}
		for i := range n {
			r := ridge
			if i == 0 {
				r = 1e-6
			}
			gradient[i] += r * w[i]
			hessian[i][i] += r
		}
		step := solve(hessian, gradient)
		largest := 0.0
		for i := range w {
			largest = max(largest, math.Abs(step[i]))
		}
		// A long step would miss: what other weights add may be far off.
		scale := min(1, 1.5/max(largest, 1e-9))
		for i := range w {
			w[i] -= scale * step[i]
		}
		if largest < 1e-3 {
			break
		}
	}
	return w
}

// inSixteenths makes of weights what the package keeps.
func inSixteenths(w []float64) []int8 {
	out := make([]int8, len(w))
	for i, v := range w {
		out[i] = int8(math.Round(16 * min(max(v, -7.9), 7.9)))
	}
	return out
}

// solve solves a·x = b for a symmetric positive matrix, of which the lower half is
// given, by Cholesky's method. It overwrites a.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		sum := b[i]
		for k := range i {
			sum -= a[i][k] * x[k]
		}
		x[i] = sum / a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < n; k++ {
			sum -= a[k][i] * x[k]
		}
		x[i] = sum / a[i][i]
	}
	return x
}

// sum adds the weights of the features that a sample has.
func sum(w []float64, active []int) (total float64) {
	for _, i := range active {
		total += w[i]
	}
	return total
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
