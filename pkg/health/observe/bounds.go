// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Bounds in bytes: an administrator of a shoot can write anything in it, even values that an API server would
// refuse. Legitimate values are shorter.
const (
	longestWord     = 128
	longestName     = 253
	longestURL      = 2048
	longestRevision = 192
	// longestReference bounds the branch or tag in a revision with a digest.
	longestReference = 96
	mostHostKeys     = 10
	mostInInventory  = 20
)

// boundedKustomization returns a copy with the fields that are used, bounded.
func boundedKustomization(root *kustomizev1.Kustomization) *kustomizev1.Kustomization {
	kept := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: root.Namespace, Name: root.Name, Generation: root.Generation, Annotations: root.Annotations}}
	kept.Spec = kustomizev1.KustomizationSpec{
		Path: text.Cut(root.Spec.Path, longestName), Suspend: root.Spec.Suspend, Timeout: root.Spec.Timeout, Interval: root.Spec.Interval,
		SourceRef:          root.Spec.SourceRef,
		ServiceAccountName: text.Cut(root.Spec.ServiceAccountName, longestName),
	}
	for _, name := range []*string{&kept.Spec.SourceRef.APIVersion, &kept.Spec.SourceRef.Kind, &kept.Spec.SourceRef.Name, &kept.Spec.SourceRef.Namespace} {
		*name = text.Cut(*name, longestName)
	}
	if decryption := root.Spec.Decryption; decryption != nil && decryption.SecretRef != nil {
		kept.Spec.Decryption = &kustomizev1.Decryption{SecretRef: &meta.LocalObjectReference{Name: text.Cut(decryption.SecretRef.Name, longestName)}}
	}
	kept.Status = kustomizev1.KustomizationStatus{
		ObservedGeneration:    root.Status.ObservedGeneration,
		LastAppliedRevision:   cutRevision(root.Status.LastAppliedRevision),
		LastAttemptedRevision: cutRevision(root.Status.LastAttemptedRevision),
		Conditions:            boundedConditions(root.Status.Conditions),
		Inventory:             boundedInventory(root.Status.Inventory),
	}
	return kept
}

// boundedInventory keeps the entries of Flux's controllers.
func boundedInventory(inventory *kustomizev1.ResourceInventory) *kustomizev1.ResourceInventory {
	if inventory == nil {
		return nil
	}
	kept := &kustomizev1.ResourceInventory{}
	for _, entry := range inventory.Entries {
		if _, found := ControllerIn(entry.ID); found && len(entry.ID) <= longestName && len(kept.Entries) < mostInInventory {
			kept.Entries = append(kept.Entries, kustomizev1.ResourceRef{ID: entry.ID})
		}
	}
	return kept
}

// boundedConditions keeps the judged conditions, bounded.
func boundedConditions(conditions []metav1.Condition) []metav1.Condition {
	var kept []metav1.Condition
	for _, condition := range conditions {
		known := condition.Type == meta.ReadyCondition || condition.Type == meta.ReconcilingCondition
		if known && !slices.ContainsFunc(kept, func(other metav1.Condition) bool { return other.Type == condition.Type }) {
			condition.Reason, condition.Message = text.Cut(condition.Reason, longestWord), text.Cut(condition.Message, text.LongestReported)
			kept = append(kept, condition)
		}
	}
	return kept
}

// cutRevision shortens the branch or tag in a revision such as main@sha1:…, and keeps the digest.
func cutRevision(value string) string {
	r := revision.Parse(value)
	if r.Digest == "" {
		return text.Line(value, longestRevision)
	}
	r.Name = text.Line(r.Name, longestReference)
	return r.String()
}
