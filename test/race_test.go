// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// startsGoroutines reports whether a Go file has the statement go, or calls a method Go or a function AfterFunc.
func startsGoroutines(file *ast.File) bool {
	starts := false
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			if called, is := n.Fun.(*ast.SelectorExpr); is && (called.Sel.Name == "Go" || called.Sel.Name == "AfterFunc") {
				starts = true
			}
		}
		return !starts
	})
	return starts
}

var _ = Describe("Race detector", func() {
	It("runs over each package that starts goroutines", func(ctx SpecContext) {
		packages := map[string]bool{}
		for _, below := range []string{"pkg", "cmd", "test/history", "test/landscape"} {
			Expect(filepath.WalkDir(filepath.Join(root, below), func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "/testdata/") {
					return err
				}
				file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
				if err != nil {
					return err
				}
				if startsGoroutines(file) {
					directory, err := filepath.Rel(root, filepath.Dir(path))
					packages["./"+directory] = true
					return err
				}
				return nil
			})).To(Succeed())
		}
		// The stories and the availability test start the whole landscape, and these two packages a part of it or a browser.
		delete(packages, "./test/landscape/e2e")
		delete(packages, "./test/landscape/availability")
		delete(packages, "./test/landscape/operator")
		delete(packages, "./test/landscape/page")

		command := exec.CommandContext(ctx, filepath.Join(root, "hack", "race"), "list")
		output, err := command.Output()
		Expect(err).NotTo(HaveOccurred())
		listed := strings.Fields(string(output))
		for name := range packages {
			Expect(listed).To(ContainElement(name))
		}
		Expect(len(listed)).To(BeNumerically(">", 30))
	})
})
