// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package replaced

import (
	"context"
	"fmt"
	"slices"
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/takeover"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Sync reads what has the kinds and names of source and root Kustomization that are configured. What the survey has not found is not read.
func Sync(ctx context.Context, shoot *toolkit.Shoot, survey toolkit.Survey, configured takeover.Objects) (takeover.Objects, error) {
	var (
		found takeover.Objects
		err   error
	)
	for _, s := range survey.Sources {
		if s.Kind == configured.Source.GetKind() && s.NamespacedName == client.ObjectKeyFromObject(configured.Source) {
			if found.Source, err = read(ctx, shoot, configured.Source, s.Version); err != nil {
				return takeover.Objects{}, err
			}
		}
	}
	for _, k := range survey.Kustomizations {
		if k.NamespacedName == client.ObjectKeyFromObject(configured.Root) {
			if found.Root, err = read(ctx, shoot, configured.Root, k.Version); err != nil {
				return takeover.Objects{}, err
			}
		}
	}
	return found, nil
}

func read(ctx context.Context, shoot *toolkit.Shoot, configured *unstructured.Unstructured, version string) (*unstructured.Unstructured, error) {
	kind := configured.GroupVersionKind().GroupKind().WithVersion(version)
	return shoot.Object(ctx, kind, client.ObjectKeyFromObject(configured))
}

// Controllers returns the controllers of the shoot that have something of their own which they would not have any more, and what, and those of
// shards that are not configured. One that the extension has installed counts only if it was left alone since: it has what was configured before.
func Controllers(ctx context.Context, shoot *toolkit.Shoot, survey toolkit.Survey, renderer *flux.Renderer, effective *resolved.Configuration, leftAlone bool) ([]takeover.Controller, error) {
	var controllers []takeover.Controller
	for _, found := range survey.Controllers {
		of, shard, sharded := fluxv1alpha1.ShardedController(found.Name)
		if !sharded {
			of = fluxv1alpha1.Component(found.Name)
		}
		if found.Namespace != *effective.Flux.Namespace || !slices.Contains(effective.Components, of) {
			continue
		}
		deployment, err := shoot.Object(ctx, appsv1.SchemeGroupVersion.WithKind("Deployment"), found.NamespacedName)
		if err != nil {
			return nil, err
		}
		if deployment == nil || !leftAlone && strings.HasSuffix(deployment.GetAnnotations()[resourcesv1alpha1.OriginAnnotation], "/"+fluxv1alpha1.ManagedResourceControllers) {
			continue
		}
		if sharded && !slices.Contains(effective.Flux.ShardNames(), shard) {
			controllers = append(controllers, takeover.Controller{Name: found.Name, UID: deployment.GetUID(), Shard: shard})
			continue
		}
		lost, err := renderer.Lost(effective, deployment)
		if err != nil {
			return nil, fmt.Errorf("failed to compare Deployment %s of the shoot with what is configured: %w", found.NamespacedName, err)
		}
		if len(lost) > 0 {
			controllers = append(controllers, takeover.Controller{Name: found.Name, UID: deployment.GetUID(), Lost: lost})
		}
	}
	return controllers, nil
}
