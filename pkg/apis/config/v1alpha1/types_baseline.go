// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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
	// Rollout propagates changes of the baseline to the Shoots ring by ring of seeds. If unset, each seed delivers its own
	// configuration at once. Seeds and garden controller require the same value.
	// +optional
	Rollout *BaselineRollout `json:"rollout,omitempty"`
}

// BaselineRollout propagates changes of the baseline, and commits of its source, to the Shoots ring by ring of seeds. A
// ring passes a change when its Shoots have been ready with it for the soak time.
type BaselineRollout struct {
	// Rings are sets of seeds that get a change one after the other. A seed belongs to the first ring that selects it.
	// A last ring with the name rest is added for all others.
	Rings []BaselineRing `json:"rings"`
	// Source defines whether all rings follow the source (Follow), or only the first one does, and the others get the
	// commits that it has passed (Promote). Defaults to Promote.
	// +optional
	Source fluxv1alpha1.RolloutSource `json:"source,omitempty"`
	// MaxFailures is the number of projects in a ring whose Shoots may not be ready with a change. With more, the rollout
	// stops. A project counts once in a ring. At least one project must be ready. Defaults to 1, because administrators
	// of a shoot can make the baseline fail there.
	// +optional
	// +kubebuilder:validation:Minimum=0
	MaxFailures *int32 `json:"maxFailures,omitempty"`
	// ProgressDeadline is the time within which the Shoots of a project have to become ready with a change. After it, the
	// project counts as a failure. Defaults to 1h.
	// +optional
	ProgressDeadline *metav1.Duration `json:"progressDeadline,omitempty"`
	// Guard stops the rollout at a ring whose Shoots have lost more objects than it allows.
	// +optional
	Guard *fluxv1alpha1.Guard `json:"guard,omitempty"`
}

// BaselineRing is a set of seeds.
type BaselineRing struct {
	// Name is the name of the ring, a DNS label.
	Name string `json:"name"`
	// Seeds selects seeds by label. If empty, it selects all.
	// +optional
	Seeds *metav1.LabelSelector `json:"seeds,omitempty"`
	// Soak is the time for which the Shoots of the ring have to stay ready with a change before the next ring begins.
	// Defaults to 1h.
	// +optional
	Soak *metav1.Duration `json:"soak,omitempty"`
	// Approval defines whether the ring begins with a change automatically. Defaults to Automatic.
	// +optional
	Approval fluxv1alpha1.Approval `json:"approval,omitempty"`
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
