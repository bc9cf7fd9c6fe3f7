package transfer_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// TestDamagedFilesHurtNothing changes bytes of a file that has no checksum. What
// comes of it is refused or restored; the history is whole, and what was there
// still is.
func TestDamagedFilesHurtNothing(t *testing.T) {
	from := open(t)
	grow(t, from, rand.New(rand.NewPCG(8, 8)), 3, 30)
	whole := file(t, from)
	whole = whole[:len(whole)-transfer.TrailerSize]
	to := openWith(t, sqlite.Memory, store.Options{})
	mine := newSession(t, to, "mine").UID
	say(t, to, mine, "untouched")
	before := export(t, to, mine)
	restored := 0
	for seed := range uint64(sample(300)) {
		r := rand.New(rand.NewPCG(seed, 8))
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(8) {
			page := r.IntN(len(damaged) / 4096)
			at := page*4096 + r.IntN(4096)
			if r.IntN(2) == 0 {
				at = page*4096 + r.IntN(40) // where pages keep their shape
			}
			switch r.IntN(3) {
			case 0:
				damaged[at] = byte(r.Uint32())
			case 1:
				damaged[at] ^= 1 << r.IntN(8)
			default:
				n := min(r.IntN(100), len(damaged)-at)
				copy(damaged[at:at+n], damaged[r.IntN(len(damaged)-n):])
			}
		}
		im, err := sqlite.NewImage(len(damaged))
		require.NoError(t, err)
		_, err = im.WriteAt(damaged, 0)
		require.NoError(t, err)
		_, err = transfer.Restore(ctx, to, im, transfer.Merge, clock)
		im.Close()
		requirePlain(t, err)
		if err == nil {
			restored++
		}
		require.Equal(t, before, export(t, to, mine), "seed %d", seed)
		if seed%10 == 0 {
			requireWhole(t, to)
		}
	}
	requireWhole(t, to)
	t.Logf("%d restored", restored)
}

// TestDamagedLinesHurtNothing changes bytes of our own exports.
func TestDamagedLinesHurtNothing(t *testing.T) {
	from := open(t)
	grow(t, from, rand.New(rand.NewPCG(9, 9)), 3, 12)
	lines := export(t, from)
	for i, original := range []string{lines} {
		s := openWith(t, sqlite.Memory, store.Options{})
		for seed := range uint64(sample(250)) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			text := damage(r, original)
			first, err := transfer.Import(ctx, s, strings.NewReader(text), clock, nil)
			requirePlain(t, err)
			again, err := transfer.Import(ctx, s, strings.NewReader(text), clock, nil)
			requirePlain(t, err)
			require.Zero(t, again.Messages, "seed %d: %+v, then %+v", seed, first, again)
		}
		requireWhole(t, s)
		requireRoundTrip(t, s)
	}
}
