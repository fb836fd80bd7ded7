// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks_test

import (
	"context"
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
)

func decoded(document string) any {
	GinkgoHelper()
	var body any
	Expect(json.Unmarshal([]byte(document), &body)).To(Succeed())
	return body
}

var _ = Describe("An expression", func() {
	DescribeTable("is true or false for a document",
		func(ctx SpecContext, source, document string, expected bool) {
			expression, err := checks.CompileExpression(source)
			Expect(err).NotTo(HaveOccurred())
			Expect(expression.Evaluate(ctx, decoded(document))).To(Equal(expected))
		},
		Entry("a text", `body.state == "approved"`, `{"state":"approved"}`, true),
		Entry("another text", `body.state == "approved"`, `{"state":"rejected"}`, false),
		Entry("a field that is a bool", `body.ready`, `{"ready":true}`, true),
		Entry("a number, which JSON does not have as an integer", `body.count == 3`, `{"count":3}`, true),
		Entry("a comparison of a number", `body.count >= 3`, `{"count":2.5}`, false),
		Entry("a list", `body.all(c, c.state == "done")`, `[{"state":"done"},{"state":"done"}]`, true),
		Entry("an empty list, of which all elements are anything: an empty answer has to be excluded with size", `size(body) > 0 && body.all(c, c.state == "done")`, `[]`, false),
		Entry("a field that may be missing", `has(body.state) && body.state == "approved"`, `{}`, false),
		Entry("a field that must be missing in an object", `!has(body.result.error)`, `{"result":{}}`, true),
		Entry("a field that must be missing, and is null", `!has(body.result.error)`, `{"result":{"error":null}}`, false),
		Entry("a field with another name than an identifier", `body["change-state"] == "approved"`, `{"change-state":"approved"}`, true),
		Entry("a field that is null", `body.error == null`, `{"error":null}`, true),
		Entry("the beginning of a text", `body.version.startsWith("v2.")`, `{"version":"v2.9"}`, true),
		Entry("a time", `timestamp(body.until) > timestamp("2026-01-01T00:00:00Z")`, `{"until":"2026-12-18T18:00:00Z"}`, true),
		Entry("lists that are equal", `body.a == body.b && body.a != body.c`, `{"a":[1,{"x":2}],"b":[1,{"x":2}],"c":[1]}`, true),
	)

	DescribeTable("is refused",
		func(source, problem string) {
			_, err := checks.CompileExpression(source)
			Expect(err).To(MatchError(problem))
		},
		Entry("that is empty", " ", `write a CEL expression over the document, which is the variable body, such as body.state == "approved"`),
		Entry("that is too long", `body == "`+strings.Repeat("x", 1024)+`"`, "has 1034 bytes, and must have at most 1024; shorten it"),
		Entry("that does not parse", `body.state ==`, "is not a CEL expression over the variable body: Syntax error: mismatched input '<EOF>' (column 14)"),
		Entry("with another variable", `state == "approved"`, "is not a CEL expression over the variable body: undeclared reference to 'state' (in container '') (column 1)"),
		Entry("that is a text", `string(body.state)`, `has the type string, and must be true or false; write a comparison, such as body.state == "approved"`),
		Entry("that is always true", `1 == 1`, `does not use the variable body, so that its value is always the same; write a condition over the document, such as body.state == "approved"`),
		Entry("with a regular expression, which may take very long", `body.state.matches("a")`, "is not a CEL expression over the variable body: undeclared reference to 'matches' (in container '') (column 19)"),
		Entry("that compares different types", `1 == "a" && body`, "is not a CEL expression over the variable body: found no matching overload for '_==_' applied to '(int, string)' (column 3)"),
		Entry("that is nested deeply", strings.Repeat("(", 200)+"body"+strings.Repeat(")", 200), "is not a CEL expression over the variable body: expression recursion limit exceeded: 50"),
	)

	DescribeTable("without a value is an error, which contains nothing of the document",
		func(ctx SpecContext, source, document, problem string) {
			expression, err := checks.CompileExpression(source)
			Expect(err).NotTo(HaveOccurred())
			good, err := expression.Evaluate(ctx, decoded(document))
			Expect(err).To(MatchError(problem))
			Expect(good).To(BeFalse())
		},
		Entry("a missing field", `body.state == "approved"`, `{}`, "the answer has no field state"),
		Entry("a missing field that the document names", `body[body.a] == 1`, `{"a":"secret"}`, "the expression has no value for the answer: a field is missing, null or of another type"),
		Entry("a field of null", `body.state == "approved"`, `null`, "the answer has no field state"),
		Entry("another type", `body.count > 1`, `{"count":"secret"}`, "the expression has no value for the answer: a field is missing, null or of another type"),
		Entry("a field that must be missing, of null", `!has(body.result.error)`, `{"result":null}`, "the answer has no field error"),
		Entry("a field that must be missing, of a text", `!has(body.result.error)`, `{"result":"secret"}`, "the answer has no field error"),
		Entry("a field that must be missing, of a number", `!has(body.result.error)`, `{"result":1}`, "the answer has no field error"),
		Entry("a field that must be missing, of a list", `!has(body.result.error)`, `{"result":[]}`, "the expression has no value for the answer: a field is missing, null or of another type"),
		Entry("a field that must be missing, of what is missing itself", `!has(body.result.error)`, `{}`, "the answer has no field result"),
		Entry("a field that must be missing, of an answer of null", `!has(body.error)`, `null`, "the answer has no field error"),
		Entry("an index that is too large", `body[1] == 1`, `[1]`, "the expression has no value for the answer: a field is missing, null or of another type"),
		Entry("a result that is a text", `body.state`, `{"state":"true"}`, "the value of the expression is neither true nor false for the answer"),
		Entry("a result that is null", `body.state`, `{"state":null}`, "the value of the expression is neither true nor false for the answer"),
		Entry("a result that is a number", `body.state`, `{"state":1}`, "the value of the expression is neither true nor false for the answer"),
	)

	DescribeTable("is stopped",
		func(ctx SpecContext, source, document string) {
			expression, err := checks.CompileExpression(source)
			Expect(err).NotTo(HaveOccurred())
			_, err = expression.Evaluate(ctx, decoded(document))
			Expect(err).To(MatchError("the evaluation of the expression costs too much; simplify it, or ask for a smaller document"))
		},
		Entry("with loops in loops", `body.all(a, body.all(b, body.all(c, a + b + c >= 0)))`, "["+strings.Repeat("1,", 999)+"1]"),
		Entry("that compares nested documents again and again", `body.a.all(x, body.b == body.c)`,
			`{"a":[`+strings.Repeat("1,", 999)+`1],"b":[[`+strings.Repeat("1,", 4999)+`1]],"c":[[`+strings.Repeat("1,", 4999)+`1]]}`),
		Entry("that searches nested documents again and again", `body.a.all(x, !(x in body.b))`,
			`{"a":[`+strings.Repeat("1,", 999)+`1],"b":[[`+strings.Repeat("1,", 4999)+`1]]}`),
		Entry("that joins long texts", `body.all(a, (a + a + a + a) != "")`, `["`+strings.Repeat(strings.Repeat("x", 1<<20)+`","`, 9)+`x"]`),
	)

	It("is stopped with its context", func(ctx SpecContext) {
		expression, err := checks.CompileExpression(`body.all(a, a == 1)`)
		Expect(err).NotTo(HaveOccurred())
		ended, cancel := context.WithCancel(ctx)
		cancel()
		good, err := expression.Evaluate(ended, []any{1.0, 1.0})
		Expect(err).To(MatchError("the evaluation of the expression takes too long; simplify it, or ask for a smaller document"))
		Expect(good).To(BeFalse())
	})
})
