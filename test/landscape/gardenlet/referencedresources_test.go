// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var _ = Describe("referenced resources", func() {
	const namespace = "shoot--demo--a"
	var (
		g         *Gardenlet
		o         *operation
		copyNamed = func(ctx SpecContext, name string) (*corev1.Secret, error) {
			secret := &corev1.Secret{}
			return secret, g.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, secret)
		}
		resourceManagerRuns = func(ctx SpecContext) {
			GinkgoHelper()
			resourceManager := g.seedResourceManager()
			resourceManager.SourceClient, resourceManager.TargetClient = g.seed, g.seed
			resourceManager.TargetScheme, resourceManager.TargetRESTMapper = g.seed.Scheme(), g.seed.RESTMapper()
			resourceManager.Clock = clock.RealClock{}
			_, err := resourceManager.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: "referenced-resources"}})
			Expect(err).NotTo(HaveOccurred())
		}
	)

	BeforeEach(func() {
		secret := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: "garden-demo", Name: "token",
				Labels: map[string]string{"mine": "yes"}, Annotations: map[string]string{"mine": "yes"}, Finalizers: []string{"mine.example.com/keep"},
			},
			Type: corev1.SecretTypeBasicAuth,
			Data: map[string][]byte{"password": []byte("secret")},
		}
		g = &Gardenlet{
			options: Options{SeedName: "one", Timing: Timing{Interval: 10 * time.Millisecond, Timeout: 100 * time.Millisecond}},
			garden:  fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(secret).Build(),
			seed: fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).
				WithStatusSubresource(&resourcesv1alpha1.ManagedResource{}).Build(),
		}
		o = &operation{namespace: namespace, shoot: &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "a"}}}
		o.shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{{
			Name: "entry", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "token"},
		}}
	})

	It("should wait for copies that have type and data, but neither labels nor annotations of the user", func(ctx SpecContext) {
		Expect(g.deployReferencedResources(ctx, o)).To(MatchError(ContainSubstring("have not been copied yet")))
		resourceManagerRuns(ctx)
		Expect(g.deployReferencedResources(ctx, o)).To(Succeed())

		copied, err := copyNamed(ctx, "ref-token")
		Expect(err).NotTo(HaveOccurred())
		Expect(copied.Type).To(Equal(corev1.SecretTypeBasicAuth))
		Expect(copied.Data).To(Equal(map[string][]byte{"password": []byte("secret")}))
		Expect(copied.Labels).To(Equal(map[string]string{"resources.gardener.cloud/managed-by": "gardener"}))
		Expect(copied.Annotations).NotTo(HaveKey("mine"))
		Expect(copied.Finalizers).To(BeEmpty())
	})

	It("should remove what is no longer referenced", func(ctx SpecContext) {
		Expect(g.deployReferencedResources(ctx, o)).NotTo(Succeed())
		resourceManagerRuns(ctx)
		o.shoot.Spec.Resources = nil
		// The fake API server counts no generations, so that nothing seems to be missing.
		Expect(g.deployReferencedResources(ctx, o)).To(Succeed())
		resourceManagerRuns(ctx)

		_, err := copyNamed(ctx, "ref-token")
		Expect(err).To(MatchError(ContainSubstring("not found")))
	})

	It("should report which Secret is missing", func(ctx SpecContext) {
		o.shoot.Spec.Resources[0].ResourceRef.Name = "missing"
		Expect(g.deployReferencedResources(ctx, o)).To(MatchError(ContainSubstring("missing")))
	})
})
