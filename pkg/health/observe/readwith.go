// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"slices"
	"strings"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	"k8s.io/apimachinery/pkg/util/validation"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ReadWith is the last request of the extension to read a source with changed Secrets. source-controller does not watch
// Secrets, so condition Ready still describes the former ones until it reads the source again.
type ReadWith struct {
	// Secrets identifies the Secrets of the request. It is empty if there was none.
	Secrets string
	// Handled is true if Flux has handled this request, or a later one, and Recorded if the source records that.
	Handled, Recorded bool
	// Lost is true if the annotation that triggers the reconciliation is gone before Flux has handled the request.
	Lost bool
}

// readWithOf reads the request from the annotations of a source. handled is the last request that Flux handled. The
// annotation has no time after the extension has seen that Flux has handled the request. Without this record, each
// later request would count as one that replaces this one.
func readWithOf(annotations map[string]string, handled string) ReadWith {
	secrets, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationReadWith], " ")
	current := annotations[fluxmeta.ReconcileRequestAnnotation]
	r := ReadWith{Secrets: text.Cut(secrets, longestWord), Recorded: secrets != "" && at == ""}
	r.Handled = r.Recorded || handled != "" && (handled == at || handled == current)
	r.Lost = current == "" && !r.Handled
	return r
}

// IsUnread returns whether Flux has not read the source since one of its Secrets has changed.
func (s Shoot) IsUnread() bool {
	return s.Source != nil && s.Changed && (s.Source.ReadWith.Secrets != s.Secrets || !s.Source.ReadWith.Handled)
}

// MustRequestRead returns whether the extension has to request that Flux reads the source with its changed Secrets.
func (s Shoot) MustRequestRead() bool {
	return s.IsUnread() && !s.Source.Suspended && (s.Source.ReadWith.Secrets != s.Secrets || s.Source.ReadWith.Lost)
}

// MustRecordRead returns whether the extension has to record that Flux has read the source with its Secrets.
func (s Shoot) MustRecordRead() bool {
	return s.Source != nil && s.Changed && !s.IsUnread() && !s.Source.ReadWith.Recorded
}

// named returns the sorted names of the references, without duplicates and without names that no Secret can have: a
// name becomes part of the path of a request.
func named(references ...fluxmeta.LocalObjectReference) []string {
	var names []string
	for _, reference := range references {
		if len(validation.IsDNS1123Subdomain(reference.Name)) == 0 {
			names = append(names, reference.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
