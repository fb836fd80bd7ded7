// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// conditions are those of an Extension: type, status and reason of each.
func conditions(all ...[3]string) []gardencorev1beta1.Condition {
	var result []gardencorev1beta1.Condition
	for _, c := range all {
		result = append(result, gardencorev1beta1.Condition{
			Type: gardencorev1beta1.ConditionType(c[0]), Status: gardencorev1beta1.ConditionStatus(c[1]), Reason: c[2], Message: "message of " + c[0],
		})
	}
	return result
}

var _ = Describe("JudgeInShoot", func() {
	const users, none = gardencorev1beta1.ErrorRetryableConfigurationProblem, gardencorev1beta1.ErrorCode("")
	installed, source, root := [3]string{"FluxInstalled", "True", "FluxRunning"}, [3]string{"FluxSourceReady", "True", "Succeeded"}, [3]string{"FluxKustomizationReady", "True", "ReconciliationSucceeded"}
	objects := [3]string{"FluxObjectsReady", "True", "ObjectsReady"}
	failing := [3]string{"FluxObjectsReady", "False", "UpgradeFailed"}

	DescribeTable("returns the condition for the Shoot",
		func(before []gardencorev1beta1.Condition, status gardencorev1beta1.ConditionStatus, reason, message string, code gardencorev1beta1.ErrorCode) {
			Expect(health.JudgeInShoot(before)).To(HaveExactElements(health.Verdict{Type: "ObservabilityComponentsHealthy", Status: status, Reason: reason, Message: message, Code: code}))
		},
		Entry("everything ready", conditions(installed, source, root, objects), gardencorev1beta1.ConditionTrue, "ObjectsReady", "FluxObjectsReady: message of FluxObjectsReady", none),
		Entry("failure below the root Kustomization, with a user error code", conditions(installed, source, root, failing), gardencorev1beta1.ConditionFalse, "UpgradeFailed", "FluxObjectsReady: message of FluxObjectsReady", users),
		Entry("failure of the root Kustomization before failures below it", conditions(installed, source, [3]string{"FluxKustomizationReady", "False", "BuildFailed"}, failing), gardencorev1beta1.ConditionFalse, "BuildFailed", "FluxKustomizationReady: message of FluxKustomizationReady", users),
		Entry("failure of the source before one of the root Kustomization", conditions(installed, [3]string{"FluxSourceReady", "False", "GitOperationFailed"}, [3]string{"FluxKustomizationReady", "False", "ArtifactFailed"}), gardencorev1beta1.ConditionFalse, "GitOperationFailed", "FluxSourceReady: message of FluxSourceReady", users),
		Entry("controllers that do not run, without a user error code", conditions([3]string{"FluxInstalled", "False", "ImagePullFailed"}, [3]string{"FluxSourceReady", "False", "GitOperationFailed"}), gardencorev1beta1.ConditionFalse, "ImagePullFailed", "FluxInstalled: message of FluxInstalled", none),
		Entry("unreachable shoot, which is Progressing and not Unknown", conditions(installed, [3]string{"FluxSourceReady", "Unknown", "ShootUnreachable"}, [3]string{"FluxKustomizationReady", "Unknown", "ShootUnreachable"}, objects), gardencorev1beta1.ConditionProgressing, "ShootUnreachable", "FluxSourceReady: message of FluxSourceReady", none),
		Entry("objects that cannot be read", conditions(installed, source, root, [3]string{"FluxObjectsReady", "Unknown", "ObjectsNotRead"}), gardencorev1beta1.ConditionProgressing, "ObjectsNotRead", "FluxObjectsReady: message of FluxObjectsReady", none),
		Entry("suspended root Kustomization", conditions(installed, source, [3]string{"FluxKustomizationReady", "False", "Suspended"}, failing), gardencorev1beta1.ConditionTrue, "Suspended", "FluxKustomizationReady: message of FluxKustomizationReady", none),
		Entry("suspended object below the root Kustomization", conditions(installed, source, root, [3]string{"FluxObjectsReady", "Progressing", "Suspended"}), gardencorev1beta1.ConditionTrue, "Suspended", "FluxObjectsReady: message of FluxObjectsReady", none),
		Entry("reconciliation of another revision", conditions(installed, source, [3]string{"FluxKustomizationReady", "Progressing", "Progressing"}, failing), gardencorev1beta1.ConditionProgressing, "Progressing", "FluxKustomizationReady: message of FluxKustomizationReady", none),
		Entry("objects that are not ready yet", conditions(installed, source, root, [3]string{"FluxObjectsReady", "Progressing", "ObjectsProgressing"}), gardencorev1beta1.ConditionProgressing, "ObjectsProgressing", "FluxObjectsReady: message of FluxObjectsReady", none),
		Entry("objects that were not read yet", conditions(installed, source, root), gardencorev1beta1.ConditionProgressing, "Pending", "FluxObjectsReady has not been reported yet", none),
		Entry("Flux that is being applied", conditions([3]string{"FluxInstalled", "Progressing", "WaitingForResourceManager"}), gardencorev1beta1.ConditionProgressing, "WaitingForResourceManager", "FluxInstalled: message of FluxInstalled", none),
		Entry("Flux without a source", conditions(installed), gardencorev1beta1.ConditionTrue, "NoRepository", "Flux runs; no source is configured", none),
		Entry("configuration error, which is omitted", conditions([3]string{"FluxConfigured", "False", "ConfigurationInvalid"}, [3]string{"FluxDeployKey", "False", "RegistrationFailed"}, installed, source, root, objects), gardencorev1beta1.ConditionTrue, "ObjectsReady", "FluxObjectsReady: message of FluxObjectsReady", none),
	)

	It("returns nothing without an observation", func() {
		Expect(health.JudgeInShoot(conditions([3]string{"FluxConfigured", "True", "Configured"}))).To(BeEmpty())
	})
})
