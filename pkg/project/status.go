// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"encoding/json"
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
)

// StatusTimes are the times of a StatusBoard.
type StatusTimes struct {
	// Timeout bounds one request to the garden.
	Timeout time.Duration
	// Refresh is the longest time after which each seed looks whether what it has written still stands there.
	Refresh time.Duration
}

// StatusBoard reads and writes what one seed tells the projects of their Shoots, in the ConfigMaps flux-status. It remembers nothing.
// What a seed writes there is its own by its field manager, so that several seeds share a ConfigMap, and nothing else in it is touched.
type StatusBoard struct {
	garden client.Client
	seed   string
	clock  clock.PassiveClock
	times  StatusTimes
}

// NewStatusBoard returns a board for the seed of that name. The client for the garden must not read from a cache.
func NewStatusBoard(garden client.Client, seed string, now clock.PassiveClock, times StatusTimes) *StatusBoard {
	return &StatusBoard{garden: garden, seed: seed, clock: now, times: times}
}

// Read returns the ConfigMap of the project, with its field managers; nil if there is none.
func (b *StatusBoard) Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	ctx, cancel := context.WithTimeout(ctx, b.times.Timeout)
	defer cancel()
	configMap := &corev1.ConfigMap{}
	if err := b.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, configMap); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, nil //nolint:nilnil // no ConfigMap is an answer
		}
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return configMap, nil
}

// Write makes the entries and annotations all that the seed has in the ConfigMap of the project. It tells whether that was done: not
// if somebody has written since the ConfigMap was read, because what was decided on does not stand there any more.
func (b *StatusBoard) Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, b.times.Timeout)
	defer cancel()
	configMap := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, namespace).WithData(entries).WithAnnotations(annotations)
	if read != nil {
		configMap = configMap.WithResourceVersion(read.ResourceVersion)
	}
	err := b.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(fluxv1alpha1.StatusFieldManagerPrefix+b.seed))
	if read != nil && (apierrors.IsConflict(err) || apierrors.IsNotFound(err)) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to write ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return true, nil
}

// pageSize is the number of projects that are asked for at once.
const pageSize = 200

// Projects calls found with the namespace of each project in whose ConfigMap the seed has written, as far as that stands.
func (b *StatusBoard) Projects(ctx context.Context, found func(namespace string)) error {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	for {
		if err := b.page(ctx, list); err != nil {
			return fmt.Errorf("failed to list the ConfigMaps %s in the garden: %w", fluxv1alpha1.StatusConfigMapName, err)
		}
		for _, configMap := range list.Items {
			if configMap.Name == fluxv1alpha1.StatusConfigMapName && b.hasWritten(configMap.ManagedFields) {
				found(configMap.Namespace)
			}
		}
		if list.Continue == "" {
			return nil
		}
	}
}

func (b *StatusBoard) page(ctx context.Context, list *metav1.PartialObjectMetadataList) error {
	ctx, cancel := context.WithTimeout(ctx, b.times.Timeout)
	defer cancel()
	return b.garden.List(ctx, list, client.MatchingFields{metav1.ObjectNameField: fluxv1alpha1.StatusConfigMapName},
		client.Limit(pageSize), client.Continue(list.Continue))
}

func (b *StatusBoard) hasWritten(managers []metav1.ManagedFieldsEntry) bool {
	for _, manager := range managers {
		if manager.Manager == fluxv1alpha1.StatusFieldManagerPrefix+b.seed {
			return true
		}
	}
	return false
}

// Statuses returns what a project is told of its Shoots, by their names. What is no status, because somebody else has written it,
// is left out. Without the ConfigMap there are none. One that was made lately, maybe because somebody has deleted the one before, counts
// as none until all seeds have looked whether what they have told still stands there. So does one in which there is no room for all
// Shoots: what it says of some is no proof for the others.
func (b *StatusBoard) Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error) {
	statuses := map[string]fluxv1alpha1.ShootStatus{}
	configMap, err := b.Read(ctx, namespace)
	if configMap == nil || err != nil {
		return statuses, err
	}
	if made := configMap.CreationTimestamp.Time; b.clock.Now().Before(made.Add(2 * b.times.Refresh)) {
		return statuses, nil
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) {
			return statuses, nil
		}
	}
	for name, value := range configMap.Data {
		var status fluxv1alpha1.ShootStatus
		if json.Unmarshal([]byte(value), &status) == nil && status.UID != "" {
			statuses[name] = status
		}
	}
	return statuses, nil
}
