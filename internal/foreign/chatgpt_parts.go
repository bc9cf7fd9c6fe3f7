package foreign

import (
	"cmp"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/json"
)

// chatGPTPart is a part of a message that is no plain text.
type chatGPTPart struct {
	Type    string       `json:"content_type"`
	Text    chat.RawJSON `json:"text"`
	Pointer chat.RawJSON `json:"asset_pointer"`
	Width   float64      `json:"width"`
	Height  float64      `json:"height"`
	// Metadata says what a picture was to show, in one place or another.
	Metadata struct {
		DALLE struct {
			Prompt chat.RawJSON `json:"prompt"`
		} `json:"dalle"`
		Generation struct {
			Prompt chat.RawJSON `json:"prompt"`
		} `json:"generation"`
	} `json:"metadata"`
}

func partOf(raw chat.RawJSON) (part chatGPTPart) {
	if json.Unmarshal(raw, &part) != nil {
		// A member of another type costs what stands behind it.
		part.Type = cmp.Or(part.Type, "unknown")
	}
	return part
}

func isTranscript(raw chat.RawJSON) bool {
	part := partOf(raw)
	return part.Type == "audio_transcription" && strings.TrimSpace(stringOf(part.Text)) != ""
}

func isVoice(raw chat.RawJSON) bool {
	switch partOf(raw).Type {
	case "audio_asset_pointer", "real_time_user_audio_video_asset_pointer":
		return true
	}
	return false
}

func (c *conversation) chatGPTPart(n *node, raw chat.RawJSON, m *chatGPTMessage) {
	switch part := partOf(raw); {
	case len(raw) == 0 || string(raw) == "null" || string(raw) == `""`:
	case part.Type == "audio_transcription":
		n.text(stringOf(part.Text))
	case isVoice(raw):
		c.sound(n)
	case part.Type == "image_asset_pointer" || part.Type == "" && len(part.Pointer) > 0:
		about := cmp.Or(stringOf(part.Metadata.DALLE.Prompt), stringOf(part.Metadata.Generation.Prompt))
		for _, file := range m.Metadata.Attachments {
			if about == "" && refersTo([]chat.RawJSON{raw}, file.ID) {
				about = file.Name
			}
		}
		c.picture(n, sized(about, part.Width, part.Height))
	default:
		if text := stringOf(part.Text); text != "" {
			n.text(text)
			return
		}
		c.tally.unread++
	}
}

// refersTo reports whether a part points at a file.
func refersTo(parts []chat.RawJSON, id string) bool {
	return id != "" && slices.ContainsFunc(parts, func(raw chat.RawJSON) bool {
		part := partOf(raw)
		return part.Type == "image_asset_pointer" && strings.Contains(stringOf(part.Pointer), id)
	})
}

// chatGPTReference is a place in a text that stands for a source, a picture or a
// name, and what to show there: Markdown.
type chatGPTReference struct {
	Matched chat.RawJSON `json:"matched_text"`
	Alt     chat.RawJSON `json:"alt"`
	Name    chat.RawJSON `json:"name"`
}

// chatGPTCitation is an older form of it: a place by the numbers of its characters.
type chatGPTCitation struct {
	From     float64 `json:"start_ix"`
	To       float64 `json:"end_ix"`
	Metadata struct {
		Title chat.RawJSON `json:"title"`
		URL   chat.RawJSON `json:"url"`
	} `json:"metadata"`
}

// Marks around a reference, in the area of Unicode for private use.
const (
	refBegin   = "\ue200"
	refEnd     = "\ue201"
	refDivider = "\ue202"
)

// cited puts sources into a text where it only has marks for them.
func cited(text string, about chatGPTMetadata) string {
	if strings.Contains(text, refBegin) {
		var pairs []string
		for _, r := range about.References {
			if matched := stringOf(r.Matched); strings.HasPrefix(matched, refBegin) {
				pairs = append(pairs, matched, cmp.Or(stringOf(r.Alt), stringOf(r.Name)))
			}
		}
		return unmarked(strings.NewReplacer(pairs...).Replace(text))
	}
	if !strings.Contains(text, "【") {
		return text
	}
	runes, sources := []rune(text), slices.Clone(about.Citations)
	slices.SortStableFunc(sources, func(a, b chatGPTCitation) int { return cmp.Compare(a.From, b.From) })
	var out strings.Builder
	at := 0
	for _, s := range sources {
		url := oneLine(stringOf(s.Metadata.URL))
		if !(s.From >= float64(at) && s.From < s.To && s.To <= float64(len(runes))) || runes[int(s.From)] != '【' || url == "" {
			continue
		}
		title := strings.NewReplacer("[", "", "]", "").Replace(oneLine(stringOf(s.Metadata.Title)))
		url = strings.NewReplacer("<", "%3C", ">", "%3E").Replace(url)
		out.WriteString(string(runes[at:int(s.From)]) + " ([" + cmp.Or(title, url) + "](<" + url + ">))")
		at = int(s.To)
	}
	return out.String() + string(runes[at:])
}

// unmarked takes out the marks that are left. Of a name the name stays.
func unmarked(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, refBegin)
		out.WriteString(before)
		inside, after, ended := strings.Cut(rest, refEnd)
		if !found || !ended {
			out.WriteString(strings.NewReplacer(refBegin, "", refEnd, "", refDivider, "").Replace(rest))
			return out.String()
		}
		if kind, value, _ := strings.Cut(inside, refDivider); kind == "entity" {
			if parts := list(chat.RawJSON(value)); len(parts) > 1 {
				out.WriteString(stringOf(parts[1]))
			}
		}
		text = after
	}
}
