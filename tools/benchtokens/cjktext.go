package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// cjkPackages are Debian's manuals that are translated in full.
var cjkPackages = map[string][]string{
	"debian-reference-zh-cn":   {"usr/share/debian-reference/*.zh-cn.html"},
	"debian-reference-zh-tw":   {"usr/share/debian-reference/*.zh-tw.html"},
	"debian-reference-ja":      {"usr/share/debian-reference/*.ja.html"},
	"installation-guide-amd64": {"usr/share/doc/installation-guide-amd64/ko/*.html", "usr/share/doc/installation-guide-amd64/ja/*.html", "usr/share/doc/installation-guide-amd64/zh_CN/*.html"},
}

// cjkProse reads Chinese, Japanese and Korean from Debian's manuals, and where
// there is no apt from the translated messages in the typescript package.
func cjkProse(size int) (string, string, error) {
	paragraphs, err := debianParagraphs(filepath.Join(buildDir, "debian"))
	if err == nil {
		return spread(paragraphs, size), "Chinese, Japanese and Korean paragraphs of Debian's reference and installation guide", nil
	}
	progress("Debian's manuals cannot be had (%v), taking the messages of the typescript package instead.", err)
	messages, tsErr := typescriptMessages()
	if tsErr != nil {
		return "", "", errors.Join(err, tsErr)
	}
	return spread(messages, size), "the TypeScript compiler's messages in Chinese, Japanese and Korean", nil
}

func debianParagraphs(dir string) ([]string, error) {
	seen := map[string]bool{}
	var paragraphs []string
	for _, name := range sortedKeys(cjkPackages) {
		root := filepath.Join(dir, name)
		if err := unpackDebian(name, root); err != nil {
			return nil, err
		}
		for _, pattern := range cjkPackages[name] {
			paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
			if err != nil || len(paths) == 0 {
				return nil, fmt.Errorf("the package %s has no %s", name, pattern)
			}
			for _, path := range paths {
				page, err := os.ReadFile(path)
				if err != nil {
					return nil, err
				}
				for _, paragraph := range cjkParagraphs(string(page)) {
					if !seen[paragraph] {
						seen[paragraph] = true
						paragraphs = append(paragraphs, paragraph+"\n\n")
					}
				}
			}
		}
	}
	return paragraphs, nil
}

func unpackDebian(name, root string) error {
	if _, err := os.Stat(root); err == nil {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil {
		return errors.New("this machine has no apt-get")
	}
	progress("fetching the Debian package %s", name)
	parent, err := filepath.Abs(filepath.Dir(root))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	debs, err := os.MkdirTemp(parent, "debs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(debs)
	if err := runIn(debs, nil, "apt-get", "download", name); err != nil {
		// The machine may never have read the lists of packages.
		if err := runIn(debs, nil, "apt-get", "update"); err != nil {
			return err
		}
		if err := runIn(debs, nil, "apt-get", "download", name); err != nil {
			return err
		}
	}
	deb, err := filepath.Glob(filepath.Join(debs, "*.deb"))
	if err != nil || len(deb) != 1 {
		return fmt.Errorf("apt-get did not download %s", name)
	}
	unpacked := filepath.Join(debs, "unpacked")
	if err := runIn(debs, nil, "dpkg-deb", "-x", deb[0], unpacked); err != nil {
		return err
	}
	return os.Rename(unpacked, root)
}

var (
	htmlSkipped = regexp.MustCompile(`(?is)<(pre|script|style|head)\b.*?</(pre|script|style|head)>|<!--.*?-->`)
	htmlBlock   = regexp.MustCompile(`(?i)</?(p|div|li|ul|ol|dl|dt|dd|td|th|tr|table|h[1-6]|body|br|hr)\b[^>]*>`)
	htmlTag     = regexp.MustCompile(`<[^>]*>`)
)

// cjkParagraphs returns the paragraphs of a page that are at least half Chinese,
// Japanese or Korean.
func cjkParagraphs(page string) []string {
	page = htmlSkipped.ReplaceAllString(page, "")
	var paragraphs []string
	for _, block := range htmlBlock.Split(page, -1) {
		paragraph := joinLines(html.UnescapeString(htmlTag.ReplaceAllString(block, "")))
		cjk, all := 0, 0
		for _, r := range paragraph {
			all++
			if isCJK(r) || unicode.Is(unicode.Hangul, r) {
				cjk++
			}
		}
		if all >= 20 && cjk*2 >= all {
			paragraphs = append(paragraphs, paragraph)
		}
	}
	return paragraphs
}

// joinLines makes one line of a paragraph. Chinese and Japanese have no spaces,
// so a break between two of their characters leaves none.
func joinLines(block string) string {
	var out []rune
	for field := range strings.FieldsSeq(block) {
		runes := []rune(field)
		if len(out) > 0 && !(isCJK(out[len(out)-1]) && isCJK(runes[0])) {
			out = append(out, ' ')
		}
		out = append(out, runes...)
	}
	return string(out)
}

func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xfff0
}

func typescriptMessages() ([]string, error) {
	var messages []string
	for _, language := range []string{"ja", "ko", "zh-cn", "zh-tw"} {
		raw, err := os.ReadFile(filepath.Join(buildDir, "npm", "node_modules", "typescript", "lib", language, "diagnosticMessages.generated.json"))
		if err != nil {
			return nil, err
		}
		texts := map[string]string{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			return nil, err
		}
		for _, key := range sortedKeys(texts) {
			messages = append(messages, texts[key]+"\n")
		}
	}
	return messages, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
