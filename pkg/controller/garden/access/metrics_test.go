// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"errors"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	gardenfacts "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

var _ = Describe("Metrics", func() {
	const namespace = "garden-my-project"
	binding := func(in string, ours bool, seeds ...string) *rbacv1.RoleBinding {
		b := &rbacv1.RoleBinding{RoleRef: gardenfacts.RoleRef(Name)}
		b.Namespace, b.Name = in, Name
		if ours {
			b.Labels = map[string]string{fluxv1alpha1.LabelManagedBy: gardenfacts.FieldOwner}
		}
		for _, seed := range seeds {
			b.Subjects = append(b.Subjects, gardenfacts.Subject("seed-"+seed))
		}
		return b
	}
	named := func(shoot gardencorev1beta1.Shoot, in, name string) *gardencorev1beta1.Shoot {
		shoot.Namespace, shoot.Name = in, name
		return &shoot
	}
	newMetrics := func(objects ...client.Object) *Metrics {
		scheme := runtime.NewScheme()
		Expect(rbacv1.AddToScheme(scheme)).To(Succeed())
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		return &Metrics{Garden: fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).Build(), Log: logr.Discard(), Timeout: time.Second}
	}
	gather := func(m *Metrics) func() map[string]float64 {
		GinkgoHelper()
		registry, elected := prometheus.NewRegistry(), make(chan struct{})
		m.Elected = elected
		Expect(registry.Register(m)).To(Succeed())
		Expect(registry.Gather()).To(BeEmpty(), "it does not lead")
		close(elected)
		return func() map[string]float64 {
			families, err := registry.Gather()
			Expect(err).NotTo(HaveOccurred())
			values := map[string]float64{}
			for _, family := range families {
				for _, metric := range family.GetMetric() {
					values[metric.GetLabel()[0].GetValue()] = metric.GetGauge().GetValue()
				}
			}
			return values
		}
	}

	DescribeTable("counts the seeds that lack access",
		func(foreign, missing int, objects ...client.Object) {
			Expect(gather(newMetrics(objects...))()).To(Equal(map[string]float64{"foreign": float64(foreign), "missing": float64(missing)}))
		},
		Entry("no Shoots", 0, 0),
		Entry("all seeds have access", 0, 0, named(shootOn("alpha", "alpha"), namespace, "a"), binding(namespace, true, "alpha")),
		Entry("a seed in its grace period", 0, 0, named(shootOn("alpha", "alpha"), namespace, "a"), binding(namespace, true, "alpha", "beta")),
		Entry("two Shoots on one seed", 0, 1, named(shootOn("alpha", ""), namespace, "a"), named(shootOn("alpha", ""), namespace, "b")),
		Entry("both seeds of a Shoot during a migration", 0, 2, named(shootOn("beta", "alpha"), namespace, "a")),
		Entry("the new seed of a Shoot during a migration", 0, 1, named(shootOn("beta", "alpha"), namespace, "a"), binding(namespace, true, "alpha")),
		Entry("a RoleBinding of another client", 1, 0, named(shootOn("alpha", ""), namespace, "a"), binding(namespace, false, "alpha")),
		Entry("a RoleBinding of another client without Shoots", 0, 0, binding(namespace, false)),
		Entry("two projects", 1, 1, named(shootOn("alpha", ""), namespace, "a"), named(shootOn("alpha", ""), "garden-other", "a"), binding("garden-other", false)),
		Entry("a Shoot without Flux", 0, 0, named(shootOn("alpha", "", withoutFlux), namespace, "a")),
	)

	It("exports nothing after an error", func() {
		m := newMetrics()
		m.Garden = interceptor.NewClient(m.Garden.(client.WithWatch), interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				return errors.New("no cache")
			},
		})
		Expect(gather(m)()).To(BeEmpty())
	})
})
