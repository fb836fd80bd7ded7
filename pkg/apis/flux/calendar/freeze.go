// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"errors"
	"fmt"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Freeze is a period during which no ring begins. It starts at From and ends before To.
type Freeze struct {
	// Name is the name of the freeze.
	Name     string
	From, To time.Time
}

// ParseLocal parses a local time without time zone, such as 2026-12-18T18:00, and returns it as the same time in UTC.
func ParseLocal(text string) (time.Time, error) {
	local, err := time.Parse(Layout, text)
	if err != nil {
		return time.Time{}, errors.New("must be a local time without time zone, such as 2026-12-18T18:00")
	}
	return local, nil
}

// NewFreeze returns a validated freeze of the configuration. If clocks show one of its times twice, the freeze is the
// longer one.
func NewFreeze(freeze fluxv1alpha1.Freeze) (Freeze, error) {
	zone, err := LoadZone(freeze.TimeZone)
	if err != nil {
		return Freeze{}, fmt.Errorf("freeze %s: timeZone %w", freeze.Name, err)
	}
	from, err := ParseLocal(freeze.From)
	if err != nil {
		return Freeze{}, fmt.Errorf("freeze %s: from %w", freeze.Name, err)
	}
	to, err := ParseLocal(freeze.To)
	if err != nil {
		return Freeze{}, fmt.Errorf("freeze %s: to %w", freeze.Name, err)
	}
	if !from.Before(to) {
		return Freeze{}, fmt.Errorf("freeze %s: to must be after from", freeze.Name)
	}
	return Freeze{Name: freeze.Name, From: Instant(from, zone, false), To: Instant(to, zone, true)}, nil
}

// Contains returns whether the freeze is in effect at the given time.
func (f Freeze) Contains(now time.Time) bool { return !now.Before(f.From) && now.Before(f.To) }
