package read

import "strings"

// ruled is what the sheets of a page say of an element: for each property the declaration
// that counts.
type ruled map[string]ruling

type ruling struct {
	declaration
	isPart        bool
	weight, order int
}

// beats reports whether a declaration counts more than another one. In doubt, that is the
// one that shows: what is only believed to be hidden is lost for all questions.
func (r *ruling) beats(other *ruling) bool {
	switch {
	case r.isImportant != other.isImportant:
		return r.isImportant
	case r.isPart || other.isPart:
		return r.isPart
	case r.weight != other.weight:
		return r.weight > other.weight
	}
	return r.order > other.order
}

// of is what the sheets say of the element whose tag was read. What hides all of a page is
// taken back by a script.
func (s *pageRules) of(t *tags) (out ruled) {
	if s == nil || s.work <= 0 || t.name == "html" || t.name == "body" {
		return nil
	}
	var id string
	var classes []string
	if len(t.attributes) > 0 {
		id, _ = t.get("id")
		value, _ := t.get("class")
		if classes = strings.Fields(value); len(classes) > maxMembers {
			return nil
		}
	}
	try := func(key string) {
		for _, r := range s.rules[key] {
			if s.work -= 1 + len(r.classes)*len(classes); s.work <= 0 {
				return
			}
			if !r.fits(t.name, id, classes) {
				continue
			}
			if out == nil {
				out = make(ruled)
			}
			for _, d := range r.declarations {
				one := ruling{d, r.isPart, r.weight(), r.order}
				if before, ok := out[d.name]; !ok || one.beats(&before) {
					out[d.name] = one
				}
			}
		}
	}
	try(t.name)
	if id != "" {
		try("#" + id)
	}
	for _, class := range classes {
		try("." + class)
	}
	if s.work <= 0 {
		return nil
	}
	return out
}

func (s *selector) fits(name, id string, classes []string) bool {
	if s.name != "" && s.name != name || s.id != "" && s.id != id {
		return false
	}
	for _, class := range s.classes {
		has := false
		for _, other := range classes {
			has = has || other == class
		}
		if !has {
			return false
		}
	}
	return true
}

// apply applies what the sheets say, but for what the element's own style says better.
func (r ruled) apply(l *pageLook, style string) {
	if len(r) == 0 {
		return
	}
	for style != "" {
		var one string
		one, style, _ = strings.Cut(style, ";")
		name, value, _ := strings.Cut(strings.ToLower(one), ":")
		name = strings.TrimSpace(name)
		if !r[name].isImportant || strings.Contains(value, "!important") {
			delete(r, name)
		}
	}
	for name, one := range r {
		(&styleOf{}).read(l, name, one.value)
	}
}
