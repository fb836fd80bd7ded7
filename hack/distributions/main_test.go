// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/module"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

// Small fakes of the modules; the real ones are used when the tree is generated.
const (
	rbac       = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: source-controller\n"
	policies   = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: allow-egress\nspec:\n  podSelector: {}\n"
	deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: source-controller
  labels:
    app.kubernetes.io/component: source-controller
spec:
  template:
    spec:
      containers:
      - args:
        - --events-addr=
        - --watch-all-namespaces=true
        - --log-level=info
        - --log-encoding=json
        - --enable-leader-election
        - --storage-path=/data
        - --storage-adv-addr=
        image: fluxcd/source-controller:v1.0.0
        name: manager
`
	digests = "images:\n- name: ghcr.io/fluxcd/source-controller\n  newTag: v1.0.0\n" +
		"  digest: sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
	base = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n" +
		"- https://github.com/fluxcd/source-controller/releases/download/v1.0.0/source-controller.deployment.yaml\n"
	sourceController = "github.com/fluxcd/source-controller"
)

var _ = Describe("The command", func() {
	var (
		opts    options
		modules map[module.Version]map[string]string
		failing map[module.Version]error
	)

	// kustomized are the files of a directory that kustomize builds.
	kustomized := func(directory, content string) map[string]string {
		return map[string]string{
			directory + "/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- content.yaml\n",
			directory + "/content.yaml":       content,
		}
	}
	together := func(all ...map[string]string) map[string]string {
		result := map[string]string{}
		for _, files := range all {
			for name, content := range files {
				result[name] = content
			}
		}
		return result
	}
	copied := func(versions ...string) map[string]string {
		result := map[string]string{}
		for _, version := range versions {
			for name, content := range map[string]string{"rbac": rbac, "policies": policies, "source-controller": deployment} {
				result[copiesPath+"/"+version+"/"+name+".yaml"] = content
			}
			result[digestsPath+"/"+version+"/"+digestsFile] = digests
		}
		return result
	}
	fluxOf := func(policies string) map[string]string {
		return together(kustomized("manifests/rbac", rbac), kustomized("manifests/policies", policies),
			map[string]string{"manifests/bases/source-controller/kustomization.yaml": base})
	}
	at := func(path, version string) module.Version { return module.Version{Path: path, Version: version} }

	write := func(directory string, files map[string]string) {
		for name, content := range files {
			Expect(os.MkdirAll(filepath.Dir(filepath.Join(directory, name)), 0o755)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(directory, name), []byte(content), 0o600)).To(Succeed())
		}
	}
	read := func(path string) string {
		content, err := os.ReadFile(path)
		Expect(err).NotTo(HaveOccurred())
		return string(content)
	}
	generated := func() []string {
		files, err := filepath.Glob(filepath.Join(opts.out, "v*", "*"))
		Expect(err).NotTo(HaveOccurred())
		for i := range files {
			files[i] = strings.TrimPrefix(files[i], opts.out+"/")
		}
		return files
	}
	runWith := func(ctx context.Context, change func(*options)) error {
		changed := opts
		change(&changed)
		return run(ctx, changed, func(_ context.Context, m module.Version) (gomodule.Module, error) {
			if err := failing[m]; err != nil {
				return gomodule.Module{}, err
			}
			files, known := modules[m]
			if !known {
				return gomodule.Module{}, gomodule.ErrAbsent
			}
			directory := GinkgoT().TempDir()
			write(directory, files)
			return gomodule.Module{Dir: directory, Sum: "h1:" + m.Version}, nil
		})
	}
	asBefore := func() {
		GinkgoHelper()
		Expect(read(opts.versions)).To(Equal("v1.0.0\n"))
		Expect(read(opts.sums)).To(Equal(copiesModule + " v0.1.0 h1:v0.1.0\n"))
		Expect(generated()).To(BeEmpty())
	}

	BeforeEach(func() {
		directory := GinkgoT().TempDir()
		opts = options{out: filepath.Join(directory, "out"), versions: filepath.Join(directory, "versions"), images: filepath.Join(directory, "images.yaml"), sums: filepath.Join(directory, "sums")}
		write(directory, map[string]string{"versions": "v1.0.0\n", "sums": copiesModule + " v0.1.0 h1:v0.1.0\n"})
		failing = map[module.Version]error{}
		modules = map[module.Version]map[string]string{
			at(copiesModule, "v0.1.0"):     copied("v1.0.0", "v1.1.0"),
			at(copiesModule, "v0.2.0"):     copied("v1.0.0", "v1.1.0", "v1.2.0"),
			at(fluxModule, "v1.0.0"):       fluxOf(policies),
			at(sourceController, "v1.0.0"): kustomized("config/manager", deployment),
		}
	})

	It("writes, adds, proves and drops a version", func(ctx SpecContext) {
		Expect(runWith(ctx, func(*options) {})).To(Succeed())
		Expect(generated()).To(ConsistOf("v1.0.0/SHA256SUMS", "v1.0.0/gotk-components.yaml", "v1.0.0/gotk-components.yaml.br"))
		Expect(read(filepath.Join(opts.out, "v1.0.0", "gotk-components.yaml"))).To(And(
			ContainSubstring("# Flux Version: v1.0.0\n# Components: source-controller\n"), ContainSubstring("image: ghcr.io/fluxcd/source-controller:v1.0.0")))

		Expect(runWith(ctx, func(o *options) { o.add = "v1.1.0" })).To(Succeed())
		Expect(read(opts.versions)).To(Equal("v1.0.0\nv1.1.0\n"))
		Expect(generated()).To(HaveLen(6))
		Expect(read(opts.images)).To(And(ContainSubstring("tag: v1.0.0@sha256:0123"), ContainSubstring("targetVersion: 1.0.0"), ContainSubstring("targetVersion: 1.1.0")))

		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())
		Expect(read(opts.sums)).To(Equal(copiesModule + " v0.1.0 h1:v0.1.0\n" + fluxModule + " v1.0.0 h1:v1.0.0\n" + sourceController + " v1.0.0 h1:v1.0.0\n"))
		Expect(runWith(ctx, func(*options) {})).To(Succeed(), "it stays proven")

		Expect(runWith(ctx, func(o *options) { o.drop = "v1.0.0" })).To(Succeed())
		Expect(read(opts.versions)).To(Equal("v1.1.0\n"))
		Expect(read(opts.sums)).To(Equal(copiesModule+" v0.1.0 h1:v0.1.0\n"+sourceController+" v1.0.0 h1:v1.0.0\n"),
			"what only the dropped version needed is gone; the release notes of the controller are still read")
		Expect(generated()).To(HaveLen(3))
	})

	It("lists the finalizers that the APIs of the controllers name, for each version", func(ctx SpecContext) {
		api := func(content string) map[string]string {
			return map[string]string{"v1/types.go": "package v1\n" + content, "v1/types_test.go": "package v1\nconst OtherFinalizer = \"of-a-test\"\n"}
		}
		finalizers := func() string { return read(filepath.Join(opts.out, "finalizers.txt")) }
		const header = "# Generated by hack/distributions: the finalizers that the controllers of each Flux version set, and the module of their API that names them.\n"
		Expect(runWith(ctx, func(*options) {})).To(Succeed())
		Expect(finalizers()).To(Equal(header+"v1.0.0 source-controller github.com/fluxcd/source-controller/api unknown\n"), "no module was recorded")

		modules[at(sourceController+"/api", "v1.0.0")] = api("const (\n\tKind, SourceFinalizer = \"Source\", \"finalizers.example.com\"\n\tFinalizer = `source.example.com/finalizer`\n)\n")
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())
		line := "v1.0.0 source-controller github.com/fluxcd/source-controller/api@v1.0.0 finalizers.example.com,source.example.com/finalizer\n"
		Expect(finalizers()).To(Equal(header + line))
		Expect(read(opts.sums)).To(ContainSubstring(sourceController + "/api v1.0.0 h1:v1.0.0\n"))

		By("a version for which the module is not available: those of the nearest one, whose version is in the list")
		Expect(runWith(ctx, func(o *options) { o.add = "v1.1.0" })).To(Succeed())
		Expect(finalizers()).To(Equal(header + line + strings.Replace(line, "v1.0.0 ", "v1.1.0 ", 1)))

		By("an API that names none: its finalizer may be named elsewhere")
		modules[at(sourceController+"/api", "v1.0.0")] = api("")
		Expect(runWith(ctx, func(*options) {})).To(MatchError(ContainSubstring("there is no constant with a name that ends in Finalizer")))
	})

	It("lists the controllers with workload identity by the release notes of their newest module, for each version", func(ctx SpecContext) {
		gates := func() string {
			_, lines, _ := strings.Cut(read(filepath.Join(opts.out, "featuregates.txt")), "say so.\n")
			return lines
		}
		notes := func(release, text string) string {
			return "# Changelog\n\n## 1.9.0\n\n`ObjectLevelWorkloadIdentity` is fixed.\n\n## " + release + "\n\n" + text + "\n\n## 0.1.0\n\nWorkload Identity.\n"
		}
		Expect(runWith(ctx, func(*options) {})).To(Succeed())
		Expect(gates()).To(Equal("v1.0.0 source-controller v1.0.0 unknown\n"), "no module was recorded")

		modules[at(sourceController, "v1.0.0")] = maps.Clone(modules[at(sourceController, "v1.0.0")])
		modules[at(sourceController, "v1.0.0")]["CHANGELOG.md"] = notes("1.0.0", "The controller has object-level workload identity.")
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())
		Expect(gates()).To(Equal("v1.0.0 source-controller v1.0.0 v1.0.0 " + at(sourceController, "v1.0.0").String() + "\n"))

		By("a release that came later than the controller of the version")
		modules[at(sourceController, "v1.0.0")]["CHANGELOG.md"] = notes("1.0.1", "The controller has object-level workload identity.")
		Expect(runWith(ctx, func(*options) {})).To(Succeed())
		Expect(gates()).To(BeEmpty())
	})

	It("lists workload identity by an older module, if no newer one is available", func(ctx SpecContext) {
		gates := func() string {
			_, lines, _ := strings.Cut(read(filepath.Join(opts.out, "featuregates.txt")), "say so.\n")
			return lines
		}
		withNotes := func(version string) {
			modules[at(sourceController, version)] = maps.Clone(modules[at(sourceController, "v1.0.0")])
			modules[at(sourceController, version)]["CHANGELOG.md"] = "# Changelog\n\n## 1.0.0\n\nObject-level workload identity.\n"
		}
		withNotes("v1.0.0")
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())

		By("the module of the dropped version")
		modules[at(copiesModule, "v0.1.0")][copiesPath+"/v1.1.0/source-controller.yaml"] = strings.ReplaceAll(deployment, ":v1.0.0", ":v1.1.2")
		modules[at(copiesModule, "v0.1.0")][digestsPath+"/v1.1.0/"+digestsFile] = strings.ReplaceAll(digests, "newTag: v1.0.0", "newTag: v1.1.2")
		modules[at(fluxModule, "v1.1.0")] = maps.Clone(modules[at(fluxModule, "v1.0.0")])
		modules[at(fluxModule, "v1.1.0")]["manifests/bases/source-controller/kustomization.yaml"] = strings.ReplaceAll(base, "v1.0.0", "v1.1.2")
		replaced := func(o *options) { o.add, o.prove, o.drop = "v1.1.0", "v1.1.0", "v1.0.0" }
		keep := opts
		copied := filepath.Join(GinkgoT().TempDir(), "copy")
		Expect(os.CopyFS(copied, os.DirFS(filepath.Dir(opts.out)))).To(Succeed())
		opts = options{out: filepath.Join(copied, "out"), versions: filepath.Join(copied, "versions"), images: filepath.Join(copied, "images.yaml"), sums: filepath.Join(copied, "sums")}
		Expect(runWith(ctx, replaced)).To(Succeed())
		Expect(gates()).To(Equal("v1.1.0 source-controller v1.1.2 v1.0.0 " + sourceController + "@v1.0.0\n"))
		Expect(runWith(ctx, func(*options) {})).To(Succeed(), "it stays recorded")

		By("an older patch of the version")
		opts = keep
		withNotes("v1.1.1")
		Expect(runWith(ctx, replaced)).To(Succeed())
		Expect(gates()).To(Equal("v1.1.0 source-controller v1.1.2 v1.0.0 " + sourceController + "@v1.1.1\n"))
		Expect(runWith(ctx, func(*options) {})).To(Succeed(), "it stays recorded")
	})

	It("proves the available part of a version whose modules are not all available", func(ctx SpecContext) {
		delete(modules, at(sourceController, "v1.0.0"))
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())
		Expect(read(opts.sums)).To(Equal(copiesModule + " v0.1.0 h1:v0.1.0\n" + fluxModule + " v1.0.0 h1:v1.0.0\n"))
	})

	It("compares a controller in the templates of another version, if its own are not available", func(ctx SpecContext) {
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.0.0" })).To(Succeed())
		released := strings.ReplaceAll(deployment, ":v1.0.0", ":v1.1.0")
		modules[at(copiesModule, "v0.1.0")][copiesPath+"/v1.1.0/source-controller.yaml"] = released
		modules[at(copiesModule, "v0.1.0")][digestsPath+"/v1.1.0/"+digestsFile] = strings.ReplaceAll(digests, "newTag: v1.0.0", "newTag: v1.1.0")
		modules[at(sourceController, "v1.1.0")] = kustomized("config/manager", released)

		Expect(runWith(ctx, func(o *options) { o.add, o.prove = "v1.1.0", "v1.1.0" })).To(Succeed())
		Expect(read(opts.sums)).To(And(ContainSubstring(sourceController+" v1.1.0 h1:v1.1.0\n"), Not(ContainSubstring(fluxModule+" v1.1.0"))))
		Expect(runWith(ctx, func(*options) {})).To(Succeed(), "it stays proven")

		modules[at(sourceController, "v1.1.0")] = kustomized("config/manager", strings.ReplaceAll(released, ":v1.1.0", ":v1.1.1"))
		Expect(runWith(ctx, func(*options) {})).To(MatchError(ContainSubstring(
			"are not those that the modules of Flux make of source-controller (in the templates of v1.0.0)")))

		delete(modules, at(sourceController, "v1.1.0"))
		write(filepath.Dir(opts.sums), map[string]string{"sums": copiesModule + " v0.1.0 h1:v0.1.0\n" + fluxModule + " v1.0.0 h1:v1.0.0\n"})
		Expect(runWith(ctx, func(o *options) { o.prove = "v1.1.0" })).To(MatchError(ContainSubstring("no module of Flux v1.1.0 is available to compare with")))
	})

	It("takes newer copies on request", func(ctx SpecContext) {
		Expect(runWith(ctx, func(o *options) { o.add, o.copies = "v1.2.0", "v0.2.0" })).To(Succeed())
		Expect(read(opts.sums)).To(Equal(copiesModule + " v0.2.0 h1:v0.2.0\n"))
		Expect(read(opts.versions)).To(Equal("v1.0.0\nv1.2.0\n"))
	})

	It("refuses copies that have changed since their checksum was recorded", func(ctx SpecContext) {
		write(filepath.Dir(opts.sums), map[string]string{"sums": copiesModule + " v0.1.0 h1:other\n"})
		Expect(runWith(ctx, func(*options) {})).To(MatchError(ContainSubstring("has changed: checksum h1:v0.1.0, recorded h1:other")))
		Expect(generated()).To(BeEmpty())
	})

	It("refuses checksums that nothing needs", func(ctx SpecContext) {
		write(filepath.Dir(opts.sums), map[string]string{"sums": copiesModule + " v0.1.0 h1:v0.1.0\nexample.org/a v1.0.0 h1:a\n"})
		Expect(runWith(ctx, func(*options) {})).To(MatchError(ContainSubstring("names modules that no distribution uses: [example.org/a@v1.0.0]")))
		Expect(generated()).To(BeEmpty())
	})

	DescribeTable("refuses, and leaves everything as it was",
		func(ctx SpecContext, prepare func(), change func(*options), message string) {
			prepare()
			Expect(runWith(ctx, change)).To(MatchError(ContainSubstring(message)))
			asBefore()
		},
		Entry("a file of a release that differs from that of the modules of Flux", func() {
			modules[at(fluxModule, "v1.0.0")] = fluxOf(strings.ReplaceAll(policies, "allow-egress", "allow-all"))
		}, func(o *options) { o.prove = "v1.0.0" }, "are not those that the modules of Flux make of rbac, policies, source-controller"),
		Entry("a controller that has changed", func() {
			modules[at(sourceController, "v1.0.0")] = kustomized("config/manager", strings.ReplaceAll(deployment, ":v1.0.0", ":v1.0.1"))
		}, func(o *options) { o.prove = "v1.0.0" }, "are not those that the modules of Flux make of"),
		Entry("a failed download, which does not show that a module is not available", func() {
			failing[at(sourceController, "v1.0.0")] = errors.New("connection refused")
		}, func(o *options) { o.prove = "v1.0.0" }, "downloading github.com/fluxcd/source-controller@v1.0.0: connection refused"),
		Entry("a wrong checksum", func() {
			failing[at(fluxModule, "v1.0.0")] = errors.New("verifying module: checksum mismatch")
		}, func(o *options) { o.prove = "v1.0.0" }, "checksum mismatch"),
		Entry("a version without files", func() {}, func(o *options) { o.add = "v1.2.0" }, "has no files of the release, a newer version of it (-copies) may"),
		Entry("a version to prove whose flux2 is not available", func() { delete(modules, at(fluxModule, "v1.0.0")) },
			func(o *options) { o.prove = "v1.0.0" }, "not available"),
		Entry("a version to drop that does not exist", func() {}, func(o *options) { o.drop = "v1.1.0" }, "there is no version v1.1.0 to drop, there are v1.0.0"),
		Entry("a version to prove that does not exist", func() {}, func(o *options) { o.prove = "v1.1.0" }, "there is no version v1.1.0 to prove, there are v1.0.0"),
		Entry("an invalid version", func() {}, func(o *options) { o.add = "1.1" }, `"1.1" is no version such as v2.9.3`),
	)
})
