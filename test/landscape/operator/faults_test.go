// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// fails expects that the Extension reports an installation that fails for a cause.
func (s *story) fails(ctx context.Context, cause OmegaMatcher) {
	GinkgoHelper()
	s.reports(ctx, operatorv1alpha1.ExtensionInstalled, gardencorev1beta1.ConditionFalse, "ReconcileFailed", cause)
}

// missingChartIsNamed refers to a version that the registry does not have, and corrects it.
func (s *story) missingChartIsNamed(ctx context.Context) {
	GinkgoHelper()
	var right string
	wrong := s.Reference(artifacts.RuntimeChart + ":v0.0.1")
	s.change(ctx, func(extension *operatorv1alpha1.Extension) {
		repository := extension.Spec.Deployment.AdmissionDeployment.RuntimeCluster.Helm.OCIRepository
		right, repository.Ref = *repository.Ref, ptr.To(wrong)
	})
	s.fails(ctx, And(ContainSubstring("failed pulling Helm chart from OCI repository \""+wrong+"\""), ContainSubstring("MANIFEST_UNKNOWN")))
	s.podsHaveAccess(ctx) // as before

	s.change(ctx, func(extension *operatorv1alpha1.Extension) {
		extension.Spec.Deployment.AdmissionDeployment.RuntimeCluster.Helm.OCIRepository.Ref = ptr.To(right)
	})
	s.installed(ctx)
}

// untrustedRegistryIsNamed replaces the authority of the registry by another one, and corrects it. gardener-operator
// watches the Secret.
func (s *story) untrustedRegistryIsNamed(ctx context.Context) {
	GinkgoHelper()
	another, err := pki.NewCA("another")
	Expect(err).NotTo(HaveOccurred())
	Expect(s.Trust(ctx, another)).To(Succeed())
	s.fails(ctx, And(ContainSubstring("failed pulling Helm chart"), ContainSubstring("certificate signed by unknown authority")))
	Eventually(ctx, func(g Gomega) {
		secret := &corev1.Secret{}
		g.Expect(s.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: copiedAuthority}, secret)).To(Succeed())
		g.Expect(secret.Data).To(HaveKeyWithValue("bundle.crt", another.Cert))
	}).Should(Succeed())

	Expect(s.Trust(ctx, s.Authority)).To(Succeed())
	s.installed(ctx)
	s.authorityIsCopied(ctx)
}
