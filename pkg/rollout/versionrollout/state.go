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
	// PhaseStopped means that installations fail in too many projects, and no further Shoot may use the version until they
	// fail in fewer.
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
	// From is the version that all Shoots of the landscape may use: the previous one, and after the rollout the new one;
	// empty if it is not known. New Shoots get this version until they may use the new one.
	From string `json:"from,omitempty"`
	// Phase is the phase of the rollout, and Note the pending condition.
	Phase Phase  `json:"phase"`
	Note  string `json:"note,omitempty"`
	// Begun is the start of the rollout, and Decided the time of the last decision.
	Begun   metav1.Time `json:"begun"`
	Decided metav1.Time `json:"decided"`
	// Rings are the rings in their order.
	Rings []Ring `json:"rings"`
	// Projects are the projects with failed installations, and the projects that alone have stopped the rollout.
	Projects []Project `json:"projects,omitempty"`
	// FailedBefore are the Shoots whose installation failed before they got the version. They do not count as failures.
	FailedBefore []types.UID `json:"failedBefore,omitempty"`
}

// Project is a project with failures.
type Project struct {
	// Namespace is the project's namespace, and Failed the number of its Shoots whose installation has failed.
	Namespace string `json:"namespace"`
	Failed    int    `json:"failed"`
	// Held is how long this project alone has stopped the rollout.
	Held metav1.Duration `json:"held,omitzero"`
}

// Ring is the stored state of a ring.
type Ring struct {
	// Name is the name of the ring, and Seeds are the names of its seeds.
	Name  string   `json:"name"`
	Seeds []string `json:"seeds,omitempty"`
	// Shoots is the number of the ring's Shoots that get the version. Hibernated are hibernated. Done have the version and
	// no failure. In Failed, the installation of the version has failed.
	Shoots     int `json:"shoots"`
	Hibernated int `json:"hibernated,omitempty"`
	Done       int `json:"done"`
	Failed     int `json:"failed,omitempty"`
	// Released is the position below which a Shoot may use the version.
	Released Position `json:"released"`
	// Elapsed is the time since the first release, and Soaked the time since all Shoots were released.
	Elapsed metav1.Duration `json:"elapsed"`
	Soaked  metav1.Duration `json:"soaked"`
	// Passed is whether the ring has passed, so that the next ring may begin.
	Passed bool `json:"passed"`
}

// Encode returns the stored form of the State.
func (s *State) Encode() (string, error) {
	raw, err := yaml.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("failed to encode the rollout of the default Flux version: %w", err)
	}
	return string(raw), nil
}

// Decode reads a stored State; nil without one. It refuses unknown fields, so that they release no Shoot.
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

// Release returns the release for a seed. For a seed outside all rings, it releases no Shoot.
func (s *State) Release(seed string) Release {
	release := Release{Version: s.Version, From: s.From}
	for _, ring := range s.Rings {
		if slices.Contains(ring.Seeds, seed) {
			release.Released = ring.Released
		}
	}
	return release
}
