// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"errors"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

var _ = Describe("JudgeBaseline", func() {
	name := types.NamespacedName{Namespace: "flux-baseline", Name: "flux-baseline"}
	resource := managedResource("extension-shoot-flux-baseline",
		resourceCondition("ResourcesApplied", "True", "ApplySucceeded", "ok"), resourceCondition("ResourcesHealthy", "True", "ResourcesHealthy", "ok"))
	observed := func(change func(*Observation)) Observation {
		root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name, Generation: 1}}
		root.Status.ObservedGeneration, root.Status.Conditions = 1, ready("True", 1, "ReconciliationSucceeded", "Applied revision: main@sha1:1")
		o := Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{resource},
			Sync:             &observe.Sync{SourceKind: "GitRepository", Source: name, Root: name},
			Shoot: observe.Shoot{
				Source:        &observe.Source{Generation: 1, ObservedGeneration: 1, Conditions: ready("True", 1, "Succeeded", "stored artifact")},
				Kustomization: root,
			},
		}
		change(&o)
		return o
	}

	DescribeTable("is left out while the present baseline is not delivered: the last one in the shoot may be ready",
		func(reason string, undelivered bool) {
			Expect(IsBaselineUndelivered([]gardencorev1beta1.Condition{{Type: "FluxBaselineReady", Reason: reason}})).To(Equal(undelivered))
		},
		Entry("no baseline in the operator's configuration", "NotConfigured", true),
		Entry("an invalid one", "InvalidConfiguration", true),
		Entry("no credentials", "CredentialsMissing", true),
		Entry("a delivered one", "Delivering", false),
		Entry("a failing one in the shoot", "ReconciliationFailed", false),
	)

	It("reports on the baseline if nothing was reported before", func() {
		Expect(IsBaselineUndelivered(nil)).To(BeFalse())
	})

	DescribeTable("reports the first part that is not ready, with a fix for the operator",
		func(change func(*Observation), status, reason string, message ...string) {
			verdict := JudgeBaseline(observed(change))
			Expect(verdict.Type).To(BeEquivalentTo("FluxBaselineReady"))
			Expect([]string{string(verdict.Status), verdict.Reason}).To(Equal([]string{status, reason}), verdict.Message)
			for _, part := range message {
				Expect(verdict.Message).To(ContainSubstring(part))
			}
			Expect(verdict.Message).NotTo(ContainSubstring("flux-config"), "the project cannot correct the baseline")
		},
		Entry("nothing", func(*Observation) {}, "True", "ReconciliationSucceeded", "Kustomization flux-baseline/flux-baseline"),
		Entry("its ManagedResource", func(o *Observation) {
			o.ManagedResources = []*resourcesv1alpha1.ManagedResource{managedResource("extension-shoot-flux-baseline", resourceCondition("ResourcesApplied", "False", "ApplyFailed", "quota"))}
		}, "False", "ApplyFailed", "ManagedResource extension-shoot-flux-baseline: quota"),
		Entry("a shoot that does not answer", func(o *Observation) { o.ShootError = errors.New("timeout") }, "Unknown", "ShootUnreachable"),
		Entry("a missing source", func(o *Observation) { o.Shoot.Source = nil }, "Progressing", "NotApplied", "GitRepository flux-baseline/flux-baseline"),
		Entry("its source", func(o *Observation) {
			o.Shoot.Source.Conditions = ready("False", 1, "GitOperationFailed", "authentication required")
		}, "False", "GitOperationFailed", "authentication required", "Correct baseline in the operator's configuration"),
		Entry("a missing Kustomization", func(o *Observation) { o.Shoot.Kustomization = nil }, "Progressing", "NotApplied", "Kustomization flux-baseline/flux-baseline"),
		Entry("its Kustomization", func(o *Observation) {
			o.Shoot.Kustomization.Status.Conditions = ready("False", 1, "ReconciliationFailed", "secrets is forbidden")
		}, "False", "ReconciliationFailed", "secrets is forbidden", "Correct baseline in the operator's configuration"),
		Entry("a suspended Kustomization", func(o *Observation) { o.Shoot.Kustomization.Spec.Suspend = true }, "True", "Suspended", "gardener-resource-manager is to resume it"),
		Entry("a suspended source", func(o *Observation) { o.Shoot.Source.Suspended = true }, "True", "Suspended", "GitRepository flux-baseline/flux-baseline is suspended in the shoot"),
		Entry("a Kustomization that fails with a suspended source", func(o *Observation) {
			o.Shoot.Source.Suspended = true
			o.Shoot.Kustomization.Status.Conditions = ready("False", 1, "ReconciliationFailed", "secrets is forbidden")
		}, "False", "ReconciliationFailed", "secrets is forbidden"),
		Entry("a source that the operator has suspended", func(o *Observation) {
			o.Shoot.Source.Suspended, o.Sync.SourceSuspension.Suspended = true, true
		}, "True", "Suspended", "is suspended by baseline in the operator's configuration"),
	)

	DescribeTable("is held if it is suspended in the shoot only",
		func(change func(*Observation), held bool) { Expect(IsBaselineHeld(observed(change))).To(Equal(held)) },
		Entry("nothing is suspended", func(*Observation) {}, false),
		Entry("the source", func(o *Observation) { o.Shoot.Source.Suspended = true }, true),
		Entry("the Kustomization", func(o *Observation) { o.Shoot.Kustomization.Spec.Suspend = true }, true),
		Entry("the operator has suspended both", func(o *Observation) {
			o.Shoot.Source.Suspended, o.Shoot.Kustomization.Spec.Suspend = true, true
			o.Sync.SourceSuspension.Suspended, o.Sync.RootSuspension.Suspended = true, true
		}, false),
		Entry("a shoot that was not read", func(o *Observation) { o.ShootError = errors.New("timeout") }, false),
		Entry("a shoot without the baseline", func(o *Observation) { o.Shoot = observe.Shoot{} }, false),
	)
})
