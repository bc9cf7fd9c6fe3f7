//go:build unix

package config

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"burrow/internal/fault"

	"github.com/stretchr/testify/require"
)

func openAIKey(key string) Entry { return Entry{ID: "OPENAI_API_KEY", Base: openAIBase, Key: &key} }

// only requires that nothing is beside a file.
func only(t *testing.T, file string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside the file: %v", entries)
}

func TestFileIsItsOwnersAlone(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o644, 0o666, 0o700} {
		s, file := openSource(t, "MODEL_NAME=a\n")
		require.NoError(t, os.Chmod(file, mode))
		require.NoError(t, s.Save(openAIKey(canary)))
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		only(t, file)
	}
	t.Chdir(t.TempDir())
	s, err := Open(nil, "")
	require.NoError(t, err)
	require.NoError(t, s.Save(openAIKey(canary)))
	info, err := os.Stat(DefaultFile)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "a new file, too")
}

func TestOwnerStaysTheSame(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can have files of others")
	}
	s, file := openSource(t, "MODEL_NAME=a\n")
	require.NoError(t, os.Chown(file, 1234, 4321))
	require.NoError(t, s.Save(openAIKey(canary)))
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.EqualValues(t, 1234, info.Sys().(*syscall.Stat_t).Uid)
	require.EqualValues(t, 4321, info.Sys().(*syscall.Stat_t).Gid)
}

func TestLinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	target, between, link := filepath.Join(dir, "secrets", "keys"), filepath.Join(dir, "between"), filepath.Join(dir, ".env")
	require.NoError(t, os.Mkdir(filepath.Dir(target), 0o700))
	require.NoError(t, os.WriteFile(target, []byte("MODEL_NAME=a\n"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join("secrets", "keys"), between))
	require.NoError(t, os.Symlink(between, link))
	s, err := Open(nil, link)
	require.NoError(t, err)
	require.NoError(t, s.Save(openAIKey(canary)))
	require.Equal(t, "MODEL_NAME=a\nOPENAI_API_KEY="+canary+"\n", fileText(t, target))
	to, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, between, to)
	only(t, target)

	// A link to nowhere is not a place for a key.
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink("nowhere", DefaultFile))
	s, err = Open(nil, "")
	require.NoError(t, err)
	err = s.Save(openAIKey(canary))
	require.Equal(t, ".env is a link to a file that is not there.", fault.From(err).Message)
	require.NoFileExists(t, "nowhere")
}

func TestWhatIsNoFileIsNotWritten(t *testing.T) {
	for name, put := range map[string]func(file string) error{
		"pipe":      func(file string) error { return syscall.Mkfifo(file, 0o600) },
		"directory": func(file string) error { return os.Mkdir(file, 0o700) },
		"device":    func(file string) error { return os.Symlink("/dev/null", file) },
	} {
		s, file := openSource(t, "GOOGLE_API_KEY="+canary+"\n")
		require.NoError(t, os.Remove(file))
		require.NoError(t, put(file))
		before, err := os.Stat(file)
		require.NoError(t, err)
		err = s.Save(openAIKey("new"))
		require.ErrorIs(t, err, fault.Unavailable, name)
		require.Contains(t, fault.From(err).Message, "is not a file: settings are read from a plain file", name)
		after, err := os.Stat(file)
		require.NoError(t, err)
		require.True(t, os.SameFile(before, after), name)
		c, _, problem := s.Current()
		require.Error(t, problem)
		require.Equal(t, canary, c.Providers[0].Key.Reveal(), "the key from before counts")
		only(t, file)
	}
}

func TestReadOnlyFileStaysAsItIs(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	require.NoError(t, os.Chmod(file, 0o400))
	err := s.Save(openAIKey(canary))
	require.Equal(t, "The key is not saved: "+file+" is read-only.", fault.From(err).Message)
	require.Equal(t, "MODEL_NAME=a\n", fileText(t, file))
}

// For root no directory is read-only, but those of the kernel are.
func TestReadOnlyDirectoryIsSaid(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".env"), nil, 0o600))
	require.NoError(t, os.Chmod(dir, 0o500))
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	if os.Getuid() == 0 {
		dir = "/sys/kernel"
	}
	t.Chdir(dir)
	s, err := Open(nil, "")
	require.NoError(t, err)
	err = s.Save(openAIKey(canary))
	require.ErrorIs(t, err, fault.Unavailable)
	require.Equal(t, "The key is not saved: Burrow may not write "+filepath.Join(dir, ".env")+".", fault.From(err).Message)
	c, _, _ := s.Current()
	require.Empty(t, c.Providers)
}

func TestDiskThatFailsLeavesTheOldFileWhole(t *testing.T) {
	const text = "# as it was\nGOOGLE_API_KEY=" + canary + "\n"
	for _, tt := range []struct {
		name  string
		write func(f *os.File, text string) error
		want  string
	}{
		{"full at once", func(*os.File, string) error { return syscall.ENOSPC }, "The key is not saved: the disk is full."},
		{"full half-way", func(f *os.File, text string) error {
			io.WriteString(f, text[:len(text)/2])
			return &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
		}, "The key is not saved: the disk is full."},
		{"no more of the quota", func(*os.File, string) error { return syscall.EDQUOT }, "The key is not saved: the disk is full."},
		{"broken", func(*os.File, string) error { return syscall.EIO }, "The key is not saved: FILE cannot be written."},
		{"read-only", func(*os.File, string) error { return syscall.EROFS }, "The key is not saved: Burrow may not write FILE."},
		{"closed too early", func(f *os.File, text string) error {
			io.WriteString(f, text)
			return f.Close() // closing it again fails
		}, "The key is not saved: FILE cannot be written."},
	} {
		s, file := openSource(t, text)
		s.write = tt.write
		err := s.Save(openAIKey("new"))
		require.Equal(t, strings.ReplaceAll(tt.want, "FILE", file), fault.From(err).Message, tt.name)
		require.NotContains(t, err.Error(), "CANARY")
		require.Equal(t, text, fileText(t, file), tt.name)
		only(t, file)
		c, _, problem := s.Current()
		require.NoError(t, problem)
		require.Len(t, c.Providers, 1, tt.name)
	}
}

// An editor saves the file while it is being replaced: what it wrote is not lost.
func TestChangeOfAnotherWriterIsKept(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	times := 0
	s.write = func(f *os.File, text string) error {
		if times++; times < 3 {
			require.NoError(t, os.WriteFile(file, []byte(fmt.Sprintf("MODEL_NAME=b%d\n", times)), 0o600))
		}
		return writeWhole(f, text)
	}
	require.NoError(t, s.Save(openAIKey(canary)))
	require.Equal(t, "MODEL_NAME=b2\nOPENAI_API_KEY="+canary+"\n", fileText(t, file))
	require.Equal(t, 3, times)

	s.write = func(f *os.File, text string) error {
		times++
		require.NoError(t, os.WriteFile(file, []byte(fmt.Sprintf("MODEL_NAME=c%d\n", times)), 0o600))
		return writeWhole(f, text)
	}
	err := s.Save(openAIKey(canary))
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, "The key is not saved: another program is changing "+file+". Try again.", fault.From(err).Message)
	require.Equal(t, "MODEL_NAME=c6\n", fileText(t, file))
	only(t, file)
}

// Two programs with a page each, and many writes at once: all of them are there.
func TestWritersWaitForEachOther(t *testing.T) {
	one, file := openSource(t, "# all\n")
	two, err := Open(nil, file)
	require.NoError(t, err)
	var wait sync.WaitGroup
	for i := range maxServers {
		s := []*Source{one, two}[i%2]
		wait.Go(func() { require.NoError(t, s.Save(Entry{Base: fmt.Sprintf("http://localhost:%d/v1", 8000+i)})) })
	}
	wait.Go(func() { require.NoError(t, one.Save(openAIKey(canary))) })
	wait.Go(func() {
		require.NoError(t, two.Save(Entry{ID: "GOOGLE_API_KEY", Base: googleBase, Key: new(canary)}))
	})
	wait.Wait()
	for _, s := range []*Source{one, two} {
		c, _, problem := s.Current()
		require.NoError(t, problem)
		require.Len(t, c.Providers, maxServers+2)
	}
	only(t, file)
}

func TestLockOfAnotherProgramIsSaid(t *testing.T) {
	s, file := openSource(t, "MODEL_NAME=a\n")
	release, err := lockDir(filepath.Dir(file))
	require.NoError(t, err)
	err = s.Save(openAIKey(canary))
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, "MODEL_NAME=a\n", fileText(t, file))
	release()
	require.NoError(t, s.Save(openAIKey(canary)))
}

// killedFile is the file that a program of the test below writes until it is killed,
// after as many bytes as the number behind the colon says.
const killedFile = "BURROW_TEST_KILLED_FILE"

// A program is killed while it writes. The file is the one from before, and what was
// left beside it, with a key in it, is gone after the next write.
func TestFileIsWholeWhenTheProgramIsKilled(t *testing.T) {
	if file := os.Getenv(killedFile); file != "" {
		writeUntilKilled(file)
	}
	const head = "# keep me\nGOOGLE_API_KEY=" + canary + "\n"
	program, err := os.Executable()
	require.NoError(t, err)
	for _, bytes := range []string{"0", "1", "60", "all"} {
		file := envFile(t, head)
		child := exec.Command(program, "-test.run=^TestFileIsWholeWhenTheProgramIsKilled$")
		child.Env = append(os.Environ(), killedFile+"="+file+":"+bytes)
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		_, err = child.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan())
		require.Equal(t, "writing", lines.Text())
		require.NoError(t, child.Process.Kill())
		child.Wait()
		require.Equal(t, head, fileText(t, file), bytes)
		left, err := filepath.Glob(file + leftover)
		require.NoError(t, err)
		require.Len(t, left, 1, "it was killed while it wrote")
		info, err := os.Stat(left[0])
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

		s, err := Open(nil, file)
		require.NoError(t, err)
		require.NoError(t, s.Save(openAIKey(canary)))
		require.Equal(t, head+"OPENAI_API_KEY="+canary+"\n", fileText(t, file))
		only(t, file)
	}
}

// writeUntilKilled says when it has written a part of a key, and goes no further.
func writeUntilKilled(file string) {
	file, bytes, _ := strings.Cut(file, ":")
	s, err := Open(nil, file)
	if err != nil {
		panic(err)
	}
	s.write = func(f *os.File, text string) error {
		if n, err := strconv.Atoi(bytes); err == nil {
			text = text[:n]
		}
		if err := writeWhole(f, text); err != nil {
			return err
		}
		fmt.Println("writing")
		io.Copy(io.Discard, os.Stdin) // which has no end
		return nil
	}
	panic(s.Save(openAIKey(canary)))
}
