package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// The changes: conditions are negated and lose one of their parts, borders are moved,
// sums become differences, numbers are doubled, statements are left out, returned
// values are empty. Each stands for a slip that people make.

// negate turns a condition round.
func (f *finder) negate(e ast.Expr) {
	if !f.isPlainBool(e) {
		return
	}
	f.add(e, "not "+f.file.text(f.Fset, e), f.around(e, "((", ") != mutantIs(#))")...)
}

// isPlainBool reports whether an expression is a bool that is not known before.
func (f *finder) isPlainBool(e ast.Expr) bool {
	t := f.TypesInfo.Types[e]
	basic, ok := types.Unalias(t.Type).(*types.Basic)
	return ok && t.Value == nil && basic.Info()&types.IsBoolean != 0
}

// binary looks at an expression of two operands, and says whether to look into them.
func (f *finder) binary(e *ast.BinaryExpr) bool {
	if f.isConstant(e) {
		return !f.number(e)
	}
	whole := f.file.text(f.Fset, e)
	switch e.Op {
	case token.LAND, token.LOR:
		// One that decides nothing is not reached.
		behind := ") || mutantIs(#))"
		if e.Op == token.LOR {
			behind = ") && !mutantIs(#))"
		}
		for _, operand := range []ast.Expr{e.X, e.Y} {
			if f.isPlainBool(operand) {
				f.add(operand, "without "+f.file.text(f.Fset, operand)+" in "+whole, f.around(operand, "((", behind)...)
			}
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.call(e, "border of "+whole, map[token.Token]string{token.LSS: "mutantLess", token.LEQ: "mutantMost", token.GTR: "mutantMore", token.GEQ: "mutantLeast"}[e.Op])
	case token.ADD, token.SUB, token.MUL, token.QUO:
		if basic, ok := f.TypesInfo.TypeOf(e).Underlying().(*types.Basic); ok && basic.Info()&types.IsNumeric != 0 {
			f.call(e, "other sign in "+whole, map[token.Token]string{token.ADD: "mutantPlus", token.SUB: "mutantMinus", token.MUL: "mutantTimes", token.QUO: "mutantOver"}[e.Op])
		}
	}
	return true
}

// call has a function do what an operator does, which can do otherwise.
func (f *finder) call(e *ast.BinaryExpr, what, function string) {
	f.add(e, what, append(f.around(e, function+"(#, ", ")"), f.instead(e.OpPos, e.Op, ","))...)
}

// number doubles a number, and says whether there is one. What is computed of numbers
// alone is one.
func (f *finder) number(e ast.Expr) bool {
	t := f.TypesInfo.Types[e]
	if t.Value == nil || !hasLiteral(e) {
		return false
	}
	basic, ok := t.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 || basic.Info()&types.IsUntyped != 0 || basic.Info()&types.IsComplex != 0 {
		return true // nothing inside it is one by itself
	}
	if name, ok := f.typeName(t.Type); ok {
		f.add(e, "twice "+f.file.text(f.Fset, e), f.around(e, "mutantTwice["+name+"](#, ", ")")...)
	}
	return true
}

func hasLiteral(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind != token.STRING && lit.Kind != token.CHAR {
			found = true
		}
		return !found
	})
	return found
}

// constant doubles a declared constant: a program of its own is compiled for it.
func (f *finder) constant(e ast.Expr) {
	value := f.TypesInfo.Types[e].Value
	if value == nil || !hasLiteral(e) || (value.Kind() != constant.Int && value.Kind() != constant.Float) || strings.Contains(f.file.text(f.Fset, e), "iota") {
		return
	}
	change := f.around(e, "2 * (", ")")
	if constant.Sign(value) == 0 {
		change = f.around(e, "1 + (", ")")
	}
	f.note(e, "twice "+f.file.text(f.Fset, e), change)
}

// statements looks at what can be left out of a list.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if !isPanic(s) {
				f.leaveOut(s)
			}
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE && !allBlank(s.Lhs) {
				f.leaveOut(s)
			}
		case *ast.IncDecStmt, *ast.DeferStmt, *ast.SendStmt, *ast.GoStmt:
			f.leaveOut(s)
		case *ast.BranchStmt:
			if s.Tok == token.BREAK || s.Tok == token.CONTINUE {
				f.leaveOut(s)
			}
		case *ast.ReturnStmt:
			f.returned(s)
		}
	}
}

func allBlank(list []ast.Expr) bool {
	for _, e := range list {
		if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
			return false
		}
	}
	return true
}

func (f *finder) leaveOut(s ast.Stmt) {
	f.add(s, "without "+f.file.text(f.Fset, s), f.around(s, "if !mutantIs(#) { ", " }")...)
}

// otherwise leaves out what is done else.
func (f *finder) otherwise(s *ast.IfStmt) {
	block, ok := s.Else.(*ast.BlockStmt)
	if !ok || len(block.List) == 0 || ends(block.List[len(block.List)-1]) {
		return
	}
	f.add(block, "without else "+f.file.text(f.Fset, block),
		edit{at: f.offset(block.Lbrace) + 1, to: -1, text: " if !mutantIs(#) {"}, edit{at: f.offset(block.Rbrace), to: -1, text: "} ", closes: true})
}

// ends reports whether nothing comes after a statement.
func ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.IfStmt, *ast.ForStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.BlockStmt:
		return true
	case *ast.ExprStmt:
		return isPanic(s)
	}
	return false
}

func isPanic(s *ast.ExprStmt) bool {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic"
}

// returned returns nothing of use, or does not return.
func (f *finder) returned(s *ast.ReturnStmt) {
	f.passOver(s)
	if f.results == nil || f.results.Len() == 0 {
		f.leaveOut(s)
		return
	}
	if len(s.Results) == 0 {
		return // named results: whatever they are
	}
	empty := true
	for _, e := range s.Results {
		empty = empty && f.isEmpty(e)
	}
	declared := ""
	var values []string
	for i := range f.results.Len() {
		name, ok := f.typeName(f.results.At(i).Type())
		if !ok {
			return
		}
		value := "mutant" + strconv.Itoa(i)
		declared += "var " + value + " " + name + "; "
		values = append(values, value)
	}
	if empty {
		if len(values) != 1 || f.results.At(0).Type() != types.Typ[types.Bool] {
			return
		}
		declared, values[0] = "", "true"
	}
	f.add(s, "nothing instead of "+f.file.text(f.Fset, s),
		edit{at: f.offset(s.Pos()), to: -1, text: "if mutantIs(#) { " + declared + "return " + strings.Join(values, ", ") + " }; "})
}

// passOver leaves numbers alone that are returned beside an error: nobody looks at them.
func (f *finder) passOver(s *ast.ReturnStmt) {
	if f.results == nil || len(s.Results) < 2 || len(s.Results) != f.results.Len() {
		return
	}
	last := s.Results[len(s.Results)-1]
	if types.Identical(f.results.At(len(s.Results)-1).Type(), types.Universe.Lookup("error").Type()) && !f.TypesInfo.Types[last].IsNil() {
		for _, e := range s.Results {
			if _, literal := e.(*ast.BasicLit); literal {
				f.skip[e] = true
			}
		}
	}
}

// isEmpty reports whether an expression is the zero value, as it is written.
func (f *finder) isEmpty(e ast.Expr) bool {
	t := f.TypesInfo.Types[e]
	if t.IsNil() {
		return true
	}
	if lit, ok := e.(*ast.CompositeLit); ok {
		_, isStruct := t.Type.Underlying().(*types.Struct)
		return isStruct && len(lit.Elts) == 0
	}
	if t.Value == nil {
		return false
	}
	switch t.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(t.Value)
	case constant.String:
		return constant.StringVal(t.Value) == ""
	case constant.Int, constant.Float:
		return constant.Sign(t.Value) == 0
	}
	return false
}

// typeName is how the file calls a type, if it can.
func (f *finder) typeName(t types.Type) (name string, ok bool) {
	ok = true
	name = types.TypeString(t, func(other *types.Package) string {
		if other == f.Types {
			return ""
		}
		for _, imported := range f.file.syntax.Imports {
			if strings.Trim(imported.Path.Value, `"`) != other.Path() {
				continue
			}
			if imported.Name != nil {
				return imported.Name.Name
			}
			return other.Name()
		}
		ok = false
		return ""
	})
	return name, ok
}
