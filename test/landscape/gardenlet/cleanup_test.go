// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	utilclient "github.com/gardener/gardener/pkg/utils/kubernetes/client"
)

var _ = Describe("cleanup of a dying shoot", func() {
	const start = "shoot.gardener.cloud/cleanup-kubernetes-resources-start-time"
	var (
		g     *Gardenlet
		o     *operation
		shoot client.Client
	)

	named := func(name string, labels map[string]string, finalizers ...string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: "default", Name: name, Labels: labels, Finalizers: finalizers}
	}
	global := func(name string, labels map[string]string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Name: name, Labels: labels}
	}
	noCleanup := map[string]string{"shoot.gardener.cloud/no-cleanup": "true"}
	left := func(ctx context.Context, list client.ObjectList) []string {
		GinkgoHelper()
		Expect(shoot.List(ctx, list)).To(Succeed())
		objects, err := meta.ExtractList(list)
		Expect(err).NotTo(HaveOccurred())
		names := []string{}
		for _, object := range objects {
			names = append(names, object.(client.Object).GetName())
		}
		return names
	}
	inShoot := func(objects ...client.Object) {
		objects = append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "default"}})
		shoot = fakeclient.NewClientBuilder().WithScheme(kubernetes.ShootScheme).WithObjects(objects...).Build()
	}

	BeforeEach(func() {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--a"}}
		g = &Gardenlet{
			options:        Options{Timing: Timing{Interval: 5 * time.Millisecond, CleanupMinute: 2 * time.Second}},
			seed:           fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(namespace).Build(),
			newShootClient: func(*rest.Config) (client.Client, error) { return shoot, nil },
		}
		o = &operation{namespace: "shoot--demo--a", shoot: &gardencorev1beta1.Shoot{}, access: &rest.Config{}}
	})

	It("should delete webhooks unless they are labelled to stay", func(ctx SpecContext) {
		inShoot(
			&admissionregistrationv1.ValidatingWebhookConfiguration{ObjectMeta: global("theirs", nil)},
			&admissionregistrationv1.MutatingWebhookConfiguration{ObjectMeta: global("theirs", nil)},
			&admissionregistrationv1.MutatingWebhookConfiguration{ObjectMeta: global("ours", noCleanup)},
		)
		Expect(g.cleanWebhooks(ctx, o)).To(Succeed())
		Expect(left(ctx, &admissionregistrationv1.ValidatingWebhookConfigurationList{})).To(BeEmpty())
		Expect(left(ctx, &admissionregistrationv1.MutatingWebhookConfigurationList{})).To(ConsistOf("ours"))
	})

	It("should delete extended APIs, where the label protects CustomResourceDefinitions only", func(ctx SpecContext) {
		inShoot(
			&apiextensionsv1.CustomResourceDefinition{ObjectMeta: global("theirs", nil)},
			&apiextensionsv1.CustomResourceDefinition{ObjectMeta: global("ours", noCleanup)},
			&apiregistrationv1.APIService{ObjectMeta: global("theirs", nil)},
			&apiregistrationv1.APIService{ObjectMeta: global("labelled", noCleanup)},
			&apiregistrationv1.APIService{ObjectMeta: global("local", map[string]string{"kube-aggregator.kubernetes.io/automanaged": "true"})},
			&apiregistrationv1.APIService{ObjectMeta: global("gardeners", map[string]string{"gardener.cloud/role": "system-component"})},
		)
		Expect(g.cleanExtendedAPIs(ctx, o)).To(Succeed())
		Expect(left(ctx, &apiextensionsv1.CustomResourceDefinitionList{})).To(ConsistOf("ours"))
		Expect(left(ctx, &apiregistrationv1.APIServiceList{})).To(ConsistOf("local", "gardeners"))
	})

	It("should delete workloads, Services and claims, and leave everything else", func(ctx SpecContext) {
		inShoot(
			&appsv1.Deployment{ObjectMeta: named("theirs", nil)},
			&appsv1.Deployment{ObjectMeta: named("ours", noCleanup)},
			&corev1.Pod{ObjectMeta: named("theirs", nil)},
			&corev1.Service{ObjectMeta: named("theirs", nil)},
			&corev1.Service{ObjectMeta: named("kubernetes", map[string]string{"provider": "kubernetes"})},
			&corev1.PersistentVolumeClaim{ObjectMeta: named("theirs", nil)},
			&corev1.ConfigMap{ObjectMeta: named("theirs", nil)},
			&corev1.Secret{ObjectMeta: named("theirs", nil)},
		)
		Expect(g.cleanKubernetesResources(ctx, o)).To(Succeed())
		Expect(left(ctx, &appsv1.DeploymentList{})).To(ConsistOf("ours"))
		Expect(left(ctx, &corev1.PodList{})).To(BeEmpty())
		Expect(left(ctx, &corev1.ServiceList{})).To(ConsistOf("kubernetes"))
		Expect(left(ctx, &corev1.PersistentVolumeClaimList{})).To(BeEmpty())
		Expect(left(ctx, &corev1.ConfigMapList{})).To(ConsistOf("theirs"))
		Expect(left(ctx, &corev1.SecretList{})).To(ConsistOf("theirs"))
		Expect(left(ctx, &corev1.NamespaceList{})).To(ConsistOf("default"))
	})

	It("should delete only Services and claims if the Shoot says to skip the cleanup", func(ctx SpecContext) {
		o.shoot.Annotations = map[string]string{"shoot.gardener.cloud/skip-cleanup": "true"}
		inShoot(&appsv1.Deployment{ObjectMeta: named("theirs", nil)}, &corev1.Service{ObjectMeta: named("theirs", nil)})
		Expect(g.cleanKubernetesResources(ctx, o)).To(Succeed())
		Expect(left(ctx, &appsv1.DeploymentList{})).To(ConsistOf("theirs"))
		Expect(left(ctx, &corev1.ServiceList{})).To(BeEmpty())
	})

	It("should wait for finalizers, and take them off when the grace period is over", func(ctx SpecContext) {
		service := &corev1.Service{ObjectMeta: named("balanced", nil, "example.com/load-balancer")}
		inShoot(service)
		impatient, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		err := g.cleanKubernetesResources(impatient, o)
		Expect(err).To(MatchError(ContainSubstring("default/balanced")))
		Expect(v1beta1helper.ExtractErrorCodes(err)).To(ConsistOf(gardencorev1beta1.ErrorCleanupClusterResources))
		Expect(left(ctx, &corev1.ServiceList{})).To(ConsistOf("balanced"))

		By("the owner does not want to wait")
		o.shoot.Annotations = map[string]string{"shoot.gardener.cloud/cleanup-kubernetes-resources-finalize-grace-period-seconds": "0"}
		Expect(g.cleanKubernetesResources(ctx, o)).To(Succeed())
		Expect(left(ctx, &corev1.ServiceList{})).To(BeEmpty())
	}, SpecTimeout(20*time.Second))

	It("should not wait for what is created after the time for the cleanup is over", func(ctx SpecContext) {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--a", Annotations: map[string]string{
			start: time.Now().Add(-time.Minute).UTC().Format(time.RFC3339),
		}}}
		Expect(g.seed.Update(ctx, namespace)).To(Succeed())
		late := &corev1.Service{ObjectMeta: named("late", nil, "example.com/load-balancer")}
		late.CreationTimestamp = metav1.Now()
		inShoot(late)
		Expect(g.cleanKubernetesResources(ctx, o)).To(Succeed())
		Expect(left(ctx, &corev1.ServiceList{})).To(ConsistOf("late"))
	}, SpecTimeout(20*time.Second))

	It("should note once when the cleanup started", func(ctx SpecContext) {
		first, err := g.cleanupStart(ctx, o)
		Expect(err).NotTo(HaveOccurred())
		namespace := &corev1.Namespace{}
		Expect(g.seed.Get(ctx, client.ObjectKey{Name: o.namespace}, namespace)).To(Succeed())
		Expect(namespace.Annotations).To(HaveKeyWithValue(start, first.Format(time.RFC3339)))
		Expect(g.cleanupStart(ctx, o)).To(Equal(first))
	})

	DescribeTable("should shorten Gardener's grace periods in proportion",
		func(annotation string, finalizeAfter time.Duration, factor float64, expectedGrace, expectedFinalize int64) {
			if annotation != "" {
				o.shoot.Annotations = map[string]string{"key": annotation}
			}
			options, err := g.cleanOptions(o.shoot, finalizeAfter, "key", factor)
			Expect(err).NotTo(HaveOccurred())
			Expect(options).To(Equal(&utilclient.CleanOptions{
				DeleteOptions:              []client.DeleteOption{client.GracePeriodSeconds(expectedGrace)},
				FinalizeGracePeriodSeconds: ptr.To(expectedFinalize),
			}))
		},
		Entry("five minutes for objects", "", 5*time.Minute, 1.0, int64(10), int64(10)),
		Entry("an hour for extended APIs", "", time.Hour, 0.1, int64(10), int64(120)),
		Entry("what the owner says is a time of Gardener's, too", "1800", time.Hour, 0.1, int64(6), int64(60)),
		Entry("an owner who does not want to wait at all", "0", 5*time.Minute, 1.0, int64(0), int64(0)),
		Entry("a short time does not become none", "1", 5*time.Minute, 1.0, int64(1), int64(1)),
		Entry("Gardener accepts only less than its own", "86400", 5*time.Minute, 1.0, int64(10), int64(10)),
	)

	It("should refuse an annotation that is no number", func() {
		o.shoot.Annotations = map[string]string{"key": "soon"}
		_, err := g.cleanOptions(o.shoot, time.Hour, "key", 1)
		Expect(err).To(MatchError(ContainSubstring("annotation key")))
	})
})
