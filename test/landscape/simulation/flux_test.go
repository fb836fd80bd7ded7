// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

var _ = Describe("A simulated shoot", func() {
	It("writes the status of a source as Flux does, and no status of other objects", func() {
		s := &Shoot{}
		s.SetFlux(Revision(7), Outage())
		Expect(s.Expectation().Source).To(Equal(gardencorev1beta1.ConditionFalse))

		source := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository"}}
		source.SetGeneration(1)
		decoded := &sourcev1.GitRepository{}
		Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(s.flux.withStatus(source).Object, decoded)).To(Succeed())
		ready := meta.FindStatusCondition(decoded.Status.Conditions, "Ready")
		Expect(ready.Message).To(ContainSubstring("connection refused"))
		Expect(ready.LastTransitionTime.Time).To(BeTemporally("~", time.Now(), 2*time.Second))
		Expect(decoded.Status.ObservedGeneration).To(Equal(int64(1)))
		Expect(decoded.Status.Artifact.Revision).To(Equal("main@sha1:0000000700000007000000070000000700000007"), "Flux keeps the artifact it has")

		secret := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret"}}
		Expect(s.flux.withStatus(secret)).To(BeIdenticalTo(secret))
	})

	DescribeTable("serves an object at the path of an API server", func(apiVersion, kind, path string) {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind}}
		object.SetNamespace("n")
		object.SetName("o")
		Expect(objectPath(object)).To(Equal(path))
	},
		Entry("without group", "v1", "Secret", "/api/v1/namespaces/n/secrets/o"),
		Entry("with a plural in -ies", "source.toolkit.fluxcd.io/v1", "GitRepository", "/apis/source.toolkit.fluxcd.io/v1/namespaces/n/gitrepositories/o"),
	)
})
