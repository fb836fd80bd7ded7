// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// seeds simulates all seeds of the estate. They share a watch of the ConfigMaps flux-config and flux-rollout, and one
// loop, because a process for each of them would take the CPU from the garden controller.
type seeds struct {
	*estate

	mutex sync.Mutex
	// configs and rollouts are the watched ConfigMaps by namespace.
	configs  map[string]*corev1.ConfigMap
	rollouts map[string]*rollout.State
}

// report identifies the entries of a seed in ConfigMap flux-status of a project.
type report struct {
	project int
	seed    string
}

// startSeeds simulates the seeds until the context ends.
func startSeeds(ctx context.Context, e *estate, config *rest.Config, failed func(error)) (*seeds, error) {
	s := &seeds{estate: e, configs: map[string]*corev1.ConfigMap{}, rollouts: map[string]*rollout.State{}}
	if err := watchConfigMaps(ctx, config, fluxv1alpha1.ConfigMapName, s.storeConfig); err != nil {
		return nil, err
	}
	if err := watchConfigMaps(ctx, config, fluxv1alpha1.RolloutConfigMapName, s.storeRollout); err != nil {
		return nil, err
	}
	go func() {
		last := map[report]time.Time{}
		for pause(ctx, time.Second) == nil {
			due := s.due(last)
			_ = each(ctx, len(due), func(ctx context.Context, i int) error {
				if err := s.fleets[due[i].project].apply(ctx, s.garden.Client, due[i].seed); err != nil && ctx.Err() == nil {
					failed(err)
				}
				return nil // The other seeds go on.
			})
		}
	}()
	return s, nil
}

func (s *seeds) storeConfig(configMap *corev1.ConfigMap) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.configs[configMap.Namespace] = configMap
}

func (s *seeds) storeRollout(configMap *corev1.ConfigMap) {
	state, err := rollout.Decode(configMap)
	if err != nil {
		return // A seed keeps the last state, too.
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.rollouts[configMap.Namespace] = state
}

// of returns the watched flux-config and rollout of a project. They are nil if they do not exist.
func (s *seeds) of(project int) (*corev1.ConfigMap, *rollout.State) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.configs[namespaceOf(project)], s.rollouts[namespaceOf(project)]
}

// due delivers the desired state to all Shoots, and returns the entries to write. last contains the times of the last
// writes.
func (s *seeds) due(last map[report]time.Time) []report {
	var due []report
	for project := range s.fleets {
		config, state := s.of(project)
		if config == nil {
			continue
		}
		for _, seed := range s.seedsOf(project) {
			r := report{project, seed}
			wait := statusRefresh
			if s.fleets[project].follow(seed, state, config.Data[fluxv1alpha1.KeyConfig]) {
				wait = statusInterval
			}
			if since, wrote := last[r]; wrote && time.Since(since) < wait || !wrote && wait == statusRefresh {
				continue
			}
			last[r] = time.Now()
			due = append(due, r)
		}
	}
	return due
}

// await waits until the flux-config and the rollouts of projects are accepted, and returns the times until then.
func (s *seeds) await(ctx context.Context, projects []int, accepts func(project int, config *corev1.ConfigMap, state *rollout.State) bool) ([]float64, error) {
	began, times, missing := time.Now(), []float64{}, slices.Clone(projects)
	for {
		missing = slices.DeleteFunc(missing, func(project int) bool {
			config, state := s.of(project)
			if config == nil || state == nil || !accepts(project, config, state) {
				return false
			}
			times = append(times, time.Since(began).Seconds())
			return true
		})
		if len(missing) == 0 {
			return times, nil
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return nil, fmt.Errorf("%d projects are not complete, one of them %s: %w", len(missing), project(missing[0]), err)
		}
	}
}

// isComplete returns whether all rings have passed the target.
func isComplete(state *rollout.State) bool {
	return !state.Recovering && !slices.ContainsFunc(state.Rings, func(ring rollout.Ring) bool { return ring.Passed.Revision != state.Target })
}
