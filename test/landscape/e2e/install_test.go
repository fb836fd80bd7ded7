// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"time"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// exampleRegistration reads the example for gardens without gardener-operator.
func exampleRegistration() []byte {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "example", "controller-registration.yaml"))
	Expect(err).NotTo(HaveOccurred())
	return content
}

// wouldReplace asks the garden whether an object may take the place of the one of its name. Nothing is changed.
func wouldReplace(ctx context.Context, object client.Object) error {
	GinkgoHelper()
	current := object.DeepCopyObject().(client.Object)
	Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(object), current)).To(Succeed())
	object.SetResourceVersion(current.GetResourceVersion())
	return world.Garden.Client.Update(ctx, object, client.DryRunAll, client.FieldValidation(metav1.FieldValidationStrict))
}

var _ = Describe("An operator installs the extension", func() {
	It("from the artefacts, of which the example is one, and Gardener takes every field of it", func(ctx SpecContext) {
		content := exampleRegistration()
		written, err := os.ReadFile(filepath.Join(string(world.Artifacts()), "controller-registration.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(bytes.Equal(written, content)).To(BeTrue(), "make generate writes the example anew")
		objects, err := garden.Decode(content)
		Expect(err).NotTo(HaveOccurred())
		Expect(objects).To(HaveLen(2))
		for _, object := range objects {
			Expect(wouldReplace(ctx, object)).To(Succeed())
		}
		misplaced := objects[1].DeepCopyObject().(*unstructured.Unstructured)
		Expect(unstructured.SetNestedField(misplaced.Object, "AfterWorker", "spec", "lifecycle")).To(Succeed())
		Expect(wouldReplace(ctx, misplaced)).To(MatchError(ContainSubstring(`unknown field "spec.lifecycle"`)), "it is asked strictly")

		By("what is registered is that, with the operator's values")
		registration := &gardencorev1beta1.ControllerRegistration{}
		Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Name: "extension-shoot-flux"}, registration)).To(Succeed())
		Expect(registration.Spec.Resources).To(HaveLen(1))
		Expect(*registration.Spec.Resources[0].Lifecycle.Reconcile).To(Equal(gardencorev1beta1.AfterWorker))
		Expect(registration.Spec.Resources[0].ReconcileTimeout).To(HaveValue(Equal(metav1.Duration{Duration: 5 * time.Minute})))
		Expect(registration.Spec.Resources[0].Primary).To(HaveValue(BeTrue()))
		deployment := &gardencorev1.ControllerDeployment{}
		Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Name: "extension-shoot-flux"}, deployment)).To(Succeed())
		chart, err := world.Artifacts().Chart(artifacts.SeedChart)
		Expect(err).NotTo(HaveOccurred())
		Expect(bytes.Equal(deployment.Helm.RawChart, chart)).To(BeTrue())
	}, SpecTimeout(time.Minute))

	It("in a garden without gardener-operator, with a file that needs no Helm", func(ctx SpecContext) {
		objects, err := world.Artifacts().GardenAccess()
		Expect(err).NotTo(HaveOccurred())
		Expect(objects).To(HaveLen(7))
		for _, object := range objects {
			Expect(wouldReplace(ctx, object)).To(Succeed(), object.GetName())
		}
	}, SpecTimeout(time.Minute))

	It("in a namespace of the seed that lets no pod in that does not meet the pod security standard restricted", func(ctx SpecContext) {
		s := seed(seedName)
		namespace := &corev1.Namespace{}
		Expect(s.Client.Get(ctx, client.ObjectKey{Name: s.ExtensionNamespace}, namespace)).To(Succeed())
		Expect(namespace.Labels).To(HaveKeyWithValue("pod-security.kubernetes.io/enforce", "restricted"), "it comes from the annotation of the registration")

		err := s.Client.Create(ctx, &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: "root", Namespace: s.ExtensionNamespace},
			Spec:       corev1.PodSpec{ServiceAccountName: "gardener-extension-shoot-flux", Containers: []corev1.Container{{Name: "root", Image: "root"}}},
		}, client.DryRunAll)
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
		GinkgoWriter.Println(err)
		deployment := &appsv1.Deployment{}
		Expect(s.Client.Get(ctx, client.ObjectKey{Namespace: s.ExtensionNamespace, Name: "gardener-extension-shoot-flux"}, deployment)).To(Succeed())
		Expect(deployment.Status.AvailableReplicas).To(Equal(int32(2)))
	}, SpecTimeout(time.Minute))
})
