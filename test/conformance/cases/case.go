// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cases contains the conformance cases, one for each feature of Flux: Flux objects, a tree of files for Git, steps, and the output that
// they must show. Each case has a mutation, which switches the feature off, to prove that the case can fail.
//
// The tests run the cases. The page with the verified features has a row for each of them.
package cases

import (
	"io/fs"
	"time"

	"golang.org/x/mod/semver"
)

// Directories of a case, in addition to those that its steps name.
const (
	// Objects contains the Flux objects and their dependencies. They are applied from the fleet repository.
	Objects = "objects"
	// Tree is the initial content of the case's repository.
	Tree = "tree"
	// off is an overlay over the directory of the case for its mutation.
	off = "off"
)

// Targets of a push.
const (
	OCI       = "oci"
	OCICharts = "oci-charts"
	Bucket    = "bucket"
	Charts    = "charts"
)

// DefaultWithin is the timeout for the output of a step that sets none.
const DefaultWithin = Duration(time.Minute)

// Case is the test of one feature.
type Case struct {
	// Chapter and Name are its directories.
	Chapter string `json:"-"`
	Name    string `json:"-"`
	// Title names the case.
	Title string `json:"title"`
	// Feature is its row on the page with the verified features.
	Feature string `json:"feature"`
	// Documentation is the URL of Flux's documentation of the feature.
	Documentation string `json:"documentation"`
	// Text describes the feature.
	Text string `json:"text"`
	// Fast cases run for each change.
	Fast bool `json:"fast,omitempty"`
	// Serial cases disturb other cases, and run alone.
	Serial bool `json:"serial,omitempty"`
	// Since is set if older Flux versions do not have the feature.
	Since *Since `json:"since,omitempty"`
	// Steps are run in this order.
	Steps []Step `json:"steps"`
	// Mutation is the expected output with the feature switched off.
	Mutation Mutation `json:"mutation"`

	files fs.FS
}

// Since is the first Flux version with a feature.
type Since struct {
	Version string `json:"version"`
	// Reason is the new behaviour of the version, or the missing one of older versions. Source is the URL of the
	// changelog.
	Reason string `json:"reason"`
	Source string `json:"source"`
}

// Step is exactly one of Run, Commit and Push.
type Step struct {
	// Name identifies the step for the mutation.
	Name string `json:"name,omitempty"`
	// Text introduces the step.
	Text string `json:"text,omitempty"`
	// Run are commands for a shell.
	Run string `json:"run,omitempty"`
	// Shows are lines of the expected output. The commands are repeated until they print these lines, see
	// documents.Compare.
	Shows string `json:"shows,omitempty"`
	// Within is the timeout for them.
	Within Duration `json:"within,omitempty"`
	// Commit is the directory with the files that are committed to the repository of the case, and Remove are those that are removed.
	Commit  string   `json:"commit,omitempty"`
	Remove  []string `json:"remove,omitempty"`
	Message string   `json:"message,omitempty"`
	// Push is the directory with the files to push to the target To with the tag Tag. With Sign, the artifact is
	// signed. File cosign.pub has the public key.
	Push string `json:"push,omitempty"`
	To   string `json:"to,omitempty"`
	Tag  string `json:"tag,omitempty"`
	Sign bool   `json:"sign,omitempty"`
}

// Mutation is the expected output with the feature switched off.
type Mutation struct {
	// Text describes the change that switches the feature off.
	Text string `json:"text"`
	// At is the name of the step that fails: its output must differ from its normal output.
	At string `json:"at"`
	// Shows are lines of its output with the mutation.
	Shows string `json:"shows"`
	// Within is the timeout for them.
	Within Duration `json:"within,omitempty"`
}

// Duration is a duration such as 90s.
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// OrDefault returns the duration, or the default if it is zero.
func (d Duration) OrDefault() time.Duration {
	if d == 0 {
		d = DefaultWithin
	}
	return time.Duration(d)
}

// Can returns whether a Flux version has the feature.
func (c Case) Can(version string) bool {
	return c.Since == nil || semver.Compare(version, c.Since.Version) >= 0
}
