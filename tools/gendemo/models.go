package main

import (
	"fmt"
	"strings"

	"burrow/internal/demo"
)

// association is a call in a model: belongsTo, hasMany or hasOne.
type association struct {
	call, target, foreignKey, as string
	// scope is the entityType of an association whose key may mean several tables.
	scope string
	free  bool // of a constraint of the database
}

// associations are those of all models by table: for every reference one on either side.
func associations() map[string][]association {
	models := map[string][]association{}
	for _, t := range demo.Tables() {
		for _, c := range t.Columns {
			if c.References != "" {
				models[t.Name] = append(models[t.Name], association{call: "belongsTo", target: c.References, foreignKey: c.Name, as: role(c), free: !c.Held})
				call, as := "hasMany", plural(t.Name)
				if c.Unique {
					call, as = "hasOne", t.Name
				}
				if !strings.EqualFold(c.Name, c.References+"Id") {
					as = role(c) + title(as)
				}
				models[c.References] = append(models[c.References], association{call: call, target: t.Name, foreignKey: c.Name, as: as, free: !c.Held})
			}
			for _, to := range c.Among {
				models[t.Name] = append(models[t.Name], association{call: "belongsTo", target: to, foreignKey: c.Name, as: to + "Entity", free: true})
				models[to] = append(models[to], association{call: "hasMany", target: t.Name, foreignKey: c.Name, as: "entity" + title(plural(t.Name)), scope: to, free: true})
			}
		}
	}
	return models
}

// role is what the model calls the row that a column refers to: customerId leads to the
// customer, approvedBy to the approvedByEmployee.
func role(c demo.Column) string {
	if name, ok := strings.CutSuffix(c.Name, "Id"); ok {
		return name
	}
	return c.Name + title(c.References)
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "s"):
		return name
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ey") && !strings.HasSuffix(name, "ay"):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"):
		return name + "es"
	}
	return name + "s"
}

// dataTypes are Sequelize's names of MySQL's types.
var dataTypes = []struct{ prefix, name string }{
	{"int", "INTEGER"}, {"tinyint(1)", "BOOLEAN"}, {"varchar", "STRING"}, {"char", "CHAR"}, {"varbinary", "BLOB"},
	{"decimal", "DECIMAL"}, {"datetime", "DATE"}, {"date", "DATEONLY"}, {"time", "TIME"}, {"enum", "ENUM"},
}

func dataType(of string) string {
	for _, d := range dataTypes {
		if !strings.HasPrefix(of, d.prefix) {
			continue
		}
		if _, size, ok := strings.Cut(of, "("); ok && d.name != "BOOLEAN" && d.name != "BLOB" {
			return "DataTypes." + d.name + "(" + strings.TrimSuffix(strings.ReplaceAll(size, ",", ", "), ")") + ")"
		}
		return "DataTypes." + d.name
	}
	panic("gendemo: no type of Sequelize for " + of)
}

// model is the file of a table.
func model(t *demo.Table, list []association) []byte {
	var b strings.Builder
	name := title(t.Name)
	fmt.Fprintf(&b, "// %s\n\n'use strict';\n\n// %s.\nmodule.exports = (sequelize, DataTypes) => {\n", header, t.Comment)
	fmt.Fprintf(&b, "  const %s = sequelize.define('%s', {\n", name, t.Name)
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "    %s: { type: %s", c.Name, dataType(c.Type))
		if c.Name == "id" {
			b.WriteString(", primaryKey: true, autoIncrement: true")
		} else {
			fmt.Fprintf(&b, ", allowNull: %t", c.Nullable)
		}
		if c.Unique {
			b.WriteString(", unique: true")
		}
		b.WriteString(" },\n")
	}
	timestamps := t.Index("createdAt") >= 0 && t.Index("updatedAt") >= 0
	fmt.Fprintf(&b, "  }, { tableName: '%s', freezeTableName: true, timestamps: %t });\n", t.Name, timestamps)
	if len(list) > 0 {
		fmt.Fprintf(&b, "\n  %s.associate = (models) => {\n", name)
		for _, a := range list {
			fmt.Fprintf(&b, "    %s.%s(models.%s, { foreignKey: '%s', as: '%s'", name, a.call, a.target, a.foreignKey, a.as)
			if a.free {
				b.WriteString(", constraints: false")
			}
			if a.scope != "" {
				fmt.Fprintf(&b, ", scope: { entityType: '%s' }", a.scope)
			}
			b.WriteString(" });\n")
		}
		b.WriteString("  };\n")
	}
	fmt.Fprintf(&b, "\n  return %s;\n};\n", name)
	return []byte(b.String())
}
