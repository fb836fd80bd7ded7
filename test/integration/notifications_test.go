// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// listedProjects lists projects.
type listedProjects struct{ controllertest.Projects }

func (*listedProjects) Namespaces(context.Context) ([]string, error) { return nil, nil }

var _ = Describe("Notifications with the roles of the chart", Ordered, func() {
	const namespace, identity = "garden-notified", "system:serviceaccount:kube-system:extension-admission-shoot-flux"
	var (
		admin, own client.Client
		projects   *listedProjects
		reconciler *notification.Reconciler
		received   atomic.Int32
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
	stored := func(ctx context.Context) (*corev1.ConfigMap, error) {
		found := &corev1.ConfigMap{}
		err := admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-notifications"}, found)
		return found, err
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own = newClient(), impersonate(identity, "system:serviceaccounts", "system:serviceaccounts:kube-system")
		Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{"gardener.cloud/role": "project"}}})).To(Succeed())
		applyGardenChartWith(ctx, withAdmission())

		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			received.Add(1)
			w.WriteHeader(http.StatusOK)
		}))
		DeferCleanup(server.Close)
		host := server.Listener.Addr().String()
		Expect(admin.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-notifications"}, StringData: map[string]string{
			"address": "https://" + host, "token": "0123456789abcdef", "ca.crt": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})),
		}})).To(Succeed())
		Expect(admin.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "other"}})).To(Succeed())

		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "ill", UID: "ill"}}
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		shoots := fake.NewClientBuilder().WithScheme(scheme).WithObjects(shoot).Build()
		status := fmt.Sprintf(`{"uid":"ill","seed":"alpha","state":"Failed","cause":"InstallationFailed","since":%q}`, time.Now().Add(-time.Hour).UTC().Format(time.RFC3339))
		Expect(admin.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{"ill": status}), client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())

		projects = &listedProjects{controllertest.Projects{States: map[string]garden.State{}}}
		reconciler = &notification.Reconciler{
			Projects: projects, Shoots: shoots, Garden: own, Sender: notification.NewSender(githost.NewWebHosts([]string{host}), clock.RealClock{}),
			Events: events.NewFakeRecorder(20), Clock: clock.RealClock{},
			Pacing: garden.Pacing[notification.Memory]{Interval: time.Second, Pace: time.Millisecond, Random: func(time.Duration) time.Duration { return 0 }},
			Timing: decision.DefaultTiming(time.Minute), Workers: 1, Messages: notification.NewMessageCounter(prometheus.NewRegistry()),
		}
	})

	It("are sent, and recorded in flux-notifications", func(ctx SpecContext) {
		configure("project: {notifications: [{type: webhook}]}")
		Eventually(run, "20s").WithContext(ctx).Should(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(run(ctx)).To(Succeed())
			found, err := stored(ctx)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(found.Data["status.yaml"]).To(And(ContainSubstring("sent: 1"), ContainSubstring("pending: 0")))
		}).Should(Succeed())
		Expect(received.Load()).To(Equal(int32(1)))
	})

	It("read only the Secrets of receivers, and report a refused read", func(ctx SpecContext) {
		configure("project: {notifications: [{type: webhook}, {type: slack, secretName: other}]}")
		Eventually(ctx, func(g Gomega) {
			g.Expect(run(ctx)).To(Succeed())
			found, err := stored(ctx)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(found.Data["status.yaml"]).To(ContainSubstring("the operator does not let the extension read Secret other"))
		}).Should(Succeed())
		Expect(apierrors.IsForbidden(own.List(ctx, &corev1.SecretList{}, client.InNamespace(namespace), client.MatchingFields{"metadata.name": "flux-notifications"}))).To(BeTrue())
	})

	It("can write flux-notifications in projects only", func(ctx SpecContext) {
		elsewhere := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "flux-notifications"}}
		Expect(admin.Create(ctx, elsewhere)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, elsewhere)).To(Succeed()) })
		elsewhere.Data = map[string]string{"a": "b"}
		Eventually(func() error { return own.Update(ctx, elsewhere.DeepCopy(), client.DryRunAll) }, "20s").
			Should(MatchError(ContainSubstring("flux-commit-status and flux-config in namespaces of projects")), "the policy is at work")
	})

	It("delete flux-notifications after the project has removed its receivers", func(ctx SpecContext) {
		configure("project: {propagation: Immediate}")
		Expect(run(ctx)).To(Succeed())
		_, err := stored(ctx)
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
	})
})
