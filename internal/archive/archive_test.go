package archive

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var limits = Limits{Entries: 100, Unpacked: 1 << 20}

// pack makes a ZIP file: names and contents by turns.
func pack(t testing.TB, method uint16, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	for i := 0; i < len(entries); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: entries[i], Method: method})
		require.NoError(t, err)
		_, err = io.WriteString(f, entries[i+1])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// unpack is what a file's entries hold, or the first error.
func unpack(file []byte, l Limits) (all []string, err error) {
	a, err := Open(bytes.NewReader(file), int64(len(file)), l)
	if err != nil {
		return nil, err
	}
	for _, e := range a.Entries {
		r, err := a.Open(e)
		if err != nil {
			return all, err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return all, err
		}
		all = append(all, e.Name, string(text))
	}
	return all, nil
}

func TestEntriesAreReadAsTheyWerePacked(t *testing.T) {
	want := []string{"a.txt", "one", "b/c.xml", strings.Repeat("two ", 1000), "b/", "", "a.txt", "again", "d\ufffd", "x"}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		file := pack(t, method, append(want[:8:8], "d\xff", "x")...)
		got, err := unpack(file, limits)
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = Open(bytes.NewReader(file), int64(len(file)), Limits{Entries: 4})
		require.ErrorIs(t, err, ErrEntries)
	}
}

func TestTheBudgetIsThatOfTheArchive(t *testing.T) {
	file := pack(t, zip.Deflate, "a", strings.Repeat("a", 600), "b", strings.Repeat("b", 600))
	got, err := unpack(file, Limits{Entries: 2, Unpacked: 1200})
	require.NoError(t, err)
	require.Len(t, got, 4)
	got, err = unpack(file, Limits{Entries: 2, Unpacked: 1199})
	require.ErrorIs(t, err, ErrUnpacked)
	require.Len(t, got, 2)
	_, err = unpack(file, Limits{Entries: 1, Unpacked: 1200})
	require.ErrorIs(t, err, ErrEntries)
}

// patched returns a copy of a file with bytes written over it.
func patched(file []byte, at int, with ...byte) []byte {
	out := bytes.Clone(file)
	copy(out[at:], with)
	return out
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	good := pack(t, zip.Deflate, "a.txt", strings.Repeat("some text ", 50))
	central, end := bytes.LastIndex(good, []byte("PK\x01\x02")), bytes.LastIndex(good, []byte("PK\x05\x06"))
	for name, of := range map[string]struct {
		file []byte
		want error
	}{
		"encrypted":         {patched(good, central+8, 1), ErrEncrypted},
		"another method":    {patched(good, central+10, 14), ErrMethod},
		"cut off":           {good[:len(good)-30], ErrDamaged},
		"only a beginning":  {good[:4], ErrDamaged},
		"nothing":           {nil, ErrDamaged},
		"several volumes":   {patched(good, end+4, 3), ErrParts},
		"no directory":      {patched(good, central, 'X'), ErrDamaged},
		"directory outside": {patched(good, end+16, 0xff, 0xff, 0xff, 0x7f), ErrDamaged},
		"directory large":   {patched(good, end+12, 0xff, 0xff, 0xff, 0x7f), ErrDamaged},
		"entries many":      {patched(good, end+10, 0xfe, 0xff), ErrDamaged},
		"zip64 missing":     {patched(good, end+10, 0xff, 0xff), ErrDamaged},
		"entry outside":     {patched(good, central+42, 0xff, 0xff, 0xff, 0x7f), ErrDamaged},
		"entry long":        {patched(good, central+20, 0xff, 0xff, 0xff, 0x7f), ErrDamaged},
		"size of a lie":     {patched(good, central+24, 1), io.ErrUnexpectedEOF},
		"another sum":       {patched(good, central+16, 1, 2, 3), io.ErrUnexpectedEOF},
		"packed badly":      {patched(good, localSize+5, 0xff, 0xff, 0xff), io.ErrUnexpectedEOF},
	} {
		_, err := unpack(of.file, limits)
		require.ErrorIs(t, err, of.want, name)
	}
}

// wide makes the fields of a ZIP file 64 bits wide, as they are in large ones.
func wide(t *testing.T, file []byte) []byte {
	t.Helper()
	le := binary.LittleEndian
	end := bytes.LastIndex(file, []byte("PK\x05\x06"))
	at, length := int(le.Uint32(file[end+16:])), int(le.Uint32(file[end+12:]))
	header := bytes.Clone(file[at : at+length])
	name := int(le.Uint16(header[28:]))
	extra := le.AppendUint16(nil, 1)
	extra = le.AppendUint16(extra, 24)
	for _, field := range []int{24, 20, 42} {
		extra = le.AppendUint64(extra, uint64(le.Uint32(header[field:])))
		le.PutUint32(header[field:], 0xffffffff)
	}
	le.PutUint16(header[30:], uint16(len(extra)))
	header = append(append(append([]byte{}, header[:46+name]...), extra...), header[46+name:]...)
	out := append(bytes.Clone(file[:at]), header...)
	record := len(out)
	out = append(out, "PK\x06\x06"...)
	out = le.AppendUint64(out, 44)
	out = append(out, make([]byte, 12)...)
	for _, value := range []int{1, 1, len(header), at} {
		out = le.AppendUint64(out, uint64(value))
	}
	out = append(append(out, "PK\x06\x07"...), 0, 0, 0, 0)
	out = le.AppendUint64(out, uint64(record))
	out = append(append(out, 1, 0, 0, 0), "PK\x05\x06\x00\x00\x00\x00"...)
	return append(out, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0)
}

func TestLargeArchivesHaveWideFields(t *testing.T) {
	file := wide(t, pack(t, zip.Store, "a.txt", "text"))
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.Len(t, r.File, 1)
	got, err := unpack(file, limits)
	require.NoError(t, err)
	require.Equal(t, []string{"a.txt", "text"}, got)
}

// TestDamagedArchivesGiveNothingElse: contents that come without an error are what was
// packed.
func TestDamagedArchivesGiveNothingElse(t *testing.T) {
	whole := pack(t, zip.Deflate, "a.txt", strings.Repeat("some text ", 50), "b.txt", "x")
	packed, err := unpack(whole, limits)
	require.NoError(t, err)
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 5))
		file := bytes.Clone(whole)
		for range 1 + r.IntN(3) {
			file[r.IntN(len(file))] = byte(r.Uint32())
		}
		if r.IntN(10) == 0 {
			file = file[:r.IntN(len(file))]
		}
		got, _ := unpack(file, limits)
		for i := 1; i < len(got); i += 2 {
			require.Contains(t, []string{packed[1], packed[3]}, got[i], "seed %d", seed)
		}
	}
}

// FuzzArchive: any file ends with its entries or an error, within the limits.
//
//	go test ./internal/archive -run '^$' -fuzz FuzzArchive
func FuzzArchive(f *testing.F) {
	f.Add(pack(f, zip.Deflate, "a.txt", "some text", "b/", ""))
	f.Add(pack(f, zip.Store, "a.txt", "some text"))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := unpack(file, limits)
		length := 0
		for i := 1; i < len(all); i += 2 {
			length += len(all[i])
		}
		require.LessOrEqual(t, int64(length), limits.Unpacked)
		for _, known := range []error{nil, ErrDamaged, ErrParts, ErrEntries, ErrEncrypted, ErrMethod, ErrUnpacked, io.ErrUnexpectedEOF} {
			if errors.Is(err, known) {
				return
			}
		}
		t.Fatal(err)
	})
}
