// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// discovering counts the kinds that are discovered.
type discovering struct {
	meta.RESTMapper
	asked int
}

func (d *discovering) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	d.asked++
	return nil, &meta.NoKindMatchError{GroupKind: kind, SearchedVersions: versions}
}

var _ = Describe("mapper", func() {
	It("needs no discovery for kinds of Flux and kinds with a read definition", func() {
		d := &discovering{}
		m := &mapper{RESTMapper: d, known: knownKinds(), learned: meta.NewDefaultRESTMapper(nil)}
		for _, kind := range shippedKinds() {
			_, err := m.RESTMapping(kind.GroupKind(), kind.Version)
			Expect(err).NotTo(HaveOccurred())
		}
		policy := schema.GroupVersionKind{Group: "image.toolkit.fluxcd.io", Version: "v1", Kind: "ImagePolicy"}
		m.learn(policy, "imagepolicies", meta.RESTScopeNamespace)
		mapping, err := m.RESTMapping(policy.GroupKind(), "v1")
		Expect(err).NotTo(HaveOccurred())
		Expect(mapping.Resource).To(Equal(policy.GroupVersion().WithResource("imagepolicies")))
		Expect(mapping.Scope.Name()).To(Equal(meta.RESTScopeNameNamespace))
		Expect(d.asked).To(BeZero())

		_, err = m.RESTMapping(policy.GroupKind(), "v1beta2")
		Expect(meta.IsNoMatchError(err)).To(BeTrue(), "another version is discovered")
		Expect(d.asked).To(Equal(1))
	})

	DescribeTable("keeps the first mapping of a kind",
		func(kind schema.GroupVersionKind, resources []string, want string) {
			m := &mapper{RESTMapper: &discovering{}, known: knownKinds(), learned: meta.NewDefaultRESTMapper(nil)}
			for _, resource := range resources {
				m.learn(kind, resource, meta.RESTScopeNamespace)
			}
			mapping, err := m.RESTMapping(kind.GroupKind(), kind.Version)
			Expect(err).NotTo(HaveOccurred())
			Expect(mapping.Resource.Resource).To(Equal(want))
		},
		Entry("the first definition has named the kind", schema.GroupVersionKind{Group: "source.toolkit.fluxcd.io", Version: "v1", Kind: "Bucket"}, []string{"buckets", "zz"}, "buckets"),
		Entry("it knew the kind before", schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"}, []string{"zz"}, "kustomizations"),
	)
})
