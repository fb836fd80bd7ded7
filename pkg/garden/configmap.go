// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden reads and writes the extension's objects in the namespaces of projects: it reads the ConfigMaps
// flux-config and flux-rollout, watches them and the metadata of the Secrets with deploy keys, and writes the status of
// Shoots into ConfigMap flux-status. It must not interpret the configuration, except to find out whether there is a
// rollout.
package garden

import (
	"context"
	"fmt"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Reader reads the configuration of projects.
type Reader struct {
	garden client.Reader
}

// NewReader returns a Reader that uses the given client for the garden, which must not read from a cache.
func NewReader(garden client.Reader) *Reader {
	return &Reader{garden: garden}
}

// Read returns ConfigMap flux-config of the project; nil if it does not exist.
func (r *Reader) Read(ctx context.Context, namespace string) (*document.ConfigMap, error) {
	configMap, err := ReadConfigMap(ctx, r.garden, namespace, fluxv1alpha1.ConfigMapName)
	return documentOf(configMap), err
}

// ReadBaselineSecret returns the operator's Secret with the credentials of the baseline. If the operator must act, it
// returns the problem and its fix.
func (r *Reader) ReadBaselineSecret(ctx context.Context) (secret *corev1.Secret, problem string, err error) {
	key := client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.BaselineName}
	secret = &corev1.Secret{}
	switch err := r.garden.Get(ctx, key, secret); {
	case apierrors.IsNotFound(err):
		return nil, fmt.Sprintf("Secret %s of the garden is missing; create it", key), nil
	case apierrors.IsForbidden(err):
		return nil, fmt.Sprintf("the extension must not read Secret %s of the garden; set baseline.credentials in the values of the chart for the garden", key), nil
	case err != nil:
		return nil, "", fmt.Errorf("failed to read Secret %s in the garden: %w", key, err)
	}
	return secret, "", nil
}

// documentOf returns the content of ConfigMap flux-config, or nil if configMap is nil.
func documentOf(configMap *corev1.ConfigMap) *document.ConfigMap {
	if configMap == nil {
		return nil
	}
	return &document.ConfigMap{Namespace: configMap.Namespace, Data: configMap.Data, BinaryData: configMap.BinaryData, Request: configMap.Annotations[fluxv1alpha1.AnnotationReconcile]}
}

// ReadConfigMap returns a ConfigMap of the project, or nil if the API server responds that it does not exist. The same
// response of a proxy is an error.
func ReadConfigMap(ctx context.Context, garden client.Reader, namespace, name string) (*corev1.ConfigMap, error) {
	return Get(ctx, garden, "ConfigMap", client.ObjectKey{Namespace: namespace, Name: name}, &corev1.ConfigMap{})
}

// eachConfigMap calls found with the metadata of each ConfigMap that has the name, in all namespaces.
func eachConfigMap(ctx context.Context, garden client.Reader, name string, found func(*metav1.PartialObjectMetadata)) error {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	return listByName(ctx, garden, name, 200, list, func() {
		for i := range list.Items {
			found(&list.Items[i])
		}
	})
}

// listByName lists the ConfigMaps that have the name, in all namespaces, and calls page after each response.
func listByName(ctx context.Context, garden client.Reader, name string, pageSize int64, list client.ObjectList, page func()) error {
	for {
		if err := garden.List(ctx, list, client.MatchingFields{metav1.ObjectNameField: name}, client.Limit(pageSize), client.Continue(list.GetContinue())); err != nil {
			return fmt.Errorf("failed to list the ConfigMaps %s in the garden: %w", name, err)
		}
		if page(); list.GetContinue() == "" {
			return nil
		}
	}
}

// ConfigMapSearch finds the ConfigMaps with a given name in all namespaces.
type ConfigMapSearch struct {
	// Garden lists the metadata of the ConfigMaps.
	Garden client.Reader
	// Name is the name of the ConfigMaps.
	Name string
	// Every is the interval between two searches; zero for a single search.
	Every time.Duration
}

// Start searches in the background and calls found with the namespace of each ConfigMap. It searches once or, if Every
// is set, until the context ends. It does not wait for the garden.
func (c ConfigMapSearch) Start(ctx context.Context, controller string, found func(namespace string)) {
	const retry = time.Minute
	log := logf.FromContext(ctx).WithName(controller)
	go func() {
		for {
			rest := c.Every
			if err := eachConfigMap(ctx, c.Garden, c.Name, func(configMap *metav1.PartialObjectMetadata) { found(configMap.Namespace) }); err != nil {
				log.Info("Failed to list the projects, retrying", "configMaps", c.Name, "reason", err.Error())
				if rest = retry; c.Every > 0 {
					rest = min(rest, c.Every)
				}
			} else if rest == 0 {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(rest):
			}
		}
	}()
}
