// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
)

// releaseOf is a HelmRelease with its HelmRepository, whose chart writes a value into a ConfigMap. Each label may be empty.
func releaseOf(url, label, chartLabel, value string) string {
	labels := func(label string) string {
		if label == "" {
			return ""
		}
		return ", labels: {sharding.fluxcd.io/key: " + label + "}"
	}
	return fmt.Sprintf(`apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: charts, namespace: flux-system%[1]s}
spec: {url: %[3]q, interval: 10m}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: release, namespace: flux-system%[1]s}
spec:
  interval: 10m
  targetNamespace: default
  chart:
    metadata: {annotations: {team: a}%[2]s}
    spec: {chart: shop, version: 1.0.0, interval: 10s, sourceRef: {kind: HelmRepository, name: charts}}
  values: {value: %[4]s}
`, labels(label), labels(chartLabel), url, value)
}

// claimOf is the claim of a source-controller.
func (s shoot) claimOf(g Gomega, controller string) *corev1.PersistentVolumeClaim {
	list := &corev1.PersistentVolumeClaimList{}
	g.Expect(s.client().List(s.ctx, list, client.InNamespace("flux-system"), client.MatchingLabels{"flux.extensions.gardener.cloud/storage": controller})).To(Succeed())
	g.Expect(list.Items).To(HaveLen(1))
	return &list.Items[0]
}

// podOf is the one pod with that label app.
func (s shoot) podOf(g Gomega, app string) corev1.Pod {
	pods := &corev1.PodList{}
	g.Expect(s.client().List(s.ctx, pods, client.InNamespace("flux-system"), client.MatchingLabels{"app": app})).To(Succeed())
	g.Expect(pods.Items).To(HaveLen(1))
	g.Expect(pods.Items[0].DeletionTimestamp).To(BeNil())
	return pods.Items[0]
}

// available waits until a controller has a ready pod, and another one than before.
func (s shoot) available(app string, before corev1.Pod) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		pod := s.podOf(g, app)
		g.Expect(pod.UID).NotTo(Equal(before.UID))
		g.Expect(pod.Status.ContainerStatuses).To(ConsistOf(HaveField("Ready", BeTrue())))
	}).Should(Succeed())
}

// configMap is one of namespace default.
func (s shoot) configMap(g Gomega, name string) *corev1.ConfigMap {
	configMap := &corev1.ConfigMap{}
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "default", Name: name}, configMap)).To(Succeed())
	return configMap
}

var _ = Describe("Shards with volumes and releases of Helm", Label("long"), func() {
	It("keep on a volume of their own what they read, release what names them, and go with their volumes", func(ctx SpecContext) {
		user := inGarden(ctx)
		charts, err := charthost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(charts.Stop)
		_, err = charts.Push(ctx, "charts", map[string]string{
			"Chart.yaml":          "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
			"templates/shop.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-chart}\ndata: {value: \"{{ .Values.value }}\"}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(world.GitHost.CreateRepository(ctx, "voluminous", true)).To(Succeed())
		apps := repository(ctx, "voluminous-apps", true)["repositoryUrl"]
		push := func(label, chartLabel, value string) {
			GinkgoHelper()
			files := shardedFiles(apps, label)
			files["plain/plain.yaml"] = manifest("plain", value)
			files["root/release.yaml"] = releaseOf(charts.URL("charts"), label, chartLabel, value)
			_, err := world.GitHost.Commit(ctx, "voluminous", "change", files)
			Expect(err).NotTo(HaveOccurred())
		}
		push("shard1", "", "first")
		config := func(shards string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(
				"flux: {storage: {size: 1Gi, class: fast}, sharding: {shards: [%s]}}\nsource: {template: {spec: {url: %q, interval: 2s}}}\nkustomization: {template: {spec: {path: ./root}}}\n",
				shards, world.GitHost.HTTPURL("voluminous")))}
		}
		user.project("voluminous", config("shard1, shard2"))
		s := user.shoot("voluminous", "only", seedName, false)
		s.succeeds()

		By("nothing provides volumes: the condition names the setting and the shards")
		s.eventually("FluxInstalled", "False", "PodsNotScheduled", And(ContainSubstring("unbound immediate PersistentVolumeClaims"),
			ContainSubstring("check flux.storage in ConfigMap flux-config"), ContainSubstring("Also unavailable: source-controller-shard1, source-controller-shard2")))
		Expect(s.volumeClaims(Default)).To(ConsistOf("1Gi", "1Gi", "1Gi"))
		directories := map[string]string{}
		for _, name := range []string{"one", "two", "three"} {
			directories[name] = s.volume(name, "1Gi")
		}
		s.shows("from-git", "first")
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))

		By("each keeps what it has read, and nothing of the others")
		kept := func(controller string) []string {
			GinkgoHelper()
			found, err := filepath.Glob(filepath.Join(directories[s.claimOf(Default, controller).Spec.VolumeName], "*/flux-system/*/*.tar.gz"))
			Expect(err).NotTo(HaveOccurred())
			return found
		}
		Expect(kept("source-controller")).To(ConsistOf(ContainSubstring("/gitrepository/flux-system/flux-system/")))
		Expect(kept("source-controller-shard1")).To(ConsistOf(ContainSubstring("/gitrepository/flux-system/apps/")))
		Expect(kept("source-controller-shard2")).To(BeEmpty())

		By("a HelmChart belongs to no shard, and its HelmRepository does: Flux does not find it, and the condition says why")
		s.eventually("FluxObjectsReady", "False", "SourceUnavailable", And(ContainSubstring(`HelmChart flux-system/flux-system-release: failed to get source: HelmRepository.source.toolkit.fluxcd.io "charts" not found`),
			ContainSubstring("set the same value on both in label sharding.fluxcd.io/key, or remove both labels"), ContainSubstring("spec.chart.metadata.labels")))
		push("shard1", "shard1", "first")
		s.shows("from-chart", "first")
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		chart := &sourcev1.HelmChart{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system-release"}, chart)).To(Succeed())
		Expect(chart.Status.Artifact.URL).To(HavePrefix("http://source-controller-shard1.flux-system.svc.cluster.local./helmchart/"))
		released := s.uids(Default, parsed(manifest("from-chart", ""))...)

		By("without helm-controller of shard1, no other one releases what names shard1")
		s.stopResourceManager() // It would set that back.
		s.scaleFlux("helm-controller-shard1", 0)
		push("shard1", "shard1", "second")
		s.shows("plain", "second")
		Consistently(ctx, func(g Gomega) { g.Expect(s.configMap(g, "from-chart").Data).To(HaveKeyWithValue("value", "first")) }, 5*time.Second).Should(Succeed())
		s.scaleFlux("helm-controller-shard1", 1)
		s.scaleResourceManager(1)
		s.shows("from-chart", "second")

		By("another pod of the shard finds there what was fetched")
		archive := kept("source-controller-shard1")
		before, err := os.Stat(archive[0])
		Expect(err).NotTo(HaveOccurred())
		pod := s.podOf(Default, "source-controller-shard1")
		Expect(s.client().Delete(ctx, &pod)).To(Succeed())
		s.available("source-controller-shard1", pod)
		commit(ctx, "voluminous-apps", "from-git", "second")
		Expect(os.Stat(archive[0])).To(HaveField("ModTime()", Equal(before.ModTime())), "it was not fetched again")
		s.shows("from-git", "second")

		By("somebody deletes the claim of the shard, and its pod: there is another one, which fetches everything again")
		claim := s.claimOf(Default, "source-controller-shard1")
		Expect(s.client().Delete(ctx, claim)).To(Succeed())
		pod = s.podOf(Default, "source-controller-shard1")
		Expect(s.client().Delete(ctx, &pod)).To(Succeed())
		s.eventually("FluxInstalled", "False", "PersistentVolumeClaimMissing", ContainSubstring(claim.Name))
		directories["four"] = s.volume("four", "1Gi")
		s.available("source-controller-shard1", pod)
		commit(ctx, "voluminous-apps", "from-git", "third")
		s.shows("from-git", "third")
		Expect(s.claimOf(Default, "source-controller-shard1").Spec.VolumeName).To(Equal("four"))
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))

		By("both are replaced by another one: the one that is used stays with its volume, the other one goes with its own")
		directories["five"] = s.volume("five", "1Gi")
		user.configure("voluminous", config("shard3"))
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ShardInUse", And(ContainSubstring("shard shard1 is not configured any more"), ContainSubstring("HelmRelease flux-system/release"),
			ContainSubstring("HelmChart flux-system/flux-system-release"), Not(ContainSubstring("shard2"))))
		Eventually(ctx, func(g Gomega) { g.Expect(s.shards(g)).To(ConsistOf("shard1", "shard3")) }).Should(Succeed())
		Expect(s.volumeClaims(Default)).To(HaveLen(3))
		Expect(s.claimOf(Default, "source-controller-shard1").Spec.VolumeName).To(Equal("four"))

		By("Git follows: the release goes on as it is in the other shard, and the one before goes with its volume")
		push("shard3", "shard3", "third")
		s.shows("from-chart", "third")
		s.readFrom("apps", "source-controller-shard3")
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.shards(g)).To(ConsistOf("shard3"))
			g.Expect(s.volumeClaims(g)).To(HaveLen(2))
		}).Should(Succeed())
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		Expect(s.uids(Default, parsed(manifest("from-chart", ""))...)).To(Equal(released))
	}, SpecTimeout(9*time.Minute))
})
