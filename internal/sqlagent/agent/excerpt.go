package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// mostSchema is how many tokens of names, types and comments a prompt has, whatever the
// settings say.
const mostSchema = 8000

// Marks stand around what others wrote.
const (
	openMark  = "<<<"
	closeMark = ">>>"
)

// fenced puts a text between marks that it cannot have itself.
func fenced(label, text string) string {
	for strings.Contains(text, openMark) || strings.Contains(text, closeMark) {
		text = strings.NewReplacer(openMark, "", closeMark, "").Replace(text)
	}
	return label + "\n" + openMark + "\n" + strings.TrimSpace(text) + "\n" + closeMark + "\n"
}

// selectionPrompt lists the tables that a model chooses from, as many as there is room
// for, the likeliest first.
func (r *run) selectionPrompt(names []string) string {
	var list strings.Builder
	left := r.schemaRoom()
	for _, name := range names {
		t, _ := r.known.Table(name)
		line := t.Name
		if t.Comment != "" {
			line += ": " + oneLine(t.Comment, 100)
		}
		line += "\n"
		cost := r.counting.Count(line)
		if cost > left {
			break
		}
		left -= cost
		list.WriteString(line)
	}
	r.schemaUsed(list.String())
	return fenced("Tables:", list.String()) + r.asked()
}

// schemaRoom is how many tokens of schema a prompt may have: never more than the model's
// window leaves.
func (r *run) schemaRoom() int {
	room := mostSchema
	if most := r.who.Settings.MaxContext; most != nil && *most > 0 {
		room = min(room, max(*most/2, 200))
	}
	return room
}

func (r *run) schemaUsed(text string) {
	if r.out.Usage == nil {
		r.out.Usage = &answer.Usage{}
	}
	r.out.Usage.SchemaTokens = max(r.out.Usage.SchemaTokens, r.counting.Count(text))
}

// asked is the question as prompts have it, with those before it.
func (r *run) asked() string {
	var b strings.Builder
	first := max(0, len(r.q.Before)-3)
	for _, t := range r.q.Before[first:] {
		b.WriteString(fenced("An earlier question and its query:", clip(t.Question, 500)+"\n"+clip(t.SQL, 1500)))
	}
	b.WriteString(fenced("Question:", r.q.Text))
	return b.String()
}

func clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func oneLine(text string, most int) string {
	return clip(strings.Join(strings.Fields(text), " "), most)
}

// describe writes tables and how they are joined, within the room for them. Columns that
// joins need come first, then those that have words of the question.
func (r *run) describe(tables []string, joins []schema.Relationship, columns int) string {
	room := r.schemaRoom()
	for most := columns; ; most = most * 2 / 3 {
		if most < leastColumns {
			most = leastColumns
			// Columns cannot be fewer: tables and joins are.
			if len(tables) > 1 {
				tables = tables[:len(tables)-1]
			} else {
				joins = joins[:len(joins)/2]
			}
		}
		text := r.excerpt(tables, joins, most)
		if fits := r.counting.Count(text) <= room; fits || len(tables) == 1 && len(joins) == 0 && most == leastColumns {
			if !fits {
				text = clip(text, room) // a token has at least a character
			}
			r.schemaUsed(text)
			return text
		}
	}
}

// leastColumns is how many columns of a table are always shown.
const leastColumns = 3

func (r *run) excerpt(tables []string, joins []schema.Relationship, columns int) string {
	var b strings.Builder
	for _, name := range tables {
		if t, ok := r.known.Table(name); ok {
			r.describeTable(&b, t, joins, columns)
		}
	}
	if len(joins) > 0 {
		b.WriteString("Joins:\n")
		for _, rel := range joins {
			b.WriteString("  " + describeJoin(rel) + "\n")
		}
	}
	return b.String()
}

func (r *run) describeTable(b *strings.Builder, t *schema.Table, joins []schema.Relationship, most int) {
	fmt.Fprintf(b, "%s", t.Name)
	if t.Comment != "" {
		b.WriteString(": " + oneLine(t.Comment, 120))
	}
	b.WriteByte('\n')
	for _, c := range r.columnsOf(t, joins, most) {
		b.WriteString("  " + c.Name)
		if c.Type != "" {
			b.WriteString(" " + oneLine(c.Type, 80))
		}
		if isKey(t, c.Name) {
			b.WriteString(" key")
		}
		if c.Comment != "" {
			b.WriteString(": " + oneLine(c.Comment, 80))
		}
		b.WriteByte('\n')
	}
}

func isKey(t *schema.Table, column string) bool {
	return slices.ContainsFunc(t.PrimaryKey, func(k string) bool { return strings.EqualFold(k, column) })
}

// columnsOf are the columns of a table that a prompt shows, in the table's order.
func (r *run) columnsOf(t *schema.Table, joins []schema.Relationship, most int) []schema.Column {
	if len(t.Columns) <= most {
		return t.Columns
	}
	words := schema.TextWords(r.wholeQuestion())
	weights := make([]int, len(t.Columns))
	order := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		order[i] = i
		if isKey(t, c.Name) || joinsColumn(joins, t.Name, c.Name) {
			weights[i] += 4
		}
		for _, part := range append(schema.Words(c.Name), schema.TextWords(c.Comment)...) {
			if slices.Contains(words, part) {
				weights[i]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return weights[b] - weights[a] })
	var out []schema.Column
	for _, i := range slices.Sorted(slices.Values(order[:most])) {
		out = append(out, t.Columns[i])
	}
	return out
}

// joinsColumn reports whether one of the joins needs a column.
func joinsColumn(joins []schema.Relationship, table, column string) bool {
	return slices.ContainsFunc(joins, func(rel schema.Relationship) bool {
		return slices.ContainsFunc(rel.Columns, func(p schema.Pair) bool {
			return strings.EqualFold(rel.FromTable, table) && strings.EqualFold(p.From, column) || strings.EqualFold(rel.ToTable, table) && strings.EqualFold(p.To, column)
		})
	})
}

// describeJoin is a relationship with its role and how many rows belong together.
func describeJoin(rel schema.Relationship) string {
	text := joingraph.Condition(rel)
	if rel.Cardinality != "" {
		text += " (" + string(rel.Cardinality) + ")"
	}
	if rel.Name != "" && !isConstraint(rel.Name) {
		text += " as " + oneLine(rel.Name, 40)
	}
	return text
}

// related are the relationships among some tables, the plan's first, then the surest.
func (r *run) related(tables []string, first []joingraph.Join, barred []schema.Relationship) []schema.Relationship {
	var out []schema.Relationship
	add := func(rel schema.Relationship) {
		if !slices.ContainsFunc(out, rel.Same) && !slices.ContainsFunc(barred, rel.Same) {
			out = append(out, rel)
		}
	}
	for _, j := range first {
		add(j.Relationship)
	}
	for _, j := range first {
		for _, role := range j.Roles {
			add(role)
		}
	}
	within := func(name string) bool {
		return slices.ContainsFunc(tables, func(t string) bool { return strings.EqualFold(t, name) })
	}
	var rest []schema.Relationship
	for _, rel := range r.known.Relationships {
		if rel.Confidence >= r.c.Limits.Confidence && within(rel.FromTable) && within(rel.ToTable) {
			rest = append(rest, rel)
		}
	}
	slices.SortStableFunc(rest, func(a, b schema.Relationship) int { return cmp.Compare(b.Confidence, a.Confidence) })
	for _, rel := range rest[:min(len(rest), r.c.Limits.MaxRelationshipsDisplay)] {
		add(rel)
	}
	return out[:min(len(out), r.c.Limits.MaxRelationshipsInPrompt)]
}
