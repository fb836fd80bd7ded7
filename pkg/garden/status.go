// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"slices"
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

// StatusConfigMaps reads and writes the ConfigMaps flux-status. A seed uses them to report the status of Shoots to
// their projects. It stores no state. A seed owns its entries by its field manager, so that several seeds can share a
// ConfigMap without changing each other's entries.
type StatusConfigMaps struct {
	garden client.Client
	seed   string
	clock  clock.PassiveClock

	// refresh is the maximum interval between two checks of the entries by their seed.
	refresh time.Duration
}

// NewStatusConfigMaps returns StatusConfigMaps for the named seed. The client for the garden must not read from a
// cache. Each seed checks its entries at least once per refresh interval.
func NewStatusConfigMaps(garden client.Client, seed string, now clock.PassiveClock, refresh time.Duration) *StatusConfigMaps {
	return &StatusConfigMaps{garden: garden, seed: seed, clock: now, refresh: refresh}
}

func (m *StatusConfigMaps) manager() string { return fluxv1alpha1.StatusFieldManagerPrefix + m.seed }

// Read returns the ConfigMap of the project, including its managed fields, or nil if it does not exist.
func (m *StatusConfigMaps) Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	return ReadConfigMap(ctx, m.garden, namespace, fluxv1alpha1.StatusConfigMapName)
}

// Write replaces the entries and annotations that the seed owns in the ConfigMap of the project. It writes nothing and
// returns false if the ConfigMap has changed since it was read.
func (m *StatusConfigMaps) Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error) {
	configMap := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, namespace).WithData(entries).WithAnnotations(annotations)
	if read != nil {
		configMap = configMap.WithResourceVersion(read.ResourceVersion)
	}
	err := m.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(m.manager()))
	if read != nil && (apierrors.IsConflict(err) || apierrors.IsNotFound(err)) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to write ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return true, nil
}

// Projects calls found with the namespace of each project whose ConfigMap contains entries of the seed.
func (m *StatusConfigMaps) Projects(ctx context.Context, found func(namespace string)) error {
	isOurs := func(entry metav1.ManagedFieldsEntry) bool { return entry.Manager == m.manager() }
	return eachConfigMap(ctx, m.garden, fluxv1alpha1.StatusConfigMapName, func(configMap *metav1.PartialObjectMetadata) {
		if configMap.Name == fluxv1alpha1.StatusConfigMapName && slices.ContainsFunc(configMap.ManagedFields, isOurs) {
			found(configMap.Namespace)
		}
	})
}

// Statuses returns the statuses of the project's Shoots by name, without invalid entries. The deploy key of an entry
// that a client other than its seed has changed is unknown. It returns none if the ConfigMap does not exist or may be
// incomplete. A new ConfigMap may be incomplete, because it may replace a deleted one whose entries the seeds have not
// restored yet. A ConfigMap is also incomplete while a seed omits Shoots because of the size limit.
func (m *StatusConfigMaps) Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error) {
	configMap, err := m.Read(ctx, namespace)
	if configMap == nil || err != nil {
		return nil, err
	}
	if created := configMap.CreationTimestamp.Time; m.clock.Now().Before(created.Add(2 * m.refresh)) {
		return nil, nil //nolint:nilnil // nothing is known
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) {
			return nil, nil //nolint:nilnil // nothing is known
		}
	}
	return fleet.Entries(configMap), nil
}
