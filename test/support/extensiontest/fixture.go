// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensiontest provides an actuator with a garden, a seed and a shoot in memory. Only tests may import it.
package extensiontest

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"time"

	"github.com/andybalholm/brotli"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxextension "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// NewDelivered returns a fixture with the configuration of the project, and an Extension whose last operation
// succeeded.
func NewDelivered(config string) *ActuatorFixture {
	GinkgoHelper()
	return NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	})
}

// Reconcile reconciles the Extension like an operation of gardenlet.
func (p *ActuatorFixture) Reconcile(ctx context.Context) {
	GinkgoHelper()
	Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
	Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(Succeed())
}

// Configure replaces the configuration of the project.
func (p *ActuatorFixture) Configure(ctx context.Context, config string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}}
	Expect(p.Garden.Update(ctx, configMap)).To(Succeed())
}

// ApplyAll marks all ManagedResources as applied.
func (p *ActuatorFixture) ApplyAll(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range p.Resources(ctx) {
		resource.Status.ObservedGeneration = resource.Generation
		resource.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}}
		Expect(p.Seed.Update(ctx, &resource)).To(Succeed())
	}
}

// RecordedState returns the state of the Extension.
func (p *ActuatorFixture) RecordedState(ctx context.Context) extensionstatus.State {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), ex)).To(Succeed())
	noted, err := extensionstatus.ReadState(ex)
	Expect(err).NotTo(HaveOccurred())
	return noted
}

// Names returns the names of the ManagedResources.
func (p *ActuatorFixture) Names(ctx context.Context) []string {
	GinkgoHelper()
	var names []string
	for _, resource := range p.Resources(ctx) {
		names = append(names, resource.Name)
	}
	return names
}

// Manifests returns the YAML of a ManagedResource.
func (p *ActuatorFixture) Manifests(ctx context.Context, name string) string {
	GinkgoHelper()
	resource, secret := &resourcesv1alpha1.ManagedResource{}, &corev1.Secret{}
	Expect(p.Seed.Get(ctx, client.ObjectKey{Namespace: p.Ex.Namespace, Name: name}, resource)).To(Succeed())
	Expect(p.Seed.Get(ctx, client.ObjectKey{Namespace: p.Ex.Namespace, Name: resource.Spec.SecretRefs[0].Name}, secret)).To(Succeed())
	yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])))
	Expect(err).NotTo(HaveOccurred())
	return string(yaml)
}

// ConfiguredCondition returns the status, reason and message of the condition FluxConfigured.
func (p *ActuatorFixture) ConfiguredCondition(ctx context.Context) string {
	GinkgoHelper()
	condition := p.Configured(ctx)
	return string(condition.Status) + " " + condition.Reason + " " + condition.Message
}

// compressor is shared by all tests, because it takes half a second to compress the manifests of Flux. Its only state is
// a cache.
var compressor = content.NewCompressor()

// NewDeliverer returns a Deliverer that shares its compressed manifests with other tests.
func NewDeliverer(seed client.Client) *managedresource.Deliverer {
	return managedresource.NewDeliverer(seed).CompressingWith(compressor)
}

// ActuatorFixture is a Fixture with an actuator.
type ActuatorFixture struct {
	*controllertest.Fixture
	Actuator *fluxextension.Actuator
}

// NewActuatorFixture returns a fixture with an actuator.
func NewActuatorFixture(config map[string]string, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) *ActuatorFixture {
	GinkgoHelper()
	w := &ActuatorFixture{Fixture: controllertest.NewFixture(config, change)}
	w.Actuator = &fluxextension.Actuator{
		Seed:     w.Seed,
		Projects: garden.NewReader(w.Garden),
		Resolver: controllertest.NewResolver(), Costs: kube.NewCosts(clock.RealClock{}, kube.ElapsedTime(clock.RealClock{})), GardenIdentity: "garden",
		DeployKeys: secrets.NewStore(w.Garden, rand.Reader, clock.RealClock{}),
		Renderer:   controllertest.Renderer,
		Shoots:     controllertest.NewShootConnector(false),
		Migrations: toolkit.NewMigrations(clock.RealClock{}),
		Deliverer:  NewDeliverer(w.Seed),
		Conditions: statuswriter.NewWriter(w.Seed, w.Seed, clock.RealClock{}),
		Events:     w.Events, GardenEvents: w.GardenEvents,
		Recorder: w.Recorded, Clock: clock.RealClock{},
		Timeouts: fluxextension.Timeouts{
			Release: 50 * time.Millisecond, ReleaseRetry: time.Minute,
			Migration: time.Minute, AccessRetry: 3 * time.Second, ConfigurationRetry: time.Second,
		},
	}
	return w
}

// RemoveFinalizers removes the finalizers of a ManagedResource that is being deleted. gardener-resource-manager does
// this after it has deleted the objects of the ManagedResource.
func (p *ActuatorFixture) RemoveFinalizers(ctx context.Context, name string) {
	GinkgoHelper()
	resource := &resourcesv1alpha1.ManagedResource{}
	Expect(p.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: name}, resource)).To(Succeed())
	Expect(resource.DeletionTimestamp).NotTo(BeNil(), name)
	resource.Finalizers = nil
	Expect(p.Seed.Update(ctx, resource)).To(Succeed())
}
