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

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// mostCombinations limits the number of checked combinations of overrides. The combinations that select the most
	// Shoots are checked first.
	mostCombinations = 40
	// mostSelectionWarnings limits the number of warnings about rings and overrides.
	mostSelectionWarnings = 25
	// selectionTimeout limits the time to check overrides and rings. It is part of checkTimeout.
	selectionTimeout = 2500 * time.Millisecond
	// listTimeout limits the time to list Shoots, so that time remains for the checks.
	listTimeout = 1500 * time.Millisecond
	// memberPageSize is the number of Shoots per page. Shoots are listed in pages and only a few of their fields are kept
	// in memory, because a Shoot can have tens of KiB.
	memberPageSize = 100
)

// combination contains the new and the old overrides that select the same Shoots.
type combination struct {
	now, was document.Overrides
	// shoots is the number of selected Shoots. example is the name of one of them.
	shoots  int
	example string
}

// names returns the names of the new overrides.
func (c combination) names() string { return strings.Join(c.now.Names(), ", ") }

// combinationsOf returns the combinations of overrides that select Shoots, sorted by descending number of Shoots.
func combinationsOf(members []rollout.Identity, was, now document.Overrides) []combination {
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
	// base contains the warnings of the project without overrides.
	base []string

	errs     document.Errors
	warnings []string
}

// checkSelected checks the overrides with the Shoots that they select, and warns of rings that select none. If the
// Shoots cannot be listed, it adds a warning.
func (h *ConfigMapHandler) checkSelected(ctx context.Context, was, now *document.ConfigMap, base *resolved.Configuration) (document.Errors, []string) {
	overrides := now.Overrides()
	configured, kind := now.Rollout()
	if len(overrides) == 0 && kind != document.Valid {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, selectionTimeout)
	defer cancel()
	members, err := h.members(ctx, now.Namespace)
	var warnings []string
	switch {
	case err != nil:
		warnings = append(warnings, "cannot check which Shoots the overrides and rings select: "+err.Error())
	case kind == document.Valid:
		warnings = warningsOfEmptyRings(now, *configured, members)
	}
	c := &overridesCheck{resolver: h.Resolver, was: was, now: now, base: base.Warnings, warnings: warnings}
	c.checkAll(ctx, overrides, members, err == nil)
	return c.errs, c.warnings
}

// warningsOfEmptyRings warns of the rings at which a rollout would stop because they select no Shoot. It does not warn
// in a project without Shoots, whose first Shoot gets the configuration without a rollout.
func warningsOfEmptyRings(project *document.ConfigMap, configured fluxv1alpha1.Rollout, members []rollout.Identity) []string {
	if len(members) == 0 {
		return nil
	}
	var warnings []string
	for _, ring := range rollout.EmptyRings(configured, members) {
		warnings = append(warnings, fmt.Sprintf("ConfigMap %s/%s: %s.project.rollout.rings[%d]: ring %s has no Shoot that has the extension: %s. A change stops there until it has one or is approved; check its shoots and purposes, or set allowEmpty: true",
			project.Namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig, ring.Index, ring.Name, ring.Why))
	}
	return warnings
}

// checkAll checks each combination of overrides that selects Shoots of the project, and each override that selects
// none. The project must be valid without overrides. If the checks take too long, it skips the remaining checks and
// adds a warning. listed is false if the list of Shoots is incomplete.
func (c *overridesCheck) checkAll(ctx context.Context, overrides document.Overrides, members []rollout.Identity, listed bool) {
	found := combinationsOf(members, c.was.Overrides(), overrides)
	checked := 0
	for _, combination := range found[:min(len(found), mostCombinations)] {
		if !c.check(ctx, combination) {
			break
		}
		checked++
	}
	if more := len(found) - checked; more > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%d of %d combinations of overrides were not checked; condition FluxConfigured reports their errors when the Shoots are reconciled", more, len(found)))
	}
	for i, override := range overrides {
		if !slices.ContainsFunc(members, func(member rollout.Identity) bool { return len(overrides[i:i+1].Of(member.Labels, member.Purpose)) > 0 }) {
			c.checkUnused(ctx, overrides[:i+1], override, listed)
		}
	}
}

// check resolves a combination and records its errors and warnings. It returns false if the timeout has expired.
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

// refuse records an error with the name of an affected Shoot, unless there is an error for the same field already.
func (c *overridesCheck) refuse(err document.Error, of combination) {
	if c.has(err) {
		return
	}
	located := *err.Error
	located.Detail += fmt.Sprintf("; affected: Shoot %s", of.example)
	if names := of.names(); names != "" {
		located.Detail += ", with the overrides " + names
	}
	if of.shoots > 1 {
		located.Detail += fmt.Sprintf(", and %d more", of.shoots-1)
	}
	err.Error = &located
	c.errs = append(c.errs, err)
}

// has reports whether there is an error for the same field already.
func (c *overridesCheck) has(err document.Error) bool {
	return len(document.Errors{err}.Besides(c.errs)) == 0
}

// warn records warnings that the project does not have without overrides.
func (c *overridesCheck) warn(warnings []string, suffix string) {
	for _, warning := range warnings {
		if !slices.Contains(c.base, warning) && !slices.ContainsFunc(c.warnings, func(known string) bool { return strings.HasPrefix(known, warning) }) {
			c.warnings = append(c.warnings, warning+suffix)
		}
	}
}

// checkUnused checks an override that selects no Shoots, alone and in combination with the overrides before it. A
// future Shoot may have either combination, so checkUnused records an error only if both combinations have it.
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
			c.warn([]string{err.String()}, "; this applies to Shoots without other overrides")
		case !c.has(err):
			c.errs = append(c.errs, err)
		}
	}
}

// members returns the Shoots of a project that use the extension. If it returns an error, the list is incomplete.
func (h *ConfigMapHandler) members(ctx context.Context, namespace string) ([]rollout.Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var members []rollout.Identity
	for page := ""; ; {
		list := &gardencorev1beta1.ShootList{}
		if err := h.Garden.List(ctx, list, client.InNamespace(namespace), client.MatchingLabels{garden.ExtensionLabel: "true"}, client.Limit(memberPageSize), client.Continue(page)); err != nil {
			return members, fmt.Errorf("failed to list the Shoots of the project: %w", err)
		}
		for i := range list.Items {
			if shoot := &list.Items[i]; shoot.DeletionTimestamp == nil && usesFlux(shoot) {
				members = append(members, rollout.IdentityOf(shoot))
			}
		}
		if page = list.Continue; page == "" {
			return members, nil
		}
	}
}
