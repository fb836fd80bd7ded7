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
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Rollout is the content of ConfigMap flux-rollout of a project.
type Rollout struct {
	// Exists is true if the ConfigMap exists.
	Exists bool
	// State is the decoded content; nil if the ConfigMap does not exist or is damaged.
	State *rollout.State
	// Damaged is the error if the ConfigMap cannot be decoded; nil otherwise.
	Damaged error
}

// ReadRollout returns the content of the project's ConfigMap flux-rollout. A damaged ConfigMap is not an error, but
// part of the Rollout. measure starts to measure the time to decode the ConfigMap, and returns the function that stops
// the measurement.
func (r *Reader) ReadRollout(ctx context.Context, namespace string, measure func() (end func())) (Rollout, error) {
	configMap, err := ReadConfigMap(ctx, r.garden, namespace, fluxv1alpha1.RolloutConfigMapName)
	if err != nil || configMap == nil {
		return Rollout{}, err
	}
	defer measure()()
	return rolloutIn(configMap), nil
}

func rolloutIn(configMap *corev1.ConfigMap) Rollout {
	state, err := rollout.DecodeStrict(configMap)
	return Rollout{Exists: true, State: state, Damaged: err}
}

// rolloutWatch watches the ConfigMaps flux-rollout.
type rolloutWatch struct {
	*watch

	decoded decodedRollouts
	// configured caches the rollouts in ConfigMap flux-config, because each health check of a Shoot needs its own.
	configured perVersion[configuredRollout]
}

// configuredRollout is the result of document.ConfigMap.Rollout.
type configuredRollout struct {
	rollout *fluxv1alpha1.Rollout
	kind    document.Configured
}

func configuredIn(configMap *document.ConfigMap) configuredRollout {
	configured, kind := configMap.Rollout()
	return configuredRollout{configured, kind}
}

// add sets the configured and the stored rollout in the state of a project that has, or may have, a rollout. It returns
// false if the stored rollouts are not listed yet.
func (r *rolloutWatch) add(ctx context.Context, namespace string, configMap *corev1.ConfigMap, state *State) (bool, error) {
	if state.ConfigMap == nil {
		r.configured.forget(namespace)
		r.decoded.forget(namespace)
		return true, nil
	}
	configured := r.configured.of(configMap, func() configuredRollout { return configuredIn(state.ConfigMap) })
	state.Configured = configured.rollout
	if configured.kind == document.None {
		r.decoded.forget(namespace)
		return true, nil
	}
	if !r.HasSynced() {
		return false, nil
	}
	stored := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}, stored, client.UnsafeDisableDeepCopy)
	if apierrors.IsNotFound(err) {
		r.decoded.forget(namespace)
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to get ConfigMap %s/%s from the cache: %w", namespace, fluxv1alpha1.RolloutConfigMapName, err)
	}
	state.Rollout = r.decoded.of(stored)
	return true, nil
}

// perVersion caches a value for the last version of each project's ConfigMap. It computes the value once per version.
// The computation for one project does not block other projects.
type perVersion[T any] struct {
	mutex sync.Mutex
	known map[string]*versionedValue[T]
}

type versionedValue[T any] struct {
	uid     types.UID
	version string
	once    sync.Once
	value   T
}

// of returns the value for the ConfigMap. Concurrent calls for the same version wait until one of them has computed the
// value.
func (p *perVersion[T]) of(configMap *corev1.ConfigMap, compute func() T) T {
	own := p.entry(configMap)
	own.once.Do(func() { own.value = compute() })
	return own.value
}

func (p *perVersion[T]) entry(configMap *corev1.ConfigMap) *versionedValue[T] {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if own := p.known[configMap.Namespace]; own != nil && own.uid == configMap.UID && own.version == configMap.ResourceVersion {
		return own
	}
	if p.known == nil {
		p.known = map[string]*versionedValue[T]{}
	}
	own := &versionedValue[T]{uid: configMap.UID, version: configMap.ResourceVersion}
	p.known[configMap.Namespace] = own
	return own
}

func (p *perVersion[T]) forget(namespace string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.known, namespace)
}

// decodedRollouts caches the decoded rollouts of projects.
type decodedRollouts struct {
	perVersion[*rollout.State]

	damages *errorLog
}

// of returns the decoded rollout. If the ConfigMap is damaged, it logs the error and returns nil.
func (d *decodedRollouts) of(configMap *corev1.ConfigMap) *rollout.State {
	return d.perVersion.of(configMap, func() *rollout.State {
		read := rolloutIn(configMap)
		if read.Damaged != nil {
			d.damages.handle(read.Damaged)
		}
		return read.State
	})
}

func newDamageLog(log logr.Logger, now clock.PassiveClock) *errorLog {
	return newErrorLog(log, now, "Failed to decode the rollout of a project: its Shoots stay unchanged until the garden controller writes it again")
}

// withoutReport is a cache transform that removes the parts of ConfigMap flux-rollout that only users need.
func withoutReport(object any) (any, error) {
	if configMap, ok := object.(*corev1.ConfigMap); ok {
		configMap.ManagedFields, configMap.Annotations, configMap.Data = nil, nil, nil
	}
	return object, nil
}
