// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Names of controllers", func() {
	DescribeTable("are split into controller and shard:",
		func(name string, of Component, shard string, is bool) {
			gotOf, gotShard, got := ShardedController(name)
			Expect([]any{gotOf, gotShard, got}).To(Equal([]any{of, shard, is}))
		},
		Entry("the controller of a shard", "source-controller-shard1", ComponentSource, "shard1", true),
		Entry("a shard with dashes in its name", "helm-controller-team-a", ComponentHelm, "team-a", true),
		Entry("a controller without shard", "kustomize-controller", Component(""), "", false),
		Entry("a name with an empty shard", "kustomize-controller-", Component(""), "", false),
		Entry("a controller that is not sharded", "notification-controller-a", Component(""), "", false),
		Entry("the name of another Deployment", "my-source-controller-a", Component(""), "", false),
	)

	It("include the shards of sharded controllers", func() {
		Expect(ControllerNames([]string{"notification-controller", "source-controller"}, []string{"a", "b"})).To(HaveExactElements(
			"notification-controller", "source-controller", "source-controller-a", "source-controller-b"))
	})
})
