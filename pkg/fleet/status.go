// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Bounds of what is repeated, in bytes: other controllers have written it, and all Shoots of a project share one ConfigMap.
const (
	longestMessage = 1024
	longestWord    = 128
)

// suspended is the reason of conditions about what is suspended: whether it failed before is not what matters then.
const suspended = "Suspended"

// operationFailed is the reason if an operation on the Extension has failed.
const operationFailed = "OperationFailed"

// observation is what is known of a Shoot on its seed.
type observation struct {
	ex        *extensionsv1alpha1.Extension
	shoot     Shoot
	delivered extensionstatus.State
	unread    bool
	// moving is true if the Shoot leaves the seed, or has not arrived on it yet.
	moving bool
	status fluxv1alpha1.FluxStatus
}

// verdict is the state of a Shoot, and since when, which may be unknown.
type verdict struct {
	state           fluxv1alpha1.ShootState
	cause           fluxv1alpha1.Cause
	reason, message string
	since           metav1.Time
}

// StatusOf returns the status of the Shoot of the Extension, as the seed of that name reports it. The same Extension and
// Shoot give the same: all times come from them.
func StatusOf(ex *extensionsv1alpha1.Extension, shoot Shoot, seed string) fluxv1alpha1.ShootStatus {
	o := observe(ex, shoot)
	o.moving = isMoving(ex) || seed != "" && shoot.SeedName != "" && shoot.SeedName != seed
	v := o.judge()
	status := fluxv1alpha1.ShootStatus{
		UID: shoot.UID, Seed: seed, Ready: v.state.IsReady(), RootReady: o.isRootReady(v.state), State: v.state, Cause: v.cause,
		Reason: redaction.Cut(v.reason, longestWord), Message: redaction.Cut(redaction.URLs(v.message), longestMessage),
		FluxVersion: o.delivered.Version, Hibernated: shoot.Hibernated, Labels: decodedLabels(shoot.Labels), Since: v.since, ObservedAt: o.observedAt(v),
	}
	if o.status.Shoot != nil {
		status.AppliedRevision = revision.Cut(o.status.Shoot.AppliedRevision, revision.Longest)
		status.AttemptedRevision = revision.Cut(o.status.Shoot.AttemptedRevision, revision.Longest)
		status.AppliedAfterPush = o.status.Shoot.AppliedAfterPush
		status.Objects = o.objects()
	}
	status.Ring, status.Revision = o.delivered.Observed.Ring, o.revision()
	if v.state != fluxv1alpha1.ShootDeleting && v.state != fluxv1alpha1.ShootRemoving {
		status.DeployKeyFingerprint = redaction.Cut(o.fingerprint(), longestWord)
		if status.Hibernated && status.DeployKeyFingerprint != "" {
			status.DeployKeyRotation = redaction.Cut(o.rotation(), longestWord)
		}
		status.SourceKeys = o.sourceKeys()
		if o.delivered.DeployKey && o.status.DeployKey != nil {
			status.DeployKeyPhase = o.status.DeployKey.Phase
		}
	}
	return status
}

// observe reads what can be read. What cannot be read was not written by the extension; the controller for Extensions reports it.
func observe(ex *extensionsv1alpha1.Extension, shoot Shoot) observation {
	o := observation{ex: ex, shoot: shoot}
	if ex.Status.State != nil {
		var err error
		o.delivered, err = extensionstatus.DecodeState(ex.Status.State.Raw)
		o.unread = err != nil
	}
	if ex.Status.ProviderStatus != nil && json.Unmarshal(ex.Status.ProviderStatus.Raw, &o.status) != nil {
		o.status = fluxv1alpha1.FluxStatus{}
	}
	return o
}

// revision is that of the project's configuration which the status is about: what was tried if that is a configuration error, and otherwise what the
// last health check was about. With a delivery since then, the conditions are older than that, and must not be reported with its revision.
func (o observation) revision() string {
	switch {
	case o.delivered.Observed.Ring == "":
		return ""
	case is(o.condition(fluxv1alpha1.ConditionConfigured), gardencorev1beta1.ConditionFalse):
		return o.delivered.Observed.Revision
	case o.status.Shoot == nil:
		return ""
	}
	return redaction.Cut(o.status.Shoot.Revision, longestWord)
}

// fingerprint is that of the deploy key which was observed in the shoot. Where it is not known whether the shoot has an old one, a
// rotation waits.
func (o observation) fingerprint() string {
	switch {
	case o.unread, (o.moving || isRestoring(o.ex.Status.LastOperation)) && o.ex.Status.State == nil:
		// The state from the other seed is not there yet.
		return fluxv1alpha1.DeployKeyUnknown
	case !o.delivered.DeployKey:
		return ""
	case o.status.Shoot == nil || o.status.Shoot.DeployKeyFingerprint == "":
		return fluxv1alpha1.DeployKeyUnknown
	}
	return o.status.Shoot.DeployKeyFingerprint
}

// sourceKeys are the fingerprints of the deploy keys of additional sources: of a hibernated Shoot, of those with which it wakes up, and otherwise those
// that were observed.
func (o observation) sourceKeys() map[string]string {
	keys := map[string]string{}
	for _, key := range o.delivered.SourceKeys.All() {
		fingerprint := fluxv1alpha1.DeployKeyUnknown
		switch {
		case o.shoot.Hibernated && !isRetried(o.ex) && key.Fingerprint != "":
			fingerprint = key.Fingerprint
		case !o.shoot.Hibernated && o.status.Shoot != nil && o.status.Shoot.SourceKeys[key.Source.Name] != "":
			fingerprint = o.status.Shoot.SourceKeys[key.Source.Name]
		}
		keys[key.Source.Name] = redaction.Cut(fingerprint, longestWord)
	}
	if len(keys) == 0 {
		return nil
	}
	return keys
}

// rotation is that of the deploy key with which a hibernated Shoot wakes up: what was delivered is applied then, whatever was observed
// before. It is recorded before it is delivered.
func (o observation) rotation() string {
	if !o.delivered.DeployKey || isRetried(o.ex) {
		return fluxv1alpha1.DeployKeyUnknown
	}
	return o.delivered.Observed.Rotation
}

// judge comes to the state: the first that holds.
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
		return verdict{state: fluxv1alpha1.ShootHibernated, reason: "Hibernated", message: "The Shoot is hibernated. Its earlier status applies again when it has been woken up"}
	}
	for _, check := range []func() (verdict, bool){o.failed, o.unreachable, o.suspended, o.degraded, o.retrying, o.progressing} {
		if found, holds := check(); holds {
			return found
		}
	}
	return o.ready()
}

// migrating began with the operation that moves the Shoot, as far as there is one.
func (o observation) migrating() verdict {
	v := verdict{state: fluxv1alpha1.ShootMigrating, reason: "Migrating", message: "The control plane of the Shoot moves to another seed"}
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

// failed returns a failure that needs an action of the user or the operator.
func (o observation) failed() (verdict, bool) {
	for _, check := range []struct {
		condition gardencorev1beta1.ConditionType
		cause     func(*gardencorev1beta1.Condition) fluxv1alpha1.Cause
	}{
		{fluxv1alpha1.ConditionConfigured, causeOfConfiguration},
		{fluxv1alpha1.ConditionInstalled, func(*gardencorev1beta1.Condition) fluxv1alpha1.Cause { return fluxv1alpha1.CauseInstallation }},
	} {
		if condition := o.condition(check.condition); is(condition, gardencorev1beta1.ConditionFalse) {
			return verdictOf(fluxv1alpha1.ShootFailed, check.cause(condition), condition), true
		}
	}
	if last := o.ex.Status.LastError; last != nil && slices.ContainsFunc(last.Codes, isConfigurationProblem) {
		return verdict{
			state: fluxv1alpha1.ShootFailed, cause: fluxv1alpha1.CauseConfigurationInvalid, reason: operationFailed, message: last.Description,
		}, true
	}
	for _, kind := range synced() {
		if condition := o.condition(kind); is(condition, gardencorev1beta1.ConditionFalse) && condition.Reason != suspended {
			return verdictOf(fluxv1alpha1.ShootFailed, o.observedCause(kind, fluxv1alpha1.CauseOther), condition), true
		}
	}
	// As long as Flux reads the source, a failure of the deploy key does not affect the Shoot; its condition reports it.
	works := is(o.condition(fluxv1alpha1.ConditionSourceReady), gardencorev1beta1.ConditionTrue)
	if key := o.condition(fluxv1alpha1.ConditionDeployKey); is(key, gardencorev1beta1.ConditionFalse) && !works {
		return verdictOf(fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseOther, key), true
	}
	return verdict{}, false
}

func (o observation) unreachable() (verdict, bool) {
	for _, kind := range o.expected() {
		if condition := o.condition(kind); is(condition, gardencorev1beta1.ConditionUnknown) {
			return verdictOf(fluxv1alpha1.ShootUnreachable, "", condition), true
		}
	}
	return verdict{}, false
}

func (o observation) suspended() (verdict, bool) {
	for _, kind := range synced() {
		if condition := o.condition(kind); condition != nil && condition.Reason == suspended {
			return verdictOf(fluxv1alpha1.ShootSuspended, "", condition), true
		}
	}
	return verdict{}, false
}

// degraded returns what fails below the root Kustomization, which is ready itself.
func (o observation) degraded() (verdict, bool) {
	if condition := o.condition(fluxv1alpha1.ConditionObjectsReady); o.delivered.Sync && is(condition, gardencorev1beta1.ConditionFalse) && o.isRootApplied() {
		return verdictOf(fluxv1alpha1.ShootDegraded, o.observedCause(fluxv1alpha1.ConditionObjectsReady, fluxv1alpha1.CauseOther), condition), true
	}
	return verdict{}, false
}

// isRootReady reports whether the root Kustomization is ready in a shoot of that state, whatever there is below it.
func (o observation) isRootReady(state fluxv1alpha1.ShootState) bool {
	switch state {
	case fluxv1alpha1.ShootReady, fluxv1alpha1.ShootNoRepository, fluxv1alpha1.ShootDegraded:
		return true
	case fluxv1alpha1.ShootProgressing, fluxv1alpha1.ShootUnreachable:
		return !isRetried(o.ex) && o.isRootApplied()
	}
	return false
}

// isRootApplied reports whether all conditions up to that of the root Kustomization are true.
func (o observation) isRootApplied() bool {
	return !slices.ContainsFunc(o.withoutObjects(), func(kind gardencorev1beta1.ConditionType) bool {
		return !is(o.condition(kind), gardencorev1beta1.ConditionTrue)
	})
}

// objects is what was observed of Flux's objects; nil if nothing was. Messages are cut once more, because another version of the extension may
// have written them.
func (o observation) objects() *fluxv1alpha1.ObservedObjects {
	if !o.delivered.Sync || o.status.Shoot.Objects == nil {
		return nil
	}
	objects := o.status.Shoot.Objects.DeepCopy()
	for i := range objects.Failing {
		f := &objects.Failing[i]
		f.Since = metav1.NewTime(f.Since.UTC())
		f.Reason, f.Message, f.Revision = redaction.Cut(f.Reason, longestWord), redaction.Cut(redaction.URLs(f.Message), longestMessage), revision.Cut(f.Revision, revision.Longest)
	}
	return objects
}

// retrying returns an operation that fails for a reason which may pass, and is tried again. It is reported between two attempts too.
func (o observation) retrying() (verdict, bool) {
	if !isRetried(o.ex) {
		return verdict{}, false
	}
	message := o.ex.Status.LastOperation.Description
	if failure := o.ex.Status.LastError; failure != nil {
		message = failure.Description
	}
	return verdict{state: fluxv1alpha1.ShootProgressing, reason: operationFailed, message: message}, true
}

// progressing leaves the deploy key aside: a rotation may take days, and the phase reports it.
func (o observation) progressing() (verdict, bool) {
	for _, kind := range o.expected() {
		condition := o.condition(kind)
		if condition == nil {
			return verdict{state: fluxv1alpha1.ShootProgressing, reason: "Pending", message: string(kind) + " was not reported yet"}, true
		}
		if condition.Status != gardencorev1beta1.ConditionTrue {
			return verdictOf(fluxv1alpha1.ShootProgressing, o.observedCause(kind, ""), condition), true
		}
	}
	return verdict{}, false
}

// ready is reported with the last of the conditions, since the time when the last one became true.
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

// expected are the conditions that a Shoot which is ready has. That on objects is not there before they were read: an earlier version of the
// extension has not read them.
func (o observation) expected() []gardencorev1beta1.ConditionType {
	kinds := o.withoutObjects()
	if o.delivered.Sync && o.condition(fluxv1alpha1.ConditionObjectsReady) != nil {
		kinds = append(kinds, fluxv1alpha1.ConditionObjectsReady)
	}
	return kinds
}

func (o observation) withoutObjects() []gardencorev1beta1.ConditionType {
	kinds := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured, fluxv1alpha1.ConditionInstalled}
	if o.delivered.Sync {
		kinds = append(kinds, synced()...)
	}
	return kinds
}

func synced() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionSourceReady, fluxv1alpha1.ConditionKustomizationReady}
}

func (o observation) condition(kind gardencorev1beta1.ConditionType) *gardencorev1beta1.Condition {
	return v1beta1helper.GetCondition(o.ex.Status.Conditions, kind)
}

// observedCause is the cause of the condition that was observed in the shoot: source and root Kustomization may each have their own.
func (o observation) observedCause(kind gardencorev1beta1.ConditionType, otherwise fluxv1alpha1.Cause) fluxv1alpha1.Cause {
	if o.status.Shoot == nil {
		return otherwise
	}
	cause := fluxv1alpha1.Cause("")
	switch kind {
	case fluxv1alpha1.ConditionSourceReady:
		cause = o.status.Shoot.SourceCause
	case fluxv1alpha1.ConditionKustomizationReady:
		cause = o.status.Shoot.KustomizationCause
	case fluxv1alpha1.ConditionObjectsReady:
		cause = o.status.Shoot.ObjectsCause
	}
	if slices.Contains(fluxv1alpha1.Causes(), cause) {
		return cause
	}
	return otherwise
}

// observedAt is when the reported status was known: at the last change of a condition, or of what has led to the state.
func (o observation) observedAt(v verdict) metav1.Time {
	if v.state == fluxv1alpha1.ShootDeleting {
		return v.since
	}
	at := v.since
	for _, condition := range o.ex.Status.Conditions {
		if strings.HasPrefix(string(condition.Type), "Flux") && at.Before(&condition.LastUpdateTime) {
			at = condition.LastUpdateTime
		}
	}
	if at.IsZero() {
		return o.ex.CreationTimestamp
	}
	return at
}

// verdictOf returns a verdict that repeats the condition.
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
