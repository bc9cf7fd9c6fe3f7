package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// ranksBefore is the digest of all ranks of the work conversation, as they were before
// there was an encoder.
const ranksBefore = "ce2549c13e2669d1461026a3748e8efba996cd6570f5fae85091658d159c956b"

// Without an encoder every rank is what it was, to the last bit of its score.
func TestRanksWithoutAnEncoderStayAsTheyWere(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	all, err := loadWork()
	require.NoError(t, err)
	sum := sha256.New()
	for _, c := range all {
		x := new(recall.Index)
		for _, t := range c.Turns {
			x.Add(recall.Message{Speaker: t.Role, Text: t.Text, Time: t.Time})
		}
		for _, q := range c.Questions {
			for _, h := range x.Pick(recall.Query{Text: q.Text, Now: c.now(), Related: recall.Embedded()}, math.MaxInt32, func(int) int { return 1 }) {
				binary.Write(sum, binary.LittleEndian, []uint64{uint64(h.Index), math.Float64bits(h.Score)}) // a hash takes all
			}
		}
	}
	require.Equal(t, ranksBefore, hex.EncodeToString(sum.Sum(nil)))
}
