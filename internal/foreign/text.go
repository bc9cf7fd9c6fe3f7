package foreign

import (
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/say"
)

// tally counts what could not come along as it was.
type tally struct {
	pictures, sounds, files, hidden, unread int
	beside                                  int // files of an archive that are no chats
}

func (t *tally) add(other tally) {
	t.pictures += other.pictures
	t.sounds += other.sounds
	t.files += other.files
	t.hidden += other.hidden
	t.unread += other.unread
}

// sentences say what became of it.
func (t *tally) sentences() []string {
	out := []string{}
	for _, count := range []struct {
		n          int
		one, other say.English
	}{
		{t.pictures, "{n} image can’t be imported. A note marks where it was.", "{n} images can’t be imported. Notes mark where they were."},
		{t.sounds, "{n} voice message without a transcript can’t be imported. A note marks where it was.", "{n} voice messages without a transcript can’t be imported. Notes mark where they were."},
		{t.files, "{n} attached file can’t be imported. A note marks where it was.", "{n} attached files can’t be imported. Notes mark where they were."},
		{t.hidden, "{n} hidden message was left out, such as instructions to the model.", "{n} hidden messages were left out, such as instructions to the model."},
		{t.unread, "{n} part of a message was left out: Burrow doesn’t know its kind.", "{n} parts of messages were left out: Burrow doesn’t know their kind."},
		{t.beside, "{n} other file in the ZIP file was left out.", "{n} other files in the ZIP file were left out."},
	} {
		if count.n > 0 {
			out = append(out, say.Plural(count.n, count.one, count.other))
		}
	}
	return out
}

// text adds what a message says.
func (n *node) text(text string) {
	if text != "" {
		n.texts = append(n.texts, text)
	}
}

// think adds what the model thought.
func (n *node) think(text string) {
	if text = strings.TrimSpace(text); text != "" {
		n.reasoning = append(n.reasoning, text)
	}
}

// picture marks the place of one. about says what it shows, or what it is called.
func (c *conversation) picture(n *node, about string) {
	c.tally.pictures++
	n.text(mark("[Image not imported]", "[Image not imported: {what}]", about))
}

// sound marks the place of a recording that nobody has written down.
func (c *conversation) sound(n *node) {
	c.tally.sounds++
	n.text(say.T("[Voice message not imported]"))
}

// attach adds a file as the page shows one below a question: its name, and its text
// in a fence. Of one without text only the place is marked.
func (c *conversation) attach(n *node, name, text string) {
	name = oneLine(name)
	if text == "" {
		if isPicture(name) {
			c.picture(n, name)
			return
		}
		c.tally.files++
		n.text(mark("[File not imported]", "[File not imported: {what}]", name))
		return
	}
	title := name
	if title != "" {
		title += ":\n"
	}
	n.text(title + fenced(extension(name), text))
}

func mark(bare, named say.English, what string) string {
	if what = oneLine(what); what == "" {
		return say.T(bare)
	}
	return say.T(named, "what", what)
}

// fold adds something that is not the answer itself, such as what a tool was asked:
// the page shows its title, and the rest on request. A question is shown as it was
// written, so there it is not folded.
func (n *node) fold(title, language, text string) {
	if text = strings.Trim(text, "\r\n"); strings.TrimSpace(text) == "" {
		return
	}
	title = oneLine(title)
	if n.role == string(chat.User) {
		n.text(title + ":\n" + fenced(language, text))
		return
	}
	title = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(title)
	n.text("<details>\n<summary>" + title + "</summary>\n\n" + fenced(language, text) + "\n\n</details>")
}

// call adds a tool's call: what it was asked, if that is one text, else all of it.
func (n *node) call(tool, language string, input chat.RawJSON) {
	title := say.T("Used {tool}", "tool", toolName(tool))
	var text string
	if json.Unmarshal(input, &text) == nil && text != "" {
		if inner := strings.TrimSpace(text); language != "" || !json.Valid(inner) || !strings.HasPrefix(inner, "{") {
			n.fold(title, language, text)
			return
		}
		input = chat.RawJSON(text)
	}
	members, only := 0, ""
	json.Members(string(input)+" ", func(_ string, value json.Raw) {
		members++
		only = ""
		_ = json.Unmarshal([]byte(value), &only)
	})
	switch compact, err := json.Compact(string(input)); {
	case members == 1 && only != "":
		n.fold(title, language, only)
	case members > 0 && err == nil:
		n.fold(title, "json", string(compact))
	default:
		n.text("<details>\n<summary>" + title + "</summary>\n</details>")
	}
}

// result adds what a tool answered.
func (n *node) result(tool, text string) {
	language := ""
	if inner := strings.TrimSpace(text); strings.HasPrefix(inner, "{") && json.Valid(inner) {
		language = "json"
	}
	n.fold(say.T("Result of {tool}", "tool", toolName(tool)), language, text)
}

func toolName(tool string) string {
	if tool = oneLine(tool); tool == "" {
		return say.T("a tool")
	}
	return tool
}

// fenced puts text into a fence that is longer than any inside.
func fenced(language, text string) string {
	run, longest := 0, 2
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + word(language) + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// extension is what a file's name says of its language.
func extension(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	return strings.ToLower(word(name[dot+1:]))
}

// word returns a name that fits behind a fence, "" for any other.
func word(name string) string {
	for _, r := range name {
		if !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '+' || r == '#' || r == '-') {
			return ""
		}
	}
	return name
}

func isPicture(name string) bool {
	switch extension(name) {
	case "png", "jpg", "jpeg", "gif", "webp", "heic", "svg", "bmp", "avif":
		return true
	}
	return false
}

// oneLine makes a name of one line that is not too long to read.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }), " ")
	count := 0
	for i := range text {
		if count++; count > 200 {
			return text[:i] + "…"
		}
	}
	return text
}

// sized says how large a picture is, if that is known.
func sized(about string, width, height float64) string {
	if width < 1 || height < 1 || width > 1e6 || height > 1e6 {
		return about
	}
	size := strconv.Itoa(int(width)) + " × " + strconv.Itoa(int(height))
	if about == "" {
		return size
	}
	return about + ", " + size
}
