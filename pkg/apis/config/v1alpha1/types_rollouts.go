// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Rollouts propagate changes of the operator to the Shoots ring by ring of seeds. At least one of fluxVersion and
// baseline must be set.
type Rollouts struct {
	// Rings are sets of seeds that get a change one after the other, in both rollouts. A seed belongs to the first ring
	// that selects it. A last ring with the name rest is added for all others.
	Rings []SeedRing `json:"rings"`
	// FluxVersion propagates a new default Flux version in rings. If unset, each Shoot gets the default version of the
	// extension on its seed.
	// +optional
	FluxVersion *FluxVersionRollout `json:"fluxVersion,omitempty"`
	// Freezes are periods during which no ring of these rollouts begins with a change.
	// +optional
	Freezes []fluxv1alpha1.Freeze `json:"freezes,omitempty"`
	// Baseline propagates changes of the baseline, and commits of its source, in rings. If unset, each seed delivers its
	// own baseline at once.
	// +optional
	Baseline *BaselineRollout `json:"baseline,omitempty"`
}

// SeedRing is a set of seeds.
type SeedRing struct {
	// Name is the name of the ring, a DNS label.
	Name string `json:"name"`
	// Seeds selects seeds by label. If empty, it selects all.
	// +optional
	Seeds *metav1.LabelSelector `json:"seeds,omitempty"`
	// Soak is the waiting time before the next ring begins. With a new Flux version, it starts when all Shoots of the ring
	// may get the version and one of them has it; with a change of the baseline, the Shoots have to stay ready with it for
	// this time. Defaults to 24h, because each Shoot has a maintenance time window within 24 hours.
	// +optional
	Soak *metav1.Duration `json:"soak,omitempty"`
	// Approval defines whether the ring begins with a change automatically. Defaults to Automatic.
	// +optional
	Approval fluxv1alpha1.Approval `json:"approval,omitempty"`
	// Windows define when the ring may begin with a change, and with a new Flux version when further Shoots may get it.
	// One of them has to be open. Without windows, it may begin at any time. A seed has no maintenance time window.
	// +optional
	Windows []fluxv1alpha1.Window `json:"windows,omitempty"`
	// Checks ask other systems before the ring begins with a change, or before it passes the change. Their credentials are
	// in Secret flux-checks in namespace garden.
	// +optional
	Checks []fluxv1alpha1.Check `json:"checks,omitempty"`
}

// Checks lets the checks of rollouts ask other systems.
type Checks struct {
	// Hosts are the hosts that the garden controller may ask over https. A host allows its port 443, host:port that port.
	// The first label of a host may be *.
	Hosts []string `json:"hosts"`
	// Interval is the time between two requests of a check, from 10s to 10m. Defaults to 1m.
	// +optional
	Interval *metav1.Duration `json:"interval,omitempty"`
}

// ProjectFreeze is a period during which no ring of the rollouts of projects begins with a change.
type ProjectFreeze struct {
	// Name identifies the freeze in messages.
	Name string `json:"name"`
	// From and To are local times in the time zone, such as 2026-12-18T18:00.
	From string `json:"from"`
	To   string `json:"to"`
	// TimeZone is an IANA time zone, such as Europe/Berlin.
	TimeZone string `json:"timeZone"`
	// Namespaces are the namespaces of projects that the freeze applies to. If empty, it applies to all projects.
	// +optional
	Namespaces []string `json:"namespaces,omitempty"`
	// AllowApproval lets members of a project begin a ring during the freeze with 'rollout approve --during-freeze'.
	// +optional
	AllowApproval bool `json:"allowApproval,omitempty"`
}

// SeedRingRest is the name of the ring of all seeds that no other ring selects.
const SeedRingRest = "rest"

// FluxVersionRollout propagates a new default Flux version. It applies to Shoots without configured version. Shoots of
// projects with a rollout get the version ring by ring after all seeds have it.
type FluxVersionRollout struct {
	// ShootsPerHour is the maximum number of Shoots per hour that get the version, in all rings together. If
	// unset, all Shoots of a ring may get it at once.
	// +optional
	// +kubebuilder:validation:Minimum=1
	ShootsPerHour *int32 `json:"shootsPerHour,omitempty"`
	// MaxFailures is the number of projects in a ring whose Shoots may fail with the version with cause
	// InstallationFailed. With more, the rollout stops. A project counts once in a ring, regardless of the number of its
	// Shoots. Defaults to 0.
	// +optional
	// +kubebuilder:validation:Minimum=0
	MaxFailures *int32 `json:"maxFailures,omitempty"`
	// Soaks replace the soak of rings in this rollout, by the name of the ring.
	// +optional
	Soaks map[string]metav1.Duration `json:"soaks,omitempty"`
}

// BaselineRollout propagates changes of the baseline, and commits of its source. A ring passes a change when its Shoots
// have been ready with it for the soak time.
type BaselineRollout struct {
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
	// Soaks replace the soak of rings in this rollout, by the name of the ring.
	// +optional
	Soaks map[string]metav1.Duration `json:"soaks,omitempty"`
}
