// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// versions is what the garden says of the rollout of the default Flux version.
type versions struct {
	FluxVersion, Phase, Message string
	Rings                       []struct {
		Name, Phase         string
		Seeds, Done, Failed int
		FailedSeeds         []string
	}
	FailingProjects []struct{ Ring, Project, Reason string }
}

func versionRollout(ctx context.Context, g Gomega) versions {
	configMap := &corev1.ConfigMap{}
	g.Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, configMap)).To(Succeed())
	var v versions
	g.Expect(yaml.Unmarshal([]byte(configMap.Data["status.yaml"]), &v)).To(Succeed())
	return v
}

// operator has the landscape's operator set the default Flux version, and how it reaches the seeds.
func operator(ctx context.Context, version string) {
	GinkgoHelper()
	Expect(world.Configure(ctx, map[string]any{
		"defaults": map[string]any{"flux": map[string]any{"version": version}},
		"rollouts": map[string]any{"rings": []any{
			map[string]any{"name": "canary", "seeds": map[string]any{"matchLabels": map[string]any{"stage": "canary"}}, "soak": "30s"},
			map[string]any{"name": "others", "soak": "0s"},
		}, "fluxVersion": map[string]any{}},
	})).To(Succeed())
}

// runsFlux waits until the Shoot reports the version and has its controllers, after an operation of gardenlet.
func (s shoot) runsFlux(version string) {
	GinkgoHelper()
	s.reconcile()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.status(g).FluxVersion).To(Equal(version))
		deployment := &appsv1.Deployment{}
		g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-controller"}, deployment)).To(Succeed())
		g.Expect(deployment.Labels).To(HaveKeyWithValue("app.kubernetes.io/version", version))
		g.Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1))
	}).Should(Succeed())
}

// supplyVersion has the operator supply a Flux version in ConfigMaps, until the test ends.
func supplyVersion(ctx context.Context, version, manifests string) {
	GinkgoHelper()
	files := map[string]string{"gotk-components.yaml": manifests, "SHA256SUMS": fmt.Sprintf("%x  gotk-components.yaml\n", sha256.Sum256([]byte(manifests)))}
	for _, place := range [][2]string{{seedName, seed(seedName).ExtensionNamespace}, {otherSeedName, seed(otherSeedName).ExtensionNamespace}, {seedName, "garden"}} {
		name, created := place[0], &corev1.ConfigMap{ObjectMeta: in(place[1], "flux-"+version), Data: files}
		Expect(seed(name).Client.Create(ctx, created)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(seed(name).Client.Delete(ctx, created)).To(Succeed()) }, NodeTimeout(time.Minute))
	}
	// Before the ConfigMaps go, which pods need as long as they are configured.
	DeferCleanup(func(ctx context.Context) {
		Expect(world.Configure(ctx, nil)).To(Succeed())
		Expect(world.SupplyDistributions(ctx, map[string]any{})).To(Succeed())
	}, NodeTimeout(5*time.Minute))
	Expect(world.SupplyDistributions(ctx, map[string]any{"configMaps": []any{map[string]any{"version": version, "name": "flux-" + version}}})).To(Succeed())
}

// brokenDistribution is one whose controllers end at once, because they do not know one of their arguments.
func brokenDistribution() string {
	GinkgoHelper()
	manifests := strings.ReplaceAll(olderDistribution(), "--watch-all-namespaces=true", "--watch-no-such-namespaces=true")
	Expect(manifests).NotTo(Equal(olderDistribution()))
	return manifests
}

// reaches waits until the rollout is in the phase with the version.
func reaches(ctx context.Context, version, phase string) versions {
	GinkgoHelper()
	var v versions
	Eventually(ctx, func(g Gomega) {
		v = versionRollout(ctx, g)
		g.Expect(v.FluxVersion).To(Equal(version))
		g.Expect(v.Phase).To(Equal(phase), v.Message)
	}).Should(Succeed())
	return v
}

var _ = Describe("A new default Flux version", Serial, Label("long"), func() {
	const first, broken = "v2.8.8", suppliedVersion

	It("stops at the first ring of seeds if it does not start, and its successor reaches all", func(ctx SpecContext) {
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

		By("the version that all have")
		operator(ctx, first)
		user := inGarden(ctx)
		user.project("versions", map[string]string{"config.yaml": fluxConfig("")})
		canary, other := user.shoot("versions", "canary", seedName, false), user.shoot("versions", "other", otherSeedName, false)
		canary.succeeds()
		other.succeeds()
		canary.runsFlux(first)
		other.runsFlux(first)
		reaches(ctx, first, "Complete")
		before := other.delivered()

		By("a version whose controllers end at once")
		supplyVersion(ctx, broken, brokenDistribution())
		operator(ctx, broken)
		Eventually(ctx, func(g Gomega) {
			v := versionRollout(ctx, g)
			g.Expect(v.FluxVersion).To(Equal(broken))
			g.Expect(v.Rings[0].Seeds).To(Equal(1))
		}).Should(Succeed())
		Eventually(ctx, func(g Gomega) {
			canary.reconcile()
			g.Expect(canary.status(g).FluxVersion).To(Equal(broken))
		}).WithPolling(10 * time.Second).Should(Succeed())
		v := reaches(ctx, broken, "Stopped")
		AddReportEntry("stopped", v)
		Expect(v.Rings[0].FailedSeeds).To(ConsistOf(seedName))
		Expect(v.FailingProjects).To(ConsistOf(And(HaveField("Project", canary.key().Namespace), HaveField("Reason", ContainSubstring(canary.name)))), "the operator sees whose Shoot it is")
		other.reconcile()
		other.reconcileExtension()
		other.eventually("FluxConfigured", "True", "NoRepository", HaveSuffix("Flux "+broken+" is held until the operator's rollout reaches this Shoot"))
		Expect(other.delivered()).To(Equal(before))
		Expect(other.status(Default).FluxVersion).To(Equal(first))

		By("a version that starts")
		operator(ctx, carriedVersion)
		reaches(ctx, carriedVersion, "Progressing")
		canary.runsFlux(carriedVersion)
		other.reconcile()
		Expect(other.status(Default).FluxVersion).To(Equal(first), "the soak is not over")
		Eventually(ctx, func(g Gomega) { g.Expect(versionRollout(ctx, g).Rings[0].Phase).To(Equal("Complete")) }).WithTimeout(3*time.Minute).Should(Succeed(), "it decides each minute")
		Eventually(ctx, func(g Gomega) {
			other.reconcile()
			g.Expect(other.status(g).FluxVersion).To(Equal(carriedVersion))
		}).WithPolling(5 * time.Second).Should(Succeed())
		AddReportEntry("complete", reaches(ctx, carriedVersion, "Complete"))
	}, SpecTimeout(20*time.Minute))
})
