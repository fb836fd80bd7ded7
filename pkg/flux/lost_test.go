// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Renderer.Lost", func() {
	// shipped returns the Deployments of a version as an API server returns them.
	shipped := func(version string) []*unstructured.Unstructured {
		GinkgoHelper()
		content, err := withOlder().Manifests(version)
		Expect(err).NotTo(HaveOccurred())
		var found []*unstructured.Unstructured
		for _, object := range decode(content) {
			if object.GetKind() == "Deployment" {
				Expect(unstructured.SetNestedField(object.Object, int64(10), "spec", "revisionHistoryLimit")).To(Succeed())
				Expect(unstructured.SetNestedField(object.Object, "ClusterFirst", "spec", "template", "spec", "dnsPolicy")).To(Succeed())
				found = append(found, object)
			}
		}
		return found
	}
	// patched returns kustomize-controller with patches of a bootstrap.
	patched := func(version string) *unstructured.Unstructured {
		GinkgoHelper()
		for _, object := range shipped(version) {
			if object.GetName() != "kustomize-controller" {
				continue
			}
			change := map[string]any{}
			Expect(yaml.Unmarshal([]byte(`
annotations: {vault.hashicorp.com/agent-inject: "true", kubectl.kubernetes.io/restartedAt: "2026-01-01T00:00:00Z"}
volumes: [{name: temp, emptyDir: {}}, {name: sops, secret: {secretName: sops}}]`), &change)).To(Succeed())
			Expect(unstructured.SetNestedField(object.Object, change["annotations"], "spec", "template", "metadata", "annotations")).To(Succeed())
			Expect(unstructured.SetNestedField(object.Object, change["volumes"], "spec", "template", "spec", "volumes")).To(Succeed())
			containers, _, _ := unstructured.NestedSlice(object.Object, "spec", "template", "spec", "containers")
			container := containers[0].(map[string]any)
			container["args"] = append(container["args"].([]any), "--concurrent=20", "--no-cross-namespace-refs=true")
			container["env"] = append(container["env"].([]any), map[string]any{"name": "HTTPS_PROXY", "value": "http://hunter2@proxy"})
			container["resources"] = map[string]any{"limits": map[string]any{"cpu": "1", "memory": "3Gi"}, "requests": map[string]any{"cpu": "100m", "memory": "64Mi"}}
			Expect(unstructured.SetNestedSlice(object.Object, containers, "spec", "template", "spec", "containers")).To(Succeed())
			object.SetAnnotations(map[string]string{"team": "a"})
			return object
		}
		Fail("there is no kustomize-controller")
		return nil
	}

	DescribeTable("returns nothing for unmodified manifests",
		func(version string) {
			for _, object := range shipped(version) {
				Expect(renderer.Lost(input().Effective, object)).To(BeEmpty(), object.GetName())
				Expect(renderer.Lost(input(withEverything, fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.WorkloadIdentity = nil })).Effective, object)).To(BeEmpty(), "what is configured is no loss")
			}
		},
		versionEntries(),
	)

	DescribeTable("returns names without values",
		func(version string) {
			Expect(renderer.Lost(input().Effective, patched(version))).To(Equal([]string{
				"annotation vault.hashicorp.com/agent-inject", "volume sops", "argument --concurrent", "argument --no-cross-namespace-refs", "variable HTTPS_PROXY", "limits.memory",
			}))
		},
		versionEntries(),
	)

	It("omits configured customizations", func() {
		in := input(withEverything)
		in.Effective.Flux.Concurrency = nil
		in.Effective.Flux.Patches = []fluxv1alpha1.Patch{patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentKustomize, `
- {op: add, path: /spec/template/spec/containers/0/args/-, value: --concurrent=20}
- {op: replace, path: /spec/template/spec/containers/0/resources/limits/memory, value: 3Gi}`)}
		Expect(renderer.Lost(in.Effective, patched(version))).To(Equal([]string{"annotation vault.hashicorp.com/agent-inject", "volume sops"}))
	})

	It("returns customizations that are configured with another value", func() {
		Expect(renderer.Lost(input(fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Size = sizeOf(fluxv1alpha1.SizeSmall) })).Effective, patched(version))).To(ContainElements("argument --concurrent", "limits.memory"))
	})

	It("compares with the configured version if the shoot's version is unknown", func() {
		object := patched(version)
		object.SetLabels(map[string]string{"app.kubernetes.io/version": "v2.3.0"})
		Expect(renderer.Lost(input().Effective, object)).To(HaveLen(6))
	})

	It("returns nothing for a controller that is not configured", func() {
		object := patched(version)
		object.SetName("image-reflector-controller")
		Expect(renderer.Lost(input().Effective, object)).To(BeEmpty())
	})
})

func sizeOf(size fluxv1alpha1.Size) *fluxv1alpha1.Size { return &size }
