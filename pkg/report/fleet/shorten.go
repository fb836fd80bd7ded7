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

// Size is how big a ConfigMap is, in bytes.
type Size struct {
	// Data are the values, to which the API server has a limit.
	Data int
	// Object is all of it as it is stored, with names, metadata and field managers, to which etcd has a limit.
	Object int
}

func (s Size) plus(other Size) Size {
	return Size{Data: s.Data + other.Data, Object: s.Object + other.Object}
}

func (s Size) minus(other Size) Size {
	return Size{Data: s.Data - other.Data, Object: s.Object - other.Object}
}

// exceeds reports whether one of both is more than the limit.
func (s Size) exceeds(limit Size) bool { return s.Data > limit.Data || s.Object > limit.Object }

// Limits are the sizes of the ConfigMap from which on less is reported in it, whichever client fills it.
type Limits struct {
	// Soft is that from which on messages are left out.
	Soft Size
	// Hard is that from which on only the necessary is reported. Between it and what the API takes there is room for what the
	// estimate does not know, and for members of the project.
	Hard Size
}

// DefaultLimits are those for an API server that takes 1 MiB of values and an etcd that takes requests of 1.5 MiB.
func DefaultLimits() Limits {
	return Limits{Soft: Size{Data: 720 << 10, Object: 1080 << 10}, Hard: Size{Data: 960 << 10, Object: 1440 << 10}}
}

// Per key, beside its name: what its field manager takes, and what the encoding does.
const (
	managedBytes = len(`"f:":{},`)
	encodedBytes = 12
)

// sizeOf is what an entry adds to the ConfigMap.
func sizeOf(name, value string) Size {
	return Size{Data: len(value), Object: 2*len(name) + len(value) + managedBytes + encodedBytes}
}

// sizeWithout is the size of the ConfigMap without the entries of these names.
func sizeWithout(configMap *corev1.ConfigMap, names map[string]bool) Size {
	var size Size
	if configMap == nil {
		return size
	}
	for name, value := range configMap.Data {
		if !names[name] {
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

// shortened replaces a message for which there is no room. Other seeds recognize it, so that it must not change.
const shortened = "shortened: this ConfigMap has no room for the messages of all Shoots of the project"

// brevity is how little is reported on a Shoot.
type brevity int

const (
	whole brevity = iota
	treeless
	short
	lean
	least
	nothing
)

// at returns what is reported of the status then.
func (b brevity) at(status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
	switch b {
	case treeless:
		status.Objects = withoutTree(status.Objects)
	case short:
		if status.Objects = withoutTree(status.Objects); status.Objects != nil {
			status.Objects.Failing = nil
		}
		if len(status.Message) > len(shortened) {
			status.Message = shortened
		}
	case lean:
		reduced := least.at(status)
		reduced.FluxVersion = status.FluxVersion
		// Rollouts promote what is applied, as it is without the name of its branch.
		if r := revision.Parse(status.AppliedRevision); status.Revision != "" && r.Digest != "" && r.Algorithm != "" {
			reduced.AppliedRevision = r.Algorithm + ":" + r.Digest
		}
		return reduced
	case least:
		reduced := fluxv1alpha1.ShootStatus{
			UID: status.UID, Seed: status.Seed, Ready: status.Ready, RootReady: status.RootReady, State: status.State, DeployKeyFingerprint: status.DeployKeyFingerprint,
			DeployKeyRotation: status.DeployKeyRotation, SourceKeys: status.SourceKeys, Hibernated: status.Hibernated, Ring: status.Ring, Revision: status.Revision, ObservedAt: status.ObservedAt,
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

func withoutTree(objects *fluxv1alpha1.ObservedObjects) *fluxv1alpha1.ObservedObjects {
	if objects == nil {
		return nil
	}
	reduced := objects.DeepCopy()
	reduced.Tree = nil
	return reduced
}

func isFailure(status fluxv1alpha1.ShootStatus) bool {
	return status.State == fluxv1alpha1.ShootFailed || status.State == fluxv1alpha1.ShootUnreachable || status.State == fluxv1alpha1.ShootDegraded
}

// entry is what is reported on one Shoot.
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

// fit reports less and less on the Shoots until all has room beside the other content of the ConfigMap: first on those that are ready, last on
// those that have failed. If there is no room for all, failures, and which deploy keys the Shoots have, take precedence. It returns
// the entries by name; those without text have no room.
func (l Limits) fit(others Size, statuses map[string]fluxv1alpha1.ShootStatus) (map[string]*entry, error) {
	entries := make(map[string]*entry, len(statuses))
	total := others
	for name, status := range statuses {
		text, err := Encode(status)
		if err != nil {
			return nil, err
		}
		entries[name] = &entry{name: name, status: status, text: text}
		total = total.plus(entries[name].size())
	}
	if !total.exceeds(l.Soft) {
		return entries, nil
	}
	order := slices.SortedFunc(maps.Values(entries), fromTheLeastImportant)
	for _, step := range []struct {
		brevity brevity
		limit   Size
		skip    func(*entry) bool
	}{
		{treeless, l.Soft, func(e *entry) bool { return e.status.State == fluxv1alpha1.ShootDegraded }},
		{treeless, l.Soft, func(*entry) bool { return false }},
		{short, l.Soft, func(*entry) bool { return false }},
		{lean, l.Hard, func(e *entry) bool { return isFailure(e.status) }},
		{least, l.Hard, func(e *entry) bool { return isFailure(e.status) }},
		{least, l.Hard, func(e *entry) bool { return !isFailure(e.status) }},
		{nothing, l.Hard, func(e *entry) bool { return isFailure(e.status) || e.status.DeployKeyFingerprint != "" }},
		{nothing, l.Hard, func(e *entry) bool { return isFailure(e.status) && e.status.DeployKeyFingerprint != "" }},
		{nothing, l.Hard, func(*entry) bool { return false }},
	} {
		for _, e := range order {
			if !total.exceeds(step.limit) {
				break
			}
			if step.skip(e) || e.brevity >= step.brevity {
				continue
			}
			before := e.size()
			e.brevity, e.text = step.brevity, ""
			if step.brevity != nothing {
				text, err := Encode(step.brevity.at(e.status))
				if err != nil {
					return nil, err
				}
				e.text = text
			}
			total = total.minus(before).plus(e.size())
		}
	}
	return entries, nil
}

// fromTheLeastImportant is the order in which less is reported.
func fromTheLeastImportant(a, b *entry) int {
	states := fluxv1alpha1.ShootStates()
	return cmp.Or(
		cmp.Compare(slices.Index(states, b.status.State), slices.Index(states, a.status.State)),
		cmp.Compare(a.name, b.name),
	)
}
