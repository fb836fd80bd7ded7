// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// shardOfBootstrap is what Flux's documentation has for the controllers of a shard, in a directory of its own beside the manifests of Flux.
func shardOfBootstrap(shard string) string {
	template := `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: flux-system
resources: [../gotk-components.yaml]
nameSuffix: "-SHARD"
commonAnnotations: {sharding.fluxcd.io/role: shard}
patches:
- target: {kind: (Namespace|CustomResourceDefinition|ClusterRole|ClusterRoleBinding|ServiceAccount|NetworkPolicy|ResourceQuota), labelSelector: app.kubernetes.io/part-of=flux}
  patch: "{apiVersion: v1, kind: all, metadata: {name: all}, $patch: delete}"
- target: {labelSelector: app.kubernetes.io/component=notification-controller}
  patch: "{apiVersion: v1, kind: all, metadata: {name: all}, $patch: delete}"
- target: {kind: Service, name: source-controller}
  patch: "- {op: replace, path: /spec/selector/app, value: source-controller-SHARD}"
- target: {kind: Deployment, name: source-controller}
  patch: "- {op: replace, path: /spec/template/spec/containers/0/args/6, value: --storage-adv-addr=source-controller-SHARD.$(RUNTIME_NAMESPACE).svc.cluster.local.}"
`
	for _, controller := range []string{"source", "kustomize", "helm"} {
		template += `- target: {kind: Deployment, name: ` + controller + `-controller}
  patch: |
    - {op: replace, path: /spec/selector/matchLabels/app, value: ` + controller + `-controller-SHARD}
    - {op: replace, path: /spec/template/metadata/labels/app, value: ` + controller + `-controller-SHARD}
    - {op: add, path: /spec/template/spec/containers/0/args/-, value: --watch-label-selector=sharding.fluxcd.io/key=SHARD}
`
	}
	return strings.ReplaceAll(template, "SHARD", shard)
}

// bootstrapOfShards is what stands beside the manifests of Flux for these shards.
func bootstrapOfShards(shards ...string) string {
	return `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [gotk-components.yaml, gotk-sync.yaml, ` + strings.Join(shards, ", ") + `]
patches:
- target: {kind: Deployment, name: (source-controller|kustomize-controller|helm-controller), annotationSelector: "!sharding.fluxcd.io/role"}
  patch: "- {op: add, path: /spec/template/spec/containers/0/args/0, value: --watch-label-selector=!sharding.fluxcd.io/key}"
`
}

var _ = Describe("Taking over a Flux with shards", Label("long"), func() {
	It("takes over those that are configured, leaves the others when that is accepted, and loses nothing of any", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "split", true)).To(Succeed())
		apps := repository(ctx, "split-apps", true)["repositoryUrl"]
		install := fluxInstall()
		config := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL("split"), "") + kustomizationYAML("flux-system", "flux-system", "./clusters/a", ""))
		files := map[string]string{
			"clusters/a/flux-system/gotk-components.yaml":      documents(install...),
			"clusters/a/flux-system/gotk-sync.yaml":            documents(config...),
			"clusters/a/flux-system/kustomization.yaml":        bootstrapOfShards("shard1", "shard2"),
			"clusters/a/flux-system/shard1/kustomization.yaml": shardOfBootstrap("shard1"),
			"clusters/a/flux-system/shard2/kustomization.yaml": shardOfBootstrap("shard2"),
			"clusters/a/others.yaml": strings.Replace(kustomizationYAML("others", "flux-system", "./others", ""),
				"namespace: flux-system}", "namespace: flux-system, labels: {sharding.fluxcd.io/key: shard2}}", 1),
			"others/others.yaml": manifest("others", "first"),
		}
		for name, content := range shardedFiles(apps, "shard1") {
			files[strings.Replace(name, "root/", "clusters/a/", 1)] = content
		}
		push := func(files map[string]string) {
			GinkgoHelper()
			_, err := world.GitHost.Commit(ctx, "split", "change", files)
			Expect(err).NotTo(HaveOccurred())
		}
		push(files)
		user.project("split", nil)
		s := user.without("split", seedName)

		By("Flux adds shards to itself, from Git")
		s.brings(slices.Concat(install, config)...)
		for _, name := range []string{"from-git", "plain", "others"} {
			s.shows(name, "first")
		}
		s.readFrom("apps", "source-controller-shard1")
		everything := slices.Concat(install, config, parsed(manifest("from-git", "")+"---\n"+manifest("plain", "")+"---\n"+manifest("others", "")))
		for _, shard := range []string{"shard1", "shard2"} {
			for _, controller := range []string{"source", "kustomize", "helm"} {
				everything = append(everything, parsed("apiVersion: apps/v1\nkind: Deployment\nmetadata: {namespace: flux-system, name: "+controller+"-controller-"+shard+"}\n")...)
			}
			everything = append(everything, parsed("apiVersion: v1\nkind: Service\nmetadata: {namespace: flux-system, name: source-controller-"+shard+"}\n")...)
		}
		before := s.uids(Default, everything...)

		By("no shards are configured, and then one: nothing is delivered, and the condition names the others")
		source := fmt.Sprintf("source: {template: {spec: {url: %q}}}\n", world.GitHost.HTTPURL("split"))
		s.enables(source)
		s.isAskedToAccept("flux.sharding.shards does not name shard1, shard2, whose controllers would go on unmanaged; helm-controller has argument --watch-label-selector; kustomize-controller has")
		source1 := source + "flux: {sharding: {shards: [shard1]}}\n"
		s.ask(configured(source1))
		accepted := s.isAskedToAccept(": flux.sharding.shards does not name shard2, whose controllers would go on unmanaged")
		Expect(s.managedResources()).To(BeEmpty())

		By("that is accepted: the other one goes on from Git, and is reported")
		s.ask(configured(source1 + accepted))
		s.succeeds()
		s.isTakenOver()
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", And(
			ContainSubstring("helm-controller-shard2, kustomize-controller-shard2, source-controller-shard2 is installed from the source"), ContainSubstring("shards to flux.sharding.shards")))
		s.eventually("FluxObjectsReady", "False", "ShardNotFound", ContainSubstring(`Kustomization flux-system/others: no controller of the extension reconciles it, because shard "shard2"`))
		push(map[string]string{"others/others.yaml": manifest("others", "second")})
		commit(ctx, "split-apps", "from-git", "second")
		s.pull()
		s.shows("others", "second")
		s.shows("from-git", "second")

		By("both are configured: the controllers are the same, lead by the same leases, and have what they had")
		s.ask(configured(source + "flux: {sharding: {shards: [shard1, shard2]}}\n"))
		s.succeeds()
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("are ready"))
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.shards(g)).To(ConsistOf("shard1", "shard2"))
			for _, shard := range []string{"shard1", "shard2"} {
				g.Expect(s.leader(g, "kustomize-controller", "sharding.fluxcd.io/key="+shard)).To(HavePrefix("kustomize-controller-" + shard + "-"))
			}
		}).Should(Succeed())
		Expect(s.uids(Default, everything...)).To(Equal(before))

		By("Flux and its shards are removed from Git: they stay, and go on")
		push(map[string]string{
			"clusters/a/flux-system/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [gotk-sync.yaml]\n",
			"others/others.yaml":                        manifest("others", "third"),
		})
		commit(ctx, "split-apps", "from-git", "third")
		s.pull()
		s.shows("others", "third")
		s.shows("from-git", "third")
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(ContainSubstring("manifests of Flux itself")))
		Expect(s.uids(Default, everything...)).To(Equal(before))
	}, SpecTimeout(6*time.Minute))
})
