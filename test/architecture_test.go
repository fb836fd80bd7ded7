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
	"golang.org/x/tools/go/packages"
)

const (
	modulePath = "github.com/shoot-flux/gardener-extension-shoot-flux"

	header = `// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

`
)

var _ = Describe("Import directions", func() {
	// Each room may import the rooms listed beside it. A room is listed below all rooms that it imports.
	rooms := []struct {
		name    string
		imports []string
	}{
		{"text", nil},
		{"apis", []string{"text"}},
		{"kube", []string{"text"}},
		{"configuration", []string{"apis", "text"}},
		{"flux", []string{"apis", "configuration", "text"}},
		{"rollout", []string{"apis", "configuration", "text"}},
		{"secrets", []string{"apis", "configuration", "flux", "kube", "text"}},
		{"shoot", []string{"apis", "flux", "kube", "text"}},
		{"health", []string{"apis", "configuration", "shoot", "text"}},
		{"seed", []string{"apis", "configuration", "flux", "health", "kube", "rollout", "text"}},
		{"report", []string{"apis", "configuration", "health", "rollout", "seed", "text"}},
		{"githost", []string{"apis", "report", "text"}},
		{"garden", []string{"apis", "configuration", "kube", "report", "rollout", "text"}},
		{"webhook", []string{"apis", "configuration", "garden", "rollout", "seed", "text"}},
		{"cli", []string{"apis", "configuration", "flux", "report", "rollout", "secrets", "seed", "text"}},
		{"controller", []string{"apis", "configuration", "flux", "garden", "githost", "health", "kube", "report", "rollout", "secrets", "seed", "shoot", "text"}},
	}

	It("name each folder under pkg", func() {
		var named []string
		for _, room := range rooms {
			named = append(named, room.name)
		}
		entries, err := os.ReadDir(filepath.Join(root, "pkg"))
		Expect(err).NotTo(HaveOccurred())
		var found []string
		for _, entry := range entries {
			found = append(found, entry.Name())
		}
		Expect(found).To(ConsistOf(named))
	})

	lower := map[string]bool{}
	for _, room := range rooms {
		It("hold in pkg/"+room.name, func() {
			Expect(roomImports(filesUnder("pkg/"+room.name))).To(ConsistOf(room.imports), "pkg/%s imports these rooms", room.name)
		})
		for _, imported := range room.imports {
			isBelow := lower[imported]
			It(fmt.Sprintf("should lead downward from %s to %s", room.name, imported), func() { Expect(isBelow).To(BeTrue()) })
		}
		lower[room.name] = true
	}

	It("do not lead from one controller to another", func() {
		found := map[string]bool{}
		for _, file := range filesUnder("pkg/controller") {
			for _, imported := range file.imports() {
				if local, ours := strings.CutPrefix(imported, modulePath+"/"); ours && below(local, "pkg/controller") {
					found[file.directory+" imports "+local] = true
				}
			}
		}
		Expect(slices.Collect(maps.Keys(found))).To(ConsistOf("pkg/controller/seed/extension imports pkg/controller/seed/extension/decision"))
	})

	It("do not lead to cmd or test, except from tests to the packages that support them", func() {
		var wrong []string
		for _, file := range allFiles() {
			isTest := strings.HasSuffix(file.path, "_test.go")
			for _, imported := range file.imports() {
				local := strings.TrimPrefix(imported, modulePath+"/")
				if isTest && below(local, "test/support") {
					continue
				}
				for _, end := range []string{"cmd", "test"} {
					if local != imported && below(local, end) && !below(file.directory, end) {
						wrong = append(wrong, file.path+" imports "+imported)
					}
				}
			}
		}
		Expect(wrong).To(BeEmpty())
	})

	It("do not lead from the plugin to cluster components", func() {
		loaded, err := packages.Load(&packages.Config{Dir: root, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps}, "./cmd/kubectl-shoot_flux")
		Expect(err).NotTo(HaveOccurred())
		Expect(packages.PrintErrors(loaded)).To(BeZero())
		with := []string{
			modulePath + "/pkg/controller", modulePath + "/pkg/garden", modulePath + "/pkg/kube", modulePath + "/pkg/shoot", modulePath + "/pkg/webhook", modulePath + "/charts",
			modulePath + "/pkg/seed/statuswriter",
			"github.com/gardener/gardener/extensions", "sigs.k8s.io/controller-runtime/pkg/client", "sigs.k8s.io/controller-runtime/pkg/manager", "helm.sh", "github.com/VictoriaMetrics",
			// Each of these packages has clients of all kinds of Kubernetes. plan needs the kinds themselves, whose package
			// imports client-go/discovery.
			"k8s.io/client-go/kubernetes/typed", "k8s.io/client-go/informers", "k8s.io/client-go/restmapper",
		}
		without := []string{modulePath + "/pkg/health", modulePath + "/pkg/seed", modulePath + "/pkg/seed/managedresource", modulePath + "/pkg/secrets"}
		for _, forbidden := range slices.Concat(with, without) {
			if local, ours := strings.CutPrefix(forbidden, modulePath+"/"); ours {
				Expect(filepath.Join(root, local)).To(BeADirectory())
			}
		}
		var wrong []string
		// Flux's library substitutes variables with a client of controller-runtime. The plugin passes none to it.
		except := func(p *packages.Package) bool { return p.PkgPath != "github.com/fluxcd/pkg/kustomize" }
		packages.Visit(loaded, except, func(p *packages.Package) {
			if slices.Contains(without, p.PkgPath) || slices.ContainsFunc(with, func(foreign string) bool { return below(p.PkgPath, foreign) }) {
				wrong = append(wrong, p.PkgPath)
			}
		})
		Expect(wrong).To(BeEmpty())
	})

	DescribeTable("are checked for",
		func(importer, imported string, matcher OmegaMatcher) {
			Expect(roomImports([]sourceFile{parseSource(importer, fmt.Sprintf("package x\nimport _ %q", imported))})).To(matcher)
		},
		Entry("room that imports another room", "pkg/flux/x.go", modulePath+"/pkg/secrets", ConsistOf("secrets")),
		Entry("room that imports a package of another room", "pkg/flux/x.go", modulePath+"/pkg/secrets/keypair", ConsistOf("secrets")),
		Entry("room whose name is a prefix of another", "pkg/flux/x.go", modulePath+"/pkg/fluxcli", ConsistOf("fluxcli")),
		Entry("room that imports its own packages", "pkg/flux/x.go", modulePath+"/pkg/flux/distributions", BeEmpty()),
		Entry("room that imports libraries", "pkg/flux/x.go", "k8s.io/api/core/v1", BeEmpty()),
	)
})

var _ = Describe("Purity", func() {
	DescribeTable("excludes client, network, environment, clock and randomness from",
		func(room string, except ...string) {
			files := filesUnder("pkg/" + room)
			Expect(files).NotTo(BeEmpty(), "pkg/%s does not exist", room)
			found := map[string][]string{}
			for _, file := range files {
				if impurities := file.impurities(); len(impurities) > 0 {
					found[file.path] = impurities
				}
			}
			Expect(slices.Collect(maps.Keys(found))).To(ConsistOf(except), "%v; each file named here exists and has to be named", found)
		},
		Entry("rendering and upgrade rules", "flux"),
		Entry("texts", "text"),
		Entry("verdicts, causes and fixes", "health",
			"pkg/health/observe/pods.go", "pkg/health/observe/read.go", "pkg/health/tree/read.go"),
		Entry("format of the notice board", "garden/noticeboard"),
		Entry("turns of pushes", "garden/push"),
		Entry("decisions on notifications and their formats", "report/notification"),
		Entry("decisions on commit statuses", "report/commitstatus"),
		Entry("entries of flux-status", "report/fleet"),
		Entry("rollouts", "rollout"),
		Entry("resolver", "configuration"),
	)

	DescribeTable("is checked for",
		func(source string, matcher OmegaMatcher) {
			Expect(parseSource("pkg/flux/x.go", source).impurities()).To(matcher)
		},
		Entry("environment", "package x\nimport _ \"os\"", HaveLen(1)),
		Entry("network", "package x\nimport _ \"net/http\"", HaveLen(1)),
		Entry("parsed URL", "package x\nimport _ \"net/url\"", BeEmpty()),
		Entry("client", "package x\nimport _ \"sigs.k8s.io/controller-runtime/pkg/client\"", HaveLen(1)),
		Entry("randomness", "package x\nimport _ \"math/rand/v2\"", HaveLen(1)),
		Entry("clock", "package x\nimport \"time\"\nvar _ = time.Now()", HaveLen(1)),
		Entry("clock under another name", "package x\nimport t \"time\"\nvar _ = t.Since", HaveLen(1)),
		Entry("durations", "package x\nimport \"time\"\nvar _ = time.Minute", BeEmpty()),
	)
})

var _ = Describe("Files", func() {
	It("start with the licence header", func() {
		var missing []string
		for _, file := range allFiles() {
			if !strings.HasPrefix(file.source, header) {
				missing = append(missing, file.path)
			}
		}
		Expect(missing).To(BeEmpty())
	})

	It("belong to packages with a comment", func() {
		documented := map[string]bool{}
		for _, file := range allFiles() {
			documented[file.directory] = documented[file.directory] || isPackageComment(file.syntax)
		}
		maps.DeleteFunc(documented, func(_ string, has bool) bool { return has })
		Expect(documented).To(BeEmpty(), "packages without a comment")
	})

	It("are in folders with meaningful names", func() {
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

func below(directory, root string) bool {
	return directory == root || strings.HasPrefix(directory, root+"/")
}

// roomImports returns the other folders under pkg that the files import.
func roomImports(files []sourceFile) []string {
	rooms := map[string]bool{}
	for _, file := range files {
		own := strings.Split(file.directory, "/")[1]
		for _, imported := range file.imports() {
			if local, ours := strings.CutPrefix(imported, modulePath+"/pkg/"); ours {
				if room, _, _ := strings.Cut(local, "/"); room != own {
					rooms[room] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(rooms))
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
