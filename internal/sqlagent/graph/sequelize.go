package graph

import (
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// source is a file of an application.
type source struct {
	name string
	text string
}

// model is what an application says of a table.
type model struct {
	name   string
	table  string            // as it is declared; "" if the name decides
	fields map[string]string // columns by attribute, where they differ
	// references are attributes that name a table and a column by themselves.
	references []reference
	file       string
	line       int
}

type reference struct {
	attribute, table, key string
	line                  int
}

// call is an association as it is written.
type call struct {
	method  string
	from    string // a model's name, or a variable's
	target  value
	options value
	file    string
	line    int
}

var associations = []string{"belongsTo", "hasMany", "hasOne", "belongsToMany"}

// sequelize reads models and associations of one file.
type sequelize struct {
	reader
	file      string
	models    []*model
	variables map[string]string // variables of this file and the models they hold
	calls     []call
	classes   []class
	depth     int
}

// class is one that is being read, with the depth of braces around its body.
type class struct {
	name  string
	depth int
}

func readSequelize(s source) *sequelize {
	q := &sequelize{reader: reader{tokens: tokenize(s.text)}, file: s.name, variables: map[string]string{}}
	for q.at < len(q.tokens) {
		q.step()
	}
	return q
}

func (q *sequelize) step() {
	t := q.peek(0)
	switch {
	case t.is("{"):
		q.depth++
	case t.is("}"):
		q.depth--
		for len(q.classes) > 0 && q.classes[len(q.classes)-1].depth > q.depth {
			q.classes = q.classes[:len(q.classes)-1]
		}
	case t.kind == nameToken && t.text == "class" && q.peek(1).kind == nameToken && q.peek(2).text == "extends":
		q.classes = append(q.classes, class{q.peek(1).text, q.depth + 1})
		q.at++
	case t.kind == nameToken && (q.at == 0 || !q.tokens[q.at-1].is(".")):
		begin := q.at
		path := q.path()
		if q.peek(0).is("(") {
			q.calling(path, begin)
			return
		}
		q.at = begin
	}
	q.at++
}

// calling looks at a call of a.b.c(…). Its arguments are looked at again afterwards,
// because a function among them may hold what is searched for.
func (q *sequelize) calling(path string, begin int) {
	dot := strings.LastIndexByte(path, '.')
	method := path[dot+1:]
	object := path[:max(dot, 0)]
	inside := q.at + 1
	line := q.peek(0).line
	switch {
	case method == "define" && dot > 0:
		q.define(q.arguments(), begin, line)
	case method == "init" && dot > 0:
		q.init(object, q.arguments(), line)
	case slices.Contains(associations, method) && dot > 0:
		args := q.arguments()
		if len(args) > 0 {
			c := call{method: method, from: q.holder(object), target: args[0], file: q.file, line: line}
			if len(args) > 1 {
				c.options = args[1]
			}
			q.calls = append(q.calls, c)
		}
	}
	q.at = inside
}

// holder is the model that an expression stands for: this, a class or a variable.
func (q *sequelize) holder(object string) string {
	name := object[strings.LastIndexByte(object, '.')+1:]
	if (name == "this" || name == "super") && len(q.classes) > 0 {
		return q.classes[len(q.classes)-1].name
	}
	if model, ok := q.variables[object]; ok {
		return model
	}
	return name
}

// arguments reads those of a call; q.at is at its parenthesis.
func (q *sequelize) arguments() []value {
	r := reader{tokens: q.tokens, at: q.at + 1}
	var args []value
	for r.at < len(r.tokens) && !r.peek(0).is(")") && len(args) < 4 {
		begin := r.at
		args = append(args, r.value())
		if r.peek(0).is(",") || r.at == begin {
			r.at++
		}
	}
	return args
}

// define reads sequelize.define("name", attributes, options).
func (q *sequelize) define(args []value, begin, line int) {
	if len(args) < 2 || args[0].kind != textValue || args[1].kind != objectValue {
		return
	}
	m := q.newModel(args[0].text, args[1], line)
	if len(args) > 2 {
		q.options(m, args[2])
	}
	// const User = sequelize.define(…)
	if begin >= 2 && q.tokens[begin-1].is("=") && q.tokens[begin-2].kind == nameToken {
		q.variables[q.tokens[begin-2].text] = m.name
	}
}

// init reads User.init(attributes, options).
func (q *sequelize) init(object string, args []value, line int) {
	if len(args) == 0 || args[0].kind != objectValue {
		return
	}
	name := q.holder(object)
	m := q.newModel(name, args[0], line)
	if len(args) > 1 {
		if said := args[1].textOf("modelName"); said != "" {
			m.name = said
			q.variables[name] = said
		}
		q.options(m, args[1])
	}
}

func (q *sequelize) options(m *model, options value) {
	if table := options.textOf("tableName"); table != "" {
		m.table = table
	}
}

func (q *sequelize) newModel(name string, attributes value, line int) *model {
	m := &model{name: name, fields: map[string]string{}, file: q.file, line: line}
	for _, a := range attributes.fields {
		if column := a.textOf("field"); column != "" {
			m.fields[a.name] = column
		}
		r, ok := a.field("references")
		if !ok {
			continue
		}
		to, _ := r.field("model")
		ref := reference{attribute: a.name, key: r.textOf("key"), line: r.line}
		switch to.kind {
		case textValue:
			ref.table = to.text
		case pathValue:
			ref.table = to.last()
		case objectValue:
			ref.table = to.textOf("tableName")
		}
		if ref.table != "" {
			m.references = append(m.references, ref)
		}
	}
	q.models = append(q.models, m)
	return m
}

// sequelize adds the associations of Sequelize's models.
func (x *resolver) sequelize(files []source) {
	var all []*sequelize
	for _, f := range files {
		q := readSequelize(f)
		all = append(all, q)
		for _, m := range q.models {
			x.models[strings.ToLower(m.name)] = m
		}
	}
	for _, q := range all {
		for _, m := range q.models {
			x.declared(m)
		}
		for _, c := range q.calls {
			x.call(c)
		}
	}
}

// call makes relationships of an association.
func (x *resolver) call(c call) {
	from, ok := x.table(c.from, c.file, c.line)
	if !ok {
		return
	}
	if c.target.kind != pathValue && c.target.kind != textValue {
		x.problem(c.file, c.line, say.T("{method} of {model}: the other model is worked out by the program and cannot be read", "method", c.method, "model", c.from))
		return
	}
	to, ok := x.table(c.target.last(), c.file, c.line)
	if !ok {
		return
	}
	name := c.options.textOf("as")
	key := foreignKeyOf(c.options)
	switch c.method {
	case "belongsTo":
		x.add(association{from: from, to: to, column: key, role: name, key: c.options.textOf("targetKey"), many: schema.ManyToOne, name: name}, c)
	case "hasMany":
		x.add(association{from: to, to: from, column: key, key: c.options.textOf("sourceKey"), many: schema.ManyToOne, name: name}, c)
	case "hasOne":
		x.add(association{from: to, to: from, column: key, key: c.options.textOf("sourceKey"), many: schema.OneToOne, name: name}, c)
	case "belongsToMany":
		x.through(from, to, key, name, c)
	}
}

// foreignKeyOf reads foreignKey, which is a name or an object with one.
func foreignKeyOf(options value) string {
	key, _ := options.field("foreignKey")
	if key.kind == objectValue {
		if field := key.textOf("field"); field != "" {
			return field
		}
		return key.textOf("name")
	}
	if key.kind == textValue {
		return key.text
	}
	return ""
}

// through makes two relationships of a table between two others.
func (x *resolver) through(from, to *schema.Table, key, name string, c call) {
	between, ok := c.options.field("through")
	if ok && between.kind == objectValue {
		between, ok = between.field("model")
	}
	if !ok || between.kind != textValue && between.kind != pathValue {
		x.problem(c.file, c.line, say.T("{method} of {model} does not say through which table", "method", c.method, "model", c.from))
		return
	}
	table, ok := x.table(between.last(), c.file, c.line)
	if !ok {
		return
	}
	x.add(association{from: table, to: from, column: key, many: schema.ManyToOne}, c)
	x.add(association{from: table, to: to, column: c.options.textOf("otherKey"), many: schema.ManyToOne, name: name}, c)
}
