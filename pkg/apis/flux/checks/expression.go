// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package checks evaluates the answers to the checks of a rollout. It is pure: it asks nobody. What it cannot evaluate
// is an error, and never good.
package checks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/env"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// LongestExpression limits an expression in bytes.
	LongestExpression = 1024
	// mostCost limits the evaluation of an expression, in the cost units of CEL: roughly one for each operation.
	mostCost = 1_000_000
	// deepestExpression limits the nesting of an expression.
	deepestExpression = 50
	// variable is the variable of an expression that has the document.
	variable = "body"
	// longestProblem limits the description of a problem in bytes.
	longestProblem = 160
)

// Expression is a condition over a JSON document.
type Expression struct {
	program cel.Program
	source  string
}

// CompileExpression compiles a CEL expression over the variable body. The functions are those of the standard library
// of CEL without regular expressions, because these can take very long, and the macros are those without map.
func CompileExpression(source string) (*Expression, error) {
	switch {
	case strings.TrimSpace(source) == "":
		return nil, errors.New(`write a CEL expression over the document, which is the variable body, such as body.state == "approved"`)
	case len(source) > LongestExpression:
		return nil, fmt.Errorf("has %d bytes, and must have at most %d; shorten it", len(source), LongestExpression)
	}
	plain, notPlain := newEnvironment(&env.LibrarySubset{DisableMacros: true})
	environment, err := newEnvironment(&env.LibrarySubset{ExcludeMacros: []string{operators.Map}})
	if err = cmp.Or(err, notPlain); err != nil {
		return nil, fmt.Errorf("failed to create the CEL environment: %w", err)
	}
	if parsed, issues := plain.Parse(source); issues.Err() != nil {
		return nil, fmt.Errorf("is not a CEL expression over the variable body: %s", firstIssue(issues))
	} else if builds(parsed) {
		return nil, errors.New("must not have a list, a map or an object with parts of the document; compare the parts one by one")
	}
	compiled, issues := environment.Compile(source)
	if issues.Err() != nil {
		return nil, fmt.Errorf("is not a CEL expression over the variable body: %s", firstIssue(issues))
	}
	if kind := compiled.OutputType(); !kind.IsExactType(cel.BoolType) && !kind.IsExactType(cel.DynType) {
		return nil, fmt.Errorf(`has the type %s, and must be true or false; write a comparison, such as body.state == "approved"`, kind)
	}
	if !refersToBody(compiled) {
		return nil, errors.New(`does not use the variable body, so that its value is always the same; write a condition over the document, such as body.state == "approved"`)
	}
	program, err := environment.Program(compiled, cel.CostLimit(mostCost), cel.CostTracking(weigher{}), cel.InterruptCheckFrequency(1))
	if err != nil {
		return nil, fmt.Errorf("is not a CEL expression that can be evaluated: %s", text.Line(err.Error(), longestProblem))
	}
	return &Expression{program: program, source: source}, nil
}

// builds returns whether an expression without macros builds a value from parts of the document. A short expression
// could bind such values again and again and build a huge one, whose comparison takes very long.
func builds(parsed *cel.Ast) bool {
	isConstant := func(part ast.Expr) bool { return part.Kind() == ast.LiteralKind || part.Kind() == ast.ListKind }
	found := false
	ast.PreOrderVisit(parsed.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.ListKind:
			for _, element := range e.AsList().Elements() {
				found = found || !isConstant(element)
			}
		case ast.MapKind, ast.StructKind:
			found = true
		}
	}))
	return found
}

// newEnvironment returns an environment with the functions of CEL's standard library, without regular expressions, and
// with the macros of the subset.
func newEnvironment(subset *env.LibrarySubset) (*cel.Env, error) {
	subset.ExcludeFunctions = []*env.Function{{Name: overloads.Matches}}
	return cel.NewCustomEnv(
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.Variable(variable, cel.DynType),
		cel.ParserRecursionLimit(deepestExpression),
		cel.ParserExpressionSizeLimit(LongestExpression),
		// Otherwise, !has(body.result.error) is true if result is null or a text.
		cel.EnableErrorOnBadPresenceTest(true),
	)
}

func refersToBody(compiled *cel.Ast) bool {
	for _, reference := range compiled.NativeRep().ReferenceMap() {
		if reference.Name == variable {
			return true
		}
	}
	return false
}

// firstIssue returns the first error of the compiler without the excerpt of the expression.
func firstIssue(issues *cel.Issues) string {
	first := issues.Errors()[0]
	// The list of what may follow is long, and contains names of the grammar.
	message, _, _ := strings.Cut(first.Message, " expecting {")
	if column := first.Location.Column() + 1; column > 0 {
		message += fmt.Sprintf(" (column %d)", column)
	}
	return text.Line(message, longestProblem)
}

// Evaluate returns the value of the expression for a document, which has been decoded with encoding/json into an any.
// The error contains nothing of the document.
func (e *Expression) Evaluate(ctx context.Context, body any) (bool, error) {
	result, details, err := e.program.ContextEval(ctx, map[string]any{variable: body})
	switch {
	case ctx.Err() != nil:
		return false, errors.New("the evaluation of the expression takes too long; simplify it, or ask for a smaller document")
	case err != nil && details != nil && details.ActualCost() != nil && *details.ActualCost() > mostCost:
		return false, errors.New("the evaluation of the expression costs too much; simplify it, or ask for a smaller document")
	case err != nil:
		return false, e.problem(err)
	}
	is, isBool := result.(types.Bool)
	if !isBool {
		return false, errors.New("the value of the expression is neither true nor false for the answer")
	}
	return bool(is), nil
}

// problem returns the reason why an expression has no value. It names a missing field only if the expression contains
// the name, because it can also come from the document.
func (e *Expression) problem(err error) error {
	if _, field, is := strings.Cut(err.Error(), "no such key: "); is && field != "" && strings.Contains(e.source, field) {
		return fmt.Errorf("the answer has no field %s", text.Line(field, longestProblem/2))
	}
	return errors.New("the expression has no value for the answer: a field is missing, null or of another type")
}
