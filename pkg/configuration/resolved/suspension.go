// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Held is a change of spec.suspend by a user in the shoot that differs from the configuration. The delivered object
// must contain the change, because gardener-resource-manager would revert it otherwise.
type Held string

const (
	// HeldSuspended means that a user has suspended an object that the configuration does not suspend.
	HeldSuspended Held = "Suspended"
	// HeldResumed means that a user has resumed an object that the configuration suspends.
	HeldResumed Held = "Resumed"
)

// Suspension describes whether a delivered object is suspended.
type Suspension struct {
	// Suspended is the value of spec.suspend.
	Suspended bool `json:"suspended,omitempty"`
	// Held is not empty if Suspended differs from the configuration.
	Held Held `json:"held,omitempty"`
}

// Follow returns the suspension that applies after a user has set spec.suspend in the shoot.
func (s Suspension) Follow(suspended bool) Suspension {
	switch {
	case s.Suspended == suspended:
		return s
	case s.Held != "":
		return Suspension{Suspended: suspended} // Suspended equals the configuration again.
	case suspended:
		return Suspension{Suspended: true, Held: HeldSuspended}
	}
	return Suspension{Held: HeldResumed}
}

// Hold applies suspensions by users to the source and the root Kustomization. sourceKind is the kind of the delivered
// source. The suspension of the source is ignored if the kind has changed.
func (c *Configuration) Hold(sourceKind string, source, root Suspension) {
	if c.Source == nil {
		return
	}
	if c.Source.Object.GetKind() != sourceKind {
		source = Suspension{}
	}
	c.SourceSuspension = hold(c.Source.Object, source)
	c.RootSuspension = hold(c.Kustomization.Object, root)
	c.Kustomization.Typed.Spec.Suspend = c.RootSuspension.Suspended
}

// hold applies a suspension by a user to an object that contains the configured suspension.
func hold(object *unstructured.Unstructured, delivered Suspension) Suspension {
	configured, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	wanted := Suspension{Suspended: configured}
	if delivered.Held == HeldSuspended && !configured || delivered.Held == HeldResumed && configured {
		wanted = Suspension{Suspended: !configured, Held: delivered.Held}
		spec, _ := object.Object["spec"].(map[string]any)
		spec["suspend"] = wanted.Suspended
	}
	return wanted
}
