// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package mutation

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// changes returns the mutants of the body of a function with two boolean results, each as before → after.
func changes(body string) (found []string) {
	mutants, err := MutantsOf("a.go", []byte("package a\n\nfunc f() (bool, bool) {\n"+body+"\n}\n"))
	Expect(err).NotTo(HaveOccurred())
	for _, m := range mutants {
		found = append(found, m.Before+" → "+m.After)
	}
	return found
}

var _ = Describe("Mutants", func() {
	DescribeTable("of a function", func(body string, expected ...string) {
		Expect(changes(body)).To(ConsistOf(expected))
	},
		Entry("comparisons change at the boundary and as a whole", "x := a < b", "a < b → a >= b", "a < b → a <= b"),
		Entry("an operator inside an operand stays", "x := a < b && c", "a < b && c → a < b || c", "a < b → a >= b", "a < b → a <= b"),
		Entry("conditions are negated", "if ok(a) {\nx := a\n}", "ok(a) → !(ok(a))"),
		Entry("a comparison is not negated a second time", "if a == b {\nx := a\n}", "a == b → a != b"),
		Entry("so are cases of a switch without a value", "switch {\ncase ok:\n}", "ok → !(ok)"),
		Entry("but not values", "switch a {\ncase b:\n}"),
		Entry("calls are removed", "f(a)", "f(a) → "),
		Entry("log lines are not", "log.Info(a)"),
		Entry("what is assigned stays in use", "a, b = c, d", "a, b = c, d → _, _ = c, d"),
		Entry("what is added too", "a += b", "a += b → _ = b"),
		Entry("definitions stay", "a := b"),
		Entry("an early return is removed", "{\nreturn a, nil\n}", "return a, nil → _ = a", "a → !(a)", "nil → !(nil)"),
		Entry("the last one is not", "return true, false", "true → false", "false → true"),
		Entry("results of an inner function have its types", "f(func() int { return a })", "f(func() int { return a }) → "),
		Entry("loops go on or end", "for {\nbreak\ncontinue\n}", "break → continue", "continue → break"),
		Entry("integers become larger and smaller", "x := 2", "2 → 3", "2 → 1"),
		Entry("none becomes negative", "x := 0", "0 → 1"),
		Entry("the first of two values that are set is exchanged", "x := cmp.Or(a, b, c)", "a, b → b, a"),
	)

	It("are drawn by the seed, and regardless of other functions", func() {
		function := "func f() {\n" + strings.Repeat("g(1)\n", 10) + "}\n"
		drawn := func(source string, seed uint64) (nths []string) {
			mutants, err := MutantsOf("a.go", []byte(source))
			Expect(err).NotTo(HaveOccurred())
			Shuffle(mutants, seed)
			for _, m := range mutants {
				if m.Function == "f" {
					nths = append(nths, fmt.Sprint(m.After, m.Nth))
				}
			}
			return nths
		}
		Expect(drawn("package a\n\n"+function, 1)).To(HaveLen(30))
		Expect(drawn("package a\n\n"+function, 1)).NotTo(Equal(drawn("package a\n\n"+function, 2)))
		Expect(drawn("package a\n\nfunc e() { g(1) }\n\n"+function, 1)).To(Equal(drawn("package a\n\n"+function, 1)))
	})

	It("exist for each subject, and each file belongs to one", func() {
		owners := map[string]string{}
		for _, subject := range Subjects() {
			mutants, err := subject.Mutants(filepath.Join("..", ".."), 1)
			Expect(err).NotTo(HaveOccurred())
			Expect(len(mutants)).To(BeNumerically(">", 100), subject.Name)
			for _, m := range mutants {
				Expect(m.File).NotTo(HaveSuffix("_test.go"))
				Expect(owners[m.File]).To(Or(BeEmpty(), Equal(subject.Name)), m.File)
				owners[m.File] = subject.Name
			}
		}
	})
})

var _ = Describe("Runner", func() {
	It("tells which test fails, and leaves the module as it is", func(ctx SpecContext) {
		root := GinkgoT().TempDir()
		write := func(name, content string) {
			Expect(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(root, name), []byte(content), 0o600)).To(Succeed())
		}
		source := "package a\n\nvar Seen int\n\nfunc Small(x int) bool {\n\tSeen = x\n\treturn x < 3\n}\n"
		write("go.mod", "module example.com/m\n\ngo 1.24\n")
		write("a/a.go", source)
		write("a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestLarge(t *testing.T) {\n\tif Small(5) {\n\t\tt.Fatal()\n\t}\n}\n")
		write("b/b_test.go", "package b\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/a\"\n)\n\nfunc TestBoundary(t *testing.T) {\n\tif a.Small(3) {\n\t\tt.Fatal()\n\t}\n}\n")
		write("c/c_test.go", "package c\n\nimport \"testing\"\n\nfunc TestOther(t *testing.T) { t.Fatal() }\n")
		write("test/simulation/simulation_test.go", "package simulation\n")

		subject := Subject{Name: "numbers", Files: []string{"a/*.go"}, Tests: []string{"c", "b"}}
		mutants, err := subject.Mutants(root, 1)
		Expect(err).NotTo(HaveOccurred())
		output := &bytes.Buffer{}
		runner := Runner{Root: root, Scratch: GinkgoT().TempDir(), Output: io.MultiWriter(output, GinkgoWriter)}
		verdicts := map[string]string{}
		for _, m := range append(mutants, Mutant{File: "a/a.go", Before: "package", After: "pakcage"}) {
			if err := runner.Compile(ctx, m); err != nil {
				Expect(err).To(MatchError(ErrNotCompiled))
				verdicts[m.After] = "no program"
				continue
			}
			verdicts[m.After], err = runner.Judge(ctx, subject, m)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(verdicts).To(Equal(map[string]string{
			"x >= 3": "a: TestLarge", "x <= 3": "b: TestBoundary", "4": "b: TestBoundary", "2": Survived, "_ = x": Survived, "pakcage": "no program",
		}))
		Expect(output.String()).To(ContainSubstring("--- FAIL: TestBoundary"))
		Expect(os.ReadFile(filepath.Join(root, "a", "a.go"))).To(BeEquivalentTo(source))
	})

	DescribeTable("names the first failure", func(output, expected string) {
		Expect(firstFailure(output)).To(Equal(expected))
	},
		Entry("of Ginkgo", "--- FAIL: TestRollout (1.00s)\n  [PANICKED] Test Panicked\nSummarizing 1 Failure:\n\n  [FAIL] Guard [It] holds the ring\n  /guard_test.go:7\n", "Guard [It] holds the ring"),
		Entry("of a test", "=== RUN TestA\n    --- FAIL: TestA/b (0.00s)\n", "TestA/b"),
		Entry("of the judge of a simulation", "--- FAIL: TestSimulation (9.00s)\n  simulation_test.go:80: make simulate SEED=1 DAYS=0.1 breaks promises of the documentation.\n2 events:\n  00:21 path one\n  00:22 ring two\nsoak: ring b began\n", "soak"),
		Entry("of a program that hangs", "panic: test timed out after 8m0s\n", "test timed out"),
		Entry("of a program that ends", "panic: nil map\n\ngoroutine 7\n", "panic: nil map"),
	)
})
