package graph

import (
	"fmt"
	"html"
	"io"
	"strings"

	"burrow/internal/sqlagent/schema"
)

const drawingStyle = `
text{font:12px ui-sans-serif,system-ui,"Segoe UI",sans-serif;fill:#1f2328}
.bg{fill:#fff}.title{font-size:16px;font-weight:600}.note{fill:#59636e}
.box{fill:#fff;stroke:#c3ccd6}.head{fill:#eef2f6}.focus .head{fill:#cfe4ff}.between .head{fill:#fdf0d0}
.name{font-weight:600}.key{font-weight:600}
.line{fill:none;stroke:#8795a5;stroke-width:1.3}.association{stroke:#2f8f5b}.inferred{stroke:#b26a00;stroke-dasharray:5 3}.manual{stroke:#8250df}
.label{font-size:11px;fill:#59636e;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bg,.box{fill:#10151c}.box{stroke:#3d4754}.head{fill:#1d2530}.focus .head{fill:#15406e}.between .head{fill:#4d3c10}
.note,.label{fill:#9aa7b4}.label{stroke:#10151c}.line{stroke:#6b7888}.association{stroke:#4fb57c}.inferred{stroke:#d9923b}.manual{stroke:#b08cff}}
`

// write writes a drawing as SVG. Everything that is said in it is escaped.
func (d *drawing) write(w io.Writer, labels bool) error {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", d.w, d.h, d.w, d.h)
	fmt.Fprintf(&out, "<title>%s</title><style>%s</style>\n", html.EscapeString(d.title), drawingStyle)
	fmt.Fprintf(&out, `<rect class="bg" width="%d" height="%d"/>`+"\n", d.w, d.h)
	fmt.Fprintf(&out, `<text class="title" x="%d" y="%d">%s</text>`, margin, margin, html.EscapeString(d.title))
	if d.note != "" {
		fmt.Fprintf(&out, `<text class="note" x="%d" y="%d">%s</text>`, margin, margin+18, html.EscapeString(d.note))
	}
	for _, l := range d.lines {
		d.path(&out, l)
	}
	for _, b := range d.boxes {
		b.write(&out)
	}
	if labels {
		for _, l := range d.lines {
			d.label(&out, l)
		}
	}
	out.WriteString("</svg>\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// ends are where a line begins and ends, and on which sides of the boxes: 1 is right.
func (l line) ends() (x1, y1, side1, x2, y2, side2 int) {
	y1, y2 = l.from.rowY(l.r.Columns[0].From), l.to.rowY(l.r.Columns[0].To)
	switch {
	case l.from.column < l.to.column:
		return l.from.x + l.from.w, y1, 1, l.to.x, y2, -1
	case l.from.column > l.to.column:
		return l.from.x, y1, -1, l.to.x + l.to.w, y2, 1
	}
	return l.from.x + l.from.w, y1, 1, l.to.x + l.to.w, y2, 1
}

func (d *drawing) path(out *strings.Builder, l line) {
	x1, y1, side1, x2, y2, side2 := l.ends()
	bend := max(40, min(140, abs(x2-x1)/2))
	if side1 == side2 {
		bend = 50
	}
	fmt.Fprintf(out, `<path class="line %s" d="M%d %dC%d %d %d %d %d %d"><title>%s</title></path>`+"\n",
		lineStyle(l.r.Kind), x1, y1, x1+side1*bend, y1, x2+side2*bend, y2, x2, y2, html.EscapeString(Describe(l.r)))
	fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="2.5" fill="#8795a5"/>`, x2, y2)
}

// label says how many rows belong together, and the role, beside the row of the column.
func (d *drawing) label(out *strings.Builder, l line) {
	text := string(l.r.Cardinality)
	if l.r.Confidence < 1 {
		text += strings.TrimPrefix(fmt.Sprintf(" %.2f", l.r.Confidence), "0")
	}
	if l.r.Kind != schema.ForeignKey && l.r.Name != "" {
		text += " " + l.r.Name
	}
	if runes := []rune(text); len(runes) > 15 {
		text = string(runes[:14]) + "…"
	}
	x1, y1, side, _, _, _ := l.ends()
	anchor := "start"
	if side < 0 {
		anchor = "end"
	}
	fmt.Fprintf(out, `<text class="label" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x1+side*6, y1-3, anchor, html.EscapeString(strings.TrimSpace(text)))
}

func (b *box) write(out *strings.Builder) {
	class := ""
	if b.focus {
		class = ` class="focus"`
	} else if b.between {
		class = ` class="between"`
	}
	fmt.Fprintf(out, `<g%s><rect class="box" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, class, b.x, b.y, b.w, b.h)
	fmt.Fprintf(out, `<path class="head" d="M%d %dv-%dq0 -5 5 -5h%dq5 0 5 5v%dz"/>`, b.x+1, b.y+headHeight-2, headHeight-8, b.w-12, headHeight-8)
	fmt.Fprintf(out, `<text class="name" x="%d" y="%d">%s</text>`, b.x+10, b.y+16, html.EscapeString(b.name))
	for _, r := range b.rows {
		key := ""
		if b.key[strings.ToLower(r)] {
			key = ` class="key"`
		}
		fmt.Fprintf(out, `<text%s x="%d" y="%d">%s</text>`, key, b.x+10, b.rowY(r)+4, html.EscapeString(r))
	}
	out.WriteString("</g>\n")
}

// lineStyle is the name of a line's style.
func lineStyle(k schema.Kind) string {
	switch k {
	case schema.Association, schema.Inferred, schema.Manual:
		return string(k)
	}
	return "foreign_key"
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
