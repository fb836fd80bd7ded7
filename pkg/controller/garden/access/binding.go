// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"maps"
	"slices"
	"strings"
	"time"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// Name is the name of the ClusterRole with what a seed may do in a project, and of the RoleBindings to it.
	Name = "extensions.gardener.cloud:extension-shoot-flux:project-access"

	// annotationUnusedSince begins the annotation with the time since which no Shoot needs the access of the seed that it ends in (RFC 3339).
	annotationUnusedSince = "unused-since." + fluxv1alpha1.GroupName + "/"
)

// SlimRoleBinding is a cache transform that keeps of the managed fields by whom they are managed.
func SlimRoleBinding(object any) (any, error) {
	if binding, is := object.(*rbacv1.RoleBinding); is {
		for i := range binding.ManagedFields {
			binding.ManagedFields[i] = metav1.ManagedFieldsEntry{Manager: binding.ManagedFields[i].Manager}
		}
	}
	return object, nil
}

// isOurs returns whether a RoleBinding of our name is ours: to our ClusterRole, and with our label, or at least written by us, because the
// label can be removed. What another client has created is left alone.
func isOurs(binding *rbacv1.RoleBinding) bool {
	if binding.RoleRef != roleRef() {
		return false
	}
	return binding.Labels[fluxv1alpha1.LabelManagedBy] == garden.FieldOwner ||
		slices.ContainsFunc(binding.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == garden.FieldOwner })
}

func roleRef() rbacv1.RoleRef {
	return rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: Name}
}

// grantsOf returns what a RoleBinding of ours grants. A subject that is no seed's is none: it is not in what is written next.
func grantsOf(binding *rbacv1.RoleBinding) grants {
	present := grants{}
	for _, subject := range binding.Subjects {
		seed, is := seedOf(subject.Namespace)
		if !is || subject != subjectFor(seed) {
			continue
		}
		// A time that cannot be read is none: the grace period begins again.
		since, _ := time.Parse(time.RFC3339, binding.Annotations[annotationUnusedSince+seed])
		present[seed] = since
	}
	return present
}

func subjectFor(seed string) rbacv1.Subject {
	return rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Namespace: seedNamespacePrefix + seed, Name: fluxv1alpha1.GardenServiceAccountName}
}

// subjectsOf returns the subjects for grants, sorted.
func subjectsOf(g grants) []rbacv1.Subject {
	subjects := make([]rbacv1.Subject, 0, len(g))
	for _, seed := range slices.Sorted(maps.Keys(g)) {
		subjects = append(subjects, subjectFor(seed))
	}
	return subjects
}

// newBinding returns the RoleBinding in a namespace that has none. It has no times: a seed for which it is created is in use.
func newBinding(namespace string, g grants) *rbacv1ac.RoleBindingApplyConfiguration {
	ref := roleRef()
	binding := rbacv1ac.RoleBinding(Name, namespace).
		WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}).
		WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(ref.APIGroup).WithKind(ref.Kind).WithName(ref.Name))
	for _, subject := range subjectsOf(g) {
		binding.WithSubjects(rbacv1ac.Subject().WithKind(subject.Kind).WithNamespace(subject.Namespace).WithName(subject.Name))
	}
	return binding
}

// changed returns a RoleBinding of ours as it has to be, and whether that differs from what it is.
func changed(binding *rbacv1.RoleBinding, g grants) (*rbacv1.RoleBinding, bool) {
	desired := binding.DeepCopy()
	metav1.SetMetaDataLabel(&desired.ObjectMeta, fluxv1alpha1.LabelManagedBy, garden.FieldOwner)
	maps.DeleteFunc(desired.Annotations, func(key, _ string) bool { return strings.HasPrefix(key, annotationUnusedSince) })
	for seed, since := range g {
		if !since.IsZero() {
			metav1.SetMetaDataAnnotation(&desired.ObjectMeta, annotationUnusedSince+seed, since.UTC().Format(time.RFC3339))
		}
	}
	desired.Subjects = subjectsOf(g)
	return desired, !equality.Semantic.DeepEqual(binding, desired)
}
