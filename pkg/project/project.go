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

// Configuration is what a project wants.
type Configuration struct {
	fluxv1alpha1.ProjectConfig
	// Exists says whether the project has a ConfigMap. Without it, the configuration is that of an empty one.
	Exists bool
	// EmbeddedVersion is the embedded Flux version that answers the wanted one.
	EmbeddedVersion string
}

// Read returns the defaulted and valid configuration of the project.
//
// The error is an *InvalidConfigError if the owner has to correct the ConfigMap; any other error is the garden's.
func (r *Reader) Read(ctx context.Context, namespace string) (Configuration, error) {
	configMap := &corev1.ConfigMap{}
	err := r.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap)
	if client.IgnoreNotFound(err) != nil {
		return Configuration{}, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}

	config, errs := fluxv1alpha1.DecodeProjectConfig(configMap.Data, configMap.BinaryData)
	config.Default()
	if errs = append(errs, validation.ValidateProjectConfig(config, r.versions)...); len(errs) > 0 {
		return Configuration{}, &InvalidConfigError{Namespace: namespace, Errors: errs}
	}
	version, resolveErr := fluxv1alpha1.ResolveFluxVersion(config.FluxVersion, r.versions)
	if resolveErr != nil {
		return Configuration{}, fmt.Errorf("the version passed validation: %w", resolveErr)
	}
	return Configuration{ProjectConfig: config, Exists: err == nil, EmbeddedVersion: version}, nil
}
