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
	patch := mergeMetadata(`"annotations":{%q:%q}`, fluxmeta.ReconcileRequestAnnotation, now.UTC().Format(time.RFC3339Nano))
	for kind, name := range map[string]client.ObjectKey{sourceKind: source, kustomizev1.KustomizationKind: root} {
		object := &metadata{}
		object.SetGroupVersionKind(sourcev1.GroupVersion.WithKind(kind))
		if kind == kustomizev1.KustomizationKind {
			object.SetGroupVersionKind(kustomizev1.GroupVersion.WithKind(kind))
		}
		object.SetNamespace(name.Namespace)
		object.SetName(name.Name)
		if err := s.patch(ctx, object, "request a reconciliation of", patch); err != nil {
			return err
		}
	}
	return nil
}
