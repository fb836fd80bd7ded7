// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// checked is a shoot with mode BootstrapOnce whose health is checked.
type checked struct {
	*extensiontest.ActuatorFixture
	checker *Reconciler
}

func onceChecked(config string) *checked {
	GinkgoHelper()
	p := extensiontest.NewDelivered(config)
	return &checked{ActuatorFixture: p, checker: &Reconciler{Seed: p.Seed, Live: p.Seed, Deliverer: p.Actuator.Deliverer, Conditions: p.Actuator.Conditions}}
}

// installed is what is observed in the shoot when everything is installed.
func installed() observe.Shoot {
	root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{resourcesv1alpha1.KeepObject: "true"}}}
	return observe.Shoot{Source: &observe.Source{Kept: true}, Kustomization: root}
}

// finishBootstrap ends the bootstrap if that is due after what was observed in the shoot.
func (p *checked) finishBootstrap(ctx context.Context, observed observe.Shoot) {
	GinkgoHelper()
	Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
	recorded := p.RecordedState(ctx)
	resources, err := p.Actuator.Deliverer.State(ctx, controllertest.TechnicalID)
	Expect(err).NotTo(HaveOccurred())
	_, err = p.checker.finishBootstrap(ctx, p.Ex, recorded, resources, health.Observation{Sync: syncOf(recorded), Shoot: observed})
	Expect(err).NotTo(HaveOccurred())
}

func syncOf(recorded extensionstatus.State) *observe.Sync {
	return syncIn(&extensionscontroller.Cluster{}, recorded)
}
