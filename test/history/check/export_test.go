// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import "github.com/shoot-flux/gardener-extension-shoot-flux/test/history"

// Shows returns whether the lines of a violation show one by themselves.
func Shows(rule string, lines []Line) bool {
	var observations []history.Observation
	part := excerpt{}
	for i, line := range lines {
		observations = append(observations, line.Observation)
		part[i] = line.joined
	}
	for _, one := range Rules() {
		if one.Name == rule {
			return len(one.judge(newRecord(observations, part))) > 0
		}
	}
	panic("no rule " + rule)
}

// By returns the violations of a rule.
func By(rule string, observations []history.Observation) []Violation {
	for _, one := range Rules() {
		if one.Name == rule {
			return judge(observations, []Rule{one})
		}
	}
	panic("no rule " + rule)
}
