// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("packages", func() {
	DescribeTable("have the content of the files, with the given version, and are reproducible:",
		func(chart string, values map[string]any) {
			archive, err := charts.Package(chart, "v9.8.7")
			Expect(err).NotTo(HaveOccurred())
			Expect(charts.Package(chart, "v9.8.7")).To(Equal(archive))
			Expect(charts.Package(chart, "v9.8.8")).NotTo(Equal(archive))

			renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
			fromArchive, err := renderer.RenderArchive(archive, release, namespace, values)
			Expect(err).NotTo(HaveOccurred())
			// With the tag that the chart's own version does not decide, the same comes out of both.
			fromFiles, err := render(chart, values)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(fromArchive.Manifest())).To(Equal(fromFiles))
		},
		Entry("for the seeds", charts.Seed, values(map[string]any{"image": map[string]any{"repository": "registry.example.com/x", "tag": "v1"}})),
		Entry("for the virtual garden", charts.AdmissionApplication, applicationValues(nil)),
		Entry("for the runtime cluster", charts.AdmissionRuntime, runtimeValues(map[string]any{"image": map[string]any{"repository": "registry.example.com/x", "tag": "v1"}})),
	)

	It("install the image of the version by default", func() {
		archive, err := charts.Package(charts.Seed, "v9.8.7")
		Expect(err).NotTo(HaveOccurred())
		renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
		rendered, err := renderer.RenderArchive(archive, release, namespace, values(nil))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(rendered.Manifest())).To(ContainSubstring("image: registry.example.com/gardener-extension-shoot-flux:v9.8.7"))
	})

	It("refuse a chart that does not exist", func() {
		_, err := charts.Package("absent", "v1.0.0")
		Expect(err).To(MatchError(ContainSubstring("failed to package chart absent")))
	})
})
