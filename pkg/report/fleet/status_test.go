// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// at returns a time on the day of the tests.
func at(hour, minute int) metav1.Time {
	return metav1.NewTime(time.Date(2026, 11, 21, hour, minute, 0, 0, time.UTC))
}

func withCondition(ex *extensionsv1alpha1.Extension, kind gardencorev1beta1.ConditionType, status gardencorev1beta1.ConditionStatus, reason, message string, since metav1.Time) {
	condition := gardencorev1beta1.Condition{Type: kind, Status: status, Reason: reason, Message: message, LastTransitionTime: since, LastUpdateTime: since}
	for i := range ex.Status.Conditions {
		if ex.Status.Conditions[i].Type == kind {
			ex.Status.Conditions[i] = condition
			return
		}
	}
	ex.Status.Conditions = append(ex.Status.Conditions, condition)
}

func without(ex *extensionsv1alpha1.Extension, kinds ...gardencorev1beta1.ConditionType) {
	var rest []gardencorev1beta1.Condition
	for _, condition := range ex.Status.Conditions {
		keep := true
		for _, kind := range kinds {
			keep = keep && condition.Type != kind
		}
		if keep {
			rest = append(rest, condition)
		}
	}
	ex.Status.Conditions = rest
}

func observed(ex *extensionsv1alpha1.Extension, raw string) {
	ex.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(raw)}
}

// readyExtension returns the Extension of a Shoot that is Ready.
func readyExtension() *extensionsv1alpha1.Extension {
	ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{CreationTimestamp: at(8, 0)}}
	ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true,"deployKey":true,"namespace":"flux-system"}`)}
	ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded}
	observed(ex, `{"deployKey":{"phase":"RotationPrepared"},"shoot":{"appliedRevision":"main@sha1:1","attemptedRevision":"main@sha1:2","deployKeyFingerprint":"SHA256:a"}}`)
	withCondition(ex, "FluxConfigured", "True", "Configured", "Flux v2.9.3 syncs", at(9, 0))
	withCondition(ex, "FluxInstalled", "True", "FluxRunning", "Flux runs", at(9, 1))
	withCondition(ex, "FluxSourceReady", "True", "Succeeded", "stored artifact", at(9, 3))
	withCondition(ex, "FluxKustomizationReady", "True", "ReconciliationSucceeded", "Applied revision: main@sha1:1", at(9, 2))
	withCondition(ex, "FluxDeployKey", "Progressing", "RotationPrepared", "The next deploy key is prepared", at(10, 0))
	// The condition of another controller is not about Flux.
	withCondition(ex, "Other", "False", "Other", "other", at(23, 0))
	return ex
}

// HaveValidLength succeeds for a valid text of at most so many bytes.
func HaveValidLength(longest int) OmegaMatcher {
	return And(WithTransform(func(text string) int { return len(text) }, BeNumerically("<=", longest)), WithTransform(utf8.ValidString, BeTrue()))
}

var _ = Describe("StatusOf", func() {
	type change func(*extensionsv1alpha1.Extension, *Shoot)
	const keyed = `{"flux":true,"version":"v2.9.3","sync":true,"deployKey":true,"namespace":"flux-system","seen":{"rotation":"2026-11-21T09:00:00Z"}}`
	shootOf := func() Shoot {
		return Shoot{Namespace: "garden-demo", Name: "one", UID: "uid", SeedName: "alpha"}
	}
	ready := func() fluxv1alpha1.ShootStatus {
		return fluxv1alpha1.ShootStatus{
			UID: "uid", Seed: "alpha", Ready: true, RootReady: true, State: "Ready", Reason: "ReconciliationSucceeded", Message: "Applied revision: main@sha1:1",
			AppliedRevision: "main@sha1:1", AttemptedRevision: "main@sha1:2", FluxVersion: "v2.9.3",
			DeployKeyFingerprint: "SHA256:a", DeployKeyPhase: "RotationPrepared", Since: at(9, 3), ObservedAt: at(10, 0),
		}
	}
	// otherwise returns the status that differs from the ready Shoot.
	otherwise := func(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, reason, message string, since, observedAt metav1.Time) fluxv1alpha1.ShootStatus {
		status := ready()
		status.Ready, status.RootReady, status.State, status.Cause, status.Reason, status.Message = false, false, state, cause, reason, message
		status.Since, status.ObservedAt = since, observedAt
		return status
	}
	keyless := func(status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
		status.DeployKeyFingerprint, status.DeployKeyPhase = "", ""
		return status
	}
	lately := func(status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
		status.ObservedAt = at(12, 0)
		return status
	}
	unknownOperation := func(name string) string {
		return fmt.Sprintf("Gardener's operation %q is not known to this version of the extension. The Shoot may have moved to another seed, so that nothing is changed in it until the operation has ended", name)
	}
	hibernatedStatus := func(status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
		status.Hibernated = true
		return status
	}
	together := func(changes ...change) change {
		return func(ex *extensionsv1alpha1.Extension, shoot *Shoot) {
			for _, c := range changes {
				c(ex, shoot)
			}
		}
	}
	dying := func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Deleted = at(11, 0) }
	removed := func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
		deleted := at(11, 30)
		ex.DeletionTimestamp = &deleted
	}
	migrating := func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
		ex.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
	}
	hibernated := func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Hibernated = true }
	condition := func(kind gardencorev1beta1.ConditionType, status gardencorev1beta1.ConditionStatus, reason, message string) change {
		return func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			withCondition(ex, kind, status, reason, message, at(12, 0))
		}
	}
	misconfigured := condition("FluxConfigured", "False", "InvalidConfiguration", "a configuration error")
	broken := condition("FluxInstalled", "False", "ResourcesProgressing", "a pod does not run")
	refused := func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
		ex.Status.LastError = &gardencorev1beta1.LastError{Description: "cannot be taken over", Codes: []gardencorev1beta1.ErrorCode{"ERR_RETRYABLE_CONFIGURATION_PROBLEM"}}
	}
	operation := func(kind gardencorev1beta1.LastOperationType, state gardencorev1beta1.LastOperationState, failure string) change {
		return func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: kind, State: state}
			if failure != "" {
				ex.Status.LastError = &gardencorev1beta1.LastError{Description: failure}
			}
		}
	}
	sourceFails := together(condition("FluxSourceReady", "False", "GitOperationFailed", "authentication required"), func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
		observed(ex, `{"deployKey":{"phase":"RotationPrepared"},"shoot":{"sourceCause":"AuthenticationFailed","appliedRevision":"main@sha1:1","attemptedRevision":"main@sha1:2","deployKeyFingerprint":"SHA256:a"}}`)
	})
	buildFails := condition("FluxKustomizationReady", "False", "BuildFailed", "no such file")
	keyFails := condition("FluxDeployKey", "False", "RegistrationFailed", "the token is refused")
	unreachable := together(condition("FluxSourceReady", "Unknown", "ShootUnreachable", "timed out"), condition("FluxKustomizationReady", "Unknown", "ShootUnreachable", "timed out"))
	suspended := condition("FluxKustomizationReady", "True", "Suspended", "is suspended, as configured")
	waiting := condition("FluxKustomizationReady", "Progressing", "Progressing", "reconciles")
	// below returns a condition about objects below the root Kustomization, with the observed objects.
	below := func(status gardencorev1beta1.ConditionStatus, reason, message string) change {
		return together(condition("FluxObjectsReady", status, reason, message), func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			observed(ex, `{"deployKey":{"phase":"RotationPrepared"},"shoot":{"objectsCause":"ReleaseFailed","objects":{"counts":[{"kind":"HelmRelease","failing":1}],`+
				`"failing":[{"kind":"HelmRelease","namespace":"apps","name":"web","reason":"InstallFailed","message":"`+message+`","since":"2026-11-21T11:00:00Z"}]},`+
				`"appliedRevision":"main@sha1:1","attemptedRevision":"main@sha1:2","deployKeyFingerprint":"SHA256:a"}}`)
		})
	}
	withObjects := func(status fluxv1alpha1.ShootStatus, message string) fluxv1alpha1.ShootStatus {
		status.RootReady = true
		status.Objects = &fluxv1alpha1.ObservedObjects{
			Counts:  []fluxv1alpha1.ObjectCounts{{Kind: "HelmRelease", Failing: 1}},
			Failing: []fluxv1alpha1.FailingObject{{Kind: "HelmRelease", Namespace: "apps", Name: "web", Reason: "InstallFailed", Message: message, Since: at(11, 0)}},
		}
		return status
	}
	noRepository := func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
		ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","namespace":"flux-system"}`)}
		observed(ex, `{}`)
		without(ex, "FluxSourceReady", "FluxKustomizationReady", "FluxDeployKey")
		withCondition(ex, "FluxConfigured", "True", "NoRepository", "nothing is synced", at(9, 0))
	}

	DescribeTable("returns the status of a Shoot",
		func(c change, want fluxv1alpha1.ShootStatus) {
			ex, shoot := readyExtension(), shootOf()
			if c != nil {
				c(ex, &shoot)
			}
			before := ex.DeepCopy()
			Expect(StatusOf(ex, shoot, "alpha")).To(Equal(want))
			Expect(ex).To(Equal(before), "it is from a cache")
		},
		Entry("that is ready, even during a rotation of the key", nil, ready()),
		Entry("whose root Kustomization is ready and a HelmRelease fails", below("False", "InstallFailed", "timed out"),
			withObjects(otherwise("Degraded", "ReleaseFailed", "InstallFailed", "timed out", at(12, 0), at(12, 0)), "timed out")),
		Entry("whose root Kustomization is ready and other objects are not", below("Progressing", "ObjectsProgressing", "installs"),
			withObjects(otherwise("Progressing", "ReleaseFailed", "ObjectsProgressing", "installs", at(12, 0), at(12, 0)), "installs")),
		Entry("with a suspended object that is outdated", below("Progressing", "Suspended", "1 of 2 objects are suspended"),
			withObjects(otherwise("Suspended", "", "Suspended", "1 of 2 objects are suspended", at(12, 0), at(12, 0)), "1 of 2 objects are suspended")),
		Entry("with objects that depend on a suspended object which was never ready", below("False", "Suspended", "it is suspended"),
			withObjects(otherwise("Degraded", "ReleaseFailed", "Suspended", "it is suspended", at(12, 0), at(12, 0)), "it is suspended")),
		Entry("whose root Kustomization and another object fail", together(below("False", "InstallFailed", "timed out"), buildFails), func() fluxv1alpha1.ShootStatus {
			status := withObjects(otherwise("Failed", "Other", "BuildFailed", "no such file", at(12, 0), at(12, 0)), "timed out")
			status.RootReady = false
			return status
		}()),
		Entry("whose root Kustomization was suspended after another object failed", together(below("False", "InstallFailed", "timed out"), suspended),
			func() fluxv1alpha1.ShootStatus {
				status := withObjects(otherwise("Suspended", "", "Suspended", "is suspended, as configured", at(12, 0), at(12, 0)), "timed out")
				status.RootReady = false
				return status
			}()),
		Entry("without a source", noRepository, fluxv1alpha1.ShootStatus{
			UID: "uid", Seed: "alpha", Ready: true, RootReady: true, State: "NoRepository", Reason: "NoRepository", Message: "nothing is synced",
			FluxVersion: "v2.9.3", Since: at(9, 1), ObservedAt: at(9, 1),
		}),
		Entry("that is being deleted, regardless of other problems", together(dying, removed, migrating, hibernated, misconfigured),
			hibernatedStatus(keyless(otherwise("Deleting", "", "ShootDeletion", "The Shoot is being deleted", at(11, 0), at(11, 0))))),
		Entry("from which the extension is removed during a migration", together(removed, migrating, hibernated, misconfigured),
			hibernatedStatus(keyless(otherwise("Removing", "", "FluxRunning", "Flux runs", at(11, 30), at(12, 0))))),
		Entry("from which the extension is removed before its first report", together(removed, func(ex *extensionsv1alpha1.Extension, _ *Shoot) { ex.Status.Conditions = nil }),
			keyless(otherwise("Removing", "", "Removal", "The extension is being removed from the Shoot", at(11, 30), at(11, 30)))),
		Entry("that migrates with a configuration error", together(migrating, misconfigured),
			otherwise("Migrating", "", "Migrating", "The control plane of the Shoot moves to another seed", metav1.Time{}, at(12, 0))),
		Entry("that is not restored yet", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore", State: "Processing"}
		}, otherwise("Migrating", "", "Migrating", "The control plane of the Shoot moves to another seed", metav1.Time{}, at(10, 0))),
		Entry("that has left the seed, and whose Extension is deleted here", together(removed, func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate", State: "Succeeded", LastUpdateTime: at(11, 0)}
		}), otherwise("Migrating", "", "Migrating", "The control plane of the Shoot moves to another seed", at(11, 0), at(11, 0))),
		Entry("that is scheduled to another seed, before its Extension migrates", func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.SeedName = "beta" },
			otherwise("Migrating", "", "Migrating", "The control plane of the Shoot moves to another seed", metav1.Time{}, at(10, 0))),
		Entry("whose operation is not known", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Annotations = map[string]string{"gardener.cloud/operation": "live-migrate"}
		}, otherwise("Migrating", "", "OperationUnknown", unknownOperation("live-migrate"), metav1.Time{}, at(10, 0))),
		Entry("whose last operation is not known, and whose Extension is deleted here", together(removed, operation("LiveMigrate", "Succeeded", "")),
			otherwise("Migrating", "", "OperationUnknown", unknownOperation("LiveMigrate"), metav1.Time{}, at(10, 0))),
		Entry("whose restoration has succeeded", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore", State: "Succeeded"}
		}, ready()),
		Entry("that is hibernated, and had failed before", together(hibernated, sourceFails, broken, refused, unreachable),
			hibernatedStatus(otherwise("Hibernated", "", "Hibernated", "The Shoot is hibernated. Its earlier status applies again when it wakes up", metav1.Time{}, at(12, 0)))),
		Entry("that is hibernated with a configuration error", together(hibernated, misconfigured),
			hibernatedStatus(otherwise("Failed", "ConfigurationInvalid", "InvalidConfiguration", "a configuration error", at(12, 0), at(12, 0)))),
		Entry("with a configuration error and other failures", together(misconfigured, broken, refused, sourceFails),
			otherwise("Failed", "ConfigurationInvalid", "InvalidConfiguration", "a configuration error", at(12, 0), at(12, 0))),
		Entry("whose configuration is missing", condition("FluxConfigured", "False", "ConfigurationMissing", "gone"),
			otherwise("Failed", "ConfigurationMissing", "ConfigurationMissing", "gone", at(12, 0), at(12, 0))),
		Entry("whose controllers do not run, and whose operation fails", together(broken, refused, sourceFails),
			otherwise("Failed", "InstallationFailed", "ResourcesProgressing", "a pod does not run", at(12, 0), at(12, 0))),
		Entry("whose operation fails because of a configuration error", together(refused, sourceFails),
			otherwise("Failed", "ConfigurationInvalid", "OperationFailed", "cannot be taken over", metav1.Time{}, at(12, 0))),
		Entry("whose operation fails for a temporary reason", operation("Reconcile", "Error", "failed to deliver: conflict"),
			otherwise("Progressing", "", "OperationFailed", "failed to deliver: conflict", metav1.Time{}, at(10, 0))),
		Entry("whose operation has failed and is retried", operation("Reconcile", "Processing", "failed to deliver: conflict"),
			otherwise("Progressing", "", "OperationFailed", "failed to deliver: conflict", metav1.Time{}, at(10, 0))),
		Entry("whose operation has failed without an error", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Failed", Description: "gave up"}
		}, otherwise("Progressing", "", "OperationFailed", "gave up", metav1.Time{}, at(10, 0))),
		Entry("during an operation", operation("Reconcile", "Processing", ""), ready()),
		Entry("whose restoration fails", operation("Restore", "Error", "failed to restore"),
			otherwise("Progressing", "", "OperationFailed", "failed to restore", metav1.Time{}, at(10, 0))),
		Entry("whose migration fails", operation("Migrate", "Error", "failed to migrate"),
			otherwise("Migrating", "", "Migrating", "The control plane of the Shoot moves to another seed", metav1.Time{}, at(10, 0))),
		Entry("whose operation and source fail", together(sourceFails, operation("Reconcile", "Error", "conflict")),
			otherwise("Failed", "AuthenticationFailed", "GitOperationFailed", "authentication required", at(12, 0), at(12, 0))),
		Entry("whose operation has succeeded after a failure", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastError = &gardencorev1beta1.LastError{Description: "the garden is down", Codes: []gardencorev1beta1.ErrorCode{"ERR_INFRA_UNAUTHENTICATED"}}
		}, ready()),
		Entry("whose source and root Kustomization fail", together(sourceFails, buildFails),
			otherwise("Failed", "AuthenticationFailed", "GitOperationFailed", "authentication required", at(12, 0), at(12, 0))),
		Entry("whose root Kustomization fails for an unknown cause", together(buildFails, keyFails),
			otherwise("Failed", "Other", "BuildFailed", "no such file", at(12, 0), at(12, 0))),
		Entry("whose root Kustomization fails, and whose source fails for a short time", together(buildFails, condition("FluxSourceReady", "Progressing", "GitOperationFailed", "timed out"), func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			observed(ex, `{"deployKey":{"phase":"RotationPrepared"},"shoot":{"sourceCause":"ConnectionFailed","kustomizationCause":"BuildFailed","appliedRevision":"main@sha1:1","attemptedRevision":"main@sha1:2","deployKeyFingerprint":"SHA256:a"}}`)
		}),
			otherwise("Failed", "BuildFailed", "BuildFailed", "no such file", at(12, 0), at(12, 0))),
		Entry("whose deploy key fails, and whose shoot is unreachable", together(keyFails, unreachable),
			otherwise("Failed", "Other", "RegistrationFailed", "the token is refused", at(12, 0), at(12, 0))),
		Entry("whose deploy key fails, and whose source does not", keyFails, lately(ready())),
		Entry("that is unreachable, and whose root Kustomization was suspended", together(suspended, condition("FluxSourceReady", "Unknown", "ShootUnreachable", "timed out")),
			otherwise("Unreachable", "", "ShootUnreachable", "timed out", at(12, 0), at(12, 0))),
		Entry("that is suspended, and whose source is progressing", together(suspended, condition("FluxSourceReady", "Progressing", "NewArtifact", "fetches")),
			otherwise("Suspended", "", "Suspended", "is suspended, as configured", at(12, 0), at(12, 0))),
		Entry("that had failed before it was suspended", condition("FluxKustomizationReady", "False", "Suspended", "is suspended. Last: no such file"),
			otherwise("Suspended", "", "Suspended", "is suspended. Last: no such file", at(12, 0), at(12, 0))),
		Entry("that is progressing", waiting,
			otherwise("Progressing", "", "Progressing", "reconciles", at(12, 0), at(12, 0))),
		Entry("that has failed for a short time", together(sourceFails, condition("FluxSourceReady", "Progressing", "GitOperationFailed", "timed out")),
			otherwise("Progressing", "AuthenticationFailed", "GitOperationFailed", "timed out", at(12, 0), at(12, 0))),
		Entry("with a missing condition", func(ex *extensionsv1alpha1.Extension, _ *Shoot) { without(ex, "FluxSourceReady") },
			otherwise("Progressing", "", "Pending", "FluxSourceReady has not been reported yet", metav1.Time{}, at(10, 0))),
		Entry("without any condition", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status = extensionsv1alpha1.ExtensionStatus{}
		}, fluxv1alpha1.ShootStatus{UID: "uid", Seed: "alpha", State: "Progressing", Reason: "Pending", Message: "FluxConfigured has not been reported yet", ObservedAt: at(8, 0)}),
	)

	DescribeTable("returns the deploy key in the shoot",
		func(c change, fingerprint string, phase fluxv1alpha1.DeployKeyPhase) {
			ex, shoot := readyExtension(), shootOf()
			c(ex, &shoot)
			status := StatusOf(ex, shoot, "alpha")
			Expect(status.DeployKeyFingerprint).To(Equal(fingerprint))
			Expect(status.DeployKeyPhase).To(Equal(phase))
		},
		Entry("no observed key", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			observed(ex, `{"deployKey":{"phase":"InUse"},"shoot":{}}`)
		}, "unknown", fluxv1alpha1.DeployKeyPhaseInUse),
		Entry("no health check yet", func(ex *extensionsv1alpha1.Extension, _ *Shoot) { ex.Status.ProviderStatus = nil }, "unknown", fluxv1alpha1.DeployKeyPhase("")),
		Entry("no delivered key", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"sync":true}`)}
		}, "", fluxv1alpha1.DeployKeyPhase("")),
		Entry("state not restored yet", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Annotations = map[string]string{"gardener.cloud/operation": "wait-for-state"}
			ex.Status = extensionsv1alpha1.ExtensionStatus{}
		}, "unknown", fluxv1alpha1.DeployKeyPhase("")),
		Entry("failed restoration", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status = extensionsv1alpha1.ExtensionStatus{}
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore", State: "Error"}
		}, "unknown", fluxv1alpha1.DeployKeyPhase("")),
		Entry("no delivery yet", func(ex *extensionsv1alpha1.Extension, _ *Shoot) { ex.Status = extensionsv1alpha1.ExtensionStatus{} }, "", fluxv1alpha1.DeployKeyPhase("")),
		Entry("unreadable state", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.State = &runtime.RawExtension{Raw: []byte(`[]`)}
		}, "unknown", fluxv1alpha1.DeployKeyPhase("")),
	)

	DescribeTable("returns the rotation of the deploy key that a hibernated Shoot wakes up with",
		func(state string, c change, rotation string) {
			ex, shoot := readyExtension(), shootOf()
			ex.Status.State = &runtime.RawExtension{Raw: []byte(state)}
			shoot.Hibernated = true
			c(ex, &shoot)
			Expect(StatusOf(ex, shoot, "alpha").DeployKeyRotation).To(Equal(rotation))
		},
		Entry("delivered rotation, regardless of the observed one", keyed, func(*extensionsv1alpha1.Extension, *Shoot) {}, "2026-11-21T09:00:00Z"),
		Entry("delivered rotation, despite a configuration error", keyed, condition("FluxConfigured", "False", "InvalidConfiguration", "x"), "2026-11-21T09:00:00Z"),
		Entry("key that was never rotated", `{"flux":true,"sync":true,"deployKey":true,"namespace":"flux-system"}`, func(*extensionsv1alpha1.Extension, *Shoot) {}, ""),
		Entry("no delivered key", `{"flux":true,"sync":true,"namespace":"flux-system","seen":{"rotation":"2026-11-21T09:00:00Z"}}`, func(*extensionsv1alpha1.Extension, *Shoot) {}, ""),
		Entry("running Shoot", keyed, func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Hibernated = false }, ""),
		Entry("Shoot that is being deleted", keyed, func(_ *extensionsv1alpha1.Extension, shoot *Shoot) { shoot.Deleted = at(11, 0) }, ""),
		Entry("delivery that may have failed", keyed, func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Error"}
		}, "unknown"),
		Entry("unreadable state", "[]", func(*extensionsv1alpha1.Extension, *Shoot) {}, "unknown"),
		Entry("state not restored yet", "", func(ex *extensionsv1alpha1.Extension, _ *Shoot) {
			ex.Status = extensionsv1alpha1.ExtensionStatus{}
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Restore", State: "Processing"}
		}, "unknown"),
	)

	DescribeTable("returns the deploy keys of additional sources",
		func(state, provider string, hibernated bool, want map[string]string) {
			ex, shoot := readyExtension(), shootOf()
			ex.Status.State = &runtime.RawExtension{Raw: []byte(state)}
			observed(ex, provider)
			shoot.Hibernated = hibernated
			Expect(StatusOf(ex, shoot, "alpha").SourceKeys).To(Equal(want))
		},
		Entry("no additional source", keyed, `{"shoot":{"sourceKeys":{"a":"SHA256:a"}}}`, false, nil),
		Entry("observed keys", `{"flux":true,"sync":true,"sourceKeys":"flux-system/a=SHA256:new,flux-system/b="}`, `{"shoot":{"sourceKeys":{"a":"SHA256:old","c":"SHA256:c"}}}`, false,
			map[string]string{"a": "SHA256:old", "b": "unknown"}),
		Entry("delivered keys of a hibernated Shoot", `{"flux":true,"sync":true,"sourceKeys":"flux-system/a=SHA256:new"}`, `{"shoot":{"sourceKeys":{"a":"SHA256:old"}}}`, true, map[string]string{"a": "SHA256:new"}),
	)

	It("cuts long texts at the end of a character", func() {
		ex := readyExtension()
		withCondition(ex, "FluxSourceReady", "False", strings.Repeat("R", 500), strings.Repeat("ä", 600), at(12, 0))
		status := StatusOf(ex, shootOf(), "alpha")
		Expect(len(status.Message)).To(BeNumerically("~", 1024, 1))
		Expect(utf8.ValidString(status.Message)).To(BeTrue())
		Expect(status.Message).To(HaveSuffix("ä…"))
		Expect(status.Reason).To(HaveLen(128))
	})

	It("reports the hold of the Shoot, with a bounded reason", func() {
		ex := readyExtension()
		observed(ex, `{"shoot":{"hold":{"until":"2026-12-18T18:00:00Z","reason":"load\ntest `+strings.Repeat("x ", 1000)+`"}}}`)
		held := StatusOf(ex, shootOf(), "alpha").Hold
		Expect(held.Until.UTC().Format(time.RFC3339)).To(Equal("2026-12-18T18:00:00Z"))
		Expect(held.Reason).To(And(HavePrefix("load test x"), HaveValidLength(200)))

		for _, name := range []brevity{whole, treeless, short} {
			Expect(name.at(fluxv1alpha1.ShootStatus{Hold: held}).Hold).To(Equal(held))
		}
		for _, name := range []brevity{lean, least} {
			Expect(name.at(fluxv1alpha1.ShootStatus{Hold: held}).Hold).To(Equal(&fluxv1alpha1.HoldRequest{Until: held.Until}), "it counts without its reason")
		}
	})

	DescribeTable("cuts the name of a revision, and keeps the digest",
		func(revision string, want OmegaMatcher) {
			ex := readyExtension()
			raw, err := json.Marshal(fluxv1alpha1.FluxStatus{Shoot: &fluxv1alpha1.ObservedShoot{AppliedRevision: revision, AttemptedRevision: revision}})
			Expect(err).NotTo(HaveOccurred())
			observed(ex, string(raw))
			status := StatusOf(ex, shootOf(), "alpha")
			Expect(status.AppliedRevision).To(And(want, HaveValidLength(256)))
			Expect(status.AttemptedRevision).To(Equal(status.AppliedRevision))
		},
		Entry("an OCI tag of the maximum length", strings.Repeat("t", 128)+"@sha256:"+strings.Repeat("a1", 32),
			Equal(strings.Repeat("t", 128)+"@sha256:"+strings.Repeat("a1", 32))),
		Entry("a branch of 60 characters", strings.Repeat("b", 60)+"@sha1:"+strings.Repeat("a1", 20), Equal(strings.Repeat("b", 60)+"@sha1:"+strings.Repeat("a1", 20))),
		Entry("a long branch name", "feature/"+strings.Repeat("ä", 120)+"@sha1:"+strings.Repeat("a1", 20),
			And(HavePrefix("feature/ää"), HaveSuffix("ä…@sha1:"+strings.Repeat("a1", 20)))),
		Entry("an invalid revision", strings.Repeat("x", 5000), HaveSuffix("x…")),
		Entry("an invalid digest", "main@sha1:"+strings.Repeat("0", 5000), HaveSuffix("0…")),
		Entry("an invalid algorithm", "main@"+strings.Repeat("s", 5000)+":"+strings.Repeat("a1", 20), HaveSuffix("s…")),
	)

	It("ranks all states", func() {
		Expect(fluxv1alpha1.ShootStates()).To(HaveLen(12))
	})
})

var _ = Describe("ReadShoot", func() {
	It("reads the relevant fields", func() {
		shoot, known := ReadShoot([]byte(`{"metadata":{"namespace":"garden-demo","name":"one","uid":"uid","deletionTimestamp":"2026-11-21T11:00:00Z"},"spec":{"seedName":"alpha","hibernation":{"enabled":true}}}`))
		Expect(known).To(BeTrue())
		Expect(shoot.Deleted.Equal(new(at(11, 0)))).To(BeTrue())
		shoot.Deleted = metav1.Time{}
		Expect(shoot).To(Equal(Shoot{Namespace: "garden-demo", Name: "one", UID: "uid", Hibernated: true, SeedName: "alpha", Labels: map[string]string{}}))
	})

	DescribeTable("finds no Shoot",
		func(raw string) {
			_, known := ReadShoot([]byte(raw))
			Expect(known).To(BeFalse())
		},
		Entry("an empty Cluster", ""),
		Entry("no UID", `{"metadata":{"namespace":"garden-demo","name":"one"}}`),
		Entry("no namespace", `{"metadata":{"name":"one","uid":"uid"}}`),
	)
})

var _ = Describe("StatusOf with a rollout", func() {
	given := func(state, provider string, configured gardencorev1beta1.ConditionStatus, change ...func(*Shoot)) fluxv1alpha1.ShootStatus {
		ex, shoot := readyExtension(), Shoot{Namespace: "garden-demo", Name: "one", UID: "uid", SeedName: "alpha"}
		ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3","sync":true,"namespace":"flux-system","seen":` + state + `}`)}
		observed(ex, provider)
		withCondition(ex, "FluxConfigured", configured, "Reason", "message", at(9, 0))
		for _, c := range change {
			c(&shoot)
		}
		return StatusOf(ex, shoot, "alpha")
	}
	const two = `{"ring":"production","revision":"two"}`

	DescribeTable("reports ring and revision",
		func(state, provider string, configured gardencorev1beta1.ConditionStatus, ring, revision string, expected fluxv1alpha1.ShootState) {
			status := given(state, provider, configured)
			Expect(status.Ring).To(Equal(ring))
			Expect(status.Revision).To(Equal(revision))
			Expect(status.State).To(Equal(expected))
		},
		Entry("observed revision", two, `{"shoot":{"revision":"two"}}`, gardencorev1beta1.ConditionTrue, "production", "two", fluxv1alpha1.ShootReady),
		Entry("delivered revision that was not observed yet", two, `{"shoot":{"revision":"one"}}`, gardencorev1beta1.ConditionTrue, "production", "one", fluxv1alpha1.ShootReady),
		Entry("attempted revision with a configuration error", two, `{"shoot":{"revision":"one"}}`, gardencorev1beta1.ConditionFalse, "production", "two", fluxv1alpha1.ShootFailed),
		Entry("revision that waits", `{"ring":"production","revision":"one","waits":"two"}`, `{"shoot":{"revision":"one"}}`, gardencorev1beta1.ConditionProgressing, "production", "one", fluxv1alpha1.ShootProgressing),
		Entry("no observation yet", two, `{}`, gardencorev1beta1.ConditionTrue, "production", "", fluxv1alpha1.ShootReady),
		Entry("removed rollout", `{}`, `{"shoot":{"revision":"one"}}`, gardencorev1beta1.ConditionTrue, "", "", fluxv1alpha1.ShootReady),
	)

	It("reports the last observed revision of a hibernated Shoot", func() {
		status := given(two, `{"shoot":{"revision":"one"}}`, gardencorev1beta1.ConditionTrue, func(shoot *Shoot) { shoot.Hibernated = true })
		Expect(status).To(And(HaveField("State", fluxv1alpha1.ShootHibernated), HaveField("Ring", "production"), HaveField("Revision", "one")))
	})
})

var _ = Describe("The configuration in a status", func() {
	status := func(state, observed string, conditions ...gardencorev1beta1.Condition) fluxv1alpha1.ShootStatus {
		ex := &extensionsv1alpha1.Extension{}
		ex.Status.State, ex.Status.Conditions = &runtime.RawExtension{Raw: []byte(state)}, conditions
		if observed != "" {
			ex.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(observed)}
		}
		return StatusOf(ex, Shoot{Namespace: "garden-demo", Name: "one", UID: "uid"}, "alpha")
	}
	const delivered = `{"flux":true,"seen":{"config":"new"}}`

	It("is the one that the last health check has observed", func() {
		Expect(status(delivered, `{"shoot":{"configuration":"old"}}`).Configuration).To(Equal("old"))
		Expect(status(delivered, "").Configuration).To(BeEmpty(), "no health check yet")
	})

	It("is the refused one after a configuration error", func() {
		refused := gardencorev1beta1.Condition{Type: "FluxConfigured", Status: "False", Reason: "InvalidConfiguration"}
		Expect(status(delivered, `{"shoot":{"configuration":"old"}}`, refused).Configuration).To(Equal("new"))
	})

	It("is pending with reason and message of the condition, without credentials and within limits", func() {
		pending := gardencorev1beta1.Condition{Type: "FluxUpToDate", Status: "Progressing", Reason: "WaitingForRing", Message: "https://user:secret@git.example.com " + strings.Repeat("x", 2000)}
		got := status(delivered, "", pending).Pending
		Expect(got.Reason).To(Equal(fluxv1alpha1.PendingRing))
		Expect(got.Message).To(And(Not(ContainSubstring("secret")), HaveLen(256)))
		pending.Status = "True"
		Expect(status(delivered, "", pending).Pending).To(BeNil())
		Expect(status(delivered, "").Pending).To(BeNil())
	})
})
