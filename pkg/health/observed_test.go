// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

var _ = Describe("What the providerStatus contains of a shoot", func() {
	DescribeTable("of a Kustomization whose conditions are written, and the rest of whose status is not yet",
		func(status metav1.ConditionStatus, reason, applied string) {
			root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
			root.Status.ObservedGeneration, root.Status.LastAttemptedRevision = 1, "main@sha1:a"
			root.Status.Conditions = []metav1.Condition{{Type: "Ready", Status: status, ObservedGeneration: 1, Reason: reason}}
			o := Observation{
				Shoot: observe.Shoot{Kustomization: root}, Sync: &observe.Sync{SourceKind: "GitRepository"},
				ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a")},
			}
			Expect(Observed(o, Judge(o))).To(And(HaveField("AppliedRevision", applied), HaveField("AttemptedRevision", "main@sha1:a")))
		},
		Entry("what was tried is applied, if that has succeeded", metav1.ConditionTrue, "ReconciliationSucceeded", "main@sha1:a"),
		Entry("nothing is applied, if that has failed", metav1.ConditionFalse, "BuildFailed", ""),
		Entry("nothing is known to be applied, if it goes on", metav1.ConditionUnknown, "Progressing", ""),
	)
})
