// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/utils/managedresources"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// contents are the contents of the ManagedResources.
type contents struct {
	// shared are the compressed common contents of all shoots, by ManagedResource.
	shared []compressed
	// config is the YAML of the last ManagedResource, with placeholder for the shoot's name.
	config []byte
}

type compressed struct {
	name string
	data []byte
}

// placeholder is replaced by the name of the shoot.
const placeholder = "placeholder-of-the-shoot"

type actuator struct {
	seed     client.Client
	contents contents
}

var _ extension.Actuator = &actuator{}

// Reconcile writes the three ManagedResources.
func (a *actuator) Reconcile(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	for _, c := range a.contents.shared {
		// A client writes responses into the map.
		if err := a.write(ctx, ex.Namespace, c.name, map[string][]byte{resourcesv1alpha1.CompressedDataKey: c.data}); err != nil {
			return err
		}
	}
	registry := managedresources.NewRegistry(gardenerkubernetes.ShootScheme, gardenerkubernetes.ShootCodec, gardenerkubernetes.ShootSerializer)
	registry.AddSerialized("config.yaml", bytes.ReplaceAll(a.contents.config, []byte(placeholder), []byte(ex.Namespace)))
	data, err := registry.SerializedObjects()
	if err != nil {
		return err
	}
	return a.write(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, data)
}

func (a *actuator) write(ctx context.Context, namespace, name string, data map[string][]byte) error {
	return managedresources.CreateForShoot(ctx, a.seed, namespace, name, fluxv1alpha1.ManagedResourceOrigin, false, data)
}

// errOnlyFirst is the error of operations that are not measured.
var errOnlyFirst = errors.New("the stand-in only reconciles")

// Delete does nothing.
func (a *actuator) Delete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// ForceDelete does nothing.
func (a *actuator) ForceDelete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// Restore does nothing.
func (a *actuator) Restore(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// Migrate does nothing.
func (a *actuator) Migrate(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// watchingClient reads ManagedResources from a watch, like a manager's client with permission to watch all.
type watchingClient struct {
	client.Client
	resources client.Reader
}

// Get reads an object.
func (c *watchingClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	if _, is := object.(*resourcesv1alpha1.ManagedResource); is {
		return c.resources.Get(ctx, key, object, options...)
	}
	return c.Client.Get(ctx, key, object, options...)
}
