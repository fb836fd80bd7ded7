// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// seed is the word for a member of a rollout of the operator.
const seed = "seed"

// Subject names the members of a rollout in messages.
type Subject struct {
	// One and Many are the singular and plural of a member. All describes the members of the rollout, and None says
	// that there are none.
	One, Many, All, None string
	// Configuration names the configuration that the members get.
	Configuration string
	// Landscape is the value of the flag --landscape of commands; empty for the rollout of a project.
	Landscape string
}

// Shoots returns the Subject of a project's rollout.
func Shoots() Subject {
	return Subject{One: "Shoot", Many: "Shoots", All: "Shoot of the project that uses Flux", None: "the project has no Shoot that uses Flux", Configuration: fluxv1alpha1.ConfigMapName}
}

// Values of --landscape, as the fields are named in the operator's configuration.
const (
	LandscapeFluxVersion = "fluxVersion"
	LandscapeBaseline    = "baseline"
)

// Seeds returns the Subject of a rollout of the operator, and configuration names the subject of the rollout.
func Seeds(configuration, landscape string) Subject {
	return Subject{One: seed, Many: "seeds", All: "seed with Shoots that use Flux", None: "no seed has Shoots that use Flux", Configuration: configuration, Landscape: landscape}
}

// command returns the command for an operation.
func (s Subject) command(operation ...string) string {
	command := "kubectl shoot-flux rollout " + strings.Join(operation, " ")
	if s.Landscape != "" {
		command += " --landscape " + s.Landscape
	}
	return command
}

func (s Subject) isSeeds() bool { return s.One == seed }

// countAll lets all members count. The Shoots on a seed do not count if they were not ready before, but the seed does.
func (s *State) countAll() {
	for name, record := range s.Members {
		record.NotWell = false
		s.Members[name] = record
	}
}
