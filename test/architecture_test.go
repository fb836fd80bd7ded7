// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	modulePath = "github.com/shoot-flux/gardener-extension-shoot-flux"

	header = `// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

`
)

var _ = Describe("Import directions", func() {
	rooms := []string{"configuration", "project", "secrets", "managedresource", "health", "flux", "toolkit", "githost", "fleet", "metrics"}

	mayImport := map[string][]string{
		"apis":            {},
		"configuration":   {"apis"},
		"project":         {"apis", "configuration"},
		"secrets":         {"apis"},
		"health":          {"apis", "configuration"},
		"flux":            {"apis", "configuration"},
		"toolkit":         {"apis"},
		"githost":         {"apis"},
		"ociartifact":     {},
		"fleet":           {"apis", "configuration"},
		"metrics":         {"apis"},
		"managedresource": {"apis", "health"},
		"controller":      append([]string{"apis"}, rooms...),
		"webhook":         {"apis", "configuration"},
		"admission":       {"apis", "configuration", "project"},
	}

	for _, room := range slices.Sorted(maps.Keys(mayImport)) {
		It("should hold in pkg/"+room, func() {
			allowed := mayImport[room]
			files := filesUnder("pkg/" + room)
			Expect(files).NotTo(BeEmpty())
			Expect(wrongImports(files, append(slices.Clone(allowed), room))).To(BeEmpty(), "pkg/%s may import, of pkg, only %v", room, allowed)
		})
	}

	It("should have a rule for each room", func() {
		for _, file := range filesUnder("pkg") {
			Expect(mayImport).To(HaveKey(room(file.directory)), file.path)
		}
	})

	It("should not lead to cmd or test", func() {
		var wrong []string
		for _, file := range allFiles() {
			for _, imported := range file.imports() {
				local := strings.TrimPrefix(imported, modulePath+"/")
				for _, end := range []string{"cmd", "test"} {
					if local != imported && below(local, end) && !below(file.directory, end) {
						wrong = append(wrong, file.path+" imports "+imported)
					}
				}
			}
		}
		Expect(wrong).To(BeEmpty())
	})

	DescribeTable("the check itself",
		func(importer, imported string, allowed []string, matcher OmegaMatcher) {
			file := parseSource(importer, fmt.Sprintf("package x\nimport _ %q", imported))
			Expect(wrongImports([]sourceFile{file}, allowed)).To(matcher)
		},
		Entry("sees a room that imports its neighbour", "pkg/flux/x.go", modulePath+"/pkg/secrets", []string{"apis", "flux"}, HaveLen(1)),
		Entry("sees the root of pkg", "pkg/flux/x.go", modulePath+"/pkg", []string{"apis", "flux"}, HaveLen(1)),
		Entry("does not take a prefix of a name for the room", "pkg/flux/x.go", modulePath+"/pkg/fluxcli", []string{"apis", "flux"}, HaveLen(1)),
		Entry("lets a room import its own packages", "pkg/flux/x.go", modulePath+"/pkg/flux/distributions", []string{"apis", "flux"}, BeEmpty()),
		Entry("lets a room import libraries", "pkg/flux/x.go", "k8s.io/api/core/v1", []string{"apis", "flux"}, BeEmpty()),
	)
})

var _ = Describe("Purity of pkg/flux", func() {
	It("should touch no client, network, environment, clock or randomness", func() {
		files := filesUnder("pkg/flux")
		if len(files) == 0 {
			Skip("pkg/flux does not exist yet")
		}
		var found []string
		for _, file := range files {
			found = append(found, file.impurities()...)
		}
		Expect(found).To(BeEmpty())
	})

	DescribeTable("the check itself",
		func(source string, matcher OmegaMatcher) {
			Expect(parseSource("pkg/flux/x.go", source).impurities()).To(matcher)
		},
		Entry("sees the environment", "package x\nimport _ \"os\"", HaveLen(1)),
		Entry("sees the network", "package x\nimport _ \"net/http\"", HaveLen(1)),
		Entry("lets a URL be parsed", "package x\nimport _ \"net/url\"", BeEmpty()),
		Entry("sees a client", "package x\nimport _ \"sigs.k8s.io/controller-runtime/pkg/client\"", HaveLen(1)),
		Entry("sees randomness", "package x\nimport _ \"math/rand/v2\"", HaveLen(1)),
		Entry("sees the clock", "package x\nimport \"time\"\nvar _ = time.Now()", HaveLen(1)),
		Entry("sees the clock under another name", "package x\nimport t \"time\"\nvar _ = t.Since", HaveLen(1)),
		Entry("lets durations be named", "package x\nimport \"time\"\nvar _ = time.Minute", BeEmpty()),
	)
})

var _ = Describe("Files", func() {
	It("should start with the licence header", func() {
		var missing []string
		for _, file := range allFiles() {
			if !strings.HasPrefix(file.source, header) {
				missing = append(missing, file.path)
			}
		}
		Expect(missing).To(BeEmpty())
	})

	It("should make up packages with a comment", func() {
		documented := map[string]bool{}
		for _, file := range allFiles() {
			documented[file.directory] = documented[file.directory] || isPackageComment(file.syntax)
		}
		maps.DeleteFunc(documented, func(_ string, has bool) bool { return has })
		Expect(documented).To(BeEmpty(), "packages without a comment")
	})

	It("should lie in folders whose names say what is in them", func() {
		var vague []string
		for _, directory := range allDirectories() {
			switch filepath.Base(directory) {
			case "util", "utils", "common", "helper", "helpers", "shared", "misc":
				vague = append(vague, directory)
			}
		}
		Expect(vague).To(BeEmpty())
	})
})

// room returns the second element of a directory below pkg: its place in the house.
func room(directory string) string {
	elements := strings.Split(filepath.ToSlash(directory), "/")
	if len(elements) < 2 {
		return ""
	}
	return elements[1]
}

func below(directory, root string) bool {
	return directory == root || strings.HasPrefix(directory, root+"/")
}

// wrongImports returns the imports of packages of this module that lie in none of the allowed rooms.
func wrongImports(files []sourceFile, allowed []string) []string {
	var wrong []string
	for _, file := range files {
		for _, imported := range file.imports() {
			local, ours := strings.CutPrefix(imported, modulePath+"/")
			if ours && (!below(local, "pkg") || !slices.Contains(allowed, room(local))) {
				wrong = append(wrong, file.path+" imports "+imported)
			}
		}
	}
	return wrong
}

func isPackageComment(file *ast.File) bool {
	text := file.Doc.Text()
	return strings.HasPrefix(text, "Package "+file.Name.Name+" ") || file.Name.Name == "main" && strings.HasPrefix(text, "Command ")
}

func allDirectories() []string {
	var directories []string
	walk(func(path string, entry os.DirEntry) {
		if entry.IsDir() {
			directories = append(directories, path)
		}
	})
	Expect(directories).To(ContainElement("test"), "the repository's root was not found")
	return directories
}
