// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Data is the data of ConfigMaps, by their namespaces.
type Data map[string]map[string]string

// Snapshot is the state of the ConfigMaps in the garden.
type Snapshot struct {
	Data Data
	// Version is where a watch starts; empty if the ConfigMap can only be read by name.
	Version string
}

// Source reads the ConfigMaps of one name of one project, or of all.
type Source struct {
	// ConfigMap is the name of the ConfigMaps.
	ConfigMap string
	Garden    Client
	// Namespace is that of the project; empty for all.
	Namespace string
}

// Read lists, because only a list has a version for a watch if there is no ConfigMap yet. The permission to get the ConfigMap is enough.
func (s *Source) Read(ctx context.Context) (Snapshot, error) {
	configMaps := &corev1.ConfigMapList{}
	err := s.Garden.List(ctx, s.Namespace, configMaps, Named(s.ConfigMap))
	if apierrors.IsForbidden(err) && s.Namespace != metav1.NamespaceAll {
		return s.get(ctx)
	}
	if err != nil {
		return Snapshot{}, s.explain(err)
	}
	current := Snapshot{Data: Data{}, Version: configMaps.ResourceVersion}
	for _, configMap := range configMaps.Items {
		current.Data[configMap.Namespace] = configMap.Data
	}
	return current, nil
}

func (s *Source) get(ctx context.Context) (Snapshot, error) {
	configMap := &corev1.ConfigMap{}
	err := s.Garden.Get(ctx, types.NamespacedName{Namespace: s.Namespace, Name: s.ConfigMap}, configMap)
	if apierrors.IsNotFound(err) {
		return Snapshot{Data: Data{}}, nil
	}
	if err != nil {
		return Snapshot{}, s.explain(err)
	}
	return Snapshot{Data: Data{s.Namespace: configMap.Data}}, nil
}

// explain adds the fix to an error for missing permissions.
func (s *Source) explain(err error) error {
	switch {
	case apierrors.IsUnauthorized(err):
		return fmt.Errorf("the garden does not accept your credentials; check that the kubeconfig is for the garden and its credentials have not expired: %w", err)
	case apierrors.IsForbidden(err) && s.Namespace == metav1.NamespaceAll:
		return fmt.Errorf("you may not list the ConfigMaps of all projects; select one with -n: %w", err)
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read ConfigMap %s in namespace %s; check that it is the namespace of a project and you are a member or viewer of it: %w",
			s.ConfigMap, s.Namespace, err)
	case s.Namespace == metav1.NamespaceAll:
		return fmt.Errorf("failed to read the ConfigMaps %s: %w", s.ConfigMap, err)
	}
	return fmt.Errorf("failed to read ConfigMap %s/%s: %w", s.Namespace, s.ConfigMap, err)
}

// Refused returns whether an error is about the user's identity or permissions, which a retry does not change.
func Refused(err error) bool {
	return apierrors.IsUnauthorized(err) || apierrors.IsForbidden(err)
}
