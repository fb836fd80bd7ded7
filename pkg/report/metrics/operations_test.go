// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

var _ = Describe("Metrics", func() {
	var (
		registry *prometheus.Registry
		clock    *testclock.FakeClock
		measured *Metrics
	)

	BeforeEach(func() {
		registry, clock = prometheus.NewRegistry(), testclock.NewFakeClock(time.Now())
		measured = New(registry, clock)
	})

	It("are not registered twice", func() {
		Expect(func() { New(registry, clock) }).To(PanicWith(MatchError(ContainSubstring("duplicate metrics collector"))))
	})

	configurationError := v1beta1helper.NewErrorWithCodes(errors.New("typo"), gardencorev1beta1.ErrorRetryableConfigurationProblem)

	DescribeTable("measure an operation and return its error unchanged:",
		func(err error, result string) {
			for _, operation := range []string{"reconcile", "restore", "migrate", "delete", "forcedelete"} {
				returned := measured.Operation(operation, func() error {
					clock.Step(time.Second)
					return err
				})
				if err == nil {
					Expect(returned).NotTo(HaveOccurred())
				} else {
					Expect(returned).To(BeIdenticalTo(err), "the extension library asserts the type")
				}
				for _, other := range []string{"success", "configuration_error", "waiting", "error"} {
					expected := 0.0
					if other == result {
						expected = 1
					}
					Expect(value(registry, "shoot_flux_operation_duration_seconds", operation, other)).To(Equal(expected), "%s %s", operation, other)
				}
			}
			families, gatherErr := registry.Gather()
			Expect(gatherErr).NotTo(HaveOccurred())
			sum := 0.0
			for _, family := range families {
				for _, metric := range family.GetMetric() {
					sum += metric.GetHistogram().GetSampleSum()
				}
			}
			Expect(sum).To(Equal(5.0), "a second each")
		},
		Entry("success", nil, "success"),
		Entry("configuration error", &reconcilerutils.RequeueAfterError{Cause: configurationError, RequeueAfter: time.Second}, "configuration_error"),
		Entry("configuration error with a retry at once", fmt.Errorf("cannot: %w", configurationError), "configuration_error"),
		Entry("requeue with a cause", &reconcilerutils.RequeueAfterError{Cause: errors.New("still there"), RequeueAfter: time.Second}, "waiting"),
		Entry("requeue without a cause", &reconcilerutils.RequeueAfterError{RequeueAfter: time.Second}, "waiting"),
		Entry("failure", errors.New("the garden is down"), "error"),
	)

	It("measure a delivery", func() {
		for _, err := range []error{nil, nil, errors.New("the seed is down")} {
			end := measured.Delivery()
			clock.Step(time.Second)
			end(err)
		}
		Expect(value(registry, "shoot_flux_delivery_duration_seconds", "success")).To(Equal(2.0))
		Expect(value(registry, "shoot_flux_delivery_duration_seconds", "error")).To(Equal(1.0))
	})

	It("count the responses of a webhook", func(ctx SpecContext) {
		for _, answer := range []admission.Response{admission.Allowed(""), admission.Patched(""), admission.Denied("cannot read"), admission.Errored(500, errors.New("broken"))} {
			handler := measured.Webhook(admission.HandlerFunc(func(context.Context, admission.Request) admission.Response { return answer }))
			Expect(handler.Handle(ctx, admission.Request{})).To(Equal(answer))
		}
		Expect(value(registry, "shoot_flux_webhook_requests_total", "success")).To(Equal(2.0))
		Expect(value(registry, "shoot_flux_webhook_requests_total", "error")).To(Equal(2.0))
	})

	It("count configuration errors by document", func() {
		measured.ConfigurationError(document.ErrorKindDeployKey)
		Expect(value(registry, "shoot_flux_configuration_errors_total", "deploy_key")).To(Equal(1.0))
		Expect(value(registry, "shoot_flux_configuration_errors_total", "project")).To(BeZero())
	})

	It("count requests to Git hosts", func() {
		registrations := NewRegistrations(registry, []string{"Unreachable"})
		registrations.WithLabelValues(ActionRegister, ResultSuccess).Inc()
		registrations.WithLabelValues(ActionRemove, "Unreachable").Inc()
		Expect(value(registry, "shoot_flux_deploy_key_registrations_total", "register", "success")).To(Equal(1.0))
		Expect(value(registry, "shoot_flux_deploy_key_registrations_total", "remove", "Unreachable")).To(Equal(1.0))
		Expect(value(registry, "shoot_flux_deploy_key_registrations_total", "register", "Unreachable")).To(BeZero())
	})
})
