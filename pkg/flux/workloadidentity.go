// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	kindServiceAccount = "ServiceAccount"

	flagDefaultDecryptionAccount = "--default-decryption-service-account"
	flagDefaultKubeConfigAccount = "--default-kubeconfig-service-account"
)

// serviceAccount returns a ServiceAccount that Flux objects use to authenticate to a cloud provider. Flux requests
// tokens for the ServiceAccount; pods do not mount a token.
func serviceAccount(account fluxv1alpha1.CloudServiceAccount) *corev1.ServiceAccount {
	return &corev1.ServiceAccount{
		ObjectMeta: metav1.ObjectMeta{
			Name:        account.Name,
			Namespace:   *account.Namespace,
			Annotations: account.Annotations(),
		},
		AutomountServiceAccountToken: ptr.To(false),
	}
}

// identify annotates a controller's ServiceAccount with its cloud identity.
func (s *settings) identify(object *unstructured.Unstructured) {
	if object.GetKind() != kindServiceAccount {
		return
	}
	for _, account := range s.Accounts {
		if account.Name != object.GetName() {
			continue
		}
		annotations := object.GetAnnotations()
		for key, value := range account.Annotations() {
			annotations = withEntry(annotations, key, value)
		}
		object.SetAnnotations(annotations)
	}
}

// tenantLogins returns the arguments that prevent objects of a tenant without a ServiceAccount from using the identity
// of the controller (main.go of each controller; fluxcd/pkg: auth/controller_flags.go).
func (s *settings) tenantLogins(of fluxv1alpha1.Component, account string) []string {
	if !s.Flux.HasWorkloadIdentity() {
		return nil
	}
	switch of {
	case fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentNotification, fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation:
		return []string{flagDefaultServiceAccount + "=" + account}
	case fluxv1alpha1.ComponentKustomize:
		return []string{flagDefaultDecryptionAccount + "=" + account, flagDefaultKubeConfigAccount + "=" + account}
	case fluxv1alpha1.ComponentHelm:
		return []string{flagDefaultKubeConfigAccount + "=" + account}
	}
	return nil
}
