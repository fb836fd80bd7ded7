// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// deploy writes one ManagedResource. Gardener's library reads Secret and ManagedResource before it writes them, and what it has written
// before. So it is asked only where something changes: what is not known is created, and what is known to be as it should be is left
// alone. If the seed has it after all, or has it otherwise, the seed says so, and the library does the rest.
func (d *Deliverer) deploy(ctx context.Context, namespace string, m Manifests) error {
	known, certain := d.known(ctx, client.ObjectKey{Namespace: namespace, Name: m.Name})
	data, err := d.packed(m)
	if err != nil {
		return err
	}
	if certain {
		wanted, err := render(ctx, namespace, m.Name, data)
		if err != nil {
			return err
		}
		if known != nil && wanted.isIn(known) {
			return nil
		}
		if known == nil {
			if err := wanted.create(ctx, d.seed); !apierrors.IsAlreadyExists(err) {
				return err
			}
		}
	}
	if err := write(ctx, guarded{Client: d.seed}, namespace, m.Name, data); err != nil {
		return err
	}
	return d.resume(ctx, namespace, m.Name)
}

// render returns what Gardener's library makes in a seed in which there is nothing.
func render(ctx context.Context, namespace, name string, data map[string][]byte) (*rendered, error) {
	wanted := &rendered{}
	return wanted, write(ctx, emptySeed{rendered: wanted}, namespace, name, data)
}

// rendered is a ManagedResource with its Secret, as it is to be.
type rendered struct {
	secret   *corev1.Secret
	resource *resourcesv1alpha1.ManagedResource
}

// create makes both; the error says AlreadyExists if one of them is there.
func (r *rendered) create(ctx context.Context, seed client.Client) error {
	for _, object := range []client.Object{r.secret, r.resource} {
		if err := seed.Create(ctx, object); err != nil {
			return fmt.Errorf("failed to deliver ManagedResource %s: %w", client.ObjectKeyFromObject(r.resource), err)
		}
	}
	return nil
}

// isIn tells whether nothing is to be changed. The name of the Secret tells what it holds. Whether it is still there is not looked at:
// gardener-resource-manager finds out at its next sync, once an hour, and then says that it is not applied.
func (r *rendered) isIn(known *resourcesv1alpha1.ManagedResource) bool {
	applied := v1beta1helper.GetCondition(known.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	return known.DeletionTimestamp == nil && !health.IsPaused(known) &&
		contains(known.Labels, r.resource.Labels) && contains(known.Annotations, r.resource.Annotations) &&
		apiequality.Semantic.DeepEqual(known.Spec, r.resource.Spec) &&
		known.Status.ObservedGeneration == known.Generation && applied != nil && applied.Status == gardencorev1beta1.ConditionTrue
}

func contains(all, some map[string]string) bool {
	for key, value := range some {
		if found, is := all[key]; !is || found != value {
			return false
		}
	}
	return true
}

// emptySeed is a seed in which there is nothing. It keeps what is created.
type emptySeed struct {
	client.Client
	rendered *rendered
}

// Get finds nothing.
func (emptySeed) Get(_ context.Context, key client.ObjectKey, _ client.Object, _ ...client.GetOption) error {
	return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
}

// Create keeps what is to be created.
func (s emptySeed) Create(_ context.Context, object client.Object, _ ...client.CreateOption) error {
	switch object := object.(type) {
	case *corev1.Secret:
		s.rendered.secret = object
	case *resourcesv1alpha1.ManagedResource:
		s.rendered.resource = object
	}
	return nil
}
