package encoder

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the exact weights give, computed in 64 bits: for each sentence its pieces and
// its vector.
//
//go:embed testdata/reference.json
var referenceText []byte

type reference struct {
	Text   string    `json:"text"`
	Pieces []int32   `json:"pieces"`
	Vector []float32 `json:"vector"`
}

func references(t *testing.T) (all []reference) {
	t.Helper()
	require.NoError(t, json.Unmarshal(referenceText, &all))
	return all
}

var opened = sync.OnceValues(func() (*Encoder, error) {
	return Open(filepath.Join("..", "..", "build", "models", File))
})

// open returns the real encoder, which `make encoder` puts into place.
func open(t testing.TB) *Encoder {
	t.Helper()
	if testing.Short() {
		t.Skip("it needs the encoder, of 91 MB")
	}
	e, err := opened()
	if os.IsNotExist(err) && os.Getenv("CI") == "" {
		t.Skip("the encoder's file is not there: run `make encoder`")
	}
	require.NoError(t, err)
	return e
}

func cosine(a, b []float32) (sum float32) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func TestVectorsAreThoseOfTheModel(t *testing.T) {
	e := open(t)
	require.Equal(t, "all-MiniLM-L6-v2", e.Name())
	for _, want := range references(t) {
		require.Equal(t, want.Pieces, e.pieces.cut(want.Text, maxTokens), want.Text)
		got, err := e.Encode(context.Background(), []string{want.Text})
		require.NoError(t, err)
		require.InDelta(t, 1, cosine(got[0], got[0]), 1e-4, "of unit length")
		t.Logf("%.5f %q", cosine(got[0], want.Vector), want.Text)
		require.Greater(t, cosine(got[0], want.Vector), float32(0.995), want.Text)
	}
}

func TestOtherWordsForTheSameAreNear(t *testing.T) {
	v, err := open(t).Encode(context.Background(), []string{"What did the laptop cost?", "The price of the notebook was 900 euros.", "The laptop is grey."})
	require.NoError(t, err)
	require.Greater(t, cosine(v[0], v[1]), cosine(v[0], v[2]))
}

func TestLongTextsAreCut(t *testing.T) {
	e := open(t)
	long := strings.Repeat("the tandem is blue and ", 100)
	ids := e.pieces.cut(long, maxTokens)
	require.Len(t, ids, maxTokens)
	require.Equal(t, e.pieces.last, ids[maxTokens-1])
	require.Equal(t, ids, e.pieces.cut(long+"red", maxTokens), "what stands behind does not count")
	v, err := e.Encode(context.Background(), []string{long, ""})
	require.NoError(t, err)
	require.InDelta(t, 1, cosine(v[0], v[0]), 1e-4)
	require.InDelta(t, 1, cosine(v[1], v[1]), 1e-4, "an empty text has a vector too")
}

func TestEncodingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := open(t).Encode(ctx, []string{"late"})
	require.ErrorIs(t, err, context.Canceled)
}

func TestDamagedFilesAreRefused(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), File))
	require.ErrorIs(t, err, os.ErrNotExist)
	open(t)
	whole, err := os.ReadFile(filepath.Join("..", "..", "build", "models", File))
	require.NoError(t, err)
	for _, n := range []int{0, 3, 20, 100, 300, 1000, 700_000, 1_000_000, 20_000_000, len(whole) - 1} {
		_, err := load(whole[:n])
		require.Error(t, err, n)
	}
	_, err = load(bytes.Replace(bytes.Clone(whole), []byte("bert.embedding_length\x04\x00\x00\x00\x80\x01"), []byte("bert.embedding_length\x04\x00\x00\x00\xff\xff"), 1))
	require.ErrorIs(t, err, errUnfit)
	_, err = load(bytes.Replace(bytes.Clone(whole), []byte("blk.5.ffn_up.weight"), []byte("blk.5.ffn_no.weight"), 1))
	require.ErrorContains(t, err, "blk.5.ffn_up.weight")
}

func BenchmarkEncode(b *testing.B) {
	e := open(b)
	for name, text := range map[string]string{"10": strings.Repeat("cost ", 8), "40": strings.Repeat("cost ", 38), "256": strings.Repeat("cost ", 300)} {
		b.Run(name+" tokens", func(b *testing.B) {
			for b.Loop() {
				e.encode(context.Background(), text)
			}
		})
	}
}
