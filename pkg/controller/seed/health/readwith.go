// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// requestRead has Flux read the source if a Secret of it has changed, because source-controller does not watch Secrets,
// and records on the source when Flux has done that. The next health check retries a failed request; until then, the
// source is not ready.
func (r *Reconciler) requestRead(ctx context.Context, namespace string, observation health.Observation) {
	observed := observation.Shoot
	if observation.ShootError != nil || observation.Bootstrapped {
		return
	}
	annotations := map[string]string{fluxv1alpha1.AnnotationReadWith: observed.Secrets}
	switch {
	case observed.MustRequestRead():
		at := r.Clock.Now().UTC().Format(time.RFC3339Nano)
		annotations[fluxmeta.ReconcileRequestAnnotation] = at
		annotations[fluxv1alpha1.AnnotationReadWith] += " " + at
	case !observed.MustRecordRead():
		return
	}
	source := &metav1.PartialObjectMetadata{}
	source.SetGroupVersionKind(sourcev1.GroupVersion.WithKind(observation.Sync.SourceKind))
	source.Namespace, source.Name = observation.Sync.Source.Namespace, observation.Sync.Source.Name
	patch := kube.MergePatch{"metadata": map[string]any{"annotations": annotations}}
	err := r.Shoots.Change(ctx, namespace, func(ctx context.Context, shoot client.Client) error {
		return client.IgnoreNotFound(shoot.Patch(ctx, source, patch, client.FieldOwner(fluxv1alpha1.ExtensionName)))
	})
	if err != nil {
		logf.FromContext(ctx).Info("Failed to request that Flux reads the source with its changed Secret", "reason", err.Error())
	}
}
