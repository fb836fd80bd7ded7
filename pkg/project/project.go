// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package project is the letterbox between the extension and a project of the garden: it reads the project's ConfigMap
// flux-config. It decides nothing about what the configuration leads to.
package project

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// Reader reads the configuration of projects.
type Reader struct {
	garden   client.Reader
	versions []string
}

// NewReader returns a reader that uses the given client for the garden and validates against the given embedded Flux
// versions.
func NewReader(garden client.Reader, versions []string) *Reader {
	return &Reader{garden: garden, versions: versions}
}

// InvalidConfigError says that the ConfigMap of a project holds a mistake that its owner has to correct.
type InvalidConfigError struct {
	// Namespace is the project namespace.
	Namespace string
	// Errors are the mistakes, each with its key and remedy.
	Errors field.ErrorList
}

// Error names the ConfigMap and all mistakes.
func (e *InvalidConfigError) Error() string {
	return fmt.Sprintf("ConfigMap %s/%s: %v", e.Namespace, fluxv1alpha1.ConfigMapName, e.Errors.ToAggregate())
}

// Read returns the defaulted and valid configuration of the project, and whether its ConfigMap exists. A project
// without ConfigMap has the configuration of an empty one.
//
// The error is an *InvalidConfigError if the owner has to correct the ConfigMap; any other error is the garden's.
func (r *Reader) Read(ctx context.Context, namespace string) (fluxv1alpha1.ProjectConfig, bool, error) {
	configMap := &corev1.ConfigMap{}
	if err := r.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap); err != nil {
		if apierrors.IsNotFound(err) {
			return fluxv1alpha1.ProjectConfig{}, false, nil
		}
		return fluxv1alpha1.ProjectConfig{}, false, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}

	config, errs := fluxv1alpha1.DecodeProjectConfig(configMap.Data, configMap.BinaryData)
	config.Default()
	if errs = append(errs, validation.ValidateProjectConfig(config, r.versions)...); len(errs) > 0 {
		return fluxv1alpha1.ProjectConfig{}, true, &InvalidConfigError{Namespace: namespace, Errors: errs}
	}
	return config, true, nil
}
