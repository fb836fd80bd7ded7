// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// projectsWithFlux returns the project, or with metav1.NamespaceAll all projects, if it has a Shoot that uses Flux.
func projectsWithFlux(ctx context.Context, reader client.Reader, namespace string) (map[string]bool, error) {
	shoots := &gardencorev1beta1.ShootList{}
	if err := reader.List(ctx, shoots, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list Shoots: %w", err)
	}
	projects := map[string]bool{}
	for i := range shoots.Items {
		if garden.UsesFlux(&shoots.Items[i]) {
			projects[shoots.Items[i].Namespace] = true
		}
	}
	return projects, nil
}
