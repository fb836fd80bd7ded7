// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Catalog", func() {
	// catalog is shared, because it caches compiled schemas.
	catalog := NewCatalog(library)

	It("returns versions, components and images", func() {
		Expect(catalog.Versions()).To(Equal(allVersions()))
		Expect(catalog.Components(version)).To(Equal([]fluxv1alpha1.Component{
			"source-controller", "kustomize-controller", "helm-controller", "notification-controller",
			"image-reflector-controller", "image-automation-controller", "source-watcher",
		}))
		Expect(catalog.Components("v0.1.0")).To(BeEmpty())
		shipped := catalog.Resources(version, "source-controller")
		Expect(shipped.Limits.Memory().String()).To(Equal("1Gi"))
		Expect(shipped.Requests.Cpu().String()).To(Equal("50m"))
		Expect(catalog.Resources(version, "none").Limits).To(BeEmpty())
	})

	DescribeTable("accepts valid objects",
		func(document string) {
			object := parse(document)
			same := object.DeepCopy()
			Expect(catalog.Validate(GinkgoT().Context(), version, object)).To(BeEmpty())
			Expect(object).To(Equal(same), "the object is not touched")
		},
		Entry("a GitRepository", gitRepository),
		Entry("a GitRepository over ssh", privateGitRepository),
		Entry("an OCIRepository", ociRepository),
		Entry("a Bucket", bucket),
		Entry("a Kustomization", kustomization),
		Entry("a Kustomization with many fields", ociKustomization),
		Entry("a null in an optional field", with(gitRepository, `ref: {branch: main}`, `ref: null`)),
	)

	It("caches neither invalid objects nor results of other versions", func() {
		fresh := NewCatalog(library)
		invalid := with(gitRepository, `ref: {branch: main}`, `reff: {branch: main}`)
		for range 2 {
			Expect(fresh.Validate(GinkgoT().Context(), version, parse(gitRepository))).To(BeEmpty())
			Expect(fresh.Validate(GinkgoT().Context(), version, parse(invalid))).NotTo(BeEmpty())
			Expect(fresh.Validate(GinkgoT().Context(), "v0.1.0", parse(gitRepository))).NotTo(BeEmpty())
		}
	})

	It("accepts the numbers of a YAML decoder", func() {
		Expect(catalog.Validate(GinkgoT().Context(), version, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "HelmRepository",
			"metadata": map[string]any{"name": "a", "namespace": "b", "generation": 1},
			"spec":     map[string]any{"url": "https://example.org", "suspend": true},
		}})).To(BeEmpty())
	})

	DescribeTable("rejects invalid objects",
		func(document string, messages ...string) {
			var got []string
			for _, err := range catalog.Validate(GinkgoT().Context(), version, parse(document)) {
				got = append(got, err.Error())
			}
			Expect(got).To(Equal(messages))
		},
		Entry("another API version", with(kustomization, "fluxcd.io/v1", "fluxcd.io/v1beta2"),
			`apiVersion: Invalid value: "kustomize.toolkit.fluxcd.io/v1beta2": Flux v2.9.5 serves Kustomization as kustomize.toolkit.fluxcd.io/v1`),
		Entry("another kind", with(kustomization, "kind: Kustomization", "kind: Kustomisation"),
			`kind: Invalid value: "Kustomisation": Flux v2.9.5 has no such kind in API group "kustomize.toolkit.fluxcd.io"`),
		Entry("several unknown fields", with(kustomization, "prune: true", "purne: true, sourceref: {a: b}, prune: true, healthChecks: [{kind: A, name: b, namespac: c}]"),
			`spec.healthChecks[0].namespac: Forbidden: unknown field in Flux v2.9.5`,
			`spec.purne: Forbidden: unknown field in Flux v2.9.5`,
			`spec.sourceref: Forbidden: unknown field in Flux v2.9.5`),
		Entry("an unknown field in metadata", with(kustomization, "namespace: flux-system}", "namespace: flux-system, lables: {a: b}}"),
			`metadata.lables: Forbidden: unknown field in Flux v2.9.5`),
		Entry("an invalid label value", with(kustomization, "namespace: flux-system}", `namespace: flux-system, labels: {a: "b c"}}`),
			`metadata.labels: Invalid value: "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`),
		Entry("a label value that is not a string", with(kustomization, "namespace: flux-system}", `namespace: flux-system, labels: {a: 1}}`),
			`metadata: Invalid value: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`),
		Entry("a missing field", with(kustomization, "prune: true, ", ""),
			`spec.prune: Required value`),
		Entry("a value of the wrong type", with(kustomization, "prune: true", `prune: "yes"`),
			`spec.prune: Invalid value: "string": must be of type boolean: "string"`),
		Entry("a value outside the enum", with(kustomization, "kind: GitRepository", "kind: GitRepo"),
			`spec.sourceRef.kind: Unsupported value: "GitRepo": supported values: "OCIRepository", "GitRepository", "Bucket", "ExternalArtifact"`),
		Entry("a value that does not match the pattern", with(kustomization, "interval: 10m", "interval: 10 minutes"),
			`spec.interval: Invalid value: "10 minutes": should match '^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$'`),
		Entry("a violated CEL rule", with(gitRepository, "interval: 1m", "interval: 1m, serviceAccountName: a"),
			`spec: Invalid value: serviceAccountName can only be set when provider is 'azure' or 'aws'`),
		Entry("a URL with credentials", with(gitRepository, "https://github.com/o/r", "git@github.com:secret"),
			`spec.url: Invalid value: should match '^(http|https|ssh)://.*$'`),
		Entry("a long value", with(gitRepository, "https://github.com/o/r", strings.Repeat("s3cret", 20)),
			`spec.url: Invalid value: should match '^(http|https|ssh)://.*$'`),
	)

	It("rejects an unknown version", func() {
		Expect(catalog.Validate(GinkgoT().Context(), "v0.1.0", parse(gitRepository)).ToAggregate()).To(MatchError(ContainSubstring("the known versions are v2.7.5, v2.8.8, v2.9.5")))
	})
})

// with returns the document with a changed passage.
func with(document, passage, change string) string {
	if strings.Count(document, passage) != 1 {
		panic("not exactly once in the document: " + passage)
	}
	return strings.Replace(document, passage, change, 1)
}
