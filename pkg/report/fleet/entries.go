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

// Encode returns the status as the value of an entry in the ConfigMap. Equal statuses have the same value.
func Encode(status fluxv1alpha1.ShootStatus) string {
	text, _ := json.Marshal(status) // All fields can be encoded.
	return string(text)
}

// entryLimits returns the limits for decoding an entry. They exceed the size of a valid entry, which is derived from an
// Extension's status of at most 16 KiB.
func entryLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 64 << 10, Elements: 2000}
}

// Maximum numbers of objects in a decoded entry. A seed reports far fewer objects.
const mostFailing, mostCounts, mostLines = 10, 100, 200

// isLarger returns whether the entry has more objects than a seed reports. The limit is needed because decoded objects
// use much more memory than their JSON.
func isLarger(o *fluxv1alpha1.ObservedObjects) bool {
	return o != nil && (len(o.Failing) > mostFailing || len(o.Counts) > mostCounts || len(o.Tree) > mostLines)
}

// Decode returns the status in an entry of the ConfigMap, and false if the entry is invalid. Callers must not rely on
// the content, because members of the project can write any entry, for example without a state.
func Decode(value string) (fluxv1alpha1.ShootStatus, bool) {
	var status fluxv1alpha1.ShootStatus
	if err := entryLimits().Unmarshal([]byte(value), &status); err != nil || status.UID == "" || isLarger(status.Objects) {
		return fluxv1alpha1.ShootStatus{}, false
	}
	return status, true
}

// Reported returns the entries that a seed or the garden controller has applied and that no other client has changed
// since. Their ConfirmedAt is the last time when the seed observed the Shoot; it is zero for an entry of the garden
// controller. Reported cannot detect entries of project members who use the name of such a field manager.
func Reported(configMap *corev1.ConfigMap) map[string]fluxv1alpha1.ShootStatus {
	entries := map[string]fluxv1alpha1.ShootStatus{}
	if configMap == nil {
		return entries
	}
	for _, manager := range configMap.ManagedFields {
		if manager.Operation != metav1.ManagedFieldsOperationApply || manager.Subresource != "" {
			continue
		}
		for _, name := range namesIn(manager.FieldsV1) {
			switch status, is := Decode(configMap.Data[name]); {
			case !is:
			case manager.Manager == fluxv1alpha1.StatusFieldManagerPrefix+status.Seed:
				status.ConfirmedAt = heard(status, manager.Time)
				entries[name] = status
			case manager.Manager == fluxv1alpha1.GardenFieldManager && status.State == fluxv1alpha1.ShootNotReported:
				status.ConfirmedAt = metav1.Time{}
				entries[name] = status
			}
		}
	}
	return entries
}

// Overwritten is the message for a Shoot whose entry is not one of Reported.
const Overwritten = "a client other than its seed has changed the entry of the Shoot in ConfigMap " + fluxv1alpha1.StatusConfigMapName

// Entries returns the entries of Reported, and state NotReported for all other valid entries.
func Entries(configMap *corev1.ConfigMap) map[string]fluxv1alpha1.ShootStatus {
	entries := Reported(configMap)
	if configMap == nil {
		return entries
	}
	for name, value := range configMap.Data {
		_, ok := entries[name]
		if status, is := Decode(value); is && !ok {
			entries[name] = fluxv1alpha1.ShootStatus{
				UID: status.UID, State: fluxv1alpha1.ShootNotReported, Message: Overwritten, DeployKeyFingerprint: fluxv1alpha1.DeployKeyUnknown,
			}
		}
	}
	return entries
}

// heard returns the last time when the seed observed the Shoot: the earlier one of the confirmation and the last write
// of the seed. Without a confirmation, it is the time of the write.
func heard(status fluxv1alpha1.ShootStatus, stored *metav1.Time) metav1.Time {
	if stored == nil {
		return metav1.Time{}
	}
	confirmed := status.ConfirmedAt
	if !confirmed.IsZero() && confirmed.Before(&status.ObservedAt) {
		confirmed = status.ObservedAt
	}
	if !confirmed.IsZero() && confirmed.Before(stored) {
		return confirmed
	}
	return *stored
}
