//go:build !js

package memory

import _ "embed"

// languages are the words of other languages than English. The browser build has
// none inside: see LoadLanguages.
//
//go:embed corrections.txt
var languages string
