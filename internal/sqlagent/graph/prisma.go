package graph

import (
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// prismaModel is a model of a Prisma schema.
type prismaModel struct {
	model
	relations []prismaRelation
}

type prismaRelation struct {
	field, target      string
	fields, references []string
	line               int
}

// readPrisma reads the models of a Prisma schema.
func readPrisma(s source) []*prismaModel {
	r := &reader{tokens: tokenize(s.text)}
	var models []*prismaModel
	for r.at < len(r.tokens) {
		if t := r.peek(0); t.kind == nameToken && (t.text == "model" || t.text == "view") && r.peek(1).kind == nameToken && r.peek(2).is("{") {
			m := &prismaModel{model: model{name: r.peek(1).text, fields: map[string]string{}, file: s.name, line: t.line}}
			r.at += 3
			m.read(r)
			models = append(models, m)
			continue
		}
		r.at++
	}
	return models
}

// read reads the body of a model. A line is a field; @@map is the table's name.
func (m *prismaModel) read(r *reader) {
	for r.at < len(r.tokens) && !r.peek(0).is("}") {
		line := r.peek(0).line
		begin := r.at
		for r.at < len(r.tokens) && r.peek(0).line == line && !r.peek(0).is("}") {
			if r.peek(0).is("(") {
				r.at++
				for depth := 1; r.at < len(r.tokens) && depth > 0; r.at++ {
					if r.peek(0).is("(") {
						depth++
					} else if r.peek(0).is(")") {
						depth--
					}
				}
				continue
			}
			r.at++
		}
		m.field(&reader{tokens: r.tokens[begin:r.at]})
		if r.at == begin {
			r.at++
		}
	}
	r.at++
}

func (m *prismaModel) field(r *reader) {
	name, kind := r.peek(0), r.peek(1)
	relation := prismaRelation{field: name.text, target: kind.text, line: name.line}
	for ; r.at < len(r.tokens); r.at++ {
		t := r.peek(0)
		switch {
		case t.text == "@map" && r.peek(1).is("(") && (name.text == "@" || strings.HasPrefix(name.text, "@")):
			m.table = r.peek(2).text // of @@map
		case t.text == "@map" && r.peek(1).is("("):
			m.fields[name.text] = r.peek(2).text
		case t.kind == nameToken && t.text == "fields" && r.peek(1).is(":"):
			relation.fields = r.names(2)
		case t.kind == nameToken && t.text == "references" && r.peek(1).is(":"):
			relation.references = r.names(2)
		}
	}
	if len(relation.fields) > 0 && len(relation.fields) == len(relation.references) {
		m.relations = append(m.relations, relation)
	}
}

// names reads [a, b] from a place ahead.
func (r *reader) names(ahead int) []string {
	list := (&reader{tokens: r.tokens, at: r.at + ahead}).simple()
	var names []string
	for _, item := range list.items {
		names = append(names, item.text)
	}
	return names
}

// prisma adds the relations of Prisma schemas.
func (x *resolver) prisma(files []source) {
	var all []*prismaModel
	for _, f := range files {
		for _, m := range readPrisma(f) {
			all = append(all, m)
			x.models[strings.ToLower(m.name)] = &m.model
		}
	}
	for _, m := range all {
		for _, r := range m.relations {
			x.relation(m, r)
		}
	}
}

func (x *resolver) relation(m *prismaModel, r prismaRelation) {
	from, okFrom := x.table(m.name, m.file, r.line)
	to, okTo := x.table(r.target, m.file, r.line)
	if !okFrom || !okTo {
		return
	}
	var left, right []string
	for i := range r.fields {
		a, okA := x.named(from, r.fields[i])
		b, okB := x.named(to, r.references[i])
		if !okA || !okB {
			x.problem(m.file, r.line, say.T("{method} of {model}: {table} has no column for it", "method", r.field, "model", m.name, "table", from.Name))
			return
		}
		left, right = append(left, a), append(right, b)
	}
	if found, ok := keyBetween(from, to, left, right); ok {
		found.Kind, found.Confidence, found.Name = schema.Association, declaredByModel, r.field
		x.found = append(x.found, found)
	}
}
