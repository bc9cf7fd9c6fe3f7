package main

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// shell is index.html with the names of this build, and the hashes that let its
// inline scripts and styles pass the server's policy.
type shell struct {
	html            string
	scripts, styles []string
}

var (
	placeholder = regexp.MustCompile(`%([a-z][a-z0-9_.]*)%`)
	inline      = regexp.MustCompile(`(?is)<(script|style)\b([^>]*)>(.*?)</(?:script|style)\s*>`)
	hasSource   = regexp.MustCompile(`(?i)\ssrc\s*=`)
	comment     = regexp.MustCompile(`(?s)<!--.*?-->`)
	tag         = regexp.MustCompile(`(?s)<[a-zA-Z](?:"[^"]*"|'[^']*'|[^>"'])*>`)
	// Attributes the policy blocks: event handlers, inline styles, script URLs.
	blocked = regexp.MustCompile(`(?i)[\s"'](on[a-z]+|style)\s*=|=\s*["']?\s*javascript:`)
)

// makeShell replaces the placeholders of the source. It refuses what would work
// in a plain file but not under the policy, since nobody looks at a console.
func makeShell(source string, urls map[string]string) (shell, error) {
	// A browser hashes text after turning CR LF into LF.
	source = strings.ReplaceAll(source, "\r\n", "\n")
	for _, needed := range []string{"%main.js%", "%main.css%"} {
		if !strings.Contains(source, needed) {
			return shell{}, fmt.Errorf("%s is missing, so the page would not load it", needed)
		}
	}
	var unknown []error
	html := placeholder.ReplaceAllStringFunc(source, func(m string) string {
		url, ok := urls[strings.Trim(m, "%")]
		if !ok {
			unknown = append(unknown, fmt.Errorf("%s stands for nothing that was built", m))
		}
		return url
	})
	if len(unknown) > 0 {
		return shell{}, errors.Join(unknown...)
	}
	// Comments are for the reader of the source. Without them nothing below can
	// mistake one for markup.
	s := shell{html: comment.ReplaceAllString(html, "")}
	for _, m := range inline.FindAllStringSubmatch(s.html, -1) {
		kind, attributes, text := strings.ToLower(m[1]), m[2], m[3]
		switch {
		case kind == "style":
			s.styles = append(s.styles, cspHash(text))
		case !hasSource.MatchString(attributes):
			s.scripts = append(s.scripts, cspHash(text))
		}
	}
	markup := inline.ReplaceAllString(s.html, "<$1$2></$1>")
	for _, t := range tag.FindAllString(markup, -1) {
		if m := blocked.FindString(t); m != "" {
			return shell{}, fmt.Errorf("%q in %s is blocked by the content security policy", strings.TrimSpace(m), t)
		}
	}
	return s, nil
}

func cspHash(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}
