// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"encoding/json"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const label = "extensions.extensions.gardener.cloud/shoot-flux"

func shootWith(change func(*gardencorev1beta1.Shoot)) *gardencorev1beta1.Shoot {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-my-project", Name: "my-shoot", UID: "1", ResourceVersion: "7", Generation: 3}}
	change(shoot)
	return shoot
}

var _ = Describe("UsesFlux", func() {
	extensions := func(extensions ...gardencorev1beta1.Extension) func(*gardencorev1beta1.Shoot) {
		return func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = extensions }
	}
	DescribeTable("returns whether the extension is enabled",
		func(change func(*gardencorev1beta1.Shoot), expected bool) {
			shoot := shootWith(change)
			Expect(garden.UsesFlux(shoot)).To(Equal(expected))
			slim, err := garden.SlimShoot(shoot)
			Expect(err).NotTo(HaveOccurred())
			Expect(garden.UsesFlux(slim.(*gardencorev1beta1.Shoot))).To(Equal(expected), "in a cache")
		},
		Entry("no extension", extensions(), false),
		Entry("another extension", extensions(gardencorev1beta1.Extension{Type: "shoot-dns-service"}), false),
		Entry("an extension in the Shoot", extensions(gardencorev1beta1.Extension{Type: "shoot-dns-service"}, gardencorev1beta1.Extension{Type: "shoot-flux"}), true),
		Entry("an extension that the Shoot enables explicitly", extensions(gardencorev1beta1.Extension{Type: "shoot-flux", Disabled: new(false)}), true),
		Entry("an extension that the Shoot disables", extensions(gardencorev1beta1.Extension{Type: "shoot-flux", Disabled: new(true)}), false),
		Entry("an extension that the registration enables for all Shoots", func(shoot *gardencorev1beta1.Shoot) { shoot.Labels = map[string]string{label: "true"} }, true),
		Entry("a label beside a disabled extension", func(shoot *gardencorev1beta1.Shoot) {
			shoot.Labels = map[string]string{label: "true"}
			shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux", Disabled: new(true)}}
		}, false),
	)
})

var _ = Describe("SeedsOf", func() {
	DescribeTable("returns the seeds that have or will have the control plane",
		func(spec, status *string, expected ...string) {
			shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.SeedName, shoot.Status.SeedName = spec, status })
			Expect(garden.SeedsOf(shoot)).To(HaveExactElements(expected))
		},
		Entry("scheduled", new("alpha"), nil, "alpha"),
		Entry("created", new("alpha"), new("alpha"), "alpha"),
		Entry("during a migration", new("beta"), new("alpha"), "beta", "alpha"),
		Entry("removed from its seed", nil, new("alpha"), "alpha"),
		Entry("an empty name", new(""), new("alpha"), "alpha"),
	)

	It("returns none for an unscheduled Shoot", func() {
		Expect(garden.SeedsOf(shootWith(func(*gardencorev1beta1.Shoot) {}))).To(BeEmpty())
	})
})

var _ = Describe("IsReconciled", func() {
	DescribeTable("is true once the current specification is applied",
		func(observed int64, last *gardencorev1beta1.LastOperation, expected bool) {
			shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) {
				shoot.Status.ObservedGeneration, shoot.Status.LastOperation = observed, last
			})
			Expect(garden.IsReconciled(shoot)).To(Equal(expected))
		},
		Entry("succeeded", int64(3), &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}, true),
		Entry("a change waits for the maintenance window", int64(2), &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}, false),
		Entry("in progress", int64(3), &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateProcessing}, false),
		Entry("failed", int64(3), &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateFailed}, false),
		Entry("without an operation", int64(0), nil, false),
	)
})

var _ = Describe("SlimShoot", func() {
	It("keeps only the fields that are read, with bounds", func() {
		long := strings.Repeat("x", 100_000)
		shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) {
			shoot.Labels = map[string]string{label: "true", "a": long}
			shoot.Annotations = map[string]string{"a": long, "flux.extensions.gardener.cloud/hold-until": long}
			shoot.Finalizers = []string{long}
			shoot.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
			shoot.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: long}}
			shoot.Spec.SeedName, shoot.Status.SeedName = new("alpha"), new("beta")
			shoot.Spec.Purpose = new(gardencorev1beta1.ShootPurpose(long))
			shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "a" + long}, {Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte(long)}}}
			shoot.Status.ObservedGeneration = 3
			shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{
				Type: gardencorev1beta1.LastOperationTypeMigrate, State: gardencorev1beta1.LastOperationStateProcessing, Description: long,
			}
			shoot.Status.LiveMigration = &gardencorev1beta1.LiveMigration{Conditions: []gardencorev1beta1.Condition{{Message: long}}}
			shoot.Status.LastErrors = []gardencorev1beta1.LastError{{Description: long}}
		})
		object, err := garden.SlimShoot(shoot)
		Expect(err).NotTo(HaveOccurred())
		slim := object.(*gardencorev1beta1.Shoot)
		written, err := json.Marshal(slim)
		Expect(err).NotTo(HaveOccurred())
		Expect(len(written)).To(BeNumerically("<", 1500))

		Expect(slim.ObjectMeta).To(Equal(metav1.ObjectMeta{
			Namespace: "garden-my-project", Name: "my-shoot", UID: "1", ResourceVersion: "7", Generation: 3,
			DeletionTimestamp: shoot.DeletionTimestamp, Labels: map[string]string{label: "true"},
		}))
		Expect(garden.SeedsOf(slim)).To(Equal(garden.SeedsOf(shoot)))
		Expect(slim.Status.ObservedGeneration).To(BeEquivalentTo(3))
		Expect(slim.Status.LastOperation).To(Equal(&gardencorev1beta1.LastOperation{
			Type: gardencorev1beta1.LastOperationTypeMigrate, State: gardencorev1beta1.LastOperationStateProcessing,
		}))
		Expect(slim.Status.LiveMigration).To(Equal(&gardencorev1beta1.LiveMigration{}))
		again, err := garden.SlimShoot(slim)
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(Equal(object), "client-go may transform an object twice")
	})

	It("keeps the fields that rollouts use", func() {
		shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) {
			shoot.Labels = map[string]string{"ring": "canary", label: "true"}
			shoot.Annotations = map[string]string{"a": "b", "flux.extensions.gardener.cloud/hold-until": "2026-12-18T18:00:00Z"}
			shoot.Spec.Purpose = new(gardencorev1beta1.ShootPurposeProduction)
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true), Schedules: []gardencorev1beta1.HibernationSchedule{{Start: new("0 0 * * *")}}}
			shoot.Spec.Maintenance = &gardencorev1beta1.Maintenance{
				TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: "220000+0000", End: "230000+0000"},
				AutoUpdate: &gardencorev1beta1.MaintenanceAutoUpdate{KubernetesVersion: true},
			}
		})
		object, err := garden.SlimShoot(shoot)
		Expect(err).NotTo(HaveOccurred())
		slim := object.(*gardencorev1beta1.Shoot)
		Expect(slim.Labels).To(Equal(shoot.Labels))
		Expect(slim.Annotations).To(Equal(map[string]string{"flux.extensions.gardener.cloud/hold-until": "2026-12-18T18:00:00Z"}))
		Expect(slim.Spec).To(Equal(gardencorev1beta1.ShootSpec{
			Purpose:     shoot.Spec.Purpose,
			Hibernation: &gardencorev1beta1.Hibernation{Enabled: new(true)},
			Maintenance: &gardencorev1beta1.Maintenance{TimeWindow: shoot.Spec.Maintenance.TimeWindow},
		}))
	})

	DescribeTable("keeps whether the Shoot sets a Flux version, and the URL or the reference of the source:",
		func(config string, version, source bool) {
			shoot := shootWith(func(shoot *gardencorev1beta1.Shoot) {
				shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte(config)}}}
			})
			object, err := garden.SlimShoot(shoot)
			Expect(err).NotTo(HaveOccurred())
			for _, each := range []*gardencorev1beta1.Shoot{shoot, object.(*gardencorev1beta1.Shoot)} {
				Expect(garden.NamesFluxVersion(each)).To(Equal(version))
				Expect(garden.NamesSource(each)).To(Equal(source))
			}
		},
		Entry("neither", `{"source":{"template":{"spec":{"interval":"5m"}}}}`, false, false),
		Entry("the reference", `{"source":{"template":{"spec":{"ref":{"branch":"a"}}}}}`, false, true),
		Entry("both", `{"flux":{"version":"v2.9"},"source":{"template":{"spec":{"url":"https://example.com/r"}}}}`, true, true),
		Entry("the version", `{"flux":{"version":"v2.9"}}`, true, false),
		Entry("the URL", "source: {template: {spec: {url: 'https://example.com/r'}}}", false, true),
		Entry("null", `{"flux":{"version":null},"source":{"template":{"spec":{"url":null}}}}`, false, false),
		Entry("nothing that can be read", "{", false, false),
	)

	It("does not change other objects", func() {
		object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "a"}}
		Expect(garden.SlimShoot(object)).To(BeIdenticalTo(object))
	})
})

var _ = Describe("MaintenanceWindow", func() {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	DescribeTable("returns whether the maintenance time window is open, and when it opens",
		func(begin, end string, open bool, next time.Duration) {
			shoot := &gardencorev1beta1.Shoot{}
			if begin != "" {
				shoot.Spec.Maintenance = &gardencorev1beta1.Maintenance{TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: begin, End: end}}
			}
			isOpen, opens := garden.MaintenanceWindow(shoot, noon)
			Expect(isOpen).To(Equal(open))
			Expect(opens).To(Equal(next))
		},
		Entry("no window", "", "", true, time.Duration(0)),
		Entry("an invalid window", "noon", "later", true, time.Duration(0)),
		Entry("an open window", "110000+0000", "140000+0000", true, time.Duration(0)),
		Entry("a window later today", "220000+0000", "230000+0000", false, 10*time.Hour),
		Entry("a window tomorrow", "080000+0000", "090000+0000", false, 20*time.Hour),
		Entry("a window in another time zone", "150000+0200", "160000+0200", false, time.Hour),
		Entry("a window over midnight", "233000+0000", "003000+0000", false, 11*time.Hour+30*time.Minute),
		Entry("a window over midnight in another time zone", "220000+1100", "010000+1100", true, time.Duration(0)),
		Entry("a window in its last 15 minutes", "110000+0000", "121000+0000", false, 23*time.Hour),
	)
})
