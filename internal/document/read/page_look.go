package read

import (
	"strconv"
	"strings"

	"burrow/internal/document"
)

// pageLook is how an element is shown, as far as the page itself says in its tags and in
// simple rules of its own style sheets.
type pageLook struct {
	// veil is one that nothing within can lift. isInvisible and isTiny can be lifted.
	veil                document.Veil
	isInvisible, isTiny bool
	color, fill         string
}

// seen is why text of this look is not seen.
func (l pageLook) seen() document.Veil {
	switch {
	case l.veil != "":
		return l.veil
	case l.isInvisible:
		return document.Hidden
	case l.isTiny:
		return document.Tiny
	case l.fill != "" && isSame(l.color, l.fill):
		return document.Pale
	}
	return document.Seen
}

// lookOf is the look of the element that begins within another one, where sheets say
// something of it.
func lookOf(t *tags, l pageLook, says ruled) pageLook {
	if len(t.attributes) == 0 && t.name != "dialog" && len(says) == 0 {
		return l
	}
	if _, isHidden := t.get("hidden"); isHidden {
		l.veil = document.Hidden
	}
	if _, isOpen := t.get("open"); t.name == "dialog" && !isOpen {
		l.veil = document.Hidden
	}
	if value, ok := t.get("bgcolor"); ok {
		l.fill = colorNamed(value)
	}
	if value, ok := t.get("color"); ok && t.name == "font" {
		l.color = colorNamed(value)
	}
	style, _ := t.get("style")
	says.apply(&l, style)
	if style == "" {
		return l
	}
	var own styleOf
	for style != "" {
		var declaration string
		declaration, style, _ = strings.Cut(style, ";")
		name, value, _ := strings.Cut(strings.ToLower(declaration), ":")
		value, _, _ = strings.Cut(value, "!")
		own.read(&l, strings.TrimSpace(name), strings.TrimSpace(value))
	}
	switch {
	case own.isFar && own.isPlaced || own.isIndented:
		l.veil = document.Outside
	case own.isFlat && own.isClipped:
		l.veil = document.Hidden
	}
	return l
}

// styleOf are declarations that say something only together.
type styleOf struct{ isFar, isPlaced, isIndented, isFlat, isClipped bool }

func (s *styleOf) read(l *pageLook, name, value string) {
	switch name {
	case "display":
		if value == "none" {
			l.veil = document.Hidden
		}
	case "visibility":
		l.isInvisible = value == "hidden" || value == "collapse"
	case "opacity":
		if n, unit := measure(value); n < 0.05 || unit == "%" && n < 5 {
			l.veil = document.Pale
		}
	case "font-size":
		n, unit := measure(value)
		l.isTiny = n == 0 || n <= 2 && (unit == "px" || unit == "pt") || n <= 0.1 && (unit == "em" || unit == "rem")
	case "color":
		l.color = colorNamed(value)
		if value == "transparent" {
			l.veil = document.Pale
		}
	case "background", "background-color":
		l.fill = ""
		for _, word := range strings.Fields(strings.ReplaceAll(value, ", ", ",")) {
			if color := colorNamed(word); color != "" {
				l.fill = color
			}
		}
	case "position":
		s.isPlaced = value == "absolute" || value == "fixed"
	case "left", "top", "right", "bottom", "margin-left", "margin-top":
		n, _ := measure(value)
		s.isFar = s.isFar || n <= -999
	case "text-indent":
		n, _ := measure(value)
		s.isIndented = n <= -999
	case "width", "height", "max-height", "max-width":
		n, unit := measure(value)
		s.isFlat = s.isFlat || n == 0 || n == 1 && unit == "px"
	case "overflow":
		s.isClipped = value == "hidden" || value == "clip"
	}
}

// measure reads a number and its unit. What is no number is very large.
func measure(value string) (n float64, unit string) {
	digits := len(value) - len(strings.TrimLeft(value, "+-.0123456789"))
	n, err := strconv.ParseFloat(value[:digits], 64)
	if err != nil {
		return 1e9, ""
	}
	return n, value[digits:]
}

// namedColors are the names that matter for text that hides.
var namedColors = map[string]string{"white": "ffffff", "black": "000000", "red": "ff0000", "blue": "0000ff", "green": "008000", "yellow": "ffff00", "gray": "808080", "grey": "808080",
	"silver": "c0c0c0", "whitesmoke": "f5f5f5", "snow": "fffafa", "ivory": "fffff0", "ghostwhite": "f8f8ff"}

// colorNamed is a colour as six hexadecimal digits, "" if it is none or clear.
func colorNamed(value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	if color := namedColors[value]; color != "" {
		return color
	}
	if digits, found := strings.CutPrefix(value, "#"); found {
		switch len(digits) {
		case 3, 4:
			return strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:3], 2)
		case 6, 8:
			return digits[:6]
		}
		return ""
	}
	inside, found := strings.CutPrefix(strings.TrimSuffix(value, ")"), "rgb")
	if !found {
		return ""
	}
	parts := strings.FieldsFunc(strings.TrimLeft(inside, "a("), func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(parts) < 3 || len(parts) > 3 && parts[3] == "0" {
		return ""
	}
	out := ""
	for _, part := range parts[:3] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return ""
		}
		out += hexByte(byte(n))
	}
	return out
}

func hexByte(n byte) string {
	const digits = "0123456789abcdef"
	return digits[n>>4:n>>4+1] + digits[n&15:n&15+1]
}
