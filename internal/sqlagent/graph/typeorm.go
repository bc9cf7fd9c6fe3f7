package graph

import (
	"strings"

	"burrow/internal/sqlagent/schema"
)

// TypeORM's decorators stand before a class and its members:
//
//	@Entity("orders")
//	class Order {
//	  @ManyToOne(() => User, (user) => user.orders)
//	  @JoinColumn({ name: "buyer_id" })
//	  buyer: User;
//	}

// typeORM reads the entities of one file.
type typeORM struct {
	reader
	file    string
	entity  *model // the class that is being read
	pending pendingMember
	models  []*model
	members []pendingMember
}

// pendingMember is a member of an entity with the decorators seen so far.
type pendingMember struct {
	relation, target string
	column, key      string // of @JoinColumn
	owns             bool
	entity           string
	name             string
	line             int
}

func readTypeORM(s source) *typeORM {
	q := &typeORM{reader: reader{tokens: tokenize(s.text)}, file: s.name}
	table, isEntity := "", false
	for ; q.at < len(q.tokens); q.at++ {
		t := q.peek(0)
		switch {
		case t.text == "@Entity" && q.peek(1).is("("):
			table, isEntity = q.entityTable(), true
		case t.kind == nameToken && t.text == "class" && isEntity && q.peek(1).kind == nameToken:
			q.entity = &model{name: q.peek(1).text, table: table, fields: map[string]string{}, file: q.file, line: t.line}
			q.models = append(q.models, q.entity)
			isEntity, q.pending = false, pendingMember{}
		case q.entity != nil && strings.HasPrefix(t.text, "@") && q.peek(1).is("("):
			q.decorator(t)
		case q.entity != nil && t.kind == nameToken && (q.peek(1).is(":") || q.peek(1).is("!") || q.peek(1).is("?") || q.peek(1).is(";")):
			q.member(t)
		}
	}
	return q
}

// entityTable is the name in @Entity("name") or @Entity({ name: "name" }).
func (q *typeORM) entityTable() string {
	args := (&sequelize{reader: reader{tokens: q.tokens, at: q.at + 1}}).arguments()
	if len(args) == 0 {
		return ""
	}
	if args[0].kind == objectValue {
		return args[0].textOf("name")
	}
	return args[0].text
}

func (q *typeORM) decorator(t token) {
	inner := &sequelize{reader: reader{tokens: q.tokens, at: q.at + 1}}
	switch t.text {
	case "@ManyToOne", "@OneToOne":
		q.pending.relation, q.pending.line = t.text[1:], t.line
		q.pending.owns = q.pending.owns || t.text == "@ManyToOne"
		q.pending.target = q.target()
	case "@JoinColumn":
		q.pending.owns = true
		if args := inner.arguments(); len(args) > 0 {
			q.pending.column, q.pending.key = args[0].textOf("name"), args[0].textOf("referencedColumnName")
		}
	}
	// The members of its arguments are no members of the class.
	depth := 0
	for q.at++; q.at < len(q.tokens); q.at++ {
		if q.peek(0).is("(") {
			depth++
		} else if q.peek(0).is(")") {
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// target is the entity in @ManyToOne(() => User, …) or @ManyToOne("User", …).
func (q *typeORM) target() string {
	for i := 2; i < 12; i++ {
		t := q.peek(i)
		if t.kind == textToken && i == 2 {
			return t.text
		}
		if t.is("=>") && q.peek(i+1).kind == nameToken {
			return q.peek(i + 1).text
		}
	}
	return ""
}

func (q *typeORM) member(t token) {
	if q.pending.relation != "" && q.pending.owns && q.pending.target != "" {
		q.pending.entity, q.pending.name = q.entity.name, t.text
		q.members = append(q.members, q.pending)
	}
	q.pending = pendingMember{}
}

// typeORM adds the relations of entities.
func (x *resolver) typeORM(files []source) {
	var all []*typeORM
	for _, f := range files {
		if !strings.Contains(f.text, "@Entity") {
			continue
		}
		q := readTypeORM(f)
		all = append(all, q)
		for _, m := range q.models {
			x.models[strings.ToLower(m.name)] = m
		}
	}
	for _, q := range all {
		for _, m := range q.members {
			from, okFrom := x.table(m.entity, q.file, m.line)
			to, okTo := x.table(m.target, q.file, m.line)
			if !okFrom || !okTo {
				continue
			}
			many := schema.ManyToOne
			if m.relation == "OneToOne" {
				many = schema.OneToOne
			}
			x.add(association{from: from, to: to, column: m.column, role: m.name, key: m.key, many: many, name: m.name},
				call{method: m.relation, from: m.entity, file: q.file, line: m.line})
		}
	}
}
