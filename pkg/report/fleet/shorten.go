// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"cmp"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Size is the size of a ConfigMap in bytes.
type Size struct {
	// Data is the size of the values, which the API server limits.
	Data int
	// Object is the size of the stored object with names, metadata and field managers, which etcd limits.
	Object int
}

func (s Size) plus(other Size) Size {
	return Size{Data: s.Data + other.Data, Object: s.Object + other.Object}
}

func (s Size) minus(other Size) Size {
	return Size{Data: s.Data - other.Data, Object: s.Object - other.Object}
}

// exceeds reports whether one of the sizes exceeds the limit.
func (s Size) exceeds(limit Size) bool { return s.Data > limit.Data || s.Object > limit.Object }

// Limits are the sizes of the complete ConfigMap above which a seed reports less.
type Limits struct {
	// Soft is the size above which messages and objects are left out.
	Soft Size
	// Hard is the size above which only essential fields are reported. It is lower than the limit of the API, because the
	// estimate is inaccurate, and members of the project may add content.
	Hard Size
}

// DefaultLimits are the limits for an API server that accepts 1 MiB of values and an etcd that accepts requests of
// 1.5 MiB.
func DefaultLimits() Limits {
	return Limits{Soft: Size{Data: 720 << 10, Object: 1080 << 10}, Hard: Size{Data: 960 << 10, Object: 1440 << 10}}
}

// Overhead of a key in addition to its name: in the managed fields, and in the encoding.
const (
	managedBytes = len(`"f:":{},`)
	encodedBytes = 12
)

// sizeOf returns the size that an entry adds to the ConfigMap.
func sizeOf(name, value string) Size {
	return Size{Data: len(value), Object: 2*len(name) + len(value) + managedBytes + encodedBytes}
}

// sizeWithout returns the size of the ConfigMap without some entries.
func sizeWithout(configMap *corev1.ConfigMap, without func(name string) bool) Size {
	var size Size
	if configMap == nil {
		return size
	}
	for name, value := range configMap.Data {
		if !without(name) {
			size = size.plus(sizeOf(name, value))
		}
	}
	for name, value := range configMap.BinaryData {
		size = size.plus(sizeOf(name, string(value)))
	}
	for _, texts := range []map[string]string{configMap.Annotations, configMap.Labels} {
		for name, value := range texts {
			size.Object += 2*len(name) + len(value) + managedBytes + encodedBytes
		}
	}
	return size
}

// shortened replaces messages that do not fit. It must not change, because other seeds detect this text.
const shortened = "shortened: this ConfigMap has no room for the messages of all Shoots of the project"

// brevity is the level of detail of a shortened status.
type brevity int

const (
	whole brevity = iota
	treeless
	short
	uncounted
	lean
	least
	nothing
)

// at returns the status with this level of detail.
func (b brevity) at(status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
	switch b {
	case treeless, short:
		if status.Objects != nil {
			reduced := *status.Objects
			if reduced.Tree = nil; b == short {
				reduced.Failing = nil
			}
			status.Objects = &reduced
		}
		if b == short && len(status.Message) > len(shortened) {
			status.Message = shortened
		}
		if b == short && status.Baseline != nil {
			status.Baseline = &fluxv1alpha1.BaselineStatus{State: status.Baseline.State, Reason: status.Baseline.Reason}
		}
	case uncounted:
		reduced := short.at(status)
		reduced.Objects = nil
		return reduced
	case lean:
		reduced := least.at(status)
		reduced.FluxVersion = status.FluxVersion
		// Users and rollouts only need the commit of the revision.
		if r := revision.Parse(status.AppliedRevision); r.Digest != "" && r.Algorithm != "" {
			reduced.AppliedRevision = r.Algorithm + ":" + r.Digest
		}
		return reduced
	case least:
		reduced := fluxv1alpha1.ShootStatus{
			UID: status.UID, Seed: status.Seed, Generation: status.Generation, Ready: status.Ready, RootReady: status.RootReady, State: status.State, DeployKeyFingerprint: status.DeployKeyFingerprint,
			DeployKeyRotation: status.DeployKeyRotation, SourceKeys: status.SourceKeys, Hibernated: status.Hibernated, Ring: status.Ring, Revision: status.Revision, ObservedAt: status.ObservedAt,
			ConfirmedAt: status.ConfirmedAt, Configuration: status.Configuration,
		}
		if status.Removed != nil {
			// Without the numbers, a rollout could not continue.
			removed := *status.Removed
			removed.Since, removed.Names = "", nil
			reduced.Removed = &removed
		}
		if status.Hold != nil {
			reduced.Hold = &fluxv1alpha1.HoldRequest{Until: status.Hold.Until}
		}
		if status.Pending != nil {
			reduced.Pending = &fluxv1alpha1.PendingConfiguration{Reason: status.Pending.Reason}
		}
		if isFailure(status) {
			reduced.Cause, reduced.Reason, reduced.Since, reduced.FluxVersion = status.Cause, status.Reason, status.Since, status.FluxVersion
		} else if eventReason(status) == "" {
			reduced.LastEventReason = status.LastEventReason
		}
		return reduced
	}
	return status
}

func isFailure(status fluxv1alpha1.ShootStatus) bool {
	return status.State == fluxv1alpha1.ShootFailed || status.State == fluxv1alpha1.ShootUnreachable || status.State == fluxv1alpha1.ShootDegraded
}

// entry is the entry of a Shoot with its level of detail.
type entry struct {
	name    string
	status  fluxv1alpha1.ShootStatus
	brevity brevity
	text    string
}

func (e *entry) size() Size {
	if e.brevity == nothing {
		return Size{}
	}
	return sizeOf(e.name, e.text)
}

// fit shortens the entries step by step until the ConfigMap has room for them, ready Shoots first and failed ones last.
// If there is no room for all Shoots, failures and deploy keys take precedence. It returns the entries by name. An
// entry with brevity nothing must not be written.
func (l Limits) fit(others Size, statuses map[string]fluxv1alpha1.ShootStatus) map[string]*entry {
	entries := make(map[string]*entry, len(statuses))
	total := others
	for name, status := range statuses {
		entries[name] = &entry{name: name, status: status, text: Encode(status)}
		total = total.plus(entries[name].size())
	}
	if !total.exceeds(l.Soft) {
		return entries
	}
	order := slices.SortedFunc(maps.Values(entries), fromTheLeastImportant)
	everything := func(fluxv1alpha1.ShootStatus) bool { return true }
	isHealthy := func(status fluxv1alpha1.ShootStatus) bool { return !isFailure(status) }
	for _, step := range []struct {
		brevity brevity
		limit   Size
		applies func(fluxv1alpha1.ShootStatus) bool
	}{
		{treeless, l.Soft, func(status fluxv1alpha1.ShootStatus) bool { return status.State != fluxv1alpha1.ShootDegraded }},
		{treeless, l.Soft, everything},
		{short, l.Soft, everything},
		{uncounted, l.Hard, isHealthy},
		{lean, l.Hard, isHealthy},
		{least, l.Hard, isHealthy},
		{least, l.Hard, everything},
		{nothing, l.Hard, func(status fluxv1alpha1.ShootStatus) bool {
			return isHealthy(status) && status.DeployKeyFingerprint == ""
		}},
		{nothing, l.Hard, func(status fluxv1alpha1.ShootStatus) bool {
			return isHealthy(status) || status.DeployKeyFingerprint == ""
		}},
		{nothing, l.Hard, everything},
	} {
		for _, e := range order {
			if !total.exceeds(step.limit) {
				break
			}
			if e.brevity < step.brevity && step.applies(e.status) {
				total = total.minus(e.size())
				e.brevity, e.text = step.brevity, Encode(step.brevity.at(e.status))
				total = total.plus(e.size())
			}
		}
	}
	return entries
}

// fromTheLeastImportant compares entries by importance, the least important first.
func fromTheLeastImportant(a, b *entry) int {
	states := fluxv1alpha1.ShootStates()
	return cmp.Or(
		cmp.Compare(slices.Index(states, b.status.State), slices.Index(states, a.status.State)),
		cmp.Compare(a.name, b.name),
	)
}
