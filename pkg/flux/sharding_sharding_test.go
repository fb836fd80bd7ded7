// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("Of", func() {
	parse := func(document string) *unstructured.Unstructured {
		object := &unstructured.Unstructured{}
		ExpectWithOffset(1, yaml.Unmarshal([]byte(document), &object)).To(Succeed())
		return object
	}
	const controller = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: source-controller, annotations: {team: a}}, spec: {selector: {matchLabels: {app: source-controller}},
		template: {metadata: {labels: {app: source-controller, team: a}}, spec: {serviceAccountName: source-controller, volumes: [{name: data, persistentVolumeClaim: {claimName: source-controller-1234}}],
		containers: [{name: manager, args: [--storage-adv-addr=source-controller.flux.svc., --concurrent=2]}]}}}}`

	It("does not change what it is given", func() {
		object := parse(controller)
		Expect(ShardOf(object, []string{"a"})).To(HaveLen(2))
		Expect(object).To(Equal(parse(controller)))
	})

	It("derives the Deployment of a shard", func() {
		all, err := ShardOf(parse(controller), []string{"a"})
		Expect(err).NotTo(HaveOccurred())
		shard := all[1]
		Expect(shard.GetName()).To(Equal("source-controller-a"))
		Expect(shard.GetLabels()).To(Equal(map[string]string{"sharding.fluxcd.io/key": "a"}))
		Expect(shard.GetAnnotations()).To(Equal(map[string]string{"sharding.fluxcd.io/role": "shard", "team": "a"}))
		pod, _, err := unstructured.NestedMap(shard.Object, "spec", "template", "spec")
		Expect(err).NotTo(HaveOccurred())
		Expect(pod).To(And(HaveKeyWithValue("serviceAccountName", "source-controller"),
			HaveKeyWithValue("volumes", ConsistOf(HaveKeyWithValue("persistentVolumeClaim", HaveKeyWithValue("claimName", "source-controller-a-1234")))),
			HaveKeyWithValue("containers", ConsistOf(HaveKeyWithValue("args", HaveExactElements("--storage-adv-addr=source-controller-a.flux.svc.", "--concurrent=2",
				"--watch-label-selector=sharding.fluxcd.io/key=a"))))))
	})

	DescribeTable("returns alone",
		func(document string, shards ...string) {
			object := parse(document)
			Expect(ShardOf(object, shards)).To(HaveExactElements(BeIdenticalTo(object)))
		},
		Entry("a controller without shards", controller),
		Entry("a controller that is not sharded", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: notification-controller}}`, "a"),
		Entry("a ServiceAccount", `{apiVersion: v1, kind: ServiceAccount, metadata: {name: source-controller}}`, "a"),
		Entry("a Service of another controller", `{apiVersion: v1, kind: Service, metadata: {name: webhook-receiver}}`, "a"),
	)

	DescribeTable("refuses what it cannot tell from a shard of it",
		func(document, reason string) {
			_, err := ShardOf(parse(document), []string{"a"})
			Expect(err).To(MatchError(reason))
		},
		Entry("a Deployment that selects its pods otherwise", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}, spec: {selector: {matchLabels: {name: helm-controller}}, template: {metadata: {labels: {app: helm-controller}}}}}`,
			"does not select its pods by label app"),
		Entry("a Deployment without selector", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}}`, "does not select its pods by label app"),
		Entry("a Deployment without container", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}, spec: {selector: {matchLabels: {app: helm-controller}}, template: {metadata: {labels: {app: helm-controller}}}}}`,
			"has no container"),
		Entry("a Service that selects its pods otherwise", `{apiVersion: v1, kind: Service, metadata: {name: source-controller}, spec: {selector: {name: source-controller}}}`, "does not select its pods by label app"),
	)
})
