// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// StatusTimes are the times of StatusConfigMaps.
type StatusTimes struct {
	// Timeout limits the time of a request to the garden.
	Timeout time.Duration
	// Refresh is the longest interval in which each seed checks its entries.
	Refresh time.Duration
}

// StatusConfigMaps reads and writes the ConfigMaps flux-status, in which a seed reports the status of Shoots to their projects. It keeps no
// state. A seed owns its entries by its field manager, so that several seeds share a ConfigMap and do not change other entries.
type StatusConfigMaps struct {
	garden client.Client
	seed   string
	clock  clock.PassiveClock
	times  StatusTimes
}

// NewStatusConfigMaps returns StatusConfigMaps for the seed of that name. The client for the garden must not read from a cache.
func NewStatusConfigMaps(garden client.Client, seed string, now clock.PassiveClock, times StatusTimes) *StatusConfigMaps {
	return &StatusConfigMaps{garden: garden, seed: seed, clock: now, times: times}
}

// Read returns the ConfigMap of the project, with its field managers; nil if there is none.
func (m *StatusConfigMaps) Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	ctx, cancel := context.WithTimeout(ctx, m.times.Timeout)
	defer cancel()
	configMap := &corev1.ConfigMap{}
	if err := m.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, configMap); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, nil //nolint:nilnil // no ConfigMap is no error
		}
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return configMap, nil
}

// Write replaces the entries and annotations that the seed owns in the ConfigMap of the project. It returns whether they were written: they
// are not if the ConfigMap has changed since it was read.
func (m *StatusConfigMaps) Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, m.times.Timeout)
	defer cancel()
	configMap := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, namespace).WithData(entries).WithAnnotations(annotations)
	if read != nil {
		configMap = configMap.WithResourceVersion(read.ResourceVersion)
	}
	err := m.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(fluxv1alpha1.StatusFieldManagerPrefix+m.seed))
	if read != nil && (apierrors.IsConflict(err) || apierrors.IsNotFound(err)) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to write ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return true, nil
}

// pageSize is the number of ConfigMaps in one answer.
const pageSize = 200

// Projects calls found with the namespace of each project in whose ConfigMap the seed owns entries.
func (m *StatusConfigMaps) Projects(ctx context.Context, found func(namespace string)) error {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	for {
		if err := m.page(ctx, list); err != nil {
			return fmt.Errorf("failed to list the ConfigMaps %s in the garden: %w", fluxv1alpha1.StatusConfigMapName, err)
		}
		for _, configMap := range list.Items {
			if configMap.Name == fluxv1alpha1.StatusConfigMapName && m.ownsEntries(configMap.ManagedFields) {
				found(configMap.Namespace)
			}
		}
		if list.Continue == "" {
			return nil
		}
	}
}

func (m *StatusConfigMaps) page(ctx context.Context, list *metav1.PartialObjectMetadataList) error {
	ctx, cancel := context.WithTimeout(ctx, m.times.Timeout)
	defer cancel()
	return m.garden.List(ctx, list, client.MatchingFields{metav1.ObjectNameField: fluxv1alpha1.StatusConfigMapName},
		client.Limit(pageSize), client.Continue(list.Continue))
}

func (m *StatusConfigMaps) ownsEntries(managers []metav1.ManagedFieldsEntry) bool {
	for _, manager := range managers {
		if manager.Manager == fluxv1alpha1.StatusFieldManagerPrefix+m.seed {
			return true
		}
	}
	return false
}

// Statuses returns the status of the project's Shoots in the ConfigMap, by their names. It ignores entries that are no status, and returns
// none without the ConfigMap. It also returns none as long as the ConfigMap may be incomplete: after it was created, because it may have
// been deleted before, until all seeds have checked their entries; and if a seed has left out Shoots because there was no room for them.
func (m *StatusConfigMaps) Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error) {
	statuses := map[string]fluxv1alpha1.ShootStatus{}
	configMap, err := m.Read(ctx, namespace)
	if configMap == nil || err != nil {
		return statuses, err
	}
	if created := configMap.CreationTimestamp.Time; m.clock.Now().Before(created.Add(2 * m.times.Refresh)) {
		return statuses, nil
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) {
			return statuses, nil
		}
	}
	for name, value := range configMap.Data {
		if status, is := fleet.Decode(value); is {
			statuses[name] = status
		}
	}
	return statuses, nil
}
