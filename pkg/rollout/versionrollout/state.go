// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"
)

// Key is the key of the State in its ConfigMap.
const Key = "version-rollout"

// Phase is the phase of a rollout.
type Phase string

const (
	// PhaseRunning means that Shoots get the version, ring by ring.
	PhaseRunning Phase = "Running"
	// PhasePaused means that an operator has paused the rollout, and no further Shoot may use the version.
	PhasePaused Phase = "Paused"
	// PhaseStopped means that installations have failed in too many projects, or in all Shoots of a ring that have the
	// version. No further Shoot may use the version until installations succeed.
	PhaseStopped Phase = "Stopped"
	// PhaseComplete means that all Shoots may use the version.
	PhaseComplete Phase = "Complete"
)

// Phases returns all phases.
func Phases() []Phase { return []Phase{PhaseRunning, PhasePaused, PhaseStopped, PhaseComplete} }

// State is the stored state of the rollout of a version.
type State struct {
	// Version is the new Flux version.
	Version string `json:"version"`
	// From is the version that all Shoots of the landscape may use: the previous version during the rollout, and the new
	// version after it; empty if it is unknown. New Shoots get this version until they may use the new one.
	From string `json:"from,omitempty"`
	// Phase is the phase of the rollout. Note gives the reason for its wait.
	Phase Phase  `json:"phase"`
	Note  string `json:"note,omitempty"`
	// Begun is the time when the rollout began, and Decided the time of the last decision.
	Begun   metav1.Time `json:"begun"`
	Decided metav1.Time `json:"decided"`
	// Rings lists the rings in their configured order.
	Rings []Ring `json:"rings"`
	// Projects lists the projects with failed installations, and the projects that alone have stopped the rollout.
	Projects []Project `json:"projects,omitempty"`
	// FailedBefore lists the Shoots whose installation failed before they got the version. They do not count as failures.
	FailedBefore []types.UID `json:"failedBefore,omitempty"`
}

// Project is the stored state of a project that has failures or alone has stopped the rollout.
type Project struct {
	// Namespace is the project's namespace, and Failed the number of its Shoots whose installation has failed.
	Namespace string `json:"namespace"`
	Failed    int    `json:"failed"`
	// Held is how long this project alone has stopped the rollout in total.
	Held metav1.Duration `json:"held,omitzero"`
}

// Ring is the stored state of a ring.
type Ring struct {
	// Name is the name of the ring, and Seeds lists the names of its seeds in sorted order.
	Name  string   `json:"name"`
	Seeds []string `json:"seeds,omitempty"`
	// Shoots is the number of Shoots in the ring. The other fields count the Shoots that are hibernated (Hibernated), have
	// the version without a failure (Done), or have failed to install the version (Failed).
	Shoots     int `json:"shoots"`
	Hibernated int `json:"hibernated,omitempty"`
	Done       int `json:"done"`
	Failed     int `json:"failed,omitempty"`
	// Released is the position below which a Shoot may use the version.
	Released Position `json:"released"`
	// Elapsed is the counted time since the first release, and Soaked the counted time since all Shoots were released.
	Elapsed metav1.Duration `json:"elapsed"`
	Soaked  metav1.Duration `json:"soaked"`
	// Passed is true if the ring has passed, so that the next ring may begin.
	Passed bool `json:"passed"`
}

// Encode returns the State as YAML.
func (s *State) Encode() (string, error) {
	raw, err := yaml.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("failed to encode the rollout of the default Flux version: %w", err)
	}
	return string(raw), nil
}

// Decode parses a stored State. It returns nil if the text is empty. It rejects unknown fields, so that a misread State
// releases no Shoot.
func Decode(text string) (*State, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // nothing is stored
	}
	s := &State{}
	if err := yaml.UnmarshalStrict([]byte(text), s); err != nil {
		return nil, fmt.Errorf("the rollout of the default Flux version cannot be read: %w", err)
	}
	if s.Version == "" || !slices.Contains(Phases(), s.Phase) {
		return nil, fmt.Errorf("the rollout of the default Flux version has no version, or the unknown phase %q", s.Phase)
	}
	return s, nil
}

// Release returns the release for a seed. A seed outside all rings gets a Release that releases no Shoot.
func (s *State) Release(seed string) Release {
	release := Release{Version: s.Version, From: s.From}
	for _, ring := range s.Rings {
		if slices.Contains(ring.Seeds, seed) {
			release.Released = ring.Released
		}
	}
	return release
}
