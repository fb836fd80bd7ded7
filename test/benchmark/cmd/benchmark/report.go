// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/report"
)

func reportCommand(project *string) *cobra.Command {
	return &cobra.Command{
		Use:   "report",
		Short: "Writes the measured figures into test/benchmark/results, as tables and as a plot",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return report.Write(*project) },
	}
}
