package main

import "math"

// A sample is what a model learns from.
type sample struct {
	x        []float64
	positive bool
	weight   float64
}

// fit finds the weights of a logistic regression by Newton's method; ridge keeps
// them small. The first feature is constant and not kept small.
func fit(samples []sample, ridge float64) []float64 {
	n := len(samples[0].x)
	w := make([]float64, n)
	for range 12 {
		gradient := make([]float64, n)
		hessian := make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
		}
		for _, s := range samples {
			p := sigmoid(dot(w, s.x))
			y := 0.0
			if s.positive {
				y = 1
			}
			c := s.weight * max(p*(1-p), 1e-4)
			for i, xi := range s.x {
				if xi == 0 {
					continue
				}
				gradient[i] += s.weight * (p - y) * xi
				for j, xj := range s.x[:i+1] {
					hessian[i][j] += c * xi * xj
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
			w[i] -= step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-4 {
			break
		}
	}
	return w
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

func dot(w, x []float64) (sum float64) {
	for i, v := range x {
		sum += w[i] * v
	}
	return sum
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
