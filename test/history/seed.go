// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import (
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SeedReport is the ConfigMap shoot-flux-report of a seed.
type SeedReport struct {
	Seed string `json:"seed"`
	// Stored is the time at which the API server has stored the last write of the seed.
	Stored time.Time `json:"stored,omitzero"`
	// Damaged is the reason why it cannot be read.
	Damaged string `json:"damaged,omitempty"`
	// Shoots are the Shoots by <project namespace>/<name>.
	Shoots map[string]ReportedShoot `json:"shoots,omitempty"`
}

// Key of a SeedReport.
func (s *SeedReport) Key() string { return key("seedReport", s.Seed) }

// ReportedShoot is what a seed reports of a Shoot.
type ReportedShoot struct {
	UID         string `json:"uid,omitempty"`
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Failed is true if the Shoot is Failed with InstallationFailed.
	Failed bool `json:"failed,omitempty"`
	// Baseline is the state of the baseline, Revision that of the baseline's configuration.
	Baseline          fluxv1alpha1.BaselineState `json:"baseline,omitempty"`
	Revision          string                     `json:"revision,omitempty"`
	AppliedRevision   string                     `json:"appliedRevision,omitempty"`
	AttemptedRevision string                     `json:"attemptedRevision,omitempty"`
	// Unwell is true if the baseline was not ready before the change.
	Unwell  bool                         `json:"unwell,omitempty"`
	Removed *fluxv1alpha1.RemovedObjects `json:"removed,omitempty"`
	Message string                       `json:"message,omitempty"`
}

// NoticeBoard is the ConfigMap shoot-flux in the namespace of a seed in the garden.
type NoticeBoard struct {
	Seed string `json:"seed"`
	// Projects are the lines of projects: the resourceVersions by object.
	Projects map[string]map[string]string `json:"projects,omitempty"`
	// Version is the default Flux version that is being released, Position how far: 0 to 1; and Released the version for
	// all other Shoots.
	Version  string  `json:"version,omitempty"`
	Position float64 `json:"position,omitempty"`
	Released string  `json:"released,omitempty"`
	// Baseline is the release of the baseline for this seed. It is unset without a rollout of the baseline.
	Baseline *Release `json:"baseline,omitempty"`
}

// Key of a NoticeBoard.
func (n *NoticeBoard) Key() string { return key("noticeBoard", n.Seed) }

// Release is what a seed may deliver of the baseline.
type Release struct {
	Ring           string `json:"ring,omitempty"`
	Revision       string `json:"revision,omitempty"`
	Commit         string `json:"commit,omitempty"`
	PassedRevision string `json:"passedRevision,omitempty"`
	PassedCommit   string `json:"passedCommit,omitempty"`
}

// Extension is the Extension shoot-flux of a Shoot.
type Extension struct {
	Seed string `json:"seed"`
	// Namespace is the namespace of the Shoot on the seed. Project and Shoot are its project's namespace and its name.
	Namespace string `json:"namespace"`
	Project   string `json:"project,omitempty"`
	Shoot     string `json:"shoot,omitempty"`
	Deleting  bool   `json:"deleting,omitempty"`
	// Operation and OperationState are those of status.lastOperation, and Error is status.lastError.
	Operation      string      `json:"operation,omitempty"`
	OperationState string      `json:"operationState,omitempty"`
	Error          string      `json:"error,omitempty"`
	Conditions     []Condition `json:"conditions,omitempty"`
	// Delivered is true if status.state shows a delivery.
	Delivered bool `json:"delivered,omitempty"`
	// Observed is status.providerStatus.shoot without objects.tree.
	Observed *fluxv1alpha1.ObservedShoot `json:"observed,omitempty"`
	// Baseline is status.providerStatus.baseline.
	Baseline *fluxv1alpha1.ObservedBaseline `json:"baseline,omitempty"`
}

// Key of an Extension.
func (e *Extension) Key() string { return key("extension", e.Seed, e.Namespace) }

// Condition is a condition.
type Condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
	// Changed is the time of the last transition, and Updated of the last update, with the clock of their writer.
	Changed time.Time `json:"changed,omitzero"`
	Updated time.Time `json:"updated,omitzero"`
}

// ManagedResource is a ManagedResource of the extension in the namespace of a Shoot on the seed.
type ManagedResource struct {
	Seed      string `json:"seed"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Origin    string `json:"origin,omitempty"`
	// Content identifies the content: the name of its Secret, or a digest.
	Content     string            `json:"content,omitempty"`
	Generation  int64             `json:"generation,omitempty"`
	Observed    int64             `json:"observed,omitempty"`
	KeepObjects bool              `json:"keepObjects,omitempty"`
	Ignored     bool              `json:"ignored,omitempty"`
	Deleting    bool              `json:"deleting,omitempty"`
	Conditions  []Condition       `json:"conditions,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Key of a ManagedResource.
func (m *ManagedResource) Key() string { return key("managedResource", m.Seed, m.Namespace, m.Name) }
