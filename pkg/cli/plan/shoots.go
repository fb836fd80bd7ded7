// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"fmt"
	"io"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
)

// fleet returns the Shoots of the files, or of the project in the garden.
func (o *planOptions) fleet(ctx context.Context, stdin io.Reader) (*render.Fleet, error) {
	selector, err := labels.Parse(o.selector)
	if err != nil {
		return nil, fmt.Errorf("--selector %q is not a label selector: %w", o.selector, err)
	}
	var fleet *render.Fleet
	if len(o.files) > 0 {
		fleet, err = render.ReadFleet(stdin, o.files)
	} else {
		fleet, err = o.fleetInGarden(ctx)
	}
	if err != nil {
		return nil, err
	}
	fleet.Select(func(shoot *gardencorev1beta1.Shoot) bool { return selector.Matches(labels.Set(shoot.Labels)) })
	if fleet.Len() == 0 {
		return nil, fmt.Errorf("no Shoot gets Flux; check the files or the project, and --selector")
	}
	return fleet, nil
}

// fleetInGarden reads flux-config and the Shoots of a project. It reads no Secrets.
func (o *planOptions) fleetInGarden(ctx context.Context) (*render.Fleet, error) {
	client, namespace, err := o.Project()
	if err != nil {
		return nil, fmt.Errorf("plan needs files with Shoots and flux-config (-f), or a project in the garden (--context, -n): %w", err)
	}
	project, err := configMap(ctx, client, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName})
	if err != nil {
		return nil, err
	}
	var shoots []*gardencorev1beta1.Shoot
	err = garden.EachShoot(ctx, client, namespace, func(shoot *gardencorev1beta1.Shoot) {
		for _, extension := range shoot.Spec.Extensions {
			if extension.Type == fluxv1alpha1.ExtensionType && shoot.DeletionTimestamp == nil {
				shoot.ManagedFields = nil
				shoots = append(shoots, shoot)
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of namespace %s, which requires the permission to list them: %w", namespace, err)
	}
	var configMaps []*corev1.ConfigMap
	for _, name := range render.NewFleet(project, shoots, nil).ReferencedConfigMaps() {
		referenced, err := configMap(ctx, client, name)
		if err != nil {
			return nil, err
		}
		if referenced != nil {
			configMaps = append(configMaps, referenced)
		}
	}
	return render.NewFleet(project, shoots, configMaps), nil
}

// configMap reads a ConfigMap. It returns nil if the ConfigMap does not exist.
func configMap(ctx context.Context, client garden.Client, name types.NamespacedName) (*corev1.ConfigMap, error) {
	found := &corev1.ConfigMap{}
	err := client.Get(ctx, name, found)
	if apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // absence is not an error
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read ConfigMap %s: %w", name, err)
	}
	return found, nil
}
