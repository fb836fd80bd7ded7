// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// AllowCleanup makes Flux like any installation by a user of the shoot, which Gardener cleans up when the shoot is deleted: it
// removes the label that exempts it. With the label, Flux would go on working then, because the extension does not suspend it any more, and
// create again what the cleanup deletes (gardener/docs/usage/advanced/shoot_cleanup.md).
func (s *Shoot) AllowCleanup(ctx context.Context) error {
	patch := client.RawPatch(client.Merge.Type(), fmt.Appendf(nil, `{"metadata":{"labels":{%q:null}}}`, v1beta1constants.ShootNoCleanup))
	for _, kind := range shippedKinds() {
		ours := func(object *metav1.PartialObjectMetadata) (client.ObjectKey, bool, error) {
			return client.ObjectKeyFromObject(object), isOurs(s.origin(object)), nil
		}
		err := answers.Walk(ctx, s.client, answers.Metadata(kind, client.MatchingLabels{v1beta1constants.ShootNoCleanup: "true"}), ours, answers.OneByOne(func(name client.ObjectKey) error {
			object := metadataNamed(kind, name)
			if err := s.client.Patch(ctx, object, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
				return fmt.Errorf("failed to remove label %s from %s in the shoot: %w", v1beta1constants.ShootNoCleanup, DescribeObject(object), err)
			}
			return nil
		}))
		if err != nil {
			return err
		}
	}
	return nil
}

// isOurs reports whether a ManagedResource is one of the extension's.
func isOurs(name string) bool {
	return slices.Contains([]string{fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig}, name)
}
