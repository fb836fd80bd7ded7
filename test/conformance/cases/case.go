// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cases holds what Flux promises, one case for each promise: Flux's objects, a tree of files for Git, what is done, and what is seen then.
// Each has a mutation, which switches off what it is about, so that it is known that the case can fail.
//
// The tests run the cases, and the cookbook is written from them.
package cases

import (
	"io/fs"
	"time"

	"golang.org/x/mod/semver"
)

// Directories of a case, beside those that its steps name.
const (
	// Objects are Flux's objects and what they need, which are applied from the fleet's repository.
	Objects = "objects"
	// Tree is what is in the repository of the case at the beginning.
	Tree = "tree"
	// off is laid over the directory of the case for its mutation.
	off = "off"
)

// Targets of a push.
const (
	OCI       = "oci"
	OCICharts = "oci-charts"
	Bucket    = "bucket"
	Charts    = "charts"
)

// DefaultWithin is how long is waited for what a step shows, where it says nothing else.
const DefaultWithin = Duration(time.Minute)

// Case is one promise.
type Case struct {
	// Chapter and Name are its directories.
	Chapter string `json:"-"`
	Name    string `json:"-"`
	// Title heads its page.
	Title string `json:"title"`
	// Feature is its row in the table of what Flux versions can do.
	Feature string `json:"feature"`
	// Text says what it is for.
	Text string `json:"text"`
	// Fast ones are run with every change.
	Fast bool `json:"fast,omitempty"`
	// Serial ones break what others use, and run alone.
	Serial bool `json:"serial,omitempty"`
	// Since is there if older Flux versions cannot do it.
	Since *Since `json:"since,omitempty"`
	// Steps are what is done and seen.
	Steps []Step `json:"steps"`
	// Mutation is what is seen when the promise is switched off.
	Mutation Mutation `json:"mutation"`

	files fs.FS
}

// Since names the first Flux version that can do something.
type Since struct {
	Version string `json:"version"`
	// Reason is what the version has brought, or the older ones lack; Source is where Flux says so.
	Reason string `json:"reason"`
	Source string `json:"source"`
}

// Step is something that is done: exactly one of Run, Commit and Push.
type Step struct {
	// Name is what the mutation refers to.
	Name string `json:"name,omitempty"`
	// Text is what a reader has to know before.
	Text string `json:"text,omitempty"`
	// Run are commands for a shell.
	Run string `json:"run,omitempty"`
	// Shows are lines that the commands print at last; they are repeated until then. How they are compared is said at documents.Compare.
	Shows string `json:"shows,omitempty"`
	// Within bounds the time until then.
	Within Duration `json:"within,omitempty"`
	// Commit names the directory with the files that are committed to the repository of the case, and Remove those that are taken out.
	Commit  string   `json:"commit,omitempty"`
	Remove  []string `json:"remove,omitempty"`
	Message string   `json:"message,omitempty"`
	// Push names the directory with the files that are brought elsewhere: To says where, Tag under which tag. Sign has an artifact signed with
	// the key whose public half is in the file cosign.pub.
	Push string `json:"push,omitempty"`
	To   string `json:"to,omitempty"`
	Tag  string `json:"tag,omitempty"`
	Sign bool   `json:"sign,omitempty"`
}

// Mutation is what is seen when the promise is switched off.
type Mutation struct {
	// Text says what is switched off.
	Text string `json:"text"`
	// At is the step that fails: what it shows is not seen any more.
	At string `json:"at"`
	// Shows is what is seen instead.
	Shows string `json:"shows"`
	// Within bounds the time until then.
	Within Duration `json:"within,omitempty"`
}

// Duration is written like 90s.
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// OrDefault is the duration, or the default one.
func (d Duration) OrDefault() time.Duration {
	if d == 0 {
		d = DefaultWithin
	}
	return time.Duration(d)
}

// Can tells whether a Flux version can do it.
func (c Case) Can(version string) bool {
	return c.Since == nil || semver.Compare(version, c.Since.Version) >= 0
}
