// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Baseline delivers objects of the operator to Shoots, in addition to the objects of projects: a source, and a
// Kustomization that applies it.
type Baseline struct {
	// State defines whether the selected Shoots have the baseline. Absent removes it from all Shoots. A configuration
	// without baseline removes nothing. Defaults to Present.
	// +optional
	State BaselineState `json:"state,omitempty"`
	// Shoots selects the Shoots. If unset, all Shoots with the extension are selected. The baseline is removed from a
	// Shoot that is no longer selected.
	// +optional
	Shoots *BaselineShoots `json:"shoots,omitempty"`
	// Config is a FluxConfig with source.template and kustomization.template only. References to a Secret must name
	// flux-baseline: the Secret of this name in namespace garden of the garden is then copied to the shoots.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Config *runtime.RawExtension `json:"config,omitempty"`
	// Namespace is the namespace of the baseline's objects in the shoot, which projects cannot use for Flux. It must
	// not change while Shoots have the baseline. Defaults to flux-baseline.
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// Components are controllers that the baseline requires beside source-controller and kustomize-controller, such as
	// helm-controller. The Shoots have them in addition to the controllers that their projects configure.
	// +optional
	Components []string `json:"components,omitempty"`
	// Permissions are the permissions of the ServiceAccount flux-baseline, which applies the baseline.
	// +optional
	Permissions BaselinePermissions `json:"permissions,omitzero"`
	// DeletionPolicy defines what happens to the applied objects when the baseline is removed from a Shoot: Orphan
	// leaves them, Prune deletes them. Defaults to Orphan.
	// +optional
	DeletionPolicy BaselineDeletionPolicy `json:"deletionPolicy,omitempty"`
	// FluxDeletionPolicy defines what happens to Flux after the baseline is removed from a Shoot without configuration:
	// Keep leaves it, Remove removes it if it came only for the baseline and the shoot has no objects of Flux. Defaults
	// to Keep.
	// +optional
	FluxDeletionPolicy BaselineFluxDeletionPolicy `json:"fluxDeletionPolicy,omitempty"`
}

// BaselineState defines whether Shoots have the baseline.
// +kubebuilder:validation:Enum=Present;Absent
type BaselineState string

const (
	// BaselinePresent delivers the baseline.
	BaselinePresent BaselineState = "Present"
	// BaselineAbsent removes the baseline.
	BaselineAbsent BaselineState = "Absent"
)

// BaselineDeletionPolicy defines what happens to the applied objects when the baseline is removed.
// +kubebuilder:validation:Enum=Orphan;Prune
type BaselineDeletionPolicy string

const (
	// BaselineOrphan leaves the applied objects in the shoot.
	BaselineOrphan BaselineDeletionPolicy = "Orphan"
	// BaselinePrune deletes the applied objects.
	BaselinePrune BaselineDeletionPolicy = "Prune"
)

// BaselineFluxDeletionPolicy defines what happens to Flux after the baseline is removed.
// +kubebuilder:validation:Enum=Keep;Remove
type BaselineFluxDeletionPolicy string

const (
	// BaselineFluxKeep leaves Flux in the shoot.
	BaselineFluxKeep BaselineFluxDeletionPolicy = "Keep"
	// BaselineFluxRemove removes a Flux that came only for the baseline.
	BaselineFluxRemove BaselineFluxDeletionPolicy = "Remove"
)

// BaselineNamespace is the default namespace of the baseline in a shoot.
const BaselineNamespace = "flux-baseline"

// BaselineShoots selects Shoots. All conditions must hold; an unset one holds for each Shoot. Members of a project can
// change the labels and the purpose of its Shoots.
type BaselineShoots struct {
	// Projects are names of projects.
	// +optional
	Projects []string `json:"projects,omitempty"`
	// Labels selects Shoots by label.
	// +optional
	Labels *metav1.LabelSelector `json:"labels,omitempty"`
	// Purposes are purposes of Shoots, such as production.
	// +optional
	Purposes []string `json:"purposes,omitempty"`
	// Seeds selects Shoots by the labels of their seed.
	// +optional
	Seeds *metav1.LabelSelector `json:"seeds,omitempty"`
}

// BaselinePermissions are the permissions of the ServiceAccount that applies the baseline. Exactly one field must be
// set.
type BaselinePermissions struct {
	// ClusterAdmin allows everything.
	// +optional
	ClusterAdmin bool `json:"clusterAdmin,omitempty"`
	// Rules are the rules of a ClusterRole that is bound in all namespaces.
	// +optional
	Rules []rbacv1.PolicyRule `json:"rules,omitempty"`
}
