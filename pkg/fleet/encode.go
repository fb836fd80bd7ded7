// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Encode returns the status as it stands in the ConfigMap: the same status gives the same text.
func Encode(status fluxv1alpha1.ShootStatus) (string, error) {
	raw, err := json.Marshal(status)
	if err != nil {
		return "", fmt.Errorf("failed to encode the status of a Shoot: %w", err)
	}
	return string(raw), nil
}

// Decode returns a status that stands in the ConfigMap. It tells whether it is one: members of the project may write anything there.
func Decode(value string) (fluxv1alpha1.ShootStatus, bool) {
	var status fluxv1alpha1.ShootStatus
	if err := json.Unmarshal([]byte(value), &status); err != nil || status.UID == "" {
		return fluxv1alpha1.ShootStatus{}, false
	}
	return status, true
}
