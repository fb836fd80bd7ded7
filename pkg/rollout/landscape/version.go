// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// patience is the maximum number of soak times that a ring waits for a Shoot to get the version. The wait is limited
	// because configurations or mode BootstrapOnce may exclude all Shoots. A single project can stop a ring for at most
	// the same time, or for leastHold if that is longer.
	patience  = 7
	leastHold = 7 * 24 * time.Hour
	// mostFailedBefore is the maximum number of stored Shoots that had failed before. mostFailedOfProject is their maximum
	// number per project, so that no project exhausts the limit. A Shoot beyond the limits counts as a failure, so that
	// the rollout stops too early rather than too late.
	mostFailedBefore    = 2000
	mostFailedOfProject = 20
)

// VersionRevision returns the revision for a Flux version.
func VersionRevision(version string) rollout.Revision { return rollout.Revision{FluxVersion: version} }

// versionRollout returns the configuration for package rollout. A ring passes without seeds, and the deadline of
// package rollout is later than the end of the patience, when a seed without a report counts as a failure.
func (l Landscape) versionRollout() *fluxv1alpha1.Rollout {
	longest := time.Duration(0)
	for _, ring := range l.Rollouts.Rings {
		longest = max(longest, l.Rollouts.FluxVersion.SoakOf(ring))
	}
	configured := configure(l.Rollouts, l.Rollouts.FluxVersion.SoakOf, fluxv1alpha1.Rollout{
		Source: ptr.To(fluxv1alpha1.RolloutSourceFollow), ProgressDeadline: &metav1.Duration{Duration: max(24*time.Hour, (patience+1)*longest)},
		Guard: &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("100%")), Protect: []string{}},
	})
	for i := range configured.Rings {
		configured.Rings[i].AllowEmpty, configured.Rings[i].MaxConcurrent = ptr.To(true), ptr.To(intstr.FromString("100%"))
	}
	return configured
}

// ObserveVersion returns the input of a decision about the rollout of the default Flux version to the Shoots that use
// it. before is the stored State, or nil.
//
// A Shoot gets the version when gardenlet reconciles it, so that a seed is ready when one of its Shoots has the
// version. A ring does not wait for the other seeds then. It passes without proof if all Shoots are hibernated, or have
// not got the version after the patience.
func (l Landscape) ObserveVersion(version string, before *rollout.State) Observation {
	own := l.Rollouts.FluxVersion
	stored := l.Memory
	if stored.Version != version {
		l.Memory.Unready, l.Memory.Lone, l.Memory.Failed = nil, nil, nil
	}
	l.Memory.FailedBefore = l.failedBefore(version, before)
	o := l.observe(subject{
		input: rollout.Input{
			Rollout: l.versionRollout(), Target: VersionRevision(version), Subject: rollout.Seeds("the default Flux version", rollout.LandscapeFluxVersion), Pace: &rollout.Pace{ShootsPerHour: own.ShootsPerHour},
		},
		most:     int(*own.MaxFailures),
		patience: func(soak time.Duration) time.Duration { return patience * soak },
		limit:    func(soak time.Duration) time.Duration { return max(leastHold, patience*soak) },
		// Otherwise a project that repeatedly creates and deletes its only Shoot on a seed would restart the soak each
		// time.
		keeps: func(seed Seed) bool { return before != nil && before.Members[seed.Name].UID == seed.UID },
		fold:  func(seed Seed) *fold { return newVersionFold(seed, before, version, l.Memory.FailedBefore) },
	}, before)
	positions := l.positions(version)
	for i, member := range o.Input.Members {
		o.Input.Members[i].Positions = positions[member.Name]
	}
	o.Memory.Version, o.Memory.FailedBefore = version, l.Memory.FailedBefore
	o.Memory = o.Memory.orStored(stored)
	return o
}

// positions returns the positions of the Shoots by seed.
func (l Landscape) positions(version string) map[string][]rollout.Position {
	positions := map[string][]rollout.Position{}
	for _, own := range l.Seeds {
		for _, shoot := range own.Shoots {
			positions[own.Name] = append(positions[own.Name], PositionOf(shoot.UID, version))
		}
	}
	return positions
}

// newVersionFold groups the Shoots on a seed by project. Until the seed may have the version, its Shoots are ready with
// what they have.
func newVersionFold(seed Seed, before *rollout.State, version string, failedBefore []types.UID) *fold {
	target := VersionRevision(version).ID()
	f := newFold(seed, before, target)
	f.isVersion = true
	isSkipped := f.hasTarget && slices.Contains(before.Skipped, seed.Name)
	for _, shoot := range seed.Shoots {
		reported := seed.Report[shoot.UID]
		f.delivered = f.delivered || reported.FluxVersion != ""
		// A Shoot that is hibernated with the version has not run with it for the soak. The Shoots on a skipped seed neither
		// prove the version nor count as failures.
		if isSkipped || shoot.Hibernated && !(f.hasTarget && reported.FluxVersion == version) {
			continue
		}
		p := f.project(shoot.Namespace)
		own := counted{uid: shoot.UID, name: shoot.Namespace + "/" + shoot.Name}
		switch _, failed := slices.BinarySearch(failedBefore, shoot.UID); {
		case !f.hasTarget:
			own.report = ReportedBaseline{State: fluxv1alpha1.ShootReady, Revision: f.permit.Revision}
			if own.report.Revision == "" && reported.FluxVersion != "" {
				own.report.Revision = VersionRevision(reported.FluxVersion).ID()
			}
			p.ready = append(p.ready, own)
		case shoot.Hibernated:
			own.isAsleep = true
			p.waiting = append(p.waiting, own)
		case reported.FluxVersion == version && reported.Failed && !failed:
			own.report = ReportedBaseline{State: fluxv1alpha1.ShootFailed, Revision: target, Message: fmt.Sprintf("Flux %s could not be installed", version)}
			p.failed = append(p.failed, own)
		case reported.FluxVersion == version && reported.Installed:
			own.report = ReportedBaseline{State: fluxv1alpha1.ShootReady, Revision: target}
			p.ready = append(p.ready, own)
		default:
			p.waiting = append(p.waiting, own)
		}
	}
	return f
}

// failedBefore returns the Shoots whose installation failed before they got the version or before the rollout began,
// and has not succeeded since. It does not return a Shoot that failed with a version whose rollout was replaced before
// it was complete: that version may be the cause, and the new version must fix the failure.
func (l Landscape) failedBefore(version string, before *rollout.State) []types.UID {
	replaced := replacedIn(before, VersionRevision(version).ID())
	var failed []types.UID
	ofProject := map[string]int{}
	for _, seed := range l.Seeds {
		for _, shoot := range seed.Shoots {
			reported := seed.Report[shoot.UID]
			// A lost Memory does not begin the rollout again, and neither does a version that is configured again.
			fails := reported.Failed && (before == nil || reported.FluxVersion != version) && !slices.Contains(replaced, reported.FluxVersion)
			_, known := slices.BinarySearch(l.Memory.FailedBefore, shoot.UID)
			if reported.Installed || !fails && !known || len(failed) == mostFailedBefore || ofProject[shoot.Namespace] == mostFailedOfProject {
				continue
			}
			ofProject[shoot.Namespace]++
			failed = append(failed, shoot.UID)
		}
	}
	slices.Sort(failed)
	return failed
}

// replacedIn returns the versions whose rollouts were replaced since the last complete one. gardenlet may reconcile a
// Shoot that has failed with one of them only a day later.
func replacedIn(before *rollout.State, target string) (versions []string) {
	if before == nil || before.Target != target && before.IsEverywhere() {
		return nil
	}
	if before.Target != target {
		versions = append(versions, before.Revisions[before.Target].FluxVersion)
	}
	for _, former := range before.History {
		if former.Outcome == rollout.OutcomeComplete {
			break
		}
		versions = append(versions, former.FluxVersion)
	}
	return slices.DeleteFunc(versions, func(version string) bool { return version == "" })
}

// ReleaseOfVersion returns the release of the default Flux version for a seed.
func ReleaseOfVersion(state *rollout.State, seed rollout.Identity) VersionRelease {
	return VersionRelease{Version: state.Revisions[state.Target].FluxVersion, From: VersionForAll(state), Released: state.ReleasedFor(seed)}
}

// VersionForAll returns the version that all Shoots of the landscape may use; empty if it is unknown.
func VersionForAll(state *rollout.State) string {
	return state.Revisions[state.Rings[len(state.Rings)-1].Passed.Revision].FluxVersion
}
