// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Scope selects the rollout of a project, or one of the operator.
type Scope struct {
	// Landscape is the value of the flag --landscape, and Title is the name of the rollout within a sentence.
	Landscape, Title string
	// Namespace is the namespace of the ConfigMaps. Stored is the name of the ConfigMap with the rollout, and Annotated of
	// the one whose annotation requests an operation.
	Namespace, Stored, Annotated string

	// Flag is the flag that selects the rollout in commands.
	Flag string

	// field is the field of the rollout in the operator's configuration.
	field   string
	subject rollout.Subject
}

// flagLandscape is the flag that selects a rollout of the operator.
const flagLandscape = "landscape"

// OfProject returns the Scope of the rollout of a project.
func OfProject(namespace string) Scope {
	return Scope{
		Title: "the rollout in namespace " + namespace, Namespace: namespace, Stored: fluxv1alpha1.RolloutConfigMapName, Annotated: fluxv1alpha1.ConfigMapName,
		Flag: "-n " + namespace, subject: rollout.Shoots(),
	}
}

// OfLandscape returns the Scopes of the rollouts of the operator.
func OfLandscape() []Scope {
	of := func(name, what, stored string) Scope {
		return Scope{
			Landscape: name, Title: "the rollout of " + what, Namespace: v1beta1constants.GardenNamespace, Stored: stored, Annotated: stored,
			Flag: "--" + flagLandscape + " " + name, field: "rollouts." + name, subject: rollout.Seeds(what, name),
		}
	}
	return []Scope{of(rollout.LandscapeFluxVersion, "the default Flux version", fluxv1alpha1.NoticeBoardName), of(rollout.LandscapeBaseline, "the baseline", fluxv1alpha1.BaselineRolloutName)}
}

// scopeOfLandscape returns the Scope for a value of --landscape.
func scopeOfLandscape(name string) (Scope, error) {
	scopes := OfLandscape()
	i := slices.IndexFunc(scopes, func(s Scope) bool { return s.Landscape == name })
	if i < 0 {
		return Scope{}, fmt.Errorf("--%s must be one of %s, not %q", flagLandscape, strings.Join(append(namesOf(scopes, Scope.name), landscapeAll), ", "), text.OneLine(name))
	}
	return scopes[i], nil
}

func (s Scope) name() string { return s.Landscape }

// isOfProject returns whether the rollout belongs to a project.
func (s Scope) isOfProject() bool { return s.Landscape == "" }

// commandName is the command as the user enters it.
const commandName = printer.Program + " rollout"

// Operation is an operation on a rollout.
type Operation struct {
	// Name is the value of the annotation. Argument is the placeholder of the argument in the usage, such as RING or
	// SHOOT. It is empty if the operation applies to the whole rollout.
	Name, Argument string
	// Short describes the operation. Next describes its effect.
	Short, Next string

	example string
}

// Operations returns all operations on the rollout.
func (s Scope) Operations() []Operation {
	one, many := s.subject.One, s.subject.Many
	back := fmt.Sprintf("All %s with the current revision get the previous one at once.", many)
	switch s.Landscape {
	case "":
		back += " A revision with another Flux version is not rolled back, because an installed version is never replaced by an older one; an Event reports this."
	case rollout.LandscapeFluxVersion:
		back = "Nothing changes, because an installed Flux version is never replaced by an older one; an Event and the history report this."
	}
	return []Operation{
		{
			Name: fluxv1alpha1.RolloutPause, Short: "Pause the rollout until resume", example: "pause",
			Next: fmt.Sprintf("No further %s gets a new revision until: %s resume %s", one, commandName, s.Flag),
		},
		{
			Name: fluxv1alpha1.RolloutResume, Short: "Continue a paused rollout, and retry a rollout that was rolled back", example: "resume",
			Next: fmt.Sprintf("The rollout continues. The deadline for failed %s is reset.", many),
		},
		{
			Name: fluxv1alpha1.RolloutApprove, Argument: "RING", example: "approve production",
			Short: fmt.Sprintf("Start a ring with the current change, or complete it despite failed or absent %s", many),
			Next: "The ring starts when the previous ring has completed the current change, or the commit that the previous rings are proving; another commit needs another approval. " +
				"A ring in phase Stopped, Holding or Empty completes its change. A window delays the start, and so does a freeze without --during-freeze.",
		},
		{
			Name: fluxv1alpha1.RolloutRollback, Short: fmt.Sprintf("Return all %s to the previous revision of their ring", many), example: "rollback",
			Next: back,
		},
		{
			Name: fluxv1alpha1.RolloutSkip, Argument: strings.ReplaceAll(strings.ToUpper(one), " OR ", "|"), Short: fmt.Sprintf("Exclude a %s from the current change", one), example: "skip my-shoot",
			Next: fmt.Sprintf("The %s does not count for the current change unless it is ready. It gets the change after its ring has completed.", one),
		},
	}
}

// DuringFreeze returns the approval that also lets the ring start during the freezes that are in effect.
func (o Operation) DuringFreeze() Operation {
	o.Name = fluxv1alpha1.RolloutApproveDuringFreeze
	o.Short = "Start a ring with the current change during the freezes that are in effect"
	o.Next = "The ring starts also during the present freezes when the previous ring has completed the current change, or with the commit that the previous rings are proving. " +
		"Another change, another ring or another freeze needs another approval. A window delays the start."
	return o
}

// ofAny returns a Scope for the help of commands, which applies to all rollouts.
func ofAny() Scope {
	return Scope{subject: rollout.Subject{One: "Shoot or seed", Many: "Shoots or seeds"}}
}
