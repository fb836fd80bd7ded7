// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// shownSource is the configured source of a Shoot. The operator's defaults, which users cannot read, are missing.
type shownSource struct {
	URL string `json:"url"`
	// Ref contains the branch, tag, commit and the like by name.
	Ref  map[string]string `json:"ref,omitempty"`
	Path string            `json:"path,omitempty"`
}

// readSource resolves the present configuration of the Shoot, which the Shoot may not have yet.
func (s *server) readSource(ctx context.Context, shoot *gardencorev1beta1.Shoot) (*shownSource, error) {
	config := &corev1.ConfigMap{}
	err := s.garden.Get(ctx, types.NamespacedName{Namespace: shoot.Namespace, Name: fluxv1alpha1.ConfigMapName}, config)
	if err != nil && !apierrors.IsNotFound(err) {
		return nil, fmt.Errorf("the configured source: failed to read ConfigMap %s: %w", fluxv1alpha1.ConfigMapName, err)
	}
	var project *document.ConfigMap
	if err == nil {
		project = document.FromConfigMap(config)
	}
	landscape, err := s.landscape()
	if err != nil {
		return nil, err
	}
	info := configuration.WithPlaceholders(configuration.ShootInfo(shoot, ptr.Deref(shoot.Spec.SeedName, ""), "", landscape.Resolver.LabelPrefixes()))
	asked := configuration.ShootFrom(shoot, info)
	asked.Provisional = true
	effective, mistakes, err := landscape.Resolver.Resolve(ctx, project, asked)
	switch {
	case err != nil:
		return nil, err
	case len(mistakes) > 0:
		return nil, fmt.Errorf("the configured source: %w", mistakes.Limited())
	case effective.Source == nil:
		return nil, nil //nolint:nilnil // nothing is synced
	}
	source := &shownSource{URL: note(effective.Source.URL()), Path: note(effective.Kustomization.Typed.Spec.Path), Ref: map[string]string{}}
	spec, _ := effective.Source.Object.Object["spec"].(map[string]any)
	ref, _ := spec["ref"].(map[string]any)
	for name, value := range ref {
		if text, ok := value.(string); ok {
			source.Ref[word(name)] = word(text)
		}
	}
	return source, nil
}
