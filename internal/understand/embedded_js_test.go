package understand

import (
	"embed"
	"strings"
	"sync"
)

//go:embed languages/*.txt
var languageFiles embed.FS

func init() {
	builtIn = sync.OnceValue(func() *Languages {
		var all strings.Builder
		for name := range strings.FieldsSeq(codeNames) {
			text, _ := languageFiles.ReadFile("languages/" + name + ".txt")
			all.Write(text)
		}
		return LoadLanguages(all.String())
	})
}
