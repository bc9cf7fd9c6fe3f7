package encoder

import (
	"encoding/binary"
	"runtime"
	"sync"

	"burrow/internal/gguf"
)

// Weights and what they are multiplied with are numbers of 8 bits in blocks of 32 that
// share a scale, as llama.cpp has them. A processor's vector instructions are not to be
// had in Go, so three products are made by one multiplication: with X = 2^22,
//
//	(a0 + a1 X + a2 X²) · (w2 + w1 X + w0 X²)
//
// has a0·w0 + a1·w1 + a2·w2 before X², and what is above is lost in 64 bits. The sum
// of a block's 32 products just fits into the 20 bits that are left, and those below
// never run into it.
const (
	lane        = 22
	packedWords = 11 // of three numbers each; the last has two
)

type packed = [packedWords]uint64

// dot is the sum of a block's products.
func dot(a, w *packed) float32 {
	sum := a[0]*w[0] + a[1]*w[1] + a[2]*w[2] + a[3]*w[3] + a[4]*w[4] + a[5]*w[5] +
		a[6]*w[6] + a[7]*w[7] + a[8]*w[8] + a[9]*w[9] + a[10]*w[10]
	// What the lower lanes are below zero is rounded away.
	return float32(int32(int64(sum+1<<(2*lane-1)) >> (2 * lane)))
}

// pack puts 32 numbers into words; in those of weights the order of three is turned.
func pack(to *packed, numbers *[gguf.BlockWeights]int8, turned bool) {
	var three [3 * packedWords]int64
	for i, v := range numbers {
		three[i] = int64(v)
	}
	for i := range to {
		a, b, c := three[3*i], three[3*i+1], three[3*i+2]
		if turned {
			a, c = c, a
		}
		to[i] = uint64(a + b<<lane + c<<(2*lane))
	}
}

// blocks are the rows of a matrix, each of as many blocks.
type blocks struct {
	words  []packed
	scales []float32
	inRow  int
}

// linear is a matrix and what is added to its products.
type linear struct {
	blocks
	bias []float32
}

// packWeights reads a matrix of Q8_0.
func packWeights(data []byte, columns int) blocks {
	count := len(data) / gguf.Q8_0Bytes
	b := blocks{make([]packed, count), make([]float32, count), columns / gguf.BlockWeights}
	var numbers [gguf.BlockWeights]int8
	for i := range count {
		block := data[i*gguf.Q8_0Bytes : (i+1)*gguf.Q8_0Bytes]
		b.scales[i] = gguf.FromHalf(binary.LittleEndian.Uint16(block))
		for j, v := range block[2:] {
			numbers[j] = int8(v)
		}
		pack(&b.words[i], &numbers, true)
	}
	return b
}

// round makes blocks of 8 bits of rows of numbers.
func round(x []float32, columns int) blocks {
	count := len(x) / gguf.BlockWeights
	b := blocks{make([]packed, count), make([]float32, count), columns / gguf.BlockWeights}
	var numbers [gguf.BlockWeights]int8
	for i := range count {
		block := x[i*gguf.BlockWeights : (i+1)*gguf.BlockWeights]
		most := float32(0)
		for _, v := range block {
			most = max(most, v, -v)
		}
		if most == 0 {
			continue
		}
		b.scales[i] = most / 127
		inverse := 127 / most
		for j, v := range block {
			v *= inverse
			if v < 0 {
				numbers[j] = int8(v - 0.5)
			} else {
				numbers[j] = int8(v + 0.5)
			}
		}
		pack(&b.words[i], &numbers, false)
	}
	return b
}

// apply multiplies each row of x with the matrix, into rows of to. It divides the
// matrix's rows among the processors. after is applied to every sum.
func (l *linear) apply(x blocks, to []float32, after func(float32) float32) {
	rows := len(l.bias)
	workers := min(runtime.GOMAXPROCS(0), rows)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() { l.applyRows(x, to, rows*w/workers, rows*(w+1)/workers, after) })
	}
	all.Wait()
}

func (l *linear) applyRows(x blocks, to []float32, from, end int, after func(float32) float32) {
	rows, inRow := len(l.bias), l.inRow
	for r := from; r < end; r++ {
		weights, scales := l.words[r*inRow:(r+1)*inRow], l.scales[r*inRow:(r+1)*inRow]
		for t := 0; t*rows < len(to); t++ {
			numbers, own := x.words[t*inRow:(t+1)*inRow], x.scales[t*inRow:(t+1)*inRow]
			sum := l.bias[r]
			for b := range weights {
				a, w := &numbers[b], &weights[b] // dot, which the compiler does not take in
				whole := a[0]*w[0] + a[1]*w[1] + a[2]*w[2] + a[3]*w[3] + a[4]*w[4] + a[5]*w[5] +
					a[6]*w[6] + a[7]*w[7] + a[8]*w[8] + a[9]*w[9] + a[10]*w[10]
				sum += float32(int32(int64(whole+1<<(2*lane-1))>>(2*lane))) * scales[b] * own[b]
			}
			if after != nil {
				sum = after(sum)
			}
			to[t*rows+r] = sum
		}
	}
}

// unpackRow reads one row of a matrix of Q8_0.
func unpackRow(data []byte, row int, to []float32) {
	size := len(to) / gguf.BlockWeights * gguf.Q8_0Bytes
	data = data[row*size : (row+1)*size]
	for i := range to {
		block := data[i/gguf.BlockWeights*gguf.Q8_0Bytes:]
		to[i] = float32(int8(block[2+i%gguf.BlockWeights])) * gguf.FromHalf(binary.LittleEndian.Uint16(block))
	}
}
