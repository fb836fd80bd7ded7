// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"sync/atomic"

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
		list.APIResources = append(list.APIResources, metav1.APIResource{Name: fmt.Sprint(i), Namespaced: true})
	}
	return list, nil
}

var _ = Describe("discovery", func() {
	DescribeTable("stops early beyond the limits",
		func(ctx SpecContext, groups, resources, most int) {
			var asked atomic.Int32
			_, err := discoverNamespaced(ctx, manyAPIs{groups: groups, resources: resources, asked: func() { asked.Add(1) }})
			Expect(err).To(MatchError(errManyAPIs))
			Expect(asked.Load()).To(BeNumerically("<=", most))
		},
		Entry("more versions of groups than can be asked for in time", mostAPIVersions+1, 1, 0),
		Entry("more resources than can be listed in time", 900, 2_000, 5+discoveredAtOnce),
	)

	It("returns all resources of a shoot", func(ctx SpecContext) {
		lists, err := discoverNamespaced(ctx, manyAPIs{groups: 300, resources: 10, asked: func() {}})
		Expect(err).NotTo(HaveOccurred())
		Expect(lists).To(HaveLen(300))
	})

	It("ends with the time of the operation, whatever there is left to ask for", func(ctx SpecContext) {
		bounded, cancel := context.WithCancel(ctx)
		var asked atomic.Int32
		_, err := discoverNamespaced(bounded, manyAPIs{groups: 300, resources: 1, asked: func() { asked.Add(1); cancel() }})
		Expect(err).To(MatchError(context.Canceled))
		Expect(asked.Load()).To(BeNumerically("<=", discoveredAtOnce))
	})
})
