// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// withShards adds shards.
func withShards(names ...string) func(*Input) {
	return fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Sharding = &fluxv1alpha1.Sharding{Shards: names} })
}

var _ = Describe("Shards", func() {
	// plain returns the Deployment without the names and selectors of shards.
	plain := func(deployment *appsv1.Deployment, shard string) *appsv1.Deployment {
		deployment = deployment.DeepCopy()
		container := &deployment.Spec.Template.Spec.Containers[0]
		container.Args = slices.DeleteFunc(container.Args, func(arg string) bool { return strings.HasPrefix(arg, "--watch-label-selector=") })
		delete(deployment.Labels, "sharding.fluxcd.io/key")
		delete(deployment.Annotations, "sharding.fluxcd.io/role")
		content, err := yaml.Marshal(deployment)
		Expect(err).NotTo(HaveOccurred())
		result := &appsv1.Deployment{}
		Expect(yaml.Unmarshal([]byte(strings.ReplaceAll(string(content), "-controller-"+shard, "-controller")), result)).To(Succeed())
		return result
	}
	selector := func(deployment *appsv1.Deployment) []string {
		return slices.DeleteFunc(slices.Clone(deployment.Spec.Template.Spec.Containers[0].Args), func(arg string) bool { return !strings.HasPrefix(arg, "--watch-label-selector") })
	}

	DescribeTable("have controllers in version",
		func(version string) {
			bundle := render(input(of(version), withShards("shard1", "shard2"), withStorage("10Gi", "fast")))
			var documents []string
			for _, object := range append(decode(bundle.CRDs), decode(bundle.Controllers)...) {
				if slices.Contains([]string{"PersistentVolumeClaim", "Deployment", "Service"}, object.GetKind()) && !strings.HasSuffix(object.GetName(), "shard2") {
					content, err := yaml.Marshal(object.Object)
					Expect(err).NotTo(HaveOccurred())
					documents = append(documents, string(content))
				}
			}
			golden(version+".sharding.yaml", []byte(strings.Join(documents, "---\n")))
		},
		versionEntries(),
	)

	It("differ from the unsharded controllers only in selectors and names", func() {
		changes := []func(*Input){withEverything, withStorage("1Gi", ""), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Patches = []fluxv1alpha1.Patch{patchOf(fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.ComponentKustomize, "spec: {template: {spec: {terminationGracePeriodSeconds: 42}}}")}
		})}
		without, with := deployments(render(input(changes...)).Controllers), deployments(render(input(append(changes, withShards("a", "b"))...)).Controllers)
		Expect(with).To(HaveLen(len(without) + 6))
		for _, name := range []string{"source-controller", "kustomize-controller", "helm-controller"} {
			Expect(selector(with[name])).To(ConsistOf("--watch-label-selector=!sharding.fluxcd.io/key"))
			Expect(plain(with[name], "none")).To(Equal(plain(without[name], "none")))
			for _, shard := range []string{"a", "b"} {
				deployment := with[name+"-"+shard]
				Expect(deployment.Spec.Selector.MatchLabels).To(Equal(map[string]string{"app": name + "-" + shard}), "two must not select the same pods")
				Expect(deployment.Spec.Template.Labels).To(HaveKeyWithValue("app", name+"-"+shard))
				Expect(selector(deployment)).To(ConsistOf("--watch-label-selector=sharding.fluxcd.io/key=" + shard))
				Expect(plain(deployment, shard)).To(Equal(plain(without[name], shard)))
			}
		}
		for _, name := range []string{"notification-controller", "image-reflector-controller", "image-automation-controller", "source-watcher"} {
			Expect(with[name]).To(Equal(without[name]))
		}
		Expect(with["kustomize-controller-a"].Spec.Template.Spec.TerminationGracePeriodSeconds).To(HaveValue(BeEquivalentTo(42)))
	})

	It("exist only for installed controllers", func() {
		bundle := render(input(withShards("a"), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Components = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize}
		})))
		Expect(deployments(bundle.Controllers)).To(And(HaveLen(4), HaveKey("source-controller-a"), HaveKey("kustomize-controller-a")))
	})

	It("change nothing if the list is empty", func() {
		Expect(render(input(withShards()))).To(Equal(render(input())))
	})

	It("have Deployments, Services and claims, and share ServiceAccounts", func() {
		names := func(in Input) []string {
			var names []string
			bundle := render(in)
			for _, object := range append(decode(bundle.CRDs), decode(bundle.Controllers)...) {
				names = append(names, object.GetKind()+" "+object.GetName())
			}
			return names
		}
		without := names(input(withStorage("1Gi", "")))
		added := slices.DeleteFunc(names(input(withStorage("1Gi", ""), withShards("a"))), func(name string) bool { return slices.Contains(without, name) })
		Expect(added).To(ConsistOf("PersistentVolumeClaim source-controller-a-92ce3847", "Deployment source-controller-a", "Deployment kustomize-controller-a",
			"Deployment helm-controller-a", "Service source-controller-a"))
	})

	It("have one volume each", func() {
		bundle := render(input(withStorage("1Gi", ""), withShards("a")))
		claims := map[string]string{}
		for _, object := range decode(bundle.CRDs) {
			if object.GetKind() == "PersistentVolumeClaim" {
				claims[object.GetLabels()["flux.extensions.gardener.cloud/storage"]] = object.GetName()
			}
		}
		Expect(claims).To(Equal(map[string]string{"source-controller": "source-controller-92ce3847", "source-controller-a": "source-controller-a-92ce3847"}))
		for name, claim := range claims {
			Expect(deployments(bundle.Controllers)[name].Spec.Template.Spec.Volumes).To(ContainElement(HaveField("PersistentVolumeClaim.ClaimName", claim)))
		}
	})

	It("are protected from kustomize-controller", func() {
		for _, object := range decode(render(input(withShards("a"))).Controllers) {
			Expect(object.GetAnnotations()).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/reconcile", "disabled"), object.GetName())
		}
	})

	Describe("Renderer.Lost for a bootstrap with shards", func() {
		found := func(name string, in Input) *unstructured.Unstructured {
			for _, object := range decode(render(in).Controllers) {
				if object.GetKind() == "Deployment" && object.GetName() == name {
					return object
				}
			}
			return nil
		}
		DescribeTable("returns",
			func(name string, configured []string, lost ...string) {
				Expect(renderer.Lost(input(withShards(configured...)).Effective, found(name, input(withShards("a"))))).To(HaveExactElements(lost))
			},
			Entry("nothing for a controller with the same shards", "kustomize-controller", []string{"a"}),
			Entry("nothing for a controller with other shards", "kustomize-controller", []string{"b"}),
			Entry("nothing for a configured shard", "kustomize-controller-a", []string{"a"}),
			Entry("the selector of a controller without configured shards", "kustomize-controller", nil, "argument --watch-label-selector"),
		)

		DescribeTable("compares the effect of the selector of a shard:",
			func(selector string, lost ...string) {
				object := found("kustomize-controller-a", input(withShards("a")))
				content, err := yaml.Marshal(object.Object)
				Expect(err).NotTo(HaveOccurred())
				changed := strings.ReplaceAll(string(content), "selector=sharding.fluxcd.io/key=a", "selector="+selector)
				Expect(yaml.Unmarshal([]byte(changed), &object.Object)).To(Succeed())
				Expect(renderer.Lost(input(withShards("a")).Effective, object)).To(HaveExactElements(lost))
			},
			Entry("the notation of Flux's documentation", "sharding.fluxcd.io/key=a"),
			Entry("the notation of flux-operator", "sharding.fluxcd.io/key in (a)"),
			Entry("a double equals sign", "sharding.fluxcd.io/key==a"),
			Entry("a selector of two shards", "sharding.fluxcd.io/key in (a,b)", "argument --watch-label-selector"),
			Entry("a selector of another shard", "sharding.fluxcd.io/key=b", "argument --watch-label-selector"),
			Entry("a selector of all other objects", "sharding.fluxcd.io/key!=a", "argument --watch-label-selector"),
			Entry("a selector with another label", "team=a", "argument --watch-label-selector"),
			Entry("a selector with an additional requirement", "sharding.fluxcd.io/key=a,team=a", "argument --watch-label-selector"),
			Entry("an invalid selector", "sharding.fluxcd.io/key in a", "argument --watch-label-selector"),
		)
	})
})

var _ = Describe("ShardOf", func() {
	parse := func(document string) *unstructured.Unstructured {
		object := &unstructured.Unstructured{}
		ExpectWithOffset(1, yaml.Unmarshal([]byte(document), &object)).To(Succeed())
		return object
	}
	const controller = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: source-controller, annotations: {team: a}}, spec: {selector: {matchLabels: {app: source-controller}},
		template: {metadata: {labels: {app: source-controller, team: a}}, spec: {serviceAccountName: source-controller, volumes: [{name: data, persistentVolumeClaim: {claimName: source-controller-1234}}],
		containers: [{name: manager, args: [--storage-adv-addr=source-controller.flux.svc., --concurrent=2]}]}}}}`

	It("does not change the given object", func() {
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

	DescribeTable("returns only the given object for",
		func(document string, shards ...string) {
			object := parse(document)
			Expect(ShardOf(object, shards)).To(HaveExactElements(BeIdenticalTo(object)))
		},
		Entry("an empty list of shards", controller),
		Entry("a controller that is not sharded", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: notification-controller}}`, "a"),
		Entry("a ServiceAccount", `{apiVersion: v1, kind: ServiceAccount, metadata: {name: source-controller}}`, "a"),
		Entry("a Service of another controller", `{apiVersion: v1, kind: Service, metadata: {name: webhook-receiver}}`, "a"),
	)

	DescribeTable("rejects objects with unexpected selectors",
		func(document, reason string) {
			_, err := ShardOf(parse(document), []string{"a"})
			Expect(err).To(MatchError(reason))
		},
		Entry("a Deployment with another selector", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}, spec: {selector: {matchLabels: {name: helm-controller}}, template: {metadata: {labels: {app: helm-controller}}}}}`,
			"does not select its pods by label app"),
		Entry("a Deployment without a selector", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}}`, "does not select its pods by label app"),
		Entry("a Deployment without a container", `{apiVersion: apps/v1, kind: Deployment, metadata: {name: helm-controller}, spec: {selector: {matchLabels: {app: helm-controller}}, template: {metadata: {labels: {app: helm-controller}}}}}`,
			"has no container"),
		Entry("a Service with another selector", `{apiVersion: v1, kind: Service, metadata: {name: source-controller}, spec: {selector: {name: source-controller}}}`, "does not select its pods by label app"),
	)
})
