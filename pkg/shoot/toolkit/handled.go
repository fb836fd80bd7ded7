// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// HandledBy names the first objects of the kinds of a controller of Flux; empty if there are none. What is being deleted counts: it waits for
// the controller.
func (s *Shoot) HandledBy(ctx context.Context, component string) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	return s.firstObjects(ctx, kinds, func(k kind) bool { return k.component == component })
}

// HandledByShard names the first objects that belong to a shard, in the same way.
func (s *Shoot) HandledByShard(ctx context.Context, shard string) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	return s.firstObjects(ctx, kinds, func(k kind) bool { return fluxv1alpha1.IsShardedKind(k.GroupKind()) }, client.MatchingLabels{fluxv1alpha1.LabelShard: shard})
}

// firstObjects names the first objects of these kinds.
func (s *Shoot) firstObjects(ctx context.Context, kinds []kind, wanted func(kind) bool, options ...client.ListOption) (string, error) {
	var names []string
	for _, k := range kinds {
		if !wanted(k) {
			continue
		}
		list := &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(k.GroupVersion().WithKind(k.Kind + "List"))
		// No more are named.
		if err := s.client.List(ctx, list, append(options, client.Limit(MostNamed+1))...); client.IgnoreNotFound(err) != nil {
			return "", fmt.Errorf("failed to list objects of kind %s in the shoot: %w", k.Kind, err)
		}
		for i := range list.Items {
			list.Items[i].SetGroupVersionKind(k.GroupVersionKind)
			names = append(names, DescribeObject(&list.Items[i]))
		}
	}
	if len(names) > MostNamed {
		return strings.Join(names[:MostNamed], ", ") + " and more", nil
	}
	return strings.Join(names, ", "), nil
}
