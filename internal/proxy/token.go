package proxy

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"burrow/internal/config"
	"burrow/internal/say"
)

const (
	// tokenBytes of randomness are 43 characters of base64url.
	tokenBytes = 32
	// maxTokenFile is how much of the file is read; no token takes as much.
	maxTokenFile = 1024
)

// Token is what opens a server, kept in a file that only its owner can read. The
// file is read for every request, which takes some microseconds: when the token is
// rotated the old one is refused from then on.
type Token struct{ file string }

// DefaultTokenFile is where the token is kept unless the user says otherwise.
func DefaultTokenFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("%s: %w", say.T("there is nowhere to keep the token: name a file with --token-file"), err)
	}
	return filepath.Join(dir, "burrow", "token"), nil
}

// OpenToken reads the token in a file, and creates one if there is none. A file that
// others can read is refused.
func OpenToken(file string) (*Token, error) {
	t := &Token{file}
	_, err := t.Reveal()
	if errors.Is(err, fs.ErrNotExist) {
		// Two programs that start at once must not end with a token each.
		if err = writeToken(file, linkOrRename); err == nil || errors.Is(err, fs.ErrExist) {
			_, err = t.Reveal()
		}
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// RotateToken replaces the token in the file, whatever is wrong with it, and creates
// the file if there is none.
func RotateToken(file string) error { return writeToken(file, os.Rename) }

// File is where the token is kept.
func (t *Token) File() string { return t.file }

// Reveal reads the token.
func (t *Token) Reveal() (string, error) {
	f, info, err := config.OpenFile(t.file)
	if errors.Is(err, config.ErrNotFile) {
		return "", say.Error("{file} is not a file: name another one with --token-file", "file", t.file)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", say.T("read the token"), err)
	}
	defer f.Close()
	// Windows keeps permissions elsewhere.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", say.Error("the token in {file} can be read by others: run `burrow token --rotate` to replace it", "file", t.file)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile))
	if err != nil {
		return "", fmt.Errorf("%s: %w", say.T("read the token"), err)
	}
	token := strings.TrimSpace(string(text))
	// The decoder would skip line ends.
	if bytes, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(bytes) < tokenBytes || strings.ContainsAny(token, "\r\n") {
		return "", say.Error("{file} holds no token: run `burrow token --rotate` to put one there", "file", t.file)
	}
	return token, nil
}

// opens reports whether the given text is the token. If the file cannot be read any
// more, nothing is. It compares digests, so that the time it takes shows neither
// length nor content.
func (t *Token) opens(given string) bool {
	text, err := t.Reveal()
	wanted, got := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(given))
	return err == nil && subtle.ConstantTimeCompare(wanted[:], got[:]) == 1
}

// writeToken writes a new token beside the file and moves it there with place, so
// that nobody ever reads half a token.
func writeToken(file string, place func(from, to string) error) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("%s: %w", say.T("save the token"), err)
	}
	f, err := os.CreateTemp(dir, ".token-*") // mode 0600
	if err != nil {
		return fmt.Errorf("%s: %w", say.T("save the token"), err)
	}
	defer os.Remove(f.Name())
	random := make([]byte, tokenBytes)
	rand.Read(random) // never fails
	_, err = f.WriteString(base64.RawURLEncoding.EncodeToString(random) + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", say.T("save the token"), err)
	}
	if err := place(f.Name(), file); err != nil {
		return fmt.Errorf("%s: %w", say.T("save the token"), err)
	}
	return nil
}

// linkOrRename moves a file to where there is none. Some file systems have no links.
func linkOrRename(from, to string) error {
	err := os.Link(from, to)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(from, to)
	}
	return err
}

// checkToken requires the token. Only wrong ones count, and repeats of one count
// once: a page without a token, or with an old one, is not guessing. A right one is
// never held up by the guesses of others.
func (g *gate) checkToken(w http.ResponseWriter, r *http.Request) (refusal, bool) {
	given, ok := bearer(r.Header)
	if ok && g.token.opens(given) {
		return refusal{}, true
	}
	if len(r.Header.Values("Authorization")) > 0 && g.limiter.exceeded(given, time.Now()) {
		w.Header().Set("Retry-After", "60")
		return refusal{http.StatusTooManyRequests, "rate_limited", say.T("Too many wrong tokens: wait a minute.")}, false
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	return refusal{http.StatusUnauthorized, "unauthorized", say.T("The token is missing or wrong: open the address that `burrow token` prints.")}, false
}

// bearer returns the token of a request.
func bearer(h http.Header) (token string, ok bool) {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	return token, ok && strings.EqualFold(scheme, "Bearer")
}

// maxWrongTokens is how many wrong tokens a minute are answered as such.
const maxWrongTokens = 20

// limiter counts guesses by the minute. Its zero value is ready.
type limiter struct {
	mu    sync.Mutex
	began time.Time
	count int
	last  [sha256.Size]byte // of the last guess
}

// exceeded counts a guess, unless it is the last one again, and reports whether
// there were too many.
func (l *limiter) exceeded(guess string, now time.Time) bool {
	digest := sha256.Sum256([]byte(guess))
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.began) >= time.Minute {
		l.began, l.count = now, 0
	} else if digest == l.last {
		return l.count > maxWrongTokens
	}
	l.last = digest
	l.count++
	return l.count > maxWrongTokens
}
