// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// landscapeRollout is a rollout of the operator, who has the CLI only.
type landscapeRollout string

// runs runs a subcommand of kubectl shoot-flux rollout, and returns what it prints and its exit code.
func (r landscapeRollout) runs(ctx context.Context, args ...string) (string, int) {
	GinkgoHelper()
	args = append(append([]string{"rollout"}, args...), "--landscape", string(r), "--kubeconfig", world.Garden.Cluster.Kubeconfig)
	command := exec.CommandContext(ctx, world.Plugin, args...)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err := command.Run()
	code, failed := 0, &exec.ExitError{}
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		Expect(err).NotTo(HaveOccurred())
	}
	return output.String(), code
}

// ends waits until the rollout ends with an exit code, and returns the last progress. The garden controller, which has a
// successor, is killed first.
func (r landscapeRollout) ends(ctx context.Context, with int, phase string) string {
	GinkgoHelper()
	killGardenController(ctx)
	Expect(world.StartGardenController(ctx)).To(Succeed())
	var output string
	Eventually(ctx, func(g Gomega) {
		var code int
		output, code = r.runs(ctx, "status", "--watch", "--timeout", "4m")
		g.Expect(output).To(ContainSubstring(phase))
		g.Expect(code).To(Equal(with), output)
	}).WithTimeout(4*time.Minute).WithPolling(5*time.Second).Should(Succeed(), string(r))
	return output
}

// asks requests an operation, kills the garden controller, and waits until its successor has executed the operation.
func (r landscapeRollout) asks(ctx context.Context, operation ...string) {
	GinkgoHelper()
	output, code := r.runs(ctx, operation...)
	Expect(code).To(Equal(0), output)
	killGardenController(ctx)
	Expect(world.StartGardenController(ctx)).To(Succeed())
	Eventually(ctx, func(g Gomega) {
		output, code := r.runs(ctx, "history")
		g.Expect(code).To(Equal(0), output)
		g.Expect(output).To(ContainSubstring(operation[0]))
		name := map[landscapeRollout]string{"fluxVersion": "shoot-flux", "baseline": "shoot-flux-baseline"}[r]
		stored := &corev1.ConfigMap{}
		g.Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: name}, stored)).To(Succeed())
		g.Expect(stored.Annotations).NotTo(HaveKey("flux.extensions.gardener.cloud/rollout"))
	}).WithTimeout(3 * time.Minute).Should(Succeed())
}

var _ = Describe("The operator, who has the CLI only and whose garden controller is killed at each step,", Serial, Label("long"), func() {
	const first, broken = "v2.8.8", suppliedVersion

	BeforeEach(func(ctx SpecContext) {
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
	}, NodeTimeout(time.Minute))
	rings := func(approval string) []any {
		return []any{
			map[string]any{"name": "canary", "seeds": map[string]any{"matchLabels": map[string]any{"stage": "canary"}}, "soak": "10s"},
			map[string]any{"name": "others", "soak": "0s", "approval": approval},
		}
	}

	It("stops a default Flux version at the canary seed, and lets its correction reach all", func(ctx SpecContext) {
		rollout := landscapeRollout("fluxVersion")
		configure := func(version, approval string) {
			GinkgoHelper()
			Expect(world.Configure(ctx, map[string]any{
				"defaults": map[string]any{"flux": map[string]any{"version": version}},
				"rollouts": map[string]any{"rings": rings(approval), "fluxVersion": map[string]any{}},
			})).To(Succeed())
		}
		By("a state that an earlier release has written, by which all may have the version")
		old := &corev1.ConfigMap{ObjectMeta: in("garden", "shoot-flux"), Data: map[string]string{"version-rollout": "version: " + broken + "\nfrom: " + broken +
			"\nphase: Complete\nbegun: 2026-11-01T12:00:00Z\ndecided: 2026-11-01T12:00:00Z\nrings: [{name: canary, seeds: [" + seedName + "], shoots: 1, done: 1, released: 4294967296, elapsed: 0s, soaked: 0s, passed: true}, " +
			"{name: others, seeds: [" + otherSeedName + "], shoots: 1, done: 1, released: 4294967296, elapsed: 0s, soaked: 0s, passed: true}]\n"}}
		Expect(client.IgnoreNotFound(world.Garden.Client.Delete(ctx, old.DeepCopy()))).To(Succeed())
		Expect(world.Garden.Client.Create(ctx, old)).To(Succeed())
		output, code := rollout.runs(ctx, "status")
		Expect(code).To(Equal(1), output)

		configure(first, "Automatic")
		user := inGarden(ctx)
		user.project("steered", map[string]string{"config.yaml": fluxConfig("")})
		canary, other := user.shoot("steered", "canary", seedName, false), user.shoot("steered", "other", otherSeedName, false)
		canary.succeeds()
		other.succeeds()
		canary.runsFlux(first)
		other.runsFlux(first)
		rollout.ends(ctx, 0, "Complete")

		By("a version whose controllers end at once, while the rollout is paused")
		rollout.asks(ctx, "pause")
		supplyVersion(ctx, broken, brokenDistribution())
		configure(broken, "Automatic")
		rollout.ends(ctx, 3, "Paused")
		canary.reconcile()
		Expect(canary.status(Default).FluxVersion).To(Equal(first))
		rollout.asks(ctx, "resume")
		Eventually(ctx, func(g Gomega) {
			canary.reconcile()
			g.Expect(canary.status(g).FluxVersion).To(Equal(broken))
		}).WithTimeout(3 * time.Minute).WithPolling(10 * time.Second).Should(Succeed())
		Expect(rollout.ends(ctx, 2, "Stopped")).To(ContainSubstring("garden-steered"))
		rollout.asks(ctx, "rollback")
		Expect(rollout.ends(ctx, 2, "Stopped")).NotTo(ContainSubstring("RolledBack"), "Flux cannot be downgraded")
		output, code = rollout.runs(ctx, "diff")
		Expect(code).To(Equal(0), output)
		Expect(output).To(ContainSubstring(first + " -> " + broken))
		other.reconcile()
		Expect(other.status(Default).FluxVersion).To(Equal(first))

		By("its correction, with an approval of the other ring")
		configure(carriedVersion, "Manual")
		Eventually(ctx, func(g Gomega) {
			canary.reconcile()
			g.Expect(canary.status(g).FluxVersion).To(Equal(carriedVersion))
		}).WithTimeout(3 * time.Minute).WithPolling(10 * time.Second).Should(Succeed())
		canary.runsFlux(carriedVersion)
		rollout.ends(ctx, 3, "WaitingForApproval")
		other.reconcile()
		Expect(other.status(Default).FluxVersion).To(Equal(first))
		rollout.asks(ctx, "approve", "others")
		Eventually(ctx, func(g Gomega) {
			other.reconcile()
			g.Expect(other.status(g).FluxVersion).To(Equal(carriedVersion))
		}).WithTimeout(3 * time.Minute).WithPolling(10 * time.Second).Should(Succeed())
		rollout.ends(ctx, 0, "Complete")
		output, _ = rollout.runs(ctx, "history")
		AddReportEntry("history", output)
	}, SpecTimeout(25*time.Minute))

	It("stops a baseline at the canary seed, rolls it back, and skips the seed", func(ctx SpecContext) {
		rollout := landscapeRollout("baseline")
		Expect(world.GitHost.CreateRepository(ctx, "steered-base", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "steered-base", "first", map[string]string{
			"base/policy.yaml": manifestOf("policy", "first"), "next/policy.yaml": manifestOf("policy", "next"), "for-other/policy.yaml": manifestOf("policy", "for other"),
		})
		Expect(err).NotTo(HaveOccurred())
		configure := func(path string) {
			GinkgoHelper()
			config := baselineOf("steered-base", map[string]any{"config": map[string]any{
				"source": map[string]any{"template": map[string]any{"spec": map[string]any{
					"url": world.GitHost.HTTPURL("steered-base"), "ref": map[string]any{"branch": "main"}, "interval": "10s",
				}}},
				"kustomization": map[string]any{"template": map[string]any{"spec": map[string]any{"path": path, "interval": "10s", "timeout": "20s"}}},
			}})
			config["rollouts"] = map[string]any{"rings": rings("Automatic"), "baseline": map[string]any{"source": "Follow", "progressDeadline": "2m", "maxFailures": 0, "guard": map[string]any{"maxRemoved": "100%", "protect": []any{}}}}
			Expect(world.Configure(ctx, config)).To(Succeed())
		}
		configure("./base")
		user := inGarden(ctx)
		user.project("steeredb", nil)
		canary, other := user.shoot("steeredb", "canary", seedName, false), user.shoot("steeredb", "other", otherSeedName, false)
		canary.succeeds()
		other.succeeds()
		canary.shows("policy", "first")
		other.shows("policy", "first")
		rollout.ends(ctx, 0, "Complete")

		By("a change that is rolled back")
		configure("./missing")
		canary.baselineIs("False", ContainSubstring("missing"))
		Expect(rollout.ends(ctx, 2, "Stopped")).To(ContainSubstring("garden-steeredb/canary"))
		output, code := rollout.runs(ctx, "diff")
		Expect(code).To(Equal(0), output)
		Expect(output).To(And(ContainSubstring("./base"), ContainSubstring("./missing")))
		other.shows("policy", "first")
		rollout.asks(ctx, "rollback")
		rollout.ends(ctx, 2, "RolledBack")
		canary.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))

		By("a change that works everywhere but on the canary seed, which is skipped")
		configure("./for-${SHOOT_INFO_NAME}")
		canary.baselineIs("False", ContainSubstring("for-canary"))
		rollout.ends(ctx, 2, "Stopped")
		other.shows("policy", "first")
		output, code = rollout.runs(ctx, "skip", "no-such-seed")
		Expect(code).To(Equal(1), output)
		rollout.asks(ctx, "skip", seedName)
		other.shows("policy", "for other")

		By("a change while the rollout is paused")
		rollout.asks(ctx, "pause")
		configure("./next")
		rollout.ends(ctx, 3, "Paused")
		other.shows("policy", "for other")
		rollout.asks(ctx, "resume")
		canary.shows("policy", "next")
		other.shows("policy", "next")
		rollout.ends(ctx, 0, "Complete")
		output, _ = rollout.runs(ctx, "history")
		AddReportEntry("history", output)
	}, SpecTimeout(25*time.Minute))
})
