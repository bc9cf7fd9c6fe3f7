package encoder

import "math"

// layer is one of the model's: every piece looks at all others, then is thought over
// alone.
type layer struct {
	query, key, value, out linear
	outNorm                levels
	up, down               linear
	downNorm               levels
}

// levels bring a row to mean 0 and deviation 1, then scale and move it.
type levels struct{ scale, shift []float32 }

func (n *levels) apply(row []float32, epsilon float32) {
	mean, square := float32(0), float32(0)
	for _, v := range row {
		mean += v
	}
	mean /= float32(len(row))
	for _, v := range row {
		square += (v - mean) * (v - mean)
	}
	by := float32(1 / math.Sqrt(float64(square/float32(len(row))+epsilon)))
	for i, v := range row {
		row[i] = (v-mean)*by*n.scale[i] + n.shift[i]
	}
}

// run changes the rows of x, one for each piece.
func (l *layer) run(x []float32, heads int, epsilon float32) {
	width := len(l.out.bias)
	rounded := round(x, width)
	query, key, value := make([]float32, len(x)), make([]float32, len(x)), make([]float32, len(x))
	l.query.apply(rounded, query, nil)
	l.key.apply(rounded, key, nil)
	l.value.apply(rounded, value, nil)
	seen := make([]float32, len(x))
	for head := range heads {
		attend(query, key, value, seen, width, head*width/heads, (head+1)*width/heads)
	}
	l.out.apply(round(seen, width), value, nil)
	add(x, value, width, &l.outNorm, epsilon)

	inner := len(l.up.bias)
	thought := make([]float32, len(x)/width*inner)
	l.up.apply(round(x, width), thought, gelu)
	l.down.apply(round(thought, inner), value, nil)
	add(x, value, width, &l.downNorm, epsilon)
}

// add adds what a step found, and norms the rows.
func add(x, found []float32, width int, n *levels, epsilon float32) {
	for i, v := range found {
		x[i] += v
	}
	for ; len(x) > 0; x = x[width:] {
		n.apply(x[:width], epsilon)
	}
}

// attend mixes the values of all pieces for each piece, by how well its query fits
// their keys, in the columns of one head.
func attend(query, key, value, to []float32, width, from, end int) {
	fits := make([]float32, len(query)/width)
	by := float32(1 / math.Sqrt(float64(end-from)))
	for q := 0; q < len(query); q += width {
		own, most := query[q+from:q+end], float32(math.Inf(-1))
		for i := range fits {
			other, sum := key[i*width+from:i*width+end], float32(0)
			for j, v := range own {
				sum += v * other[j]
			}
			fits[i] = sum * by
			most = max(most, fits[i])
		}
		whole := float32(0)
		for i, f := range fits {
			fits[i] = float32(math.Exp(float64(f - most)))
			whole += fits[i]
		}
		out := to[q+from : q+end]
		for i, f := range fits {
			other, share := value[i*width+from:i*width+end], f/whole
			for j := range out {
				out[j] += share * other[j]
			}
		}
	}
}

// gelu is the model's threshold: x times the share of a normal distribution below x. It
// is read from a table, because computing it took an eighth of the time; between two
// entries it is all but straight.
func gelu(x float32) float32 {
	switch at := (x + geluEnd) * geluSteps; {
	case at <= 0:
		return 0
	case at < 2*geluEnd*geluSteps:
		i := int(at)
		return geluTable[i] + (geluTable[i+1]-geluTable[i])*(at-float32(i))
	}
	return x // also where it is no number
}

// The table goes from -geluEnd to geluEnd, with so many entries for each unit.
const (
	geluEnd   = 8
	geluSteps = 256
)

var geluTable = func() (table [2*geluEnd*geluSteps + 1]float32) {
	for i := range table {
		x := float64(i)/geluSteps - geluEnd
		table[i] = float32(x * 0.5 * (1 + math.Erf(x/math.Sqrt2)))
	}
	return table
}()
