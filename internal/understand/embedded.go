//go:build !js

package understand

import (
	"embed"
	"strings"
	"sync"
)

//go:embed languages/*.txt
var languageFiles embed.FS

// builtIn are the tables inside the program. The browser build has none inside: see
// LoadLanguages.
var builtIn = sync.OnceValue(func() *Languages { return LoadLanguages(languageText()) })

func languageText() string {
	var all strings.Builder
	for name := range strings.FieldsSeq(codeNames) {
		if text, err := languageFiles.ReadFile("languages/" + name + ".txt"); err == nil { // English has none
			all.Write(text)
		}
	}
	return all.String()
}
