// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"maps"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// mostNamed is the maximum number of Shoot names in the annotation.
const mostNamed = 5

// StatusReader reads the reported statuses of Shoots.
type StatusReader interface {
	// Statuses returns the statuses by Shoot name. It returns none while they may be incomplete.
	Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error)
}

// lagging returns the sorted names of the Shoots that are not known to have the current key, and whether the result is
// known. It is unknown if no Shoot is reported. A Shoot with Flux lags if it is not reported, because a missing report
// proves nothing. A hibernated Shoot lags unless it will wake up with the current key.
func (s steps) lagging(ctx context.Context, key projectKey) ([]string, bool, error) {
	present := key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint]
	if present == "" {
		return nil, false, nil
	}
	statuses, err := s.statuses()
	if err != nil || len(statuses) == 0 {
		return nil, false, err
	}
	// A Shoot that is being deleted needs no key.
	shoots, err := garden.ListFluxShoots(ctx, s.Shoots, key.namespace)
	if err != nil {
		return nil, false, err
	}
	lagging := map[string]bool{}
	for _, shoot := range shoots {
		if statuses[shoot.Name].UID != shoot.UID {
			lagging[shoot.Name] = true
		}
	}
	for name, status := range statuses {
		if !key.isHadBy(status, present) {
			lagging[name] = true
		}
	}
	return slices.Sorted(maps.Keys(lagging)), true, nil
}

// isHadBy returns whether a Shoot has the current key, does not use the deploy key, or is hibernated and will wake up
// with the current key.
func (k projectKey) isHadBy(status fluxv1alpha1.ShootStatus, present string) bool {
	if k.name != "" {
		// If the Shoot reports neither kind of key, its state is unknown.
		fingerprint, ok := status.SourceKeys[k.name]
		return ok && fingerprint == present || !ok && (len(status.SourceKeys) > 0 || status.DeployKeyFingerprint != fluxv1alpha1.DeployKeyUnknown)
	}
	if status.Hibernated {
		// A configuration error may have delayed the current key. A status without a rotation is treated as if there were
		// such an error.
		return status.DeployKeyFingerprint == "" || status.DeployKeyRotation == deploykey.RotationOf(k.state.KeyAnnotations)
	}
	return status.DeployKeyFingerprint == "" || status.DeployKeyFingerprint == present
}
