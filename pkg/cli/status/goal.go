// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// Goals of --for.
const (
	goalReady    = "ready"
	goalApplied  = "applied"
	goalRevision = "revision="
	goalVersion  = "version="
)

// goal is a condition to wait for: everything in a Shoot is ready, the root Kustomization is ready, a revision is
// applied, or the Shoot is ready with a Flux version.
type goal struct {
	text     string
	revision *revision.Revision
	version  string
}

func parseGoal(text string) (goal, error) {
	versions := regexp.MustCompile(`^v[0-9]+\.[0-9]+(\.[0-9]+)?$`)
	if text == goalReady || text == goalApplied {
		return goal{text: text}, nil
	}
	if version, found := strings.CutPrefix(text, goalVersion); found {
		if !versions.MatchString(version) {
			return goal{}, fmt.Errorf("--for %s%s is not a Flux version, such as v2.9 or v2.9.3", goalVersion, printer.OneLine(version))
		}
		return goal{text: text, version: version}, nil
	}
	wanted, found := strings.CutPrefix(text, goalRevision)
	if !found {
		return goal{}, fmt.Errorf("--for must be one of %[2]s, %[3]s, %[4]s<revision>, %[5]s<version>, not %[1]q", printer.OneLine(text), goalReady, goalApplied, goalRevision, goalVersion)
	}
	parsed, err := parseWantedRevision(wanted)
	if err != nil {
		return goal{}, fmt.Errorf("--for %s: %w", goalRevision, err)
	}
	return goal{text: text, revision: &parsed}, nil
}

// String describes the goal in a sentence.
func (g goal) String() string {
	switch g.text {
	case goalReady:
		return "to be ready"
	case goalApplied:
		return "to have its root Kustomization applied"
	}
	if g.version != "" {
		return "to be ready with Flux " + g.version
	}
	return "to apply " + strings.TrimPrefix(g.text, goalRevision)
}

// reached returns whether the goal is reached. An applied revision counts, even after later changes.
func (g goal) reached(s *garden.Shoot) bool {
	if s.State == fluxv1alpha1.ShootNotReported {
		return false
	}
	switch g.text {
	case goalReady:
		return s.State.IsReady()
	case goalApplied:
		// A Shoot without a repository is ready without a root Kustomization.
		return s.RootReady || s.State.IsReady()
	}
	if g.version != "" {
		return s.State.IsReady() && (s.FluxVersion == g.version || strings.HasPrefix(s.FluxVersion, g.version+"."))
	}
	return revision.Parse(s.AppliedRevision).Matches(*g.revision)
}

// failed returns whether a failure prevents the goal. The requested revision may fix a failure of an earlier one. A
// failure below the root Kustomization only prevents goals that need all objects; flux-status reports it after
// transient failures have passed.
func (g goal) failed(s *garden.Shoot) bool {
	if s.State == fluxv1alpha1.ShootDegraded {
		return g.text == goalReady || g.version != ""
	}
	if s.State != fluxv1alpha1.ShootFailed {
		return false
	}
	ofRevision := slices.Contains([]fluxv1alpha1.Cause{
		fluxv1alpha1.CauseBuild, fluxv1alpha1.CauseVariable, fluxv1alpha1.CauseDecryption, fluxv1alpha1.CauseApply,
		fluxv1alpha1.CauseHealthCheck, fluxv1alpha1.CauseDependency, fluxv1alpha1.CauseOther,
	}, s.Cause)
	return g.revision == nil || !ofRevision || revision.Parse(s.AttemptedRevision).Matches(*g.revision)
}

// describe returns the status of a Shoot in one line.
func describe(s *garden.Shoot) string {
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

// shortDigest is the number of shown digits of a digest, and the minimum to identify a revision.
const shortDigest = 7

// parseWantedRevision refuses a text that does not identify a revision.
func parseWantedRevision(text string) (revision.Revision, error) {
	wanted := revision.Parse(text)
	if wanted.Digest == "" {
		return revision.Revision{}, fmt.Errorf("%q is not a revision: set the full revision, such as main@sha1:<digits>, or at least %d digits of the commit or digest", printer.OneLine(text), shortDigest)
	}
	return wanted, nil
}

// revisionsOf abbreviates the applied and the attempted revision. Names have at most longestName bytes. Digits
// remain, because users wait for them.
func revisionsOf(applied, attempted string, longestName int) string {
	short := func(r revision.Revision) string {
		text := r.Short(shortDigest).String()
		return revision.Cut(text, longestName+len(text)-len(r.Name))
	}
	from, to := revision.Parse(applied), revision.Parse(attempted)
	switch {
	case applied == "" && attempted == "":
		return ""
	case attempted == "" || applied == attempted:
		return short(from)
	case applied == "":
		return "none -> " + short(to)
	case from.Name == to.Name && from.Algorithm == to.Algorithm && to.Digest != "":
		to = revision.Revision{Digest: to.Digest}
	}
	return short(from) + " -> " + short(to)
}
