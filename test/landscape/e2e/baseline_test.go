// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// baselineOf returns a configuration of the operator with a baseline that reads a public repository.
func baselineOf(repository string, more map[string]any) map[string]any {
	baseline := map[string]any{
		"config": map[string]any{
			"source": map[string]any{"template": map[string]any{"spec": map[string]any{
				"url": world.GitHost.HTTPURL(repository), "ref": map[string]any{"branch": "main"}, "interval": "10s",
			}}},
			"kustomization": map[string]any{"template": map[string]any{"spec": map[string]any{
				"path": "./", "interval": "10s", "timeout": "20s",
				"postBuild": map[string]any{"substituteFrom": []any{map[string]any{"kind": "ConfigMap", "name": "shoot-info"}}},
			}}},
		},
		"permissions": map[string]any{"rules": []any{
			map[string]any{"apiGroups": []any{""}, "resources": []any{"configmaps"}, "verbs": []any{"*"}},
		}},
	}
	for key, value := range more {
		baseline[key] = value
	}
	return map[string]any{"whenUnconfigured": "Nothing", "baseline": baseline}
}

// baselineIs waits until condition FluxBaselineReady of the Extension is as expected.
func (s shoot) baselineIs(status gardencorev1beta1.ConditionStatus, message gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": BeEquivalentTo("FluxBaselineReady"), "Status": Equal(status), "Message": message,
		})))
	}).Should(Succeed())
}

// hasNoBaseline waits until the baseline has been removed from the shoot, and the Extension reports nothing about it.
func (s shoot) hasNoBaseline() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.Conditions).NotTo(ContainElement(HaveField("Type", BeEquivalentTo("FluxBaselineReady"))), s.reports)
	}).Should(Succeed())
	isAbsent(s.ctx, s.client(), &corev1.Namespace{ObjectMeta: in("", "flux-baseline")})
	for _, resource := range s.managedResources() {
		Expect(resource.Name).NotTo(Equal("extension-shoot-flux-baseline"))
	}
}

var _ = Describe("The operator's baseline", Serial, Label("long"), func() {
	It("is in all Shoots beside what their projects have, breaks nothing of theirs, and goes as the operator says", func(ctx SpecContext) {
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.GitHost.CreateRepository(ctx, "baseline", true)).To(Succeed())
		commit(ctx, "baseline", "policy", "${SHOOT_INFO_NAME}-first")
		Expect(world.Configure(ctx, baselineOf("baseline", nil))).To(Succeed())

		user := inGarden(ctx)
		user.project("base-a", repository(ctx, "base-a", true))
		user.project("base-b", repository(ctx, "base-b", true))
		user.project("base-none", nil)
		a, b := user.shoot("base-a", "one", seedName, false), user.shoot("base-b", "two", otherSeedName, false)
		bare := user.shoot("base-none", "bare", otherSeedName, false)

		By("two seeds, three projects, one of them without any configuration")
		for _, s := range []shoot{a, b, bare} {
			s.succeeds()
			s.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))
			s.shows("policy", s.name+"-first")
		}
		a.pullUntilShown("from-git", "first")
		b.pullUntilShown("from-git", "first")
		a.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("a project cannot take the namespace of the baseline")
		Eventually(ctx, func(g Gomega) error {
			object := bare.get(g)
			configured("flux: {namespace: flux-baseline}")(object)
			return world.Garden.Client.Update(ctx, object)
		}).Should(MatchError(ContainSubstring("is the namespace of the operator's baseline; choose another one")))

		By("what somebody suspends in the shoot is resumed by gardener-resource-manager")
		root := &kustomizev1.Kustomization{ObjectMeta: in("flux-baseline", "flux-baseline")}
		Expect(a.client().Patch(ctx, root, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"suspend":true}}`)))).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(a.client().Get(ctx, client.ObjectKeyFromObject(root), root)).To(Succeed())
			g.Expect(root.Spec.Suspend).To(BeFalse())
		}).Should(Succeed())

		By("a broken baseline is the operator's failure, not the project's")
		broken, err := world.GitHost.Commit(ctx, "baseline", "break", map[string]string{
			"secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: not-allowed, namespace: default}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(broken).NotTo(BeEmpty())
		for _, s := range []shoot{a, b, bare} {
			s.baselineIs("False", And(ContainSubstring("forbidden"), ContainSubstring("Correct baseline in the operator's configuration")))
		}
		commit(ctx, "base-a", "from-git", "second")
		a.pullUntilShown("from-git", "second")
		a.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		Expect(a.extension(Default).Status.LastError).To(BeNil())
		Eventually(ctx, func(g Gomega) {
			code, output := a.runs("status", "--exit-code")
			g.Expect(output).To(ContainSubstring("Baseline of the operator: Failed, ReconciliationFailed"))
			g.Expect(code).To(BeZero())
		}).Should(Succeed())
		_, err = world.GitHost.Commit(ctx, "baseline", "mend", map[string]string{
			"secret.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: allowed, namespace: default}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		for _, s := range []shoot{a, b, bare} {
			s.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))
		}

		By("a huge baseline does not keep the project waiting")
		var many strings.Builder
		for i := range 400 {
			fmt.Fprintf(&many, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: many-%d, namespace: default}\ndata: {value: %q}\n", i, strings.Repeat("x", 1000))
		}
		_, err = world.GitHost.Commit(ctx, "baseline", "many", map[string]string{"many.yaml": many.String()})
		Expect(err).NotTo(HaveOccurred())
		commit(ctx, "base-a", "from-git", "third")
		a.pullUntilShown("from-git", "third")
		a.shows("many-399", strings.Repeat("x", 1000))
		a.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("a configuration without baseline removes nothing")
		Expect(world.Configure(ctx, map[string]any{"whenUnconfigured": "Nothing"})).To(Succeed())
		b.reconcile()
		b.baselineIs("False", ContainSubstring("To remove it, set baseline.state to Absent"))
		b.shows("policy", "two-first")

		By("it goes from a Shoot that is no longer selected, and leaves its objects")
		Expect(world.Configure(ctx, baselineOf("baseline", map[string]any{"shoots": map[string]any{"projects": []any{"base-a", "base-none"}}}))).To(Succeed())
		b.reconcile()
		b.hasNoBaseline()
		b.shows("policy", "two-first")
		b.shows("from-git", "first")

		By("it goes with the extension")
		bare.removeExtension()
		bare.hasNoFlux()
		bare.shows("policy", "bare-first")

		By("it goes from all Shoots, with its objects")
		Expect(world.Configure(ctx, baselineOf("baseline", map[string]any{"state": "Absent", "deletionPolicy": "Prune"}))).To(Succeed())
		a.reconcile()
		a.hasNoBaseline()
		isAbsent(ctx, a.client(), &corev1.ConfigMap{ObjectMeta: in("default", "policy")})
		isAbsent(ctx, a.client(), &corev1.ConfigMap{ObjectMeta: in("default", "many-399")})
		a.shows("from-git", "third")
		a.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
	}, SpecTimeout(20*time.Minute))
})
