package archtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// banned maps an import, or a prefix ending in "/", to the reason it must not be
// reachable from ./wasm.
type banned map[string]string

// Two sizes are brotli bytes of a core that does nothing else, with and without; one
// is what it adds to the core.
var bannedInBrowser = banned{
	"net":           "the browser has no sockets",
	"net/":          "fetch belongs to the browser; net/http alone makes the core 2 MB",
	"os":            "there are no files and no processes; println and syscall.Exit do",
	"os/":           "there are no processes and no signals",
	"fmt":           "26 kB: words are joined by hand, and package fault wraps errors",
	"encoding/json": "44 kB: internal/json reads and writes",
	"encoding/hex":  "imports fmt: package chat writes its names",
	"runtime/debug": "imports fmt and os: package runtime has the stack too",
	"database/sql":  "SQLite is called directly",
	"crypto":        "digests and random bytes come from the browser; 881 against 744 kB",
	"crypto/":       "digests and random bytes come from the browser; 881 against 744 kB",
	"log":           "the core reports through its protocol and has no log",
	"log/":          "the core reports through its protocol and has no log",
	"regexp":        "837 against 744 kB: scanners are written by hand",
	"regexp/":       "837 against 744 kB: scanners are written by hand",
	"text/template": "keeps every method alive, so the linker drops nothing",
	"html/template": "keeps every method alive, so the linker drops nothing",
	"encoding/gob":  "keeps every method alive, so the linker drops nothing",
	"embed":         "assets are fetched by their hashed names, not carried in the core",
	"testing":       "belongs to tests",
	"flag":          "the core has no command line",
	"go/":           "belongs to developer tools",

	"github.com/ncruces/go-sqlite3":        "native engine: 16 MB in a core",
	"github.com/ncruces/go-sqlite3/":       "native engine: 16 MB in a core",
	"github.com/tetratelabs/wazero":        "runs WebAssembly natively",
	"github.com/tetratelabs/wazero/":       "runs WebAssembly natively",
	"github.com/pkoukk/tiktoken-go":        "the oracle of the tests, not the counter",
	"github.com/pkoukk/tiktoken-go/":       "the oracle of the tests, not the counter",
	"github.com/andybalholm/brotli":        "the browser decompresses",
	"github.com/andybalholm/brotli/":       "the browser decompresses",
	"github.com/stretchr/testify/":         "belongs to tests",
	"github.com/evanw/esbuild/":            "belongs to developer tools",
	"golang.org/x/":                        "nothing of it has been needed",
	"github.com/rogpeppe/go-internal/":     "belongs to tests",
	"github.com/pkoukk/tiktoken-go-loader": "the source of the vocabularies at build time",
}

// The wasip1 core exists to show that WebAssembly and native agree: its size
// does not matter, what it could reach does.
var bannedInWASI = banned{
	"net":          "there are no sockets; the host does what needs a network",
	"net/http":     "there are no sockets; the host does what needs a network",
	"os/exec":      "there are no processes",
	"database/sql": "SQLite is called directly",
	"testing":      "belongs to tests",
}

func (b banned) reason(path string) string {
	if reason := b[path]; reason != "" {
		return reason
	}
	for prefix, reason := range b {
		if strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix) {
			return reason
		}
	}
	return ""
}

// violations walks the imports breadth first, so that the chain it reports is a
// shortest one. What a banned package imports in turn is not reported.
func (b banned) violations(roots []*packages.Package) []string {
	var found []string
	seen := make(map[string]bool)
	type step struct {
		p     *packages.Package
		chain string
	}
	var queue []step
	for _, p := range roots {
		queue = append(queue, step{p, p.PkgPath})
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, path := range slices.Sorted(maps.Keys(at.p.Imports)) {
			if seen[path] {
				continue
			}
			seen[path] = true
			chain := at.chain + " -> " + path
			if reason := b.reason(path); reason != "" {
				found = append(found, fmt.Sprintf("%s: %s", chain, reason))
				continue
			}
			queue = append(queue, step{at.p.Imports[path], chain})
		}
	}
	return found
}

func TestCoreReachesNothingBanned(t *testing.T) {
	require.Empty(t, bannedInBrowser.violations(load(t, project, js, "./wasm")), "under js")
	forReader := maps.Clone(bannedInBrowser)
	// compress/flate needs them: 27 kB of what only an import loads.
	delete(forReader, "fmt")
	delete(forReader, "os")
	require.Empty(t, forReader.violations(load(t, project, js, "./wasm/reader")), "the reader")
	apart := banned{"burrow/internal/foreign": "a first visit does not need it", "burrow/internal/document/read": "a first visit does not need it", "burrow/internal/document/pdf": "a first visit does not need it"}
	require.Empty(t, apart.violations(load(t, project, js, "./wasm")), "the core")
	apart = banned{"burrow/internal/store": "the reader only reads", "burrow/internal/sqlite": "the reader only reads"}
	require.Empty(t, apart.violations(load(t, project, js, "./wasm/reader")), "the reader")
	require.Empty(t, bannedInWASI.violations(load(t, project, wasip1, "./wasm")), "under wasip1")
}

func TestBanFires(t *testing.T) {
	root := small(t, `
-- wasm/main.go --
package main
import _ "burrow/internal/wire"
func main() {}
-- internal/wire/wire.go --
package wire
import _ "strings"
-- internal/wire/digest_js.go --
package wire
import _ "crypto/sha256"
-- internal/wire/pages_js.go --
package wire
import _ "burrow/internal/tokens"
-- internal/wire/shell_wasip1.go --
package wire
import _ "os/exec"
-- internal/tokens/tokens.go --
package tokens
import _ "net/http"
`)
	require.Equal(t, []string{
		"burrow/wasm -> burrow/internal/wire -> crypto/sha256: " + bannedInBrowser["crypto/"],
		"burrow/wasm -> burrow/internal/wire -> burrow/internal/tokens -> net/http: " + bannedInBrowser["net/"],
	}, bannedInBrowser.violations(load(t, root, js, "./wasm")))
	require.Equal(t, []string{
		"burrow/wasm -> burrow/internal/wire -> os/exec: there are no processes",
	}, bannedInWASI.violations(load(t, root, wasip1, "./wasm")))
}
