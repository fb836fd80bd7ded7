// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package mutation changes one expression or statement of the product at a time, and reports which test fails then. A
// mutant with which all tests pass shows a missing test, dead code, or a change that nobody can observe.
package mutation

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Mutant is one change of a file.
type Mutant struct {
	// File is the path of the file, Line and Column are where the change begins.
	File         string
	Line, Column int
	// Function contains the change; empty outside of functions.
	Function string
	// Before is replaced with After. It begins at Offset.
	Before, After string
	Offset        int
	// Nth distinguishes mutants of a function that have the same Before and After.
	Nth int
}

// Apply returns the source of the file with the change.
func (m Mutant) Apply(source []byte) []byte {
	return slices.Concat(source[:m.Offset], []byte(m.After), source[m.Offset+len(m.Before):])
}

// Place returns where the change begins.
func (m Mutant) Place() string { return fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Column) }

// rank orders mutants at random. Changes of other functions do not change it: a seed draws the same mutants from them.
func (m Mutant) rank(seed uint64) uint64 {
	sum := sha256.Sum256([]byte(strings.Join([]string{strconv.FormatUint(seed, 10), m.File, m.Function, m.Before, m.After, strconv.Itoa(m.Nth)}, "\x00")))
	return binary.BigEndian.Uint64(sum[:])
}

// Shuffle orders the mutants as the seed determines.
func Shuffle(mutants []Mutant, seed uint64) {
	slices.SortFunc(mutants, func(a, b Mutant) int {
		if a.rank(seed) < b.rank(seed) {
			return -1
		}
		return 1
	})
}

// search collects the mutants of a file.
type search struct {
	files    *token.FileSet
	name     string
	source   []byte
	function string
	found    []Mutant
}

// MutantsOf returns all mutants of a file. Some of them do not compile. Text and log lines are not changed.
func MutantsOf(name string, source []byte) ([]Mutant, error) {
	s := &search{files: token.NewFileSet(), name: name, source: source}
	file, err := parser.ParseFile(s.files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		function, is := declaration.(*ast.FuncDecl)
		if !is {
			s.function = ""
			s.walk(declaration, nil)
			continue
		}
		if s.function = function.Name.Name; function.Body != nil {
			s.walk(function.Body, function.Type)
		}
	}
	seen := map[string]int{}
	for i, m := range s.found {
		key := fmt.Sprintf("%s\x00%s\x00%s", m.Function, m.Before, m.After)
		s.found[i].Nth = seen[key]
		seen[key]++
	}
	return s.found, nil
}

// walk visits a declaration, or the body of a function of the type.
func (s *search) walk(root ast.Node, of *ast.FuncType) {
	ast.Inspect(root, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			s.walk(n.Body, n.Type)
			return false
		case *ast.BinaryExpr:
			s.operator(n)
		case *ast.IfStmt:
			s.negate(n.Cond)
		case *ast.ForStmt:
			s.negate(n.Cond)
		case *ast.SwitchStmt:
			s.cases(n)
		case *ast.BlockStmt:
			s.statements(n.List, n == root)
		case *ast.CaseClause:
			s.statements(n.Body, false)
		case *ast.ReturnStmt:
			s.results(n, of)
		case *ast.CallExpr:
			s.order(n)
		case *ast.BasicLit:
			s.constant(n)
		}
		return true
	})
}

func (s *search) offset(at token.Pos) int { return s.files.Position(at).Offset }

func (s *search) text(node ast.Node) string {
	return string(s.source[s.offset(node.Pos()):s.offset(node.End())])
}

func (s *search) replace(node ast.Node, after string) {
	s.add(node.Pos(), s.text(node), after)
}

func (s *search) add(at token.Pos, before, after string) {
	position := s.files.Position(at)
	s.found = append(s.found, Mutant{File: s.name, Line: position.Line, Column: position.Column, Function: s.function, Before: before, After: after, Offset: position.Offset})
}
