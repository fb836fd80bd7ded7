// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Encode returns the status as an entry of the ConfigMap. The text depends only on the status.
func Encode(status fluxv1alpha1.ShootStatus) string {
	text, _ := json.Marshal(status) // JSON can encode all of its fields.
	return string(text)
}

// entryLimits returns the limits of an entry. An entry derives from the status of an Extension, which has 16 KiB.
func entryLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 64 << 10, Elements: 2000}
}

// A seed reports far fewer objects.
const mostFailing, mostCounts, mostLines = 10, 100, 200

// isLarger returns whether there are more objects than a seed reports. Decoded objects take much more memory than their
// text.
func isLarger(o *fluxv1alpha1.ObservedObjects) bool {
	return o != nil && (len(o.Failing) > mostFailing || len(o.Counts) > mostCounts || len(o.Tree) > mostLines)
}

// Decode returns the status in an entry of the ConfigMap, and false for an invalid entry. Members of the project can
// write any entry, including one without a state.
func Decode(value string) (fluxv1alpha1.ShootStatus, bool) {
	var status fluxv1alpha1.ShootStatus
	if err := entryLimits().Unmarshal([]byte(value), &status); err != nil || status.UID == "" || isLarger(status.Objects) {
		return fluxv1alpha1.ShootStatus{}, false
	}
	return status, true
}

// Written returns the statuses that seeds or the garden controller have applied, and no other client has changed since.
// own is the field manager of the garden controller. It does not protect against a member of the project who uses the
// name of a field manager.
func Written(configMap *corev1.ConfigMap, own string) map[string]fluxv1alpha1.ShootStatus {
	written := map[string]fluxv1alpha1.ShootStatus{}
	if configMap == nil {
		return written
	}
	for _, entry := range configMap.ManagedFields {
		if entry.Operation != metav1.ManagedFieldsOperationApply || entry.Subresource != "" {
			continue
		}
		for _, name := range namesIn(entry.FieldsV1) {
			status, is := Decode(configMap.Data[name])
			if is && (entry.Manager == fluxv1alpha1.StatusFieldManagerPrefix+status.Seed || entry.Manager == own && status.State == fluxv1alpha1.ShootNotReported) {
				written[name] = status
			}
		}
	}
	return written
}
