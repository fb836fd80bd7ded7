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

// Key is the key of the ConfigMap that has the State.
const Key = "version-rollout"

// Phase is how far a rollout is.
type Phase string

const (
	// PhaseRunning is that Shoots get the version.
	PhaseRunning Phase = "Running"
	// PhasePaused is that an operator has paused it: no further Shoot may have the version.
	PhasePaused Phase = "Paused"
	// PhaseStopped is that installations fail in too many projects: no further Shoot may have the version until they fail in fewer.
	PhaseStopped Phase = "Stopped"
	// PhaseComplete is that all Shoots may have the version.
	PhaseComplete Phase = "Complete"
)

// Phases are all phases.
func Phases() []Phase { return []Phase{PhaseRunning, PhasePaused, PhaseStopped, PhaseComplete} }

// State is all that is known of the rollout of a version.
type State struct {
	// Version is the Flux version that is rolled out.
	Version string `json:"version"`
	// From is the version that all Shoots of the landscape may have: the one before, and from the end of the rollout on the version itself. It is empty
	// if it is not known. New Shoots get it as long as they may not have the version.
	From string `json:"from,omitempty"`
	// Phase is how far the rollout is, and Note says what it waits for.
	Phase Phase  `json:"phase"`
	Note  string `json:"note,omitempty"`
	// Begun is when the rollout began, and Decided when it was decided last.
	Begun   metav1.Time `json:"begun"`
	Decided metav1.Time `json:"decided"`
	// Rings are the rings in their order.
	Rings []Ring `json:"rings"`
	// Projects are the projects with Shoots in which the installation has failed, and those that have stopped the rollout alone.
	Projects []Project `json:"projects,omitempty"`
	// FailedBefore are the Shoots whose installation has failed since before they had the version. They do not count as failures.
	FailedBefore []types.UID `json:"failedBefore,omitempty"`
}

// Project is a project with failures.
type Project struct {
	// Namespace is its namespace, and Failed the number of its Shoots in which the installation of the version has failed.
	Namespace string `json:"namespace"`
	Failed    int    `json:"failed"`
	// Held is for how long it has stopped the rollout alone.
	Held metav1.Duration `json:"held,omitzero"`
}

// Ring is what is known of a ring.
type Ring struct {
	// Name is that of the ring, and Seeds are the names of its seeds.
	Name  string   `json:"name"`
	Seeds []string `json:"seeds,omitempty"`
	// Shoots is the number of the Shoots that are to have the version, Hibernated how many of them sleep, Done how many have it, and Failed in how many of
	// these the installation has failed.
	Shoots     int `json:"shoots"`
	Hibernated int `json:"hibernated,omitempty"`
	Done       int `json:"done"`
	Failed     int `json:"failed,omitempty"`
	// Released is the position below which a Shoot may have the version.
	Released Position `json:"released"`
	// Elapsed is the time for which Shoots were released, and Soaked the time since all were.
	Elapsed metav1.Duration `json:"elapsed"`
	Soaked  metav1.Duration `json:"soaked"`
	// Passed is whether the next ring may have the version.
	Passed bool `json:"passed"`
}

// Encode returns the state as it is stored.
func (s *State) Encode() (string, error) {
	raw, err := yaml.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("failed to encode the rollout of the default Flux version: %w", err)
	}
	return string(raw), nil
}

// Decode reads a stored state; nil if there is none. It is strict: what is not understood must not be taken for permission.
func Decode(text string) (*State, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // there is none
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

// Release returns what is released for the Shoots of a seed. For a seed that is in no ring yet nothing is.
func (s *State) Release(seed string) Release {
	release := Release{Version: s.Version, From: s.From}
	for _, ring := range s.Rings {
		if slices.Contains(ring.Seeds, seed) {
			release.Released = ring.Released
		}
	}
	return release
}
