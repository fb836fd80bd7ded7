// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
)

// configResource is the ManagedResource with the source and the root Kustomization. The simulated shoots need no other
// ManagedResource.
const configResource = "extension-shoot-flux-config"

// resourceManager simulates the gardener-resource-managers of all shoots: it immediately reports each ManagedResource
// as applied and healthy.
type resourceManager struct {
	seed client.Client
	// shoot returns the shoot with this technical ID, or nil.
	shoot func(technicalID string) *Shoot
}

// startResourceManager starts the simulation, which runs until the context ends. It calls failed if an error occurs.
func startResourceManager(ctx context.Context, seed *rest.Config, shoot func(string) *Shoot, failed func(error)) error {
	mgr, err := manager.New(seed, manager.Options{
		Scheme:  gardenerkubernetes.SeedScheme,
		Metrics: server.Options{BindAddress: "0"},
		Client:  client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
	if err != nil {
		return fmt.Errorf("creating the simulated gardener-resource-manager: %w", err)
	}
	skipName := true
	if err := builder.ControllerManagedBy(mgr).
		For(&resourcesv1alpha1.ManagedResource{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 10, SkipNameValidation: &skipName}).
		Complete(&resourceManager{seed: mgr.GetClient(), shoot: shoot}); err != nil {
		return fmt.Errorf("creating the simulated gardener-resource-manager: %w", err)
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			failed(fmt.Errorf("running the simulated gardener-resource-manager: %w", err))
		}
	}()
	return nil
}

// Reconcile applies a ManagedResource.
func (r *resourceManager) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	resource := &resourcesv1alpha1.ManagedResource{}
	if err := r.seed.Get(ctx, request.NamespacedName, resource); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if resource.DeletionTimestamp != nil || resource.Status.ObservedGeneration == resource.Generation {
		return reconcile.Result{}, nil
	}
	if s := r.shoot(resource.Namespace); s != nil && resource.Name == configResource {
		objects, err := r.manifests(ctx, resource)
		if err != nil {
			return reconcile.Result{}, err
		}
		s.apply(objects)
	}
	patch := client.MergeFrom(resource.DeepCopy())
	resource.Status.ObservedGeneration = resource.Generation
	for conditionType, status := range map[gardencorev1beta1.ConditionType]gardencorev1beta1.ConditionStatus{
		resourcesv1alpha1.ResourcesApplied:     gardencorev1beta1.ConditionTrue,
		resourcesv1alpha1.ResourcesHealthy:     gardencorev1beta1.ConditionTrue,
		resourcesv1alpha1.ResourcesProgressing: gardencorev1beta1.ConditionFalse,
	} {
		condition := v1beta1helper.GetOrInitConditionWithClock(clock.RealClock{}, resource.Status.Conditions, conditionType)
		condition = v1beta1helper.UpdatedConditionWithClock(clock.RealClock{}, condition, status, "StandIn", "All resources are fine.")
		resource.Status.Conditions = v1beta1helper.MergeConditions(resource.Status.Conditions, condition)
	}
	return reconcile.Result{}, r.seed.Status().Patch(ctx, resource, patch)
}

// manifests returns the manifests of a ManagedResource.
func (r *resourceManager) manifests(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	for _, reference := range resource.Spec.SecretRefs {
		secret := &corev1.Secret{}
		if err := r.seed.Get(ctx, client.ObjectKey{Namespace: resource.Namespace, Name: reference.Name}, secret); err != nil {
			return nil, err
		}
		yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])))
		if err != nil {
			return nil, err
		}
		decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(yaml), len(yaml))
		for {
			object := &unstructured.Unstructured{}
			if err := decoder.Decode(&object.Object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if len(object.Object) > 0 {
				objects = append(objects, object)
			}
		}
	}
	return objects, nil
}
