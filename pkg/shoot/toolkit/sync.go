// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// RequestSync has Flux fetch the source and apply the root Kustomization now, as 'flux reconcile' does. It does nothing
// for an object that does not exist.
func (s *Shoot) RequestSync(ctx context.Context, sourceKind string, source, root client.ObjectKey, now time.Time) error {
	patch := mergeMetadata("annotations", fluxmeta.ReconcileRequestAnnotation, now.UTC().Format(time.RFC3339Nano))
	for _, object := range []*metadata{
		metadataNamed(sourcev1.GroupVersion.WithKind(sourceKind), source),
		metadataNamed(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), root),
	} {
		if err := s.patch(ctx, object, "request a reconciliation of", patch); err != nil {
			return err
		}
	}
	return nil
}
