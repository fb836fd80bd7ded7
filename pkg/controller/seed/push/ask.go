// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// isAsked returns whether the source in a shoot is asked after a push: there is one, it follows the branch, and the shoot is awake and has answered when
// it was checked last.
func isAsked(ex *extensionsv1alpha1.Extension, shoot seed.Shoot) (extensionstatus.State, bool) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil || !recorded.Sync || recorded.Observed.Commit != "" {
		return recorded, false
	}
	asleep := shoot.Spec.Hibernation.Enabled || shoot.DeletionTimestamp != nil || seed.IsBeingDeletedOrMigrated(ex)
	return recorded, !asleep && !isUnreachable(ex)
}

// isUnreachable returns whether the shoot did not answer when it was checked last.
func isUnreachable(ex *extensionsv1alpha1.Extension) bool {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionSourceReady)
	return condition != nil && condition.Status == gardencorev1beta1.ConditionUnknown
}

// askSource asks a source to be read, and returns false if it was asked because of this push, or does not exist. Only times of the garden are compared, with
// those of the garden.
func askSource(ctx context.Context, shoot client.Client, recorded extensionstatus.State, notice push.Notice, now time.Time) (bool, error) {
	source := &metav1.PartialObjectMetadata{}
	source.SetGroupVersionKind(sourcev1.GroupVersion.WithKind(recorded.SourceKind))
	name := extensionstatus.Named(recorded.Source)
	if err := shoot.Get(ctx, name, source); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	pushed := fluxv1alpha1.FormatPushTime(notice.PushedAt)
	if before, _, _ := strings.Cut(source.Annotations[fluxv1alpha1.AnnotationPushedAt], " "); before == pushed {
		return false, nil
	}
	asked := now.UTC().Format(time.RFC3339Nano)
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": map[string]string{
		fluxmeta.ReconcileRequestAnnotation: asked,
		fluxv1alpha1.AnnotationPushedAt:     pushed + " " + asked,
	}}})
	if err != nil {
		return false, fmt.Errorf("failed to write annotations as JSON: %w", err)
	}
	err = shoot.Patch(ctx, source, client.RawPatch(types.MergePatchType, patch), client.FieldOwner(fluxv1alpha1.ExtensionName))
	return err == nil, client.IgnoreNotFound(err)
}
