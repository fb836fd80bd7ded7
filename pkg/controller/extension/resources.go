// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

const kindConfigMap = "ConfigMap"

// gatherResources reads the copies of the project's Secrets and ConfigMaps that gardenlet keeps in the shoot's namespace of
// the seed (gardener/docs/extensions/referenced-resources.md). gardenlet has them made early in its flow and does not wait: one
// that is not there yet is an error, which is retried.
func (a *Actuator) gatherResources(ctx context.Context, namespace string, shoot *gardencorev1beta1.Shoot, f *facts) error {
	f.resources = map[string]flux.Resource{}
	for _, name := range f.effective.ResourceNames() {
		reference := v1beta1helper.GetResourceByName(shoot.Spec.Resources, name)
		if reference == nil {
			return fmt.Errorf("resource %s passed validation but is not in Shoot.spec.resources", name)
		}
		copied := *reference.DeepCopy()
		copied.ResourceRef.Name = v1beta1constants.ReferencedResourcesPrefix + reference.ResourceRef.Name
		resource, err := a.readResource(ctx, namespace, copied)
		if err != nil {
			return err
		}
		f.resources[name] = resource
		f.references = append(f.references, copied)
	}
	if errs := flux.CheckResources(f.effective, f.resources); len(errs) > 0 {
		f.mistake = f.effective.Locate(errs)
	}
	return nil
}

func (a *Actuator) readResource(ctx context.Context, namespace string, reference gardencorev1beta1.NamedResourceReference) (flux.Resource, error) {
	key := client.ObjectKey{Namespace: namespace, Name: reference.ResourceRef.Name}
	var object client.Object = &corev1.Secret{}
	if reference.ResourceRef.Kind == kindConfigMap {
		object = &corev1.ConfigMap{}
	}
	if err := a.Seed.Get(ctx, key, object); err != nil {
		return flux.Resource{}, fmt.Errorf("failed to read %s %s, the copy of resource %s of the Shoot: %w", reference.ResourceRef.Kind, key, reference.Name, err)
	}
	return flux.ResourceFrom(object), nil
}
