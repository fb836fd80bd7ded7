// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("environment", func() {
	DescribeTable("#expand",
		func(reason, in, expected string) {
			Expect(expand(in, map[string]string{"A": "1", "B": ""}, map[string]string{"A": "2", "C": "3"})).To(Equal(expected), reason)
		},
		Entry("known", "the first that has the name counts", "x$(A)y$(C)", "x1y3"),
		Entry("empty", "an empty value is a value", "[$(B)]", "[]"),
		Entry("unknown", "what is unknown stays", "$(NOPE)", "$(NOPE)"),
		Entry("escaped", "two dollars are one", "$$(A)", "$(A)"),
		Entry("shell", "a shell's variables are its own", "$A ${A}", "$A ${A}"),
	)

	DescribeTable("#resourceField",
		func(reason, name, divisor, expected string) {
			resources := corev1.ResourceRequirements{
				Limits:   corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1500m")},
				Requests: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("100Mi")},
			}
			ref := corev1.ResourceFieldSelector{Resource: name}
			if divisor != "" {
				ref.Divisor = resource.MustParse(divisor)
			}
			Expect(resourceField(resources, ref)).To(Equal(expected), reason)
		},
		Entry("cpu", "rounded up", "limits.cpu", "", "2"),
		Entry("cpu in millis", "the divisor counts", "limits.cpu", "1m", "1500"),
		Entry("memory", "in bytes", "requests.memory", "", "104857600"),
		Entry("memory in Mi", "the divisor counts", "requests.memory", "1Mi", "100"),
		Entry("no limit", "the node's capacity stands in", "limits.memory", "1Gi", "256"),
	)

	It("should refuse an unknown resource", func() {
		_, err := resourceField(corev1.ResourceRequirements{}, corev1.ResourceFieldSelector{Resource: "limits.example.com/gpu"})
		Expect(err).To(MatchError(ContainSubstring("limits.example.com/gpu")))
	})

	DescribeTable("#field",
		func(path, expected string) {
			p := &pod{
				node:     &Node{options: Options{Name: "node-1"}},
				listenIP: "127.1.0.1", reportedIP: "10.1.0.1",
				object: &corev1.Pod{Spec: corev1.PodSpec{ServiceAccountName: "sa"}},
				latest: &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: "ns", Labels: map[string]string{"a/b": "c"}}},
			}
			Expect(p.field(path)).To(Equal(expected))
		},
		Entry("the address to listen on, not the reported one", "status.podIP", "127.1.0.1"),
		Entry("node", "spec.nodeName", "node-1"),
		Entry("service account", "spec.serviceAccountName", "sa"),
		Entry("namespace", "metadata.namespace", "ns"),
		Entry("one label", "metadata.labels['a/b']", "c"),
	)

	DescribeTable("#parseServiceAddress",
		func(address string, expected servicePort, ok bool) {
			target, found := parseServiceAddress(address)
			Expect(found).To(Equal(ok))
			Expect(target).To(Equal(expected))
		},
		Entry("short", "web.ns.svc:80", servicePort{"ns", "web", 80}, true),
		Entry("full with dot", "web.ns.svc.cluster.local.:8080", servicePort{"ns", "web", 8080}, true),
		Entry("somebody else's host", "example.com:80", servicePort{}, false),
		Entry("a host that looks similar", "a.b.svc.example.com:80", servicePort{}, false),
	)
})
