// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Entries are the entries of a ConfigMap flux-status, with the field managers that have applied them.
type Entries struct {
	data     map[string]string
	managers map[string][]string
	own      string
}

// EntriesOf returns the entries of the ConfigMap, which may be nil. Own is the field manager of the garden controller.
func EntriesOf(configMap *corev1.ConfigMap, own string) Entries {
	e := Entries{managers: map[string][]string{}, own: own}
	if configMap == nil {
		return e
	}
	e.data = configMap.Data
	for _, entry := range configMap.ManagedFields {
		if entry.Operation != metav1.ManagedFieldsOperationApply || entry.Subresource != "" {
			continue
		}
		for _, name := range namesIn(entry.FieldsV1) {
			e.managers[name] = append(e.managers[name], entry.Manager)
		}
	}
	return e
}

// Written returns the status of a Shoot if the seed that it names, or the garden controller, has applied it, and no other client has changed it since:
// such a change takes the entry from its field manager. It is no proof against a member of the project who takes the name of that field manager.
func (e Entries) Written(shoot string) (fluxv1alpha1.ShootStatus, bool) {
	status, is := Decode(e.data[shoot])
	if !is {
		return fluxv1alpha1.ShootStatus{}, false
	}
	by := e.managers[shoot]
	if slices.Contains(by, fluxv1alpha1.StatusFieldManagerPrefix+status.Seed) || status.State == fluxv1alpha1.ShootNotReported && slices.Contains(by, e.own) {
		return status, true
	}
	return fluxv1alpha1.ShootStatus{}, false
}
