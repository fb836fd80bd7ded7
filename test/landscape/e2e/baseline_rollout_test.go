// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// baselineProgress is what the garden says of the rollout of the baseline.
type baselineProgress struct {
	Phase, Message string
	Rings          []struct{ Name, Phase, WaitsFor string }
}

// baselineReaches waits until the rollout of the baseline is in the phase.
func baselineReaches(ctx context.Context, phase string) baselineProgress {
	GinkgoHelper()
	var progress baselineProgress
	Eventually(ctx, func(g Gomega) {
		configMap := &corev1.ConfigMap{}
		g.Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux-baseline"}, configMap)).To(Succeed())
		progress = baselineProgress{}
		g.Expect(yaml.Unmarshal([]byte(configMap.Data["status.yaml"]), &progress)).To(Succeed())
		g.Expect(progress.Phase).To(Equal(phase), progress.Message)
	}).Should(Succeed())
	return progress
}

// steerBaseline has the operator set the annotation for an operation on the rollout of the baseline, and waits until the
// garden controller has executed it.
func steerBaseline(ctx context.Context, operation string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: in("garden", "shoot-flux-baseline")}
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"flux.extensions.gardener.cloud/rollout":"`+operation+`"}}}`))
	Expect(world.Garden.Client.Patch(ctx, configMap, patch)).To(Succeed())
	Eventually(ctx, func(g Gomega) {
		g.Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
		g.Expect(configMap.Annotations).NotTo(HaveKey("flux.extensions.gardener.cloud/rollout"))
	}).Should(Succeed())
}

var _ = Describe("The rollout of the operator's baseline", Serial, Label("long"), func() {
	It("stops a broken configuration and a broken commit at the canary seed, and what removes too much", func(ctx SpecContext) {
		label := func(ctx context.Context, value string) {
			GinkgoHelper()
			patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"stage":`+value+`}}}`))
			Expect(world.Garden.Client.Patch(ctx, &gardencorev1beta1.Seed{ObjectMeta: in("", seedName)}, patch)).To(Succeed())
		}
		label(ctx, `"canary"`)
		DeferCleanup(func(ctx context.Context) {
			label(ctx, "null")
			Expect(world.Configure(ctx, nil)).To(Succeed())
		}, NodeTimeout(3*time.Minute))
		configure := func(path string, more map[string]any) {
			GinkgoHelper()
			all := map[string]any{"config": map[string]any{
				"source": map[string]any{"template": map[string]any{"spec": map[string]any{
					"url": world.GitHost.HTTPURL("ring-base"), "ref": map[string]any{"branch": "main"}, "interval": "10s",
				}}},
				"kustomization": map[string]any{"template": map[string]any{"spec": map[string]any{"path": path, "interval": "10s", "timeout": "20s"}}},
			}}
			for key, value := range more {
				all[key] = value
			}
			config := baselineOf("ring-base", all)
			config["rollouts"] = map[string]any{
				"rings":    []any{map[string]any{"name": "canary", "seeds": map[string]any{"matchLabels": map[string]any{"stage": "canary"}}, "soak": "10s"}, map[string]any{"name": "rest", "soak": "0s"}},
				"baseline": map[string]any{"progressDeadline": "2m", "maxFailures": 0},
			}
			Expect(world.Configure(ctx, config)).To(Succeed())
		}
		Expect(world.GitHost.CreateRepository(ctx, "ring-base", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "ring-base", "first", map[string]string{
			"base/policy.yaml": manifestOf("policy", "first"), "base/more.yaml": manifestOf("more", "x"), "other/policy.yaml": manifestOf("policy", "second path"),
		})
		Expect(err).NotTo(HaveOccurred())
		configure("./base", nil)

		user := inGarden(ctx)
		user.project("ring-base", nil)
		canary, other := user.shoot("ring-base", "canary", seedName, false), user.shoot("ring-base", "other", otherSeedName, false)
		canary.succeeds()
		other.succeeds()
		// approveCommit has the operator approve a commit that only one project reports.
		approveCommit := func(ctx context.Context) {
			GinkgoHelper()
			Expect(baselineReaches(ctx, "Holding").Message).To(ContainSubstring("only project garden-ring-base does"))
			steerBaseline(ctx, "approve=canary")
		}
		approveCommit(ctx)
		for _, s := range []shoot{canary, other} {
			s.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))
			s.shows("policy", "first")
		}
		baselineReaches(ctx, "Complete")
		Eventually(ctx, func(g Gomega) {
			source := &sourcev1.GitRepository{}
			g.Expect(other.client().Get(ctx, client.ObjectKey{Namespace: "flux-baseline", Name: "flux-baseline"}, source)).To(Succeed())
			g.Expect(source.Spec.Reference.Commit).NotTo(BeEmpty(), "the canary seed has proven a commit")
		}).Should(Succeed())

		By("a broken commit reaches only the canary seed")
		_, err = world.GitHost.Commit(ctx, "ring-base", "break", map[string]string{
			"base/policy.yaml": manifestOf("policy", "third"), "base/secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: not-allowed, namespace: default}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		canary.baselineIs("False", ContainSubstring("forbidden"))
		Expect(baselineReaches(ctx, "Stopped").Message).To(ContainSubstring("garden-ring-base/canary"))
		other.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))
		other.shows("policy", "first")

		By("its correction reaches all")
		_, err = world.GitHost.Commit(ctx, "ring-base", "mend", map[string]string{"base/secret.yaml": manifestOf("mended", "x")})
		Expect(err).NotTo(HaveOccurred())
		approveCommit(ctx)
		other.shows("policy", "third")
		baselineReaches(ctx, "Complete")

		By("a configuration that removes objects is guarded at the canary seed, until it is approved")
		configure("./other", nil)
		canary.shows("policy", "second path")
		Expect(baselineReaches(ctx, "Guarded").Message).To(ContainSubstring("has lost 2 of 3 objects"))
		other.shows("policy", "third")
		other.shows("more", "x")
		steerBaseline(ctx, "approve=canary")
		other.shows("policy", "second path")
		isAbsent(ctx, other.client(), &corev1.ConfigMap{ObjectMeta: in("default", "more")})
		baselineReaches(ctx, "Guarded")
		steerBaseline(ctx, "approve=rest")
		baselineReaches(ctx, "Complete")

		By("its removal goes ring by ring, and can be paused")
		steerBaseline(ctx, "pause")
		configure("./other", map[string]any{"state": "Absent", "deletionPolicy": "Prune"})
		baselineReaches(ctx, "Paused")
		canary.shows("policy", "second path")
		steerBaseline(ctx, "resume")
		canary.hasNoBaseline()
		other.hasNoBaseline()
		isAbsent(ctx, other.client(), &corev1.ConfigMap{ObjectMeta: in("default", "policy")})
	}, SpecTimeout(20*time.Minute))
})

func manifestOf(name, value string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: default}\ndata: {value: " + value + "}\n"
}
