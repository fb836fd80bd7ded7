// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Held says that somebody has suspended or resumed an object in the shoot, against what is configured. Gardener would undo
// that, so what is handed over follows it.
type Held string

const (
	// HeldSuspended says that the object stays suspended.
	HeldSuspended Held = "Suspended"
	// HeldResumed says that the object stays resumed.
	HeldResumed Held = "Resumed"
)

// Suspension is how an object was handed over.
type Suspension struct {
	// Suspended is its spec.suspend.
	Suspended bool `json:"suspended,omitempty"`
	// Held says that this is not what is configured; empty if it is.
	Held Held `json:"held,omitempty"`
}

// Follow returns the suspension after somebody in the shoot has suspended or resumed the object.
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
