// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cases contains the conformance cases, one for each feature of Flux. A case has Flux objects, a tree of files
// for Git, steps, and the expected output of the steps. Each case also has a mutation, which switches the feature off,
// to prove that the case can fail.
//
// The tests run the cases. The page with the verified features has a row for each case.
package cases

import (
	"io/fs"
	"time"

	"golang.org/x/mod/semver"
)

// Directories of a case. Its steps may name more directories.
const (
	// Objects contains the Flux objects and their dependencies. Flux applies them from the fleet repository.
	Objects = "objects"
	// Tree is the initial content of the case's repository.
	Tree = "tree"
	// off contains the files that the mutation adds, replaces or removes.
	off = "off"
)

// Targets of a push.
const (
	OCI       = "oci"
	OCICharts = "oci-charts"
	Bucket    = "bucket"
	Charts    = "charts"
)

// DefaultWithin is the default timeout for the output of a step.
const DefaultWithin = Duration(time.Minute)

// Case is the test of one feature.
type Case struct {
	// Chapter and Name are the directories of the case.
	Chapter string `json:"-"`
	Name    string `json:"-"`
	// Title is the title of the case.
	Title string `json:"title"`
	// Feature is the name of the feature on the page with the verified features.
	Feature string `json:"feature"`
	// Documentation is the URL of the feature in Flux's documentation.
	Documentation string `json:"documentation"`
	// Text describes the feature.
	Text string `json:"text"`
	// Fast cases run for each change of the project.
	Fast bool `json:"fast,omitempty"`
	// Serial cases disturb other cases and therefore run alone.
	Serial bool `json:"serial,omitempty"`
	// Since is the first Flux version with the feature. It is nil if all versions have the feature.
	Since *Since `json:"since,omitempty"`
	// Steps are run in order.
	Steps []Step `json:"steps"`
	// Mutation is the expected output if the feature is switched off.
	Mutation Mutation `json:"mutation"`

	files fs.FS
}

// Since is the first Flux version with a feature.
type Since struct {
	Version string `json:"version"`
	// Reason describes the new behaviour, or the behaviour that older versions lack. Source is the URL of the changelog.
	Reason string `json:"reason"`
	Source string `json:"source"`
}

// Step is exactly one of Run, Commit and Push.
type Step struct {
	// Name identifies the step for the mutation.
	Name string `json:"name,omitempty"`
	// Text introduces the step on the page.
	Text string `json:"text,omitempty"`
	// Run contains shell commands.
	Run string `json:"run,omitempty"`
	// Shows contains lines of the expected output. The commands are repeated until they print these lines
	// (documents.Compare).
	Shows string `json:"shows,omitempty"`
	// Within is the timeout for the expected output.
	Within Duration `json:"within,omitempty"`
	// Commit is the directory with the files to commit to the repository of the case. Remove contains the files to remove.
	// Message is the commit message.
	Commit  string   `json:"commit,omitempty"`
	Remove  []string `json:"remove,omitempty"`
	Message string   `json:"message,omitempty"`
	// Push is the directory with the files to push to target To with tag Tag. If Sign is true, the artifact is signed, and
	// file cosign.pub contains the public key.
	Push string `json:"push,omitempty"`
	To   string `json:"to,omitempty"`
	Tag  string `json:"tag,omitempty"`
	Sign bool   `json:"sign,omitempty"`
}

// Mutation is the expected output if the feature is switched off.
type Mutation struct {
	// Text describes the change that switches the feature off.
	Text string `json:"text"`
	// At is the name of the step that must not have its normal output.
	At string `json:"at"`
	// Shows contains lines of the output with the mutation.
	Shows string `json:"shows"`
	// Within is the timeout for this output.
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

// Can reports whether a Flux version has the feature.
func (c Case) Can(version string) bool {
	return c.Since == nil || semver.Compare(version, c.Since.Version) >= 0
}
