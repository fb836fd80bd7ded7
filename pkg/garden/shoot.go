// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// FieldOwner is the field manager of the garden controller.
const FieldOwner = fluxv1alpha1.GardenFieldManager

// ExtensionLabel is the label that gardener-apiserver sets on Shoots with the extension. This includes Shoots that do
// not list the extension, because its registration enables it for all Shoots.
const ExtensionLabel = v1beta1constants.LabelExtensionExtensionTypePrefix + fluxv1alpha1.ExtensionType

// UsesFlux returns whether the extension is enabled for the Shoot, by the Shoot itself or by the registration.
func UsesFlux(shoot *gardencorev1beta1.Shoot) bool {
	if extension := extensionOf(shoot); extension != nil {
		return !ptr.Deref(extension.Disabled, false)
	}
	return shoot.Labels[ExtensionLabel] == "true"
}

// extensionOf returns the entry of the extension in the Shoot, or nil if the Shoot does not list it.
func extensionOf(shoot *gardencorev1beta1.Shoot) *gardencorev1beta1.Extension {
	for i := range shoot.Spec.Extensions {
		if extension := &shoot.Spec.Extensions[i]; extension.Type == fluxv1alpha1.ExtensionType {
			return extension
		}
	}
	return nil
}

// These are the parts of the configuration that SlimShoot stores in a cache for a Shoot that sets a Flux version, or
// the URL or the reference of the source.
const (
	someConfig      = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig"%s}`
	someFluxVersion = `,"flux":{"version":"named"}`
	someSource      = `,"source":{"template":{"spec":{"url":"named"}}}`
)

// NamesFluxVersion returns whether the Shoot itself sets a Flux version.
func NamesFluxVersion(shoot *gardencorev1beta1.Shoot) bool {
	return document.NamesFluxVersion(providerConfig(shoot))
}

// NamesSource returns whether the Shoot itself sets the URL or the reference of the source.
func NamesSource(shoot *gardencorev1beta1.Shoot) bool {
	_, source := document.Names(providerConfig(shoot))
	return source
}

// providerConfig returns the providerConfig of the extension in the Shoot, or nil if it has none.
func providerConfig(shoot *gardencorev1beta1.Shoot) []byte {
	if extension := extensionOf(shoot); extension != nil && extension.ProviderConfig != nil {
		return extension.ProviderConfig.Raw
	}
	return nil
}

// slimConfig returns the configuration that SlimShoot stores for the Shoot, or nil if it has nothing to store.
func slimConfig(shoot *gardencorev1beta1.Shoot) *runtime.RawExtension {
	parts := ""
	fluxVersion, source := document.Names(providerConfig(shoot))
	if fluxVersion {
		parts += someFluxVersion
	}
	if source {
		parts += someSource
	}
	if parts == "" {
		return nil
	}
	return &runtime.RawExtension{Raw: fmt.Appendf(nil, someConfig, parts)}
}

// SeedsOf returns the names of the seeds with a current or future control plane of the Shoot: spec.seedName and
// status.seedName. They differ only during a control plane migration.
func SeedsOf(shoot *gardencorev1beta1.Shoot) []string {
	var names []string
	for _, name := range []*string{shoot.Spec.SeedName, shoot.Status.SeedName} {
		if name != nil && *name != "" && (len(names) == 0 || names[0] != *name) {
			names = append(names, *name)
		}
	}
	return names
}

// IsReconciled returns whether the last operation has succeeded for the current specification of the Shoot. Until then,
// the Shoot's Extensions may still have an earlier specification, because some Shoots apply changes only in their
// maintenance window.
func IsReconciled(shoot *gardencorev1beta1.Shoot) bool {
	last := shoot.Status.LastOperation
	return shoot.Generation == shoot.Status.ObservedGeneration && last != nil && last.State == gardencorev1beta1.LastOperationStateSucceeded
}

// MaintenanceWindow returns whether the maintenance time window of the Shoot is open, and otherwise the time until it
// opens. Without a configured window, it is always open. Gardener's window ends 15 minutes early, so that operations
// end in time.
func MaintenanceWindow(shoot *gardencorev1beta1.Shoot, now time.Time) (open bool, opens time.Duration) {
	effective := gardenerutils.EffectiveShootMaintenanceTimeWindow(shoot)
	if effective.Contains(now) {
		return true, 0
	}
	next := effective.AdjustedBegin(now)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return false, next.Sub(now)
}

// SlimShoot is a cache transform that keeps only the fields of a Shoot that this package and rollouts read. These
// include whether it is self-hosted or moves to another seed while it runs, selectable labels, the annotation with a
// hold, purpose, hibernation, maintenance time window, and whether the Shoot sets a Flux version, or the URL or the
// reference of the source. A Shoot can have tens of KiB, and the cache contains all Shoots of the garden, because no
// selector finds the Shoots whose specification lists the extension.
func SlimShoot(object any) (any, error) {
	shoot, ok := object.(*gardencorev1beta1.Shoot)
	if !ok {
		return object, nil
	}
	slim := &gardencorev1beta1.Shoot{
		TypeMeta: shoot.TypeMeta,
		ObjectMeta: metav1.ObjectMeta{
			Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, ResourceVersion: shoot.ResourceVersion, Generation: shoot.Generation,
			DeletionTimestamp: shoot.DeletionTimestamp, Labels: selection.SelectableLabels(shoot.Labels),
		},
		Spec:   gardencorev1beta1.ShootSpec{SeedName: shoot.Spec.SeedName},
		Status: gardencorev1beta1.ShootStatus{SeedName: shoot.Status.SeedName, ObservedGeneration: shoot.Status.ObservedGeneration},
	}
	if until, ok := shoot.Annotations[fluxv1alpha1.AnnotationHoldUntil]; ok && len(until) <= hold.LongestUntil {
		slim.Annotations = map[string]string{fluxv1alpha1.AnnotationHoldUntil: until}
	}
	if IsSelfHosted(shoot) {
		slim.Spec.Provider.Workers = []gardencorev1beta1.Worker{{ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
	}
	if purpose := shoot.Spec.Purpose; purpose != nil && len(*purpose) <= validation.LabelValueMaxLength {
		slim.Spec.Purpose = purpose
	}
	if hibernation := shoot.Spec.Hibernation; hibernation != nil && ptr.Deref(hibernation.Enabled, false) {
		slim.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: hibernation.Enabled}
	}
	if maintenance := shoot.Spec.Maintenance; maintenance != nil {
		slim.Spec.Maintenance = &gardencorev1beta1.Maintenance{TimeWindow: maintenance.TimeWindow, ConfineSpecUpdateRollout: maintenance.ConfineSpecUpdateRollout}
	}
	if value, ok := shoot.Labels[ExtensionLabel]; ok && slim.Labels[ExtensionLabel] != value {
		slim.Labels[ExtensionLabel] = value
	}
	if extension := extensionOf(shoot); extension != nil {
		slim.Spec.Extensions = []gardencorev1beta1.Extension{{Type: extension.Type, Disabled: extension.Disabled, ProviderConfig: slimConfig(shoot)}}
	}
	if last := shoot.Status.LastOperation; last != nil {
		slim.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: last.Type, State: last.State}
	}
	if shoot.Status.LiveMigration != nil {
		slim.Status.LiveMigration = &gardencorev1beta1.LiveMigration{}
	}
	return slim, nil
}
