// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// report is the progress of the selected Shoots. It defines the schema of the JSON output.
type report struct {
	Goal string `json:"goal"`
	// Needed is the number of Shoots that must reach the goal.
	Needed  int  `json:"needed"`
	Reached bool `json:"reached"`

	Shoots []gatedShoot `json:"shoots"`
}

// gatedShoot is a selected Shoot with its outcome.
type gatedShoot struct {
	*garden.Shoot
	Outcome outcome `json:"outcome"`
}

type outcome string

const (
	outcomeReached outcome = "Reached"
	outcomeFailed  outcome = "Failed"
	outcomeWaiting outcome = "Waiting"
	// outcomePending is the outcome of a Shoot that would have reached the goal with the present configuration of its
	// project, but has an earlier one.
	outcomePending outcome = "Pending"
	// outcomeNotCounted is the outcome of a Shoot that is hibernated, being removed, or being migrated.
	outcomeNotCounted outcome = "NotCounted"
)

// with returns the Shoots with an outcome.
func (r report) with(of outcome) []gatedShoot {
	return slices.DeleteFunc(slices.Clone(r.Shoots), func(shoot gatedShoot) bool { return shoot.Outcome != of })
}

func (r report) count(of outcome) int { return len(r.with(of)) }

func (r report) counted() int { return len(r.Shoots) - r.count(outcomeNotCounted) }

// String describes the progress in one line.
func (r report) String() string {
	line := fmt.Sprintf("%d of %d Shoots reached", r.count(outcomeReached), r.counted())
	for _, part := range []struct {
		of   outcome
		word string
	}{{outcomeFailed, "failed"}, {outcomeWaiting, "waiting"}, {outcomePending, "pending"}, {outcomeNotCounted, "not counted"}} {
		var names []string
		for _, shoot := range r.with(part.of) {
			names = append(names, shoot.Name)
		}
		if len(names) > 0 {
			line += fmt.Sprintf(", %d %s (%s)", len(names), part.word, text.List(names, 5))
		}
	}
	return line
}

// junit is the output format for test reports.
const junit = "junit"

func (w *waitCommand) writeReport(out io.Writer, r report) error {
	switch w.output {
	case printer.JSON:
		return printer.Print(out, printer.JSON, r)
	case junit:
		return r.writeJUnit(out)
	}
	return nil
}

// testSuite is a report in the JUnit format, which GitLab and Jenkins can read.
type testSuite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	ClassName string   `xml:"classname,attr"`
	Name      string   `xml:"name,attr"`
	Failure   *message `xml:"failure,omitempty"`
	Skipped   *message `xml:"skipped,omitempty"`
}

type message struct {
	Text string `xml:"message,attr"`
}

// writeJUnit writes a test case for each Shoot.
func (r report) writeJUnit(out io.Writer) error {
	suite := testSuite{Name: "Flux in Shoots, " + r.Goal, Tests: len(r.Shoots), Skipped: r.count(outcomeNotCounted), Cases: []testCase{}}
	for _, shoot := range r.Shoots {
		test := testCase{ClassName: shoot.Namespace, Name: shoot.Name}
		switch shoot.Outcome {
		case outcomeFailed, outcomeWaiting, outcomePending:
			suite.Failures++
			test.Failure = &message{describe(shoot.Shoot)}
		case outcomeNotCounted:
			test.Skipped = &message{string(shoot.State)}
		}
		suite.Cases = append(suite.Cases, test)
	}
	encoded, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return fmt.Errorf("failed to write the report: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, printer.EscapeXML(string(encoded)))
	return err
}
