// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// summary counts the Shoots by state.
func summary(shoots []*garden.Shoot) string {
	counts := map[fluxv1alpha1.ShootState]int{}
	var parts []string
	for _, shoot := range shoots {
		counts[shoot.State]++
	}
	// The Shoots are sorted by state, so the parts are too.
	for _, shoot := range shoots {
		if count := counts[shoot.State]; count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, inWords(shoot.State)))
			delete(counts, shoot.State)
		}
	}
	if len(shoots) == 1 {
		return "1 Shoot: " + strings.Join(parts, ", ")
	}
	return fmt.Sprintf("%d Shoots: %s", len(shoots), strings.Join(parts, ", "))
}

// pendingSummary counts the Shoots without the present configuration of their project by reason. Without such Shoots,
// it returns "".
func pendingSummary(shoots []*garden.Shoot) string {
	counts, all := map[string]int{}, 0
	for _, shoot := range shoots {
		if shoot.Pending != nil {
			counts[pendingOf(shoot)]++
			all++
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d Shoots do not have the present %s: %s", all, len(shoots), fluxv1alpha1.ConfigMapName, countsOf(counts))
}

// oldSummary explains the first old report. Without one, it returns "".
func oldSummary(shoots []*garden.Shoot) string {
	count, first := 0, ""
	for _, shoot := range shoots {
		if shoot.Old != "" {
			count++
			first = cmp.Or(first, shoot.Name+": "+shoot.Old)
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d Shoots have an old report, and may be in another state now. %s", count, len(shoots), first)
}

// countsOf lists each count with its word, sorted by the words.
func countsOf(counts map[string]int) string {
	var parts []string
	for word, count := range ordered.Map(counts) {
		parts = append(parts, fmt.Sprintf("%d %s", count, word))
	}
	return strings.Join(parts, ", ")
}

// countsBeside returns a line with the counts by Flux version, a line with the counts by ring, and a line about the
// operator's baseline. It omits the first two unless there are several versions or rings.
func countsBeside(shoots []*garden.Shoot) []string {
	var lines []string
	byVersion, all, ready := map[string]int{}, map[string]int{}, map[string]int{}
	for _, shoot := range shoots {
		if shoot.FluxVersion != "" {
			byVersion[shoot.FluxVersion]++
		}
		ring := printer.Truncate(shoot.Ring, 64)
		if ring != "" {
			all[ring]++
		}
		if shoot.State.IsReady() {
			ready[ring]++
		}
	}
	if len(byVersion) > 1 {
		lines = append(lines, "By Flux version: "+countsOf(byVersion))
	}
	if len(all) > 1 {
		var parts []string
		for ring, count := range ordered.Map(all) {
			parts = append(parts, fmt.Sprintf("%s %d of %d", ring, ready[ring], count))
		}
		lines = append(lines, "Ready by ring: "+strings.Join(parts, ", "))
	}
	if line := baselineSummary(shoots); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// inWords returns a state in lower case words.
func inWords(state fluxv1alpha1.ShootState) string {
	words := &strings.Builder{}
	for i, letter := range printer.OrDash(string(state)) {
		if i > 0 && letter >= 'A' && letter <= 'Z' {
			words.WriteByte(' ')
		}
		words.WriteRune(letter)
	}
	return printer.Truncate(strings.ToLower(words.String()), 20)
}

// Up to fewShoots Shoots are all shown. If there are more, ready Shoots are only counted, and of Shoots with the same
// cause, only fewAlike are shown.
const (
	fewShoots = 20
	fewAlike  = 3
)

// statusRow is a row of the table: one Shoot, or the number of further Shoots with the same cause as the rows above.
type statusRow struct {
	shoot *garden.Shoot
	more  int
}

// cell returns the value of a column. The first column contains the name or the number of further Shoots.
func (r statusRow) cell(index int, column statusColumn) string {
	switch {
	case r.more == 0:
		return column.value(r.shoot)
	case index == 0:
		return fmt.Sprintf("+ %d more", r.more)
	case column.title == stateColumn || column.title == "CAUSE" || column.title == "PENDING":
		return column.value(r.shoot)
	case column.title == "MESSAGE":
		return "the same"
	}
	return ""
}

func rowsOf(shoots []*garden.Shoot) []statusRow {
	rows := make([]statusRow, 0, len(shoots))
	for _, shoot := range shoots {
		rows = append(rows, statusRow{shoot: shoot})
	}
	return rows
}

// fold returns the rows for sorted Shoots, and the number of Shoots without their own row. If there are many Shoots, it
// groups Shoots that need the same fix.
func fold(shoots []*garden.Shoot) (rows []statusRow, hidden int) {
	if len(shoots) <= fewShoots {
		return rowsOf(shoots), 0
	}
	var order []string
	alike := map[string][]*garden.Shoot{}
	for _, shoot := range shoots {
		if shoot.State == fluxv1alpha1.ShootReady && shoot.Pending == nil && shoot.Old == "" {
			hidden++
			continue
		}
		kind := likeness(shoot)
		if alike[kind] == nil {
			order = append(order, kind)
		}
		alike[kind] = append(alike[kind], shoot)
	}
	for _, kind := range order {
		same := alike[kind]
		if len(same) <= fewAlike+1 {
			rows = append(rows, rowsOf(same)...)
			continue
		}
		rows = append(rows, rowsOf(same[:fewAlike])...)
		rows = append(rows, statusRow{shoot: same[fewAlike], more: len(same) - fewAlike})
		hidden += len(same) - fewAlike
	}
	return rows, hidden
}

// particular matches the parts of messages that differ between Shoots with the same cause: digests, keys, addresses,
// times and counts.
var particular = regexp.MustCompile(`[0-9a-f]{7,}|[0-9]+`)

// likeness returns a key that is equal for Shoots that need the same fix.
func likeness(s *garden.Shoot) string {
	message := particular.ReplaceAllString(strings.ReplaceAll(s.Message, s.Name, "#"), "#")
	return strings.Join([]string{string(s.State), causeOf(s), pendingOf(s), message}, "\n")
}
