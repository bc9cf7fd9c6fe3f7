package read

import (
	"errors"
	"io"
	"path"
	"strings"

	"burrow/internal/archive"
	"burrow/internal/fault"
)

// errTwice is a part of an Office file that is there twice: programs differ in which
// one they show.
var errTwice = errors.New("a part is there twice")

// office is a file of Word, PowerPoint or Excel: parts in a ZIP file, which name each
// other by relationships.
type office struct {
	*reading
	zip   *archive.Archive
	parts map[string]archive.Entry
	twice map[string]bool
}

// relation is what a part says of another one.
type relation struct {
	kind   string // the last word of its type
	target string // the part's name, "" if it is elsewhere
}

// office reads an Office file, whichever it is.
func (d *reading) office() error {
	zip, err := archive.Open(d, d.size, archive.Limits{Entries: maxEntries, Unpacked: maxUnpacked})
	if err != nil {
		return toldOf(err)
	}
	o := &office{reading: d, zip: zip, parts: make(map[string]archive.Entry, len(zip.Entries)), twice: map[string]bool{}}
	for _, e := range zip.Entries {
		name := partName("", e.Name)
		if _, ok := o.parts[name]; ok {
			o.twice[name] = true
		}
		o.parts[name] = e
	}
	return toldOf(o.read())
}

func (o *office) read() error {
	main, err := o.main()
	if err != nil {
		return err
	}
	if main == "" {
		return o.refusal()
	}
	if strings.HasSuffix(main, ".bin") {
		return errSaveAs(".xlsb", ".xlsx")
	}
	o.text.Title, err = o.ownTitle()
	if err != nil {
		return err
	}
	found := ""
	err = o.part(main, func(x *xmlReader) error {
		found = x.name
		switch x.name {
		case "document":
			o.text.Type = Word
			return o.word(main, x)
		case "presentation":
			o.text.Type = PowerPoint
			return o.slides(main, x)
		case "workbook":
			o.text.Type = Excel
			return o.sheets(main, x)
		}
		return o.refusal()
	})
	if err == nil && found == "" {
		return errBroken
	}
	return err
}

// main is the part that everything else belongs to.
func (o *office) main() (string, error) {
	all, err := o.relations("")
	if err != nil {
		return "", err
	}
	if main := ofKind(all, "officeDocument"); main != "" {
		return main, nil
	}
	for _, name := range []string{"word/document.xml", "ppt/presentation.xml", "xl/workbook.xml"} {
		if _, ok := o.parts[name]; ok {
			return name, nil
		}
	}
	return "", nil
}

// refusal is the sentence for a ZIP file that is no Office file.
func (o *office) refusal() error {
	if e, ok := o.parts["mimetype"]; ok && e.Size < 200 {
		r, err := o.zip.Open(e)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		switch kind := strings.TrimSpace(string(text)); {
		case kind == "application/epub+zip":
			return errBook()
		case strings.HasPrefix(kind, "application/vnd.oasis.opendocument.text"):
			return errSaveAs("OpenDocument", ".docx")
		case strings.HasPrefix(kind, "application/vnd.oasis.opendocument.spreadsheet"):
			return errSaveAs("OpenDocument", ".xlsx")
		case strings.HasPrefix(kind, "application/vnd.oasis.opendocument.presentation"):
			return errSaveAs("OpenDocument", ".pptx")
		}
	}
	_, isApple := o.parts["index/document.iwa"]
	if _, older := o.parts["index.zip"]; isApple || older {
		switch ending(o.name) {
		case "numbers":
			return errSaveAs("Numbers", ".xlsx")
		case "key":
			return errSaveAs("Keynote", ".pptx")
		}
		return errSaveAs("Pages", ".docx")
	}
	if officeByName[ending(o.name)] != "" {
		return fault.New(fault.Invalid, "This file is no Office document, although its name says so. Open it in its program and save it again.")
	}
	return errArchive()
}

// partName is a part's name as another part in the folder names it.
func partName(folder, name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if !strings.HasPrefix(name, "/") {
		name = folder + "/" + name
	}
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+name), "/"))
}

// part calls read at the outermost element of a part. It does nothing if there is no
// such part.
func (o *office) part(name string, read func(x *xmlReader) error) error {
	e, ok := o.parts[name]
	if !ok {
		return nil
	}
	if o.twice[name] {
		return errTwice
	}
	packed, err := o.zip.Open(e)
	if err != nil {
		return err
	}
	in, err := unmarked(packed)
	if err != nil {
		return err
	}
	x := newXML(in, o.step)
	if err := x.root(); err != nil {
		return err
	}
	return read(x)
}

// relations are those of a part by their ids, or of the whole file for "". Their order
// does not matter.
func (o *office) relations(of string) (map[string]relation, error) {
	folder, base := path.Split(of)
	all := map[string]relation{}
	err := o.part(folder+"_rels/"+base+".rels", func(x *xmlReader) error {
		return x.each(func() error {
			r := relation{kind: path.Base(x.attribute("Type"))}
			if x.attribute("TargetMode") != "External" {
				r.target = partName(folder, x.attribute("Target"))
			}
			if len(all) < maxEntries {
				all[x.attribute("Id")] = r
			}
			return nil
		})
	})
	return all, err
}

// ofKind is the target of the relation of a kind, "" if there is none. If there are
// several, it is the first by name.
func ofKind(all map[string]relation, kind string) (target string) {
	for _, r := range all {
		if r.kind == kind && r.target != "" && (target == "" || r.target < target) {
			target = r.target
		}
	}
	return target
}

// defaultTitles are what programs write where an author gave no title.
const defaultTitles = "|powerpoint presentation|powerpoint-präsentation|word document|slide 1|title|untitled|document|presentation|"

// ownTitle is the title among the properties of the file.
func (o *office) ownTitle() (title string, err error) {
	all, err := o.relations("")
	if err != nil {
		return "", err
	}
	err = o.part(ofKind(all, "core-properties"), func(x *xmlReader) error {
		return x.each(func() error {
			if x.name != "title" || title != "" {
				return nil
			}
			text, err := x.appendText(nil, 1000)
			if title = oneLine(text); err == errFull {
				return nil
			}
			return err
		})
	})
	if strings.Contains(defaultTitles, "|"+strings.ToLower(title)+"|") {
		title = ""
	}
	return title, err
}
