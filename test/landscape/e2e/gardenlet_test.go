// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// stopwatch returns a function that reports how long the previous step has taken, and begins the next one.
func stopwatch() func(text string) {
	started, last := time.Now(), "the Shoot"
	return func(text string) {
		GinkgoWriter.Printf("%s took %.0f s\n", last, time.Since(started).Seconds())
		started, last = time.Now(), text
		By(text)
	}
}

// syncingPath returns the data of a flux-config that reconciles the path of a private repository.
func syncingPath(repository, path string) map[string]string {
	return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  template: {spec: {url: %q}}
  knownHosts: |
    %s
kustomization: {template: {spec: {path: %q}}}
`, world.GitHost.SSHURL(repository), strings.ReplaceAll(strings.TrimSpace(world.GitHost.KnownHosts()), "\n", "\n    "), path))}
}

// runsFluxControllers expects the pods of Flux's controllers to run and to be ready.
func (s shoot) runsFluxControllers() {
	GinkgoHelper()
	c := s.client()
	Eventually(s.ctx, func(g Gomega) {
		pods := &corev1.PodList{}
		g.Expect(c.List(s.ctx, pods, client.InNamespace("flux-system"))).To(Succeed())
		g.Expect(pods.Items).To(HaveLen(4))
		for _, pod := range pods.Items {
			g.Expect(pod.Status.ContainerStatuses).To(HaveEach(HaveField("Ready", true)), pod.Name)
			g.Expect(pod.Status.ContainerStatuses[0].ContainerID).To(HavePrefix("process://"), "a phantom")
		}
	}).Should(Succeed())
}

// isHealthy waits until all conditions of the Shoot are True, as gardenlet's care controller reports them.
func (s shoot) isHealthy() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.get(g).Status.Conditions).To(And(Not(BeEmpty()), HaveEach(HaveField("Status", BeEquivalentTo("True")))))
	}).Should(Succeed())
}

// hasControlPlane expects the kube-apiserver of the Shoot to run or not.
func (s shoot) hasControlPlane(runs bool) {
	GinkgoHelper()
	deployment := &appsv1.Deployment{}
	err := seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "kube-apiserver"}, deployment)
	if apierrors.IsNotFound(err) {
		Expect(runs).To(BeFalse())
		return
	}
	Expect(err).NotTo(HaveOccurred())
	if runs {
		Expect(deployment.Status.AvailableReplicas).To(BeNumerically(">", 0))
	} else {
		Expect(deployment.Status.AvailableReplicas).To(BeZero())
	}
}

var _ = Describe("With the real gardenlet", Label("gardenlet"), func() {
	It("a Shoot is created, configured, hibernated, woken up and deleted", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet runs this story")
		next := stopwatch()
		user, witness := inGarden(ctx), record(ctx, "real")
		repository(ctx, "real", false)
		user.project("real", syncingPath("real", "./"))
		s := user.shoot("real", "only", seedName, false)
		witness.checked()

		next("the creation, until the project has a deploy key")
		Expect(world.GitHost.AddDeployKey("real", "flux", user.publicKey("real"), true)).To(Succeed())
		next("the end of the creation")
		s.isRecorded()
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		s.runsFluxControllers()
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", ContainSubstring("Applied revision: main@sha1:"))
		next("the care of the Shoot")
		s.isHealthy()

		next("a change of flux-config")
		_, err := world.GitHost.Commit(ctx, "real", "another directory", map[string]string{"other/from-other.yaml": manifest("from-other", "first")})
		Expect(err).NotTo(HaveOccurred())
		user.configure("real", syncingPath("real", "./other"))
		s.pullUntilShown("from-other", "first")

		next("the hibernation")
		s.change(hibernated(true))
		s.hasControlPlane(false)

		next("a change of flux-config while the Shoot is hibernated, and the wake-up")
		user.configure("real", syncingPath("real", "./"))
		s.change(hibernated(false))
		s.hasControlPlane(true)
		s.pullUntilShown("from-git", "first")
		s.runsFluxControllers()
		next("the care of the Shoot")
		s.isHealthy()

		next("the deletion")
		s.delete()
		s.isDeleted()
		s.isGone()
		next("the end")
	})
})
