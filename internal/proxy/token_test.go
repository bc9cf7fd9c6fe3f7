package proxy

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTokenIsMadeOnceAndKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "folder", "token")
	// Programs that start at once agree on one.
	var mu sync.Mutex
	seen := make(map[string]bool)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			token, err := OpenToken(file)
			if err != nil {
				t.Error(err)
				return
			}
			text, err := token.Reveal()
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			seen[text] = true
		})
	}
	wait.Wait()
	require.Len(t, seen, 1)
	for text := range seen {
		require.Len(t, text, 43, "256 bits")
	}
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	info, err = os.Stat(filepath.Dir(file))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	require.NoError(t, err)
	require.Equal(t, []string{file}, left, "nothing is left beside it")
}

func TestTokenHasAPlaceOfItsOwn(t *testing.T) {
	t.Setenv("HOME", "/home/a")
	t.Setenv("XDG_CONFIG_HOME", "/home/a/settings")
	file, err := DefaultTokenFile()
	require.NoError(t, err)
	require.Equal(t, "token", filepath.Base(file))
	require.Equal(t, "burrow", filepath.Base(filepath.Dir(file)))
	if runtime.GOOS == "linux" {
		t.Setenv("XDG_CONFIG_HOME", "")
		t.Setenv("HOME", "")
		_, err = DefaultTokenFile()
		require.ErrorContains(t, err, "name a file with --token-file")
	}
}

func TestTokenFilesThatCannotBeTrustedAreRefused(t *testing.T) {
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"world":  {testToken, 0o644, "can be read by others: run `burrow token --rotate`"},
		"group":  {testToken, 0o640, "can be read by others"},
		"writer": {testToken, 0o602, "can be read by others"},
		"empty":  {"", 0o600, "holds no token"},
		"short":  {testToken[:42], 0o600, "holds no token"},
		"odd":    {strings.Repeat("!", 43), 0o600, "holds no token"},
		"two":    {testToken + "\n" + testToken, 0o600, "holds no token"},
		"long":   {strings.Repeat("a", 2000), 0o600, ""},
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(tt.text), 0o600))
		require.NoError(t, os.Chmod(file, tt.mode))
		_, err := OpenToken(file)
		if tt.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorContains(t, err, tt.want, name)
		require.NotContains(t, err.Error(), testToken[:20])
		// Rotating mends all of them.
		require.NoError(t, RotateToken(file))
		_, err = OpenToken(file)
		require.NoError(t, err, name)
	}
	_, err := OpenToken(dir)
	require.ErrorContains(t, err, "is not a file")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plain"), nil, 0o600))
	_, err = OpenToken(filepath.Join(dir, "plain", "token"))
	require.Error(t, err)
	// What cannot be replaced is said, and stays.
	require.ErrorContains(t, RotateToken(filepath.Join(dir, "plain", "folder", "token")), "save the token")
	require.ErrorContains(t, RotateToken(dir), "save the token")
	require.DirExists(t, dir)
	if runtime.GOOS == "linux" {
		require.ErrorContains(t, RotateToken("/proc/token"), "save the token", "nobody can write there")
	}
}

func TestRunningServerFollowsItsTokenFile(t *testing.T) {
	token := testTokenFile(t)
	addr, _ := startProxy(t, Options{Token: token})
	status := func(text string) int {
		response, _ := get(t, addr, "/v1/models", "Authorization: Bearer "+text)
		return response.StatusCode
	}
	require.Equal(t, 200, status(testToken))
	require.NoError(t, RotateToken(token.File()))
	require.Equal(t, 401, status(testToken), "the old one is of no use at once")
	other, err := OpenToken(token.File())
	require.NoError(t, err)
	fresh, err := other.Reveal()
	require.NoError(t, err)
	require.Equal(t, 200, status(fresh))

	require.NoError(t, os.Chmod(token.File(), 0o644))
	require.Equal(t, 401, status(fresh), "others can read it")
	require.NoError(t, os.Chmod(token.File(), 0o600))
	require.Equal(t, 200, status(fresh))
	require.NoError(t, os.Remove(token.File()))
	require.Equal(t, 401, status(fresh), "without a file nothing opens")
}

func TestWrongTokensAreLimitedAndTheRightOneIsNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{token: testTokenFile(t)}
		ask := func(token string) int {
			r, err := http.NewRequest("GET", "/v1/models", nil)
			require.NoError(t, err)
			if token != "" {
				r.Header.Set("Authorization", "Bearer "+token)
			}
			f, ok := g.checkToken(&discarded{http.Header{}}, r)
			if ok {
				return 200
			}
			return f.status
		}
		for _, guesses := range []int{100_000, 1000, 1000} {
			counts := make(map[int]int)
			for i := range guesses {
				counts[ask(fmt.Sprint("guess", i))]++
				if i%1000 == 0 {
					require.Equal(t, 200, ask(testToken))
				}
			}
			require.Equal(t, map[int]int{401: 20, 429: guesses - 20}, counts)
			require.Equal(t, 401, ask(""), "who has none guesses nothing")
			time.Sleep(time.Minute)
		}
		for i := range maxWrongTokens {
			require.Equal(t, 401, ask(fmt.Sprint("guess", i)))
		}
		require.Equal(t, 401, ask(fmt.Sprint("guess", maxWrongTokens-1)), "the last one again is none too many")
		require.Equal(t, 429, ask("one more"))
		require.Equal(t, 429, ask("one more"))
		time.Sleep(time.Minute)
		for range 1000 {
			require.Equal(t, 401, ask("an old token"), "asking again is no guess")
			require.Equal(t, 200, ask(testToken))
		}
	})
}

type discarded struct{ header http.Header }

func (d *discarded) Header() http.Header         { return d.header }
func (d *discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d *discarded) WriteHeader(int)             {}

func TestLimitedClientsAreToldWhenToComeBack(t *testing.T) {
	addr := startPage(t)
	for i := range maxWrongTokens + 1 {
		response, body := get(t, addr, "/v1/models", fmt.Sprint("Authorization: Bearer wrong", i))
		if i < maxWrongTokens {
			require.Equal(t, 401, response.StatusCode)
			require.Equal(t, "Bearer", response.Header.Get("WWW-Authenticate"))
			require.JSONEq(t, `{"error":{"message":"The token is missing or wrong: open the address that `+"`burrow token`"+` prints.","type":"burrow_error","code":"unauthorized"}}`, body)
			continue
		}
		require.Equal(t, 429, response.StatusCode)
		require.Equal(t, "60", response.Header.Get("Retry-After"))
	}
	response, _ := get(t, addr, "/v1/models", "Authorization: Bearer "+strings.Repeat("x", 1<<20))
	require.Equal(t, 431, response.StatusCode)
}

// The time that a comparison takes must not say how much of a guess is right: digests of
// both are compared. The benchmark measures it.
func TestComparisonIsOfDigests(t *testing.T) {
	source, err := os.ReadFile("token.go")
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(source), "func (t *Token) opens(")
	require.True(t, ok)
	body, _, _ = strings.Cut(body, "\n}")
	require.Contains(t, body, "wanted, got := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(given))")
	require.Contains(t, body, "subtle.ConstantTimeCompare(wanted[:], got[:])")
	require.NotContains(t, body, "text ==")
}

// The five must take the same time.
//
//	go test -run '^$' -bench Comparison ./internal/proxy
func BenchmarkComparison(b *testing.B) {
	token := testTokenFile(b)
	for name, guess := range map[string]string{"empty": "", "one letter": "x", "the last wrong": testToken[:42] + "x", "the first wrong": "x" + testToken[1:], "right": testToken} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				token.opens(guess)
			}
		})
	}
}

func TestNoTwoTokensAreTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	seen := make(map[string]bool)
	for range 16 {
		require.NoError(t, RotateToken(file))
		token, err := OpenToken(file)
		require.NoError(t, err)
		text, err := token.Reveal()
		require.NoError(t, err)
		require.False(t, seen[text], "a token that was there before")
		seen[text] = true
	}
}
