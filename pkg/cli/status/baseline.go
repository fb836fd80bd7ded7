// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// baselineLine describes the operator's baseline in a Shoot.
func baselineLine(baseline *fluxv1alpha1.BaselineStatus) string {
	line := "Baseline of the operator: " + baselineState(baseline)
	if baseline.Reason != "" {
		line += ", " + baseline.Reason
	}
	if baseline.Message != "" {
		line += ": " + baseline.Message
	}
	return line
}

// baselineSummary returns the number of Shoots by state of the operator's baseline, for states other than Ready. It
// returns an empty string if all are ready.
func baselineSummary(shoots []*garden.Shoot) string {
	counts, unready, all := map[string]int{}, 0, 0
	for _, shoot := range shoots {
		if shoot.Baseline == nil {
			continue
		}
		if all++; shoot.Baseline.State != fluxv1alpha1.BaselineReady {
			counts[baselineState(shoot.Baseline)]++
			unready++
		}
	}
	if unready == 0 {
		return ""
	}
	return fmt.Sprintf("Baseline of the operator: not ready in %d of %d Shoots: %s", unready, all, countsOf(counts))
}

func baselineState(baseline *fluxv1alpha1.BaselineStatus) string {
	return printer.Truncate(printer.OrDash(string(baseline.State)), 20)
}
