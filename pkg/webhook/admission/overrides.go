// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// mostCombinations is the number of combinations of overrides that are checked, those of the most Shoots first.
	mostCombinations = 40
	// mostOverrideWarnings is the number of warnings about them.
	mostOverrideWarnings = 25
	// overridesTimeout bounds the time for them, which is part of that for the check.
	overridesTimeout = 2500 * time.Millisecond
)

// combination are the overrides that Shoots have together: as they are to be, and as they were.
type combination struct {
	now, was document.Overrides
	// shoots is the number of these Shoots, and example the name of one; empty if no Shoot has them.
	shoots  int
	example string
}

// names are the names of the overrides that are to be.
func (c combination) names() string { return strings.Join(c.now.Names(), ", ") }

// combinationsOf returns the combinations that the Shoots have, those of the most Shoots first, without those of Shoots that no override selects.
func combinationsOf(members []rollout.Member, was, now document.Overrides) []combination {
	known := map[string]*combination{}
	for _, member := range members {
		c := combination{now: now.Of(member.Labels, member.Purpose), was: was.Of(member.Labels, member.Purpose), example: member.Name}
		if len(c.now)+len(c.was) == 0 {
			continue
		}
		key := c.names() + "/" + strings.Join(c.was.Names(), ", ")
		if known[key] == nil {
			known[key] = &c
		}
		known[key].shoots++
	}
	var found []combination
	for _, c := range known {
		found = append(found, *c)
	}
	slices.SortFunc(found, func(a, b combination) int {
		return cmp.Or(cmp.Compare(b.shoots, a.shoots), cmp.Compare(a.example, b.example))
	})
	return found
}

// overridesCheck checks the overrides of a project.
type overridesCheck struct {
	resolver Resolver
	was, now *document.ConfigMap
	// base are the warnings of the project without overrides.
	base []string

	errs     document.Errors
	warnings []string
}

// checkOverrides checks each combination of overrides that a Shoot of the project has, and each override that none has. The project has to be
// valid without them. What is not checked, because it takes too long or because the Shoots cannot be listed, is said in a warning.
func (h *ConfigMapHandler) checkOverrides(ctx context.Context, was, now *document.ConfigMap, base *resolved.Configuration) (document.Errors, []string) {
	overrides := now.Overrides()
	if len(overrides) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, overridesTimeout)
	defer cancel()
	c := &overridesCheck{resolver: h.Resolver, was: was, now: now, base: base.Warnings}
	members, err := h.Members.of(ctx, now.Namespace)
	if err != nil {
		c.warnings = append(c.warnings, "it was not checked which Shoots the overrides select: "+err.Error())
	}
	found := combinationsOf(members, was.Overrides(), overrides)
	checked := 0
	for _, combination := range found[:min(len(found), mostCombinations)] {
		if !c.check(ctx, combination) {
			break
		}
		checked++
	}
	if more := len(found) - checked; more > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%d of %d combinations of overrides were not checked here; each is checked when its Shoots are reconciled, and condition FluxConfigured has the result", more, len(found)))
	}
	for i, override := range overrides {
		if !slices.ContainsFunc(members, func(member rollout.Member) bool { return len(overrides[i:i+1].Of(member.Labels, member.Purpose)) > 0 }) {
			c.checkUnused(ctx, overrides[:i+1], override, err == nil)
		}
	}
	return c.errs, c.warnings
}

// check checks a combination, and returns whether there was time for it.
func (c *overridesCheck) check(ctx context.Context, of combination) bool {
	effective, errs, err := c.resolver.ResolveOverridden(ctx, c.now, of.now.Names())
	if err != nil {
		return false
	}
	if effective != nil && c.was != nil {
		before, _, err := c.resolver.ResolveOverridden(ctx, c.was, of.was.Names())
		if err != nil {
			return false
		}
		if before != nil {
			errs = effective.ValidateUpdate(before.Identity())
		}
	}
	for _, err := range errs {
		c.refuse(err, of)
	}
	if effective != nil {
		c.warn(effective.Warnings, " (for the overrides "+of.names()+")")
	}
	return true
}

// refuse records an error once, with Shoots for which it is one.
func (c *overridesCheck) refuse(err document.Error, of combination) {
	if slices.ContainsFunc(c.errs, func(known document.Error) bool {
		return known.Document == err.Document && known.Error.Field == err.Error.Field
	}) {
		return
	}
	located := *err.Error
	located.Detail += fmt.Sprintf("; this is so for Shoot %s", of.example)
	if names := of.names(); names != "" {
		located.Detail += ", with the overrides " + names
	}
	if of.shoots > 1 {
		located.Detail += fmt.Sprintf(", and %d more", of.shoots-1)
	}
	err.Error = &located
	c.errs = append(c.errs, err)
}

// warn records warnings that are not those of the project without overrides.
func (c *overridesCheck) warn(warnings []string, suffix string) {
	for _, warning := range warnings {
		if !slices.Contains(c.base, warning) && !slices.ContainsFunc(c.warnings, func(known string) bool { return strings.HasPrefix(known, warning) }) {
			c.warnings = append(c.warnings, warning+suffix)
		}
	}
}

// checkUnused checks an override that no Shoot has, alone and after those before it: a later Shoot may have it in either way, and only what is
// wrong with both is wrong in any case.
func (c *overridesCheck) checkUnused(ctx context.Context, upTo document.Overrides, override document.Override, listed bool) {
	if listed {
		c.warnings = append(c.warnings, override.Located("selects no Shoot of the project that has the extension; check its shoots and purposes"))
	}
	_, alone, err := c.resolver.ResolveOverridden(ctx, c.now, []string{override.Name})
	if err != nil || len(alone) == 0 {
		return
	}
	_, together, err := c.resolver.ResolveOverridden(ctx, c.now, upTo.Names())
	if err != nil {
		return
	}
	for _, err := range alone {
		switch {
		case !slices.ContainsFunc(together, func(other document.Error) bool { return other.String() == err.String() }):
			c.warn([]string{err.String()}, "; this is so where no other override is for the same Shoot")
		case !slices.ContainsFunc(c.errs, func(known document.Error) bool {
			return known.Document == err.Document && known.Error.Field == err.Error.Field
		}):
			c.errs = append(c.errs, err)
		}
	}
}
