// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	kindServiceAccount = "ServiceAccount"
	kindRole           = "ClusterRole"
	kindRoleBinding    = "ClusterRoleBinding"

	// roleAdministrator is the ClusterRole of Kubernetes that the distributions bind to kustomize-controller and
	// helm-controller.
	roleAdministrator = "cluster-admin"
	// roleTokens has the name of the role in Flux's documentation, with the suffix of all cluster-scoped objects of a
	// distribution, so that it does not replace a role that the user has created by that documentation.
	roleTokens = "flux-object-identity-" + fluxv1alpha1.FluxNamespace

	resourceTokens = "serviceaccounts/token"
	verbCreate     = "create"

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

// withTokenAccess returns the objects of the distribution, followed by a role and its binding if workload identity
// requires them: since Flux v2.10, the distribution does not let the controllers request tokens of ServiceAccounts
// (fluxcd/flux2#6139). The role covers the ServiceAccounts of all namespaces, because those from the sources of the
// shoot are not known. It is bound only to installed controllers that use such tokens and that the distribution does
// not let request them.
func (s *settings) withTokenAccess(shipped []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	if !s.Flux.HasWorkloadIdentity() {
		return shipped, nil
	}
	granted, err := requestTokens(shipped)
	if err != nil {
		return nil, err
	}
	var subjects []rbacv1.Subject
	for _, of := range s.Components {
		if fluxv1alpha1.HasWorkloadIdentity(of) && !granted[string(of)] {
			subjects = append(subjects, rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Name: string(of), Namespace: fluxv1alpha1.FluxNamespace})
		}
	}
	if len(subjects) == 0 {
		return shipped, nil
	}
	metadata := metav1.ObjectMeta{Name: roleTokens, Labels: map[string]string{
		labelInstance: fluxv1alpha1.FluxNamespace, labelPartOf: partOfFlux, labelVersion: s.Version,
	}}
	role, err := toUnstructured(&rbacv1.ClusterRole{
		ObjectMeta: metadata,
		Rules:      []rbacv1.PolicyRule{{APIGroups: []string{corev1.GroupName}, Resources: []string{resourceTokens}, Verbs: []string{verbCreate}}},
	})
	if err != nil {
		return nil, err
	}
	binding, err := toUnstructured(&rbacv1.ClusterRoleBinding{
		ObjectMeta: metadata,
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: kindRole, Name: roleTokens},
		Subjects:   subjects,
	})
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(shipped), role, binding), nil
}

// requestTokens returns the names of the ServiceAccounts that the objects let request tokens of all ServiceAccounts.
func requestTokens(shipped []*unstructured.Unstructured) (map[string]bool, error) {
	roles, granted := map[string]bool{roleAdministrator: true}, map[string]bool{}
	for _, object := range shipped {
		if object.GetKind() != kindRole {
			continue
		}
		role, err := fromUnstructured[rbacv1.ClusterRole](object)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", NameOf(object), err)
		}
		roles[role.Name] = slices.ContainsFunc(role.Rules, includesTokens)
	}
	for _, object := range shipped {
		if object.GetKind() != kindRoleBinding {
			continue
		}
		binding, err := fromUnstructured[rbacv1.ClusterRoleBinding](object)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", NameOf(object), err)
		}
		for _, subject := range binding.Subjects {
			if subject.Kind == rbacv1.ServiceAccountKind && roles[binding.RoleRef.Name] {
				granted[subject.Name] = true
			}
		}
	}
	return granted, nil
}

// includesTokens returns whether the rule permits requests for tokens of all ServiceAccounts.
func includesTokens(rule rbacv1.PolicyRule) bool {
	has := func(list []string, names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(list, name) })
	}
	return len(rule.ResourceNames) == 0 && has(rule.APIGroups, corev1.GroupName, rbacv1.APIGroupAll) &&
		has(rule.Resources, resourceTokens, "*/token", rbacv1.ResourceAll) && has(rule.Verbs, verbCreate, rbacv1.VerbAll)
}
