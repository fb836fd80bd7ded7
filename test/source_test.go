// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/gomega"
)

// root is the repository's root, relative to the directory of this package.
const root = ".."

// sourceFile is a parsed Go file; path and directory are relative to the repository's root.
type sourceFile struct {
	path, directory, source string
	syntax                  *ast.File
}

// walk calls visit for all hand-written files in the repository, including other modules.
func walk(visit func(path string, entry os.DirEntry)) {
	step := func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() && (relative == "vendor" || entry.Name() == "testdata" || relative != "." && strings.HasPrefix(entry.Name(), ".")) {
			return filepath.SkipDir
		}
		visit(filepath.ToSlash(relative), entry)
		return nil
	}
	Expect(filepath.WalkDir(root, step)).To(Succeed())
}

func allFiles() []sourceFile {
	var files []sourceFile
	walk(func(path string, entry os.DirEntry) {
		if entry.IsDir() || filepath.Ext(path) != ".go" {
			return
		}
		content, err := os.ReadFile(filepath.Join(root, path))
		Expect(err).NotTo(HaveOccurred())
		files = append(files, parseSource(path, string(content)))
	})
	return files
}

// filesUnder returns the Go files without tests in a directory and its subdirectories.
func filesUnder(directory string) []sourceFile {
	return slices.DeleteFunc(allFiles(), func(file sourceFile) bool {
		return !below(file.directory, directory) || strings.HasSuffix(file.path, "_test.go")
	})
}

func parseSource(path, source string) sourceFile {
	syntax, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	Expect(err).NotTo(HaveOccurred())
	return sourceFile{path: path, directory: filepath.ToSlash(filepath.Dir(path)), source: source, syntax: syntax}
}

func (f sourceFile) imports() []string {
	var paths []string
	for _, spec := range f.syntax.Imports {
		paths = append(paths, importPath(spec))
	}
	return paths
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	Expect(err).NotTo(HaveOccurred())
	return path
}

// impurities returns the imports and calls that make the result of the file's code depend on more than its arguments.
func (f sourceFile) impurities() []string {
	forbidden := []string{
		"os", "syscall", "net", "math/rand", "crypto/rand",
		"k8s.io/client-go", "sigs.k8s.io/controller-runtime/pkg/client", "sigs.k8s.io/controller-runtime/pkg/manager",
	}
	var found []string
	for _, imported := range f.imports() {
		if imported == "net/url" {
			continue
		}
		if slices.ContainsFunc(forbidden, func(prefix string) bool { return below(imported, prefix) }) {
			found = append(found, f.path+" imports "+imported)
		}
	}
	return append(found, f.clockUses()...)
}

// clockUses returns the functions of package time that read the clock or wait.
func (f sourceFile) clockUses() []string {
	clock := []string{"Now", "Since", "Until", "After", "AfterFunc", "NewTicker", "NewTimer", "Sleep", "Tick"}
	name := ""
	for _, spec := range f.syntax.Imports {
		if importPath(spec) != "time" {
			continue
		}
		name = "time"
		if spec.Name != nil {
			name = spec.Name.Name
		}
	}
	var found []string
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if qualifier, ok := selector.X.(*ast.Ident); ok && name != "" && qualifier.Name == name && slices.Contains(clock, selector.Sel.Name) {
			found = append(found, f.path+" uses time."+selector.Sel.Name)
		}
		return true
	})
	return found
}
