// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/go/packages"
)

// layersTitle begins, in the comment of a package, the list of its files in layers, the top first: files of one line are one layer.
const layersTitle = "Layers, each of which uses only those below it:"

var _ = Describe("Layers inside a package", Ordered, ContinueOnFailure, func() {
	var layered []*packages.Package

	BeforeAll(func() {
		loaded, err := packages.Load(&packages.Config{
			Dir:  root,
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
		}, "./pkg/...")
		Expect(err).NotTo(HaveOccurred())
		Expect(packages.PrintErrors(loaded)).To(BeZero())
		layered = slices.DeleteFunc(loaded, func(p *packages.Package) bool { return layersOf(p) == nil })
	})

	It("should be given for the rooms that are large", func() {
		var names []string
		for _, p := range layered {
			names = append(names, strings.TrimPrefix(p.PkgPath, modulePath+"/"))
		}
		Expect(names).To(ContainElements("pkg/configuration", "pkg/controller/extension", "pkg/controller/health", "pkg/gardencontroller/deploykey", "pkg/controller/projectstatus"))
	})

	It("should name every file", func() {
		for _, p := range layered {
			layers := layersOf(p)
			for _, file := range p.Syntax {
				if name := fileOf(p.Fset, file.Pos()); name != "doc.go" {
					Expect(layers).To(HaveKey(name), p.PkgPath)
				}
			}
			Expect(layers).To(HaveLen(len(p.Syntax)-1), "%s names a file that it does not have", p.PkgPath)
		}
	})

	It("should use only those below", func() {
		var upwards []string
		for _, p := range layered {
			upwards = append(upwards, upwardReferences(p, layersOf(p))...)
		}
		Expect(upwards).To(BeEmpty())
	})

	Describe("the check itself", func() {
		check := func(layers map[string]int) []string {
			GinkgoHelper()
			loaded, err := packages.Load(&packages.Config{
				Dir:  filepath.Join("testdata", "layers"),
				Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
			}, ".")
			Expect(err).NotTo(HaveOccurred())
			Expect(loaded).To(HaveLen(1))
			return upwardReferences(loaded[0], layers)
		}

		It("sees functions and methods that are used from below", func() {
			Expect(check(map[string]int{"lower.go": 0, "upper.go": 1})).To(ConsistOf(
				ContainSubstring("upper.go uses helper of lower.go"), ContainSubstring("upper.go uses Method of lower.go"), ContainSubstring("upper.go uses Lower of lower.go")))
		})

		It("takes a receiver for no use of its type", func() {
			Expect(check(map[string]int{"upper.go": 0, "lower.go": 1})).To(BeEmpty())
		})
	})
})

// layersOf returns the layer of each file of a package, by its name: 0 is the top. It is nil if the comment of the package has none.
func layersOf(p *packages.Package) map[string]int {
	for _, file := range p.Syntax {
		_, list, found := strings.Cut(file.Doc.Text(), layersTitle)
		if !found {
			continue
		}
		layers := map[string]int{}
		for layer, line := range strings.Split(strings.TrimSpace(list), "\n") {
			for _, name := range strings.Fields(line) {
				layers[name] = layer
			}
		}
		return layers
	}
	return nil
}

// upwardReferences returns where a file uses a function, method, type, variable or constant that is declared in a layer above its own.
func upwardReferences(p *packages.Package, layers map[string]int) []string {
	var found []string
	for _, file := range p.Syntax {
		from := fileOf(p.Fset, file.Pos())
		receivers := map[*ast.Ident]bool{}
		for _, declaration := range file.Decls {
			if method, is := declaration.(*ast.FuncDecl); is && method.Recv != nil {
				ast.Inspect(method.Recv, func(node ast.Node) bool {
					if name, is := node.(*ast.Ident); is {
						receivers[name] = true
					}
					return true
				})
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			name, is := node.(*ast.Ident)
			if !is || receivers[name] {
				return true
			}
			used := p.TypesInfo.Uses[name]
			if used == nil || used.Pkg() != p.Types || !isDeclared(used, p.Types.Scope()) {
				return true
			}
			if to := fileOf(p.Fset, used.Pos()); layers[to] < layers[from] {
				found = append(found, fmt.Sprintf("%s: %s uses %s of %s", strings.TrimPrefix(p.PkgPath, modulePath+"/"), from, used.Name(), to))
			}
			return true
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// isDeclared reports whether an object is declared at the top of a file: no local variable, and no field, which comes with its type.
func isDeclared(object types.Object, scope *types.Scope) bool {
	if function, is := object.(*types.Func); is && function.Signature().Recv() != nil {
		return true
	}
	return object.Parent() == scope
}

func fileOf(files *token.FileSet, position token.Pos) string {
	return filepath.Base(files.Position(position).Filename)
}
