package tokens_test

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// reference is what OpenAI's own library gave; tools/reference made it. It is
// beside tiktoken-go because that library is of an older Unicode and does not
// fold the long s.
type reference struct {
	Texts []struct {
		Text   string
		Cl100k []uint32 `json:"cl100k_base"`
		O200k  []uint32 `json:"o200k_base"`
	}
	Runs map[tokens.Name][]struct { // 2^20 times the same text
		Run    string
		Count  int
		Digest uint32
	}
	Scalars map[tokens.Name][]uint32 // digests, a block of 4,096 scalars each
}

// digest is the CRC-32 of ids, four bytes each.
func digest(ids []uint32) uint32 {
	bytes := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		bytes = binary.LittleEndian.AppendUint32(bytes, id)
	}
	return crc32.ChecksumIEEE(bytes)
}

func readReference(t *testing.T) reference {
	t.Helper()
	data, err := files.ReadFile("testdata/reference.json")
	require.NoError(t, err)
	var r reference
	require.NoError(t, json.Unmarshal(data, &r))
	return r
}

func TestTextsEqualReference(t *testing.T) {
	r := readReference(t)
	require.NotEmpty(t, r.Texts)
	for _, c := range r.Texts {
		require.Equal(t, c.Cl100k, append([]uint32{}, embedded(t, tokens.Cl100k).Encode(nil, c.Text)...), "cl100k_base %q", c.Text)
		require.Equal(t, c.O200k, append([]uint32{}, embedded(t, tokens.O200k).Encode(nil, c.Text)...), "o200k_base %q", c.Text)
	}
}

func TestMegabyteRunsEqualReference(t *testing.T) {
	r := readReference(t)
	for _, name := range tokens.Names() {
		e := embedded(t, name)
		require.NotEmpty(t, r.Runs[name])
		for i, run := range r.Runs[name] {
			if testing.Short() && i%4 != 0 {
				continue
			}
			text := strings.Repeat(run.Run, 1<<20)
			require.Equal(t, run.Count, e.Count(text), "%s, run of %q", name, run.Run)
			require.Equal(t, run.Digest, digest(e.Encode(nil, text)), "%s, run of %q", name, run.Run)
		}
	}
}

// Every scalar there is; a short run, as in a browser, takes five blocks of those
// that are assigned.
func TestScalarsEqualReference(t *testing.T) {
	r := readReference(t)
	for _, name := range tokens.Names() {
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			e := embedded(t, name)
			require.Len(t, r.Scalars[name], (utf8.MaxRune+1)/4096)
			for i, want := range r.Scalars[name] {
				unassigned := i >= 0x40 && i != 0xe0 && i != 0x10f
				if !exhaustive && testing.Short() && (unassigned || i%16 != 0) {
					continue
				}
				text := scalarContexts(rune(i*4096), rune(i*4096+4096), func(rune) bool { return true })
				require.Equal(t, want, digest(e.Encode(nil, text)), "scalars from U+%04X", i*4096)
			}
		})
	}
}

// scalarContexts writes each scalar of a range into several contexts, apart by
// pieces that no context reaches over.
func scalarContexts(from, to rune, wanted func(rune) bool) string {
	var b strings.Builder
	for scalar := from; scalar < to; scalar++ {
		if !utf8.ValidRune(scalar) || !wanted(scalar) {
			continue
		}
		c := string(scalar)
		for _, context := range []string{
			c,
			"a" + c + "b",
			" " + c,
			c + "'s" + c + c,
			"A" + c + "B1" + c + "2." + c + "\n" + c + " ",
			"  " + c + "  " + c + "\n\n",
		} {
			b.WriteString(context)
			b.WriteString("\n;;x")
		}
	}
	return b.String()
}
