package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

var testURLs = map[string]string{"main.js": "/assets/main-1.js", "main.css": "/assets/main-1.css"}

const testLinks = `<link rel=stylesheet href="%main.css%"><script type=module src="%main.js%"></script>`

func TestInlineCodeIsHashedAsTheBrowserSeesIt(t *testing.T) {
	// Both digests by: printf 'TEXT' | openssl dgst -sha256 -binary | base64
	s, err := makeShell("<STYLE>\r\na{}\r\n</STYLE>"+testLinks+"<script>f()</script><!-- <script>g()</script> -->", testURLs)
	require.NoError(t, err)
	require.Equal(t, []string{"'sha256-GcEEE0IkDzIP5EQ6DXZaDPORqT5RTBELX8Fyzyg9yvo='"}, s.scripts)
	require.Equal(t, []string{"'sha256-qCar8pRQiWlgDxN7Kk6boSJXmhcN4LB/65l3d2ZDO+g='"}, s.styles)
	require.Equal(t, "<STYLE>\na{}\n</STYLE>"+
		`<link rel=stylesheet href="/assets/main-1.css"><script type=module src="/assets/main-1.js"></script>`+
		"<script>f()</script>", s.html)
}

func TestShellRefusesWhatThePolicyBlocks(t *testing.T) {
	for _, markup := range []string{
		`<body onload="f()">`,
		`<img src="x" ONERROR = f()>`,
		`<div class="a"style="color:red">`,
		"<p\nstyle='color:red'>",
		`<a href="javascript:f()">`,
		`<a href= ' JavaScript:f()'>`,
	} {
		_, err := makeShell(testLinks+markup, testURLs)
		require.ErrorContains(t, err, "blocked by the content security policy", markup)
	}
	for _, markup := range []string{
		`<p title="a > b" class="style">style = on</p>`,
		`<script>if (a < b) { x.style = 1; window.onload = f }</script>`,
		`<link rel="stylesheet" href="a"><meta name="color-scheme" content="light dark">`,
	} {
		_, err := makeShell(testLinks+markup, testURLs)
		require.NoError(t, err, markup)
	}
}

func TestShellRefusesUnknownAndMissingNames(t *testing.T) {
	_, err := makeShell(testLinks+`<link href="%core%"><link href="%typo.js%">`, testURLs)
	require.EqualError(t, err, "%core% stands for nothing that was built\n%typo.js% stands for nothing that was built")
	_, err = makeShell(`<link rel=stylesheet href="%main.css%">`, testURLs)
	require.EqualError(t, err, "%main.js% is missing, so the page would not load it")
	_, err = makeShell(`<script type=module src="%main.js%"></script>`, testURLs)
	require.EqualError(t, err, "%main.css% is missing, so the page would not load it")
}
