// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"cmp"
	"maps"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// observation is what is known of a project.
type observation struct {
	namespace string
	shoots    []gardencorev1beta1.Shoot
	// configMap is flux-status as the API server has it; nil if there is none.
	configMap *corev1.ConfigMap
	// missing is when Shoots with Flux were first seen without an entry.
	missing map[types.UID]time.Time
}

// decision is what has to be the case for a project.
type decision struct {
	// unreported are the entries for Shoots that no seed reports, by their names.
	unreported map[string]fluxv1alpha1.ShootStatus
	// missing are the Shoots without an entry, whose grace period may not have ended.
	missing map[types.UID]time.Time
	// doubtful are the entries whose Shoot may be gone, by their names: they are removed if the API server says so.
	doubtful map[string]fluxv1alpha1.ShootStatus
	// again is the time until the next grace period ends; 0 if there is none.
	again time.Duration
}

// decide returns which entries there have to be beside those of the seeds, and which may have to go.
func decide(o observation, now time.Time, grace time.Duration) decision {
	d := decision{unreported: map[string]fluxv1alpha1.ShootStatus{}, missing: map[types.UID]time.Time{}, doubtful: map[string]fluxv1alpha1.ShootStatus{}}
	shoots := map[string]*gardencorev1beta1.Shoot{}
	var data map[string]string
	if o.configMap != nil {
		data = o.configMap.Data
	}
	for i := range o.shoots {
		shoots[o.shoots[i].Name] = &o.shoots[i]
		d.consider(&o.shoots[i], data[o.shoots[i].Name], o.missing, now, grace)
	}
	for name, value := range data {
		known, is := fleet.Decode(value)
		if is && isWrittenByUs(known) && maySweep(shoots[name], known) {
			d.doubtful[name] = known
		}
	}
	return d
}

// consider decides on the entry of one Shoot. What members of the project have written under its name is left alone.
func (d *decision) consider(shoot *gardencorev1beta1.Shoot, value string, missing map[types.UID]time.Time, now time.Time, grace time.Duration) {
	known, is := fleet.Decode(value)
	is = is && known.UID == shoot.UID
	switch {
	case !garden.UsesFlux(shoot) || shoot.DeletionTimestamp != nil, is && known.State != fluxv1alpha1.ShootNotReported, isForeign(value):
		return
	case is:
		d.unreported[shoot.Name] = statusOf(shoot, &known, cmp.Or(known.Since, known.ObservedAt).Time, now)
		return
	}
	since, has := missing[shoot.UID]
	if !has || since.After(now) {
		since = now
	}
	d.missing[shoot.UID] = since
	if left := grace - now.Sub(since); left > 0 {
		if d.again == 0 || left < d.again {
			d.again = left
		}
		return
	}
	d.unreported[shoot.Name] = statusOf(shoot, nil, since, now)
}

// statusOf returns the status of a Shoot that no seed reports, which has the given one if any. Whether it has a deploy key is not known: a rotation
// waits for it.
func statusOf(shoot *gardencorev1beta1.Shoot, known *fluxv1alpha1.ShootStatus, since, now time.Time) fluxv1alpha1.ShootStatus {
	status := fluxv1alpha1.ShootStatus{
		UID: shoot.UID, State: fluxv1alpha1.ShootNotReported, DeployKeyFingerprint: fluxv1alpha1.DeployKeyUnknown, Labels: fleet.LabelsOf(shoot.Labels),
		Since: inSeconds(since), ObservedAt: inSeconds(now),
	}
	status.Reason, status.Message = reasonOf(shoot)
	// A shortened entry has no reason.
	if known != nil && (known.Reason == status.Reason || known.Reason == "") {
		status.ObservedAt = known.ObservedAt
	}
	return status
}

func inSeconds(t time.Time) metav1.Time { return metav1.NewTime(t.UTC().Truncate(time.Second)) }

// isForeign returns whether an entry was written by a member of the project. An empty one is about to be removed by a seed.
func isForeign(value string) bool {
	known, is := fleet.Decode(value)
	return value != "" && (!is || !isWrittenByUs(known))
}

// isWrittenByUs returns whether an entry is one of a seed or of the garden controller. Others may have a uid as well.
func isWrittenByUs(known fluxv1alpha1.ShootStatus) bool {
	return known.State == fluxv1alpha1.ShootNotReported || known.Seed != "" && known.State != ""
}

// maySweep returns whether the Shoot of an entry is gone, or its Extension. shoot is the one of that name; nil if there is none.
func maySweep(shoot *gardencorev1beta1.Shoot, known fluxv1alpha1.ShootStatus) bool {
	return shoot == nil || shoot.UID != known.UID || isRemoved(shoot, known)
}

// isRemoved returns whether the Shoot is known to have no Extension any more. Gardener has applied that; and the Shoot disables it explicitly, or
// its seed has reported that it was being removed: that a Shoot does not name the extension proves nothing where the registration enables it
// for all, and the Shoot was written before.
func isRemoved(shoot *gardencorev1beta1.Shoot, known fluxv1alpha1.ShootStatus) bool {
	if garden.UsesFlux(shoot) || !garden.IsReconciled(shoot) || known.State == fluxv1alpha1.ShootMigrating ||
		shoot.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate {
		return false
	}
	return known.State == fluxv1alpha1.ShootRemoving || known.State == fluxv1alpha1.ShootNotReported ||
		slices.ContainsFunc(shoot.Spec.Extensions, func(extension gardencorev1beta1.Extension) bool {
			return extension.Type == fluxv1alpha1.ExtensionType && ptr.Deref(extension.Disabled, false)
		})
}

// settled returns the names, sorted, of the doubtful entries that go, and has the others stay as they are.
func (d *decision) settled(gone map[string]bool) []string {
	for name, known := range d.doubtful {
		if gone[name] {
			continue
		}
		delete(d.unreported, name)
		if known.State == fluxv1alpha1.ShootNotReported {
			d.unreported[name] = known
		}
	}
	return slices.Sorted(maps.Keys(gone))
}
