// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"sync"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Rollout is what was read of the ConfigMap flux-rollout of a project.
type Rollout struct {
	// Exists is whether there is one.
	Exists bool
	// State is its content; nil if there is none, or if it is damaged.
	State *rollout.State
	// Damaged says why it cannot be read; nil if it can.
	Damaged error
}

// ReadRollout returns the ConfigMap flux-rollout of the project. The error is the garden's: that it is damaged is part of the Rollout.
func (r *Reader) ReadRollout(ctx context.Context, namespace string) (Rollout, error) {
	configMap := &corev1.ConfigMap{}
	has, err := exists(ctx, r.garden, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}, configMap)
	if err != nil || !has {
		return Rollout{}, err
	}
	return rolloutIn(configMap), nil
}

func rolloutIn(configMap *corev1.ConfigMap) Rollout {
	state, err := rollout.Decode(configMap)
	return Rollout{Exists: true, State: state, Damaged: err}
}

// mayHaveRollout returns whether a project has, or may have, a rollout: only then its ConfigMap flux-rollout matters.
func mayHaveRollout(project *document.ConfigMap) bool {
	_, configured := rollout.Read(project)
	return configured != rollout.None
}

func newDamageLog(log logr.Logger, now clock.PassiveClock) *errorLog {
	return &errorLog{log: log, clock: now, message: "Failed to decode the rollout of a project: its Shoots keep what they have until the garden controller writes it again"}
}

// decodedRollouts are the rollouts of projects, each of which is decoded once.
type decodedRollouts struct {
	damages *errorLog

	mutex   sync.Mutex
	decoded map[string]decodedRollout
}

type decodedRollout struct {
	uid     types.UID
	version string
	state   *rollout.State
}

// of returns the content of the ConfigMap; nil if it is damaged, which is logged.
func (d *decodedRollouts) of(configMap *corev1.ConfigMap) *rollout.State {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if known, has := d.decoded[configMap.Namespace]; has && known.uid == configMap.UID && known.version == configMap.ResourceVersion {
		return known.state
	}
	read := rolloutIn(configMap)
	if read.Damaged != nil {
		d.damages.handle(read.Damaged)
	}
	if d.decoded == nil {
		d.decoded = map[string]decodedRollout{}
	}
	d.decoded[configMap.Namespace] = decodedRollout{uid: configMap.UID, version: configMap.ResourceVersion, state: read.State}
	return read.State
}

// forget drops what was decoded of a project that has no rollout any more.
func (d *decodedRollouts) forget(namespace string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.decoded, namespace)
}

// withoutReport is a cache transform that drops what of the ConfigMap is for people.
func withoutReport(object any) (any, error) {
	if configMap, is := object.(*corev1.ConfigMap); is {
		configMap.ManagedFields, configMap.Annotations, configMap.Data = nil, nil, nil
	}
	return object, nil
}
