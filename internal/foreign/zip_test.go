package foreign_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/foreign"
)

// pack makes a ZIP file: names and contents by turns.
func pack(t testing.TB, method uint16, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: entries[i], Method: method})
		require.NoError(t, err)
		_, err = io.WriteString(f, entries[i+1])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func fixture(t testing.TB, name string) string {
	t.Helper()
	text, err := fixtures.ReadFile("testdata/" + name + ".json")
	require.NoError(t, err)
	return string(text)
}

func TestArchivesAreReadAsTheServicesSendThem(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		chatGPT := pack(t, method, "chat.html", "<html>", "conversations.json", fixture(t, "chatgpt"), "user.json", `{"id":"u"}`, "message_feedback.json", "[]",
			"shared_conversations.json", `[{"id":"s","conversation_id":"x"}]`, "file-AbCd1234-fox.jpg", "\xff\xd8", "dalle-generations/", "", "dalle-generations/x.webp", "RIFF", "__MACOSX/._conversations.json", "\x00\x05")
		claude := pack(t, method, "users.json", `[{"uuid":"u"}]`, "projects.json", `[{"uuid":"p","docs":[]}]`, "conversations.json", fixture(t, "claude"))
		for name, file := range map[string][]byte{"chatgpt": chatGPT, "claude": claude} {
			packed, plain := open(t), open(t)
			report, err := bring(t, packed, string(file), clock)
			require.NoError(t, err, name)
			unpacked, err := bring(t, plain, fixture(t, name), clock)
			require.NoError(t, err)
			require.Equal(t, told(t, plain), told(t, packed))
			require.Equal(t, unpacked.Refused, report.Refused)
			if name == "chatgpt" {
				require.Contains(t, report.Problems, "2 other files in the ZIP file were left out.")
			}
			requireImportedOnce(t, packed, string(file))
		}
	}
}

func TestAnArchiveMayHaveSeveralDocuments(t *testing.T) {
	in := func(id string) string {
		return `[{"uuid":"` + id + `","chat_messages":[{"uuid":"1","sender":"human","text":"` + id + `"}]}]`
	}
	s := open(t)
	report, err := bring(t, s, string(pack(t, zip.Deflate, "export/conversations-10.json", in("ten"), "export/conversations-2.json", in("two"), "settings.json", `{"a":1}`)), clock)
	require.NoError(t, err)
	require.Equal(t, 2, report.Sessions)
	require.Empty(t, report.Problems)
	// Without the usual name, whatever is JSON is looked at.
	s = open(t)
	lines := `{"session":"a","role":"user","content":"ours"}` + "\n"
	report, err = bring(t, s, string(pack(t, zip.Deflate, "a/chat.json", fixture(t, "librechat-list"), "b/own.jsonl", lines, "c/settings.json", `{"a":1}`, "d/notes.json", "not JSON", "e/readme.txt", "hi")), clock)
	require.NoError(t, err)
	require.Equal(t, 2, report.Sessions)
	require.Equal(t, 3, report.Messages)
	require.Equal(t, []string{
		"1 other file in the ZIP file was left out.",
		"The file notes.json was left out: it has no chats that Burrow can read.",
		"Chat 2 was left out. Burrow doesn’t know its format.",
	}, report.Problems)
}

// patched returns a copy of a file with bytes written over it.
func patched(file []byte, at int, with ...byte) []byte {
	out := bytes.Clone(file)
	copy(out[at:], with)
	return out
}

func TestHostileArchivesGetOneSentence(t *testing.T) {
	const damaged = "This ZIP file is damaged or cut off. Download it again."
	good := pack(t, zip.Deflate, "conversations.json", fixture(t, "claude"))
	central := bytes.LastIndex(good, []byte("PK\x01\x02"))
	end := bytes.LastIndex(good, []byte("PK\x05\x06"))
	encrypted := patched(patched(good, central+8, 1), 6, 1)
	for name, of := range map[string]struct {
		file []byte
		want string
	}{
		"encrypted":         {encrypted, "This ZIP file is encrypted."},
		"another method":    {patched(good, central+10, 14), "packed in a way that Burrow can’t read"},
		"cut off":           {good[:len(good)-30], damaged},
		"only a beginning":  {good[:4], damaged},
		"several volumes":   {patched(good, end+4, 3), "This ZIP file is one of several parts."},
		"no directory":      {patched(good, central, 'X'), damaged},
		"directory outside": {patched(good, end+16, 0xff, 0xff, 0xff, 0x7f), damaged},
		"directory large":   {patched(good, end+12, 0xff, 0xff, 0xff, 0x7f), damaged},
		"entries many":      {patched(good, end+10, 0xfe, 0xff), damaged},
		"zip64 missing":     {patched(good, end+10, 0xff, 0xff), damaged},
		"entry outside":     {patched(good, central+42, 0xff, 0xff, 0xff, 0x7f), damaged},
		"entry long":        {patched(good, central+20, 0xff, 0xff, 0xff, 0x7f), damaged},
		"nothing in it":     {pack(t, zip.Deflate), unknown},
		"pictures":          {pack(t, zip.Deflate, "a.png", "x"), unknown},
		"other JSON":        {pack(t, zip.Deflate, "package.json", `{"name":"x"}`), unknown},
		"an archive in it":  {pack(t, zip.Deflate, "inner.zip", string(good)), unknown},
	} {
		s := open(t)
		report, err := bring(t, s, string(of.file), clock)
		require.Error(t, err, name)
		require.ErrorContains(t, err, of.want, name)
		requirePlain(t, err)
		require.Zero(t, report.Sessions, name)
	}
	// The sum does not fit: what came before is there, and the damage is named.
	report, err := bring(t, open(t), string(patched(good, central+16, 1, 2, 3, 4)), clock)
	require.NoError(t, err)
	require.Equal(t, 1, report.Sessions)
	require.Equal(t, 1, report.Refused)
	// Names are names: nothing is written anywhere.
	for _, name := range []string{"../../conversations.json", "/etc/conversations.json", `C:\x\conversations.json`, "con\x00versations.json", strings.Repeat("a/", 3000) + "conversations.json"} {
		report, err := bring(t, open(t), string(pack(t, zip.Deflate, name, fixture(t, "claude"))), clock)
		require.NoError(t, err)
		require.Equal(t, 1, report.Sessions)
	}
}

// zeros reads as many zeros as asked for.
type zeros struct{ left int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	z.left -= n
	return int(n), nil
}

func TestArchivesThatGrowWithoutEndAreStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks a gigabyte")
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	f, err := w.Create("conversations.json")
	require.NoError(t, err)
	_, err = io.WriteString(f, `[{"uuid":"a","chat_messages":[{"uuid":"1","sender":"human","text":"before"}]},`)
	require.NoError(t, err)
	_, err = io.Copy(f, &zeros{1<<30 + 1})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.Less(t, b.Len(), 16<<20)
	report, err := bring(t, open(t), b.String(), clock)
	require.NoError(t, err)
	require.Equal(t, 1, report.Sessions)
	require.Equal(t, []string{"From chat 2 on, the file was left out: unpacked it has more than 1024 MiB."}, report.Problems)
}

// readsAs is how the standard library's reader takes a file: what can be read of its
// documents, or false.
func readsAs(file []byte) (string, bool) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", false
	}
	out := ""
	for _, f := range r.File {
		if !strings.HasSuffix(strings.ToLower(f.Name), ".json") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return "", false
		}
		text, err := io.ReadAll(io.LimitReader(in, 1<<20))
		if err != nil {
			return "", false
		}
		out += f.Name + ":" + string(text)
	}
	return out, true
}

// TestDamagedArchivesAreRefusedOrReadAlike: what the standard library still reads is
// read, and what is read without a word is what was packed.
func TestDamagedArchivesAreRefusedOrReadAlike(t *testing.T) {
	whole := pack(t, zip.Deflate, "conversations.json", fixture(t, "claude"), "x.png", "x")
	original, ok := readsAs(whole)
	require.True(t, ok)
	packed, _, err := parts(whole)
	require.NoError(t, err)
	for seed := range uint64(sample(3000)) {
		r := rand.New(rand.NewPCG(seed, 5))
		file := bytes.Clone(whole)
		for range 1 + r.IntN(3) {
			file[r.IntN(len(file))] = byte(r.Uint32())
		}
		if r.IntN(10) == 0 {
			file = file[:r.IntN(len(file))]
		}
		all, report, err := parts(file)
		if err != nil {
			requirePlain(t, err)
			continue
		}
		text, same := readsAs(file)
		if same && text == original {
			require.Len(t, all, 1, fmt.Sprint("seed ", seed))
		}
		if len(all) > 0 && report.Refused == 0 {
			require.Equal(t, packed, all, "seed %d", seed)
		}
	}
	_, err = foreign.Open(strings.NewReader("PK"), 2)
	require.ErrorIs(t, err, fault.Invalid)
}
