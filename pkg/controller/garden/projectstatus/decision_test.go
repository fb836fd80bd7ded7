// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"encoding/json"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	project = "garden-my-project"
	grace   = 15 * time.Minute
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// shootWith returns a Shoot with Flux on seed alpha that Gardener has reconciled.
func shootWith(change ...func(*gardencorev1beta1.Shoot)) *gardencorev1beta1.Shoot {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "my-shoot", UID: "uid"}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	shoot.Spec.SeedName, shoot.Status.SeedName = new("alpha"), new("alpha")
	shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded}
	for _, c := range change {
		c(shoot)
	}
	return shoot
}

func withoutFlux(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil }

func disablingFlux(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions[0].Disabled = new(true) }

func deleted(shoot *gardencorev1beta1.Shoot) {
	shoot.DeletionTimestamp, shoot.Finalizers = &metav1.Time{Time: now}, []string{"gardener"}
}

// entryOf is an entry with seed alpha, or one of no seed.
func entryOf(uid string, state fluxv1alpha1.ShootState) string {
	status := fluxv1alpha1.ShootStatus{UID: types.UID(uid), State: state, Seed: "alpha", ObservedAt: metav1.NewTime(now)}
	if state == fluxv1alpha1.ShootNotReported {
		status.Seed = ""
	}
	text, err := json.Marshal(status)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

func selfHosted(shoot *gardencorev1beta1.Shoot) {
	shoot.Spec.SeedName, shoot.Status.SeedName = nil, nil
	shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
}

var _ = Describe("maySweep", func() {
	DescribeTable("selects entries whose Shoot or Extension is gone",
		func(shoot *gardencorev1beta1.Shoot, state fluxv1alpha1.ShootState, expected bool) {
			Expect(maySweep(shoot, fluxv1alpha1.ShootStatus{UID: "uid", Seed: "alpha", State: state})).To(Equal(expected))
		},
		Entry("no Shoot", nil, fluxv1alpha1.ShootReady, true),
		Entry("a recreated Shoot", shootWith(func(s *gardencorev1beta1.Shoot) { s.UID = "another" }), fluxv1alpha1.ShootReady, true),
		Entry("an existing Shoot", shootWith(), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that is being deleted", shootWith(deleted), fluxv1alpha1.ShootDeleting, false),
		Entry("a migrating Shoot", shootWith(func(s *gardencorev1beta1.Shoot) { s.Spec.SeedName = new("beta") }), fluxv1alpha1.ShootMigrating, false),
		Entry("a migrating Shoot that disables Flux", shootWith(disablingFlux), fluxv1alpha1.ShootMigrating, false),
		Entry("a migrating Shoot that disables Flux, and whose entry is outdated", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation.Type = gardencorev1beta1.LastOperationTypeMigrate
		}), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that disables Flux after a live migration of its control plane", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation.Type = gardencorev1beta1.LastOperationTypeLiveMigrate
		}), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that disables Flux during a live migration of its control plane", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) {
			s.Status.LiveMigration = &gardencorev1beta1.LiveMigration{}
		}), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that disables Flux after an operation that is not known", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation.Type = "Teleport"
		}), fluxv1alpha1.ShootReady, false),
		Entry("a reconciled Shoot that disables Flux", shootWith(disablingFlux), fluxv1alpha1.ShootReady, true),
		Entry("a Shoot that disables Flux in its next maintenance window", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) { s.Generation = 7 }), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that disables Flux, and whose operation fails", shootWith(disablingFlux, func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation.State = gardencorev1beta1.LastOperationStateError
		}), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that does not name Flux", shootWith(withoutFlux), fluxv1alpha1.ShootReady, false),
		Entry("a Shoot that does not name Flux, and whose seed has reported the removal", shootWith(withoutFlux), fluxv1alpha1.ShootRemoving, true),
		Entry("a Shoot that enables Flux again", shootWith(), fluxv1alpha1.ShootRemoving, false),
		Entry("a Shoot that does not name Flux, and that no seed has reported", shootWith(withoutFlux), fluxv1alpha1.ShootNotReported, true),
	)
})

var _ = Describe("decide", func() {
	observed := func(data map[string]string, missingSince time.Time, shoots ...*gardencorev1beta1.Shoot) observation {
		o := observation{namespace: project}
		if data != nil {
			o.configMap = &corev1.ConfigMap{Data: data}
		}
		if !missingSince.IsZero() {
			o.missing = map[types.UID]time.Time{"uid": missingSince}
		}
		for _, shoot := range shoots {
			o.shoots = append(o.shoots, *shoot)
		}
		return o
	}

	DescribeTable("reports a Shoot that no seed reports",
		func(shoot *gardencorev1beta1.Shoot, entry string, missingSince time.Time, expected bool, again time.Duration) {
			var data map[string]string
			if entry != "none" {
				data = map[string]string{"my-shoot": entry}
			}
			d := decide(observed(data, missingSince, shoot), now, grace)
			if expected {
				Expect(d.unreported).To(HaveKeyWithValue("my-shoot", And(
					HaveField("UID", types.UID("uid")), HaveField("State", fluxv1alpha1.ShootNotReported), HaveField("Seed", ""), HaveField("Ready", false),
					HaveField("DeployKeyFingerprint", "unknown"),
				)))
			} else {
				Expect(d.unreported).To(BeEmpty())
			}
			Expect(d.again).To(Equal(again))
		},
		Entry("a new Shoot", shootWith(), "none", time.Time{}, false, grace),
		Entry("a Shoot within the grace period", shootWith(), "none", now.Add(-grace+time.Second), false, time.Second),
		Entry("a Shoot after the grace period", shootWith(), "none", now.Add(-grace), true, time.Duration(0)),
		Entry("a clock that was set back", shootWith(), "none", now.Add(time.Hour), false, grace),
		Entry("an entry of an earlier Shoot with the same name", shootWith(), entryOf("earlier", "Ready"), now.Add(-grace), true, time.Duration(0)),
		Entry("an entry of its seed", shootWith(), entryOf("uid", "Failed"), now.Add(-grace), false, time.Duration(0)),
		Entry("an entry of its former seed", shootWith(), entryOf("uid", "Migrating"), now.Add(-grace), false, time.Duration(0)),
		Entry("an entry with state NotReported", shootWith(), entryOf("uid", "NotReported"), time.Time{}, true, time.Duration(0)),
		Entry("an entry that a member of the project has written", shootWith(), "mine", now.Add(-grace), false, time.Duration(0)),
		Entry("an entry with a UID that a member of the project has written", shootWith(), `{"uid":"1"}`, now.Add(-grace), false, time.Duration(0)),
		Entry("an empty entry, which its seed is about to remove", shootWith(), "", now.Add(-grace), true, time.Duration(0)),
		Entry("a Shoot that disables Flux", shootWith(disablingFlux), "none", now.Add(-grace), false, time.Duration(0)),
		Entry("a Shoot with an entry that disables Flux", shootWith(disablingFlux), entryOf("uid", "NotReported"), time.Time{}, false, time.Duration(0)),
		Entry("a Shoot that is being deleted", shootWith(deleted), "none", now.Add(-grace), false, time.Duration(0)),
	)

	DescribeTable("doubts an entry without a Shoot",
		func(entry string, expected bool) {
			d := decide(observed(map[string]string{"gone": entry, "my-shoot": entryOf("uid", "Ready")}, time.Time{}, shootWith()), now, grace)
			if expected {
				Expect(d.doubtful).To(HaveLen(1))
				Expect(d.doubtful).To(HaveKey("gone"))
			} else {
				Expect(d.doubtful).To(BeEmpty())
			}
		},
		Entry("of a seed", entryOf("other", "Ready"), true),
		Entry("of the garden controller", entryOf("other", "NotReported"), true),
		Entry("that a member of the project has written", "mine", false),
		Entry("that a member of the project has written with a UID", `{"uid":"1"}`, false),
		Entry("that is about to be removed", "", false),
	)

	It("keeps the times of an entry while its reason is the same", func() {
		began := metav1.NewTime(now.Add(-time.Hour))
		known := fluxv1alpha1.ShootStatus{UID: "uid", State: fluxv1alpha1.ShootNotReported, Reason: "SeedDoesNotReport", Since: began, ObservedAt: began}
		entry, err := json.Marshal(known)
		Expect(err).NotTo(HaveOccurred())
		status := decide(observed(map[string]string{"my-shoot": string(entry)}, time.Time{}, shootWith()), now, grace).unreported["my-shoot"]
		Expect([]time.Time{status.Since.UTC(), status.ObservedAt.UTC()}).To(Equal([]time.Time{began.UTC(), began.UTC()}))

		status = decide(observed(map[string]string{"my-shoot": string(entry)}, time.Time{}, shootWith(func(s *gardencorev1beta1.Shoot) { s.Generation = 7 })), now, grace).unreported["my-shoot"]
		Expect([]time.Time{status.Since.UTC(), status.ObservedAt.UTC()}).To(Equal([]time.Time{began.UTC(), now}))
	})
})

var _ = Describe("reasonOf", func() {
	DescribeTable("names the likely fix",
		func(change func(*gardencorev1beta1.Shoot), expected, message string) {
			reason, text := reasonOf(shootWith(change))
			Expect(reason).To(Equal(expected))
			Expect(text).To(ContainSubstring(message))
		},
		Entry("a Shoot without a seed", func(s *gardencorev1beta1.Shoot) { s.Spec.SeedName, s.Status.SeedName = nil, nil }, "ShootNotScheduled", "has not scheduled the Shoot"),
		Entry("a Shoot without an operation", func(s *gardencorev1beta1.Shoot) { s.Status.LastOperation = nil }, "OperationNotBegun", "gardenlet runs for seed alpha"),
		Entry("a Shoot that is being created", func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeCreate, State: gardencorev1beta1.LastOperationStateError}
		}, "OperationNotFinished", "operation Create is in state Error"),
		Entry("a self-hosted Shoot that gardenadm has not connected", func(s *gardencorev1beta1.Shoot) { selfHosted(s); s.Status.LastOperation = nil },
			"OperationNotBegun", "gardenlet runs for the self-hosted Shoot"),
		Entry("a reconciled self-hosted Shoot", selfHosted, "SelfHostedShootDoesNotReport",
			"The self-hosted Shoot does not report the Shoot. The operator should check that the extension is installed in it (its ControllerInstallation for the Shoot) and runs, "+
				"and that it has access to the garden (ServiceAccount extension-shoot--my-shoot--shoot-flux-garden in namespace garden-my-project)"),
		Entry("a changed Shoot", func(s *gardencorev1beta1.Shoot) { s.Generation = 7 }, "ShootNotReconciled", "gardener.cloud/operation=reconcile"),
		Entry("a reconciled Shoot", func(*gardencorev1beta1.Shoot) {}, "SeedDoesNotReport", "installed there (its ControllerInstallation for the seed) and runs, and that it has access to the garden (ServiceAccount shoot-flux-garden in namespace seed-alpha)"),
	)
})
