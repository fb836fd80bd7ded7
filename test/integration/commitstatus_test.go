// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// statusesWritten is a Git host that accepts all statuses.
type statusesWritten struct{ statuses []decision.Status }

func (w *statusesWritten) Write(_ context.Context, _ githost.Repository, status decision.Status) error {
	w.statuses = append(w.statuses, status)
	return nil
}

var _ = Describe("Commit statuses with the roles of the chart", Ordered, func() {
	const namespace, identity = "garden-committed", "system:serviceaccount:kube-system:extension-admission-shoot-flux"
	var (
		admin, own client.Client
		projects   *listedProjects
		host       *statusesWritten
		reconciler *commitstatus.Reconciler
	)
	configure := func(content string) {
		projects.States[namespace] = garden.State{ConfigMap: &document.ConfigMap{
			Namespace: namespace, Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(content))},
		}}
	}
	run := func(ctx context.Context) error {
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
		return err
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own = newClient(), impersonate(identity, "system:serviceaccounts", "system:serviceaccounts:kube-system")
		Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{"gardener.cloud/role": "project"}}})).To(Succeed())
		applyGardenChartWith(ctx, withAdmission())
		Expect(admin.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-commit-status"}, StringData: map[string]string{"token": "t"}})).To(Succeed())

		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "well", UID: "well"}}
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		status := `{"uid":"well","seed":"alpha","state":"Ready","appliedRevision":"main@sha1:` + strings.Repeat("a", 40) + `"}`
		Expect(admin.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{"well": status}), client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
		resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{})
		Expect(err).NotTo(HaveOccurred())

		projects, host = &listedProjects{controllertest.Projects{States: map[string]garden.State{}}}, &statusesWritten{}
		reconciler = &commitstatus.Reconciler{
			Projects: projects, Shoots: fake.NewClientBuilder().WithScheme(scheme).WithObjects(shoot).Build(), Garden: own, Resolver: resolver, Writer: host, Identity: "live",
			Events: events.NewFakeRecorder(20), Clock: clock.RealClock{}, Workers: 1,
			Pacing: garden.Pacing[commitstatus.Memory]{Interval: time.Second, Pace: time.Millisecond, Random: func(time.Duration) time.Duration { return 0 }},
		}
	})

	It("are written once, and recorded in flux-commit-status", func(ctx SpecContext) {
		configure("source: {template: {spec: {url: 'https://github.com/o/r'}}}\nproject: {commitStatus: {provider: github}}")
		Eventually(run, "20s").WithContext(ctx).Should(Succeed())
		Expect(run(ctx)).To(Succeed())
		Expect(host.statuses).To(Equal([]decision.Status{{Commit: strings.Repeat("a", 40), Context: "live/" + namespace, State: decision.StateSuccess, Description: "1 of 1 Shoots"}}))
		found := &corev1.ConfigMap{}
		Expect(admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-commit-status"}, found)).To(Succeed())
		Expect(found.Data["record.json"]).To(ContainSubstring("1 of 1 Shoots"))
	})

	It("may not list the Secrets with tokens", func(ctx SpecContext) {
		err := own.List(ctx, &corev1.SecretList{}, client.InNamespace(namespace), client.MatchingFields{"metadata.name": "flux-commit-status"})
		Expect(apierrors.IsForbidden(err)).To(BeTrue())
	})

	It("may be recorded in projects only", func(ctx SpecContext) {
		elsewhere := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "flux-commit-status"}}
		Expect(admin.Create(ctx, elsewhere)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, elsewhere)).To(Succeed()) })
		elsewhere.Data = map[string]string{"a": "b"}
		Eventually(func() error { return own.Update(ctx, elsewhere.DeepCopy(), client.DryRunAll) }, "20s").
			Should(MatchError(ContainSubstring("flux-commit-status and flux-config in namespaces of projects")), "the policy is at work")
	})

	It("are forgotten after the project has removed the setting", func(ctx SpecContext) {
		configure("project: {propagation: Immediate}")
		Expect(run(ctx)).To(Succeed())
		err := admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-commit-status"}, &corev1.ConfigMap{})
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
	})
})
