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

var _ = Describe("fluxMapper", func() {
	It("needs no discovery for kinds of Flux and of 'flux install'", func() {
		d := &discovering{}
		m := fluxMapper{RESTMapper: knownKinds(), discovered: d}
		for _, kind := range shippedKinds() {
			_, err := m.RESTMapping(kind.GroupKind(), kind.Version)
			Expect(err).NotTo(HaveOccurred())
		}
		policy := schema.GroupVersionKind{Group: "image.toolkit.fluxcd.io", Version: "v1", Kind: "ImagePolicy"}
		mapping, err := m.RESTMapping(policy.GroupKind(), "v1")
		Expect(err).NotTo(HaveOccurred())
		Expect(mapping.Resource).To(Equal(policy.GroupVersion().WithResource("imagepolicies")))
		Expect(mapping.Scope.Name()).To(Equal(meta.RESTScopeNameNamespace))
		Expect(d.asked).To(BeZero())

		_, err = m.RESTMapping(schema.GroupKind{Group: "example.com", Kind: "Widget"}, "v1")
		Expect(meta.IsNoMatchError(err)).To(BeTrue())
		Expect(d.asked).To(Equal(1))
	})

	It("guesses other kinds if they are not discovered, so that an object of any kind can be looked up", func() {
		mapping, err := ClientOptions().Mapper.RESTMapping(schema.GroupKind{Group: "networking.k8s.io", Kind: "NetworkPolicy"}, "v1")
		Expect(err).NotTo(HaveOccurred())
		Expect(mapping.Resource).To(Equal(schema.GroupVersionResource{Group: "networking.k8s.io", Version: "v1", Resource: "networkpolicies"}))
	})
})
