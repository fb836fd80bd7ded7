// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("places", func() {
	tagged := func(version, tag string) *release {
		return &release{version: version, images: map[string]image{"kustomize-controller": {tag: tag}}}
	}
	carried := []string{"v2.8.8", "v2.9.3"}
	before := []*release{tagged("v2.8.8", "v1.8.5"), tagged("v2.9.3", "v1.9.4")}
	patch := renamed(before, []*release{before[0], tagged("v2.9.4", "v1.9.5")})
	minor := renamed(before, []*release{before[1], tagged("v2.10.0", "v1.10.0")})

	DescribeTable("renames versions in lines",
		func(r renaming, line, want string) { Expect(r.renameLine(line)).To(Equal(want)) },
		Entry("with leading v", patch, "Flux v2.9.3, v2.9.3", "Flux v2.9.4, v2.9.4"),
		Entry("without it", patch, "targetVersion: 2.9.3\n", "targetVersion: 2.9.4\n"),
		Entry("at the end of a sentence", patch, "of v2.9.3.\n", "of v2.9.4.\n"),
		Entry("in the name of a volume", patch, "inline-v2-9-3", "inline-v2-9-4"),
		Entry("not in a date", renaming{"v2.11.22": "v2.11.23"}, "2-11-22", "2-11-22"),
		Entry("not another version", patch, "v2.9.30 v12.9.3 v2.8.8", "v2.9.30 v12.9.3 v2.8.8"),
		Entry("not the end of a longer one", patch, "1.2.9.3", "1.2.9.3"),
		Entry("not a pre-release", patch, "v2.9.3-rc.1", "v2.9.3-rc.1"),
		Entry("the image of a controller", patch, "fluxcd/kustomize-controller:v1.9.4\n", "fluxcd/kustomize-controller:v1.9.5\n"),
		Entry("not the same tag of another image", patch, "fluxcd/helm-controller:v1.9.4", "fluxcd/helm-controller:v1.9.4"),
		Entry("all at once for a new minor version, each only once", minor, "v2.8.8, v2.9.3", "v2.9.3, v2.10.0"),
	)

	It("renames nothing if a version comes without another one to go", func() {
		Expect(renamed(before, append(before, tagged("v2.10.0", "v1.10.0")))).To(BeEmpty())
	})

	It("leaves measured lines, and lines that use the new version as another one", func() {
		text := "run with v2.9.3\nmeasured with v2.9.3\nv2.9.4 is newer than v2.9.3\nv2.9.4\n"
		changed, left := patch.renameText(text, carried)
		Expect(changed).To(Equal("run with v2.9.4\nmeasured with v2.9.3\nv2.9.4 is newer than v2.9.3\nv2.9.4\n"))
		Expect(left).To(HaveExactElements(2, 3))
	})

	It("does not take a version that stays carried for a new one", func() {
		changed, left := minor.renameText("v2.8.8 and v2.9.3\n", carried)
		Expect(changed).To(Equal("v2.9.3 and v2.10.0\n"))
		Expect(left).To(BeEmpty())
	})

	It("changes only files that follow, and skips those that the generator has removed", func() {
		root := GinkgoT().TempDir()
		files := []string{"docs/usage/modes.md", "docs/operations/distributions.md", "docs/decisions/0016.md", "pkg/report/fleet_test.go", "example/10.yaml"}
		for _, file := range files[:4] {
			Expect(os.MkdirAll(filepath.Join(root, filepath.Dir(file)), 0o700)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(root, file), []byte("v2.9.3 measured\nv2.9.3\n"), 0o600)).To(Succeed())
		}
		Expect(patch.rename(root, files, carried)).To(HaveExactElements("docs/usage/modes.md:1"))
		for i, want := range []string{"v2.9.3 measured\nv2.9.4\n", "v2.9.3 measured\nv2.9.3\n", "v2.9.3 measured\nv2.9.3\n", "v2.9.3 measured\nv2.9.3\n"} {
			Expect(os.ReadFile(filepath.Join(root, files[i]))).To(BeEquivalentTo(want), files[i])
		}
	})

	It("writes the controllers that are not run into the table", func() {
		page := "| Flux version | Kubernetes | run | not run |\n| v2.10.0, the default | v1.33 | all | none |\n| v2.9.3 | v1.33 | some | x v1, y v1 |\n| v2.8.8 | v1.33 | some | z |\n"
		Expect(withNotRun(page, map[string]string{"v2.10.0": "a-controller v1.0.0", "v2.9.3": "none"})).To(Equal(
			"| Flux version | Kubernetes | run | not run |\n| v2.10.0, the default | v1.33 | all | a-controller v1.0.0 |\n| v2.9.3 | v1.33 | some | none |\n| v2.8.8 | v1.33 | some | z |\n"))
		of := releaseOf("v2.9.3", controller+strings.ReplaceAll(controller, "source-controller", "source-watcher"))
		of.images = map[string]image{"source-controller": {tag: "v1.9.3"}, "source-watcher": {tag: "v2.2.4"}}
		required := map[string]string{"github.com/fluxcd/source-controller": "v1.9.3", "github.com/fluxcd/source-watcher/v2": "v2.2.2"}
		Expect(notRun(of, required)).To(Equal("source-watcher v2.2.4"))
		Expect(notRun(of, nil)).To(Equal("source-controller v1.9.3, source-watcher v2.2.4"))
	})

	It("writes the oldest Kubernetes of each version into the table", func() {
		page := "| Flux version | Kubernetes |\n| v2.10.0, the default | v1.33 | all |\n| v2.9.3 | v1.33 | some |\n| v1.150.0 | v1.36 |\n"
		Expect(withOldestKubernetes(page, map[string]string{"v2.10": "v1.34", "v2.9": "v1.33"})).To(Equal(
			"| Flux version | Kubernetes |\n| v2.10.0, the default | v1.34 | all |\n| v2.9.3 | v1.33 | some |\n| v1.150.0 | v1.36 |\n"))
	})
})
