// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
)

// manyAPIs has so many groups, each with as many resources. It calls asked with each request for those of a group.
type manyAPIs struct {
	discovery.DiscoveryInterface
	groups, resources int
	asked             func()
}

func (m manyAPIs) ServerGroups() (*metav1.APIGroupList, error) {
	list := &metav1.APIGroupList{}
	for i := range m.groups {
		version := metav1.GroupVersionForDiscovery{GroupVersion: fmt.Sprintf("g%d/v1", i), Version: "v1"}
		list.Groups = append(list.Groups, metav1.APIGroup{Name: fmt.Sprintf("g%d", i), Versions: []metav1.GroupVersionForDiscovery{version}})
	}
	return list, nil
}

func (m manyAPIs) ServerResourcesForGroupVersion(version string) (*metav1.APIResourceList, error) {
	m.asked()
	list := &metav1.APIResourceList{GroupVersion: version}
	for i := range m.resources {
		list.APIResources = append(list.APIResources, metav1.APIResource{Name: fmt.Sprint(i), Namespaced: true, Verbs: []string{"list", "create"}})
	}
	return list, nil
}

var _ = Describe("namespacedKinds", func() {
	DescribeTable("stops early beyond the limits",
		func(ctx SpecContext, groups, resources, most int) {
			asked := 0
			s := &Shoot{resources: manyAPIs{groups: groups, resources: resources, asked: func() { asked++ }}}
			_, _, err := s.namespacedKinds(ctx)
			Expect(err).To(MatchError(errManyAPIs))
			Expect(asked).To(Equal(most))
		},
		Entry("too many versions of groups", mostAPIVersions+1, 1, 0),
		Entry("too many resources", 900, 2_000, 6),
	)

	It("returns all kinds of a shoot", func(ctx SpecContext) {
		s := &Shoot{resources: manyAPIs{groups: 300, resources: 10, asked: func() {}}}
		kinds, unavailable, err := s.namespacedKinds(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(unavailable).To(BeEmpty())
		Expect(kinds).To(HaveLen(3000))
	})

	It("stops when the context ends", func(ctx SpecContext) {
		bounded, cancel := context.WithCancel(ctx)
		asked := 0
		s := &Shoot{resources: manyAPIs{groups: 300, resources: 1, asked: func() { asked++; cancel() }}}
		_, _, err := s.namespacedKinds(bounded)
		Expect(err).To(MatchError(context.Canceled))
		Expect(asked).To(Equal(1))
	})
})
