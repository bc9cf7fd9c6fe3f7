package main

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// decoded is what a client decodes member by member: frames, the events in them,
// and what is kept with an answer, which an event has too.
const decoded = "FromCore"

// others says what a value of a closed list that a client does not know is taken
// for where there must be one. A list that stands for itself is shown by whatever
// name it has.
var others = map[string]string{
	"burrow/internal/fault.Code":         "unavailable",
	"burrow/internal/chat.Role":          "assistant",
	"burrow/internal/chat.Rung":          "auto",
	"burrow/internal/chat.PartKind":      itself,
	"burrow/internal/chat.CutReason":     itself,
	"burrow/internal/wire.Channel":       "reasoning",
	"burrow/internal/wire.GatherState":   "step",
	"burrow/internal/wire.OutboxState":   "waiting",
	"burrow/internal/wire.CondenseState": "stopped",
}

const itself = "*"

// shapes writes the table that the decoder reads.
//
// A shape is the members of a struct, "name:type" or, where it may be missing,
// "name?type". Types are s, n and b for strings, numbers and booleans, u for what
// is not looked into, =List for one of a closed list, [type for a list, |Union for
// one of several structs by its kind, and the name of a shape. The structs of a
// union have the names "Union.kind". The first value of a closed list is what
// others are taken for.
type shapes struct {
	*protocol
	// wanted are the shapes and lists to be written, in the order they were met.
	wanted []wanted
	lists  []*types.Named
}

type wanted struct {
	name string
	is   *types.Struct
}

func (p *protocol) shapes() (string, error) {
	s := &shapes{protocol: p}
	for _, obj := range p.objects() {
		if union, ok := obj.Type().Underlying().(*types.Interface); ok && obj.Name() == decoded {
			s.union(obj.Name(), union)
		}
	}
	if len(s.wanted) == 0 {
		return "", nil
	}
	var out strings.Builder
	out.WriteString("\n/** What core/decode.ts reads: the members of what the core sends, by tools/gents/shapes.go. */\nexport const shapes: Readonly<Record<string, string>> = {\n")
	for i := 0; i < len(s.wanted); i++ {
		text, err := s.shape(s.wanted[i])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "  %s: %q,\n", quoted(s.wanted[i].name), text)
	}
	out.WriteString("};\n\n/** The closed lists in them. What is not in a list is taken for its first value where there must be one. */\nexport const lists: Readonly<Record<string, string>> = {\n")
	for _, list := range s.lists {
		var values []string
		for _, v := range s.values(list) {
			if v.text == others[pathOf(list)] {
				values = slices.Insert(values, 0, v.text)
			} else {
				values = append(values, v.text)
			}
		}
		fmt.Fprintf(&out, "  %s: %q,\n", tsName(list), strings.Join(values, " "))
	}
	out.WriteString("};\n")
	return out.String(), nil
}

func quoted(name string) string {
	if strings.Contains(name, ".") {
		return fmt.Sprintf("%q", name)
	}
	return name
}

// union wants the structs that implement an interface.
func (s *shapes) union(name string, t *types.Interface) {
	for _, obj := range s.objects() {
		is, ok := obj.Type().Underlying().(*types.Struct)
		if _, isType := obj.(*types.TypeName); !isType || !ok || !types.Implements(obj.Type(), t) {
			continue
		}
		for i := range is.NumFields() {
			if kind, ok := s.kindOf(is.Field(i).Type()); ok {
				s.want(name+"."+kind, is)
			}
		}
	}
}

func (s *shapes) want(name string, is *types.Struct) {
	if !slices.ContainsFunc(s.wanted, func(w wanted) bool { return w.name == name }) {
		s.wanted = append(s.wanted, wanted{name, is})
	}
}

func (s *shapes) kindOf(t types.Type) (string, bool) {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != s.pkg.Types {
		return "", false
	}
	kind, ok := s.kinds[named.Obj().Name()]
	return kind, ok
}

func (s *shapes) shape(w wanted) (string, error) {
	var members []string
	for i := range w.is.NumFields() {
		field := w.is.Field(i)
		if _, ok := s.kindOf(field.Type()); ok {
			continue
		}
		name, options, _ := strings.Cut(reflect.StructTag(w.is.Tag(i)).Get("json"), ",")
		mark := ":"
		if options == "omitempty" || options == "omitzero" {
			mark = "?"
		}
		code, err := s.code(field.Type())
		if err != nil {
			return "", fmt.Errorf("%s.%s: %w", w.name, name, err)
		}
		if code[0] == '=' && mark == ":" && others[pathOf(field.Type().(*types.Named))] == "" {
			return "", fmt.Errorf("%s.%s must be there: say in others what an unknown value is taken for", w.name, name)
		}
		members = append(members, name+mark+code)
	}
	return strings.Join(members, ","), nil
}

func (s *shapes) code(t types.Type) (string, error) {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return s.code(t.Elem())
	case *types.Slice:
		code, err := s.code(t.Elem())
		return "[" + code, err
	case *types.Interface:
		return "u", nil
	case *types.Named:
		return s.namedCode(t)
	case *types.Basic:
		switch {
		case t.Info()&types.IsString != 0:
			return "s", nil
		case t.Info()&types.IsBoolean != 0:
			return "b", nil
		case t.Info()&types.IsNumeric != 0:
			return "n", nil
		}
	}
	return "", fmt.Errorf("no shape for %s", t)
}

func (s *shapes) namedCode(t *types.Named) (string, error) {
	if t.Obj().Name() == "JSON" || pathOf(t) == "burrow/internal/chat.RawJSON" {
		return "u", nil
	}
	if method, _, _ := types.LookupFieldOrMethod(t, false, t.Obj().Pkg(), "MarshalText"); method != nil {
		return "s", nil
	}
	switch is := t.Underlying().(type) {
	case *types.Struct:
		s.want(tsName(t), is)
		return tsName(t), nil
	case *types.Interface:
		if is.Empty() {
			return "u", nil
		}
		s.union(t.Obj().Name(), is)
		return "|" + t.Obj().Name(), nil
	case *types.Basic:
		if len(s.values(t)) == 0 || others[pathOf(t)] == itself {
			return s.code(is)
		}
		if !slices.Contains(s.lists, t) {
			s.lists = append(s.lists, t)
		}
		return "=" + tsName(t), nil
	}
	return s.code(t.Underlying())
}
