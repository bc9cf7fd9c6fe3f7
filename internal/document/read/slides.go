package read

import (
	"strings"

	"burrow/internal/document"
)

// slides reads a presentation.
type slides struct {
	*office
	page    frame
	place   document.Place
	related map[string]relation // of the slide
	veil    document.Veil
	// title and out are what the slide has. The title comes first wherever it stands.
	title, out []document.Block
	footers    map[string]bool
}

// shape is one while it is read: what kind of text it has, and whether it is seen.
type shape struct {
	outer, inner frame // of the group that it is in
	holder       string
	isHolder     bool
	fill         string
	veil         document.Veil
}

func (o *office) slides(main string, x *xmlReader) error {
	s := &slides{office: o, footers: map[string]bool{}}
	related, err := o.relations(main)
	if err != nil {
		return err
	}
	var parts []string
	err = x.each(func() error {
		switch x.name {
		case "sldSz":
			s.page = frame{width: coordinate(x, "cx"), height: coordinate(x, "cy"), isKnown: true}
		case "sldIdLst":
			return x.each(func() error {
				if part := related[x.reference("id")].target; part != "" {
					parts = append(parts, part)
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, part := range parts {
		s.place = document.Place{Kind: document.Slide, Number: i + 1}
		err := s.slide(part)
		for _, b := range append(s.title, s.out...) {
			b.Place = s.place
			if s.veil != "" {
				b.Veil = s.veil
			}
			o.text.Blocks = append(o.text.Blocks, b)
		}
		if err != nil {
			return err
		}
		o.progress(float64(i+1) / float64(len(parts)+1))
	}
	return nil
}

// slide reads a slide, its notes and its comments.
func (s *slides) slide(part string) (err error) {
	s.title, s.out, s.veil = nil, nil, ""
	if s.related, err = s.relations(part); err != nil {
		return err
	}
	err = s.part(part, func(x *xmlReader) error {
		if x.attribute("show") != "" && !x.isOn("show") {
			s.veil = document.Hidden
		}
		return s.trees(x, func() error { return s.shapes(x, shape{}) })
	})
	if err != nil {
		return err
	}
	err = s.part(ofKind(s.related, "notesSlide"), func(x *xmlReader) error {
		return s.trees(x, func() error { return s.notes(x) })
	})
	if err != nil {
		return err
	}
	return s.part(ofKind(s.related, "comments"), s.comments)
}

// trees calls read at what holds the shapes of a slide.
func (s *slides) trees(x *xmlReader, read func() error) error {
	return x.each(func() error {
		if x.name != "cSld" {
			return nil
		}
		return x.each(func() error {
			if x.name == "spTree" {
				return read()
			}
			return nil
		})
	})
}

// notes reads the speaker's notes of a slide. The picture of the slide is there too.
func (s *slides) notes(x *xmlReader) error {
	return x.each(func() error {
		if x.name != "sp" {
			return nil
		}
		of := shape{}
		return x.each(func() error {
			switch x.name {
			case "nvSpPr":
				return s.about(x, &of)
			case "txBody":
				if of.holder == "body" {
					return s.drawnText(x, "", func(p *drawn) error {
						return s.put(document.Block{Kind: document.Note, Text: p.of(document.Seen)})
					})
				}
			}
			return nil
		})
	})
}

// comments reads what was remarked on a slide, as old or new programs keep it.
func (s *slides) comments(x *xmlReader) error {
	return x.each(func() error {
		switch x.name {
		case "text", "t":
			var text layers
			_, err := text.read(x, document.Seen, s.left)
			if put := s.put(document.Block{Kind: document.Note, Text: text.of(document.Seen)}); err == nil {
				err = put
			}
			return err
		}
		return s.comments(x)
	})
}

// shapes reads the shapes within a slide or a group.
func (s *slides) shapes(x *xmlReader, in shape) error {
	var chosen bool
	return x.each(func() error {
		if err := s.step(); err != nil {
			return err
		}
		switch x.name {
		case "grpSpPr":
			return x.each(func() error {
				if x.name != "xfrm" {
					return nil
				}
				outer, inner, err := readFrame(x)
				if outer = outer.within(in.outer, in.inner); outer.isOutside(s.page) {
					in.veil = document.Outside
				}
				in.outer, in.inner = outer, inner
				return err
			})
		case "nvGrpSpPr":
			return s.about(x, &in)
		case "sp", "graphicFrame", "cxnSp", "contentPart":
			return s.shape(x, in)
		case "Choice", "Fallback":
			if chosen {
				return nil
			}
			chosen = true
			return s.shapes(x, in)
		case "grpSp", "AlternateContent":
			return s.shapes(x, in)
		}
		return nil
	})
}

// about reads what a shape is: the holder of a title, a body, a footer.
func (s *slides) about(x *xmlReader, of *shape) error {
	return x.each(func() error {
		switch x.name {
		case "cNvPr":
			if x.attribute("hidden") != "" && x.isOn("hidden") {
				of.veil = document.Hidden
			}
		case "nvPr":
			return x.each(func() error {
				if x.name == "ph" {
					of.isHolder, of.holder = true, x.attribute("type")
				}
				return nil
			})
		}
		return nil
	})
}

func (s *slides) shape(x *xmlReader, of shape) error {
	return x.each(func() error {
		switch x.name {
		case "nvSpPr", "nvGraphicFramePr":
			return s.about(x, &of)
		case "spPr":
			return x.each(func() error {
				switch x.name {
				case "xfrm":
					return s.stands(x, &of)
				case "solidFill":
					var err error
					of.fill, _, err = solidColor(x)
					return err
				}
				return nil
			})
		case "xfrm":
			return s.stands(x, &of)
		case "txBody":
			return s.drawnText(x, of.fill, func(p *drawn) error { return s.paragraph(p, of) })
		case "graphic":
			return s.graphic(x, of)
		}
		return nil
	})
}

func (s *slides) stands(x *xmlReader, of *shape) error {
	own, _, err := readFrame(x)
	if own.within(of.outer, of.inner).isOutside(s.page) && of.veil == "" {
		of.veil = document.Outside
	}
	return err
}

// paragraph adds a paragraph of a shape.
func (s *slides) paragraph(p *drawn, of shape) error {
	b := document.Block{Kind: document.Paragraph, Text: p.of(document.Seen), Veil: of.veil}
	switch of.holder {
	case "sldNum", "dt", "hdr":
		return nil
	case "ftr":
		if s.footers[b.Text] {
			return nil
		}
		s.footers[b.Text] = true
		b.Kind = document.Note
	case "title", "ctrTitle":
		b.Kind, b.Level = document.Heading, 2
		if of.holder == "ctrTitle" {
			b.Level = 1
		}
	case "body", "obj", "":
		if p.marked == yes || of.isHolder && p.marked == unsaid {
			b.Kind, b.Level = document.Item, min(p.level+1, 6)
		}
		if p.number != "" && b.Text != "" {
			b.Text = p.number + " " + b.Text
		}
	}
	if err := s.put(b); err != nil {
		return err
	}
	for _, veil := range veils[1:] {
		b.Text, b.Veil = p.of(veil), veil
		if err := s.put(b); err != nil {
			return err
		}
	}
	return nil
}

// put adds a block to the slide.
func (s *slides) put(b document.Block) (err error) {
	if b.Text, err = s.fit(b.Text); b.Text == "" {
		return err
	}
	if n := len(s.title); b.Kind == document.Heading && b.Veil == "" {
		// A title of two lines is one.
		if n > 0 && s.title[n-1].Level == b.Level {
			s.title[n-1].Text += " " + b.Text
			return err
		}
		s.title = append(s.title, b)
		return err
	}
	s.out = append(s.out, b)
	return err
}

// graphic reads what is no shape: a table or a diagram.
func (s *slides) graphic(x *xmlReader, of shape) error {
	return x.each(func() error {
		return x.each(func() error { // of graphicData
			switch x.name {
			case "tbl":
				return s.table(x, of)
			case "relIds":
				return s.part(s.related[x.reference("dm")].target, func(x *xmlReader) error { return s.diagram(x, of) })
			}
			return nil
		})
	})
}

// diagram reads the texts of a diagram in the order in which it keeps them.
func (s *slides) diagram(x *xmlReader, of shape) error {
	return x.each(func() error {
		if x.name == "t" {
			return s.drawnText(x, "", func(p *drawn) error {
				return s.put(document.Block{Kind: document.Item, Level: 1, Text: p.of(document.Seen), Veil: of.veil})
			})
		}
		return s.diagram(x, of)
	})
}

// table reads a table. Its first row names the columns if the table says so, or if it
// is bold and the others need not be.
func (s *slides) table(x *xmlReader, of shape) error {
	rows, asksHead := 0, false
	return x.each(func() error {
		if x.name == "tblPr" {
			asksHead = x.attribute("firstRow") != "" && x.isOn("firstRow")
		}
		if x.name != "tr" {
			return nil
		}
		b := document.Block{Kind: document.Row, Veil: of.veil}
		var cells []string
		bold, light := 0, 0
		err := x.each(func() error {
			if x.name != "tc" || len(cells) >= maxColumns {
				return nil
			}
			var text []string
			isMerged := x.attribute("hMerge") != "" && x.isOn("hMerge") || x.attribute("vMerge") != "" && x.isOn("vMerge")
			err := x.each(func() error {
				if x.name != "txBody" || isMerged {
					return nil
				}
				return s.drawnText(x, "", func(p *drawn) error {
					bold, light = bold+p.bold, light+p.light
					one := p.of(document.Seen)
					if one != "" {
						text = append(text, cellText(one))
					}
					return s.take(len(one) + len(document.Between))
				})
			})
			cells = append(cells, strings.Join(text, " "))
			return err
		})
		if b.Text = rowText(cells); b.Text != "" {
			if rows++; rows == 1 && (asksHead || bold > 0 && light == 0) && len(cells) > 1 {
				b.Kind = document.Head
			}
			s.out = append(s.out, b) // its cells are counted
		}
		return err
	})
}
