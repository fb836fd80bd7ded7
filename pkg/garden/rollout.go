// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"sync"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
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

// ReadRollout returns the ConfigMap flux-rollout of the project. The error is the garden's: that it is damaged is part of the Rollout. What decoding takes is
// measured: measure begins a measurement, and what it returns ends it.
func (r *Reader) ReadRollout(ctx context.Context, namespace string, measure func() (end func())) (Rollout, error) {
	configMap, err := ReadConfigMap(ctx, r.garden, namespace, fluxv1alpha1.RolloutConfigMapName)
	if err != nil || configMap == nil {
		return Rollout{}, err
	}
	defer measure()()
	return rolloutIn(configMap), nil
}

func rolloutIn(configMap *corev1.ConfigMap) Rollout {
	state, err := rollout.Decode(configMap)
	return Rollout{Exists: true, State: state, Damaged: err}
}

// rolloutWatch is the watch of the ConfigMaps flux-rollout, which needs a cache of its own: a cache has one name for each kind.
type rolloutWatch struct {
	cache    cache.Cache
	informer cache.Informer
	decoded  decodedRollouts
	governed governed
}

// add adds the rollout to the state of a project that has, or may have, one.
func (r *rolloutWatch) add(ctx context.Context, namespace string, configMap *corev1.ConfigMap, state *State) (bool, error) {
	if state.ConfigMap == nil {
		r.governed.forget(namespace)
		r.decoded.forget(namespace)
		return true, nil
	}
	if !r.governed.mayHaveRollout(configMap, state.ConfigMap) {
		r.decoded.forget(namespace)
		return true, nil
	}
	return r.read(ctx, namespace, state)
}

// read adds the rollout to the state of a project, if rollouts are listed.
func (r *rolloutWatch) read(ctx context.Context, namespace string, state *State) (bool, error) {
	if !r.informer.HasSynced() {
		return false, nil
	}
	configMap := &corev1.ConfigMap{}
	err := r.cache.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}, configMap, client.UnsafeDisableDeepCopy)
	if apierrors.IsNotFound(err) {
		r.decoded.forget(namespace)
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to get ConfigMap %s/%s from the cache: %w", namespace, fluxv1alpha1.RolloutConfigMapName, err)
	}
	state.Rollout = r.decoded.of(configMap)
	return true, nil
}

// governed remembers which projects have, or may have, a rollout: each health check of a Shoot asks for it.
type governed struct {
	mutex sync.Mutex
	known map[string]governedVersion
}

type governedVersion struct {
	uid     types.UID
	version string
	governs bool
}

// mayHaveRollout is MayHaveRollout of the ConfigMap flux-config of that UID and version.
func (g *governed) mayHaveRollout(read *corev1.ConfigMap, project *document.ConfigMap) bool {
	g.mutex.Lock()
	known, has := g.known[read.Namespace]
	g.mutex.Unlock()
	if has && known.uid == read.UID && known.version == read.ResourceVersion {
		return known.governs
	}
	governs := project.MayHaveRollout()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.known == nil {
		g.known = map[string]governedVersion{}
	}
	g.known[read.Namespace] = governedVersion{uid: read.UID, version: read.ResourceVersion, governs: governs}
	return governs
}

// forget drops what is known of a project that has no configuration any more.
func (g *governed) forget(namespace string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	delete(g.known, namespace)
}

func newDamageLog(log logr.Logger, now clock.PassiveClock) *errorLog {
	return &errorLog{log: log, clock: now, message: "Failed to decode the rollout of a project: its Shoots keep what they have until the garden controller writes it again"}
}

// decodedRollouts caches the rollouts of projects. It decodes each version once, and no project waits for the rollout of another.
type decodedRollouts struct {
	damages *errorLog

	mutex   sync.Mutex
	decoded map[string]*decodedRollout
}

// decodedRollout is the rollout of a project in a version of its ConfigMap.
type decodedRollout struct {
	uid     types.UID
	version string

	once  sync.Once
	state *rollout.State
}

// of returns the content of the ConfigMap; nil if it is damaged, which is logged. Several callers for the same project wait for one that decodes it.
func (d *decodedRollouts) of(configMap *corev1.ConfigMap) *rollout.State {
	of := d.entry(configMap)
	of.once.Do(func() {
		read := rolloutIn(configMap)
		if read.Damaged != nil {
			d.damages.handle(read.Damaged)
		}
		of.state = read.State
	})
	return of.state
}

// entry returns the entry for this version of the ConfigMap, which need not be decoded yet.
func (d *decodedRollouts) entry(configMap *corev1.ConfigMap) *decodedRollout {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if known, has := d.decoded[configMap.Namespace]; has && known.uid == configMap.UID && known.version == configMap.ResourceVersion {
		return known
	}
	if d.decoded == nil {
		d.decoded = map[string]*decodedRollout{}
	}
	of := &decodedRollout{uid: configMap.UID, version: configMap.ResourceVersion}
	d.decoded[configMap.Namespace] = of
	return of
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
