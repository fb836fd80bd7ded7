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
	// A rule is for the packages in a directory and below it that have no rule of their own. It names what they may import of pkg, by the
	// directory, with all that is below it.
	mayImport := map[string][]string{
		"boundedjson":     {"apis"},
		"answers":         {"apis", "boundedjson"},
		"apis":            {},
		"concurrent":      {},
		"conflict":        {},
		"fairness":        {},
		"ociartifact":     {},
		"configuration":   {"apis"},
		"flux":            {"apis", "configuration"},
		"upgrade":         {"apis", "flux"},
		"takeover":        {"apis"},
		"versionrollout":  {"apis"},
		"push":            {"apis"},
		"noticeboard":     {"apis", "push", "versionrollout"},
		"rollout":         {"apis", "boundedjson", "configuration"},
		"notification":    {"apis", "boundedjson", "configuration", "rollout"},
		"project":         {"apis", "concurrent", "configuration", "fleet", "noticeboard", "rollout", "versionrollout"},
		"secrets":         {"apis", "conflict", "secrets/keypair"},
		"health":          {"apis", "configuration", "push"},
		"extensionstatus": {"apis", "configuration", "rollout"},
		"pages":           {"answers"},
		"toolkit":         {"answers", "apis", "conflict", "pages", "upgrade"},
		"tree":            {"apis", "health", "pages"},
		"githost":         {"apis", "boundedjson"},
		"fleet":           {"apis", "boundedjson", "configuration", "extensionstatus"},
		"metrics":         {"apis"},
		"managedresource": {"apis", "conflict", "flux", "health", "managedresource/content"},
		"seed":            {"apis"},

		"managedresource/content": {"apis", "flux"},

		"secrets/keypair": {"apis", "configuration", "flux"},

		"extensionstatus/statuswriter": {"apis", "conflict", "extensionstatus", "health"},

		"boundederror": {"apis"},
		"shootclient":  {"answers", "concurrent", "toolkit"},
		"webhook":      {"apis", "configuration", "extensionstatus"},
		"admission":    {"apis", "configuration", "garden", "project", "rollout"},

		"controller": {"apis", "fairness", "seed", "controller/extension", "controller/health", "controller/projectstatus", "controller/propagation",
			"controller/push", "controller/shootdeletion"},
		"controller/extension": {"apis", "boundederror", "configuration", "controller/extension/decision", "controller/extension/predecessor", "controller/extension/removal", "controller/extension/replaced", "extensionstatus", "extensionstatus/statuswriter", "fairness", "flux", "health", "managedresource", "managedresource/content", "metrics", "project", "rollout", "secrets", "secrets/keypair",
			"seed", "shootclient", "takeover", "toolkit", "upgrade"},
		"controller/extension/decision": {"apis", "configuration", "extensionstatus", "flux", "health", "managedresource/content", "metrics", "project", "rollout", "secrets/keypair", "toolkit", "upgrade"},
		"controller/extension/removal":  {"apis", "extensionstatus", "extensionstatus/statuswriter", "health", "managedresource", "project", "shootclient", "toolkit"},
		"controller/health":             {"apis", "boundederror", "concurrent", "configuration", "extensionstatus", "extensionstatus/statuswriter", "flux", "health", "managedresource", "project", "seed", "shootclient", "tree"},
		"controller/projectstatus":      {"apis", "boundederror", "concurrent", "fleet", "project", "seed"},
		"controller/propagation":        {"apis", "boundederror", "configuration", "extensionstatus", "project", "rollout", "seed"},
		"controller/push":               {"apis", "boundederror", "extensionstatus", "noticeboard", "project", "push", "seed"},
		"controller/shootdeletion":      {"apis", "boundederror", "extensionstatus", "managedresource", "seed", "shootclient"},

		"controller/extension/predecessor": {"apis", "configuration", "extensionstatus", "toolkit"},
		"controller/extension/replaced":    {"apis", "configuration", "flux", "takeover", "toolkit"},

		"garden":                       {"apis", "configuration", "rollout"},
		"gardencontroller":             {},
		"gardencontroller/search":      {},
		"gardencontroller/noticeboard": {"apis", "boundederror", "concurrent", "garden", "noticeboard", "push", "versionrollout"},

		"gardencontroller/access": {"apis", "boundederror", "garden"},

		"gardencontroller/deploykey": {"apis", "boundederror", "concurrent", "configuration", "fairness", "garden", "githost", "project", "secrets", "secrets/keypair"},

		"gardencontroller/rollout":        {"apis", "boundederror", "concurrent", "configuration", "fleet", "garden", "gardencontroller/search", "project", "rollout"},
		"gardencontroller/versionrollout": {"apis", "boundederror", "configuration", "fleet", "garden", "project", "rollout", "versionrollout"},
		"gardencontroller/push":           {"apis", "boundederror", "configuration", "garden", "project", "push", "rollout"},
		"gardencontroller/notification":   {"apis", "boundederror", "concurrent", "configuration", "fleet", "garden", "gardencontroller/search", "githost", "notification", "project", "rollout"},
		"gardencontroller/projectstatus":  {"apis", "boundederror", "concurrent", "fleet", "garden", "gardencontroller/search"},

		"cli": {"apis", "configuration", "fleet", "flux", "imagevector", "managedresource/content", "ociartifact", "push", "rollout", "secrets/keypair"},

		// What only tests import has the tests' reach.
		"controller/controllertest":          {"apis", "configuration", "flux", "health", "metrics", "project", "shootclient", "toolkit", "upgrade"},
		"controller/extension/extensiontest": {"apis", "configuration", "controller/controllertest", "controller/extension", "controller/extension/removal", "extensionstatus", "extensionstatus/statuswriter", "fairness", "flux", "managedresource", "project", "secrets", "toolkit"},
	}
	rules := slices.Collect(maps.Keys(mayImport))

	for _, rule := range slices.Sorted(maps.Keys(mayImport)) {
		It("should hold in pkg/"+rule, func() {
			files := slices.DeleteFunc(filesUnder("pkg/"+rule), func(file sourceFile) bool {
				return ruleFor(file.directory, rules) != rule || strings.HasSuffix(file.directory, "test") && !strings.HasSuffix(rule, "test")
			})
			Expect(files).NotTo(BeEmpty())
			Expect(wrongImports(files, append(slices.Clone(mayImport[rule]), rule), rules)).To(BeEmpty(), "pkg/%s may import, of pkg, only %v", rule, mayImport[rule])
		})
	}

	It("should have a rule for each room", func() {
		for _, file := range filesUnder("pkg") {
			Expect(ruleFor(file.directory, rules)).NotTo(BeEmpty(), file.path)
		}
	})

	It("should keep what is for tests out of everything else", func() {
		var wrong []string
		for _, file := range filesUnder("pkg") {
			if strings.HasSuffix(file.directory, "test") {
				continue
			}
			for _, imported := range file.imports() {
				if strings.HasPrefix(imported, modulePath+"/pkg/") && strings.HasSuffix(imported, "test") {
					wrong = append(wrong, file.path+" imports "+imported)
				}
			}
		}
		Expect(wrong).To(BeEmpty())
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

	It("should keep what runs in a cluster out of the plugin", func() {
		loaded, err := packages.Load(&packages.Config{Dir: root, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps}, "./cmd/kubectl-shoot_flux")
		Expect(err).NotTo(HaveOccurred())
		Expect(packages.PrintErrors(loaded)).To(BeZero())
		with := []string{
			modulePath + "/pkg/controller", modulePath + "/pkg/gardencontroller", modulePath + "/pkg/admission", modulePath + "/pkg/webhook", modulePath + "/charts",
			modulePath + "/pkg/extensionstatus/statuswriter", modulePath + "/pkg/shootclient",
			"github.com/gardener/gardener/extensions", "sigs.k8s.io/controller-runtime/pkg/client", "sigs.k8s.io/controller-runtime/pkg/manager", "helm.sh", "github.com/VictoriaMetrics",
			// Each of them brings all kinds of Kubernetes, in all versions.
			"k8s.io/client-go/kubernetes", "k8s.io/client-go/discovery", "k8s.io/client-go/informers", "k8s.io/client-go/restmapper",
		}
		without := []string{modulePath + "/pkg/health", modulePath + "/pkg/managedresource", modulePath + "/pkg/secrets"}
		var wrong []string
		packages.Visit(loaded, nil, func(p *packages.Package) {
			if slices.Contains(without, p.PkgPath) || slices.ContainsFunc(with, func(foreign string) bool { return below(p.PkgPath, foreign) }) {
				wrong = append(wrong, p.PkgPath)
			}
		})
		Expect(wrong).To(BeEmpty())
	})

	DescribeTable("the check itself",
		func(importer, imported string, allowed []string, matcher OmegaMatcher) {
			file := parseSource(importer, fmt.Sprintf("package x\nimport _ %q", imported))
			Expect(wrongImports([]sourceFile{file}, allowed, rules)).To(matcher)
		},
		Entry("sees a room that imports its neighbour", "pkg/flux/x.go", modulePath+"/pkg/secrets", []string{"apis", "flux"}, HaveLen(1)),
		Entry("sees a controller that imports another one", "pkg/controller/health/x.go", modulePath+"/pkg/controller/extension", []string{"apis", "controller/health"}, HaveLen(1)),
		Entry("sees a controller that imports the wiring", "pkg/controller/health/x.go", modulePath+"/pkg/controller", []string{"apis", "controller/health"}, HaveLen(1)),
		Entry("sees a room with a rule of its own below one that is allowed", "pkg/x/x.go", modulePath+"/pkg/controller/health", []string{"controller"}, HaveLen(1)),
		Entry("sees the root of pkg", "pkg/flux/x.go", modulePath+"/pkg", []string{"apis", "flux"}, HaveLen(1)),
		Entry("does not take a prefix of a name for the room", "pkg/flux/x.go", modulePath+"/pkg/fluxcli", []string{"apis", "flux"}, HaveLen(1)),
		Entry("lets a room import its own packages", "pkg/flux/x.go", modulePath+"/pkg/flux/distributions", []string{"apis", "flux"}, BeEmpty()),
		Entry("lets a room import libraries", "pkg/flux/x.go", "k8s.io/api/core/v1", []string{"apis", "flux"}, BeEmpty()),
	)
})

var _ = Describe("Purity", func() {
	DescribeTable("no client, network, environment, clock or randomness is touched in",
		func(room string, except ...string) {
			files := slices.DeleteFunc(filesUnder("pkg/"+room), func(file sourceFile) bool { return slices.Contains(except, filepath.Base(file.path)) })
			Expect(files).NotTo(BeEmpty(), "pkg/%s does not exist", room)
			var found []string
			for _, file := range files {
				found = append(found, file.impurities()...)
			}
			Expect(found).To(BeEmpty())
		},
		Entry("the rendering", "flux"),
		Entry("the rules for upgrades", "upgrade"),
		Entry("the comparison at takeovers", "takeover"),
		Entry("the causes and fixes of failures", "health/diagnosis"),
		Entry("what becomes of texts from shoots", "health/wording"),
		Entry("what is read from a Shoot", "garden"),
		Entry("the format of the notice board", "noticeboard"),
		Entry("the turns of pushes", "push"),
		Entry("the decision on messages and their formats", "notification"),
		Entry("the resolver, which only its file for the CLI reads the operator's configuration for", "configuration", "operator_file.go"),
	)

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

// ruleFor returns the rule of a package in a directory: the longest that names the directory or one above it; empty if there is none.
func ruleFor(directory string, rules []string) string {
	found := ""
	for _, rule := range rules {
		if below(directory, "pkg/"+rule) && len(rule) > len(found) {
			found = rule
		}
	}
	return found
}

func below(directory, root string) bool {
	return directory == root || strings.HasPrefix(directory, root+"/")
}

// wrongImports returns the imports of packages of this module whose rule is not allowed, nor they themselves by their path.
func wrongImports(files []sourceFile, allowed, rules []string) []string {
	var wrong []string
	for _, file := range files {
		for _, imported := range file.imports() {
			local, ours := strings.CutPrefix(imported, modulePath+"/")
			if ours && !slices.Contains(allowed, local) && !slices.Contains(allowed, ruleFor(local, rules)) {
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
