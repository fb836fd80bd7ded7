// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// Installed is what a shoot has of Flux that depends on Flux's version.
type Installed struct {
	// Controllers are Flux's controllers.
	Controllers []Controller
	// Kinds are Flux's kinds, by the names of their CustomResourceDefinitions.
	Kinds map[string]StoredKind
	// Applied are the objects of Flux's kinds that Kustomizations apply.
	Applied []AppliedObject
}

// StoredKind is how the shoot stores the objects of a kind.
type StoredKind struct {
	// Storage is the API version in which objects are written.
	Storage string
	// Stored are those in which objects are, or may still be, stored.
	Stored []string
}

// AppliedObject is an object that a Kustomization applies.
type AppliedObject struct {
	schema.GroupVersionKind
	types.NamespacedName
	// By is the Kustomization. The version of the kind is the one that its source had when it was applied last.
	By types.NamespacedName
	// Idle is why the Kustomization may not follow its source; empty if it does.
	Idle Idleness
}

// Idleness is why a Kustomization may not follow its source.
type Idleness string

const (
	// IdleSuspended is that of a suspended one.
	IdleSuspended Idleness = "suspended"
	// IdleNotReady is that of one whose last reconciliation has not succeeded.
	IdleNotReady Idleness = "not ready"
)

// Controller is one of Flux's controllers.
type Controller struct {
	types.NamespacedName
	// Version is the version of Flux that it belongs to, from the label of its Deployment; empty if that has none.
	Version string
}
