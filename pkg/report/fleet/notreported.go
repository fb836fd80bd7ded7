// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// PlanNotReported returns all entries of the field manager in the ConfigMap, about Shoots that no seed reports, and whether they have to be
// written. They give way to those of the seeds: they have no room beyond the soft limit.
func PlanNotReported(configMap *corev1.ConfigMap, manager string, statuses map[string]fluxv1alpha1.ShootStatus, limits Limits) (map[string]string, bool, error) {
	own := map[string]bool{}
	if configMap != nil {
		for _, entry := range configMap.ManagedFields {
			if entry.Manager == manager && entry.Operation == metav1.ManagedFieldsOperationApply {
				for _, name := range namesIn(entry.FieldsV1) {
					own[name] = true
				}
			}
		}
	}
	replaced := map[string]bool{}
	for name := range own {
		replaced[name] = true
	}
	for name := range statuses {
		replaced[name] = true
	}
	current := read(configMap, "")
	limits.Hard = limits.Soft
	fitting, err := limits.fit(sizeWithout(configMap, replaced).plus(current.managers), statuses)
	if err != nil {
		return nil, false, err
	}
	entries, changed := map[string]string{}, false
	for name, e := range fitting {
		if e.brevity != nothing {
			entries[name] = e.text
			changed = changed || current.data[name] != e.text || !own[name]
		}
	}
	for name := range own {
		_, stays := entries[name]
		changed = changed || !stays
	}
	return entries, changed, nil
}
