// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits in bytes or entries. An administrator of a shoot can write any value, even one that an API server would
// refuse. Legitimate values are shorter.
const (
	longestWord     = 128
	longestName     = 253
	longestURL      = 2048
	longestRevision = 192
	// longestReference limits the branch or tag in a revision with a digest.
	longestReference = 96
	mostHostKeys     = 10
	mostInInventory  = 20
)

// bound truncates the fields of the root Kustomization that the health check uses.
func bound(root *kustomizev1.Kustomization) {
	from, status := &root.Spec.SourceRef, &root.Status
	for _, name := range []*string{&root.Spec.Path, &root.Spec.ServiceAccountName, &from.APIVersion, &from.Kind, &from.Name, &from.Namespace} {
		*name = text.Cut(*name, longestName)
	}
	if decryption := root.Spec.Decryption; decryption != nil && decryption.SecretRef != nil {
		decryption.SecretRef.Name = text.Cut(decryption.SecretRef.Name, longestName)
	}
	status.LastAppliedRevision, status.LastAttemptedRevision = cutRevision(status.LastAppliedRevision), cutRevision(status.LastAttemptedRevision)
	status.Conditions, status.Inventory = boundedConditions(status.Conditions), boundedInventory(status.Inventory)
}

// boundedInventory keeps only the entries of Flux's controllers, up to a limit.
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

// boundedConditions keeps only conditions Ready and Reconciling, and truncates their texts.
func boundedConditions(conditions []metav1.Condition) []metav1.Condition {
	var kept []metav1.Condition
	for _, name := range []string{meta.ReadyCondition, meta.ReconcilingCondition} {
		if condition := apimeta.FindStatusCondition(conditions, name); condition != nil {
			condition.Reason, condition.Message = text.Cut(condition.Reason, longestWord), text.Cut(condition.Message, text.LongestReported)
			kept = append(kept, *condition)
		}
	}
	return kept
}

// cutRevision truncates the branch or tag in a revision such as main@sha1:…. It keeps the digest.
func cutRevision(value string) string {
	r := revision.Parse(value)
	if r.Digest == "" {
		return text.Line(value, longestRevision)
	}
	r.Name = text.Line(r.Name, longestReference)
	return r.String()
}
