// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"slices"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// mostWindows is the maximum number of windows of a ring, and mostFreezes that of freezes of a rollout.
	mostWindows, mostFreezes = 5, 20
)

// validateWindows validates the windows of a ring.
func validateWindows(path *field.Path, windows []fluxv1alpha1.Window) field.ErrorList {
	if count := len(windows); count > mostWindows {
		return tooMany(path, count, mostWindows)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i, window := range windows {
		own := path.Index(i)
		errs = append(errs, validateUniqueName(own.Child("name"), window.Name, names, "name the window, such as office: the status refers to it by its name", "")...)
		if window.Maintenance {
			errs = append(errs, refuseIf(window.Cron != "" || window.Duration != nil || window.TimeZone != "",
				field.Forbidden(own.Child("maintenance"), "a window has either maintenance or cron, duration and timeZone; write two windows to require both"))...)
			continue
		}
		errs = append(errs, validateWindow(own, window)...)
	}
	return errs
}

// validateWindow validates a window with a schedule.
func validateWindow(path *field.Path, window fluxv1alpha1.Window) field.ErrorList {
	if window.Cron == "" && window.Duration == nil && window.TimeZone == "" {
		return field.ErrorList{field.Required(path, `set cron, duration and timeZone, such as {name: office, cron: "0 9 * * 1-4", duration: 7h, timeZone: Europe/Berlin}, or maintenance: true`)}
	}
	_, noSchedule := calendar.ParseCron(window.Cron)
	errs := append(invalidBecause(path.Child("cron"), window.Cron, noSchedule), validateZone(path, window.TimeZone)...)
	if window.Duration == nil {
		return append(errs, field.Required(path.Child("duration"), "set the time for which the window stays open, such as 7h"))
	}
	length := window.Duration.Duration
	return append(errs, invalidIf(length < calendar.ShortestWindow || length > calendar.LongestWindow, path.Child("duration"), length.String(), "must be between 1m and 168h, such as 7h")...)
}

// validateFreezes validates freezes of a rollout with the given rings.
func validateFreezes(path *field.Path, freezes []fluxv1alpha1.Freeze, rings []string) field.ErrorList {
	if count := len(freezes); count > mostFreezes {
		return tooMany(path, count, mostFreezes)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i, freeze := range freezes {
		errs = append(errs, validateFreeze(path.Index(i), freeze, names)...)
		for j, ring := range freeze.Rings {
			errs = append(errs, OneOf(path.Index(i).Child("rings").Index(j), ring, rings...)...)
		}
	}
	return errs
}

// ValidateProjectFreezes validates the operator's freezes of the rollouts of projects.
func ValidateProjectFreezes(path *field.Path, freezes []configv1alpha1.ProjectFreeze) field.ErrorList {
	if count := len(freezes); count > mostFreezes {
		return tooMany(path, count, mostFreezes)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i, freeze := range freezes {
		errs = append(errs, validateFreeze(path.Index(i), freeze.Freeze(), names)...)
		for j, namespace := range freeze.Namespaces {
			errs = append(errs, invalidIf(len(utilvalidation.IsDNS1123Label(namespace)) > 0, path.Index(i).Child("namespaces").Index(j), namespace, "must be the namespace of a project in the garden, such as garden-my-project")...)
		}
	}
	return errs
}

func validateFreeze(path *field.Path, freeze fluxv1alpha1.Freeze, names map[string]bool) field.ErrorList {
	from, notFrom := calendar.ParseLocal(freeze.From)
	to, notTo := calendar.ParseLocal(freeze.To)
	return slices.Concat(
		validateUniqueName(path.Child("name"), freeze.Name, names, "name the freeze, such as year-end: the status refers to it by its name", ""),
		invalidBecause(path.Child("from"), freeze.From, notFrom),
		invalidBecause(path.Child("to"), freeze.To, notTo),
		invalidIf(notFrom == nil && notTo == nil && !from.Before(to), path.Child("to"), freeze.To, "must be after from"),
		validateZone(path, freeze.TimeZone),
	)
}

func validateZone(path *field.Path, zone string) field.ErrorList {
	if zone == "" {
		return field.ErrorList{field.Required(path.Child("timeZone"), "set the IANA time zone, such as Europe/Berlin")}
	}
	_, err := calendar.LoadZone(zone)
	return invalidBecause(path.Child("timeZone"), zone, err)
}

// invalidBecause returns an error about the value of a field; none without a reason.
func invalidBecause(path *field.Path, value string, reason error) field.ErrorList {
	if reason == nil {
		return nil
	}
	return field.ErrorList{field.Invalid(path, value, reason.Error())}
}
