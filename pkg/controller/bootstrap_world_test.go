// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"bytes"
	"context"
	"io"

	"github.com/andybalholm/brotli"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

const (
	crdsName        = "extension-shoot-flux-crds"
	controllersName = "extension-shoot-flux-controllers"
	configName      = "extension-shoot-flux-config"
)

// onPaper is a shoot that was brought Flux with a configuration.
type onPaper struct {
	*world
	checker *HealthChecker
}

func onceWorld(config string) *onPaper {
	GinkgoHelper()
	w := newWorld(map[string]string{"config.yaml": string(fluxConfig(config))}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	})
	return &onPaper{world: w, checker: &HealthChecker{Seed: w.seed, Live: w.seed, Deliverer: w.actuator.Deliverer}}
}

// reconcile does what an operation of gardenlet leads to.
func (p *onPaper) reconcile(ctx context.Context) {
	GinkgoHelper()
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
	Expect(p.actuator.Reconcile(ctx, logr.Discard(), p.ex)).To(Succeed())
}

func (p *onPaper) configure(ctx context.Context, config string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: map[string]string{"config.yaml": string(fluxConfig(config))}}
	Expect(p.garden.Update(ctx, configMap)).To(Succeed())
}

// applied has gardener-resource-manager apply everything.
func (p *onPaper) applied(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range p.resources(ctx) {
		resource.Status.ObservedGeneration = resource.Generation
		resource.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}}
		Expect(p.seed.Update(ctx, &resource)).To(Succeed())
	}
}

// arrived is what is seen in the shoot when all of it is there.
func arrived() health.ShootObservation {
	root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{resourcesv1alpha1.KeepObject: "true"}}}
	return health.ShootObservation{Source: &health.Source{Kept: true}, Kustomization: root}
}

// settle looks at the shoot.
func (p *onPaper) settle(ctx context.Context, seen health.ShootObservation) {
	GinkgoHelper()
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
	noted := p.noted(ctx)
	state, err := p.actuator.Deliverer.State(ctx, technicalID)
	Expect(err).NotTo(HaveOccurred())
	_, err = p.checker.settle(ctx, p.ex, noted, state, health.Observation{Sync: syncOf(noted), Shoot: seen})
	Expect(err).NotTo(HaveOccurred())
}

func (p *onPaper) noted(ctx context.Context) configuration.Delivered {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), ex)).To(Succeed())
	noted, err := readState(ex)
	Expect(err).NotTo(HaveOccurred())
	return noted
}

func (p *onPaper) names(ctx context.Context) []string {
	GinkgoHelper()
	var names []string
	for _, resource := range p.resources(ctx) {
		names = append(names, resource.Name)
	}
	return names
}

// holds returns the YAML of a ManagedResource.
func (p *onPaper) holds(ctx context.Context, name string) string {
	GinkgoHelper()
	resource, secret := &resourcesv1alpha1.ManagedResource{}, &corev1.Secret{}
	Expect(p.seed.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: name}, resource)).To(Succeed())
	Expect(p.seed.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: resource.Spec.SecretRefs[0].Name}, secret)).To(Succeed())
	yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])))
	Expect(err).NotTo(HaveOccurred())
	return string(yaml)
}

func (p *onPaper) told(ctx context.Context) string {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), ex)).To(Succeed())
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
	Expect(condition).NotTo(BeNil())
	return string(condition.Status) + " " + condition.Reason + " " + condition.Message
}
