// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"crypto/sha256"
	"fmt"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// shardedFiles are a source and a Kustomization of a shard, and a Kustomization of none, in the repository of the root Kustomization.
func shardedFiles(url, label string) map[string]string {
	labels := ""
	if label != "" {
		labels = ", labels: {sharding.fluxcd.io/key: " + label + "}"
	}
	kustomization := func(name, labels, path, source string) string {
		return fmt.Sprintf(`apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: %s, namespace: flux-system%s}
spec: {interval: 10m, retryInterval: 2s, path: %s, prune: true, sourceRef: {kind: GitRepository, name: %s}}
`, name, labels, path, source)
	}
	return map[string]string{
		"root/apps.yaml": fmt.Sprintf(`apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: apps, namespace: flux-system%s}
spec: {interval: 2s, url: %q, ref: {branch: main}}
---
`, labels, url) + kustomization("apps", labels, "./", "apps"),
		"root/plain.yaml":  kustomization("plain", "", "./plain", "flux-system"),
		"plain/plain.yaml": manifest("plain", "first"),
	}
}

// shards are the shards of which the shoot has all controllers, each of which is available.
func (s shoot) shards(g Gomega) []string {
	deployments := &appsv1.DeploymentList{}
	g.Expect(s.client().List(s.ctx, deployments, client.InNamespace("flux-system"))).To(Succeed())
	count, shards := map[string]int{}, []string{}
	for _, deployment := range deployments.Items {
		g.Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1), deployment.Name)
		if shard, has := deployment.Labels["sharding.fluxcd.io/key"]; has {
			if count[shard]++; count[shard] == 3 {
				shards = append(shards, shard)
			}
		}
	}
	g.Expect(deployments.Items).To(HaveLen(4 + 3*len(shards)))
	return shards
}

// leader is the pod that leads the controllers that reconcile the objects with these labels.
func (s shoot) leader(g Gomega, component, selector string) string {
	lease := &coordinationv1.Lease{}
	name := fmt.Sprintf("%s-leader-election-%x", component, sha256.Sum256([]byte(selector)))
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: name[:len(component)+len("-leader-election-")+8]}, lease)).To(Succeed())
	g.Expect(lease.Spec.HolderIdentity).NotTo(BeNil())
	return *lease.Spec.HolderIdentity
}

// readFrom waits until a source was read by the controller whose Service its artifact names.
func (s shoot) readFrom(source, service string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		repository := &sourcev1.GitRepository{}
		g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: source}, repository)).To(Succeed())
		g.Expect(repository.Status.Artifact).NotTo(BeNil())
		g.Expect(repository.Status.Artifact.URL).To(HavePrefix("http://" + service + ".flux-system.svc.cluster.local./"))
	}).Should(Succeed())
}

// scaleFlux gives a controller of Flux so many pods, and waits for that.
func (s shoot) scaleFlux(name string, replicas int32) {
	GinkgoHelper()
	patch := fmt.Sprintf(`{"spec":{"replicas":%d}}`, replicas)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}}
	Expect(s.client().Patch(s.ctx, deployment, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.client().Get(s.ctx, client.ObjectKeyFromObject(deployment), deployment)).To(Succeed())
		g.Expect(deployment.Status.Replicas).To(Equal(replicas))
		g.Expect(deployment.Status.AvailableReplicas).To(Equal(replicas))
	}).Should(Succeed())
}

var _ = Describe("Shards", Label("long"), func() {
	It("reconcile what names them, stay as long as they have to, and go with the extension and with the Shoot", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "sharded", true)).To(Succeed())
		apps := repository(ctx, "sharded-apps", true)["repositoryUrl"]
		label := func(value string) {
			GinkgoHelper()
			_, err := world.GitHost.Commit(ctx, "sharded", "label "+value, shardedFiles(apps, value))
			Expect(err).NotTo(HaveOccurred())
		}
		label("shard1")
		config := func(shards string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(
				"flux: {sharding: {shards: [%s]}}\nsource: {template: {spec: {url: %q, interval: 2s}}}\nkustomization: {template: {spec: {path: ./root}}}\ndeletionPolicy: Prune\n",
				shards, world.GitHost.HTTPURL("sharded")))}
		}
		user.project("sharded", config("shard1, shard2"))
		s := user.shoot("sharded", "only", seedName, false)
		s.succeeds()

		By("two shards: each controller leads alone, and reads what names its shard")
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		Expect(s.shards(Default)).To(ConsistOf("shard1", "shard2"))
		for _, component := range []string{"source-controller", "kustomize-controller", "helm-controller"} {
			Expect(s.leader(Default, component, "!sharding.fluxcd.io/key")).NotTo(ContainSubstring("-shard"))
			for _, shard := range []string{"shard1", "shard2"} {
				Expect(s.leader(Default, component, "sharding.fluxcd.io/key="+shard)).To(HavePrefix(component + "-" + shard + "-"))
			}
		}
		s.readFrom("flux-system", "source-controller")
		s.readFrom("apps", "source-controller-shard1")
		s.shows("from-git", "first")
		s.shows("plain", "first")
		workload := s.workload(Default).UID

		By("without kustomize-controller of shard1, nothing that names shard1 is applied; what names no shard is")
		s.stopResourceManager() // It would set that back.
		s.scaleFlux("kustomize-controller-shard1", 0)
		commit(ctx, "sharded-apps", "from-git", "second")
		_, err := world.GitHost.Commit(ctx, "sharded", "change", map[string]string{"plain/plain.yaml": manifest("plain", "second")})
		Expect(err).NotTo(HaveOccurred())
		s.shows("plain", "second")
		Expect(s.workload(Default).Data).To(HaveKeyWithValue("value", "first"))
		s.scaleFlux("kustomize-controller-shard1", 1)
		s.scaleResourceManager(1)
		s.shows("from-git", "second")

		By("a shard is removed that objects name: it stays and goes on, and the condition names them")
		user.configure("sharded", config("shard2"))
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ShardInUse", And(ContainSubstring("shard shard1 is no longer configured in flux.sharding.shards, but stays"),
			ContainSubstring("GitRepository flux-system/apps"), ContainSubstring("Kustomization flux-system/apps")))
		commit(ctx, "sharded-apps", "from-git", "third")
		s.shows("from-git", "third")
		Expect(s.shards(Default)).To(ConsistOf("shard1", "shard2"))

		By("the label names no shard, not even one that stays: nothing reconciles what has it, and the condition says so")
		label("ghost")
		s.eventually("FluxObjectsReady", "False", "ShardNotFound", And(ContainSubstring("Kustomization flux-system/apps: no controller of the extension reconciles it, because shard \"ghost\""),
			ContainSubstring("Also failing: GitRepository flux-system/apps"), ContainSubstring("add the shard to flux.sharding.shards")))
		Expect(s.workload(Default).UID).To(Equal(workload))

		By("the label is taken off: the controllers without a shard go on, and shard1 goes")
		label("")
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		Eventually(ctx, func(g Gomega) { g.Expect(s.shards(g)).To(ConsistOf("shard2")) }).Should(Succeed())
		s.readFrom("apps", "source-controller")
		commit(ctx, "sharded-apps", "from-git", "fourth")
		s.shows("from-git", "fourth")
		Expect(s.workload(Default).UID).To(Equal(workload), "nothing was deleted on the way")

		By("the extension is removed: the shard prunes what it has applied, and nothing of it is left")
		label("shard2")
		s.readFrom("apps", "source-controller-shard2")
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		s.removeExtension()
		s.hasNoFlux()
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "default", Name: "from-git"}, &corev1.ConfigMap{})).To(MatchError(ContainSubstring("not found")), "nothing but the shard's kustomize-controller has pruned it")

		By("the Shoot is deleted, with objects of a shard that have finalizers")
		s.change(func(object *gardenerShoot) {
			object.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		})
		s.shows("from-git", "fourth")
		s.delete()
		s.isDeleted()
		s.isGone()
	})
})
