// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"slices"

	rbacv1 "k8s.io/api/rbac/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// RoleName is the name of the ClusterRole with which a seed reads its notice board, and of the RoleBinding to it in the namespace of the seed.
const RoleName = "extensions.gardener.cloud:extension-shoot-flux:notice-board"

// grants returns whether a RoleBinding, which may be nil, has the seed of its namespace read its notice board, and no other client anything.
func grants(binding *rbacv1.RoleBinding) bool {
	return binding != nil && binding.RoleRef == rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: RoleName} &&
		slices.Equal(binding.Subjects, []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: binding.Namespace, Name: fluxv1alpha1.GardenServiceAccountName}})
}

// newBinding returns the RoleBinding for the seed with a namespace.
func newBinding(namespace string) *rbacv1ac.RoleBindingApplyConfiguration {
	return rbacv1ac.RoleBinding(RoleName, namespace).
		WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}).
		WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(rbacv1.GroupName).WithKind("ClusterRole").WithName(RoleName)).
		WithSubjects(rbacv1ac.Subject().WithKind(rbacv1.ServiceAccountKind).WithNamespace(namespace).WithName(fluxv1alpha1.GardenServiceAccountName))
}
