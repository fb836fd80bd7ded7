// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Held is set if an object was suspended or resumed in the shoot, against the configuration. gardener-resource-manager would undo that, so the
// delivered object follows it.
type Held string

const (
	// HeldSuspended keeps the object suspended.
	HeldSuspended Held = "Suspended"
	// HeldResumed keeps the object resumed.
	HeldResumed Held = "Resumed"
)

// Suspension is the suspension with which an object was delivered.
type Suspension struct {
	// Suspended is its spec.suspend.
	Suspended bool `json:"suspended,omitempty"`
	// Held is set if this differs from the configuration; empty if not.
	Held Held `json:"held,omitempty"`
}

// Follow returns the suspension after the object was suspended or resumed in the shoot.
func (s Suspension) Follow(suspended bool) Suspension {
	switch {
	case s.Suspended == suspended:
		return s
	case s.Held != "":
		return Suspension{Suspended: suspended} // It is what is configured again.
	case suspended:
		return Suspension{Suspended: true, Held: HeldSuspended}
	}
	return Suspension{Held: HeldResumed}
}

// Hold suspends or resumes source and root Kustomization as in the shoot: the arguments are the kind of the source that was
// delivered and both suspensions. A source of another kind is another object.
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

// hold sets spec.suspend of the object, which has what is configured until then.
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
