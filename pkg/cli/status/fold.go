// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"regexp"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// Up to fewShoots are all shown. Beyond that, those that are ready are only counted, and of those that have the same cause
// fewAlike are shown.
const (
	fewShoots = 20
	fewAlike  = 3
)

// statusRow is a line of the table: a Shoot, or a number of others like it.
type statusRow struct {
	shoot *garden.Shoot
	more  int
}

// cell returns the value of a column; the first is that of the name.
func (r statusRow) cell(index int, column statusColumn) string {
	switch {
	case r.more == 0:
		return column.value(r.shoot)
	case index == 0:
		return fmt.Sprintf("+ %d more", r.more)
	case column.title == stateColumn || column.title == "CAUSE":
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

// fold returns what is shown of many Shoots, and how many are not. They are sorted; those that are alike come together.
func fold(shoots []*garden.Shoot) (rows []statusRow, hidden int) {
	if len(shoots) <= fewShoots {
		return rowsOf(shoots), 0
	}
	var order []string
	alike := map[string][]*garden.Shoot{}
	for _, shoot := range shoots {
		if shoot.State == fluxv1alpha1.ShootReady {
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

// particular matches what differs in the messages of Shoots with the same cause: digests, keys, addresses, times, counts.
var particular = regexp.MustCompile(`[0-9a-f]{7,}|[0-9]+`)

// likeness is the same for Shoots that need the same fix.
func likeness(s *garden.Shoot) string {
	message := particular.ReplaceAllString(strings.ReplaceAll(s.Message, s.Name, "#"), "#")
	return strings.Join([]string{string(s.State), causeOf(s), message}, "\n")
}
