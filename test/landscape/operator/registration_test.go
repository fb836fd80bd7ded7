// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/oci"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/operator"
)

const (
	// extensionName is the name of the Extension, and of what gardener-operator makes of it.
	extensionName = "shoot-flux"
	// copiedAuthority is the name of the Secret with the registry's authority in the virtual garden.
	copiedAuthority = extensionName + "-" + operator.AuthoritySecretName
)

// expectRegistration has gardener-apiserver default the objects of controller-registration.yaml, and keeps them with
// all differences that gardener-operator makes. It leaves no object, because there may be only one registration of a
// type.
func (s *story) expectRegistration(ctx context.Context) {
	GinkgoHelper()
	objects, err := s.release.ControllerRegistration()
	Expect(err).NotTo(HaveOccurred())
	for _, object := range objects {
		expected := object.(*unstructured.Unstructured)
		if expected.GetKind() == "ControllerDeployment" { // to which the ControllerRegistration refers
			deployment := expected.DeepCopy()
			Expect(s.Garden.Client.Create(ctx, deployment)).To(Succeed())
			defer func() { Expect(s.Garden.Client.Delete(ctx, deployment)).To(Succeed()) }()
			expected.Object = deployment.DeepCopy().Object
		} else {
			Expect(s.Garden.Client.Create(ctx, expected, client.DryRunAll)).To(Succeed())
		}
		withoutServerFields(expected)
		asByOperator(expected.Object, s.Reference)
		s.registration = append(s.registration, expected)
	}
	Expect(s.registration).To(HaveLen(2))
}

// asByOperator makes all differences between the registration of the release and that of gardener-operator. The table
// in docs/development/landscape.md lists them.
func asByOperator(object map[string]any, reference func(string) string) {
	GinkgoHelper()
	set := func(value any, fields ...string) {
		GinkgoHelper()
		Expect(unstructured.SetNestedField(object, value, fields...)).To(Succeed())
	}
	set(extensionName, "metadata", "name")
	set("gardener", "metadata", "labels", "resources.gardener.cloud/managed-by")
	set("true", "metadata", "labels", "shoot.gardener.cloud/no-cleanup")
	set("DO NOT EDIT - This resource is managed by gardener-resource-manager.\nAny modifications are discarded and the resource is returned to the original state.",
		"metadata", "annotations", "resources.gardener.cloud/description")
	set("garden/extension-registration-shoot-flux", "metadata", "annotations", "resources.gardener.cloud/origin")
	switch object["kind"] {
	case "ControllerRegistration":
		set([]any{map[string]any{"name": extensionName}}, "spec", "deployment", "deploymentRefs")
		set([]any{"core.gardener.cloud/controllerregistration"}, "metadata", "finalizers")
	case "ControllerDeployment":
		version, err := os.ReadFile(filepath.Join("..", "..", "..", "VERSION"))
		Expect(err).NotTo(HaveOccurred())
		unstructured.RemoveNestedField(object, "helm", "rawChart")
		set(map[string]any{
			"ref": reference(artifacts.SeedChart + ":" + strings.TrimSpace(string(version))), "caBundleSecretRef": map[string]any{"name": copiedAuthority},
		}, "helm", "ociRepository")
		// gardener-controller-manager adds the first one to the release's object too, and the second one for the Secret.
		set([]any{"core.gardener.cloud/controllerdeployment", "gardener.cloud/reference-protection"}, "metadata", "finalizers")
		// operator-extension.yaml shows the place for the operator's configuration.
		set(map[string]any{}, "helm", "values", "config")
	}
}

// withoutServerFields removes what each server sets anew.
func withoutServerFields(object *unstructured.Unstructured) {
	for _, field := range []string{"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"} {
		unstructured.RemoveNestedField(object.Object, "metadata", field)
	}
}

// registrationIsAsExpected compares whole objects.
func (s *story) registrationIsAsExpected(ctx context.Context) {
	GinkgoHelper()
	for _, expected := range s.registration {
		Eventually(ctx, func(g Gomega) {
			actual := &unstructured.Unstructured{}
			actual.SetGroupVersionKind(expected.GroupVersionKind())
			g.Expect(s.Garden.Client.Get(ctx, client.ObjectKeyFromObject(expected), actual)).To(Succeed())
			withoutServerFields(actual)
			g.Expect(actual.Object).To(Equal(expected.Object))
		}).Should(Succeed())
	}
}

// isNotRequired expects the conditions by which gardener-operator decides where else the extension has to run: nowhere,
// as there are neither Seeds nor a Garden with the extension.
func (s *story) isNotRequired(ctx context.Context) {
	GinkgoHelper()
	s.reports(ctx, operatorv1alpha1.ExtensionRequiredVirtual, "False", "NoRequiredControllerInstallation", ContainSubstring("does not have required ControllerInstallations"))
	s.reports(ctx, operatorv1alpha1.ExtensionRequiredRuntime, "False", "ExtensionNotRequired", ContainSubstring("not required for any kind"))
}

// authorityIsCopied expects the Secret that gardenlets read to pull the chart.
func (s *story) authorityIsCopied(ctx context.Context) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		secret := &corev1.Secret{}
		g.Expect(s.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: copiedAuthority}, secret)).To(Succeed())
		g.Expect(secret.Data).To(Equal(map[string][]byte{"bundle.crt": s.Authority.Cert}))
		g.Expect(secret.Labels).To(HaveKeyWithValue("gardener.cloud/role", "oci-ca-bundle"))
	}).Should(Succeed())
}

// chartIsThatOfTheRelease pulls the chart as gardenlets do, with what the virtual garden has.
func (s *story) chartIsThatOfTheRelease(ctx context.Context) {
	GinkgoHelper()
	released, err := s.release.Chart(artifacts.SeedChart)
	Expect(err).NotTo(HaveOccurred())
	deployment := &gardencorev1.ControllerDeployment{}
	Expect(s.Garden.Client.Get(ctx, client.ObjectKey{Name: extensionName}, deployment)).To(Succeed())
	pulled, err := oci.NewHelmRegistry(s.Garden.Client).Pull(ctx, deployment.Helm.OCIRepository)
	Expect(err).NotTo(HaveOccurred())
	Expect(pulled).To(Equal(released))
}
