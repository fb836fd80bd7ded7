// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"cmp"
	"encoding/json"
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Encode returns the status as an entry of the ConfigMap: the same status gives the same text.
func Encode(status fluxv1alpha1.ShootStatus) (string, error) {
	raw, err := json.Marshal(status)
	if err != nil {
		return "", fmt.Errorf("failed to encode the status of a Shoot: %w", err)
	}
	return string(raw), nil
}

// entryLimits bound an entry: the status of an Extension, from which it is made, has 16 KiB.
func entryLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 64 << 10, Elements: 2000}
}

// Several times as many as a seed reports.
const mostFailing, mostCounts, mostLines = 10, 100, 200

// isLarger returns whether there are more objects than a seed reports: what is written with a few bytes each is kept for all Shoots of a project.
func isLarger(o *fluxv1alpha1.ObservedObjects) bool {
	return o != nil && (len(o.Failing) > mostFailing || len(o.Counts) > mostCounts || len(o.Tree) > mostLines)
}

// Decode returns the status in an entry of the ConfigMap, and false if the entry is none: members of the project may write anything there.
func Decode(value string) (fluxv1alpha1.ShootStatus, bool) {
	var decoded struct {
		fluxv1alpha1.ShootStatus `json:",inline"`
		// FormerLastEventReason is LastEventReason in an entry that an earlier version of the extension has written.
		FormerLastEventReason string `json:"told"`
	}
	if err := entryLimits().Unmarshal([]byte(value), &decoded); err != nil || decoded.UID == "" || isLarger(decoded.Objects) {
		return fluxv1alpha1.ShootStatus{}, false
	}
	status := decoded.ShootStatus
	status.LastEventReason = cmp.Or(status.LastEventReason, decoded.FormerLastEventReason)
	return status, true
}
