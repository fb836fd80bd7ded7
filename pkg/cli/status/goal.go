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
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Values of --for. The last two are prefixes.
const (
	goalReady    = "ready"
	goalApplied  = "applied"
	goalRevision = "revision="
	goalVersion  = "version="
)

// goal is the condition to wait for: all objects in a Shoot are ready, the root Kustomization is ready, a revision has
// been applied, or the Shoot is ready with a Flux version.
type goal struct {
	text     string
	revision *revision.Revision
	version  string
	// allowPending is true if a Shoot counts that does not have the present configuration of its project.
	allowPending bool
	// requested identifies the request to reconcile that a Shoot must have seen. It is empty for any.
	requested string
}

func parseGoal(value string) (goal, error) {
	versions := regexp.MustCompile(`^v[0-9]+\.[0-9]+(\.[0-9]+)?$`)
	if value == goalReady || value == goalApplied {
		return goal{text: value}, nil
	}
	if version, found := strings.CutPrefix(value, goalVersion); found {
		if !versions.MatchString(version) {
			return goal{}, fmt.Errorf("--for %s%s is not a Flux version, such as v2.9 or v2.9.3", goalVersion, plain.OneLine(version))
		}
		return goal{text: value, version: version}, nil
	}
	wanted, found := strings.CutPrefix(value, goalRevision)
	if !found {
		return goal{}, fmt.Errorf("--for must be one of %[2]s, %[3]s, %[4]s<revision>, %[5]s<version>, not %[1]q", plain.OneLine(value), goalReady, goalApplied, goalRevision, goalVersion)
	}
	parsed := revision.Parse(wanted)
	if parsed.Digest == "" {
		return goal{}, fmt.Errorf("--for %s: %q is not a revision; set the full revision, such as main@sha1:<digits>, or at least %d digits of the commit or digest", goalRevision, plain.OneLine(wanted), shortDigest)
	}
	return goal{text: value, revision: &parsed}, nil
}

// String describes the goal as the end of a sentence, such as "to be ready".
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

// reached reports whether a Shoot has reached the goal. A Shoot with an earlier configuration of its project has not
// reached it. A goal with a revision is reached once the revision has been applied, even if a later change is being
// applied.
func (g goal) reached(s *garden.Shoot) bool {
	if s.State == fluxv1alpha1.ShootNotReported {
		return false
	}
	if g.requested != "" && s.Requested != g.requested {
		return false
	}
	if s.Pending != nil && !g.allowPending && g.revision == nil {
		return false
	}
	switch g.text {
	case goalReady:
		return s.State.IsReady()
	case goalApplied:
		// A Shoot without a repository has no root Kustomization.
		return s.RootReady || s.State.IsReady()
	}
	if g.version != "" {
		return s.State.IsReady() && (s.FluxVersion == g.version || strings.HasPrefix(s.FluxVersion, g.version+"."))
	}
	return revision.Parse(s.AppliedRevision).Matches(*g.revision)
}

// reachedBut reports whether a Shoot has reached the goal with an earlier configuration of its project. It may not have
// seen a request to reconcile, which waits for the same window or ring.
func (g goal) reachedBut(s *garden.Shoot) bool {
	g.allowPending, g.requested = true, ""
	return s.Pending != nil && g.reached(s)
}

// failed reports whether a failure prevents the goal. A failure of an earlier revision does not, because the requested
// revision may fix it. A failure below the root Kustomization prevents only goals that require all objects to be ready;
// flux-status does not report transient failures of this kind.
func (g goal) failed(s *garden.Shoot) bool {
	if s.State == fluxv1alpha1.ShootDegraded {
		// While the root Kustomization applies a change, the objects may belong to the former one.
		return s.RootReady && (g.text == goalReady || g.version != "")
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
	if s.Pending != nil {
		line += ". Pending, " + pendingOf(s)
		if s.Pending.Message != "" {
			line += ": " + s.Pending.Message
		}
	}
	if s.Old != "" {
		line += ". Old report: " + s.Old
	}
	return line
}

// pendingOf returns why the Shoot does not have the present configuration, or a dash if it has it.
func pendingOf(s *garden.Shoot) string {
	if s.Pending == nil {
		return "-"
	}
	return printer.Truncate(printer.OrDash(string(s.Pending.Reason)), 40)
}

// shortDigest is the number of displayed digits of a digest. It is also the minimum number of digits that identifies a
// revision.
const shortDigest = 7

// revisionsOf returns the applied and the attempted revision in abbreviated form. It limits names to longestName bytes,
// but keeps the first digits of digests, because users wait for them.
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
