// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// Name is the name of the ClusterRole with the permissions of a seed in a project, and of the RoleBindings
	// to it.
	Name = "extensions.gardener.cloud:extension-shoot-flux:project-access"

	// annotationUnusedSince is the prefix of the annotation for each seed that no Shoot needs, with the start
	// of its grace period (RFC 3339). The annotation ends in the name of the seed.
	annotationUnusedSince = "unused-since." + fluxv1alpha1.GroupName + "/"
)

// grants are the seeds that have access to a project. The value is the start of the grace period of a seed that
// no Shoot needs, and the zero time for other seeds.
type grants map[string]time.Time

// decision is the desired access to a project.
type decision struct {
	// grants are the desired grants.
	grants grants
	// expired are the seeds whose access is revoked now, sorted.
	expired []string
	// ignored are the names in Shoots that no Seed can have, sorted.
	ignored []string
	// again is the time until the next decision if nothing changes; 0 for never.
	again time.Duration
}

// decide returns which seeds have access to a project with these Shoots. A seed gets access when a Shoot with
// Flux is scheduled to it. It loses access a grace period after no such Shoot is scheduled to it or has its
// control plane there. A Shoot whose specification is not applied yet may still have its Extension: it keeps
// the access of its seed, and grants none.
func decide(shoots []gardencorev1beta1.Shoot, present grants, now time.Time, grace time.Duration) decision {
	needed, ignored := seedsOf(shoots, garden.UsesFlux)
	kept, _ := seedsOf(shoots, func(shoot *gardencorev1beta1.Shoot) bool { return !garden.IsReconciled(shoot) })
	result := decision{grants: grants{}, ignored: ignored}
	for _, seed := range needed {
		result.grants[seed] = time.Time{}
	}
	for seed, since := range present {
		if slices.Contains(needed, seed) {
			continue
		}
		// Other clients can write the recorded time.
		if since.IsZero() || since.After(now) {
			since = now
		}
		left := grace - now.Sub(since)
		if left <= 0 {
			if !slices.Contains(kept, seed) {
				result.expired = append(result.expired, seed)
				continue
			}
			left = grace
		}
		if left = max(left, time.Second); result.again == 0 || left < result.again {
			result.again = left
		}
		result.grants[seed] = since
	}
	slices.Sort(result.expired)
	return result
}

// seedsOf returns the seeds of the selected Shoots, and the names that no Seed can have. Both are sorted and
// unique.
func seedsOf(shoots []gardencorev1beta1.Shoot, selects func(*gardencorev1beta1.Shoot) bool) (seeds, ignored []string) {
	for i := range shoots {
		if !selects(&shoots[i]) {
			continue
		}
		for _, seed := range garden.SeedsOf(&shoots[i]) {
			if isSeedName(seed) {
				seeds = append(seeds, seed)
			} else {
				ignored = append(ignored, seed)
			}
		}
	}
	slices.Sort(seeds)
	slices.Sort(ignored)
	return slices.Compact(seeds), slices.Compact(ignored)
}

// isSeedName returns whether a Seed can have the name, which is a part of the name of its namespace in the
// garden.
func isSeedName(name string) bool {
	return name != "" && len(validation.IsDNS1123Label(gardenerutils.SeedNamespaceNamePrefix+name)) == 0
}

// SlimRoleBinding is a cache transform that reduces the managed fields to the names of the managers.
func SlimRoleBinding(object any) (any, error) {
	if binding, is := object.(*rbacv1.RoleBinding); is {
		for i := range binding.ManagedFields {
			binding.ManagedFields[i] = metav1.ManagedFieldsEntry{Manager: binding.ManagedFields[i].Manager}
		}
	}
	return object, nil
}

// isOurs returns whether the extension created a RoleBinding. It binds the ClusterRole, and has the label or a
// field that the extension manages, because users can remove the label.
func isOurs(binding *rbacv1.RoleBinding) bool {
	return binding.RoleRef == roleRef() && (binding.Labels[fluxv1alpha1.LabelManagedBy] == garden.FieldOwner ||
		slices.ContainsFunc(binding.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == garden.FieldOwner }))
}

func roleRef() rbacv1.RoleRef {
	return rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: Name}
}

// grantsOf returns the grants of a RoleBinding that the extension created. The next write removes all other
// subjects.
func grantsOf(binding *rbacv1.RoleBinding) grants {
	present := grants{}
	for _, subject := range binding.Subjects {
		seed := gardenerutils.ComputeSeedName(subject.Namespace)
		if !isSeedName(seed) || subject != subjectFor(seed) {
			continue
		}
		// An invalid time restarts the grace period.
		since, _ := time.Parse(time.RFC3339, binding.Annotations[annotationUnusedSince+seed])
		present[seed] = since
	}
	return present
}

func subjectFor(seed string) rbacv1.Subject {
	return rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Namespace: gardenerutils.ComputeGardenNamespace(seed), Name: fluxv1alpha1.GardenServiceAccountName}
}

// subjectsOf returns the subjects for grants, sorted.
func subjectsOf(g grants) []rbacv1.Subject {
	subjects := make([]rbacv1.Subject, 0, len(g))
	for _, seed := range slices.Sorted(maps.Keys(g)) {
		subjects = append(subjects, subjectFor(seed))
	}
	return subjects
}

// newBinding returns a new RoleBinding. It has no annotations, because Shoots need all its seeds.
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

// changed returns the desired RoleBinding, and whether it differs from the present one.
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
