// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("Entries", func() {
	const own = "garden-controller"
	ready, unreported := statusAt("alpha", "uid", "Ready", ""), statusAt("", "uid", "NotReported", "")
	DescribeTable("are those that their seeds have written",
		func(configMap *corev1.ConfigMap, want bool) {
			status, written := EntriesOf(configMap, own).Written("one")
			Expect(written).To(Equal(want))
			if want {
				Expect(status.UID).NotTo(BeEmpty())
			} else {
				Expect(status.UID).To(BeEmpty())
			}
		},
		Entry("no ConfigMap", nil, false),
		Entry("no entry", configMapWith(nil, nil), false),
		Entry("by the seed that it names", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}}), true),
		Entry("by that seed, and another client that has applied the same", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}, "kubectl": {"one"}}), true),
		Entry("by another seed", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{betas: {"one"}}), false),
		Entry("by a member of the project", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{"kubectl": {"one"}, alphas: {"two"}}), false),
		Entry("by nobody who is known, for example after a restore without field managers", configMapWith(map[string]string{"one": textOf(ready)}, nil), false),
		Entry("by an update under the name of the seed, which applies its entries", func() *corev1.ConfigMap {
			configMap := configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}})
			configMap.ManagedFields[0].Operation = metav1.ManagedFieldsOperationUpdate
			return configMap
		}(), false),
		Entry("by the garden controller, about a Shoot that no seed reports", configMapWith(map[string]string{"one": textOf(unreported)}, map[string][]string{own: {"one"}}), true),
		Entry("by the garden controller, which reports nothing else", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{own: {"one"}}), false),
		Entry("what is no entry", configMapWith(map[string]string{"one": "note"}, map[string][]string{alphas: {"one"}}), false),
	)
})
