// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// adapter makes the requests of the CLI with a client of controller-runtime, of which there is a fake.
type adapter struct{ client client.WithWatch }

// Adapt returns the CLI's client for one of controller-runtime.
func Adapt(c client.WithWatch) garden.Client { return adapter{client: c} }

func (a adapter) Get(ctx context.Context, name types.NamespacedName, object garden.Object) error {
	return a.client.Get(ctx, name, object)
}

func (a adapter) List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error {
	objects, listed, err := adapted(namespace, list, options)
	if err != nil {
		return err
	}
	return a.client.List(ctx, objects, listed)
}

func (a adapter) Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error) {
	objects, watched, err := adapted(namespace, list, options)
	if err != nil {
		return nil, err
	}
	return a.client.Watch(ctx, objects, watched)
}

func (a adapter) Patch(ctx context.Context, object garden.Object, merge []byte, options metav1.PatchOptions) error {
	return a.client.Patch(ctx, object, client.RawPatch(types.MergePatchType, merge), &client.PatchOptions{DryRun: options.DryRun})
}

func adapted(namespace string, list runtime.Object, options metav1.ListOptions) (client.ObjectList, *client.ListOptions, error) {
	objects, is := list.(client.ObjectList)
	if !is {
		return nil, nil, fmt.Errorf("%T is no list", list)
	}
	adapted := &client.ListOptions{Namespace: namespace, Limit: options.Limit, Continue: options.Continue, Raw: &options}
	if options.FieldSelector != "" {
		selector, err := fields.ParseSelector(options.FieldSelector)
		if err != nil {
			return nil, nil, err
		}
		adapted.FieldSelector = selector
	}
	return objects, adapted, nil
}
