// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
)

// inShoot is the type of the condition by which the Shoot reports the status of Flux.
const inShoot = gardencorev1beta1.ShootObservabilityComponentsHealthy

// isCaredFor waits until gardenlet's care has given the Shoot that condition and what the landscape shows of it.
func (s shoot) isCaredFor(status gardencorev1beta1.ConditionStatus, reason string, message, codes gomegatypes.GomegaMatcher, label string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		g.Expect(v1beta1helper.GetCondition(object.Status.Conditions, inShoot)).To(PointTo(MatchFields(IgnoreExtras, Fields{
			"Status": Equal(status), "Reason": Equal(reason), "Message": message, "Codes": codes,
		})))
		g.Expect(object.Labels).To(HaveKeyWithValue("shoot.gardener.cloud/status", label))
	}).Should(Succeed())
	condition := v1beta1helper.GetCondition(s.get(Default).Status.Conditions, inShoot)
	AddReportEntry("condition of the Shoot", fmt.Sprintf("%s %s: %s %v", condition.Status, condition.Reason, condition.Message, condition.Codes))
}

var _ = Describe("The status of Flux in a condition of the Shoot", Label("long", "either"), func() {
	It("is there as long as the project asks for it: with the object that fails, and not after it has healed", func(ctx SpecContext) {
		const child = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  interval: 10m
  retryInterval: 5s
  path: ./apps
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
`
		well, broken := manifest("app", "first"), strings.ReplaceAll(manifest("app", "first"), "default", "absent")
		user, git := inGarden(ctx), syncingGit("inshoot")
		holds(ctx, "inshoot", map[string]string{"good/apps.yaml": child, "apps/config.yaml": well})
		user.project("inshoot", git.data())
		s := user.shoot("inshoot", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("inshoot", "flux", user.publicKey("inshoot"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("app", "first")
		s.isWell(now(), false)
		isWell := func() {
			GinkgoHelper()
			s.isCaredFor("True", "ObservabilityComponentsRunning", Equal("All observability components are healthy."), BeEmpty(), "healthy")
		}
		isReported := func() {
			GinkgoHelper()
			s.isCaredFor("False", "ExtensionUnhealthyReport", And(
				HavePrefix("Extension extension (shoot--inshoot--only/shoot-flux) reports failing health check: FluxObjectsReady: "),
				ContainSubstring("Kustomization flux-system/apps: "), ContainSubstring(`namespaces "absent" not found`),
			), ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem), "unhealthy")
		}
		lacks := func() {
			GinkgoHelper()
			Expect(v1beta1helper.GetCondition(s.extension(Default).Status.Conditions, inShoot)).To(BeNil())
		}

		By("not by default: what fails is the project's")
		s.gets("apps/config.yaml", broken)
		s.eventually("FluxObjectsReady", "False", "ReconciliationFailed", ContainSubstring("Kustomization flux-system/apps"))
		isWell()
		lacks()

		By("the project asks for it")
		asking := git
		asking.project = spec{"reportInShoot": true}
		user.configure("inshoot", asking.data())
		isReported()

		By("it heals")
		s.gets("apps/config.yaml", well)
		s.eventually(string(inShoot), "True", "ObjectsReady", HavePrefix("FluxObjectsReady: All "))
		isWell()

		By("it fails again")
		s.gets("apps/config.yaml", broken)
		isReported()

		By("the project takes it back while it fails")
		user.configure("inshoot", git.data())
		isWell()
		lacks()
		Expect(s.status(Default).State).To(Equal("Degraded"))
	}, within(15*time.Minute))
})
