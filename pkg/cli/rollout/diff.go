// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const diffLong = `Show the change that a ring gets next or got last: the revision, the Flux version, the commit if commits are promoted, and flux-config, or
with --landscape baseline the operator's baseline, as unified diff, as the garden controller has stored it with the rollout.

RING is a ring of the rollout. It defaults to the ring that has stopped or is next to pass the change. If all rings have passed it, the
last change is shown. A content that is not stored any more is not known, which is no error.

Recognized secrets are redacted: credentials and queries of URLs, and keys and tokens of well-known formats.`

func (r *rolloutCommand) diffCommand() *cobra.Command {
	var form string
	command := &cobra.Command{
		Use:     "diff [RING]",
		Short:   "Show the diff of a ring's change",
		Long:    diffLong,
		Example: "  " + commandName + " diff -n garden-my-project\n  " + commandName + " diff production -n garden-my-project",
		Args:    cobra.MaximumNArgs(1),

		ValidArgsFunction: r.completeRing,
		RunE: func(command *cobra.Command, args []string) error {
			_, read, err := r.read(command.Context())
			if err != nil {
				return err
			}
			d, err := read.Diff(strings.Join(args, ""))
			if err != nil {
				return err
			}
			if form != "" {
				return printer.Print(command.OutOrStdout(), form, d)
			}
			return showDiff(command.OutOrStdout(), d)
		},
	}
	printer.AddOutputFlag(command, &form, "Defaults to text.", printer.JSON, printer.YAML)
	return command
}

// Diff describes the change of a ring.
type Diff struct {
	// Ring is the name of the ring, and Passed is true if the ring has passed the change.
	Ring   string `json:"ring"`
	Passed bool   `json:"passed"`
	// From is the revision before the change. From and To have no revision if it is unknown.
	From Version `json:"from"`
	To   Version `json:"to"`
	// Values lists the changed values of the configuration by key.
	Values []ValueDiff `json:"values,omitempty"`
	// Unknown is the reason why Values is unknown; empty if it is known.
	Unknown string `json:"unknown,omitempty"`
}

// Version is the revision that the members of a ring get with a change.
type Version struct {
	// Revision is the ID of the revision, and FluxVersion its Flux version.
	Revision    string `json:"revision,omitempty"`
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Commit is the commit or digest, if commits are promoted.
	Commit string `json:"commit,omitempty"`
}

// DiffOf describes the change of a ring: the change that the ring has not passed, or the last one that it
// has passed. Without a name, the ring is the first one that has stopped or has not passed its change or, if there is
// none, the first one whose last change is known.
//
// Users can edit the State. All texts in the Diff are visible characters, and recognized secrets are
// redacted.
func DiffOf(s *rollout.State, ring string) (*Diff, error) {
	changes := make([]change, len(s.Rings))
	for i := range s.Rings {
		changes[i] = changeOf(s, i)
	}
	index := slices.IndexFunc(s.Rings, func(r rollout.Ring) bool { return r.Name == ring })
	switch {
	case ring == "":
		index = currentOf(s, changes)
	case index < 0:
		return nil, fmt.Errorf("unknown ring %q; use one of: %s", text.OneLine(ring), strings.Join(namesOf(s.Rings, func(r rollout.Ring) string { return r.Name }), ", "))
	}
	return changes[index].compare(s, s.Rings[index].Name), nil
}

// change is a change of a ring. from has no revision if it is unknown.
type change struct {
	from, to rollout.Target
	passed   bool
}

// changeOf returns the change that a ring has not passed, or the last one that it has passed.
func changeOf(s *rollout.State, index int) change {
	ring := s.Rings[index]
	to, reached := s.Upcoming(index)
	if !reached {
		// The rings before have not passed the target, and its commit is not known.
		to = rollout.Target{Revision: s.Target}
	}
	if index == 0 && s.Promotes() {
		to.Commit = newestOf(ring)
	}
	isCommit := to.Commit != "" && to.Commit != ring.Passed.Commit
	if ring.Passed.Revision != to.Revision || isCommit {
		return change{from: ring.Passed, to: to}
	}
	return change{from: ring.Former, to: ring.Passed, passed: true}
}

// newestOf returns the commit that the first ring is proving, or that stopped it; empty without either.
func newestOf(ring rollout.Ring) string {
	commit := ring.Commit
	if ring.Stopped {
		for _, failure := range ring.Failures {
			commit = cmp.Or(commit, failure.Commit)
		}
	}
	return commit
}

// currentOf returns the index of the ring that DiffOf shows without a name.
func currentOf(s *rollout.State, changes []change) int {
	for _, is := range []func(i int) bool{
		func(i int) bool { return !changes[i].passed && s.Rings[i].Stopped },
		func(i int) bool { return !changes[i].passed },
		func(i int) bool { return changes[i].isStored(s) },
	} {
		for i := range changes {
			if is(i) {
				return i
			}
		}
	}
	return 0
}

// isStored returns whether the contents before and after the change are stored.
func (c change) isStored(s *rollout.State) bool {
	_, before := s.Revisions[c.from.Revision]
	_, after := s.Revisions[c.to.Revision]
	return before && after
}

// compare returns the Diff of the change.
func (c change) compare(s *rollout.State, ring string) *Diff {
	d := &Diff{Ring: ring, Passed: c.passed, From: versionOf(s, c.from), To: versionOf(s, c.to)}
	before, isStored := s.Revisions[c.from.Revision]
	now, isKnown := s.Revisions[c.to.Revision]
	switch {
	case c.from.Revision == "" && c.passed:
		d.Unknown = fmt.Sprintf("no revision that ring %s had before is known", ring)
	case c.from.Revision == "":
		d.Unknown = fmt.Sprintf("the revision that ring %s has is not known", ring)
	case c.from.Revision == c.to.Revision:
	case !isStored:
		d.Unknown = fmt.Sprintf("the content of revision %s is not stored any more", d.From.Revision)
	case !isKnown:
		d.Unknown = fmt.Sprintf("the content of revision %s is not stored any more", d.To.Revision)
	default:
		d.Values = compareValues(before, now, d.From.Revision, d.To.Revision)
	}
	return d
}

// versionOf returns the versions of a target. The history has the Flux version of a revision that is not stored any
// more.
func versionOf(s *rollout.State, target rollout.Target) Version {
	version := s.Revisions[target.Revision].FluxVersion
	for _, former := range s.History {
		if former.Revision == target.Revision {
			version = cmp.Or(version, former.FluxVersion)
		}
	}
	return Version{Revision: word(target.Revision), FluxVersion: word(version), Commit: word(target.Commit)}
}

// longestWord limits the size of texts that are words unless a user has edited them.
const longestWord = 253

func word(value string) string { return printer.Truncate(text.OneLine(value), longestWord) }
