// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"fmt"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// verdict is the state of a Shoot, with its start time if this is known.
type verdict struct {
	state           fluxv1alpha1.ShootState
	cause           fluxv1alpha1.Cause
	reason, message string
	since           metav1.Time
}

// judge returns the verdict for the Shoot. If several states apply, the first check takes precedence.
func (o observation) judge() verdict {
	configured := o.condition(fluxv1alpha1.ConditionConfigured)
	switch {
	case !o.shoot.Deleted.IsZero():
		return verdict{state: fluxv1alpha1.ShootDeleting, reason: "ShootDeletion", message: "The Shoot is being deleted", since: o.shoot.Deleted}
	case o.ex.DeletionTimestamp != nil && !isLeaving(o.ex):
		return o.removing()
	case o.moving:
		return o.migrating()
	case o.shoot.Hibernated && !is(configured, gardencorev1beta1.ConditionFalse):
		return verdict{state: fluxv1alpha1.ShootHibernated, reason: "Hibernated", message: "The Shoot is hibernated. Its earlier status applies again when it wakes up"}
	}
	for _, check := range []func() verdict{o.failed, o.unreachable, o.suspended, o.degraded, o.retrying, o.progressing} {
		if found := check(); found.state != "" {
			return found
		}
	}
	return o.ready()
}

// migrating returns the verdict for a migrating Shoot. The start of the state is the time of the operation that moves
// the Shoot, if there is one.
func (o observation) migrating() verdict {
	v := verdict{state: fluxv1alpha1.ShootMigrating, reason: "Migrating", message: "The control plane of the Shoot moves to another seed"}
	if operation.Of(o.ex) == operation.Unknown {
		v.reason, v.message = "OperationUnknown", fmt.Sprintf("Gardener's operation %q is not known to this version of the extension. "+
			"The Shoot may have moved to another seed, so that nothing is changed in it until the operation has ended", operation.Name(o.ex))
	}
	if isMovedBy(o.ex.Status.LastOperation) {
		v.since = o.ex.Status.LastOperation.LastUpdateTime
	}
	return v
}

func (o observation) removing() verdict {
	v := verdict{state: fluxv1alpha1.ShootRemoving, reason: "Removal", message: "The extension is being removed from the Shoot", since: *o.ex.DeletionTimestamp}
	if installed := o.condition(fluxv1alpha1.ConditionInstalled); installed != nil {
		v.reason, v.message = installed.Reason, installed.Message
	}
	return v
}

// failed returns the verdict for a failure that the user or the operator must fix, if there is one.
func (o observation) failed() verdict {
	if configured := o.condition(fluxv1alpha1.ConditionConfigured); is(configured, gardencorev1beta1.ConditionFalse) {
		return verdictOf(fluxv1alpha1.ShootFailed, causeOfConfiguration(configured), configured)
	}
	if installed := o.condition(fluxv1alpha1.ConditionInstalled); is(installed, gardencorev1beta1.ConditionFalse) {
		return verdictOf(fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseInstallation, installed)
	}
	if last := o.ex.Status.LastError; last != nil && slices.ContainsFunc(last.Codes, isConfigurationProblem) {
		return verdict{state: fluxv1alpha1.ShootFailed, cause: fluxv1alpha1.CauseConfigurationInvalid, reason: operationFailed, message: last.Description}
	}
	for _, kind := range synced() {
		if condition := o.condition(kind); is(condition, gardencorev1beta1.ConditionFalse) && condition.Reason != suspended {
			return verdictOf(fluxv1alpha1.ShootFailed, o.observedCause(kind, fluxv1alpha1.CauseOther), condition)
		}
	}
	// As long as Flux can read the source, a failure of the deploy key does not affect the state; only the condition for
	// the deploy key reports it.
	works := is(o.condition(fluxv1alpha1.ConditionSourceReady), gardencorev1beta1.ConditionTrue)
	if key := o.condition(fluxv1alpha1.ConditionDeployKey); is(key, gardencorev1beta1.ConditionFalse) && !works {
		return verdictOf(fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseOther, key)
	}
	return verdict{}
}

func (o observation) unreachable() verdict {
	for _, kind := range o.expected() {
		if condition := o.condition(kind); is(condition, gardencorev1beta1.ConditionUnknown) {
			return verdictOf(fluxv1alpha1.ShootUnreachable, "", condition)
		}
	}
	return verdict{}
}

func (o observation) suspended() verdict {
	for _, kind := range synced() {
		if condition := o.condition(kind); condition != nil && condition.Reason == suspended {
			return verdictOf(fluxv1alpha1.ShootSuspended, "", condition)
		}
	}
	if o.isHeldBelow() {
		return verdictOf(fluxv1alpha1.ShootSuspended, "", o.condition(fluxv1alpha1.ConditionObjectsReady))
	}
	return verdict{}
}

// isHeldBelow reports whether an object below the root Kustomization is suspended and outdated, and no object has
// failed.
func (o observation) isHeldBelow() bool {
	condition := o.condition(fluxv1alpha1.ConditionObjectsReady)
	return o.delivered.Sync && is(condition, gardencorev1beta1.ConditionProgressing) && condition.Reason == suspended && o.isRootApplied() &&
		!slices.ContainsFunc(synced(), func(kind gardencorev1beta1.ConditionType) bool { return o.condition(kind).Reason == suspended })
}

// degraded returns the verdict for failing objects below a ready root Kustomization, if there are any.
func (o observation) degraded() verdict {
	if condition := o.condition(fluxv1alpha1.ConditionObjectsReady); o.delivered.Sync && is(condition, gardencorev1beta1.ConditionFalse) && o.isRootApplied() {
		return verdictOf(fluxv1alpha1.ShootDegraded, o.observedCause(fluxv1alpha1.ConditionObjectsReady, fluxv1alpha1.CauseOther), condition)
	}
	return verdict{}
}

// isRootReady reports whether the root Kustomization is ready, regardless of the objects below it. state is the state
// of the Shoot.
func (o observation) isRootReady(state fluxv1alpha1.ShootState) bool {
	switch state {
	case fluxv1alpha1.ShootReady, fluxv1alpha1.ShootNoRepository, fluxv1alpha1.ShootDegraded:
		return true
	case fluxv1alpha1.ShootProgressing, fluxv1alpha1.ShootUnreachable:
		return !isRetried(o.ex) && o.isRootApplied()
	case fluxv1alpha1.ShootSuspended:
		return o.isHeldBelow()
	}
	return false
}

// isRootApplied reports whether all conditions up to the one for the root Kustomization are true.
func (o observation) isRootApplied() bool {
	return !slices.ContainsFunc(o.withoutObjects(), func(kind gardencorev1beta1.ConditionType) bool {
		return !is(o.condition(kind), gardencorev1beta1.ConditionTrue)
	})
}

// objects returns the observed Flux objects, or nil if no objects were observed. It shortens their messages again,
// because a different version of the extension may have written them.
func (o observation) objects() *fluxv1alpha1.ObservedObjects {
	if !o.delivered.Sync || o.status.Shoot.Objects == nil {
		return nil
	}
	objects := o.status.Shoot.Objects.DeepCopy()
	for i := range objects.Failing {
		f := &objects.Failing[i]
		f.Since = metav1.NewTime(f.Since.UTC())
		f.Reason, f.Message, f.Revision = text.Cut(f.Reason, longestWord), text.Cut(text.RedactURLs(f.Message), longestMessage), revision.Cut(f.Revision, revision.Longest)
	}
	return objects
}

// retrying returns the verdict for an operation that has failed for a possibly temporary reason, during and between the
// attempts.
func (o observation) retrying() verdict {
	if !isRetried(o.ex) {
		return verdict{}
	}
	message := o.ex.Status.LastOperation.Description
	if failure := o.ex.Status.LastError; failure != nil {
		message = failure.Description
	}
	return verdict{state: fluxv1alpha1.ShootProgressing, reason: operationFailed, message: message}
}

// progressing returns the verdict for the first expected condition that is missing or not true. The deploy key is not
// an expected condition, because a rotation may take days.
func (o observation) progressing() verdict {
	for _, kind := range o.expected() {
		condition := o.condition(kind)
		if condition == nil {
			return verdict{state: fluxv1alpha1.ShootProgressing, reason: "Pending", message: string(kind) + " has not been reported yet"}
		}
		if condition.Status != gardencorev1beta1.ConditionTrue {
			return verdictOf(fluxv1alpha1.ShootProgressing, o.observedCause(kind, ""), condition)
		}
	}
	return verdict{}
}

// ready returns the verdict for a ready Shoot, with the message of the decisive condition. The start of the state is
// the time when the last of the expected conditions became true.
func (o observation) ready() verdict {
	state, decisive := fluxv1alpha1.ShootReady, fluxv1alpha1.ConditionKustomizationReady
	if !o.delivered.Sync {
		state, decisive = fluxv1alpha1.ShootNoRepository, fluxv1alpha1.ConditionConfigured
	}
	v := verdictOf(state, "", o.condition(decisive))
	for _, kind := range o.expected() {
		if condition := o.condition(kind); v.since.Before(&condition.LastTransitionTime) {
			v.since = condition.LastTransitionTime
		}
	}
	return v
}

// verdictOf returns a verdict with the reason, message and transition time of the condition.
func verdictOf(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, condition *gardencorev1beta1.Condition) verdict {
	return verdict{state: state, cause: cause, reason: condition.Reason, message: condition.Message, since: condition.LastTransitionTime}
}

func is(condition *gardencorev1beta1.Condition, status gardencorev1beta1.ConditionStatus) bool {
	return condition != nil && condition.Status == status
}

func causeOfConfiguration(condition *gardencorev1beta1.Condition) fluxv1alpha1.Cause {
	if condition.Reason == "ConfigurationMissing" {
		return fluxv1alpha1.CauseConfigurationMissing
	}
	return fluxv1alpha1.CauseConfigurationInvalid
}

func isConfigurationProblem(code gardencorev1beta1.ErrorCode) bool {
	return code == gardencorev1beta1.ErrorConfigurationProblem || code == gardencorev1beta1.ErrorRetryableConfigurationProblem
}

// isMoving reports whether a control plane migration moves the Extension away from the seed or to it, or an unknown
// operation may do so. It returns false for a failed restoration, which is reported as a failure.
func isMoving(ex *extensionsv1alpha1.Extension) bool {
	switch operation.Of(ex) {
	case operation.Leaving, operation.Unknown:
		return true
	case operation.Arriving:
		return ex.Annotations[v1beta1constants.GardenerOperation] != "" || !hasFailed(ex.Status.LastOperation)
	}
	return false
}

// isMovedBy reports whether the operation moves the Extension to or from the seed. It returns false for a failed
// restoration, which is reported as a failure.
func isMovedBy(last *gardencorev1beta1.LastOperation) bool {
	return operation.IsMigrating(last) || operation.IsRestoring(last) && !hasFailed(last)
}

func hasFailed(last *gardencorev1beta1.LastOperation) bool {
	return last.State == gardencorev1beta1.LastOperationStateError || last.State == gardencorev1beta1.LastOperationStateFailed
}

// isRetried reports whether the last attempt at an operation has failed. It also returns true during the next attempt,
// because the error remains in the status until an attempt succeeds.
func isRetried(ex *extensionsv1alpha1.Extension) bool {
	last := ex.Status.LastOperation
	return last != nil && (hasFailed(last) || ex.Status.LastError != nil && last.State != gardencorev1beta1.LastOperationStateSucceeded)
}

// isLeaving reports whether the Extension was migrated away from this seed, or an unknown operation may do so. The
// deletion of such an Extension does not mean that the extension is removed from the Shoot.
func isLeaving(ex *extensionsv1alpha1.Extension) bool {
	return operation.IsMigrating(ex.Status.LastOperation) || operation.Of(ex) == operation.Unknown
}
