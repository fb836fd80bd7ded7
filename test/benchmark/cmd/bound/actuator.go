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
	// shared are the compressed contents that are the same for all shoots, one for each ManagedResource.
	shared []compressed
	// config is the YAML of the last ManagedResource, with placeholder instead of the shoot's name.
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
		// The client writes responses into the map, so each call needs its own map.
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

// errOnlyFirst is the error of all operations except Reconcile, which are not measured.
var errOnlyFirst = errors.New("the stand-in only reconciles")

// Delete returns an error, because deletions are not measured.
func (a *actuator) Delete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// ForceDelete returns an error, because force deletions are not measured.
func (a *actuator) ForceDelete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// Restore returns an error, because restorations are not measured.
func (a *actuator) Restore(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// Migrate returns an error, because migrations are not measured.
func (a *actuator) Migrate(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return errOnlyFirst
}

// watchingClient reads ManagedResources from a watch, like the client of a manager that may watch all of them.
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
