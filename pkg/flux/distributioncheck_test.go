// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("CheckDistribution", func() {
	newest := func() (string, string) {
		GinkgoHelper()
		versions := distributions.Embedded().Versions()
		version := versions[len(versions)-1]
		manifests, err := distributions.Embedded().Manifests(version)
		Expect(err).NotTo(HaveOccurred())
		return version, string(manifests)
	}

	It("accepts embedded distributions under any version", func() {
		for _, version := range distributions.Embedded().Versions() {
			manifests, err := distributions.Embedded().Manifests(version)
			Expect(err).NotTo(HaveOccurred())
			Expect(CheckDistribution(version, manifests)).To(Succeed())
		}
		version, manifests := newest()
		Expect(CheckDistribution("v2.99.0", []byte(strings.ReplaceAll(manifests, version, "v2.99.0")))).To(Succeed())
	})

	It("accepts images from another registry", func() {
		version, manifests := newest()
		Expect(CheckDistribution(version, []byte(strings.ReplaceAll(manifests, "image: ghcr.io/", "image: docker.io/")))).To(Succeed())
	})

	DescribeTable("truncates repeated text in errors",
		func(manifests, message string) {
			err := CheckDistribution("v2.99.1", []byte(manifests))
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(len(err.Error())).To(BeNumerically("<", 8<<10))
		},
		Entry("an object without a kind", "a: "+strings.Repeat("b", 1<<20), "it cannot be decoded: "),
		Entry("an object with a long name", "apiVersion: v1\nkind: "+strings.Repeat("K", 1<<20)+"\nmetadata: {name: x}", "KKKK"),
		Entry("many objects", strings.Repeat("apiVersion: v1\nkind: K\nmetadata: {name: x}\n---\n", 1000), " more"),
	)

	DescribeTable("refuses",
		func(change func(manifests string) string, message string) {
			version, manifests := newest()
			changed := change(manifests)
			Expect(changed).NotTo(Equal(manifests), "nothing is changed")
			Expect(CheckDistribution(version, []byte(changed))).To(MatchError(ContainSubstring(message)))
		},
		Entry("a file that is not YAML", func(string) string { return "a: b: c" }, "it cannot be decoded: "),
		Entry("YAML without objects", func(string) string { return "- a\n- b\n" }, "it cannot be decoded: "),
		Entry("an empty file", func(string) string { return "" },
			"it has 0 namespaces instead of only flux-system; it lacks source-controller or its CustomResourceDefinitions"),
		Entry("another version", func(m string) string { return strings.ReplaceAll(m, "v2.9.5", "v2.0.0") },
			"Namespace flux-system has the label app.kubernetes.io/version=v2.0.0 instead of v2.9.5; "),
		Entry("another namespace", func(m string) string { return strings.ReplaceAll(m, "namespace: flux-system", "namespace: flux") },
			"is not in namespace flux-system"),
		Entry("a namespace with another name", func(m string) string { return strings.Replace(m, "name: flux-system\n", "name: flux\n", 1) },
			"Namespace flux is not flux-system"),
		Entry("an unknown controller", func(m string) string {
			return strings.ReplaceAll(m, "component: helm-controller", "component: helm-pilot")
		},
			`belongs to "helm-pilot", which is not one of Flux's controllers`),
		Entry("an object of a kind that Flux does not ship", func(m string) string {
			return m + "---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: more\n  namespace: flux-system\n  labels: {app.kubernetes.io/version: v2.9.5}\n"
		}, "Secret flux-system/more is of a kind that the extension does not install"),
		Entry("a truncated file", func(m string) string { return m[:strings.Index(m, "name: helmcharts.")] },
			"CustomResourceDefinition  has no apiVersion or no name; it lacks source-controller or its CustomResourceDefinitions; "),
		Entry("a Deployment without the manager container", func(m string) string { return strings.Replace(m, "        name: manager\n", "        name: boss\n", 1) },
			`Deployment flux-system/source-controller has a container "boss"; only "manager" is allowed`),
		Entry("an image with another name", func(m string) string {
			return strings.ReplaceAll(m, "ghcr.io/fluxcd/helm-controller:", "ghcr.io/fluxcd/helm:")
		},
			"its image must be named helm-controller and have a registry and a tag"),
		Entry("an image without a tag", func(m string) string {
			return regexp.MustCompile(`(image: ghcr.io/fluxcd/helm-controller):.*`).ReplaceAllString(m, "$1")
		},
			`Deployment flux-system/helm-controller has the image "ghcr.io/fluxcd/helm-controller"; its image must be named helm-controller and have a registry and a tag`),
		Entry("an image with a digest but without a tag", func(m string) string {
			return regexp.MustCompile(`(image: ghcr.io/fluxcd/helm-controller):.*`).ReplaceAllString(m, "$1@sha256:"+strings.Repeat("a", 64))
		}, "its image must be named helm-controller and have a registry and a tag"),
		Entry("a Deployment without a flag that the extension sets", func(m string) string { return strings.ReplaceAll(m, "- --log-level=info", "- --verbosity=info") },
			"has no argument --log-level"),
		Entry("an invalid schema", func(m string) string { return strings.Replace(m, "openAPIV3Schema:", "openAPIV2Schema:", 1) },
			"the CustomResourceDefinition has no schema"),
	)

	It("limits the reported errors", func() {
		_, manifests := newest()
		Expect(CheckDistribution("v2.9.9", []byte(manifests))).To(MatchError(MatchRegexp(`^[^;]*(; [^;]*){4} and \d+ more$`)))
	})
})
