// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

var _ = Describe("Fleet", func() {
	var (
		now      = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		registry *prometheus.Registry
		fleet    *Fleet
		statuses map[string]fluxv1alpha1.ShootStatus
		keys     map[string][]Key
		objects  []client.Object
		broken   error
	)

	add := func(project, name string, status fluxv1alpha1.ShootStatus) {
		namespace := "shoot--" + project + "--" + name
		statuses[namespace] = status
		objects = append(objects,
			&extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"},
				Spec: extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux"}}},
			&extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}, Spec: extensionsv1alpha1.ClusterSpec{
				Shoot: runtime.RawExtension{Raw: fmt.Appendf(nil, `{"metadata":{"namespace":"garden-%s","name":"%s"}}`, project, name)},
			}})
	}

	BeforeEach(func() {
		registry = prometheus.NewRegistry()
		statuses, keys, objects, broken = map[string]fluxv1alpha1.ShootStatus{}, map[string][]Key{}, nil, nil
	})

	lead := func() chan<- struct{} {
		GinkgoHelper()
		elected := make(chan struct{})
		fleet = &Fleet{
			Seed: fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).Build(),
			StatusOf: func(ex *extensionsv1alpha1.Extension, shoot []byte) (fluxv1alpha1.ShootStatus, string) {
				object := &metav1.PartialObjectMetadata{}
				if json.Unmarshal(shoot, object) != nil {
					return fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootProgressing}, ""
				}
				return statuses[ex.Namespace], object.Namespace
			},
			KeysOf:   func(_ context.Context, project string) ([]Key, error) { return keys[project], broken },
			Versions: []string{"v2.8.9", "v2.9.3"}, Clock: testclock.NewFakePassiveClock(now), Log: logr.Discard(), Timeout: time.Second, Elected: elected,
		}
		Expect(registry.Register(fleet)).To(Succeed())
		return elected
	}

	It("counts Shoots by state, version, and cause of failure, with zero for all other values", func() {
		add("a", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady, FluxVersion: "v2.9.3"})
		add("a", "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, Cause: fluxv1alpha1.CauseAuthentication, FluxVersion: "v2.9.3"})
		add("b", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, FluxVersion: "v2.1.0"})
		add("b", "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootProgressing, Cause: fluxv1alpha1.CauseConnection})
		add("c", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootDegraded, Cause: fluxv1alpha1.CauseRelease, FluxVersion: "v2.9.3"})
		add("c", "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootDegraded, Cause: "Invented", FluxVersion: "v2.9.3"})
		close(lead())

		for state, count := range map[string]float64{"Ready": 1, "Failed": 2, "Degraded": 2, "Progressing": 1, "Deleting": 0} {
			Expect(value(registry, "shoot_flux_shoots", state)).To(Equal(count), state)
		}
		for cause, count := range map[string]float64{"AuthenticationFailed": 1, "Other": 1, "ConnectionFailed": 0, "ReleaseFailed": 0} {
			Expect(value(registry, "shoot_flux_failed_shoots", cause)).To(Equal(count), cause)
		}
		for cause, count := range map[string]float64{"ReleaseFailed": 1, "Other": 1, "AuthenticationFailed": 0} {
			Expect(value(registry, "shoot_flux_degraded_shoots", cause)).To(Equal(count), cause)
		}
		for version, count := range map[string]float64{"v2.9.3": 4, "v2.8.9": 0, "other": 1, "none": 1} {
			Expect(value(registry, "shoot_flux_shoots_by_flux_version", version)).To(Equal(count), version)
		}
	})

	It("counts Shoots by the state of the operator's baseline, whatever the state of the project is", func() {
		baseline := func(state fluxv1alpha1.BaselineState) *fluxv1alpha1.BaselineStatus {
			return &fluxv1alpha1.BaselineStatus{State: state}
		}
		add("a", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady, Baseline: baseline("Failed")})
		add("a", "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, Baseline: baseline("Failed")})
		add("b", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, Baseline: baseline("Ready")})
		add("b", "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
		close(lead())

		for state, count := range map[string]float64{"Failed": 2, "Ready": 1, "Unreachable": 0, "Suspended": 0, "Progressing": 0, "Removing": 0} {
			Expect(value(registry, "shoot_flux_baseline_shoots", state)).To(Equal(count), state)
		}
		Expect(value(registry, "shoot_flux_shoots", "Failed")).To(Equal(2.0))
		Expect(value(registry, "shoot_flux_shoots", "Ready")).To(Equal(2.0))
	})

	It("counts the deploy keys of projects once, by phase and age", func() {
		for project, days := range map[string]int{"a": 0, "b": 30, "c": 31, "d": 366} {
			add(project, "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
			add(project, "two", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
			keys["garden-"+project] = []Key{{Phase: fluxv1alpha1.DeployKeyPhaseInUse, Since: now.AddDate(0, 0, -days)}}
		}
		keys["garden-a"] = []Key{
			{Phase: fluxv1alpha1.DeployKeyPhasePrepared, Since: now.Add(time.Hour)}, // its clock is ahead
			{Phase: fluxv1alpha1.DeployKeyPhaseInUse, Since: now.AddDate(0, 0, -100)},
		}
		keys["garden-elsewhere"] = []Key{{Phase: fluxv1alpha1.DeployKeyPhaseInUse, Since: now.AddDate(-9, 0, 0)}}
		add("e", "keyless", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
		close(lead())

		for phase, count := range map[string]float64{"InUse": 4, "RotationPrepared": 1, "RotationCompleting": 0} {
			Expect(value(registry, "shoot_flux_deploy_keys", phase)).To(Equal(count), phase)
		}
		for days, count := range map[string]float64{"30": 2, "90": 1, "180": 1, "365": 0, "older": 1} {
			Expect(value(registry, "shoot_flux_deploy_keys_by_age", days)).To(Equal(count), days)
		}
		Expect(value(registry, "shoot_flux_deploy_key_oldest_seconds")).To(Equal((366 * 24 * time.Hour).Seconds()))
	})

	It("leaves out other extensions, and counts a Shoot without a Cluster", func() {
		add("a", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
		objects = objects[:1]
		for name, spec := range map[string]extensionsv1alpha1.ExtensionSpec{
			"other-type": {DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "other"}},
			"for-seed":   {DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux", Class: ptr.To(extensionsv1alpha1.ExtensionClassSeed)}},
		} {
			objects = append(objects, &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--a--one", Name: name}, Spec: spec})
		}
		close(lead())
		Expect(value(registry, "shoot_flux_shoots", "Progressing")).To(Equal(1.0))
		Expect(value(registry, "shoot_flux_shoots", "Ready")).To(BeZero())
	})

	It("has no metrics after an error, until the next scrape", func() {
		add("a", "one", fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady})
		close(lead())
		broken = errors.New("cache is gone")
		Expect(value(registry, "shoot_flux_shoots", "Ready")).To(BeNumerically("<", 0))
		broken = nil
		Expect(value(registry, "shoot_flux_shoots", "Ready")).To(Equal(1.0))
	})

	It("has no metrics unless it leads", func() {
		elected := lead()
		Expect(registry.Gather()).To(BeEmpty())
		close(elected)
		Expect(registry.Gather()).NotTo(BeEmpty())
	})
})
