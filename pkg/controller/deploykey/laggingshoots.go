// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"maps"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// StatusReader reads the reported statuses of Shoots.
type StatusReader interface {
	// Statuses returns them by the names of the Shoots; none, if the statuses may have been deleted and are not complete again.
	Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error)
}

// laggingShoots finds the Shoots of a project that do not have the key of the last rotation.
type laggingShoots struct {
	seed     client.Reader
	statuses StatusReader
	// found are those of the last check.
	found *project.LaggingShoots
}

// none returns whether every Shoot of the project reports the present key, or, if it is hibernated, that it wakes up with it. Missing reports
// prove nothing: without any status, it returns false.
func (l laggingShoots) none(ctx context.Context, key projectKey) (bool, error) {
	present := key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint]
	if present == "" {
		return false, nil
	}
	statuses, err := l.statuses.Statuses(ctx, key.namespace)
	if err != nil || len(statuses) == 0 {
		return false, err
	}
	lagging, err := l.onSeed(ctx, key, statuses)
	if err != nil {
		return false, err
	}
	for name, status := range statuses {
		has := status.DeployKeyFingerprint == present
		if status.Hibernated {
			// A configuration error may have kept the present key back, on whichever seed. Entries of earlier versions count as that.
			has = status.DeployKeyRotation == key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt]
		}
		if status.DeployKeyFingerprint != "" && !has {
			lagging[name] = true
		}
	}
	l.found.Set(key.namespace, slices.Sorted(maps.Keys(lagging)))
	return len(lagging) == 0, nil
}

// reset removes the Shoots found by the last check.
func (l laggingShoots) reset(key projectKey) { l.found.Set(key.namespace, nil) }

// onSeed returns the Shoots on this seed to which the key of the last rotation was not delivered, hibernated or not, or that have no
// status.
func (l laggingShoots) onSeed(ctx context.Context, key projectKey, statuses map[string]fluxv1alpha1.ShootStatus) (map[string]bool, error) {
	here, err := seed.ExtensionsOf(ctx, l.seed, key.namespace)
	if err != nil {
		return nil, err
	}
	lagging := map[string]bool{}
	for _, e := range here {
		delivered, err := extensionstatus.ReadState(e.Extension)
		if err != nil {
			return nil, err
		}
		if !delivered.DeployKey || e.Shoot.DeletionTimestamp != nil {
			continue
		}
		behind := delivered.Observed.Rotation != key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt]
		if behind || statuses[e.Shoot.Name].UID != e.Shoot.UID {
			lagging[e.Shoot.Name] = true
		}
	}
	return lagging, nil
}
