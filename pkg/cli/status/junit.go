// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// testSuite is a report in the format of JUnit, as GitLab and Jenkins read it.
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

// writeJUnit writes a test for each Shoot.
func (r report) writeJUnit(out io.Writer) error {
	suite := testSuite{Name: "Flux in Shoots, " + r.Goal, Tests: len(r.Shoots), Skipped: r.count(outcomeNotCounted), Cases: []testCase{}}
	for _, shoot := range r.Shoots {
		test := testCase{ClassName: shoot.Namespace, Name: shoot.Name}
		switch shoot.Outcome {
		case outcomeFailed, outcomeWaiting:
			suite.Failures++
			test.Failure = &message{describe(shoot.Shoot)}
		case outcomeNotCounted:
			test.Skipped = &message{string(shoot.State)}
		}
		suite.Cases = append(suite.Cases, test)
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return fmt.Errorf("failed to write the report: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, printer.EscapeXML(string(text)))
	return err
}
