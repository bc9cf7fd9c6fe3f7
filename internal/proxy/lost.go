package proxy

import (
	"html/template"
	"net/http"
	"strings"

	"burrow/internal/say"
)

// lostPage stands at addresses that lead nowhere. It looks like the page by the page's
// own style sheet, and runs nothing.
var lostPage = template.Must(template.New("lost").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} · Burrow</title>
{{with .Style}}<link rel="stylesheet" href="{{.}}">
{{end}}</head>
<body>
<main class="lost">
<h1>{{.Title}}</h1>
<p>{{.Sentence}}</p>
<p><a href="/">{{.Home}}</a></p>
</main>
</body>
</html>
`))

// lost says that there is nothing at an address: to people with a way home, to programs
// in one sentence.
func (s *site) lost(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		answerText(w, http.StatusNotFound, say.T("There is nothing at this address."))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept")
	w.WriteHeader(http.StatusNotFound)
	// An error here means that the client has gone.
	_ = lostPage.Execute(w, map[string]string{
		"Title":    say.T("Page not found"),
		"Sentence": say.T("There is nothing at this address."),
		"Home":     say.T("Go to your chats"),
		"Style":    s.style,
	})
}
