// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// What can be waited for.
const (
	goalReady    = "ready"
	goalRevision = "revision="
)

// goal is what is waited for: that a Shoot is ready, or has applied a revision.
type goal struct {
	text     string
	revision *revision.Revision
}

func parseGoal(text string) (goal, error) {
	if text == goalReady {
		return goal{text: text}, nil
	}
	wanted, found := strings.CutPrefix(text, goalRevision)
	if !found {
		return goal{}, fmt.Errorf("--for %q is none of %s, %s<revision>", printer.OneLine(text), goalReady, goalRevision)
	}
	parsed, err := parseWantedRevision(wanted)
	if err != nil {
		return goal{}, fmt.Errorf("--for %s: %w", goalRevision, err)
	}
	return goal{text: text, revision: &parsed}, nil
}

// String names the goal in a sentence.
func (g goal) String() string {
	if g.revision == nil {
		return "to be ready"
	}
	return "to apply " + strings.TrimPrefix(g.text, goalRevision)
}

// reached returns whether the goal is reached. A revision that was applied counts, whatever happened since.
func (g goal) reached(s *shownShoot) bool {
	if s.State == stateNotReported {
		return false
	}
	if g.revision == nil {
		return s.State.IsReady()
	}
	return revision.Parse(s.AppliedRevision).Matches(*g.revision)
}

// failed returns whether a failure prevents the goal. One of an earlier revision may be fixed by the requested one.
func (g goal) failed(s *shownShoot) bool {
	if s.State != fluxv1alpha1.ShootFailed {
		return false
	}
	ofRevision := slices.Contains([]fluxv1alpha1.Cause{
		fluxv1alpha1.CauseBuild, fluxv1alpha1.CauseVariable, fluxv1alpha1.CauseDecryption, fluxv1alpha1.CauseApply,
		fluxv1alpha1.CauseHealthCheck, fluxv1alpha1.CauseDependency, fluxv1alpha1.CauseOther,
	}, s.Cause)
	return g.revision == nil || !ofRevision || revision.Parse(s.AttemptedRevision).Matches(*g.revision)
}

// describe writes the status of a Shoot in one line.
func describe(s *shownShoot) string {
	line := string(s.State)
	if cause := causeOf(s); cause != "-" {
		line += ", " + cause
	}
	if revisions := revisionsOf(s.AppliedRevision, s.AttemptedRevision, 64); revisions != "" {
		line += ", " + revisions
	}
	if s.Message != "" {
		line += ": " + s.Message
	}
	return line
}
