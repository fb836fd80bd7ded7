// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

const moduleHead = `module example.com/landscape

go 1.26

require (
	example.com/short v1.0.0
	example.com/short/nested v1.1.0
	example.com/replaced v1.2.0
	go.etcd.io/etcd/server/v3 v3.6.8
)

replace example.com/replaced => example.com/fork v1.3.0
`

var _ = Describe("Catalog", func() {
	moduleWith := func(tail string) string {
		GinkgoHelper()
		dir := GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(moduleHead+tail), 0o600)).To(Succeed())
		return dir
	}

	DescribeTable("returns name, module and version of a tool", func(pkg string, expected binaries.Binary) {
		catalog, err := binaries.Catalog(moduleWith("\ntool " + pkg + "\n"))
		Expect(err).NotTo(HaveOccurred())
		expected.Package = pkg
		Expect(catalog).To(Equal(map[string]binaries.Binary{expected.Name: expected}))
	},
		Entry("a package of a module", "example.com/short/cmd/one",
			binaries.Binary{Name: "one", Module: "example.com/short", Version: "v1.0.0"}),
		Entry("a nested module", "example.com/short/nested/cmd/two",
			binaries.Binary{Name: "two", Module: "example.com/short/nested", Version: "v1.1.0"}),
		Entry("a path with the prefix of a nested module", "example.com/short/nested2/three",
			binaries.Binary{Name: "three", Module: "example.com/short", Version: "v1.0.0"}),
		Entry("a replaced module", "example.com/replaced/cmd/four",
			binaries.Binary{Name: "four", Module: "example.com/replaced", Version: "v1.3.0"}),
		Entry("a module with a major version", "example.com/short/five/v2",
			binaries.Binary{Name: "five", Module: "example.com/short", Version: "v1.0.0"}),
		Entry("a command in a module with a major version", "example.com/short/six/v2/cmd",
			binaries.Binary{Name: "six", Module: "example.com/short", Version: "v1.0.0"}),
		Entry("etcd", "go.etcd.io/etcd/server/v3",
			binaries.Binary{Name: binaries.Etcd, Module: "go.etcd.io/etcd/server/v3", Version: "v3.6.8"}),
	)

	DescribeTable("refuses", func(tail, message string) {
		_, err := binaries.Catalog(moduleWith(tail))
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("a tool without a module", "\ntool example.com/elsewhere\n", "no requirement provides it"),
		Entry("a module replaced by a directory", "\nreplace example.com/short => ../short\n\ntool example.com/short\n", "replaced by a directory"),
	)

	It("builds all pinned binaries for each landscape, except gardenlet, Helm and those for documentation only", func() {
		catalog, err := binaries.Catalog("..")
		Expect(err).NotTo(HaveOccurred())
		delete(catalog, binaries.SOPS)
		delete(catalog, binaries.AgeKeygen)
		delete(catalog, binaries.Gardenlet)
		delete(catalog, binaries.Helm)
		Expect(binaries.Landscape()).To(ConsistOf(slices.Collect(maps.Keys(catalog))))
	})

	It("finds Gitea in a separate module", func() {
		catalog, err := binaries.Catalog(filepath.Join("..", "gitea", "tool"))
		Expect(err).NotTo(HaveOccurred())
		Expect(catalog).To(And(HaveLen(1), HaveKey("gitea")))
	})

	It("finds Prometheus in a separate module, in the version with whose parser and engine the alerts are tested", func() {
		catalog, err := binaries.Catalog(filepath.Join("..", "prometheus", "tool"))
		Expect(err).NotTo(HaveOccurred())
		Expect(catalog).To(And(HaveLen(1), HaveKey("prometheus")))
		tested, err := os.ReadFile(filepath.Join("..", "..", "monitoring", "go.mod"))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(tested)).To(ContainSubstring("\tgithub.com/prometheus/prometheus %s\n", catalog["prometheus"].Version))
	})

	It("finds the controllers of older Flux versions in one module per image", func() {
		images := map[string]bool{}
		for _, controller := range binaries.FluxControllers() {
			catalog, err := binaries.Catalog(filepath.Join("..", controller.Module))
			Expect(err).NotTo(HaveOccurred())
			Expect(catalog).To(HaveKey(controller.Name))
			for _, tag := range controller.Tags {
				image, _ := binaries.FluxImage("ghcr.io/fluxcd/" + controller.Name + ":" + tag + ".9")
				Expect(images).NotTo(HaveKey(image))
				images[image] = true
			}
		}
	})

	Describe("Builder", func() {
		It("uses the cache without output", func(ctx SpecContext) {
			cache, out := GinkgoT().TempDir(), &bytes.Buffer{}
			cached := filepath.Join(cache, "bin", runtime.GOOS+"-"+runtime.GOARCH, "one-v1.0.0")
			Expect(os.MkdirAll(filepath.Dir(cached), 0o700)).To(Succeed())
			Expect(os.WriteFile(cached, nil, 0o700)).To(Succeed())

			builder := binaries.Builder{ModuleDir: moduleWith("\ntool example.com/short/cmd/one\n"), CacheDir: cache, Out: out}
			Expect(builder.Ensure(ctx, "one", "one")).To(Equal(binaries.Paths{"one": cached}))
			Expect(out.String()).To(BeEmpty())
		})

		It("returns an error with the name of a binary that is not pinned", func(ctx SpecContext) {
			_, err := binaries.Builder{ModuleDir: moduleWith(""), CacheDir: GinkgoT().TempDir()}.Ensure(ctx, "one")
			Expect(err).To(MatchError(ContainSubstring("no tool directive for one")))
		})

	})
})
