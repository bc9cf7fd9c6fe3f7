package graph

import "strings"

// value is an expression, as far as it can be read without running it.
type value struct {
	kind   valueKind
	text   string // of a text; of a path its names with dots
	fields []member
	items  []value // of a list
	line   int
}

type member struct {
	name string
	value
}

type valueKind byte

const (
	unknownValue valueKind = iota
	textValue
	pathValue // user, models.User, this
	objectValue
	listValue
)

// field finds a member of an object.
func (v value) field(name string) (value, bool) {
	for _, m := range v.fields {
		if m.name == name {
			return m.value, true
		}
	}
	return value{}, false
}

// text finds a member that is a text.
func (v value) textOf(name string) string {
	f, _ := v.field(name)
	if f.kind == textValue {
		return f.text
	}
	return ""
}

// last is the last name of a path.
func (v value) last() string { return v.text[strings.LastIndexByte(v.text, '.')+1:] }

// reader reads values from tokens.
type reader struct {
	tokens []token
	at     int
}

func (r *reader) peek(ahead int) token {
	if r.at+ahead < len(r.tokens) {
		return r.tokens[r.at+ahead]
	}
	return token{}
}

// value reads an expression up to a comma or a closing sign. What is more than a text, a
// path, an object or a list is unknown.
func (r *reader) value() value {
	v := r.simple()
	if !r.ends() {
		v = value{line: v.line}
		r.toEnd()
	}
	return v
}

func (r *reader) ends() bool {
	t := r.peek(0)
	return t.kind == 0 || t.is(",") || t.is(")") || t.is("}") || t.is("]") || t.is(";")
}

// toEnd passes over the rest of an expression.
func (r *reader) toEnd() {
	for depth := 0; r.at < len(r.tokens); r.at++ {
		t := r.tokens[r.at]
		switch {
		case t.is("(") || t.is("{") || t.is("["):
			depth++
		case depth == 0 && r.ends():
			return
		case t.is(")") || t.is("}") || t.is("]"):
			depth--
		}
	}
}

func (r *reader) simple() value {
	t := r.peek(0)
	v := value{line: t.line}
	switch {
	case t.kind == textToken:
		r.at++
		v.kind, v.text = textValue, t.text
	case t.kind == nameToken:
		v.kind, v.text = pathValue, r.path()
	case t.is("{"):
		r.object(&v)
	case t.is("["):
		r.at++
		v.kind = listValue
		for r.at < len(r.tokens) && !r.peek(0).is("]") {
			begin := r.at
			v.items = append(v.items, r.value())
			if r.peek(0).is(",") || r.at == begin {
				r.at++
			}
		}
		r.at++
	}
	return v
}

// path reads names with dots between them.
func (r *reader) path() string {
	text := r.peek(0).text
	r.at++
	for r.peek(0).is(".") && r.peek(1).kind == nameToken {
		text += "." + r.peek(1).text
		r.at += 2
	}
	return text
}

func (r *reader) object(v *value) {
	v.kind = objectValue
	r.at++
	for r.at < len(r.tokens) && !r.peek(0).is("}") {
		begin := r.at
		key := r.peek(0)
		switch {
		case (key.kind == nameToken || key.kind == textToken || key.kind == numberToken) && r.peek(1).is(":"):
			r.at += 2
			v.fields = append(v.fields, member{key.text, r.value()})
		case key.kind == nameToken && (r.peek(1).is(",") || r.peek(1).is("}")):
			r.at++ // { sequelize } for { sequelize: sequelize }
			v.fields = append(v.fields, member{key.text, value{kind: pathValue, text: key.text, line: key.line}})
		default:
			r.method()
		}
		if r.peek(0).is(",") || r.at == begin {
			r.at++
		}
	}
	r.at++
}

// method passes over what is no plain member: a method, something spread, a computed name.
func (r *reader) method() {
	for depth := 0; r.at < len(r.tokens); r.at++ {
		t := r.tokens[r.at]
		switch {
		case t.is("(") || t.is("{") || t.is("["):
			depth++
		case depth == 0 && (t.is(",") || t.is("}")):
			return
		case t.is(")") || t.is("}") || t.is("]"):
			depth--
		}
	}
}
