// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// valueCheck validates the value of a flag. It returns an empty string if the value is valid, and otherwise a
// description of the valid values.
type valueCheck func(value string) string

// flagsOf returns the tunable flags of a controller in a Flux version. They change
// concurrency, timing, limits, and the retention of data. None of them opens a port, specifies a ServiceAccount, or
// weakens a restriction of Flux.
func flagsOf(version string, of fluxv1alpha1.Component) map[string]valueCheck {
	interval := duration(time.Millisecond)
	flags := map[string]valueCheck{
		"--concurrent":                        number(1, 1000),
		"--kube-api-qps":                      number(1, 10000),
		"--kube-api-burst":                    number(1, 100000),
		flagLeaseDuration:                     interval,
		flagRenewDeadline:                     interval,
		flagRetryPeriod:                       interval,
		"--leader-election-release-on-cancel": oneOf("true", "false"),
		"--log-encoding":                      oneOf("json", "console"),
		"--max-retry-delay":                   interval,
		"--min-retry-delay":                   interval,
	}
	add := func(flag string, check valueCheck, components ...fluxv1alpha1.Component) {
		if slices.Contains(components, of) {
			flags[flag] = check
		}
	}
	const source, kustomize, helm = fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm
	add("--requeue-dependency", interval, source, kustomize, helm)
	add("--interval-jitter-percentage", number(0, 99), source, kustomize, helm)
	add("--http-retry", number(0, 100), kustomize, helm)
	add("--concurrent-ssa", number(1, 1000), kustomize)
	add("--override-manager", name, kustomize)
	if semver.Compare(semver.MajorMinor(version), "v2.10") >= 0 {
		add("--override-manager-before-dry-run", name, kustomize)
	}
	add("--graceful-shutdown-timeout", interval, helm)
	add("--oom-watch-interval", duration(50*time.Millisecond), helm)
	add("--oom-watch-memory-threshold", number(1, 100), helm)
	add("--snapshot-digest-algo", oneOf("sha256", "sha384", "sha512", "blake3"), helm)
	add("--artifact-digest-algo", oneOf("sha256", "sha384", "sha512", "blake3"), source)
	add("--artifact-retention-records", number(1, 100), source)
	add("--artifact-retention-ttl", interval, source)
	add("--helm-cache-max-size", number(0, 10000), source)
	add("--helm-cache-purge-interval", interval, source)
	add("--helm-cache-ttl", interval, source)
	add("--helm-chart-file-max-size", number(1, 1<<30), source)
	add("--helm-chart-max-size", number(1, 1<<30), source)
	add("--helm-index-max-size", number(1, 1<<30), source)
	add("--rate-limit-interval", interval, fluxv1alpha1.ComponentNotification)
	add("--token-cache-max-duration", interval, source, kustomize)
	add("--token-cache-max-size", number(0, 10000), source, kustomize)
	return flags
}

// gatesOf returns the tunable feature gates of a controller in a Flux version. It omits feature gates that the
// extension sets, that allow charts to send DNS queries, or that change how a controller stores data. The first version
// with a feature gate is from the release notes of the controller (CHANGELOG.md).
func gatesOf(version string, of fluxv1alpha1.Component) []string {
	since := func(first string, gates ...string) []string {
		if semver.Compare(version, first) < 0 {
			return nil
		}
		return gates
	}
	gates := []string{"CacheSecretsAndConfigMaps"}
	switch of {
	case fluxv1alpha1.ComponentKustomize:
		gates = slices.Concat(gates,
			[]string{"AdditiveCELDependencyCheck", "CancelHealthCheckOnNewRevision", "DisableFailFastBehavior", "DisableStatusPollerCache",
				"GroupChangeLog", "StrictPostBuildSubstitutions"},
			since("v2.7.5", "DisableConfigWatchers"),
			since("v2.8.0", "DirectSourceFetch"),
			since("v2.8.8", "MigrateAPIVersion"),
			since("v2.10.0", "DisableCommitStatusEvent"))
	case fluxv1alpha1.ComponentHelm:
		gates = slices.Concat(gates,
			[]string{"AdditiveCELDependencyCheck", "AdoptLegacyReleases", "CorrectDrift", "DetectDrift", "DisableChartDigestTracking", gateOOMWatch},
			since("v2.7.5", "DisableConfigWatchers"),
			since("v2.8.0", "CancelHealthCheckOnNewRevision", "DirectSourceFetch", "UseHelm3Defaults"),
			since("v2.8.8", "DefaultToRetryOnFailure"))
	case fluxv1alpha1.ComponentNotification:
		gates = slices.Concat(gates, since("v2.7.5", "DisableConfigWatchers"))
	case fluxv1alpha1.ComponentImageAutomation:
		gates = slices.Concat(gates,
			[]string{"GitAllBranchReferences", "GitForcePushBranch", "GitShallowClone"},
			since("v2.9.3", "GitSparseCheckout"))
	case fluxv1alpha1.ComponentSourceWatcher:
		gates = since("v2.8.0", "DirectSourceFetch")
	}
	return slices.Sorted(slices.Values(gates))
}

func number(least, most int64) valueCheck {
	return func(value string) string {
		// Some flags accept a float, but none requires one.
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < least || n > most || strconv.FormatInt(n, 10) != value {
			return fmt.Sprintf("a whole number between %d and %d", least, most)
		}
		return ""
	}
}

func duration(least time.Duration) valueCheck {
	return func(value string) string {
		if d, err := time.ParseDuration(value); err != nil || d < least || d > 24*time.Hour {
			return fmt.Sprintf("a duration such as 30s, from %s to 24h,", least)
		}
		return ""
	}
}

func oneOf(values ...string) valueCheck {
	return func(value string) string {
		if slices.Contains(values, value) {
			return ""
		}
		return "one of " + strings.Join(values, ", ")
	}
}

var nameValue = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func name(value string) string {
	if nameValue.MatchString(value) {
		return ""
	}
	return "a name of letters, digits, '-', '_' and '.'"
}
