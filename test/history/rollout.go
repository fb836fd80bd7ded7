// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import "time"

// These are the Scopes of the rollouts of the operator.
const (
	BaselineScope = "baseline"
	VersionScope  = "fluxVersion"
)

// Rollout is the state of a rollout as flux-rollout or, for the baseline, shoot-flux-baseline shows it.
type Rollout struct {
	// Scope is the namespace of the project, BaselineScope or VersionScope.
	Scope string `json:"scope"`
	// Damaged is the reason why the ConfigMap cannot be read. All else is then unset.
	Damaged string `json:"damaged,omitempty"`
	// Phase is Complete, Progressing, Stopped, RolledBack, WaitingForApproval, Paused, Holding, Empty, Guarded, NotReady, …
	Phase string `json:"phase,omitempty"`
	// Target is the revision of the present configuration.
	Target string `json:"target,omitempty"`
	Paused bool   `json:"paused,omitempty"`
	// Operation is the value of annotation flux.extensions.gardener.cloud/rollout of shoot-flux-baseline. That of a project
	// is on its flux-config.
	Operation string `json:"operation,omitempty"`
	// RolledBack is the revision or commit that was rolled back and is not retried.
	RolledBack string `json:"rolledBack,omitempty"`
	// Decided is the time of the last stored decision, with the clock of the garden controller.
	Decided time.Time `json:"decided,omitzero"`
	// Rings are the rings in their order.
	Rings []Ring `json:"rings,omitempty"`
	// Members are the Shoots, or seeds, with what each may have.
	Members map[string]Permit `json:"members,omitempty"`
}

// Key of a Rollout.
func (r *Rollout) Key() string { return key("rollout", r.Scope) }

// Ring is the state of a ring.
type Ring struct {
	Name  string `json:"name"`
	Phase string `json:"phase,omitempty"`
	// Revision and Commit are what the ring is to have.
	Revision string `json:"revision,omitempty"`
	Commit   string `json:"commit,omitempty"`
	// PassedRevision and PassedCommit are what the ring has passed last.
	PassedRevision string `json:"passedRevision,omitempty"`
	PassedCommit   string `json:"passedCommit,omitempty"`
	// Passed is true if the ring has passed Revision and Commit.
	Passed bool `json:"passed,omitempty"`
	// Counts as in kubectl shoot-flux rollout status.
	Shoots      int `json:"shoots,omitempty"`
	Ready       int `json:"ready,omitempty"`
	OnTheirWay  int `json:"onTheirWay,omitempty"`
	FailedCount int `json:"failedCount,omitempty"`
	Waiting     int `json:"waiting,omitempty"`
	NotCounted  int `json:"notCounted,omitempty"`
	// WaitsFor is the text that says what the ring waits for.
	WaitsFor string `json:"waitsFor,omitempty"`
	// Failed and Lost name the members whose failures and losses the rollout remembers, with a text.
	Failed map[string]string `json:"failed,omitempty"`
	Lost   map[string]string `json:"lost,omitempty"`
	// Skipped names the members that do not count for the change.
	Skipped []string `json:"skipped,omitempty"`
	// Approved are the revisions or commits for which an approval is stored that the ring has not used up.
	Approved []string `json:"approved,omitempty"`
	// ReadySince is when the soak began, with the clock of the garden controller.
	ReadySince time.Time `json:"readySince,omitzero"`
}

// Permit is what a rollout lets a Shoot, or a seed, have.
type Permit struct {
	// Revision is the revision of the configuration. It is empty if the member keeps what it has.
	Revision string `json:"revision,omitempty"`
	// Commit is the commit or digest to which the source is pinned. It is empty if the Shoot follows the source.
	Commit string `json:"commit,omitempty"`
	// FluxVersion is the Flux version of the revision for this Shoot, if the observer knows it.
	FluxVersion string `json:"fluxVersion,omitempty"`
}

// VersionRollout is the state of the rollout of the default Flux version in ConfigMap garden/shoot-flux, as earlier
// releases have written it.
type VersionRollout struct {
	Damaged string `json:"damaged,omitempty"`
	Phase   string `json:"phase,omitempty"`
	Version string `json:"version,omitempty"`
	Note    string `json:"note,omitempty"`
	// Released is the version that all Shoots may have.
	Released string        `json:"released,omitempty"`
	Decided  time.Time     `json:"decided,omitzero"`
	Paused   bool          `json:"paused,omitempty"`
	Rings    []VersionRing `json:"rings,omitempty"`
	// Projects are the projects with failures: the number of failed Shoots.
	Projects map[string]int `json:"projects,omitempty"`
}

// Key of a VersionRollout.
func (*VersionRollout) Key() string { return "versionRollout" }

// VersionRing is a ring of seeds.
type VersionRing struct {
	Name string `json:"name"`
	// Begun and Passed say how far the ring is with Version.
	Begun  bool `json:"begun,omitempty"`
	Passed bool `json:"passed,omitempty"`
	Shoots int  `json:"shoots,omitempty"`
	Have   int  `json:"have,omitempty"`
	Failed int  `json:"failed,omitempty"`
}
