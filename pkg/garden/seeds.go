// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// ListSeeds returns the metadata of all seeds.
func ListSeeds(ctx context.Context, garden client.Reader) ([]metav1.PartialObjectMetadata, error) {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(gardencorev1beta1.SchemeGroupVersion.WithKind("SeedList"))
	if err := garden.List(ctx, list); err != nil {
		return nil, fmt.Errorf("failed to list the seeds: %w", err)
	}
	return list.Items, nil
}

// SeedMember returns a seed as a member of the operator's rollouts. A seed that does not exist has no labels.
func SeedMember(ctx context.Context, garden client.Reader, name string) (rollout.Identity, error) {
	seed := &metav1.PartialObjectMetadata{}
	seed.SetGroupVersionKind(gardencorev1beta1.SchemeGroupVersion.WithKind("Seed"))
	if err := garden.Get(ctx, client.ObjectKey{Name: name}, seed); err != nil && !apierrors.IsNotFound(err) {
		return rollout.Identity{}, fmt.Errorf("failed to get seed %s: %w", name, err)
	}
	return rollout.Identity{Name: name, UID: seed.UID, Labels: seed.Labels}, nil
}

// reportPageSize limits the number of reports in a response, because each may have 1 MiB.
const reportPageSize = 20

// ReadReports calls found with the report of each seed. It calls damaged with the error of a report that cannot be
// decoded, which is like a missing one.
func ReadReports(ctx context.Context, garden client.Reader, found func(seed string, report landscape.SeedReport), damaged func(error)) error {
	list := &corev1.ConfigMapList{}
	return listByName(ctx, garden, landscape.ReportConfigMapName, reportPageSize, list, func() {
		for i := range list.Items {
			// Members of projects can create a ConfigMap of this name in the namespace of their project.
			seed := gardenerutils.ComputeSeedName(list.Items[i].Namespace)
			if seed == "" {
				continue
			}
			if report, err := landscape.ReadReport(&list.Items[i]); err != nil {
				damaged(err)
			} else {
				found(seed, report)
			}
		}
	})
}
