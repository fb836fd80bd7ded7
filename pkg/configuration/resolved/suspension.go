// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Held is set if a user has suspended or resumed an object in the shoot, against the configuration. The
// delivered object follows the user, because gardener-resource-manager would undo the change otherwise.
type Held string

const (
	// HeldSuspended keeps the object suspended.
	HeldSuspended Held = "Suspended"
	// HeldResumed keeps the object resumed.
	HeldResumed Held = "Resumed"
)

// Suspension is the suspension of a delivered object.
type Suspension struct {
	// Suspended is the object's spec.suspend.
	Suspended bool `json:"suspended,omitempty"`
	// Held is set if Suspended differs from the configuration.
	Held Held `json:"held,omitempty"`
}

// Follow returns the suspension after the object was suspended or resumed in the shoot.
func (s Suspension) Follow(suspended bool) Suspension {
	switch {
	case s.Suspended == suspended:
		return s
	case s.Held != "":
		return Suspension{Suspended: suspended} // as configured again
	case suspended:
		return Suspension{Suspended: true, Held: HeldSuspended}
	}
	return Suspension{Held: HeldResumed}
}

// Hold suspends or resumes source and root Kustomization as in the shoot. The arguments are the kind of the
// delivered source and both suspensions. A source of another kind is another object.
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

// hold sets spec.suspend of an object with the configured suspension.
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
