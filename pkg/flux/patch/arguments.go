// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostArguments is the maximum number of arguments of a container.
const mostArguments = 64

// Flags with addresses inside the cluster.
const (
	flagEventsAddress  = "--events-addr"
	flagStorageAddress = "--storage-adv-addr"
)

// flagFeatureGates may occur more than once.
const flagFeatureGates = "--feature-gates"

// flagSelector selects the objects of a shard. Its value can be written in several equivalent forms.
const flagSelector = "--watch-label-selector"

// checkArguments rejects unknown flags, and changes of flags that are not tunable. It ignores the order of the
// arguments, because only tunable flags can occur with different values.
func checkArguments(at, version string, of fluxv1alpha1.Component, before, after []string) *refusal {
	if len(after) > mostArguments {
		return &refusal{field: at, text: fmt.Sprintf("must have at most %d entries; remove some", mostArguments)}
	}
	known := flagsOf(version, of)
	rest := slices.Clone(before)
	for i, argument := range after {
		if had := slices.Index(rest, argument); had >= 0 {
			rest = slices.Delete(rest, had, had+1)
			continue
		}
		if text := checkArgument(version, of, known, argument); text != "" {
			return &refusal{field: fmt.Sprintf("%s[%d]", at, i), text: text}
		}
	}
	for _, argument := range rest {
		name, _, _ := strings.Cut(argument, "=")
		if _, ok := known[name]; !ok {
			return &refusal{field: at, text: fmt.Sprintf("must keep %s; %s", name, instead(name))}
		}
	}
	return nil
}

// canonical returns the same text for arguments with the same effect. For example, the selector of a shard may be
// written as key=shard1, key==shard1 or key in (shard1).
func canonical(argument string) string {
	selector, is := strings.CutPrefix(argument, flagSelector+"=")
	requirements, err := labels.ParseToRequirements(selector)
	if !is || err != nil {
		return argument
	}
	for i, r := range requirements {
		if r.Operator() == selection.Equals || r.Operator() == selection.DoubleEquals {
			if in, err := labels.NewRequirement(r.Key(), selection.In, r.Values().UnsortedList()); err == nil {
				requirements[i] = *in
			}
		}
	}
	return labels.NewSelector().Add(requirements...).String()
}

// checkArgument returns a description of the problem with a new argument, or an empty string if the argument is
// allowed.
func checkArgument(version string, of fluxv1alpha1.Component, known map[string]valueCheck, argument string) string {
	name, value, has := strings.Cut(argument, "=")
	if !flagName.MatchString(name) {
		return "must be one string of the form --flag=value"
	}
	if name == flagFeatureGates && has {
		return checkGates(version, of, value)
	}
	check, ok := known[name]
	switch {
	case !ok && settingOf(name) != "":
		return fmt.Sprintf("must not have %s; %s", name, instead(name))
	case !ok:
		return fmt.Sprintf("must not have %s; remove it, or use one of the allowed flags: %s and %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "), flagFeatureGates)
	case !has:
		return fmt.Sprintf("must have a value for %s; write %s=…", name, name)
	}
	if expected := check(value); expected != "" {
		return fmt.Sprintf("must have %s as %s", expected, name)
	}
	return ""
}

// flagName matches the name of a flag including the two leading dashes.
var flagName = regexp.MustCompile(`^--[A-Za-z0-9-]{1,62}$`)

// instead returns the fix for a forbidden change of a flag.
func instead(flag string) string {
	if setting := settingOf(flag); setting != "" {
		return "remove the change, and set " + setting
	}
	return "remove the change"
}

// settingOf returns the field of a FluxConfig that sets the flag, or an empty string if no field sets it.
func settingOf(flag string) string {
	switch flag {
	case "--log-level":
		return "flux.logLevel"
	case flagEventsAddress:
		return "flux.components"
	case flagStorageAddress:
		return "flux.clusterDomain"
	case "--no-cross-namespace-refs", "--no-remote-bases", "--default-service-account", "--default-decryption-service-account", "--default-kubeconfig-service-account":
		return "flux.multitenancy"
	}
	return ""
}

// checkGates returns a description of the problem with a value of --feature-gates, or an empty string if the value is
// allowed. Controllers merge all occurrences of the flag.
func checkGates(version string, of fluxv1alpha1.Component, value string) string {
	known := gatesOf(version, of)
	if len(known) == 0 {
		return fmt.Sprintf("must not have --feature-gates, because %s of this Flux version has no allowed feature gate; remove it", of)
	}
	for gate := range strings.SplitSeq(value, ",") {
		name, enabled, _ := strings.Cut(gate, "=")
		if !slices.Contains(known, name) || enabled != "true" && enabled != "false" {
			return fmt.Sprintf("must set only feature gates of %s of this Flux version to true or false: %s", of, strings.Join(known, ", "))
		}
	}
	return ""
}
