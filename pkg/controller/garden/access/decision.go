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
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// Name is the name of the ClusterRole with the permissions of a seed in a project, and of the RoleBindings
	// to it.
	Name = "extensions.gardener.cloud:extension-shoot-flux:project-access"

	// annotationUnusedSince is the prefix of an annotation for each unused seed, followed by the name of the seed. The
	// value is the start of the seed's grace period (RFC 3339).
	annotationUnusedSince = "unused-since." + fluxv1alpha1.GroupName + "/"
)

// grants maps each seed with access to a project to the start of its grace period if the seed is unused, or to the zero
// time if it is used. A self-hosted Shoot of the project is listed like a seed.
type grants map[string]time.Time

// decision is the desired access to a project.
type decision struct {
	// grants are the desired grants.
	grants grants
	// expired are the seeds whose access is revoked now, sorted.
	expired []string
	// again is the time until the next decision if nothing changes, or 0 if none is needed.
	again time.Duration
}

// decide returns the desired access of seeds to a project with these Shoots. A seed gets access when a Shoot with Flux
// is scheduled to it. It loses access if no Shoot with Flux has named it in spec.seedName or status.seedName for a
// grace period. If Gardener has not applied the specification of a Shoot yet, the Shoot may still have its Extension:
// such a Shoot preserves the existing access of its seeds, but grants no new access.
func decide(shoots []gardencorev1beta1.Shoot, current grants, now time.Time, grace time.Duration) decision {
	needed := seedsOf(shoots, garden.UsesFlux)
	kept := seedsOf(shoots, func(shoot *gardencorev1beta1.Shoot) bool { return !garden.IsReconciled(shoot) })
	result := decision{grants: grants{}}
	for seed := range needed {
		result.grants[seed] = time.Time{}
	}
	for seed, since := range current {
		if needed.Has(seed) {
			continue
		}
		// Other clients can write the recorded time: a missing or future time restarts the grace period.
		if since.IsZero() || since.After(now) {
			since = now
		}
		left := grace - now.Sub(since)
		if left <= 0 {
			if !kept.Has(seed) {
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

// seedsOf returns the seeds of the selected Shoots. A self-hosted Shoot is listed like a seed.
func seedsOf(shoots []gardencorev1beta1.Shoot, selects func(*gardencorev1beta1.Shoot) bool) sets.Set[string] {
	seeds := sets.New[string]()
	for i := range shoots {
		if selects(&shoots[i]) {
			seeds.Insert(garden.ReportersOf(&shoots[i])...)
		}
	}
	return seeds
}

// SlimRoleBinding is a cache transform that reduces the managed fields of a RoleBinding to the names of the managers.
func SlimRoleBinding(object any) (any, error) {
	if binding, ok := object.(*rbacv1.RoleBinding); ok {
		for i := range binding.ManagedFields {
			binding.ManagedFields[i] = metav1.ManagedFieldsEntry{Manager: binding.ManagedFields[i].Manager}
		}
	}
	return object, nil
}

// isOurs returns whether the extension created the RoleBinding: it must bind the ClusterRole, and have the label or a
// managed field of the extension. The label alone is not sufficient, because users can remove it.
func isOurs(binding *rbacv1.RoleBinding) bool {
	return binding.RoleRef == garden.RoleRef(Name) && (binding.Labels[fluxv1alpha1.LabelManagedBy] == garden.FieldOwner ||
		slices.ContainsFunc(binding.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == garden.FieldOwner }))
}

// grantsOf returns the grants of a RoleBinding that the extension created. It ignores subjects that are not seeds; the
// next write removes them.
func grantsOf(binding *rbacv1.RoleBinding) grants {
	current := grants{}
	for _, subject := range binding.Subjects {
		if seed := garden.ReporterOf(subject, binding.Namespace); seed != "" {
			// An invalid time restarts the grace period.
			since, _ := time.Parse(time.RFC3339, binding.Annotations[annotationUnusedSince+seed])
			current[seed] = since
		}
	}
	return current
}

// seeds returns the seeds with access, sorted.
func (g grants) seeds() []string { return slices.Sorted(maps.Keys(g)) }

// subjects returns the identities of the seeds in the garden, sorted by seed.
func (g grants) subjects(project string) []rbacv1.Subject {
	subjects := make([]rbacv1.Subject, 0, len(g))
	for _, seed := range g.seeds() {
		subjects = append(subjects, garden.Identity(seed, project))
	}
	return subjects
}

// changed returns the desired RoleBinding, and whether it differs from the current one.
func changed(binding *rbacv1.RoleBinding, g grants) (*rbacv1.RoleBinding, bool) {
	desired := binding.DeepCopy()
	metav1.SetMetaDataLabel(&desired.ObjectMeta, fluxv1alpha1.LabelManagedBy, garden.FieldOwner)
	maps.DeleteFunc(desired.Annotations, func(key, _ string) bool { return strings.HasPrefix(key, annotationUnusedSince) })
	for seed, since := range g {
		if !since.IsZero() {
			metav1.SetMetaDataAnnotation(&desired.ObjectMeta, annotationUnusedSince+seed, since.UTC().Format(time.RFC3339))
		}
	}
	desired.Subjects = g.subjects(binding.Namespace)
	return desired, !equality.Semantic.DeepEqual(binding, desired)
}
