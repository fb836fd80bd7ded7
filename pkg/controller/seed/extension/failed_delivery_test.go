// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Failed delivery", func() {
	const config = "source: {template: {spec: {url: 'https://git.example.com/o/r'}}}"
	var (
		p       *extensiontest.ActuatorFixture
		failure error
		now     = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	)
	BeforeEach(func() {
		failure = nil
		p = extensiontest.NewDelivered(config)
		p.Actuator.Clock = testclock.NewFakePassiveClock(now)
		withWatch, ok := p.Seed.(client.WithWatch)
		Expect(ok).To(BeTrue())
		p.Actuator.Deliverer = extensiontest.NewDeliverer(interceptor.NewClient(withWatch, interceptor.Funcs{
			Create: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
				if failure != nil {
					return failure
				}
				return c.Create(ctx, o, options...)
			},
		}))
	})
	upToDate := func(ctx context.Context) string {
		GinkgoHelper()
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		condition := v1beta1helper.GetCondition(p.Ex.Status.Conditions, fluxv1alpha1.ConditionUpToDate)
		return string(condition.Status) + " " + condition.Reason
	}

	It("is reported in FluxUpToDate until an attempt succeeds", func(ctx SpecContext) {
		p.Reconcile(ctx)
		Expect(upToDate(ctx)).To(Equal("True UpToDate"))

		p.Configure(ctx, config+"\nflux: {logLevel: debug}")
		failure = errors.New("the quota is exceeded")
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the quota is exceeded")))
		Expect(upToDate(ctx)).To(Equal("Progressing DeliveryFailed"))
		written := p.Ex.ResourceVersion
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).NotTo(Succeed())
		Expect(upToDate(ctx)).To(Equal("Progressing DeliveryFailed"))
		Expect(p.Ex.ResourceVersion).To(Equal(written), "the next attempts write nothing")

		failure = nil
		p.Reconcile(ctx)
		Expect(upToDate(ctx)).To(Equal("True UpToDate"))
	})

	It("is reported by the next attempt if the report could not be written", func(ctx SpecContext) {
		p.Reconcile(ctx)
		p.Configure(ctx, config+"\nflux: {logLevel: debug}")
		failure = errors.New("the quota is exceeded")
		writer, refused := p.Actuator.Conditions, false
		withWatch, _ := p.Seed.(client.WithWatch)
		refusing := interceptor.NewClient(withWatch, interceptor.Funcs{
			SubResourcePatch: func(ctx context.Context, c client.Client, resource string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
				content, err := patch.Data(o)
				Expect(err).NotTo(HaveOccurred())
				if strings.Contains(string(content), "DeliveryFailed") {
					refused = true
					return errors.New("the seed does not respond")
				}
				return c.SubResource(resource).Patch(ctx, o, patch, options...)
			},
		})
		p.Actuator.Conditions = statuswriter.NewWriter(refusing, refusing, clock.RealClock{})
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the quota is exceeded")))
		Expect(refused).To(BeTrue())
		Expect(upToDate(ctx)).To(Equal("True UpToDate"))

		p.Actuator.Conditions = writer
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).NotTo(Succeed())
		Expect(upToDate(ctx)).To(Equal("Progressing DeliveryFailed"))
	})

	It("is reported in FluxUpToDate if it fails before it is recorded", func(ctx SpecContext) {
		p.Reconcile(ctx)
		p.Configure(ctx, "flux: {version: v2.8}")
		p.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) {
			return nil, errors.New("the shoot does not respond")
		})
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the shoot does not respond")))
		Expect(upToDate(ctx)).To(Equal("Progressing DeliveryFailed"))
	})

	It("does not answer a request to reconcile, so that the next attempt asks Flux to fetch", func(ctx SpecContext) {
		p.Reconcile(ctx)
		connections := 0
		shoots := controllertest.NewShootConnector(false)
		p.Actuator.Shoots = controllertest.ConnectorFunc(func(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
			connections++
			return shoots.Connect(ctx, namespace)
		})
		p.Configure(ctx, config+"\nflux: {logLevel: debug}")
		configMap := &corev1.ConfigMap{}
		Expect(p.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-config"}, configMap)).To(Succeed())
		request := reconcilerequest.Request{At: metav1.NewTime(now)}
		configMap.Annotations = map[string]string{fluxv1alpha1.AnnotationReconcile: request.String()}
		Expect(p.Garden.Update(ctx, configMap)).To(Succeed())

		failure = errors.New("the quota is exceeded")
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).NotTo(Succeed())
		Expect(p.RecordedState(ctx).Observed.Requested).To(BeEmpty())

		failure, connections = nil, 0
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Observed.Requested).To(Equal(request.ID()))
		Expect(connections).To(Equal(1))

		connections = 0
		p.Reconcile(ctx)
		Expect(connections).To(BeZero(), "the request was answered")
	})
})
