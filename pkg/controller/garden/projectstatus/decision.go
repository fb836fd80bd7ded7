// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
)

// observation is the current state of a project.
type observation struct {
	namespace string
	shoots    []gardencorev1beta1.Shoot
	// configMap is flux-status as read from the API server, or nil.
	configMap *corev1.ConfigMap
	// missing contains the time when each Shoot without an entry was first observed.
	missing map[types.UID]time.Time
}

// decision is the desired state of a project.
type decision struct {
	// unreported are the entries of Shoots that no seed reports, by name.
	unreported map[string]fluxv1alpha1.ShootStatus
	// missing are the Shoots without an entry.
	missing map[types.UID]time.Time
	// doubtful are the entries, by name, whose Shoot may be deleted. They are removed only if the API server confirms the
	// deletion.
	doubtful map[string]fluxv1alpha1.ShootStatus
	// again is the time until the next grace period ends, or 0 if no grace period is running.
	again time.Duration
}

// decide returns the desired entries of the garden controller, and the entries that may have to be removed.
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

// consider decides on the entry of a Shoot. It does not replace the entry of a seed or of a member of the project.
func (d *decision) consider(shoot *gardencorev1beta1.Shoot, value string, missing map[types.UID]time.Time, now time.Time, grace time.Duration) {
	known, decoded := fleet.Decode(value)
	is := decoded && known.UID == shoot.UID
	// An empty entry is a tombstone, which its seed removes.
	foreign := value != "" && (!decoded || !isWrittenByUs(known))
	switch {
	case !garden.UsesFlux(shoot) || shoot.DeletionTimestamp != nil, is && known.State != fluxv1alpha1.ShootNotReported, foreign:
		return
	case is:
		d.unreported[shoot.Name] = statusOf(shoot, &known, cmp.Or(known.Since, known.ObservedAt).Time, now)
		return
	}
	since, ok := missing[shoot.UID]
	if !ok || since.After(now) {
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

// statusOf returns the status of a Shoot that no seed reports. known is its current entry, or nil. The deploy key is
// unknown, so that a rotation waits for the Shoot.
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

// isWrittenByUs returns whether a seed or the garden controller has written the entry. An entry of a member of the
// project may have a UID, too.
func isWrittenByUs(known fluxv1alpha1.ShootStatus) bool {
	return known.State == fluxv1alpha1.ShootNotReported || known.Seed != "" && known.State != ""
}

// maySweep returns whether the Shoot of an entry or its Extension is deleted. shoot is nil if no Shoot has the name.
func maySweep(shoot *gardencorev1beta1.Shoot, known fluxv1alpha1.ShootStatus) bool {
	return shoot == nil || shoot.UID != known.UID || isRemoved(shoot, known)
}

// isRemoved returns whether the Extension of the Shoot is deleted. Gardener must have applied the specification. In
// addition, the Shoot must disable the extension, or its seed must have reported the removal. It is not sufficient that
// the Shoot does not name the extension, because the registration may enable the extension for all Shoots.
func isRemoved(shoot *gardencorev1beta1.Shoot, known fluxv1alpha1.ShootStatus) bool {
	if garden.UsesFlux(shoot) || !garden.IsReconciled(shoot) || known.State == fluxv1alpha1.ShootMigrating ||
		shoot.Status.LiveMigration != nil || !operation.KeepsSeed(shoot.Status.LastOperation.Type) {
		return false
	}
	return known.State == fluxv1alpha1.ShootRemoving || known.State == fluxv1alpha1.ShootNotReported ||
		slices.ContainsFunc(shoot.Spec.Extensions, func(extension gardencorev1beta1.Extension) bool {
			return extension.Type == fluxv1alpha1.ExtensionType && ptr.Deref(extension.Disabled, false)
		})
}

// settled returns the sorted names of the entries to remove. It keeps the other doubtful entries unchanged.
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

// Reasons of entries with state NotReported.
const (
	reasonNotScheduled  = "ShootNotScheduled"
	reasonNotBegun      = "OperationNotBegun"
	reasonNotFinished   = "OperationNotFinished"
	reasonNotReconciled = "ShootNotReconciled"
	reasonSeedIsSilent  = "SeedDoesNotReport"
	// reasonSelfHostedIsSilent is like reasonSeedIsSilent for a Shoot without seed.
	reasonSelfHostedIsSilent = "SelfHostedShootDoesNotReport"
)

// reasonOf returns the likely reason why no seed reports the Shoot, with a suggested fix.
func reasonOf(shoot *gardencorev1beta1.Shoot) (reason, message string) {
	reporters, last := garden.ReportersOf(shoot), shoot.Status.LastOperation
	if len(reporters) == 0 {
		return reasonNotScheduled, "Gardener has not scheduled the Shoot to a seed. Its status.lastOperation and Events contain the reason"
	}
	account := garden.Identity(reporters[0], shoot.Namespace)
	reason, where, installation := reasonSeedIsSilent, "seed "+reporters[0], "there (its ControllerInstallation for the seed)"
	if garden.IsSelfHosted(shoot) {
		reason, where, installation = reasonSelfHostedIsSilent, "the self-hosted Shoot", "in it (its ControllerInstallation for the Shoot)"
	}
	switch {
	case last == nil:
		return reasonNotBegun, "Gardener has not started an operation on the Shoot. The operator should check that gardenlet runs for " + where
	case last.State != gardencorev1beta1.LastOperationStateSucceeded:
		return reasonNotFinished, fmt.Sprintf("Gardener's operation %s is in state %s. If it does not progress, status.lastErrors of the Shoot contains the reason", last.Type, last.State)
	case !garden.IsReconciled(shoot):
		return reasonNotReconciled, fmt.Sprintf("Gardener has not applied the last change of the Shoot. Gardener applies it in the maintenance window, or with annotation %s=%s",
			v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile)
	}
	return reason, fmt.Sprintf("%s does not report the Shoot. The operator should check that the extension is installed %s and runs, "+
		"and that it has access to the garden (ServiceAccount %s in namespace %s)", strings.ToUpper(where[:1])+where[1:], installation, account.Name, account.Namespace)
}
