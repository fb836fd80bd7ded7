// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"slices"
	"strings"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ReadWith is the last request of the extension to read a source with changed Secrets. source-controller does not watch
// Secrets, so condition Ready still describes the former ones until it reads the source again.
type ReadWith struct {
	// Changed identifies the Secrets of the request. It is empty if there was none.
	Changed string
	// Lost is true if the annotation that triggers the reconciliation is gone before Flux has handled the request.
	Lost bool
	// Handled is true if Flux has handled this request, or a later one.
	Handled bool
}

// readWithOf reads the request from the annotations of a source. handled is the last request that Flux handled.
func readWithOf(annotations map[string]string, handled string) ReadWith {
	changed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationReadWith], " ")
	// A later request replaces this one.
	current := annotations[fluxmeta.ReconcileRequestAnnotation]
	isHandled := handled != "" && (handled == at || handled == current)
	return ReadWith{Changed: text.Cut(changed, longestWord), Handled: isHandled, Lost: current == "" && !isHandled}
}

// IsUnread returns whether Flux has not read the source since one of its Secrets has changed.
func (s Shoot) IsUnread() bool {
	return s.Source != nil && s.Changed != "" && (s.Source.ReadWith.Changed != s.Changed || !s.Source.ReadWith.Handled)
}

// MustRequestRead returns whether the extension has to request that Flux reads the source with its changed Secrets.
func (s Shoot) MustRequestRead() bool {
	return s.IsUnread() && !s.Source.Suspended && (s.Source.ReadWith.Changed != s.Changed || s.Source.ReadWith.Lost)
}

// named returns the sorted names of the references, without duplicates.
func named(references ...fluxmeta.LocalObjectReference) []string {
	var names []string
	for _, reference := range references {
		if reference.Name != "" {
			names = append(names, text.Cut(reference.Name, longestName))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
