// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package mutation

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// operators are the ones that replace an operator: the opposite, and the one that differs at the boundary.
var operators = map[token.Token]struct{ opposite, boundary token.Token }{
	token.EQL:  {opposite: token.NEQ},
	token.NEQ:  {opposite: token.EQL},
	token.LSS:  {token.GEQ, token.LEQ},
	token.LEQ:  {token.GTR, token.LSS},
	token.GTR:  {token.LEQ, token.GEQ},
	token.GEQ:  {token.LSS, token.GTR},
	token.LAND: {opposite: token.LOR},
	token.LOR:  {opposite: token.LAND},
	token.ADD:  {opposite: token.SUB},
	token.SUB:  {opposite: token.ADD},
}

func (s *search) operator(n *ast.BinaryExpr) {
	others := operators[n.Op]
	for _, other := range []token.Token{others.opposite, others.boundary} {
		if other != token.ILLEGAL {
			end := s.offset(n.Y.Pos()) - s.offset(n.X.Pos())
			left, right := s.text(n.X), s.text(n.Y)
			between := s.text(n)[len(left):end]
			s.replace(n, left+strings.Replace(between, n.Op.String(), other.String(), 1)+right)
		}
	}
}

// negate negates a condition. The operator of a comparison is changed by operator.
func (s *search) negate(condition ast.Expr) {
	switch c := condition.(type) {
	case nil:
	case *ast.UnaryExpr:
		s.replace(c, s.text(c.X))
	case *ast.BinaryExpr:
		if c.Op == token.LAND || c.Op == token.LOR {
			s.replace(c, "!("+s.text(c)+")")
		}
	default:
		s.replace(c, "!("+s.text(c)+")")
	}
}

// cases negates the conditions of a switch without a value.
func (s *search) cases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, clause := range n.Body.List {
		for _, condition := range clause.(*ast.CaseClause).List {
			s.negate(condition)
		}
	}
}

// statements removes statements, and the returns that do not end a function.
func (s *search) statements(list []ast.Stmt, isFunction bool) {
	for _, statement := range list {
		switch n := statement.(type) {
		case *ast.ExprStmt:
			if call, is := n.X.(*ast.CallExpr); is && !isLog(call) {
				s.replace(n, "")
			}
		case *ast.DeferStmt, *ast.IncDecStmt:
			s.replace(n, "")
		case *ast.AssignStmt:
			s.unassign(n)
		case *ast.ReturnStmt:
			if !isFunction {
				s.replace(n, s.discarded(n.Results))
			}
		case *ast.BranchStmt:
			switch {
			case n.Label != nil:
			case n.Tok == token.BREAK:
				s.replace(n, token.CONTINUE.String())
			case n.Tok == token.CONTINUE:
				s.replace(n, token.BREAK.String())
			}
		}
	}
}

// unassign evaluates the values of an assignment without assigning them, so that what they use stays in use.
func (s *search) unassign(n *ast.AssignStmt) {
	switch n.Tok {
	case token.DEFINE:
	case token.ASSIGN:
		blank := strings.TrimSuffix(strings.Repeat("_, ", len(n.Lhs)), ", ")
		if left := s.text(n)[:s.offset(n.TokPos)-s.offset(n.Pos())]; strings.TrimSpace(left) != blank {
			s.replace(n, blank+" "+s.text(n)[len(left):])
		}
	default:
		s.replace(n, "_ = "+s.text(n.Rhs[0]))
	}
}

// discarded evaluates the results of a removed return.
func (s *search) discarded(results []ast.Expr) string {
	if len(results) == 1 {
		if _, is := results[0].(*ast.CallExpr); is {
			return s.text(results[0])
		}
	}
	var statements []string
	for _, result := range results {
		if text := s.text(result); text != "nil" {
			statements = append(statements, "_ = "+text)
		}
	}
	return strings.Join(statements, "; ")
}

// results negates the boolean results of a return.
func (s *search) results(n *ast.ReturnStmt, of *ast.FuncType) {
	if of == nil || of.Results == nil {
		return
	}
	var types []ast.Expr
	for _, field := range of.Results.List {
		for range max(1, len(field.Names)) {
			types = append(types, field.Type)
		}
	}
	if len(types) != len(n.Results) {
		return
	}
	for i, result := range n.Results {
		if name, is := types[i].(*ast.Ident); !is || name.Name != "bool" {
			continue
		}
		switch s.text(result) {
		case "true":
			s.replace(result, "false")
		case "false":
			s.replace(result, "true")
		default:
			s.negate(result)
		}
	}
}

// order exchanges min and max, and the first two values of cmp.Or.
func (s *search) order(n *ast.CallExpr) {
	switch name := s.text(n.Fun); {
	case name == "min":
		s.replace(n.Fun, "max")
	case name == "max":
		s.replace(n.Fun, "min")
	case name == "cmp.Or" && len(n.Args) > 1:
		first, second := s.text(n.Args[0]), s.text(n.Args[1])
		s.add(n.Args[0].Pos(), string(s.source[s.offset(n.Args[0].Pos()):s.offset(n.Args[1].End())]), second+", "+first)
	}
}

// constant adds one to an integer, and subtracts one from a positive one.
func (s *search) constant(n *ast.BasicLit) {
	value, err := strconv.Atoi(n.Value)
	if n.Kind != token.INT || err != nil {
		return
	}
	s.replace(n, strconv.Itoa(value+1))
	if value > 0 {
		s.replace(n, strconv.Itoa(value-1))
	}
}

// isLog reports whether a call writes a log line.
func isLog(call *ast.CallExpr) bool {
	method, is := call.Fun.(*ast.SelectorExpr)
	return is && (method.Sel.Name == "Info" || method.Sel.Name == "Error")
}
